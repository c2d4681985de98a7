"""Moves as they are typed: `s b`, `h3 b1`, `7 a`, `d5 3`; read with the view they are made on.

An explicit target is never changed for another one, and what could mean two things is asked back.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, assert_never

from engine import legal
from engine.actions import (
    Action,
    Discard,
    DiscardTop,
    Draw,
    Hand,
    Object,
    Pass,
    Penalise,
    Play,
    Source,
    Stock,
)
from engine.cards import DECK, PILES
from engine.errors import Refusal
from engine.ruleset import Seat, partners
from engine.view import View
from skipbo_lan.locale import typed as words
from skipbo_lan.locale.cards import pile_letter
from skipbo_lan.locale.people import Names, name_at
from skipbo_lan.locale.refusals import not_your_turn, refusal_line

_FIRST_PILE_KEY: Final = 6
"""The keys 6 to 9 are the player's discard piles 1 to 4."""
_PARTNER_KEYS: Final = "wxyz"

_PLAY: Final = re.compile(
    r"(?P<source>ps|v|pp[1-4]|[wxyz]|s|0|h?[1-5]|p[1-4]|[6-9])(?:@(?P<seat>[1-6]))?"
    r"(?=.)(?:(?:to|on)?(?P<target>b[1-4]|[a-d]|p[1-4]|[1-9]))?(?:as(?P<value>\d{1,2}))?"
)
"""Something follows the source: a target, a value, or both (a lone key is no move)."""
_PLACE: Final = re.compile(r"(?P<source>ps|v|pp[1-4]|[wxyz]|s|0|h?[1-5]|p[1-4]|[6-9])(?:@(?P<seat>[1-6]))?")
_DISCARD: Final = re.compile(r"d(?:iscard)?h?(?P<card>[1-5])(?:to|on)?p?(?P<pile>[1-46-9])")
_DRAW: Final = re.compile(r"draw(?P<count>\d{1,3})")


class UnclearMove(Exception):
    """The line is meant as a move, but cannot be done; the message says why."""


def read_move(text: str, view: View, names: Names, *, out_of_turn: bool = False) -> Action:
    """The action typed, in a text for which `is_move` holds; legal on this view. Raises UnclearMove."""
    action = _read(text, view, out_of_turn)
    refusal = legal.check(view, action)
    if refusal is Refusal.NOT_YOUR_TURN:
        raise UnclearMove(not_your_turn(name_at(names, view.turn)))
    if refusal is not None:
        raise UnclearMove(words.not_possible(refusal_line(refusal, view, action)))
    return action


def is_move(text: str) -> bool:
    """Whether the text (lower case, without spaces) has the form of a move."""
    return text in ("pass", "object") or any(form.fullmatch(text) for form in (_DRAW, _DISCARD, _PLAY))


def card_at(text: str, view: View, names: Names) -> str | None:
    """What lies at a place typed alone (`3`, `s`, `pp2`), and where it fits; None when the text is no place (T33)."""
    typed = _PLACE.fullmatch(text)
    if typed is None:
        return None
    try:
        source = _source(view, typed["source"], typed["seat"])
    except UnclearMove as unclear:
        return str(unclear)
    refusal = legal.source_refusal(view, source)
    if refusal is not None:
        return refusal_line(refusal, view, Play(source, 0))
    on_turn = replace(view, turn=view.observer or 0, intruder=None)
    fits = [pile for pile in range(PILES) if legal.check(on_turn, Play(source, pile)) is None]
    return words.card_alone(source, typed["source"][-1], legal.card_of(view, source), fits, names, view.observer)


def typed_form(view: View, action: Action) -> str:
    """How an action is typed, in its shortest form."""
    match action:
        case Play(source, pile, _, out_of_turn):
            verb = "play! " if out_of_turn else ""
            return f"{verb}{_source_form(view, source)} {pile_letter(pile).lower()}"
        case Discard(card, pile):
            return f"{view.hand.index(card) + 1} {pile + _FIRST_PILE_KEY}"
        case Pass():
            return "pass"
        case Draw(count):
            return f"draw {count}"
        case Object():
            return "object"
        case Penalise(offender):
            return f"accuse {offender + 1}"
        case _:
            assert_never(action)


