"""What holds at every moment of every round, whoever plays and however (docs/RULES.md, R9, R23, R80)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from engine.actions import Action, Discard, DiscardTop, Draw, Hand, Object, Pass, Penalise, Play, Source, Stock
from engine.cards import DECK, Card
from engine.deal import deal
from engine.errors import IllegalAction
from engine.events import Drew, Event
from engine.legal import legal_actions
from engine.observe import observe, redact
from engine.outcome import Termination
from engine.record import Record
from engine.replay import replay
from engine.rules import apply
from engine.ruleset import DryRule, OnBlock, OutOfTurn, Ruleset, Seat, Sides, Teams, largest_stock
from engine.table import Table
from tests.engine.play import Style, aimlessly, hoarding, randomly, sensibly
from tests.engine.test_observe import everything_in

QUICK = settings(
    max_examples=100,
    stateful_step_count=15,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
STYLES: tuple[Style, ...] = (randomly, sensibly, hoarding)
SEEDS = st.integers(0, 2**32 - 1)
SEATS = st.integers(0, 5)


@st.composite
def games(draw: st.DrawFn) -> tuple[Ruleset, int]:
    """Rules that can be played, and by how many."""
    seats = draw(st.integers(2, 6))
    teams: dict[int, tuple[Teams | Sides, ...]] = {
        4: (Teams.PAIRS, ((0, 1), (2, 3))),
        6: (Teams.PAIRS, Teams.TRIOS, ((0, 1, 2), (3, 4, 5))),
    }
    ruleset = Ruleset(
        stock_size=draw(st.sampled_from((None, 1, 3, 10, largest_stock(seats)))),
        scoring=draw(st.booleans()),
        points_per_card=draw(st.sampled_from((1, 5))),
        teams=draw(st.sampled_from((Teams.NONE, *teams.get(seats, ())))),
        coaching_cards=draw(st.integers(0, 3)),
        out_of_turn=draw(st.sampled_from(OutOfTurn)),
        manual_draw=draw(st.booleans()),
        dry_rule=draw(st.sampled_from(DryRule)),
        on_block=draw(st.sampled_from(OnBlock)),
        wild_on_wild=draw(st.booleans()),
        wild_discard=draw(st.booleans()),
    )
    return ruleset, seats


class RoundMachine(RuleBasedStateMachine):
    """A round, played in one style but for lapses, with everything that irregular play can do to it."""

    def __init__(self) -> None:
        super().__init__()
        self.table: Table | None = None
        self.record: Record | None = None
        self.told: list[tuple[Event, ...]] = []
        self.style: Style = aimlessly

    @initialize(game=games(), dealer=SEATS, seed=SEEDS, style=st.sampled_from(STYLES))
    def deal(self, game: tuple[Ruleset, int], dealer: Seat, seed: int, style: Style) -> None:
        ruleset, seats = game
        self.style = style
        self.record = Record(ruleset, seats, dealer % seats, seed.to_bytes(32, "big"))
        self.table, events = deal(ruleset, seats, dealer % seats, self.record.seed)
        self.told.append(events)
        check_table(self.table)

    def is_running(self) -> bool:
        return self.table is not None and self.table.outcome is None

    @precondition(is_running)
    @rule(actions=st.integers(1, 300), seed=SEEDS)
    def play_on(self, actions: int, seed: int) -> None:
        random = Random(seed)
        for _ in range(actions):
            if self.is_running():
                seat = random.choice(acting(self.current()))
                self.take(seat, self.style(observe(self.current(), seat), random))
                self.lapse(random)

    @precondition(is_running)
    @rule(seed=SEEDS)
    def act_aimlessly(self, seed: int) -> None:
        seat = self.current().turn
        self.take(seat, aimlessly(observe(self.current(), seat), Random(seed)))

    @precondition(is_running)
    @rule(offender=SEATS)
    def penalise(self, offender: Seat) -> None:
        self.take(None, Penalise(offender % len(self.current().seats)))

    @precondition(lambda self: self.is_running() and self.table.ruleset.manual_draw)
    @rule(count=st.integers(1, 9), seed=SEEDS)
    def draw_too_many(self, count: int, seed: int) -> None:
        seat = Random(seed).choice(acting(self.current()))
        if may_draw(self.current(), seat):
            self.take(seat, Draw(count))

    @precondition(lambda self: self.table is not None)
    @rule(seat=SEATS)
    def try_everything(self, seat: Seat) -> None:
        check_legality(self.current(), seat % len(self.current().seats))

    @precondition(lambda self: self.table is not None)
    @rule(seat=st.one_of(st.none(), SEATS), seed=SEEDS)
    def change_what_is_hidden(self, seat: Seat | None, seed: int) -> None:
        observer = None if seat is None else seat % len(self.current().seats)
        check_view(self.current(), observer)
        other = hidden_cards_changed(self.current(), observer, Random(seed))
        assert observe(other, observer) == observe(self.current(), observer)

    def lapse(self, random: Random) -> None:
        """Now and then somebody who is not on turn plays or objects, where the rules allow it (R81)."""
        if random.random() < 0.2:
            seat = random.randrange(len(self.current().seats))
            actions = legal_actions(observe(self.current(), seat))
            if seat not in acting(self.current()) and actions:
                self.take(seat, random.choice(actions))

    def current(self) -> Table:
        assert self.table is not None
        return self.table

    def take(self, seat: Seat | None, action: Action) -> None:
        """Take an action that must be accepted, and check what came of it."""
        assert self.record is not None
        before = self.current()
        self.table, events = apply(before, seat, action)
        self.told.append(events)
        self.record = replace(self.record, actions=(*self.record.actions, (seat, action)))
        check_table(self.table)
        check_events(events, len(self.table.seats))
        if not isinstance(action, Penalise | Draw):
            assert stock_cards(self.table) <= stock_cards(before)

    def teardown(self) -> None:
        if self.record is not None:
            steps = list(replay(self.record))
            assert steps[-1][0] == self.table
            assert [events for _, events in steps] == self.told


def acting(table: Table) -> list[Seat]:
    """Who may act: the seat on turn, and whoever is playing out of turn."""
    return [table.turn] if table.intruder is None else [table.turn, table.intruder]


def may_draw(table: Table, seat: Seat) -> bool:
    """Whether a draw by hand is possible, too many cards or not (R82)."""
    return table.ruleset.manual_draw and not table.seats[seat].no_draw and observe(table, seat).can_draw


def stock_cards(table: Table) -> int:
    return sum(len(own.stock) for own in table.seats)


def all_cards(table: Table) -> list[Card]:
    piles = [table.draw_pile, table.set_aside, *(building.cards for building in table.building)]
    for own in table.seats:
        piles += [own.stock, own.hand, *own.discards]
    return [card for pile in piles for card in pile]


def check_table(table: Table) -> None:
    """The deck is whole (R23), no pile is impossible, and an unfinished round goes on."""
    assert Counter(all_cards(table)) == Counter(DECK)
    assert all(len(own.hand) <= 5 for own in table.seats)
    assert all(min(1, building.height) <= len(building.cards) <= building.height < 12 for building in table.building)
    if table.outcome is None:
        for seat in acting(table):
            offered = legal_actions(observe(table, seat))
            assert any(isinstance(action, Play | Discard | Pass | Draw) for action in offered)
        assert all(any(table.seats[seat].stock for seat in side) for side in table.sides)
    else:
        won = [side for side, seats in enumerate(table.sides) if not any(table.seats[seat].stock for seat in seats)]
        assert won == ([] if table.outcome.winner is None else [table.outcome.winner])
        assert table.intruder is None
        assert (table.outcome.winner is None) == (table.outcome.termination is Termination.BLOCKED)


def check_events(events: tuple[Event, ...], seats: int) -> None:
    """Only a seat's own drawn cards are told, and to that seat alone (R9)."""
    for event in events:
        for observer in (None, *range(seats)):
            if isinstance(event, Drew) and event.seat != observer:
                assert redact(event, observer) == Drew(event.seat, event.count, None)
            else:
                assert redact(event, observer) == event
        if isinstance(event, Drew):
            assert event.cards is not None
            assert len(event.cards) == event.count > 0


