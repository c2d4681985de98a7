"""A key whose bytes come in pieces over a slow line plays no card (T19)."""

from __future__ import annotations

import pytest

from skipbo_lan.tui.pieces import LATE, Pieces, joined


def keys(*names: str, apart: float = 0.1) -> list[str]:
    """The keys that come of these, each so many seconds after the one before."""
    pieces, heard = Pieces(), []
    for number, name in enumerate(names):
        pieces, key = joined(pieces, name, number * apart)
        heard += [key] if key is not None else []
    return heard


@pytest.mark.parametrize(
    ("rest", "key"),
    [
        ("[A", "up"),
        ("[B", "down"),
        ("OC", "right"),
        ("[D", "left"),
        ("[5~", "pageup"),
        ("[6~", "pagedown"),
        ("[Z", "s-tab"),
    ],
)
def test_a_key_in_pieces_is_esc_and_then_that_key(rest: str, key: str) -> None:
    assert keys("escape", *rest) == ["escape", key]


@pytest.mark.parametrize("rest", ["[1;5A", "[<0;12;30M", "[24~", "[x"])
def test_one_that_means_nothing_here_is_nothing_to_its_last_piece(rest: str) -> None:
    assert keys("escape", *rest, "a") == ["escape", "a"]


def test_what_is_typed_after_esc_is_typed() -> None:
    assert keys("escape", "a", "d") == ["escape", "a", "d"]
    assert keys("escape", "[", "A", apart=LATE * 1.1) == ["escape", "[", "A"]
    assert keys("escape", "escape", "b") == ["escape", "escape", "b"]


def test_without_esc_every_character_is_a_key() -> None:
    assert keys(*"[A1;~") == [*"[A1;~"]


def test_a_key_that_never_ends_does_not_eat_what_is_typed() -> None:
    assert keys("escape", "[", *"1" * 50)[-1] == "1"
