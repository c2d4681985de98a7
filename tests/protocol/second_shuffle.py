"""The deal exchange and the shuffle a second time, from the text of docs/PROTOCOL.md alone. It imports nothing of ours.

`python tests/protocol/second_shuffle.py [FOLDER]` prints OK, or what differs from the test vectors in that folder.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final

DECK: Final = [number for number in range(1, 13) for _ in range(12)] + [0] * 18
PILE: Final = list(range(1, 13))


def place(table_id: bytes, round_number: int, attempt: int) -> bytes:
    return table_id + round_number.to_bytes(4, "big") + attempt.to_bytes(4, "big")


def commitment_input(table_id: bytes, round_number: int, attempt: int, seat: int | None, value: bytes) -> bytes:
    label, who = (b"host", 255) if seat is None else (b"seat", seat)
    return b"skipbo/1" + label + place(table_id, round_number, attempt) + bytes([who]) + value


def seed_input(
    table_id: bytes, round_number: int, attempt: int, secret: bytes, nonces: Iterable[tuple[int, bytes]]
) -> bytes:
    given = b"".join(bytes([seat]) + nonce for seat, nonce in sorted(nonces))
    return b"skipbo/1" + b"seed" + place(table_id, round_number, attempt) + secret + given


def words(label: str, k: int, seed: bytes) -> Iterator[int]:
    key = sha256(b"skipbo/1" + label.encode() + k.to_bytes(4, "big") + seed).digest()
    for counter in count():
        block = sha256(key + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")


def choice(stream: Iterator[int], n: int) -> int:
    while (word := next(stream)) >= 2**32 - 2**32 % n:
        pass
    return word % n


def shuffled(pool: Iterable[int], label: str, k: int, seed: bytes) -> list[int]:
    cards = sorted(pool, key=lambda card: card or 13)
    stream = words(label, k, seed)
    for i in range(len(cards) - 1, 0, -1):
        j = choice(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def drawn_dealer(players: int, cards: Iterable[int]) -> int:
    numbers = iter([card for card in cards if card != 0])
    left = list(range(players))
    while len(left) > 1:
        drawn = {seat: next(numbers) for seat in left}
        left = [seat for seat in left if drawn[seat] == max(drawn.values())]
    return left[0]


def differences(folder: Path) -> list[str]:
    """What this file finds to be different from what the vectors say."""
    fairness, shuffle = (json.loads((folder / name).read_text("utf-8")) for name in ("fairness.json", "shuffle.json"))
    compared = (*_commitments(fairness), *_seeds(fairness), *_shuffles(shuffle))
    return [f"{what}: {mine} instead of {theirs}" for what, mine, theirs in compared if mine != theirs]


def _commitments(vectors: dict[str, Any]) -> Iterator[tuple[str, object, object]]:
    for one in vectors["commitments"]:
        where = f"commitment of round {one['round']}, attempt {one['attempt']}, seat {one['seat']}"
        value = bytes.fromhex(one["value"])
        made_of = commitment_input(bytes.fromhex(vectors["table_id"]), one["round"], one["attempt"], one["seat"], value)
        yield f"{where}, length", len(made_of), 69
        yield f"{where}, input", made_of.hex(), one["input"]
        yield where, sha256(made_of).hexdigest(), one["commitment"]


def _seeds(vectors: dict[str, Any]) -> Iterator[tuple[str, object, object]]:
    table_id, secret = bytes.fromhex(vectors["table_id"]), bytes.fromhex(vectors["secret"])
    for one in vectors["seeds"]:
        where = f"round {one['round']}, attempt {one['attempt']}, {len(one['nonces'])} numbers"
        nonces = [(given["seat"], bytes.fromhex(given["nonce"])) for given in one["nonces"]]
        made_of = seed_input(table_id, one["round"], one["attempt"], secret, nonces)
        yield f"{where}, length", len(made_of), 68 + 33 * len(nonces)
        yield f"{where}, input", made_of.hex(), one["input"]
        seed = sha256(made_of).digest()
        yield f"{where}, seed", seed.hex(), one["seed"]
        for what, mine in _cards(seed, one["players"]).items():
            yield f"{where}, {what}", mine, one[what]


def _cards(seed: bytes, players: int) -> dict[str, object]:
    drawn, dealt = shuffled(DECK, "dealer", 0, seed), shuffled(DECK, "deal", 0, seed)
    return {
        "dealer_draw_begins": drawn[:12],
        "dealer_draw_sha256": sha256(bytes(drawn)).hexdigest(),
        "dealer_draw": drawn_dealer(players, drawn),
        "dealer_random": choice(words("dealer", 0, seed), players),
        "deal_begins": dealt[:12],
        "deal_sha256": sha256(bytes(dealt)).hexdigest(),
        "recycle": [shuffled(PILE, "recycle", k, seed) for k in range(2)],
    }


def _shuffles(vectors: dict[str, Any]) -> Iterator[tuple[str, object, object]]:
    match_seed, seed = bytes.fromhex(vectors["match_seed"]), bytes.fromhex(vectors["round_seed"])
    for k, expected in enumerate(vectors["round_seeds"]):
        mine = sha256(b"skipbo/1" + b"round" + k.to_bytes(4, "big") + match_seed).hexdigest()
        yield f"given round seed {k}", mine, expected
    for one in vectors["shuffles"]:
        yield f"{one['label']} {one['k']}", shuffled(one["pool"], one["label"], one["k"], seed), one["order"]
    for one in vectors["choices"]:
        yield f"choice among {one['among']}", choice(words(one["label"], 0, seed), one["among"]), one["choice"]


if __name__ == "__main__":
    found = differences(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs" / "vectors")
    print("\n".join(found) or "OK")
    sys.exit(bool(found))
