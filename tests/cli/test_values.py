"""Values of options: addresses in all their forms, seeds, numbers, names."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from protocol.codes import RejectCode
from protocol.limits import PORT
from protocol.names import check_name
from skipbo_lan.cli import values
from skipbo_lan.cli.names import default_name, numbered, own_name


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.20", ("192.168.1.20", PORT)),
        ("192.168.1.20:17000", ("192.168.1.20", 17000)),
        ("annas-laptop.local", ("annas-laptop.local", PORT)),
        ("annas-laptop:1", ("annas-laptop", 1)),
        ("::1", ("::1", PORT)),
        ("[::1]", ("::1", PORT)),
        ("[fe80::1c]:16219", ("fe80::1c", 16219)),
        ("fe80::1c%eth0", ("fe80::1c%eth0", PORT)),
    ],
)
def test_an_address(text: str, address: tuple[str, int]) -> None:
    assert values.address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":16218",
        "host:",
        "host:0",
        "host:65536",
        "host:port",
        "[::1",
        "::1]",
        "[host]:1",
        "[::1]x",
        "a b",
        "1:2:3",
        "a\x1b",
        "x" * 254,
    ],
)
def test_no_address(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        values.address(text)


def test_a_seed_is_32_bytes_in_either_case() -> None:
    assert values.seed("aB" * 32) == b"\xab" * 32


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "0x" + "0" * 62, " " + "0" * 63, "0" * 62 + " 1", "٠" * 64])
def test_no_seed(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        values.seed(text)


@pytest.mark.parametrize("text", ["", "-1", "1.5", "１", "1e3", "9999999", " 1", "+1"])
def test_no_number(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        values.number(0)(text)


@pytest.mark.parametrize(
    ("login", "name"),
    [
        ("anna", "Anna"),
        ("anna.smith", "Anna.smith"),
        ("zoë", "Zoë"),
        ("李小龙", "李小龙"),
        ("DOMAIN\\bob", "DOMAINbob"),
        ("x" * 40, "X" + "x" * 15),
        ("李" * 12, "李" * 8),
        ("host", "Player"),
        ("", "Player"),
        ("\x1b[2J", "2J"),
        ("  anna ", "Anna"),
    ],
)
def test_a_login_name_becomes_a_valid_name(login: str, name: str) -> None:
    assert default_name(login) == name
    assert check_name(default_name(login)) is None


def test_a_name_in_another_normal_form_is_the_same_name() -> None:
    assert own_name("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize("name", ["Anna", "X" * 16, "李" * 8, "Anna von und zu"])
def test_a_numbered_name_is_valid(name: str) -> None:
    for number in range(2, 10):
        assert check_name(numbered(name, number)) is None
        assert numbered(name, number).endswith(f" {number}")


def test_a_table_name_is_one_that_can_travel_and_be_shown() -> None:
    assert values.table_name("Ku\u0308che") == "Küche"
    assert values.table_name("李" * 16) == "李" * 16
    for name in ("", " ", "x" * 33, "李" * 17, "a\x1bb", "x\u0324\u0325\u0330" * 32):
        with pytest.raises(ArgumentTypeError):
            values.table_name(name)


def test_a_name_that_is_refused_says_why() -> None:
    assert check_name("you") is RejectCode.NAME_RESERVED
