"""What happens to keys while a line is open: they are text, and Enter says what becomes of it (TESTED.md T22)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from protocol.messages import Pace
from skipbo_lan import commands
from skipbo_lan.client.state import Online
from skipbo_lan.locale import replies as words
from skipbo_lan.tui.intents import Prefer
from skipbo_lan.tui.limits import HISTORY, SHORT_ANSWER
from skipbo_lan.tui.line import Line, LineKind, begin, edit, insert
from skipbo_lan.tui.model import Ask, Do, Intent, Leave, Overlay, Question, Result, UiState
from skipbo_lan.tui.pressing.cards import can_send
from skipbo_lan.tui.pressing.press import Press, quiet, says, sends
from skipbo_lan.tui.pressing.requests import set_pace


def typed(press: Press, line: Line) -> Result:
    """A key while a line is open."""
    ui = press.ui
    match press.key:
        case "escape":
            return quiet(replace(ui, line=None))
        case "enter":
            return _entered(replace(press, ui=replace(ui, line=None)), line)
        case "tab" if line.kind is LineKind.COMMAND:
            return _completed(press, line)
        case "up" | "down" if line.kind is LineKind.COMMAND:
            return quiet(replace(ui, line=_recalled(ui, line, 1 if press.key == "up" else -1)))
        case "backspace" if not line.text:
            return quiet(replace(ui, line=None))
        case "/" if not line.text:  # after Enter, as in other chats
            return quiet(replace(ui, line=begin(LineKind.COMMAND)))
        case key:
            return quiet(replace(ui, line=edit(line, key)))


def pasted(ui: UiState, text: str) -> Result:
    """Pasted text: into the open line, otherwise dropped (TERMINAL.md, rule 6)."""
    if ui.line is None:
        return says(ui, words.PASTE_DROPPED)
    return quiet(replace(ui, line=insert(ui.line, text)))


def _entered(press: Press, line: Line) -> Result:
    text = line.text.strip()
    if not text:
        return quiet(press.ui)
    match line.kind:
        case LineKind.TALK | LineKind.TEAM:
            return _say(press, text, team=line.kind is LineKind.TEAM)
        case LineKind.COMMAND:
            history = (*(past for past in press.ui.history if past != text), text)[-HISTORY:]
            return _obey(replace(press, ui=replace(press.ui, history=history)), text)
        case _:
            assert_never(line.kind)


def _say(press: Press, text: str, *, team: bool) -> Result:
    if not isinstance(press.client.status, Online):
        return says(press.ui, words.OFFLINE)
    later = commands.kept_from(press.client)
    ui = press.ui if later is None else replace(press.ui, reply=(later,))
    return sends(ui, Ask(commands.Talk(text, team).message))


def _obey(press: Press, text: str) -> Result:
    ui = press.ui
    match commands.parse(text, press.client):
        case commands.DoAction(action, ask):
            return _act(press, Do(action), ask)
        case commands.AskHost(Pace(ms=milliseconds)):
            return set_pace(press, milliseconds)
        case commands.AskHost(message, ask):
            return _request(ui, Ask(message), ask)
        case commands.Leave(ask):
            return _request(ui, Leave(), ask)
        case commands.Talk(words_said, team):
            return _say(press, words_said, team=team)
        case commands.Question(commands.About.HELP):
            return quiet(replace(ui, overlay=Overlay.HELP, scroll=0))
        case commands.Question() as question:
            return _answered(ui, commands.answer(question, press.client))
        case commands.SaveLog():
            return sends(ui, commands.SaveLog())
        case commands.Colours(theme):
            preferences = replace(ui.preferences, theme=theme)
            return sends(replace(ui, preferences=preferences), Prefer(preferences))
        case commands.Unclear(message):
            return says(ui, message)
        case never:
            assert_never(never)


def _act(press: Press, intent: Do, ask: str | None) -> Result:
    if not can_send(press.client):
        waits = press.client.pending is not None
        return says(press.ui, words.STILL_WAITING if waits else words.OFFLINE)
    return _request(press.ui, intent, ask)


def _request(ui: UiState, intent: Intent, ask: str | None) -> Result:
    if ask is None:
        return sends(ui, intent)
    return quiet(replace(ui, question=Question(ask, (intent,))))


def _answered(ui: UiState, lines: list[str]) -> Result:
    if len(lines) <= SHORT_ANSWER:
        return says(ui, *lines)
    return quiet(replace(ui, overlay=Overlay.ANSWER, scroll=0, answer=tuple(lines)))


def _completed(press: Press, line: Line) -> Result:
    """The only completion, or what all have in common, with the others named."""
    forms = commands.complete(line.text, press.client)
    if not forms:
        return quiet(press.ui)
    common = forms[0]
    while not all(form.startswith(common) for form in forms):
        common = common[:-1]
    completed = begin(LineKind.COMMAND, common + " " if len(forms) == 1 else max(common, line.text, key=len))
    ui = replace(press.ui, line=completed)
    return quiet(ui) if len(forms) == 1 else says(ui, "   ".join(forms))


def _recalled(ui: UiState, line: Line, step: int) -> Line:
    """A command typed before, so many steps back."""
    back = min(max(line.recalled + step, 0), len(ui.history))
    text = ui.history[-back] if back else ""
    return replace(begin(LineKind.COMMAND, text), recalled=back)
