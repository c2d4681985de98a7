"""Words that only the full screen needs: headings, labels, results, and answers to keys."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.errors import Refusal
from engine.ruleset import Ruleset
from engine.view import View
from skipbo_lan.locale.banners import card_with_article, clock
from skipbo_lan.locale.cards import card, card_list, count_of, pile_letter
from skipbo_lan.locale.endings import goal_line
from skipbo_lan.locale.refusals import refusal_line

HELP_KEY = "? help"
WILD_FACE = ("SKIP", " BO ")
WILD_SHORT = " SB "
NO_CARD = "none"
HINT = "HINT"
COMPLETE = "complete"
BUILDING = "BUILDING PILES"
BUILD = "BUILD"
LOG = "LOG"
LOG_AND_CHAT = "LOG AND CHAT"
OLDER = "PgUp older"
PLAYERS = "PLAYERS in turn order"
PLAYER = "PLAYER"
STATE = "STATE"
SEAT = "SEAT"
STOCK = "STOCK"
HAND = "HAND"
DISCARDS = "DISCARD PILES"
DISCARDS_FAN = "DISCARD PILES  top card, then under it"
DISCARDS_SECOND = "DISCARD PILES  top, next, +more"
INSPECT = "i shows the piles of a player in full"
DISCARDS_COUNT = "DISCARD PILES top+under"
YOUR_STOCK = "YOUR STOCK"
YOUR_HAND = "YOUR HAND"
HAND_COMES = "(filled to five on your turn)"
YOUR_DISCARDS = "YOUR DISCARD PILES"
FREE_SEAT = "-"
NO_TABLE_YET = "Waiting for the table ..."
WAITING = "waiting for players"
MATCH_OVER = "the match is over"
NOT_SAVED = "NOT SAVED"
PAGE_KEYS = "Esc back   PgUp/PgDn scroll"
LOG_KEYS = "Esc back   PgUp/PgDn scroll   v save"
LINE_KEYS = "Enter sends   Esc back to the table"
COMMAND_KEYS = "Enter does it   Tab completes   Esc back to the table"
TALK = "Enter or t: talk"
TALK_WITH_TEAM = "t: talk to all"
TEAM_TALK = "T: talk to your team"
COMMAND = "/: command"
TALK_PROMPT = "to all> "
TEAM_PROMPT = "to your team> "
COMMAND_PROMPT = "/"
YES_NO = "y yes   n no"
HELP_TITLE = "KEYS"
SIGNS_TITLE = "SIGNS ON THE TABLE"
SIGNS = (
    ("s>A", "the key s plays this card on A; >any: it fits on every building pile"),
    ("SB", "a Skip-Bo card: any number you like; 8* is one played as an 8"),
    ("[ 3 ]<", "the last card went there"),
    (">", "before a name: who plays, or is next"),
    ("3!", "of a stock: only so many cards are left"),
    ("+6", "so many more cards lie below; i shows them"),
)
COMMANDS_TITLE = "COMMANDS, typed after /"
FAIR_CARDS = "FAIR CARDS"
LOG_TITLE = "LOG"
RULES_TITLE = "RULES OF THIS TABLE"
CHANGE_RULES = "To change one: /option stock_size 10 and so on; /option lists them all."
ANSWER_TITLE = "ANSWER"
SELECT_TEXT = "Hold Shift to select text with the mouse."
NO_MOUSE = "The mouse is the terminal's again; m turns it back on."
MOUSE_ON = f"Mouse on: click a card, then a pile. {SELECT_TEXT}"
WAITING_FOR_ANSWER = "Waiting for the host's answer ..."
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
YOU = "you"
AWAY = "away"
OFFERED = "free"
BOT_PLAYS = "bot"
BOT = "bot"
PLAYING = "playing"
OUT_OF_TURN = "intrudes"
PARTNER = "partner"
SAME_SEATS = "   Seats, partners and rules can be changed in the lobby."
NEXT = "next"


def round_title(number: int, ruleset: Ruleset) -> str:
    """`round 2, first to 500`, `round 2 of 3, first to 500`, `round 2 of 3`, `one round`."""
    rounds = ruleset.rounds if ruleset.scoring else ruleset.rounds or 1
    if rounds == 1:
        return goal(ruleset)
    counted = f"round {number}" if rounds is None else f"round {number} of {rounds}"
    return f"{counted}, first to {ruleset.target}" if ruleset.scoring else counted


def goal(ruleset: Ruleset) -> str:
    """`first to 500`, inside a line."""
    words = goal_line(ruleset).rstrip(".")
    return words[:1].lower() + words[1:]


def players_count(number: int) -> str:
    """`6 players`."""
    return count_of(number, "player")


def watching_count(number: int) -> str:
    """`2 watching`."""
    return f"{number} watching"


def away_for(seconds: float) -> str:
    """How long the seat of a lost player still waits: `away 0:40`."""
    return f"{AWAY} {clock(seconds)}"


def supply(draw: int, aside: int) -> str:
    """What is left to draw: `draw pile 74   set aside 24`."""
    pile = f"draw pile {draw}" if draw else "draw pile EMPTY"
    return f"{pile}   set aside {aside}"


def supply_short(draw: int, aside: int) -> str:
    """The same where room is short."""
    return f"draw {draw}   aside {aside}"


def needs(value: int) -> str:
    """`needs 5`."""
    return f"needs {value}"


def left(count: int, *, low: bool) -> str:
    """`18 left`, `3 left!`."""
    return f"{count} left!" if low else f"{count} left"


def cards_held(count: int) -> str:
    """`5 cards`."""
    return count_of(count, "card")


def hand_short(count: int) -> str:
    """`hand 5`."""
    return f"hand {count}"


def wild_note(value: int) -> str:
    """What the star at a pile means."""
    return f"({value}* is a wild played as {value})"


def too_small(width: int, height: int, least_width: int, least_height: int) -> list[str]:
    """The whole screen when the window is too small for a table."""
    return [
        f"Too small for the table: {width} x {height},",
        f"needs {least_width} x {least_height}. Make the window larger",
        "or the font smaller (often Ctrl -).",
    ]


def restart_plain() -> str:
    """The way out of a window that cannot be enlarged."""
    return "Or restart: skipbo-lan join --plain"


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


def stock_hint(keys: str, whose: str, value: Card, pile: int, *, full: bool) -> str:
    """`s: your stock 5 goes on A.`, `v: Cy's stock 12 completes B.`"""
    does = "completes" if full else "goes on"
    return f"{keys}: {whose} stock {card(value)} {does} {pile_letter(pile)}."


def pile_hint(keys: str, value: Card, pile: int) -> str:
    """`4 b: 12 completes B.`"""
    return f"{keys}: {card(value)} completes {pile_letter(pile)}."


def at_address(host: str) -> str:
    """Where the table is: `host 192.168.1.20:16218`."""
    return f"host {host}"


def clock_time(seconds: float) -> str:
    """A time of the day, given in seconds since midnight: `12:01`."""
    hours, minutes = divmod(int(seconds // 60), 60)
    return f"{hours % 24:02}:{minutes:02}"


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


def new_below(count: int) -> str:
    """How much of the log came while an older part of it is read."""
    return f"{count_of(count, 'new line')} below: End"


def place_name(key: str) -> str:
    """What a key stands for: `hand card 3`, `your stock`, `your pile 2`, `that card`."""
    if key in "12345":
        return f"hand card {key}"
    if key in "6789":
        return f"the top of your pile {int(key) - 5}"
    return "your stock card" if key == "s" else "that card"


def piles_keys(players: Sequence[str]) -> str:
    """The keys that lead to each player's piles: `Esc back   0 Anna  1 Bea`."""
    return "Esc back   " + "  ".join(f"{key} {name}" for key, name in enumerate(players))


