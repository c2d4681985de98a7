"""Exported rounds: those of every format version verify for ever, and a change is found where it was made."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from skipbo_lan.fairness.checking import Altered, checked
from skipbo_lan.fairness.exported_text import Mismatch, NotARound, read, written
from skipbo_lan.fairness.limits import EXPORTED_BYTES
from skipbo_lan.fairness.proof import Flaw, Unproved
from tests.protocol import second_shuffle

ROUNDS: Final = Path(__file__).parent / "rounds"
SHORT: Final = (ROUNDS / "1-three-programs.json").read_bytes()
"""Dealt by three programs over a network, and short."""
TWO_ATTEMPTS: Final = (ROUNDS / "1-two-attempts.json").read_bytes()
"""Seat 3 committed to a number in the first attempt and did not show it. Pairs."""
GIVEN_SEED: Final = (ROUNDS / "1-given-seed.json").read_bytes()

Place: TypeAlias = tuple[str | int, ...]


def bytes_of(told: object) -> bytes:
    return json.dumps(told).encode()


def found(content: bytes) -> NotARound | Unproved | Altered:
    """What is wrong with a file that must not verify."""
    try:
        checked(read(content))
    except (NotARound, Unproved, Altered) as error:
        return error
    raise AssertionError("it verifies")


def leaves(told: Any, place: Place = ()) -> Iterator[Place]:
    match told:
        case dict():
            parts: Any = told.items()
        case list():
            parts = enumerate(told)
        case _:
            yield place
            return
    for key, value in parts:
        yield from leaves(value, (*place, key))


def changed(told: Any, place: Place, value: object) -> Any:
    """A copy with another value in this place."""
    copied = copy.deepcopy(told)
    inner = copied
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return copied


def value_at(told: Any, place: Place) -> Any:
    for key in place:
        told = told[key]
    return told


def other_values(value: object) -> list[object]:
    """A neighbour of the same kind, and something of another kind."""
    match value:
        case int():
            return [value + 1, value - 1, str(value)]
        case str():
            last = "0" if value[-1] != "0" else "1"
            return [value[:-1] + last, None]
        case _:
            return [0, "missed"]


@pytest.mark.parametrize("path", sorted(ROUNDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_round_that_any_version_has_exported_verifies(path: Path) -> None:
    content = path.read_bytes()
    shown = read(content)
    assert checked(shown).outcome is not None
    assert path.stem.startswith(f"{shown.version}-")
    assert written(shown).encode() == content


def checksum(value: object) -> str:
    """As docs/PROTOCOL.md has it."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def dealt_table(seed: bytes, players: int, dealer: int, stock: int) -> dict[str, Any]:
    """The table after the deal, from the text of docs/PROTOCOL.md and the rules R5, R6 and R12."""
    cards = second_shuffle.shuffled(second_shuffle.DECK, "deal", 0, seed)
    seats: list[dict[str, Any]] = [
        {"stock": [], "hand": [], "discards": [[], [], [], []], "no_draw": False} for _ in range(players)
    ]
    for turn in range(stock * players):
        seats[(dealer + 1 + turn) % players]["stock"].append(cards.pop(0))
    first = (dealer + 1) % players
    seats[first]["hand"] = [cards.pop(0) for _ in range(5)]
    building = [{"cards": [], "height": 0}] * 4
    moves = {"turn": first, "intruder": None, "draw_due": False, "outcome": None}
    return moves | {"seats": seats, "building": building, "draw_pile": cards, "set_aside": []}


def test_the_document_alone_gives_the_seed_the_deal_and_every_sum() -> None:
    told = json.loads(TWO_ATTEMPTS)
    last, table_id, secret = told["attempts"][-1], bytes.fromhex(told["table_id"]), bytes.fromhex(told["secret"])
    for one in told["attempts"]:
        made_of = second_shuffle.commitment_input(table_id, told["round"] - 1, one["number"], None, secret)
        assert one["host"] == hashlib.sha256(made_of).hexdigest()
    nonces = [(int(seat), bytes.fromhex(nonce)) for seat, nonce in last["nonces"].items()]
    made_of = second_shuffle.seed_input(table_id, told["round"] - 1, last["number"], secret, nonces)
    seed = hashlib.sha256(made_of).digest()
    assert told["seed"] == seed.hex()
    table = dealt_table(seed, len(told["players"]), told["dealer"], int(told["ruleset"]["stock_size"]))
    assert told["dealt"] == checksum(table)
    assert told["sums"] == {key: checksum(value) for key, value in told.items() if key != "sums"}


def test_the_document_alone_gives_the_checksum_of_an_action() -> None:
    told = json.loads(SHORT)
    table = dealt_table(bytes.fromhex(told["seed"]), 3, told["dealer"], int(told["ruleset"]["stock_size"]))
    seat, text, expected = told["actions"][0]
    verb, card, pile = text.split()
    assert verb == "discard"
    table["seats"][seat]["hand"].remove(int(card))
    table["seats"][seat]["discards"][int(pile)].append(int(card))
    table["turn"] = after = (seat + 1) % 3
    table["seats"][after]["hand"] = [table["draw_pile"].pop(0) for _ in range(5)]
    assert checksum([seat, text, table]) == expected


