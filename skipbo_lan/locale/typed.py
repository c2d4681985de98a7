"""Answers to typed lines that cannot be done as they stand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import DiscardTop, Hand, Source, Stock
from engine.cards import Card
from engine.ruleset import Seat
from engine.view import View
from skipbo_lan.locale.banners import card_with_article
from skipbo_lan.locale.cards import count_of, pile_letter
from skipbo_lan.locale.people import Names, whose
from skipbo_lan.locale.refusals import needs_line


def card_alone(source: Source, number: str, value: Card, fits: Sequence[int], names: Names, me: Seat | None) -> str:
    """A place typed alone: `Hand 3, a 7, fits nowhere.`"""
    match source:
        case Hand():
            place = f"Hand {number}"
        case Stock(owner):
            place = f"{whose(names, owner, me)} stock"
        case DiscardTop(owner, pile):
            place = f"{whose(names, owner, me)} pile {pile + 1}"
    what = "a skip-bo" if value is Card.WILD else card_with_article(value)
    where = ", ".join(pile_letter(pile) for pile in fits) or "nowhere"
    return f"{place[:1].upper()}{place[1:]}, {what}, fits {where}."


def not_possible(why: str) -> str:
    """A move that the rules do not allow."""
    return f"Not possible: {why}"


def no_hand_card(number: int, held: int) -> str:
    """A hand number without a card."""
    return f"There is no hand card {number}: you hold {count_of(held, 'card')}."


def which_pile(hand_number: str, pile: int) -> str:
    """A hand card and a bare number may be a play or a discard."""
    letter = pile_letter(pile - 1).lower()
    if pile > len("abcd"):
        return f"Type {hand_number} a to d to play hand card {hand_number}, or {hand_number} 6 to 9 to discard it."
    return f"Type {hand_number} {letter} to play it on {letter.upper()}, or {hand_number} {pile + 5} to discard it."


def no_partner() -> str:
    """A partner's pile was typed where everyone plays alone."""
    return "You have no partner at this table."


def which_partner(typed: str, mates: Sequence[Seat]) -> str:
    """Several partners, none named."""
    return "Which partner? Type " + " or ".join(f"{typed}@{seat + 1}" for seat in mates) + ", then the pile."


def nothing_needs(value: int | None, view: View) -> str:
    """A value was named that no pile needs."""
    return f"No pile needs {value}: {needs_line(view)}"


def only_watching() -> str:
    """A spectator typed a move."""
    return "You are only watching."


def unknown(line: str, nearest: Sequence[str]) -> str:
    """A line that means nothing here, with what comes near. The line is the player's own."""
    if nearest:
        return f"Not understood: {line}. Did you mean: {' or '.join(nearest)}?"
    return f"Not understood: {line}. Type help for the commands."


def form(*forms: str) -> str:
    """How a command is typed."""
    return "Type it like this: " + " or ".join(forms)


def no_round() -> str:
    """A move was typed while no round is going on."""
    return "No round is being played at the moment."


def nobody_called(name: str) -> str:
    """A name or seat number that nobody has."""
    return f"Nobody here is called {name}." if name else "Name a player, or the number of a seat."


def not_away(name: str) -> str:
    """The player meant is at the table."""
    return f"{name} is not away."


def ask_remove(name: str, *, in_match: bool) -> str:
    """Before a player is removed."""
    if in_match:
        return f"Remove {name} for good? A bot plays on, and the next who joins gets the seat."
    return f"Remove {name} from the table?"


def bad_option(key: str, allowed: str) -> str:
    """An option that does not exist, or not with this value."""
    return f"option {key}: {allowed}"


def too_long(most: int) -> str:
    """A line of chat that is too long."""
    return f"A line of talk has at most {most} characters."


def draw_bounds(most: int) -> str:
    """A number of cards that nobody can draw."""
    return f"Draw 1 to {most} cards."


def ask_leave_game(owner: bool) -> str:
    """Before leaving a running game."""
    if owner:
        return "Leave the table? The game ends."
    return "Leave the game? A bot will play your cards; you can come back until the match ends."


def ask_leave_as_host(others: int) -> str:
    """Before the host leaves."""
    return f"You are the host: leaving ends the table for {count_of(others, 'other')}."


def ask_close() -> str:
    """Before the table is closed in the middle of a round."""
    return "Close the table for everybody?"


def ask_out_of_turn() -> str:
    """Before a play out of turn (R81)."""
    return "It is not your turn. If somebody objects, you draw nothing in your next turn. Play anyway?"


def no_such_move(count: int) -> str:
    """A number that the list of moves does not have."""
    return f"There are {count_of(count, 'move')}: type moves to see them." if count else "There is no move to make now."
