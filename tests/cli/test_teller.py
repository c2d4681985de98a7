"""A table's lines: all of them in order for a reader, and no waiting for one who does not read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TextIO

import pytest

from skipbo_lan.cli.limits import LINES_WAITING
from skipbo_lan.cli.teller import Teller

LINE = "x" * 1000


@pytest.fixture
def pipe() -> Iterator[tuple[int, TextIO]]:
    """Both ends of a pipe: what is read, and where a program writes."""
    read, write = os.pipe()
    with os.fdopen(write, "w", encoding="ascii") as stream:
        yield read, stream


def test_everything_is_told_in_order(pipe: tuple[int, TextIO]) -> None:
    read, stream = pipe
    teller = Teller(stream)
    for number in range(50):
        teller.tell(f"line {number} of Zoë")
    teller.end()
    assert os.read(read, 65536).decode() == "".join(f"line {number} of Zo?\n" for number in range(50))
    os.close(read)


def test_a_reader_who_stops_holds_nobody_up(pipe: tuple[int, TextIO]) -> None:
    read, stream = pipe
    teller = Teller(stream)
    for _ in range(2 * LINES_WAITING):
        teller.tell(LINE)
    teller.end()
    os.close(read)  # lets the writing thread go


def test_a_reader_who_is_gone_is_no_fault(pipe: tuple[int, TextIO]) -> None:
    read, stream = pipe
    os.close(read)
    teller = Teller(stream)
    teller.tell(LINE)
    teller.tell(LINE)
    teller.end()