def test_each_value_that_is_changed_is_found_and_an_action_where_it_stands() -> None:
    told = json.loads(SHORT)
    for place in leaves(told):
        for value in other_values(value_at(told, place)):
            error = found(bytes_of(changed(told, place, value)))
            if place[0] == "actions" and isinstance(error, Unproved):
                assert error.step == int(place[1]) + 1, (place, value)
            elif isinstance(error, Altered):
                assert error.part in (place[0], place[-1]), (place, value)


def test_each_value_of_the_attempts_that_is_changed_is_found() -> None:
    told = json.loads(TWO_ATTEMPTS)
    for place in leaves(told["attempts"], ("attempts",)):
        error = found(bytes_of(changed(told, place, other_values(value_at(told, place))[0])))
        if isinstance(error, Unproved) and error.flaw in (Flaw.SECRET, Flaw.NUMBER):
            assert error.attempt == int(place[1]) + 1, place


def test_a_member_or_an_action_that_is_missing_or_added_is_found() -> None:
    told = json.loads(SHORT)
    for part in told:
        assert isinstance(found(bytes_of({key: value for key, value in told.items() if key != part})), NotARound)
    assert isinstance(found(bytes_of(told | {"more": 1})), NotARound)
    for step in range(len(told["actions"])):
        error = found(bytes_of(told | {"actions": told["actions"][:step] + told["actions"][step + 1 :]}))
        assert isinstance(error, Unproved)
        assert error.step == (step + 1 if step + 1 < len(told["actions"]) else 0)
    error = found(bytes_of(told | {"actions": [*told["actions"], told["actions"][-1]]}))
    assert isinstance(error, Unproved)
    assert (error.flaw, error.step) == (Flaw.ACTION, len(told["actions"]) + 1)
    for option in told["ruleset"]:
        rest = {key: value for key, value in told["ruleset"].items() if key != option}
        found(bytes_of(told | {"ruleset": rest}))


def test_bytes_that_are_changed_are_found_unless_they_mean_the_same() -> None:
    meant = json.loads(SHORT)
    for place in range(0, len(SHORT), 7):
        for bit in (1, 32):
            content = bytearray(SHORT)
            content[place] ^= bit
            try:
                same = json.loads(bytes(content)) == meant
            except ValueError:
                same = False
            if not same:
                found(bytes(content))


@pytest.mark.parametrize(
    ("place", "value", "flaw", "attempt", "seat"),
    [
        (("secret",), "00" * 32, Flaw.SECRET, 1, None),
        (("attempts", 1, "host"), "00" * 32, Flaw.SECRET, 2, None),
        (("attempts", 1, "nonces", "2"), "00" * 32, Flaw.NUMBER, 2, 2),
        (("attempts", 1, "commitments", "1"), "00" * 32, Flaw.NUMBER, 2, 1),
        (("attempts", 0, "nonces"), {}, Flaw.ATTEMPTS, 2, None),
        (("attempts", 1, "nonces"), {}, Flaw.NUMBER, 2, 1),
        (("attempts", 1, "left_out"), [], Flaw.ATTEMPTS, 2, None),
        (("attempts", 1, "why"), None, Flaw.ATTEMPTS, 2, None),
        (("table_id",), "00" * 16, Flaw.SECRET, 1, None),
        (("round",), 2, Flaw.SECRET, 1, None),
        (("dealer",), 0, Flaw.DEALER, 2, None),
        (("attempts", 0, "dealer"), 3, Flaw.DEALER, 1, None),
    ],
)
def test_what_is_wrong_with_the_deal_is_told_with_its_place(
    place: Place, value: object, flaw: Flaw, attempt: int, seat: int | None
) -> None:
    error = found(bytes_of(changed(json.loads(TWO_ATTEMPTS), place, value)))
    assert isinstance(error, Unproved)
    assert (error.flaw, error.attempt, error.seat) == (flaw, attempt, seat)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("seed",), "00" * 32),
        (("players", 0), "Eve"),
        (("table",), "Cellar"),
        (("app",), "Other 1"),
        (("ruleset", "target"), "400"),
        (("attempts", 1, "why"), "restarted"),
        (("attempts", 0, "commitments", "3"), "00" * 32),
        (("outcome", "points"), 60),
        (("sums", "players"), "00" * 8),
    ],
)
def test_what_the_cards_do_not_depend_on_is_found_by_its_part(place: Place, value: object) -> None:
    error = found(bytes_of(changed(json.loads(TWO_ATTEMPTS), place, value)))
    assert isinstance(error, Altered)
    assert error.part == (place[-1] if place[0] == "sums" else place[0])


def test_an_attempt_that_was_void_cannot_be_hidden() -> None:
    told = json.loads(TWO_ATTEMPTS)
    second = told["attempts"][1] | {"number": 1, "left_out": [], "why": None}
    error = found(bytes_of(told | {"attempts": [second]}))
    assert isinstance(error, Unproved)
    assert (error.flaw, error.attempt) == (Flaw.SECRET, 1)


