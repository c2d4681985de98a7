"""Names: refused with the reason, never changed; twins are recognised (NETWORK.md P48, P49; TESTED.md F50)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import limits, names
from protocol.codes import RejectCode
from protocol.text import safe, width

ALLOWED = [
    "Bea",
    "Ann-Marie O'Neil",
    "x_1.0",
    "Zoë",
    "Ægir",
    "Дмитрий",
    "Ελένη",
    "أحمد",
    "नेहा",
    "ไก่",
    "日本語の名前です",  # eight wide characters: sixteen cells
    "김민준",
    "1",
    "x" * 16,
    "x\u0331\u0332",  # two marks that no single character has
]

REFUSED = {
    "empty": ("", RejectCode.NAME_EMPTY),
    "spaces": ("   ", RejectCode.NAME_EMPTY),
    "no-break spaces": ("\xa0\u3000", RejectCode.NAME_EMPTY),
    "jamo of no width": ("\u1161", RejectCode.NAME_CHARACTER),
    "17 cells": ("x" * 17, RejectCode.NAME_TOO_LONG),
    "9 wide": ("日" * 9, RejectCode.NAME_TOO_LONG),
    "leading space": (" Bea", RejectCode.NAME_SPACES),
    "trailing space": ("Bea ", RejectCode.NAME_SPACES),
    "double space": ("Bea  B", RejectCode.NAME_SPACES),
    "other space": ("Bea\u2003B", RejectCode.NAME_CHARACTER),
    "escape": ("\x1b[2J", RejectCode.NAME_CHARACTER),
    "newline": ("Bea\nkicked", RejectCode.NAME_CHARACTER),
    "carriage return": ("Bea\r", RejectCode.NAME_CHARACTER),
    "nul": ("Bea\x00", RejectCode.NAME_CHARACTER),
    "delete": ("Bea\x7f", RejectCode.NAME_CHARACTER),
    "c1": ("Bea\x9b31m", RejectCode.NAME_CHARACTER),
    "next line": ("Bea\x85B", RejectCode.NAME_CHARACTER),
    "line separator": ("Bea\u2028B", RejectCode.NAME_CHARACTER),
    "right-to-left override": ("Bea\u202e", RejectCode.NAME_CHARACTER),
    "isolate": ("\u2066Bea", RejectCode.NAME_CHARACTER),
    "zero-width space": ("Be\u200ba", RejectCode.NAME_CHARACTER),
    "zero-width joiner": ("Be\u200da", RejectCode.NAME_CHARACTER),
    "only zero-width": ("\u200b\u200c", RejectCode.NAME_CHARACTER),
    "byte order mark": ("\ufeffBea", RejectCode.NAME_CHARACTER),
    "soft hyphen": ("Be\u00ada", RejectCode.NAME_CHARACTER),
    "emoji": ("Bea🃏", RejectCode.NAME_CHARACTER),
    "emoji family": ("👩\u200d👩\u200d👧", RejectCode.NAME_CHARACTER),
    "three marks": ("x\u0331\u0332\u0333", RejectCode.NAME_CHARACTER),
    "fifty marks": ("x" + "\u0336" * 50, RejectCode.NAME_CHARACTER),
    "three vowels without a cell": ("가\u1161\u1161\u1161", RejectCode.NAME_CHARACTER),
    "sixty vowels without a cell": ("가" + "\u1161" * 60, RejectCode.NAME_CHARACTER),
    "a mark on nothing": ("\u0336x", RejectCode.NAME_CHARACTER),
    "a mark alone": ("\u0336", RejectCode.NAME_CHARACTER),
    "decomposed": ("Zoe\u0308", RejectCode.NAME_CHARACTER),
    "hangul filler": ("\u3164", RejectCode.NAME_CHARACTER),
    "half-width filler": ("Bea\uffa0", RejectCode.NAME_CHARACTER),
    "grapheme joiner": ("Bea\u034f", RejectCode.NAME_CHARACTER),
    "variation selector": ("Bea\ufe00", RejectCode.NAME_CHARACTER),
    "ideographic variation": ("日\U000e0100", RejectCode.NAME_CHARACTER),
    "unwritten vowel": ("Bea\u17b4", RejectCode.NAME_CHARACTER),
    "braille blank": ("\u2800", RejectCode.NAME_CHARACTER),
    "private use": ("\ue000", RejectCode.NAME_CHARACTER),
    "unassigned": ("\u0378", RejectCode.NAME_CHARACTER),
    "surrogate": ("\ud800", RejectCode.NAME_CHARACTER),
    "tag": ("Bea\U000e0041", RejectCode.NAME_CHARACTER),
    "markup": ("<b>", RejectCode.NAME_CHARACTER),
    "quotes": ("Bea' bg='red", RejectCode.NAME_CHARACTER),
    "slash": ("../x", RejectCode.NAME_CHARACTER),
    "host": ("host", RejectCode.NAME_RESERVED),
    "Server": ("Server", RejectCode.NAME_RESERVED),
    "YOU": ("YOU", RejectCode.NAME_RESERVED),
    "wide host": ("ｈｏｓｔ", RejectCode.NAME_RESERVED),
    "spaced host": ("h o s t", RejectCode.NAME_RESERVED),
    "long s": ("ho\u017ft", RejectCode.NAME_RESERVED),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_a_good_name_is_allowed(name: str) -> None:
    assert names.check_name(name) is None


@pytest.mark.parametrize(("name", "reason"), REFUSED.values(), ids=REFUSED.keys())
def test_a_bad_name_is_refused_with_its_reason(name: str, reason: RejectCode) -> None:
    assert names.check_name(name) is reason


@pytest.mark.parametrize(
    "twin",
    [
        "Anna",
        "anna",
        "ANNA",
        "Ａｎｎａ",
        "An\u200bna",
        "anna ",
        "An na",
        "A\u00adnna",
        "\u202eAnna",
        "Anna\u034f",
        "Anna\ufe0f",
        "ª\u0020nna",
    ],
)
def test_twins_of_one_name_are_the_same(twin: str) -> None:
    assert names.name_key(twin) == "anna"


@pytest.mark.parametrize(("one", "other"), [("STRASSE", "straße"), ("Zoë", "Zoe\u0308"), ("ﬁn", "FIN"), ("Ⅳ", "iv")])
def test_spellings_of_one_name_are_the_same(one: str, other: str) -> None:
    assert names.name_key(one) == names.name_key(other)


def test_letters_of_another_script_are_another_name() -> None:
    """Known and accepted: the screen shows the seat beside each name."""
    assert names.name_key("\u0410nna") != names.name_key("Anna")


@given(st.text(max_size=20))
def test_a_key_has_the_key_itself(text: str) -> None:
    assert names.name_key(names.name_key(text)) == names.name_key(text)


@given(st.text(st.characters(categories=["L", "N", "M", "Zs"], include_characters="_-.'"), max_size=20))
def test_every_allowed_name_is_safe_to_show_as_it_is(text: str) -> None:
    if names.check_name(text) is None:
        assert safe(text, limits.MAX_NAME_CELLS) == text
        assert 1 <= width(text) <= limits.MAX_NAME_CELLS
        assert unicodedata.is_normalized("NFC", text)
        assert names.name_key(text)
