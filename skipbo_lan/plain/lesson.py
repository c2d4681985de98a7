"""The lesson in plain mode: what each step tells, and of what a typed line does only what belongs to the step. Pure."""

from __future__ import annotations

from dataclasses import replace

from protocol.messages import Pace
from skipbo_lan.client.state import ClientState
from skipbo_lan.commands import About, AskHost, DoAction, Leave, Question, SaveLog, Talk, Unclear, parse
from skipbo_lan.lesson.course import MOVES, Progress, Step, step_of
from skipbo_lan.locale import lesson as words
from skipbo_lan.locale.people import names_of
from skipbo_lan.locale.plain import yes_or_no
from skipbo_lan.plain.dialogue import Dialogue, Reply, Request


def lesson_news(before: ClientState, after: ClientState) -> list[str]:
    """What the next step tells, once it is reached."""
    step = step_of(after)
    if step is None or step is step_of(before):
        return []
    return [words.plain_told(step, Progress())]


def taught(dialogue: Dialogue, progress: Progress, line: str, state: ClientState, reply: Reply) -> Reply:
    """What a line does in the lesson that would have had this reply at any table."""
    step = step_of(state)
    if step is None:
        return reply
    if progress.done:
        return Reply(dialogue, request=Leave())
    if isinstance(reply.dialogue.asked, Leave) and dialogue.asked is None:
        return replace(reply, lines=(yes_or_no(words.ASK_LEAVE),))
    request = reply.request or (reply.dialogue.asked if dialogue.asked is None else None)
    command = parse(line, state) if dialogue.asked is None and line.strip() else None
    if isinstance(command, Unclear):
        return replace(reply, lines=(*reply.lines, words.to_type(step, progress)))
    asked = command.about if isinstance(command, Question) else None
    wrong = words.HINT_LATER if asked is About.HINT and step is not Step.HELP else _why_not(step, request, state)
    if wrong is not None:
        return Reply(replace(dialogue, asked=None), (f"{wrong} {words.to_type(step, progress)}",))
    after = Progress(progress.hinted or asked is About.HINT, progress.helped or asked is About.HELP)
    return replace(
        reply, dialogue=replace(reply.dialogue, lesson=after), lines=reply.lines + _next(step, progress, after)
    )


def _why_not(step: Step, request: Request | None, state: ClientState) -> str | None:
    """Why a request is not part of the step; None when it is, or does no harm."""
    match request:
        case DoAction(action) if action != MOVES.get(step):
            assert state.view is not None, "a step is made at a table"
            return words.why_not(step, action, state.view, names_of(state.room))
        case Talk():
            return words.NOBODY_LISTENS
        case AskHost(message) if not isinstance(message, Pace):
            return words.AS_IT_IS
        case SaveLog():
            return words.NOTHING_KEPT
        case _:
            return None


def _next(step: Step, before: Progress, after: Progress) -> tuple[str, ...]:
    """What is said after a part of the last step."""
    if after.done:
        return words.PLAIN_DONE
    return (words.to_type(step, after),) if step is Step.HELP and after != before else ()
