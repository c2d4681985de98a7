"""What can be typed at the table, with its meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.ruleset import Coaching, OutOfTurn, Ruleset, Teams
from skipbo_lan.client.state import ClientState

FORM_CELLS: Final = 26
"""Cells for what is typed, before its meaning."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed command."""

    form: str
    meaning: str


MOVES: Final = (
    Typed("s b", "your stock card to building pile B (or: s 2)"),
    Typed("3 a, h3 a", "hand card 3 to pile A"),
    Typed("7 a, p2 a", "top of your discard pile 2 to A (6-9: piles 1-4)"),
    Typed("3 7, d3 2", "end your turn: discard hand card 3 on your pile 2"),
)
PARTNER_MOVES: Final = (
    Typed("ps b", "your partner's stock card to pile B"),
    Typed("pp1 b", "the top of your partner's discard pile 1 to pile B"),
    Typed("ps as 4", "your partner's skip-bo to the pile that needs a 4"),
)
OUT_OF_TURN_MOVES: Final = (
    Typed("play! s b", "play although it is not your turn"),
    Typed("object", "object to a play out of turn"),
)
DRAW_MOVE: Final = Typed("draw N", "draw N cards by hand")
ACCUSE: Final = Typed("accuse NAME", "somebody gave advice to the player on turn")
CONFIRM: Final = Typed("confirm, confirm no", "the accusation is right, or is not")
PASS: Final = Typed("pass", "end your turn when your hand cannot be filled")

QUESTIONS: Final = (
    Typed("moves, do 3", "number the moves you can make; make the third"),
    Typed("hint", "one good move, and why"),
    Typed("look", "the whole table, everybody's open cards included"),
    Typed("turn, table, who", "whose turn; the building piles; who is here"),
    Typed("hand, stock, piles", "your hand; your stock and piles; building piles"),
    Typed("3, s, 7", "a card alone: what it is, and where it fits"),
    Typed("last, log 20, save", "what happened last; the last 20; the log as a file"),
    Typed("score, rules, keys", "the score; the rules of this table; this list"),
)
WATCHED: Final = (
    Typed("look", "the whole table"),
    Typed("turn, table, who", "whose turn; the building piles; who is here"),
    Typed("last, log 20, save", "what happened last; the last 20; the log as a file"),
    Typed("score, rules, keys", "the score; the rules of this table; this list"),
)
"""What a spectator may ask."""
TALK: Final = (Typed("say TEXT", "talk to everybody"),)
TEAM_TALK: Final = Typed("team TEXT", "talk to your partner only")
LEAVE: Final = Typed("leave", "leave the table")

LOBBY: Final = (Typed("sit N", "move to the free seat N"),)
OWNER_LOBBY: Final = (
    Typed("start", "begin the match (start NAME: that player deals)"),
    Typed("bot add [LEVEL]", "a bot takes a free seat"),
    Typed("bot remove N", "the bot on seat N goes"),
    Typed("swap N M", "seats N and M change places"),
    Typed("option KEY VALUE", "change a rule; option alone lists them"),
)
READY: Final = Typed("ready", "go on with the next round")
READY_AGAIN: Final = Typed("ready", "you would play another match")
AGAIN: Final = Typed("again", "another match with the same players")
REMOVE: Final = Typed("remove NAME", "that player goes, and cannot come back")
OWNER_ABSENT: Final = (
    Typed("bot now NAME", "a bot plays at once for a player who is away"),
    Typed("wait NAME", "the seat of a player who is away waits longer"),
)
OWNER_GIVE: Final = Typed("give NAME", "an absent player's seat, to the next who joins")
OWNER: Final = (
    Typed("speed N", "bots wait N seconds a move (0.5, or instant)"),
    Typed("close", "end the table for everybody"),
)

COLOURS: Final = Typed("theme NAME", "auto, light, dark, contrast, mono (o: all options)")
"""On the screen only."""


def typed_commands(state: ClientState) -> tuple[Typed, ...]:
    """The commands that mean something at this table at this moment."""
    return tuple(_typed(state))


def help_lines(state: ClientState) -> list[str]:
    """The commands that mean something now, one a line."""
    return [_line(typed) for typed in typed_commands(state)]


def screen_help_lines(state: ClientState) -> list[str]:
    """The same on the screen, which has colours."""
    return [*help_lines(state), _line(COLOURS)]


def _line(typed: Typed) -> str:
    return f"{typed.form:<{FORM_CELLS}}{typed.meaning}"


def _typed(state: ClientState) -> Iterator[Typed]:
    stage = state.room.stage if state.room is not None else ""
    if state.watching:
        yield from WATCHED
        yield from TALK
        yield LEAVE
        return
    if stage == "lobby":
        yield from LOBBY
        yield from OWNER_LOBBY if state.owner else ()
    if stage == "playing":
        yield from MOVES
        yield from _by_ruleset(state)
        yield PASS
    if stage == "round_over":
        yield READY
    if stage == "match_over":
        yield AGAIN if state.owner else READY_AGAIN
    yield from QUESTIONS
    yield from TALK
    if stage != "lobby" and state.ruleset is not None and state.ruleset.teams is not Teams.NONE:
        yield TEAM_TALK
    yield from _of_owner(state) if state.owner else ()
    yield LEAVE


def _of_owner(state: ClientState) -> Iterator[Typed]:
    """What only the host may ask for; about absent players while there are some."""
    room = state.room
    if room is not None and any(player.seat != room.you for player in room.players):
        yield REMOVE
    if room is not None and room.stage != "lobby":
        presences = {player.presence for player in room.players}
        yield from OWNER_ABSENT if "away" in presences else ()
        yield from (OWNER_GIVE,) if presences - {"here"} else ()
    yield from OWNER


def _by_ruleset(state: ClientState) -> Iterator[Typed]:
    for applies, typed in _OPTIONAL:
        if state.ruleset is not None and applies(state.ruleset):
            yield from typed
    if state.owner and state.ruleset is not None and state.ruleset.coaching is Coaching.ACCUSE:
        yield CONFIRM


_OPTIONAL: Final[tuple[tuple[Callable[[Ruleset], bool], tuple[Typed, ...]], ...]] = (
    (lambda rules: rules.teams is not Teams.NONE, PARTNER_MOVES),
    (lambda rules: rules.out_of_turn is OutOfTurn.TABLE, OUT_OF_TURN_MOVES),
    (lambda rules: rules.manual_draw, (DRAW_MOVE,)),
    (lambda rules: rules.coaching is Coaching.ACCUSE, (ACCUSE,)),
)
