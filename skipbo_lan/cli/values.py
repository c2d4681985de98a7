"""Reads the values of options; each reader raises ArgumentTypeError with a line for a person."""

from __future__ import annotations

import difflib
import unicodedata
from argparse import ArgumentTypeError
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final, NamedTuple

from protocol.limits import MAX_NAME_CHARS, MAX_PORT, MAX_TABLE_CELLS, PORT
from skipbo_lan.cli.limits import HOST_CHARS
from skipbo_lan.locale import usage as words

_SEED_DIGITS: Final = 64
_MATCH_DIGITS: Final = 32


class Address(NamedTuple):
    """Where a table is."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Bots:
    """How many bots there are to be."""

    count: int
    levels: tuple[str, ...] | None
    """The level of each; None when they are all the same and `--level` says it."""


def number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers in these bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 6) or int(text) < least:
            raise ArgumentTypeError(words.not_a_number(text, least, most))
        if most is not None and int(text) > most:
            raise ArgumentTypeError(words.not_a_number(text, least, most))
        return int(text)

    return read


def seconds(most: int) -> Callable[[str], float]:
    """A reader of times up to so many seconds."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise ArgumentTypeError(words.not_a_number(text, 0, most)) from None
        if not 0 <= value <= most:
            raise ArgumentTypeError(words.not_a_number(text, 0, most))
        return value

    return read


@dataclass(frozen=True, slots=True)
class OneOf:
    """A reader of one of a few words."""

    allowed: tuple[str, ...]

    def __call__(self, text: str) -> str:
        """The word, if it is one of them."""
        if text not in self.allowed:
            nearest = difflib.get_close_matches(text, self.allowed, n=1)
            raise ArgumentTypeError(words.not_one_of(text, self.allowed, nearest))
        return text


def bots(least: int, most: int, levels: tuple[str, ...]) -> Callable[[str], Bots]:
    """A reader of a number of bots in these bounds, or of the level of each, such as `easy,hard`."""
    read_number, read_level = number(least, most), OneOf(levels)

    def read(text: str) -> Bots:
        if text[:1].isdigit() or not text:
            return Bots(read_number(text), None)
        named = tuple(read_level(word.strip()) for word in text.split(","))
        read_number(str(len(named)))
        return Bots(len(named), named)

    return read


def seed(text: str) -> bytes:
    """The seed of a match: 32 bytes as hexadecimal digits."""
    if len(text) != _SEED_DIGITS or not all(digit in "0123456789abcdefABCDEF" for digit in text):
        raise ArgumentTypeError(words.bad_seed())
    return bytes.fromhex(text)


def match(text: str) -> bytes:
    """The id of a stored match."""
    if len(text) != _MATCH_DIGITS or not all(digit in "0123456789abcdef" for digit in text):
        raise ArgumentTypeError(words.bad_match())
    return bytes.fromhex(text)


def address(text: str) -> Address:
    """HOST, HOST:PORT, an IPv6 address bare or in brackets, the latter with a port."""
    host, port = _split(text)
    if not host or len(host) > HOST_CHARS or any(char.isspace() or not char.isprintable() for char in host):
        raise ArgumentTypeError(words.bad_address(text))
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= MAX_PORT):
        raise ArgumentTypeError(words.bad_address(text))
    return Address(host, int(port))


def table_name(text: str) -> str:
    """The name of a table: shown to everybody, so without anything that acts on a terminal."""
    from protocol.text import safe

    name = unicodedata.normalize("NFC", text)
    if not name.strip() or safe(name, MAX_TABLE_CELLS) != name or len(name) > MAX_NAME_CHARS:
        raise ArgumentTypeError(words.bad_table_name())
    return name


def _split(text: str) -> tuple[str, str]:
    """Host and port as they stand there; an empty host when the form is wrong."""
    if _is_ipv6(text):
        return text, str(PORT)
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        well_formed = closed and _is_ipv6(host) and (not rest or rest.startswith(":"))
        return (host, rest[1:] if rest else str(PORT)) if well_formed else ("", "")
    host, colon, port = text.partition(":")
    return host, port if colon else str(PORT)


def _is_ipv6(text: str) -> bool:
    try:
        return ip_address(text).version == 6
    except ValueError:
        return False
