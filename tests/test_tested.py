"""docs/TESTED.md names every row once with tests that exist, and whatever code and tests cite can be looked up."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
TESTED: Final = (DOCS / "TESTED.md").read_text("utf-8")
NETWORK: Final = (DOCS / "NETWORK.md").read_text("utf-8")
TERMINAL: Final = (DOCS / "TERMINAL.md").read_text("utf-8")
RULES: Final = (DOCS / "RULES.md").read_text("utf-8")

ROWS: Final = {"F": 83, "D": 34, "J": 30, "S": 21, "T": 51, "K": 14}
"""How many rows each group has."""
POINTS: Final = 52
SAFE_KEYS: Final = 7
"""The rules of TERMINAL.md that make the keys safe."""

ROW: Final = re.compile(r"^\| ([A-Z]+\d+) \| (.+) \| (.+) \|$", re.MULTILINE)
TEST: Final = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
CITED: Final = re.compile(r"\b([PFDJSTK]\d{1,2}\b|R\d{1,2}(?=[ab]?\b))")
DOCUMENT: Final = re.compile(r"\b([A-Za-z]+\.md)\b")
SOURCES: Final = sorted(
    path for folder in ("engine", "protocol", "skipbo_lan", "tests") for path in (ROOT / folder).rglob("*.py")
)


@cache
def names_in(path: str) -> frozenset[str]:
    """The names of the tests in a file."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(function.name for function in functions if function.name.startswith("test"))


def said_in(path: Path) -> Iterator[str]:
    """What a file says in comments, docstrings and the like."""
    text = path.read_text("utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def test_every_row_is_there_once_and_in_order() -> None:
    expected = [f"{group}{number}" for group, count in ROWS.items() for number in range(1, count + 1)]
    assert [row[1] for row in ROW.finditer(TESTED)] == expected


@pytest.mark.parametrize("row", [*ROW.finditer(TESTED)], ids=lambda row: str(row[1]))
def test_every_row_has_tests_that_exist_or_a_reason(row: re.Match[str]) -> None:
    tests = TEST.findall(row[3])
    for path, name in tests:
        assert (ROOT / path).is_file()
        assert name in names_in(path)
    assert tests or re.match(r"not here: \w", row[3])
    assert "test_" not in TEST.sub("", row[3]), "a test is named with its file"


def test_points_rules_and_rows_are_there_once_where_they_are_explained() -> None:
    assert re.findall(r"^- \*\*P(\d+)\*\*", NETWORK, re.MULTILINE) == [str(n) for n in range(1, POINTS + 1)]
    assert re.findall(r"^- \*\*K(\d+)\*\*", TERMINAL, re.MULTILINE) == [str(n) for n in range(1, ROWS["K"] + 1)]
    assert re.findall(r"^(\d)\. ", TERMINAL, re.MULTILINE) == [str(n) for n in range(1, SAFE_KEYS + 1)]


@pytest.mark.parametrize("document", ["NETWORK.md", "TERMINAL.md", "TESTED.md", "PROTOCOL.md", "RULES.md", "DESIGN.md"])
def test_links_between_documents_lead_somewhere(document: str) -> None:
    text = (DOCS / document).read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        assert "://" in link or (DOCS / link).exists(), link
    assert f"docs/{document}" in (ROOT / "README.md").read_text("utf-8"), "for developers"


def test_whatever_code_and_tests_cite_can_be_looked_up() -> None:
    known = {row[1] for row in ROW.finditer(TESTED)} | {f"P{number}" for number in range(1, POINTS + 1)}
    known |= set(re.findall(r"\bR\d+", RULES))
    documents = {path.name for folder in (ROOT, DOCS) for path in folder.glob("*.md")}
    lost = [
        f"{path.relative_to(ROOT)}: {cited}"
        for path in SOURCES
        for said in said_in(path)
        for cited in [*CITED.findall(said), *DOCUMENT.findall(said)]
        if cited not in known | documents
    ]
    assert lost == []
