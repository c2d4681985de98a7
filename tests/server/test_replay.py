"""What is stored is enough: whole matches at random, and the file of each gives the same tables, results and ids.

A match goes on elsewhere from what its file says (rounds, actions, last ids), so this is compared with the living
hall again and again, in the middle of rounds and between them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.match import Match, after_round, is_over, new_match
from engine.replay import replay
from engine.ruleset import Coaching, DryRule, FirstDealer, OnBlock, OutOfTurn, Ruleset, Teams
from engine.table import Table
from protocol import messages as m
from protocol.proof import token_key
from skipbo_lan.server.hall.state import Playing, RoundOver
from skipbo_lan.server.limits import BETWEEN_ROUNDS
from skipbo_lan.store.changes import MatchEnded
from skipbo_lan.store.match_reader import SavedMatch, read_match
from skipbo_lan.store.match_store import Archive, match_path
from tests.server.desk import Desk, Guest, choose, on_turn

SHORT = Ruleset(stock_size=3, target=70)
RULES = {
    "classic": (SHORT, 2),
    "short of cards": (replace(SHORT, stock_size=30, rounds=1, dry_rule=DryRule.TUCK), 4),
    "blocked": (replace(SHORT, stock_size=30, rounds=1, on_block=OnBlock.VOID), 3),
    "without points": (replace(SHORT, scoring=False, rounds=2, first_dealer=FirstDealer.RANDOM), 3),
    "pairs, accusing": (replace(SHORT, teams=Teams.PAIRS, coaching=Coaching.ACCUSE), 4),
    "trios": (replace(SHORT, stock_size=2, teams=Teams.TRIOS), 6),
    "table mode": (replace(SHORT, out_of_turn=OutOfTurn.TABLE), 3),
    "by hand": (replace(SHORT, manual_draw=True, first_dealer=FirstDealer.HOST_CHOICE), 2),
    "wilds kept": (replace(SHORT, wild_on_wild=False, wild_discard=False), 5),
}


class Living:
    """A match that is played at random while every change goes to disk."""

    def __init__(self, rules: Ruleset, seats: int, seed: int, folder: Path) -> None:
        self.luck = random.Random(seed)
        given = self.luck.randbytes(32) if seed % 2 else None
        self.desk = Desk(capacity=seats, ruleset=rules, seed=f"replay {seed}", match_seed=given, grace=20.0)
        self.guests = [self.desk.owner(), *(self.desk.join(f"Guest {n}") for n in range(1, seats))]
        self.archive = Archive(folder)
        self.path = match_path(folder, self.desk.hall.table_id)

    def save(self) -> None:
        """Store what has come since, as the dealer does."""
        if self.desk.changes:
            self.archive.commit(tuple(self.desk.changes))
            self.desk.changes.clear()

    def play(self) -> Iterator[None]:
        """One step after the other, until the match is over."""
        self.desk.ask(self.guests[0], m.Start(dealer=1))
        self.save()
        while self.desk.at(Playing) or self.desk.at(RoundOver):
            self._one_step()
            self.save()
            yield

    def _one_step(self) -> None:
        desk, luck = self.desk, self.luck
        if desk.at(RoundOver):
            desk.wait(BETWEEN_ROUNDS)
            return
        seat = on_turn(desk.table)
        if luck.random() < 0.1 and desk.legal(other := luck.randrange(len(self.guests))):
            seat = other
        self._bring(seat)
        desk.act(self.guests[seat], choose(desk.table, seat, luck))
        self._meddle(luck.random())

    def _bring(self, seat: int) -> None:
        """Whoever is to act is there: the player or a stand-in."""
        player = self.desk.hall.players[seat]
        assert player is not None
        if player.acting.peer is None:
            guest = self.guests[seat]
            self.guests[seat] = self.desk.bot_comes() if player.stand_in is not None else self.desk.back(guest)

    def _meddle(self, what: float) -> None:
        """Other things that happen at a table now and then."""
        desk, luck = self.desk, self.luck
        guest = self.guests[luck.randrange(1, len(self.guests))]
        if what < 0.03:
            desk.ask(guest, m.Say(text="hm"))
        elif what < 0.06 and not desk.hall.accused:
            desk.ask(guest, m.Accuse(offender=luck.randrange(len(self.guests))))
            desk.ask(self.guests[0], m.Confirm(guilty=luck.random() < 0.7))
        elif what < 0.08 and desk.at(Playing) and guest.name.startswith("Guest") and not desk.starts:
            desk.leave(guest)


def resumed(saved: SavedMatch) -> tuple[Match, Table, int, tuple[int, ...]]:
    """Match, table, sequence number and last ids, from a file alone."""
    match = new_match(saved.begun.ruleset, len(saved.begun.seats), saved.rounds[0].record.dealer)
    tables: list[Table] = []
    for round in saved.rounds:
        assert round.record.dealer == match.dealer
        tables += [table for table, _ in replay(round.record)]
        assert tables[-1].outcome == round.outcome
        if round.outcome is not None:
            match = after_round(match, round.outcome)
    return match, tables[-1], len(tables), saved.last_ids


def _last_accepted(desk: Desk) -> tuple[int, ...]:
    ids = [0] * len(desk.hall.players)
    for seat, player in enumerate(desk.hall.players):
        assert player is not None
        ids[seat] = player.client.answer.id if player.client.answer.code is None else -1
    return tuple(ids)


@pytest.mark.parametrize("name", RULES)
def test_a_stored_match_replays_to_the_same_tables_results_and_ids(name: str, tmp_path: Path) -> None:
    rules, seats = RULES[name]
    for seed in (1, 2):
        living = Living(rules, seats, seed, tmp_path / str(seed))
        for number, _ in enumerate(living.play()):
            if number % 23 == 0:
                _compare(living)
        _compare(living)
        living.archive.close()
        saved = read_match(living.path)
        match, *_ = resumed(saved)
        assert is_over(match)
        assert isinstance(saved.ended, MatchEnded)
        told = [line for line in living.desk.told if line["event"] == "match_over"]
        assert told == [{"event": "match_over", "winners": list(saved.ended.winners), "scores": list(match.scores)}]


def _compare(living: Living) -> None:
    desk = living.desk
    match, table, seq, last_ids = resumed(read_match(living.path))
    assert match == desk.game.match
    assert table == desk.table
    assert seq == desk.hall.seq
    accepted = _last_accepted(desk)
    assert all(stored == id for stored, id in zip(last_ids, accepted, strict=True) if id >= 0)


def test_the_seats_of_a_stored_match_know_their_tokens(tmp_path: Path) -> None:
    living = Living(SHORT, 3, 1, tmp_path)
    guests: list[Guest] = list(living.guests)
    next(living.play())
    saved = read_match(living.path)
    assert [seat.key for seat in saved.begun.seats] == [token_key(guest.token) for guest in guests]
    assert [seat.owner for seat in saved.begun.seats] == [True, False, False]
    for guest in guests:
        assert guest.token not in living.path.read_bytes(), "the token itself is nowhere"
    living.archive.close()
