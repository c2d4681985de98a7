"""docs/PROTOCOL.md is enough to make the seed and the shuffle again: two programs written from its text alone do so."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.protocol import second_shuffle, vectors

HERE = Path(__file__).parent
NODE = shutil.which("node")
in_javascript = pytest.mark.skipif(NODE is None, reason="there is no node on this machine to run JavaScript")


def run_in_node(folder: Path) -> subprocess.CompletedProcess[str]:
    assert NODE is not None
    return subprocess.run(
        [NODE, HERE / "second_shuffle.js", folder], capture_output=True, encoding="utf-8", check=False, timeout=60
    )


def changed_vectors(folder: Path, name: str, group: str, key: str) -> Path:
    """The vectors with the last value of one list, hexadecimal or a list of numbers, in another order."""
    for file in ("fairness.json", "shuffle.json"):
        shutil.copy(vectors.FOLDER / file, folder / file)
    content: dict[str, Any] = json.loads((folder / name).read_text("utf-8"))
    content[group][-1][key] = content[group][-1][key][::-1]
    (folder / name).write_text(json.dumps(content), "utf-8")
    return folder


def test_the_text_alone_gives_the_seeds_and_shuffles_of_the_vectors() -> None:
    assert second_shuffle.differences(vectors.FOLDER) == []


def test_the_second_program_imports_nothing_of_ours() -> None:
    tree = ast.parse((HERE / "second_shuffle.py").read_text("utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names])
    }
    assert imported <= sys.stdlib_module_names


CHANGES = [
    ("fairness.json", "commitments", "commitment"),
    ("fairness.json", "commitments", "value"),
    ("fairness.json", "seeds", "seed"),
    ("fairness.json", "seeds", "deal_begins"),
    ("shuffle.json", "shuffles", "order"),
]


@pytest.mark.parametrize(("name", "group", "key"), CHANGES)
def test_the_second_program_sees_a_changed_vector(name: str, group: str, key: str, tmp_path: Path) -> None:
    assert second_shuffle.differences(changed_vectors(tmp_path, name, group, key))


def test_the_order_in_which_numbers_are_listed_does_not_matter(tmp_path: Path) -> None:
    assert second_shuffle.differences(changed_vectors(tmp_path, "fairness.json", "seeds", "nonces")) == []


@in_javascript
def test_another_language_gives_the_same() -> None:
    done = run_in_node(vectors.FOLDER)
    assert (done.stdout, done.stderr, done.returncode) == ("OK\n", "", 0)


@in_javascript
def test_the_program_in_another_language_sees_a_changed_vector(tmp_path: Path) -> None:
    done = run_in_node(changed_vectors(tmp_path, "fairness.json", "seeds", "deal_begins"))
    assert done.stdout.startswith("round ")
    assert done.returncode == 1
