"""Append-only output: prompts, wrapping, echo, and a reader that has gone."""

from __future__ import annotations

import errno
import io

import pytest

from skipbo_lan.plain.paper import Paper


@pytest.fixture
def out() -> io.StringIO:
    return io.StringIO()


def test_lines_are_appended(out: io.StringIO) -> None:
    paper = Paper(out, echo=False)
    paper.write("one", "two")
    assert out.getvalue() == "one\ntwo\n"


def test_news_come_below_a_waiting_prompt_which_is_never_rewritten(out: io.StringIO) -> None:
    paper = Paper(out, echo=False)
    paper.prompt(">")
    paper.write("news")
    paper.prompt(">")
    assert out.getvalue() == "> \nnews\n> "


def test_a_prompt_that_waits_already_is_not_repeated(out: io.StringIO) -> None:
    paper = Paper(out, echo=False)
    paper.prompt(".")
    paper.prompt(".")
    paper.prompt(">")
    assert out.getvalue() == ". \n> "


def test_where_no_terminal_echoes_the_typed_line_is_written_safely(out: io.StringIO) -> None:
    paper = Paper(out, echo=True)
    paper.prompt(">")
    paper.typed("s a\x1b[2J")
    paper.write("done")
    assert out.getvalue() == "> s a\u241b[2J\ndone\n"


def test_a_terminal_has_echoed_the_line_itself(out: io.StringIO) -> None:
    paper = Paper(out, echo=False)
    paper.prompt(">")
    paper.typed("s a")
    paper.write("done")
    assert out.getvalue() == "> done\n"


def test_lines_are_no_wider_than_79_columns(out: io.StringIO) -> None:
    Paper(out, echo=False).write("word " * 50)
    assert max(map(len, out.getvalue().splitlines())) <= 79


def test_nothing_is_no_line(out: io.StringIO) -> None:
    Paper(out, echo=False).write()
    assert out.getvalue() == ""


def test_a_last_prompt_is_ended(out: io.StringIO) -> None:
    paper = Paper(out, echo=False)
    paper.prompt(".")
    paper.end()
    paper.end()
    assert out.getvalue() == ". \n"


def test_a_reader_that_has_gone_is_noticed() -> None:
    class Gone(io.StringIO):
        def flush(self) -> None:
            raise BrokenPipeError

    paper = Paper(Gone(), echo=False)
    paper.write("anybody there?")
    assert paper.closed


def test_ten_thousand_lines_are_all_there(out: io.StringIO) -> None:
    paper = Paper(out, echo=False)
    for number in range(10_000):
        paper.write(f"line {number}")
    assert out.getvalue() == "".join(f"line {number}\n" for number in range(10_000))


def test_after_the_echo_of_ctrl_c_it_goes_on_below(out: io.StringIO) -> None:
    paper = Paper(out, echo=False)
    paper.prompt(">")
    paper.interrupted()
    paper.write("again to leave")
    paper.prompt(">")
    assert out.getvalue() == "> \nagain to leave\n> "


def test_a_terminal_that_was_closed_is_no_fault() -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.EIO, "gone")

    paper = Paper(Gone(), echo=False)
    paper.write("news")
    assert not paper.closed, "leaving would close an own table for good"
