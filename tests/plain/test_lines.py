"""Typed lines: whole, in pieces, without an end, in another encoding, and too long."""

from __future__ import annotations

import errno

import pytest

from skipbo_lan.plain.lines import LONGEST_LINE, Lines


class Pieces:
    """An input that comes in these pieces."""

    def __init__(self, *pieces: bytes) -> None:
        self._pieces = list(pieces)

    def read(self, size: int, /) -> bytes:
        return self._pieces.pop(0) if self._pieces else b""


async def all_of(lines: Lines) -> list[str]:
    found = []
    while (line := await lines.next()) is not None:
        found.append(line)
    return found


@pytest.mark.parametrize(
    "pieces",
    [
        (b"one\ntwo\nthree",),
        (b"one\ntwo\nthree\n",),
        (b"on", b"e\nt", b"wo\nthree\n"),
        tuple(bytes([byte]) for byte in b"one\ntwo\nthree\n"),
    ],
)
async def test_lines_however_they_arrive(pieces: tuple[bytes, ...]) -> None:
    assert await all_of(Lines(Pieces(*pieces))) == ["one", "two", "three"]


async def test_a_letter_cut_in_two_is_one_letter() -> None:
    assert await all_of(Lines(Pieces(b"zo\xc3", b"\xab\n"))) == ["zoë"]


async def test_bytes_that_are_no_text_do_no_harm() -> None:
    assert await all_of(Lines(Pieces(b"\xff\xfe\n"))) == ["\ufffd\ufffd"]


async def test_an_endless_line_is_not_kept() -> None:
    pieces = [b"x" * 4096 for _ in range(50)]
    (line,) = await all_of(Lines(Pieces(*pieces)))
    assert line == "x" * LONGEST_LINE


async def test_a_terminal_that_was_closed_is_the_end_of_the_input() -> None:
    class Closed:
        def read(self, size: int, /) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    lines = Lines(Closed())
    assert await lines.next() is None
    assert lines.hung_up


async def test_no_input_is_no_line() -> None:
    assert await all_of(Lines(Pieces())) == []
