"""Run worked rule cases (docs/RULES.md, "Worked cases"): `python -m tests.engine.rule_cases FILE`.

The runner knows the notation and the engine's public functions, and no case. It prints each case that fails and
why, then `N passed, M failed`, and exits with 1 if any failed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
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
from engine.options import with_option
from engine.outcome import Outcome, Termination
from engine.rules import apply, begin_turn
from engine.ruleset import Ruleset, Seat
from engine.table import SeatCards, Table
from engine.view import BuildingPile

Case: TypeAlias = dict[str, Any]
SEED = bytes(32)


class CaseFailedError(Exception):
    """The engine did something else than the case expects."""


def run_case(case: Case) -> None:
    """Run one case. Raises CaseFailedError with what was expected and what was seen."""
    {"dealer": _run_dealer, "series": _run_series, "setup": _run_setup}.get(case.get("kind", ""), _run_play)(case)


def main(arguments: list[str]) -> int:
    """Run a file of cases, one JSON object a line."""
    if len(arguments) != 1:
        print("usage: python -m tests.engine.rule_cases FILE", file=sys.stderr)
        return 2
    failures = [failure for case in read_cases(Path(arguments[0])) for failure in _failure(case)]
    total = sum(1 for _ in read_cases(Path(arguments[0])))
    for failure in failures:
        print(failure)
    print(f"{total - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def _failure(case: Case) -> Iterator[str]:
    try:
        run_case(case)
    except Exception as error:  # any fault of the engine is the failure of that case, not of the run
        yield f"{case.get('id')}: {case.get('name')}: {type(error).__name__}: {error}"


def _run_dealer(case: Case) -> None:
    seats, drawn = case["n"], [_card(card) for card in case["drawn"]]
    dealer, events = draw_dealer(seats, drawn)
    _expect(case["expect"], {"dealer": dealer, "first": (dealer + 1) % seats}.__getitem__)
    _same("cards drawn", len(drawn), len(events))


def _run_series(case: Case) -> None:
    options = {"target": case["target"]} | case.get("opt", {}) if "target" in case else case.get("opt", {})
    ruleset = _ruleset(options, case.get("teams"))
    wins = (0,) * len(case["scores"])
    before = Match(ruleset, case["n"], case["dealer"], tuple(case["scores"]), wins, case.get("played", 0))
    after = after_round(before, _series_outcome(*case["game"]))
    found = {
        "scores": list(after.scores),
        "over": is_over(after),
        "series_winner": leaders(after)[0] if is_over(after) else None,
        "next_dealer": after.dealer,
    }
    _expect(case["expect"], found.__getitem__)


def _series_outcome(winner: int | None, points: int) -> Outcome:
    if winner is None or not points:
        return Outcome(Termination.BLOCKED, None, 0)
    return Outcome(Termination.WIN, winner, points)


def _run_setup(case: Case) -> None:
    seats = case["n"]
    ruleset = _ruleset(case.get("opt", {}), case.get("teams"))
    try:
        table, _ = deal(ruleset, seats, case.get("dealer", seats - 1), SEED)
    except IllegalAction as illegal:
        _expect_refusal(case["expect"], illegal.refusal)
        return
    _expect_accepted(case["expect"])
    _expect_table(case["expect"], table)


def _run_play(case: Case) -> None:
    state, actions, expect = case["state"], case.get("do", []), case["expect"]
    table = _table(state, case.get("opt", {}))
    cards = _card_count(table)
    if state.get("begin"):
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
    text = " ".join(str(word) for word in (verb, *rest))
    try:
        return parse(observe(table, seat), text)
    except NotationError as error:
        raise CaseFailedError(f"cannot be written: {error}") from error


def _table(state: Case, options: Case) -> Table:
    seats = tuple(_seat_cards(seat) for seat in state["p"])
    return Table(
        ruleset=_ruleset(options | state.get("opt", {}), state.get("teams")),
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
    taken = [len(cards) if isinstance(cards, list) else int(cards) for cards in tucked] + [0] * (4 - len(tucked))
    return tuple(BuildingPile(cards, len(cards) + below) for cards, below in zip(lying, taken, strict=True))


def _ruleset(options: Case, teams: list[list[int]] | None) -> Ruleset:
    ruleset = Ruleset()
    for key, value in (options | ({"teams": teams} if teams else {})).items():
        ruleset = with_option(ruleset, key, _option_text(value))
    return ruleset


def _option_text(value: Any) -> str:
    if value is None:
        return "auto"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join("+".join(str(seat) for seat in side) for side in value)
    return str(value)


def _expect_refusal(expect: Case, refusal: Refusal) -> None:
    _same("refused", expect.get("refused"), refusal.value)


def _expect_accepted(expect: Case) -> None:
    if "refused" in expect:
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
