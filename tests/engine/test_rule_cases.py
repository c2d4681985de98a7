"""The worked cases of docs/RULES.md, and the runner that works them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.rule_cases import Case, CaseFailedError, main, read_cases, run_case

HERE = Path(__file__).parent
CASES = [case for name in ("rule-cases.jsonl", "more-cases.jsonl") for case in read_cases(HERE / name)]
ROOT = HERE.parent.parent


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: Case) -> None:
    run_case(case)


def test_every_case_has_an_id_of_its_own() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_every_rule_of_the_game_is_shown() -> None:
    groups = ((1, 36), (40, 45), (50, 54), (60, 72), (80, 85))
    rules = {f"R{number}" for first, last in groups for number in range(first, last + 1)}
    shown = {rule for case in CASES for rule in case["rule"].split()}
    of_deal_and_view = {"R7", "R9", "R10"}
    of_people = {"R42", "R45", "R69", "R72", "R83", "R85"}
    assert rules - shown == of_deal_and_view | of_people


def _file(folder: Path, *cases: object) -> str:
    path = folder / "cases.jsonl"
    path.write_text("\n".join(json.dumps(case) for case in cases) + "\n", encoding="utf-8")
    return str(path)


def _right() -> Case:
    return {
        "id": "A",
        "name": "a 1 opens a pile",
        "state": {"p": [{"st": [9], "h": [1, 5]}, {"st": [9]}]},
        "do": [["play", 0, "h:1", 0]],
        "expect": {"ok": True, "need": [2, 1, 1, 1]},
    }


def _wrong(**expect: object) -> Case:
    return _right() | {"expect": expect}


def test_the_runner_counts_and_exits_with_0(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.engine.rule_cases", _file(tmp_path, _right(), _right())]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, "2 passed, 0 failed")


def test_a_failed_case_is_named_and_the_exit_code_is_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([_file(tmp_path, _right(), _wrong(need=[1, 1, 1, 1]))]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first == "A: a 1 opens a pile: CaseFailedError: need: expected [1, 1, 1, 1], found [2, 1, 1, 1]"
    assert last == "1 passed, 1 failed"


def test_a_line_that_is_no_case_fails_and_the_others_are_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(f"{{broken\n\n{json.dumps(_right())}\n", encoding="utf-8")
    assert main([str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed"


@pytest.mark.parametrize("arguments", [[], ["one", "two"], ["no-such-file.jsonl"]])
def test_wrong_use_of_the_runner_exits_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage:")


@pytest.mark.parametrize(
    "case",
    [
        _wrong(refused="WRONG_VALUE"),
        _wrong(ok=True, same=True),
        _wrong(ok=True, h0=[1]),
        _wrong(ok=True, keeps=[0, [5, 5]]),
        _wrong(ok=True, visible_stock=[0, [9, 8]]),
        _wrong(ok=True, next_no_draw=[0, True]),
        _wrong(ok=True, legal=1),
        _wrong(ok=True, st0x=1),
        _right() | {"do": [["play", 0, "h:5", 0]]},
        _right() | {"do": [["play", 0, "h:5", 0]], "expect": {"refused": "NO_SUCH_CARD"}},
        _right() | {"do": [["fly", 0]]},
        _right() | {"do": [["begin", 0]]},
    ],
    ids=str,
)
def test_the_runner_does_not_let_a_wrong_case_pass(case: Case) -> None:
    with pytest.raises(CaseFailedError):
        run_case(case)


def test_an_action_before_the_last_must_succeed() -> None:
    first_refused = _right() | {"do": [["play", 0, "h:5", 0], ["play", 0, "h:1", 0]]}
    with pytest.raises(Exception, match="WRONG_VALUE"):
        run_case(first_refused)


def test_options_may_stand_in_the_state_or_beside_it_and_name_a_preset() -> None:
    state = {"p": [{"st": [1], "h": [7]}, {"st": [9, 9]}]}
    won = {"do": [["play", 0, "st", 0]], "expect": {"ok": True, "points": 27}}
    for case in (
        {"state": state | {"opt": {"preset": "french"}}},
        {"state": state, "opt": {"preset": "french"}},
        {"state": state, "preset": "french"},
        {"state": state | {"opt": {"points_per_card": "1"}}},
    ):
        run_case(case | won)


def test_an_option_that_does_not_exist_fails_the_case() -> None:
    with pytest.raises(ValueError, match="blank_cards"):
        run_case(_right() | {"opt": {"blank_cards": True}})
