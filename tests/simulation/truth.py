"""What is on the disk, played again, and what may be told of it: the harness's own judgement, which trusts nothing that
the server has computed.

1. The store decides what has happened: a table for each sequence number, made from its changes alone.
2. What an observer may know is written down here once more, independently of `engine.observe`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.cards import DECK
from engine.deal import deal
from engine.events import DealerCard, Drew, Event
from engine.rules import apply
from engine.ruleset import Seat
from engine.table import Table
from engine.view import SeatView, View
from protocol import mapping
from protocol import messages as m
from skipbo_lan.store.changes import (
    ActionTaken,
    Change,
    MatchBegun,
    MatchEnded,
    MixBegun,
    Reopened,
    RoundBegun,
    RoundEnded,
    SeatChanged,
)


@dataclass
class Truth:
    """The match as far as it is on the disk."""

    changes: list[Change] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    """By sequence number, which counts from 1."""
    events: list[tuple[Event, ...]] = field(default_factory=list)
    actions: dict[int, ActionTaken] = field(default_factory=dict)
    """By the sequence number that they brought about."""
    keys: list[bytes] = field(default_factory=list)
    """By seat: what stands for the token of whoever sits there."""
    last_ids: dict[bytes, int] = field(default_factory=dict)
    """By key: the last act of its player that was applied."""
    secrets: dict[int, bytes] = field(default_factory=dict)
    """The host's, of each round that is not over."""
    epoch: int = 0
    ended: bool = False

    @property
    def begun(self) -> MatchBegun:
        """The match."""
        assert isinstance(self.changes[0], MatchBegun), "a match begins with itself"
        return self.changes[0]

    @property
    def seq(self) -> int:
        """Deals and actions that are safe."""
        return len(self.tables)

    def table(self, seq: int) -> Table:
        """The table at this sequence number."""
        assert 1 <= seq <= self.seq, f"told of {seq}, but only {self.seq} is safe"
        return self.tables[seq - 1]

    def commit(self, changes: Sequence[Change]) -> None:
        """The disk has taken this."""
        for change in changes:
            assert not self.ended or isinstance(change, SeatChanged), "something happened after the end"
            self.changes.append(change)
            self._follow(change)

    def _follow(self, change: Change) -> None:
        match change:
            case MatchBegun():
                assert len(self.changes) == 1, "one match in one simulation"
                self.keys, self.epoch = [seat.key for seat in change.seats], change.epoch
            case SeatChanged(seat, saved):
                self.keys[seat] = saved.key
            case RoundBegun(_, dealer, seed):
                self._add(*deal(self.begun.ruleset, len(self.begun.seats), dealer, seed))
            case ActionTaken(_, _, seat, action, act_id):
                self._once(seat, act_id)
                self._add(*apply(self.tables[-1], seat, action))
                self.actions[self.seq] = change
            case Reopened(epoch):
                assert epoch == self.epoch + 1
                self.epoch = epoch
            case MixBegun(number, secret):
                self.secrets[number] = secret
            case RoundEnded(number):
                self.secrets.pop(number, None)
            case MatchEnded():
                self.ended = True
            case _:
                pass

    def _once(self, seat: Seat | None, act_id: int | None) -> None:
        """Nobody's act is applied twice, nor one that he made before another that was applied."""
        assert self.tables[-1].outcome is None, "an action after the end of a round"
        if seat is not None and act_id is not None:
            key = self.keys[seat]
            assert act_id > self.last_ids.get(key, 0), f"act {act_id} of seat {seat} was applied again"
            self.last_ids[key] = act_id

    def _add(self, table: Table, events: tuple[Event, ...]) -> None:
        assert sorted(cards_of(table)) == sorted(DECK), "cards were lost or made"
        self.tables.append(table)
        self.events.append(events)


def cards_of(table: Table) -> list[int]:
    """Every card, wherever it lies."""
    cards = [*table.draw_pile, *table.set_aside]
    for pile in table.building:
        cards += pile.cards
    for own in table.seats:
        cards += [*own.stock, *own.hand, *(card for pile in own.discards for card in pile)]
    return [int(card) for card in cards]


def may_know(table: Table, observer: Seat | None) -> View:
    """What an observer may know of a table, taken from the rules (R9, R10) and not from the engine's own answer."""
    seats = []
    for own in table.seats:
        top = None
        if len(own.stock) > 0:
            top = own.stock[len(own.stock) - 1]
        seats.append(SeatView(top, len(own.stock), len(own.hand), own.discards, own.no_draw))
    return View(
        observer=observer,
        hand=() if observer is None else table.seats[observer].hand,
        seats=tuple(seats),
        building=table.building,
        draw_count=len(table.draw_pile),
        set_aside=tuple(sorted(table.set_aside, key=lambda card: (card == 0, card))),
        dealer=table.dealer,
        turn=table.turn,
        intruder=table.intruder,
        draw_due=table.draw_due,
        ruleset=table.ruleset,
        sides=table.sides,
        outcome=table.outcome,
    )


def check_update(truth: Truth, update: m.Update, observer: Seat | None, told_to: int) -> None:
    """A view tells what is safe on the disk, and no card that this observer may not know; its events tell the same.

    `told_to`: the sequence number up to which this connection has been told before.
    """
    assert update.epoch == truth.epoch
    view = mapping.view_from_wire(update.view)
    assert view == may_know(truth.table(update.seq), observer), (
        f"seat {observer} is shown another table at {update.seq}"
    )
    told = [event for event in map(mapping.event_from_wire, update.events) if not isinstance(event, DealerCard)]
    happened = [event for seq in range(told_to + 1, update.seq + 1) for event in truth.events[seq - 1]]
    known = [_as_known(event, observer) for event in happened]
    assert len(told) <= len(known), f"seat {observer} is told more than has happened: {told} {known}"
    assert told == known[len(known) - len(told) :], f"seat {observer} is told something else than has happened"


def _as_known(event: Event, observer: Seat | None) -> Event:
    if isinstance(event, Drew) and (observer is None or event.seat != observer):
        return replace(event, cards=None)
    return event
