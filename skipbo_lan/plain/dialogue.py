"""What a typed line does: the line and the state in, an answer and a command for the session out. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from skipbo_lan.client.state import ClientState
from skipbo_lan.commands import (
    AskHost,
    Colours,
    Command,
    DoAction,
    Leave,
    Question,
    SaveLog,
    Talk,
    Unclear,
    answer,
    careless,
    kept_from,
    parse,
)
from skipbo_lan.lesson.course import Progress
from skipbo_lan.locale import plain as words

_YES: Final = frozenset({"y", "yes"})

Request: TypeAlias = DoAction | AskHost | Talk | SaveLog | Leave
"""What the session is to do."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """What has been asked back, and what need not be asked again."""

    asked: Request | None = None
    """Waits for yes or no."""
    warned: bool = False
    """The player has seen the warning before a careless discard."""
    lesson: Progress | None = None
    """How far the player has come in the lesson; None at any other table."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What follows from a typed line."""

    dialogue: Dialogue
    lines: tuple[str, ...] = ()
    request: Request | None = None


def typed(dialogue: Dialogue, line: str, state: ClientState, *, asks: bool) -> Reply:
    """The effect of a line. `asks` is false where nobody can answer a question: input that is no terminal."""
    if not line.strip():
        return Reply(dialogue)
    if dialogue.asked is not None:
        settled = replace(dialogue, asked=None)
        if line.strip().casefold() in _YES:
            return Reply(settled, request=dialogue.asked)
        return Reply(settled, (words.not_done(),))
    return _reply(dialogue, parse(line, state), state, asks)


def _reply(dialogue: Dialogue, command: Command, state: ClientState, asks: bool) -> Reply:
    match command:
        case Unclear(message):
            return Reply(dialogue, (message,))
        case Question():
            return Reply(dialogue, tuple(answer(command, state)))
        case Colours():
            return Reply(dialogue, (words.no_colours(),))
        case Talk():
            return Reply(dialogue, tuple(filter(None, (kept_from(state),))), command)
        case SaveLog():
            return Reply(dialogue, request=command)
        case DoAction(action):
            question = command.ask
            if question is None and asks and not dialogue.warned and state.view is not None:
                question = careless(state.view, action)
                dialogue = replace(dialogue, warned=dialogue.warned or question is not None)
            return _asked(dialogue, command, question)
        case AskHost() | Leave():
            return _asked(dialogue, command, command.ask if asks else None)


def _asked(dialogue: Dialogue, request: Request, question: str | None) -> Reply:
    if question is None:
        return Reply(dialogue, request=request)
    return Reply(replace(dialogue, asked=request), (words.yes_or_no(question),))
