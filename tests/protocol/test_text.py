"""Text from outside: nothing of it acts on a terminal or spoils a log (NETWORK.md P50, P52; TESTED.md F79, F82)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from protocol.codec import encode
from protocol.messages import Say
from protocol.text import chat_line, safe, width

ESCAPED = {
    "colour": ("\x1b[31mred", "␛[31mred"),
    "title": ("\x1b]0;owned\x07", "␛]0;owned␇"),
    "clipboard": ("\x1b]52;c;AAAA\x1b\\", "␛]52;c;AAAA␛\\"),
    "device control": ("\x1bPq\x1b\\", "␛Pq␛\\"),
    "application command": ("\x1b_x\x1b\\", "␛_x␛\\"),
    "one-byte csi": ("\x9b31m", "<U+009B>31m"),
    "one-byte osc": ("\x9d0;x", "<U+009D>0;x"),
    "bell": ("a\x07", "a␇"),
    "backspace": ("ab\x08\x08", "ab␈␈"),
    "carriage return": ("good\rbad", "good␍bad"),
    "line feed": ("one\ntwo", "one␊two"),
    "nul": ("\x00", "␀"),
    "tab": ("a\tb", "a␉b"),
    "delete": ("\x7f", "␡"),
    "line separator": ("a\u2028b", "a<U+2028>b"),
    "paragraph separator": ("a\u2029b", "a<U+2029>b"),
    "next line": ("a\x85b", "a<U+0085>b"),
    "right-to-left override": ("\u202egnp", "<U+202E>gnp"),
    "isolate": ("\u2067x\u2069", "<U+2067>x<U+2069>"),
    "zero-width": ("a\u200bb", "a<U+200B>b"),
    "joined emoji": ("👩\u200d👧", "👩<U+200D>👧"),
    "surrogate": ("\udc80", "<U+DC80>"),
    "private use": ("\ue000", "<U+E000>"),
    "unassigned": ("\u0378", "<U+0378>"),
    "tag": ("\U000e0041", "<U+E0041>"),
    "a mark on nothing": ("\u0336x", "<U+0336>x"),
    "four vowels without a cell": ("가\u1161\u1161\u1161\u1161", "가\u1161\u1161\u1161<U+1161>"),
    "four marks": ("x\u0331\u0332\u0333\u0316", "x\u0331\u0332\u0333<U+0316>"),
}


@pytest.mark.parametrize(("text", "shown"), ESCAPED.values(), ids=ESCAPED.keys())
def test_what_would_act_becomes_visible(text: str, shown: str) -> None:
    assert safe(text, 40) == shown


@pytest.mark.parametrize(
    "text", ["well played!", "ça va?", "日本語", "שלום", "🃏 ♥ → ½", "{x} <b> &amp; %s", "e\u0331\u0332\u0333", ""]
)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert safe(text, 40) == text


def test_fifty_marks_do_not_cover_the_lines_above() -> None:
    shown = safe("x" + "\u0336" * 50, 200)
    assert shown.count("\u0336") == 3
    assert shown.startswith("x\u0336\u0336\u0336<U+0336><U+0336>")


@pytest.mark.parametrize(
    ("text", "cells", "shown"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "abcde…"),
        ("日本語", 6, "日本語"),
        ("日本語日", 6, "日本…"),
        ("abc\x9b", 6, "abc…"),
        ("ab", 1, "…"),
        ("日", 1, "…"),
    ],
)
def test_long_text_is_cut_at_its_cells(text: str, cells: int, shown: str) -> None:
    assert safe(text, cells) == shown


def test_decomposed_text_is_composed() -> None:
    assert safe("Zoe\u0308", 10) == "Zoë"


@given(st.text(max_size=60), st.integers(1, 40))
def test_nothing_that_acts_remains(text: str, cells: int) -> None:
    shown = safe(text, cells)
    assert not {unicodedata.category(char) for char in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert sum(map(wcwidth, shown)) == width(shown) <= cells
    assert "\n" not in shown
    shown.encode("utf-8")


@given(st.text(max_size=60), st.integers(1, 40))
def test_safe_text_stays_the_same(text: str, cells: int) -> None:
    assert safe(safe(text, cells), cells) == safe(text, cells)


@given(st.text(max_size=600))
def test_any_line_of_chat_can_be_sent(text: str) -> None:
    encode(Say(text=chat_line(text)))


@pytest.mark.parametrize("char", ["\u0301", "\u1161", "\u200d", "\U000e0041", "\udcff"])
def test_a_line_of_chat_full_of_what_takes_no_cell_can_be_sent(char: str) -> None:
    encode(Say(text=chat_line("x" + char * 2000)))
    encode(Say(text=chat_line(f"x{char * 3}" * 150)))
