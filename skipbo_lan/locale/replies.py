"""What the screen answers to keys and typed lines."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.errors import Refusal
from engine.view import View
from skipbo_lan.locale.banners import card_with_article
from skipbo_lan.locale.cards import card, pile_letter
from skipbo_lan.locale.refusals import refusal_line

SELECT_TEXT = "Hold Shift to select text with the mouse."
NO_MOUSE = "The mouse is the terminal's again; m turns it back on."
MOUSE_ON = f"Mouse on: click a card, then a pile. {SELECT_TEXT}"
STILL_WAITING = "Your last move is still on its way."
RELIEVED = "Your time is up: a bot plays the rest of this turn."
OFFLINE = "Not connected: nothing was sent."
PASTE_DROPPED = "That looked like pasted text: dropped. Open the talk line with t first."
NO_SUCH_KEY = "That key does nothing here; ? shows the keys."
NOTHING_TO_DO = "Choose a card first, or press Tab for the next legal move."
INTERRUPT_AGAIN = "Ctrl-C again within three seconds leaves the table."
INTERRUPT_KEEPS = "Ctrl-C again within three seconds leaves, and keeps the match for later."
ASK_LEAVE = "Leave the table?"
NO_BOT = "There is no bot to remove."
NO_MOVES = "Nothing can be moved now."


def looking_ahead(value: Card, targets: Sequence[int]) -> str:
    """What a card would do if it were the player's turn."""
    fits = f"fits {' and '.join(pile_letter(pile) for pile in targets)}" if targets else "fits nowhere"
    return f"Not your turn yet. As the piles are now, {_your(value)} {fits}."


def fits_nowhere(value: Card, view: View) -> str:
    """Why a card cannot be played."""
    wanted = ", ".join(str(pile.need) for pile in view.building)
    if value is Card.WILD:
        return refusal_line(Refusal.WILD_ON_WILD)
    return f"{card(value)} fits nowhere: the piles need {wanted}."


def needs_other(pile: int, need: int, what: str, value: Card) -> str:
    """Why a card does not go where the player pointed."""
    return f"{pile_letter(pile)} needs {need}, {what} is {card_with_article(value)}."


def which_pile() -> str:
    """A wild may stand for different numbers."""
    return "On which pile? Press a, b, c or d."


def no_card_for(pile: int, need: int, *, has_wild: bool) -> str:
    """Target first, but no number card fits."""
    hint = " For a wild, press its key first." if has_wild else ""
    return f"{pile_letter(pile)} needs {need}: you have no {need} to play.{hint}"


def no_hand_card(key: str) -> str:
    """A key of the hand without a card."""
    return f"There is no hand card {key}."


def stock_empty() -> str:
    """The stock key without a stock."""
    return "That stock is empty."


def pile_empty() -> str:
    """A discard pile's key without a card."""
    return "There is no card on that pile. To discard, choose a hand card first (1-5)."


def ask_again(stock: Card, pile: int, key: str) -> str:
    """The question before a discard while the stock card could be played."""
    return f"Your stock {card(stock)} still fits {pile_letter(pile)}. Press {key} again to discard anyway."


def bots_wait(milliseconds: int) -> str:
    """The new speed of the bots."""
    return f"Bots now wait {milliseconds / 1000:g} s before each move." if milliseconds else "Bots now play at once."


def teams_do_not_fit(players: int) -> str:
    """No kind of team fits so many seats."""
    return f"Teams need 4 or 6 players; there are {players}."


def place_name(key: str) -> str:
    """What a key stands for: `hand card 3`, `your stock`, `your pile 2`, `that card`."""
    if key in "12345":
        return f"hand card {key}"
    if key in "6789":
        return f"the top of your pile {int(key) - 5}"
    return "your stock card" if key == "s" else "that card"


def _your(value: Card) -> str:
    return "your wild" if value is Card.WILD else f"your {int(value)}"
