"""The keys that ask the host for something else than a card: the lobby's, the owner's, ready, leave."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import Final

from protocol import messages as wire
from protocol.mapping import ruleset_to_wire
from skipbo_lan import commands
from skipbo_lan.client.state import seat_waited_for
from skipbo_lan.locale import replies as words
from skipbo_lan.tui.line import LineKind, begin
from skipbo_lan.tui.model import Ask, Leave, Question, Result
from skipbo_lan.tui.options import SPEEDS
from skipbo_lan.tui.pressing.press import Press, quiet, says, sends
from skipbo_lan.tui.teams import next_teams

_PACES: Final = tuple(round(1000 * speed) for speed in SPEEDS)
"""What the page of options offers, in milliseconds."""


def start(press: Press) -> Result:
    """The owner starts the match; as the typed command does."""
    return command(press, "start")


def add_bot(press: Press) -> Result:
    """A bot takes the next free seat."""
    return command(press, "bot add")


def remove_bot(press: Press) -> Result:
    """The bot that sits last goes."""
    room = press.client.room
    bots = [player.seat for player in room.players if player.level is not None] if room is not None else []
    return sends(press.ui, Ask(wire.RemoveBot(seat=max(bots)))) if bots else says(press.ui, words.NO_BOT)


def teams(press: Press) -> Result:
    """The next way to play together that this number of players allows."""
    rules, room = press.client.ruleset, press.client.room
    if rules is None or room is None:
        return quiet(press.ui)
    following = next_teams(rules, len(room.players))
    if following == rules.teams:
        return says(press.ui, words.teams_do_not_fit(len(room.players)))
    return sends(press.ui, Ask(wire.Configure(ruleset=ruleset_to_wire(replace(rules, teams=following)))))


def ready(press: Press) -> Result:
    """The result has been seen."""
    return sends(press.ui, Ask(wire.Ready()))


def again(press: Press) -> Result:
    """The owner begins another match."""
    return sends(press.ui, Ask(wire.Again()))


def guilty(press: Press) -> Result:
    """The owner confirms an accusation (R72)."""
    return sends(press.ui, Ask(wire.Confirm(guilty=True)))


def innocent(press: Press) -> Result:
    """The owner rejects an accusation (R72)."""
    return sends(press.ui, Ask(wire.Confirm(guilty=False)))


def bot_now(press: Press) -> Result:
    """The owner stops waiting for the player who is away."""
    seat = seat_waited_for(press.client)
    return quiet(press.ui) if seat is None else sends(press.ui, Ask(wire.BotNow(seat=seat)))


def wait_longer(press: Press) -> Result:
    """The owner lets the seat of the player who is away wait longer."""
    seat = seat_waited_for(press.client)
    return quiet(press.ui) if seat is None else sends(press.ui, Ask(wire.WaitLonger(seat=seat)))


def slower(press: Press) -> Result:
    """Bots wait longer before each move."""
    pace = press.client.room.pace_ms if press.client.room is not None else 0
    return set_pace(press, _PACES[min(bisect_right(_PACES, pace), len(_PACES) - 1)])


def faster(press: Press) -> Result:
    """Bots wait less before each move."""
    pace = press.client.room.pace_ms if press.client.room is not None else 0
    return set_pace(press, _PACES[max(bisect_left(_PACES, pace) - 1, 0)])


def leave(press: Press) -> Result:
    """Leave the table, after a question when that costs somebody something."""
    return command(press, "leave")


def talk(press: Press) -> Result:
    """Open the line for talk to everybody."""
    return quiet(replace(press.ui, line=begin(LineKind.TALK)))


def team_talk(press: Press) -> Result:
    """Open the line for talk to one's team."""
    return quiet(replace(press.ui, line=begin(LineKind.TEAM)))


def command_line(press: Press) -> Result:
    """Open the line for a command."""
    return quiet(replace(press.ui, line=begin(LineKind.COMMAND)))


def intrude(press: Press) -> Result:
    """Begin to type a play out of turn: too grave for a single key (R81)."""
    return quiet(replace(press.ui, line=begin(LineKind.COMMAND, "play! ")))


def accuse(press: Press) -> Result:
    """Begin to type an accusation; where only one player can be meant, the name stands there already (R72)."""
    names = commands.accusable(press.client)
    name = names[0] if len(names) == 1 else ""
    return quiet(replace(press.ui, line=begin(LineKind.COMMAND, f"accuse {name}")))


def command(press: Press, text: str) -> Result:
    """What a typed command asks for; a question of its own comes first."""
    match commands.parse(text, press.client):
        case commands.AskHost(message, ask):
            return _after(press, ask, Ask(message))
        case commands.Leave(ask):
            return _after(press, ask, Leave())
        case commands.Unclear(message):
            return says(press.ui, message)
        case _:
            return quiet(press.ui)


def _after(press: Press, question: str | None, intent: Ask | Leave) -> Result:
    """The request, or the question that comes before it."""
    if question is None:
        return sends(press.ui, intent)
    return quiet(replace(press.ui, question=Question(question, (intent,))))


def set_pace(press: Press, milliseconds: int) -> Result:
    """Bots wait so long before each move from now on."""
    ui, _ = says(press.ui, words.bots_wait(milliseconds))
    return sends(ui, Ask(wire.Pace(ms=milliseconds)))
