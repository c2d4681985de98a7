"""Whether an exported round holds: the arithmetic of its deal, every action by the rules, and every checksum. Pure."""

from __future__ import annotations

from engine.deal import deal, first_dealer
from engine.errors import IllegalAction, NotationError
from engine.notation import parse
from engine.observe import observe
from engine.rules import apply
from engine.ruleset import FirstDealer, Seat
from engine.table import Table
from skipbo_lan.fairness.checksums import action_checksum, dealt_checksum
from skipbo_lan.fairness.exported import (
    ExportedRound,
    attempts_of,
    outcome_form,
    ruleset_of,
    sums_of,
)
from skipbo_lan.fairness.proof import Flaw, Proof, Unproved, proved_tables


class Altered(Exception):
    """A part of the file is not what was written, or not what follows from the rest."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part
        """Its key in the file; may be text from outside."""


def checked(shown: ExportedRound) -> Table:
    """The table at the end of the round. Raises Unproved, or Altered, at the first place that does not hold."""
    table = _dealt(shown)
    if dealt_checksum(table) != shown.dealt:
        raise Unproved(Flaw.VIEW)
    for step, (seat, text, checksum) in enumerate(shown.actions, 1):
        table = _after(table, seat, text, step)
        if action_checksum(seat, text, table) != checksum:
            raise Unproved(Flaw.VIEW, step=step)
    if table.outcome is None:
        raise Unproved(Flaw.UNFINISHED)
    if outcome_form(table.outcome) != shown.outcome:
        raise Altered("outcome")
    _check_sums(shown)
    return table


def _dealt(shown: ExportedRound) -> Table:
    """The table after the deal, with everything checked that led there."""
    if shown.secret is None:
        return _dealt_from_seed(shown)
    proof = Proof(
        table_id=bytes.fromhex(shown.table_id),
        round_number=shown.round - 1,
        seats=len(shown.players),
        dealer=shown.dealer,
        ruleset=ruleset_of(shown),
        secret=bytes.fromhex(shown.secret),
        attempts=attempts_of(shown),
    )
    table = next(proved_tables(proof))
    if proof.record.seed.hex() != shown.seed:
        raise Altered("seed")
    return table


def _dealt_from_seed(shown: ExportedRound) -> Table:
    ruleset, players, seed = ruleset_of(shown), len(shown.players), bytes.fromhex(shown.seed)
    if shown.round == 1 and ruleset.first_dealer is not FirstDealer.HOST_CHOICE:
        dealer, _ = first_dealer(ruleset, players, seed)
        if dealer != shown.dealer:
            raise Unproved(Flaw.DEALER)
    return deal(ruleset, players, shown.dealer, seed)[0]


def _after(table: Table, seat: Seat | None, text: str, step: int) -> Table:
    try:
        return apply(table, seat, parse(observe(table, seat), text))[0]
    except (IllegalAction, NotationError):
        raise Unproved(Flaw.ACTION, step=step) from None


def _check_sums(shown: ExportedRound) -> None:
    sums = sums_of(shown)
    for part in {**sums, **shown.sums}:
        if sums.get(part) != shown.sums.get(part):
            raise Altered(part)
