"""Engine values survive the wire; combinations that no game can have do not (F83)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgpack
import msgspec
import pytest
from msgspec.structs import replace as changed

from engine import events as e
from engine.actions import Action, Discard, DiscardTop, Draw, Hand, Object, Pass, Penalise, Play, Stock
from engine.cards import Card
from engine.outcome import Outcome, Termination
from engine.ruleset import PRESETS, DryRule, OutOfTurn, Ruleset, Teams
from protocol import codec, limits, mapping
from protocol import dealing as d
from protocol import messages as m
from protocol import values as v
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.phases import Role
from tests.protocol import samples
from tests.protocol.games import play

RULESETS = [
    (replace(PRESETS["classic"], stock_size=3), 2),
    (replace(PRESETS["german"], stock_size=5, out_of_turn=OutOfTurn.TABLE, manual_draw=True), 3),
    (replace(PRESETS["french"], stock_size=4, teams=Teams.PAIRS), 4),
    (replace(PRESETS["modern"], stock_size=20, teams=((0, 3), (1, 4), (2, 5)), dry_rule=DryRule.TUCK), 6),
]


@pytest.mark.parametrize(("ruleset", "seats"), RULESETS)
def test_every_value_of_a_real_round_survives_the_wire(ruleset: Ruleset, seats: int) -> None:
    for seq, (action, view, events) in enumerate(play(ruleset, seats, seed=seats, steps=400)):
        update = m.Update(
            epoch=1,
            seq=seq,
            ack=0,
            events=[mapping.event_to_wire(event) for event in events],
            view=mapping.view_to_wire(view),
        )
        received = codec.decode(codec.encode(update)[limits.LENGTH_BYTES :], Role.HOST)
        assert isinstance(received, m.Update)
        assert mapping.view_from_wire(received.view) == view
        assert mapping.events_from_wire(received.events, view) == events
        if action is not None:
            assert mapping.action_from_wire(mapping.action_to_wire(action)) == action


EVENTS: list[e.Event] = [
    e.DealerCard(0, Card.WILD),
    e.Dealt(1, 30),
    e.TurnBegan(1),
    e.Drew(1, 2, (Card.SEVEN, Card.WILD)),
    e.Drew(0, 5, None),
    e.DrewUnder(1, 1),
    e.Played(1, Hand(Card.WILD), Card.WILD, 0, 12),
    e.Played(1, Stock(0), Card.THREE, 3, 3),
    e.Played(1, DiscardTop(1, 3), Card.TWO, 3, 2),
    e.StockTurned(1, Card.NINE, 4),
    e.StockTurned(1, None, 0),
    e.PileCompleted(2),
    e.Discarded(1, Card.FIVE, 3),
    e.Passed(1),
    e.Recycled(36),
    e.Tucked(7),
    e.Rescued(9),
    e.Intruded(0),
    e.Objected(1, 0),
    e.Penalised(0, 2),
    e.RoundOver(Outcome(Termination.WIN, 1, 55)),
    e.RoundOver(Outcome(Termination.BLOCKED, None, 0)),
]


def test_there_is_an_example_of_every_event() -> None:
    assert {type(event) for event in EVENTS} == set(e.Event.__args__)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_survives_the_wire(event: e.Event) -> None:
    assert mapping.event_from_wire(mapping.event_to_wire(event)) == event


def test_no_client_can_ask_for_a_penalty() -> None:
    with pytest.raises(LocalProtocolError):
        mapping.action_to_wire(Penalise(0))
    content = {**msgspec.to_builtins(samples.ACT), "action": {"do": "penalise", "offender": 0}}
    with pytest.raises(RemoteProtocolError):
        codec.decode(msgpack.packb(content), Role.CLIENT)


TAKEN: list[tuple[int | None, Action]] = [
    (1, Play(Hand(Card.WILD), 0, 5, out_of_turn=True)),
    (0, Play(Stock(0), 3)),
    (3, Play(DiscardTop(1, 2), 1)),
    (2, Discard(Card.TWELVE, 3)),
    (0, Pass()),
    (1, Draw(4)),
    (2, Object()),
    (None, Penalise(1)),
]


@pytest.mark.parametrize("taken", TAKEN, ids=lambda taken: type(taken[1]).__name__)
def test_every_action_of_a_round_that_is_shown_survives_the_wire(taken: tuple[int | None, Action]) -> None:
    page = d.DealActions(round=0, actions=[mapping.taken_to_wire(*taken)])
    received = codec.decode(codec.encode(page)[limits.LENGTH_BYTES :], Role.HOST)
    assert isinstance(received, d.DealActions)
    assert [mapping.taken_from_wire(one) for one in received.actions] == [taken]


@pytest.mark.parametrize(
    "wire",
    [d.Taken(seat=1, action=v.PenaliseAction(offender=0)), d.Taken(seat=None, action=v.PassAction())],
    ids=["a penalty of a seat's", "another action of the referee's"],
)
def test_only_the_referee_takes_penalties_and_nothing_else(wire: d.Taken) -> None:
    with pytest.raises(RemoteProtocolError):
        mapping.taken_from_wire(wire)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_survives_the_wire(preset: str) -> None:
    assert mapping.ruleset_from_wire(mapping.ruleset_to_wire(PRESETS[preset])) == PRESETS[preset]


SEAT, PILE = samples.VIEW.seats[0], samples.VIEW.building[0]


def with_seat(**changes: Any) -> v.WireView:
    return changed(samples.VIEW, seats=[changed(SEAT, **changes), samples.VIEW.seats[1]])


def with_pile(**changes: Any) -> v.WireView:
    return changed(samples.VIEW, building=[changed(PILE, **changes), *samples.VIEW.building[1:]])


IMPOSSIBLE_VIEWS = {
    "observer": changed(samples.VIEW, observer=2),
    "dealer": changed(samples.VIEW, dealer=2),
    "turn": changed(samples.VIEW, turn=2),
    "intruder": changed(samples.VIEW, intruder=2),
    "a hand of another size": changed(samples.VIEW, hand=[1]),
    "a spectator with a hand": changed(samples.VIEW, observer=None),
    "a stock without a top": with_seat(stock_top=None),
    "a top without a stock": with_seat(stock_count=0),
    "more cards than the height": with_pile(cards=[1, 2, 3]),
    "no card at a height": with_pile(cards=[]),
    "a card without a height": with_pile(cards=[1], height=0),
    "a pile out of sequence": with_pile(cards=[2, 1]),
    "a shortened pile with a wrong top": with_pile(cards=[1]),
    "too large a stock": changed(samples.VIEW, ruleset=changed(samples.RULESET, stock_size=77)),
    "three in pairs": changed(samples.VIEW, ruleset=changed(samples.RULESET, teams=Teams.PAIRS)),
    "teams of others": changed(samples.VIEW, ruleset=changed(samples.RULESET, teams=[[0, 0], [5, 4]])),
    "a winner who is not there": changed(
        samples.VIEW, outcome=v.WireOutcome(termination=Termination.WIN, winner=2, points=5)
    ),
    "a win of nobody": changed(samples.VIEW, outcome=v.WireOutcome(termination=Termination.WIN, winner=None, points=0)),
    "a blocked round with a winner": changed(
        samples.VIEW, outcome=v.WireOutcome(termination=Termination.BLOCKED, winner=1, points=0)
    ),
    "points for nobody": changed(
        samples.VIEW, outcome=v.WireOutcome(termination=Termination.BLOCKED, winner=None, points=5)
    ),
}


@pytest.mark.parametrize("wire", IMPOSSIBLE_VIEWS.values(), ids=IMPOSSIBLE_VIEWS.keys())
def test_an_impossible_view_is_refused(wire: v.WireView) -> None:
    mapping.view_from_wire(samples.VIEW)
    with pytest.raises(RemoteProtocolError):
        mapping.view_from_wire(wire)


def test_a_shortened_pile_keeps_its_height() -> None:
    view = mapping.view_from_wire(with_pile(cards=[0, 9], height=9))
    assert (view.building[0].cards, view.building[0].need) == ((Card.WILD, Card.NINE), 10)


IMPOSSIBLE_EVENTS: dict[str, v.WireEvent] = {
    "a seat that is not there": v.PassedEvent(seat=2),
    "an owner that is not there": changed(samples.PLAYED, source=v.StockSource(owner=2)),
    "an offender who is not there": v.ObjectedEvent(seat=0, offender=2),
    "another card than the hand's": changed(samples.PLAYED, source=v.HandSource(card=2)),
    "a two that stands for three": changed(samples.PLAYED, card=2, source=v.HandSource(card=2), value=3),
    "a pile that is not there": changed(samples.PLAYED, source=v.DiscardSource(owner=1, pile=4)),
    "fewer cards than drawn": v.DrewEvent(seat=1, count=2, cards=[1]),
    "an empty stock with a top": v.StockTurnedEvent(owner=1, card=4, left=0),
    "a stock without a top": v.StockTurnedEvent(owner=1, card=None, left=4),
    "a winner who is not there": v.RoundOverEvent(
        outcome=v.WireOutcome(termination=Termination.WIN, winner=2, points=5)
    ),
}


@pytest.mark.parametrize("wire", IMPOSSIBLE_EVENTS.values(), ids=IMPOSSIBLE_EVENTS.keys())
def test_an_impossible_event_is_refused(wire: v.WireEvent) -> None:
    view = mapping.view_from_wire(samples.VIEW)
    with pytest.raises(RemoteProtocolError):
        mapping.events_from_wire([wire], view)


ROOM = samples.ROOM
LOBBY = changed(ROOM, stage="lobby", scores=[], wins=[], rounds_played=0, owner=None)
IMPOSSIBLE_ROOMS = {
    "two on one seat": changed(LOBBY, players=[samples.ANNA, changed(samples.BEA, seat=0)], you=0),
    "out of order": changed(LOBBY, players=[samples.BEA, samples.ANNA]),
    "beyond the capacity": changed(LOBBY, capacity=2, players=[samples.ANNA, changed(samples.BEA, seat=2)], you=2),
    "without the receiver": changed(LOBBY, you=4),
    "an owner who is not there": changed(LOBBY, owner=4),
    "a winner who is not there": changed(ROOM, stage="match_over", winners=[4]),
    "an accused who is not there": changed(ROOM, accusation=m.Accusation(accuser=0, offender=4, left_ms=1)),
    "a gap in a match": changed(ROOM, players=[samples.ANNA, changed(samples.BEA, seat=2)], you=2),
    "alone in a match": changed(ROOM, players=[samples.ANNA], you=0),
    "rules that do not fit": changed(ROOM, ruleset=changed(samples.RULESET, stock_size=77)),
    "a score too many": changed(ROOM, scores=[0, 1, 2]),
    "no wins": changed(ROOM, wins=[]),
}


@pytest.mark.parametrize("room", [ROOM, LOBBY, changed(LOBBY, players=[changed(samples.BEA, seat=5)], you=5)])
def test_a_possible_room_passes(room: m.Room) -> None:
    mapping.check_room(room)


@pytest.mark.parametrize("room", IMPOSSIBLE_ROOMS.values(), ids=IMPOSSIBLE_ROOMS.keys())
def test_an_impossible_room_is_refused(room: m.Room) -> None:
    with pytest.raises(RemoteProtocolError):
        mapping.check_room(room)
