"""Pasted text is told from typed keys where the terminal does not say so (TERMINAL.md K13)."""

from __future__ import annotations

from skipbo_lan.tui.burst import Burst, arrived


def fed(*keys: tuple[float, int]) -> list[bool]:
    burst, found = Burst(), []
    for now, waiting in keys:
        burst = arrived(burst, now, waiting)
        found.append(burst.ongoing)
    return found


def test_eight_keys_at_once_are_typed_nine_are_not() -> None:
    assert not any(fed(*((0.0, 7 - n) for n in range(8))))
    assert all(fed(*((0.0, 8 - n) for n in range(9))))


def test_nine_keys_within_thirty_milliseconds_are_a_burst() -> None:
    assert fed(*((n * 0.003, 0) for n in range(9)))[-1]


def test_key_repeat_is_no_burst() -> None:
    assert not any(fed(*((n / 30, 0) for n in range(60))))


def test_a_burst_goes_on_until_there_is_silence() -> None:
    pasted = [(0.0, 8 - n) for n in range(9)]
    assert fed(*pasted, (0.08, 0), (0.16, 0), (0.3, 0))[-3:] == [True, True, False]