def check_view(table: Table, observer: Seat | None) -> None:
    """The view holds the own hand and what is open, no card more, and no seed (R9)."""
    hand = [] if observer is None else list(table.seats[observer].hand)
    tops = [own.stock[-1] for own in table.seats if own.stock]
    discards = [card for own in table.seats for pile in own.discards for card in pile]
    building = [card for pile in table.building for card in pile.cards]
    found = list(everything_in(observe(table, observer)))
    shown = [value for value in found if isinstance(value, Card)]
    assert Counter(shown) == Counter([*hand, *tops, *discards, *building, *table.set_aside])
    assert not any(isinstance(value, bytes) for value in found)


def hidden_cards_changed(table: Table, observer: Seat | None, random: Random) -> Table:
    """Another table that looks the same to this observer: all hidden cards change places, and the seed too."""
    others = [seat for seat in range(len(table.seats)) if seat != observer]
    pool = [*table.draw_pile, *(card for own in table.seats for card in own.stock[:-1])]
    pool += [card for seat in others for card in table.seats[seat].hand]
    random.shuffle(pool)

    def taken(count: int) -> tuple[Card, ...]:
        return tuple(pool.pop() for _ in range(count))

    seats = tuple(
        replace(
            own,
            stock=taken(len(own.stock[:-1])) + own.stock[-1:],
            hand=own.hand if seat == observer else taken(len(own.hand)),
        )
        for seat, own in enumerate(table.seats)
    )
    aside = tuple(random.sample(table.set_aside, len(table.set_aside)))
    return replace(
        table, seats=seats, draw_pile=taken(len(table.draw_pile)), set_aside=aside, seed=random.randbytes(32)
    )


