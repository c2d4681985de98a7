"""Words for what each key does: a short one for the bar of keys, a sentence for the help page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class KeyWords:
    """What a key does."""

    help: str
    bar: str = ""
    """Empty: the key is not shown in the bar."""


KEY_WORDS: Final[Mapping[str, KeyWords]] = MappingProxyType(
    {
        "HAND": KeyWords("choose a hand card; the same key again plays it, 6-9 then discards it", "hand"),
        "PILE": KeyWords("play the top card of your discard pile 1 to 4", "discards"),
        "STOCK": KeyWords("play your stock card", "stock"),
        "BUILDING": KeyWords(
            "building pile A to D: where a chosen card goes, or the pile that a card is wanted for", "piles"
        ),
        "PARTNER": KeyWords("play the top of your partner's stock (v) or discard piles (w x y z)", "partner"),
        "SECOND_PARTNER": KeyWords("the same for your second partner, with Shift", "2nd partner"),
        "NEXT_MOVE": KeyWords("walk through everything that is legal", "next move"),
        "LAST_MOVE": KeyWords("walk back through everything that is legal"),
        "CONFIRM": KeyWords("do the move that Tab shows, or play the chosen hand card", "do it"),
        "CANCEL": KeyWords("forget what was chosen; never sends anything", "cancel"),
        "PASS": KeyWords("end your turn when your hand is empty and cannot be filled", "pass"),
        "DRAW": KeyWords("draw your cards (this table draws by hand; /draw N draws N)", "draw"),
        "OBJECT": KeyWords("object to a play out of turn", "object"),
        "INTRUDE": KeyWords("play although it is not your turn (opens the command line)", "play out of turn"),
        "ACCUSE": KeyWords("accuse somebody of having given advice (opens the command line)", "accuse"),
        "GUILTY": KeyWords("confirm the accusation", "guilty"),
        "INNOCENT": KeyWords("reject the accusation", "not guilty"),
        "BOT_NOW": KeyWords("let a bot play now for the player who is away (/bot now NAME)", "bot now"),
        "WAIT_LONGER": KeyWords("let the seat of the player who is away wait longer (/wait NAME)", "wait"),
        "START": KeyWords("start the match", "start"),
        "ADD_BOT": KeyWords("a bot takes the next free seat (/bot add LEVEL)", "add bot"),
        "REMOVE_BOT": KeyWords("the last bot goes (/bot remove N)", "remove bot"),
        "TEAMS": KeyWords("play alone, in pairs, in trios (/swap N M changes seats)", "partners"),
        "READY": KeyWords("go on with the next round", "next round"),
        "READY_AGAIN": KeyWords("ready for another match; the host starts it", "ready"),
        "AGAIN": KeyWords("another match with the same players", "play again"),
        "SAVE_LOG": KeyWords("save the log of this match as a file at once; leaving saves it too", "save log"),
        "HINT": KeyWords("a good move, and why", "hint"),
        "LOG": KeyWords("everything that happened, with all talk; PgUp and PgDn scroll", "log"),
        "PILES": KeyWords("look at all piles of a player in full", "inspect"),
        "RULES": KeyWords("the game in a few lines, and the rules of this table", "rules"),
        "TALK": KeyWords("talk to everybody", "talk"),
        "TEAM_TALK": KeyWords("talk to your team only", "team"),
        "COMMAND": KeyWords("type a command; Tab completes it", "command"),
        "SLOWER": KeyWords("bots play slower", "slower"),
        "FASTER": KeyWords("bots play faster", "faster"),
        "OPTIONS": KeyWords("what you like: colours, speed of the bots, hints, signals", "options"),
        "MOUSE": KeyWords("give the mouse back to the terminal, or take it; Shift selects text", "mouse on/off"),
        "HELP": KeyWords("this page", "help"),
        "REDRAW": KeyWords("draw the screen anew"),
        "SUSPEND": KeyWords("back to the shell for a while; fg returns"),
        "INTERRUPT": KeyWords("cancel; twice within three seconds leaves the table"),
        "LEAVE": KeyWords("leave the table (asks when it costs somebody something)", "quit"),
    }
)
"""By the name of what the key does."""
