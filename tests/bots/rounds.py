"""Whole rounds played by bots on the real engine, without a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from engine.actions import Action
from engine.cards import Card
from engine.deal import deal
from engine.observe import observe
from engine.rules import apply
from engine.ruleset import Ruleset
from engine.table import SeatCards, Table
from engine.view import View
from skipbo_lan.bots.levels import line

LONGEST = 6000
"""Lines of play after which a round counts as endless: several times the longest seen."""

Watch = Callable[[Table, View, Action], None]


def play_round(ruleset: Ruleset, levels: Sequence[str], seed: int, watch: Watch | None = None) -> Table:
    """The table at the end of a round; an illegal action raises IllegalAction, an endless round AssertionError."""
    chance = Random(seed)
    table, _ = deal(ruleset, len(levels), chance.randrange(len(levels)), chance.randbytes(32))
    for _ in range(LONGEST):
        if table.outcome is not None:
            return table
        view = observe(table, table.turn)
        actions = line(view, levels[table.turn], chance)
        assert actions, "the seat to act does nothing"
        if watch is not None:
            watch(table, view, actions[0])
        for action in actions:
            table, _ = apply(table, table.turn, action)
    raise AssertionError(f"no end after {LONGEST} lines with seed {seed}")


def with_other_hidden_cards(table: Table, observer: int, chance: Random) -> Table:
    """The table with everything permuted that the observer cannot see."""
    hidden = [*table.draw_pile]
    for seat, cards in enumerate(table.seats):
        hidden += [*cards.stock[:-1], *(cards.hand if seat != observer else ())]
    chance.shuffle(hidden)
    pool = iter(hidden)

    def refill(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(islice(pool, len(cards)))

    draw_pile = refill(table.draw_pile)
    seats: list[SeatCards] = []
    for seat, cards in enumerate(table.seats):
        stock = refill(cards.stock[:-1]) + cards.stock[-1:]
        hand = refill(cards.hand) if seat != observer else cards.hand
        seats.append(replace(cards, stock=stock, hand=hand))
    return replace(table, draw_pile=draw_pile, seats=tuple(seats))