def every_action(seats: int) -> list[Action]:
    """Every action that can be said, on piles and seats that exist and some that do not."""
    sources: list[Source] = [
        *map(Hand, Card),
        *map(Stock, range(seats + 1)),
        *(DiscardTop(seat, pile) for seat in range(seats + 1) for pile in range(5)),
    ]
    plays = [Play(source, pile, None, oot) for source in sources for pile in range(5) for oot in (False, True)]
    discards = [Discard(card, pile) for card in Card for pile in range(-1, 5)]
    return [*plays, *discards, Pass(), Object(), Draw(1), Penalise(0)]


def check_legality(table: Table, seat: Seat) -> None:
    """Exactly the legal actions are accepted, and a refusal changes nothing (R80)."""
    before = hash(table)
    accepted = {action for action in every_action(len(table.seats)) if is_accepted(table, seat, action)}
    assert hash(table) == before
    drawing = {action for action in accepted if isinstance(action, Draw)}
    on_turn = seat in acting(table)
    meant = {action for action in accepted - drawing if isinstance(action, Play) and action.out_of_turn}
    plain = accepted - drawing - meant
    legal = {action for action in legal_actions(observe(table, seat)) if not isinstance(action, Draw)}
    if on_turn:  # whoever is on turn may mean to be out of turn; it makes no difference
        assert {replace(action, out_of_turn=False) for action in meant if isinstance(action, Play)} == {
            action for action in plain if isinstance(action, Play)
        }
        assert plain == legal
    else:
        assert plain | meant == legal
    assert bool(drawing) == (table.outcome is None and on_turn and may_draw(table, seat))


def is_accepted(table: Table, seat: Seat, action: Action) -> bool:
    try:
        apply(table, seat, action)
    except IllegalAction:
        return False
    return True


def test_a_round_played_by_anyone_in_any_way() -> None:
    run_state_machine_as_test(RoundMachine, settings=QUICK)


@pytest.mark.long
def test_many_rounds_played_by_anyone_in_any_way() -> None:
    run_state_machine_as_test(RoundMachine, settings=settings(QUICK, max_examples=500, stateful_step_count=30))