def test_another_seed_that_was_given_deals_other_cards() -> None:
    told = json.loads(GIVEN_SEED)
    seeds = (changed(told, ("seed",), f"{number:064x}") for number in range(6))
    errors = [found(bytes_of(other)) for other in seeds]
    assert all(isinstance(error, Unproved) and error.step == 0 for error in errors)
    assert {error.flaw for error in errors if isinstance(error, Unproved)} == {Flaw.DEALER, Flaw.VIEW}


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.parametrize(
    "text",
    ["", "x", "play", "play st 9", "play st@999999 0", "play st@2 -1", "play d@1:0 0", "play d:0#1 0", "play b:0 0",
     "play h@2:7 0", "oot h:99 0", "discard 1 -1", "discard 13 0", "discard 1 0 1", "draw -1", "draw 999999", "object",
     "pass", "penalise -1", "penalise 9", "play h:7 0 \ud83c\udccf"],
)  # fmt: skip
def test_what_is_no_action_here_is_told_as_such(seat: int | None, text: str) -> None:
    told = json.loads(SHORT)
    error = found(bytes_of(changed(told, ("actions", 0), [seat, text, "00" * 8])))
    assert isinstance(error, Unproved)
    assert (error.flaw, error.step) == (Flaw.ACTION, 1)


def with_parts(**parts: object) -> bytes:
    return bytes_of(json.loads(SHORT) | parts)


@pytest.mark.parametrize(
    ("content", "mismatch"),
    [
        (b"", Mismatch.NOT_A_ROUND),
        (b"null", Mismatch.NOT_A_ROUND),
        (b"[]", Mismatch.NOT_A_ROUND),
        (b"{}", Mismatch.NOT_A_ROUND),
        (b"\xff\xfe", Mismatch.NOT_A_ROUND),
        (SHORT[:-3], Mismatch.NOT_A_ROUND),
        (SHORT + b"x", Mismatch.NOT_A_ROUND),
        (b"[" * 500_000, Mismatch.NOT_A_ROUND),
        (b'{"a":' * 100_000, Mismatch.NOT_A_ROUND),
        (SHORT.replace(b'"round": 1', b'"round": NaN'), Mismatch.NOT_A_ROUND),
        (SHORT.replace(b'"round": 1', b'"round": 1.0'), Mismatch.NOT_A_ROUND),
        (SHORT.replace(b'"round": 1', b'"round": 1e0'), Mismatch.NOT_A_ROUND),
        (SHORT.replace(b'"round": 1', b'"round": 1, "round": 1'), Mismatch.NOT_A_ROUND),
        (SHORT.replace(b'"round": 1', b'"round": ' + b"1" * 5000), Mismatch.NOT_A_ROUND),
        (with_parts(table="\ud800"), Mismatch.NOT_A_ROUND),
        (with_parts(format="skipbo-lan match"), Mismatch.NOT_A_ROUND),
        (with_parts(version=True), Mismatch.NOT_A_ROUND),
        (with_parts(version="1"), Mismatch.NOT_A_ROUND),
        (with_parts(version=2), Mismatch.NEWER),
        (b'{"format": "skipbo-lan round", "version": 7}', Mismatch.NEWER),
        (SHORT + b" " * EXPORTED_BYTES, Mismatch.TOO_LARGE),
    ],
)  # fmt: skip
def test_what_is_no_such_file_is_told_from_what_is_wrong(content: bytes, mismatch: Mismatch) -> None:
    error = found(content)
    assert isinstance(error, NotARound)
    assert error.mismatch is mismatch


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ({"version": 0}, "version"),
        ({"round": 0}, "round"),
        ({"round": 2**32 + 1}, "round"),
        ({"round": 10**30}, "round"),
        ({"round": True}, "round"),
        ({"players": ["Bea"]}, "players"),
        ({"players": ["B"] * 7}, "players"),
        ({"players": ["Bea", "Cy", "x" * 65]}, "players[2]"),
        ({"players": ["Bea", "Cy"], "dealer": 0}, "attempts"),
        ({"dealer": 3}, "dealer"),
        ({"dealer": 6}, "dealer"),
        ({"secret": "0" * 63 + "\n"}, "secret"),
        ({"secret": "A" * 64}, "secret"),
        ({"secret": None}, "secret"),
        ({"attempts": []}, "secret"),
        ({"ruleset": {"stock_size": "50"}}, "ruleset"),
        ({"ruleset": {"stock": "5"}}, "ruleset"),
        ({"ruleset": {"target": "9" * 32}}, "ruleset"),
        ({"ruleset": {"teams": "0+9,1+2"}}, "ruleset"),
        ({"actions": [[3, "pass", "00" * 8]]}, "actions"),
        ({"actions": [[0, "pass"]]}, "actions[0]"),
        ({"outcome": {"termination": "win", "winner": 0, "points": 5, "more": 1}}, "outcome"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_with_its_place(parts: dict[str, object], place: str) -> None:
    error = found(with_parts(**parts))
    assert isinstance(error, NotARound)
    assert (error.mismatch, error.place) == (Mismatch.MALFORMED, place)
