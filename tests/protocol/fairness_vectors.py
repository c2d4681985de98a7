"""The vectors of the deal exchange: what is hashed, byte by byte, and what follows from each seed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from engine.cards import DECK, Card
from engine.deal import draw_dealer
from engine.shuffle import Label, chosen, shuffled
from protocol.fairness import host_commitment, mixed_seed, seat_commitment
from tests.protocol import samples

HOST: Final = 255
LATE_ROUND: Final = 0x01020304
"""No match has so many; it shows who takes the bytes of a number in another order."""
SEEDS: Final[tuple[tuple[int, int, int, Mapping[int, bytes]], ...]] = (
    (0, 1, 2, {}),
    (0, 1, 2, {1: samples.NONCES[1][1]}),
    (1, 1, 4, samples.NONCES[1]),
    (1, 2, 4, samples.NONCES[2]),
    (LATE_ROUND, 7, 6, dict(enumerate(bytes([seat]) * 32 for seat in range(6)))),
)
"""Round, attempt, players, and the numbers of the seats."""


def made() -> dict[str, Any]:
    """Commitments of the host and of seats, seeds from none to six numbers, and the cards that follow."""
    return {
        "table_id": samples.TABLE_ID.hex(),
        "secret": samples.SECRET.hex(),
        "commitments": [
            _host_commitment(0, 1),
            _host_commitment(1, 1),
            _host_commitment(1, 2),
            _host_commitment(LATE_ROUND, 7),
            *(_commitment(1, attempt, seat) for attempt, given in samples.NONCES.items() for seat in given),
        ],
        "seeds": [_seed(*case) for case in SEEDS],
    }


def _host_commitment(round_number: int, attempt: int) -> dict[str, Any]:
    made_of = b"skipbo/1host" + _place(round_number, attempt) + bytes([HOST]) + samples.SECRET
    return {
        "round": round_number,
        "attempt": attempt,
        "seat": None,
        "value": samples.SECRET.hex(),
        "input": made_of.hex(),
        "commitment": host_commitment(samples.TABLE_ID, round_number, attempt, samples.SECRET).hex(),
    }


def _commitment(round_number: int, attempt: int, seat: int) -> dict[str, Any]:
    nonce = samples.NONCES[attempt][seat]
    made_of = b"skipbo/1seat" + _place(round_number, attempt) + bytes([seat]) + nonce
    return {
        "round": round_number,
        "attempt": attempt,
        "seat": seat,
        "value": nonce.hex(),
        "input": made_of.hex(),
        "commitment": seat_commitment(samples.TABLE_ID, round_number, attempt, seat, nonce).hex(),
    }


def _seed(round_number: int, attempt: int, players: int, nonces: Mapping[int, bytes]) -> dict[str, Any]:
    seed = mixed_seed(samples.TABLE_ID, round_number, attempt, samples.SECRET, nonces.items())
    given = b"".join(bytes([seat]) + nonce for seat, nonce in nonces.items())
    drawn, dealt = shuffled(DECK, Label.DEALER, 0, seed), shuffled(DECK, Label.DEAL, 0, seed)
    return {
        "round": round_number,
        "attempt": attempt,
        "nonces": [{"seat": seat, "nonce": nonce.hex()} for seat, nonce in nonces.items()],
        "input": (b"skipbo/1seed" + _place(round_number, attempt) + samples.SECRET + given).hex(),
        "seed": seed.hex(),
        "players": players,
        "dealer_draw_begins": _codes(drawn[:12]),
        "dealer_draw_sha256": _digest(drawn),
        "dealer_draw": draw_dealer(players, drawn)[0],
        "dealer_random": chosen(players, Label.DEALER, seed),
        "deal_begins": _codes(dealt[:12]),
        "deal_sha256": _digest(dealt),
        "recycle": [_codes(shuffled(list(Card)[1:], Label.RECYCLE, k, seed)) for k in range(2)],
    }


def _place(round_number: int, attempt: int) -> bytes:
    return samples.TABLE_ID + round_number.to_bytes(4, "big") + attempt.to_bytes(4, "big")


def _digest(cards: tuple[Card, ...]) -> str:
    return hashlib.sha256(bytes(cards)).hexdigest()


def _codes(cards: tuple[Card, ...]) -> list[int]:
    return [int(card) for card in cards]
