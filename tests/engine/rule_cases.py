"""Run worked rule cases (docs/RULES.md, "Worked cases"): `python -m tests.engine.rule_cases FILE`.

The runner knows the notation and the engine's public functions, and no case. It prints each case that fails and
why, then `N passed, M failed`, and exits with 1 if any failed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from engine.actions import Action, Penalise, Play
from engine.cards import Card
from engine.deal import deal, draw_dealer
from engine.errors import IllegalAction, NotationError, Refusal
from engine.legal import legal_actions
from engine.match import Match, after_round, is_over, leaders
from engine.notation import parse, read_card
from engine.observe import observe
from engine.options import OPTIONS, OptionError, with_option
from engine.outcome import Outcome, Termination
from engine.rules import apply, begin_turn
from engine.ruleset import PRESETS, Ruleset, Seat, Teams
from engine.table import SeatCards, Table
from engine.view import BuildingPile

Case: TypeAlias = dict[str, Any]
SEED = bytes(32)
_OPTION_KEYS = frozenset({*OPTIONS, "preset"})


class CaseFailedError(Exception):
    """The engine did something else than the case expects."""


def run_case(case: Case) -> None:
    """Run one case. Raises CaseFailedError with what was expected and what was seen."""
    {"dealer": _run_dealer, "series": _run_series, "setup": _run_setup}.get(case.get("kind", ""), _run_play)(case)


def main(arguments: list[str]) -> int:
    """Run a file of cases, one JSON object a line."""
    if len(arguments) != 1 or not Path(arguments[0]).is_file():
        print("usage: python -m tests.engine.rule_cases FILE", file=sys.stderr)
        return 2
    results = [_failure(line) for line in _lines(Path(arguments[0]))]
    failures = [failure for failure in results if failure is not None]
    for failure in failures:
        print(failure)
    print(f"{len(results) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


def read_cases(path: Path) -> list[Case]:
    """The cases of a file."""
    return [json.loads(line) for line in _lines(path)]


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _failure(line: str) -> str | None:
    """What went wrong with the case on this line, if anything did."""
    label = line[:60]
    try:
        case = json.loads(line)
        label = f"{case.get('id')}: {case.get('name')}"
        run_case(case)
    except Exception as error:  # whatever a case runs into is the failure of that case, not of the run
        return f"{label}: {type(error).__name__}: {error}"
    return None


def _run_dealer(case: Case) -> None:
    seats, drawn = case["n"], [_card(card) for card in case["drawn"]]
    dealer, events = draw_dealer(seats, drawn)
    _expect(case["expect"], {"dealer": dealer, "first": (dealer + 1) % seats}.__getitem__)
    _same("cards drawn", len(drawn), len(events))


def _run_series(case: Case) -> None:
    ruleset = _ruleset(case)
    wins = (0,) * len(case["scores"])
    dealer = case.get("dealer", case["n"] - 1)
    before = Match(ruleset, case["n"], dealer, tuple(case["scores"]), wins, case.get("played", 0))
    after = after_round(before, _series_outcome(ruleset, *case["game"]))
    found = {
        "scores": list(after.scores),
        "over": is_over(after),
        "series_winner": _series_winner(after),
        "next_dealer": after.dealer,
    }
    _expect(case["expect"], found.__getitem__)


def _series_outcome(ruleset: Ruleset, winner: int | None, points: int) -> Outcome:
    if winner is None or not points:
        return Outcome(Termination.BLOCKED, None, 0)
    return Outcome(Termination.WIN, winner, points if ruleset.scoring else 0)


def _series_winner(match: Match) -> int | None:
    """The side in front when the match is over; None before, and in a draw (R54)."""
    in_front = leaders(match)
    return in_front[0] if is_over(match) and len(in_front) == 1 else None


def _run_setup(case: Case) -> None:
    seats = case["n"]
    try:
        table, _ = deal(_ruleset(case), seats, case.get("dealer", seats - 1), SEED)
    except OptionError:
        _expect_refusal(case["expect"], Refusal.BAD_CONFIG)
    except IllegalAction as illegal:
        _expect_refusal(case["expect"], illegal.refusal)
    else:
        _expect_accepted(case["expect"])
        _expect_table(case["expect"], table)


def _run_play(case: Case) -> None:
    state, actions, expect = case["state"], case.get("do", []), case["expect"]
    table = _table(state, case)
    cards = _card_count(table)
    if state.get("begin", case.get("begin")):
        table, _ = begin_turn(table)
    for words in actions[:-1]:
        table = _do(table, words)
    before = table
    try:
        table = _do(table, actions[-1]) if actions else table
    except IllegalAction as illegal:
        _expect_refusal(expect, illegal.refusal)
    else:
        _expect_accepted(expect)
    if "same" in expect:
        _same("same", expect["same"], table == before)
    _same("number of cards", cards, _card_count(table))
    _expect_table(expect, table)


def _do(table: Table, words: list[Any]) -> Table:
    """The table after one action of a case. Raises IllegalAction."""
    match words:
        case ["begin"]:
            return begin_turn(table)[0]
        case ["coach", offender]:
            return apply(table, None, Penalise(offender))[0]
        case [verb, seat, *rest]:
            return apply(table, seat, _action(table, seat, verb, rest))[0]
    raise CaseFailedError(f"unknown action {words}")


def _action(table: Table, seat: Seat, verb: str, rest: list[Any]) -> Action:
    verb = {"overdraw": "draw", "challenge": "object"}.get(verb, verb)
    text = " ".join(str(word) for word in (verb, *rest) if word is not None)
    try:
        return parse(observe(table, seat), text)
    except NotationError as error:
        raise CaseFailedError(f"cannot be written: {error}") from error


def _table(state: Case, case: Case) -> Table:
    """The table of a state; options may stand beside it in the case too."""
    seats = tuple(_seat_cards(seat) for seat in state["p"])
    return Table(
        ruleset=_ruleset(case, state),
        dealer=state.get("dealer", len(seats) - 1),
        seed=SEED,
        seats=seats,
        turn=state.get("turn", 0),
        draw_pile=_cards(state.get("draw", [])),
        building=_building(state.get("b", []), state.get("tucked", [])),
        set_aside=_cards(state.get("done", [])),
    )


def _seat_cards(seat: Case) -> SeatCards:
    discards = [_cards(pile) for pile in seat.get("d", [])]
    return SeatCards(
        stock=_cards(seat.get("st", [])),
        hand=_cards(seat.get("h", [])),
        discards=tuple(discards + [()] * (4 - len(discards))),
        no_draw=seat.get("no_draw", False),
    )


def _building(piles: list[list[Any]], tucked: list[Any]) -> tuple[BuildingPile, ...]:
    """Four piles; `tucked` tells how many cards, or which, were taken from below each."""
    lying = [_cards(pile) for pile in piles] + [()] * (4 - len(piles))
    taken = [len(cards) if isinstance(cards, list) else int(cards or 0) for cards in tucked] + [0] * (4 - len(tucked))
    return tuple(BuildingPile(cards, len(cards) + below) for cards, below in zip(lying, taken, strict=True))


def _ruleset(*places: Case) -> Ruleset:
    """The preset that is named, or `classic`, with the options that differ: in `opt` or beside it.

    Raises OptionError.
    """
    options: Case = {}
    for place in places:
        options |= {key: place[key] for key in _OPTION_KEYS & place.keys()} | place.get("opt", {})
    ruleset = PRESETS[options.pop("preset", "classic")]
    for key, value in options.items():
        ruleset = _with_value(ruleset, key, value)
    return ruleset


def _with_value(ruleset: Ruleset, key: str, value: Any) -> Ruleset:
    """The ruleset with an option changed; whether a number or a list of teams is possible is for the engine to say."""
    if isinstance(value, str) or key not in OPTIONS:
        return with_option(ruleset, key, str(value))
    if key == "teams":
        value = tuple(map(tuple, value)) if value else Teams.NONE
    return replace(ruleset, **{key: value})


def _expect_refusal(expect: Case, refusal: Refusal) -> None:
    _same("refused", expect.get("refused"), refusal.value)


def _expect_accepted(expect: Case) -> None:
    if expect.get("refused"):
        raise CaseFailedError(f"accepted, expected the refusal {expect['refused']}")


def _expect_table(expect: Case, table: Table) -> None:
    checked = {key: value for key, value in expect.items() if key not in ("ok", "refused", "same")}
    for key, expected in checked.items():
        if key == "keeps":
            seat, cards = expected
            missing = Counter(_cards(cards)) - Counter(table.seats[seat].hand)
            _same("cards missing from the hand", [], [_plain(card) for card in missing.elements()])
        elif key == "visible_stock":
            tops = [_plain(seat.stock_top) for seat in observe(table, expected[0]).seats]
            _same("stock tops", expected[1], tops)
        elif key == "next_no_draw":
            _same(key, expected[1], table.seats[expected[0]].no_draw)
        else:
            _same(key, _comparable(key, expected), _comparable(key, _fact(table, key)))


def _fact(table: Table, key: str) -> Any:
    """What the table says under one name of the notation."""
    outcome = table.outcome
    facts: dict[str, Callable[[], Any]] = {
        "turn": lambda: table.turn,
        "need": lambda: [pile.need for pile in table.building],
        "b": lambda: [_plain_cards(pile.cards) for pile in table.building],
        "draw_n": lambda: len(table.draw_pile),
        "done_n": lambda: len(table.set_aside),
        "supply": lambda: _plain_cards(table.draw_pile + table.set_aside),
        "legal": lambda: _count_plays(table),
        "over": lambda: outcome is not None,
        "result": lambda: outcome.termination.value if outcome else None,
        "winner": lambda: outcome.winner if outcome else None,
        "points": lambda: outcome.points if outcome else None,
    }
    return facts[key]() if key in facts else _seat_fact(table, key)


def _seat_fact(table: Table, key: str) -> Any:
    """`h0` hand, `h0n` its size, `st0` stock, `st0n` its size, `st0t` its top, `d0.2` a discard pile."""
    if key.startswith("d"):
        seat, pile = key[1:].split(".")
        return _plain_cards(table.seats[int(seat)].discards[int(pile)])
    place = key.removeprefix("st").removeprefix("h")
    cards = table.seats[int(place[0])]
    held = cards.stock if key.startswith("st") else cards.hand
    match place[1:]:
        case "":
            return _plain_cards(held)
        case "n":
            return len(held)
        case "t":
            return _plain(held[-1]) if held else None
    raise CaseFailedError(f"unknown expectation {key}")


def _comparable(key: str, value: Any) -> Any:
    """Hands and the supply are compared without regard to order."""
    unordered = key == "supply" or (key.startswith("h") and key[1:].isdigit())
    return sorted(value, key=str) if unordered else value


def _count_plays(table: Table) -> int:
    actor = table.turn if table.intruder is None else table.intruder
    return sum(isinstance(action, Play) for action in legal_actions(observe(table, actor)))


def _expect(expect: Case, found: Callable[[str], Any]) -> None:
    for key, expected in expect.items():
        if key != "ok":
            _same(key, expected, found(key))


def _same(what: str, expected: object, found: object) -> None:
    if expected != found:
        raise CaseFailedError(f"{what}: expected {expected}, found {found}")


def _card_count(table: Table) -> int:
    piles = [table.draw_pile, table.set_aside, *(pile.cards for pile in table.building)]
    for seat in table.seats:
        piles += [seat.stock, seat.hand, *seat.discards]
    return sum(len(pile) for pile in piles)


def _card(value: int | str) -> Card:
    return read_card(str(value))


def _cards(values: list[Any]) -> tuple[Card, ...]:
    return tuple(_card(value) for value in values)


def _plain(card: Card | None) -> int | str | None:
    if card is None:
        return None
    return "S" if card is Card.WILD else int(card)


def _plain_cards(cards: tuple[Card, ...]) -> list[int | str | None]:
    return [_plain(card) for card in cards]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