def _read(text: str, view: View, out_of_turn: bool) -> Action:
    if text in ("pass", "object"):
        return Pass() if text == "pass" else Object()
    draw = _DRAW.fullmatch(text)
    if draw is not None:
        return Draw(_draw_count(draw["count"]))
    discard = _DISCARD.fullmatch(text)
    if discard is not None:
        return _discard(view, discard["card"], int(discard["pile"]))
    play = _PLAY.fullmatch(text)
    assert play is not None, text
    return _play(view, play, out_of_turn)


def _draw_count(text: str) -> int:
    count = int(text)
    if not 1 <= count <= len(DECK):
        raise UnclearMove(words.draw_bounds(len(DECK)))
    return count


def _play(view: View, typed: re.Match[str], out_of_turn: bool) -> Action:
    source, target = typed["source"], typed["target"]
    value = int(typed["value"]) if typed["value"] else None
    if target is not None and _names_own_pile(target):
        if not _is_hand(source):
            raise UnclearMove(words.not_possible(refusal_line(Refusal.ONLY_HAND_DISCARDS)))
        return _discard(view, source[-1], int(target[-1]))
    if target is not None and target.isdigit() and _is_hand(source):
        raise UnclearMove(words.which_pile(source[-1], int(target)))
    pile = _named_pile(view, value) if target is None else _building_pile(target)
    return Play(_source(view, source, typed["seat"]), pile, value, out_of_turn)


def _discard(view: View, hand_number: str, pile: int) -> Discard:
    return Discard(_hand_card(view, hand_number).card, pile - (_FIRST_PILE_KEY if pile >= _FIRST_PILE_KEY else 1))


def _source(view: View, text: str, seat: str | None) -> Source:
    if view.observer is None:
        raise UnclearMove(words.only_watching())
    if text in ("ps", "v"):
        return Stock(_partner(view, view.observer, seat, text))
    if text.startswith("pp"):
        return DiscardTop(_partner(view, view.observer, seat, text), int(text[-1]) - 1)
    if text in _PARTNER_KEYS:
        return DiscardTop(_partner(view, view.observer, seat, text), _PARTNER_KEYS.index(text))
    if text in ("s", "0"):
        return Stock(view.observer)
    if _is_hand(text):
        return _hand_card(view, text[-1])
    first = 1 if text.startswith("p") else _FIRST_PILE_KEY
    return DiscardTop(view.observer, int(text[-1]) - first)


def _hand_card(view: View, number: str) -> Hand:
    index = int(number) - 1
    if index >= len(view.hand):
        raise UnclearMove(words.no_hand_card(index + 1, len(view.hand)))
    return Hand(view.hand[index])


def _partner(view: View, me: Seat, named: str | None, typed: str) -> Seat:
    """The partner meant: the only one, or the one whose seat was typed after @."""
    mates = partners(view.sides, me)
    if named is not None:
        return int(named) - 1
    if not mates:
        raise UnclearMove(words.no_partner())
    if len(mates) > 1:
        raise UnclearMove(words.which_partner(typed, mates))
    return mates[0]


def _names_own_pile(target: str) -> bool:
    return target.startswith("p") or (target.isdigit() and int(target) >= _FIRST_PILE_KEY)


def _is_hand(source: str) -> bool:
    return source[0] == "h" or source in "12345"


def _building_pile(target: str) -> int:
    return "abcd".index(target) if target in "abcd" else int(target[-1]) - 1


def _named_pile(view: View, value: int | None) -> int:
    """The first pile that needs the named value: with several such piles any will do (R68)."""
    pile = next((index for index, pile in enumerate(view.building) if pile.need == value), None)
    if pile is None:
        raise UnclearMove(words.nothing_needs(value, view))
    return pile


def _source_form(view: View, source: Source) -> str:
    match source:
        case Hand(card):
            return str(view.hand.index(card) + 1)
        case Stock(owner):
            return "s" if owner == view.observer else f"ps{_at(view, owner)}"
        case DiscardTop(owner, pile):
            return f"p{pile + 1}" if owner == view.observer else f"pp{pile + 1}{_at(view, owner)}"
        case _:
            assert_never(source)


def _at(view: View, owner: Seat) -> str:
    """Which partner, where there are several."""
    assert view.observer is not None
    return f"@{owner + 1}" if len(partners(view.sides, view.observer)) > 1 else ""
