"""Why something was not done, in one sentence that says what would have been possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine import legal
from engine.actions import Action, Discard, DiscardTop, Hand, Play, Stock
from engine.cards import PILES, Card
from engine.errors import Refusal
from engine.view import View
from protocol.codes import DenyCode, RejectCode
from protocol.limits import MAX_NAME_CELLS
from protocol.text import safe
from skipbo_lan.locale.cards import CardWriter, card, card_list, pile_letter

_NAME_CELLS: Final = 2 * MAX_NAME_CELLS
"""As much of a name that cannot be used: one that is too long shall be seen to be."""

_SENTENCES: Final[Mapping[str, str]] = {
    Refusal.GAME_OVER: "The round is over.",
    Refusal.NOT_YOUR_TURN: "It is not your turn.",
    Refusal.BAD_SOURCE: "There is no such place to take a card from.",
    Refusal.NO_TAKEBACK: "A card on a building pile stays there: nothing is taken back.",
    Refusal.ONLY_HAND_DISCARDS: "Only a card from your hand can be discarded.",
    Refusal.NOT_YOUR_PILE: "That pile belongs to somebody else.",
    Refusal.PARTNER_HAND: "Your partner's hand is out of reach: only stock and discard piles can be played.",
    Refusal.SOURCE_EMPTY: "There is no card.",
    Refusal.NOT_TOP_CARD: "Only the top card of a pile can be played.",
    Refusal.NO_SUCH_CARD: "You do not have that card in your hand.",
    Refusal.BAD_TARGET: "There is no such pile: building piles are A to D, discard piles 1 to 4.",
    Refusal.WRONG_VALUE: "That card does not fit there.",
    Refusal.WILD_ON_WILD: "By the rules of this table no skip-bo goes on a skip-bo.",
    Refusal.WILD_DISCARD: "By the rules of this table a skip-bo is discarded only if nothing else is in hand.",
    Refusal.MUST_DISCARD: "Your turn ends by discarding a card from your hand.",
    Refusal.NO_MANUAL_DRAW: "Cards are drawn by themselves at this table.",
    Refusal.NO_WIN_OUT_OF_TURN: "The last stock card cannot be played out of turn.",
    Refusal.NOTHING_TO_CHALLENGE: "Nobody is playing out of turn.",
    Refusal.BAD_CONFIG: "These rules do not fit this number of players (stock size, or teams).",
    DenyCode.STALE: "The table had changed in the meantime: look again.",
    DenyCode.SLOW_DOWN: "Too fast: wait a moment.",
    DenyCode.NOT_OWNER: "Only the host of the table can do that.",
    DenyCode.WATCHING: "You watch this game: you can talk, and no more.",
    DenyCode.NOT_NOW: "That is not possible at the moment.",
    DenyCode.NO_SUCH_SEAT: "There is no such seat.",
    DenyCode.SEAT_TAKEN: "That seat is taken.",
    DenyCode.TABLE_FULL: "The table is full.",
    DenyCode.TOO_FEW_PLAYERS: "It takes at least two players: wait for one, or add a bot.",
    DenyCode.NO_SUCH_LEVEL: "There is no bot of that level.",
    DenyCode.BAD_NUMBER: "The host did not take your program's number for the deal.",
    DenyCode.NO_TEAM: "You have no partner to talk to.",
}

_NAME_REASONS: Final[Mapping[RejectCode, str]] = {
    RejectCode.NAME_TAKEN: "that name is already used at this table",
    RejectCode.NAME_EMPTY: "a name needs at least one visible character",
    RejectCode.NAME_TOO_LONG: "a name has at most 16 characters (wide ones count twice)",
    RejectCode.NAME_CHARACTER: "a name is made of letters, digits, spaces and _ - . '",
    RejectCode.NAME_SPACES: "a name does not begin or end with a space, nor hold two in a row",
    RejectCode.NAME_RESERVED: "host, server and you are not names",
}


def refusal_line(code: str, view: View | None = None, action: Action | None = None, write: CardWriter = card) -> str:
    """Why a request was refused. With the action and the view it was made on, the cards are named."""
    if view is not None and isinstance(action, Play):
        if code == Refusal.WRONG_VALUE and 0 <= action.pile < PILES:
            return _wrong_value(view, action, write)
        if code == Refusal.SOURCE_EMPTY and not isinstance(action.source, Hand):
            return f"{_place(action.source, view).capitalize()} is empty."
    if code == Refusal.NO_SUCH_CARD and view is not None:
        wanted = _named_card(action)
        if wanted is not None:
            held = card_list(view.hand, write) or "nothing"
            return f"There is no {write(wanted)} in your hand: you hold {held}."
    return _SENTENCES.get(code, "The table did not accept that.")


def not_your_turn(name: str) -> str:
    """Somebody else is to act."""
    return f"It is not your turn: {name} is playing."


def name_reason(code: RejectCode) -> str | None:
    """Why a name was refused, as part of a sentence; None when the code is not about names."""
    return _NAME_REASONS.get(code)


def bad_name_line(name: str, code: RejectCode) -> str:
    """A name that cannot be used, with the reason."""
    return f'The name "{safe(name, _NAME_CELLS)}" cannot be used: {_NAME_REASONS.get(code, "the table refused it")}.'


def needs_line(view: View) -> str:
    """What all building piles need: `A needs 5, B needs 12, C needs 1, D needs 9.`"""
    needs = (f"{pile_letter(index)} needs {pile.need}" for index, pile in enumerate(view.building))
    return ", ".join(needs) + "."


def _wrong_value(view: View, action: Play, write: CardWriter) -> str:
    need = view.building[action.pile].need
    needs = f"{pile_letter(action.pile)} needs {need}"
    if action.value not in (None, need):
        return f"{needs}, not {action.value}."
    if legal.source_refusal(view, action.source) is not None:
        return f"{needs}."
    lying = write(legal.card_of(view, action.source))
    if isinstance(action.source, Hand):
        return f"{needs}, not {lying}."
    return f"{needs}, {_place(action.source, view)} is {lying}."


def _place(source: Stock | DiscardTop, view: View) -> str:
    owner = "your" if source.owner == view.observer else "your partner's"
    return f"{owner} stock" if isinstance(source, Stock) else f"{owner} pile {source.pile + 1}"


def _named_card(action: Action | None) -> Card | None:
    match action:
        case Play(source=Hand(value)) | Discard(card=value):
            return value
        case _:
            return None