def piles_title(name: str) -> str:
    """Heading of a player's piles in full."""
    return f"PILES OF {name.upper()}"


def pile_line(number: int, cards: Sequence[Card]) -> str:
    """A discard pile in full, top card first."""
    return f"pile {number}: {card_list(reversed(cards)) or '-'}"


def building_line(pile: int, cards: Sequence[Card], need: int) -> str:
    """A building pile in full, bottom card first: that is how it was built."""
    return f"{pile_letter(pile)}: {card_list(cards) or '-'}  (needs {need})"


def stock_line(top: Card | None, count: int, hand: int) -> str:
    """A player's stock and hand."""
    shown = f"{card(top)}, {count} left" if top is not None else "empty"
    return f"stock: {shown}   hand: {count_of(hand, 'card')}"


def joined() -> str:
    """State of somebody in the lobby."""
    return "joined"


def host() -> str:
    """State of the owner in the lobby."""
    return "host"


def team(number: int) -> str:
    """The team of a seat in the lobby."""
    return f"team {number}"


def game(rules: str, *, locked: bool = False, watched: bool = True) -> str:
    """The rules in one line, and who may come."""
    return f"Game: {rules}" + ("; with a password" if locked else "") + ("" if watched else "; nobody may watch")


def name_and_kind(name: str, state: str) -> str:
    """Heading of the only opponent: `Bea (bot, easy)`."""
    return f"{name} ({state})" if state else name


def points_line(points: int, cards: int, each: int) -> str:
    """How a round's points came about: `25 + 5 x 9 cards left = 70`."""
    return f"{points - cards * each} + {each} x {count_of(cards, 'card')} left = {points}"


def stock_cards_left(count: int) -> str:
    """What a loser still had."""
    return f"{count_of(count, 'stock card')} left"


def total(points: int, cells: int) -> str:
    """The score so far, in so many cells: `total  85`."""
    return f"total {points:>{cells}}"


def rounds_won(count: int) -> str:
    """Rounds won so far."""
    return f"won {count_of(count, 'round')}"


def ready_count(ready: int, people: int) -> str:
    """`1 of 3 ready`; empty where nobody waits for anybody."""
    return f"{ready} of {people} ready" if people > 1 else ""


def next_round(count: str, *, watching: bool) -> str:
    """`r  next round   1 of 3 ready`."""
    return count if watching else f"r  next round   {count}".rstrip()


def next_round_in(seconds: float) -> str:
    """When the next round begins by itself."""
    return f"It begins in {clock(seconds)} in any case."


def again(count: str, *, owner: bool, watching: bool) -> str:
    """What can follow a match; `count`: how many would play another."""
    if owner:
        return f"r  another match with the same players   {count}".rstrip()
    if watching:
        return f"The host may start another match{f': {count}' if count else ''}."
    return f"r  ready for another match   {count}".rstrip()


def _your(value: Card) -> str:
    return "your wild" if value is Card.WILD else f"your {int(value)}"
