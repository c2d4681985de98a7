"""What a key press does: state and key in, new state and intents out. Pure; the whole screen behaves by this.

Modes, the strongest first: Ctrl-C and the terminal's own keys, a yes-or-no question, an open line, an open page,
the table or the lobby.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from skipbo_lan.client.limits import SECOND_INTERRUPT
from skipbo_lan.locale import screen as words
from skipbo_lan.tui.intents import Terminal
from skipbo_lan.tui.model import (
    Leave,
    Model,
    Overlay,
    Question,
    Result,
    UiState,
    settled,
    without_choice,
)
from skipbo_lan.tui.pressing import cards, lesson, pages, requests
from skipbo_lan.tui.pressing.bindings import Deed, find
from skipbo_lan.tui.pressing.press import Press, quiet, says, sends
from skipbo_lan.tui.pressing.typed_line import pasted, typed

_TERMINAL: Final = {"c-l": Terminal.REDRAW, "c-z": Terminal.SUSPEND}


def press(model: Model, key: str) -> Result:
    """The state after a key, and what it asks for.

    A key is the character typed, or a name: enter, tab, s-tab, space, escape, backspace, delete, left, right, up,
    down, home, end, pageup, pagedown, wheel-up, wheel-down, c-a to c-z.
    """
    result = _pressed(Press(settled(model.ui, model.client), model, key))
    progress = model.ui.lesson
    return result if progress is None else lesson.taught(model, progress, key, result)


def _pressed(this: Press) -> Result:
    """The same at a table where nothing is taught."""
    key = this.key
    if key == "c-c":
        return _interrupted(this)
    if key in _TERMINAL:
        return sends(this.ui, _TERMINAL[key])
    if this.ui.question is not None:
        return _answered(this, this.ui.question)
    if this.ui.line is not None:
        return typed(this, this.ui.line)
    if this.ui.overlay is not Overlay.NONE:
        return pages.on_page(this)
    return _at_the_table(replace(this, ui=replace(this.ui, reply=())))


def paste(model: Model, text: str) -> Result:
    """The state after text was pasted."""
    return pasted(settled(model.ui, model.client), text)


def burst(model: Model, key: str, waiting: int) -> Result:
    """The state after a key that was pasted rather than typed: text in an open line, nothing anywhere else.

    A line break in the midst of pasted text is a space; with no more keys waiting behind it, it ends the line.
    """
    if key == "enter" and not waiting and model.ui.line is not None:
        return press(model, key)
    text = {"space": " ", "enter": " ", "tab": " "}.get(key, key)
    return paste(model, text if len(text) == 1 else "")


def _at_the_table(this: Press) -> Result:
    key = {"wheel-up": "pageup"}.get(this.key, this.key)
    found = find(key, this.client)
    if found is None:
        return quiet(this.ui) if len(key) > 1 else says(this.ui, words.NO_SUCH_KEY)
    deed, name = found
    return DEEDS[deed](replace(this, key=name))


def _interrupted(this: Press) -> Result:
    """Ctrl-C: the first cancels what is open, or asks to leave; the second in time leaves (TESTED.md T23)."""
    ui, before = this.ui, this.ui.interrupted_at
    if before is not None and this.model.now - before <= SECOND_INTERRUPT:
        return sends(ui, Leave(interrupted=True))
    ui = replace(ui, interrupted_at=this.model.now)
    again = words.INTERRUPT_KEEPS if _keeps_the_match(this.model) else words.INTERRUPT_AGAIN
    if _has_begun(ui):
        closed = without_choice(replace(ui, line=None, question=None, overlay=Overlay.NONE, scroll=0))
        return says(closed, again)
    asked, _ = requests.leave(replace(this, ui=ui))
    question = asked.question or Question(words.ASK_LEAVE, (Leave(),))
    return says(replace(ui, question=question), again)


def _keeps_the_match(model: Model) -> bool:
    """Whether this is the host of a table for others in a match, which then can go on later."""
    room = model.client.room
    hosts = model.client.owner and model.invitation is not None
    return hosts and room is not None and room.stage in ("dealing", "playing", "round_over")


def _has_begun(ui: UiState) -> bool:
    """Whether there is something to cancel."""
    open_now = ui.line is not None or ui.question is not None or ui.overlay is not Overlay.NONE
    return open_now or without_choice(ui) != replace(ui, reply=())


def _answered(this: Press, question: Question) -> Result:
    """A question takes y for yes; whatever else is pressed counts as no, so that a slip costs nothing."""
    closed = replace(this.ui, question=None, reply=())
    return sends(closed, *question.intents) if this.key in ("y", "Y") else quiet(closed)


def _cancel(this: Press) -> Result:
    return quiet(without_choice(this.ui))


DEEDS: Final[Mapping[Deed, Callable[[Press], Result]]] = {
    Deed.HAND: cards.hand,
    Deed.PILE: cards.own_pile,
    Deed.STOCK: cards.source,
    Deed.BUILDING: cards.building,
    Deed.PARTNER: cards.source,
    Deed.SECOND_PARTNER: cards.source,
    Deed.NEXT_MOVE: cards.next_move,
    Deed.LAST_MOVE: cards.last_move,
    Deed.CONFIRM: cards.confirm,
    Deed.CANCEL: _cancel,
    Deed.PASS: cards.pass_turn,
    Deed.DRAW: cards.draw,
    Deed.OBJECT: cards.object_to,
    Deed.INTRUDE: requests.intrude,
    Deed.ACCUSE: requests.accuse,
    Deed.GUILTY: requests.guilty,
    Deed.INNOCENT: requests.innocent,
    Deed.BOT_NOW: requests.bot_now,
    Deed.WAIT_LONGER: requests.wait_longer,
    Deed.START: requests.start,
    Deed.ADD_BOT: requests.add_bot,
    Deed.REMOVE_BOT: requests.remove_bot,
    Deed.TEAMS: requests.teams,
    Deed.READY: requests.ready,
    Deed.AGAIN: requests.again,
    Deed.READY_AGAIN: requests.ready,
    Deed.SAVE_LOG: pages.save_log,
    Deed.HINT: pages.hint,
    Deed.LOG: pages.log_page,
    Deed.PILES: pages.piles_page,
    Deed.RULES: pages.rules_page,
    Deed.TALK: requests.talk,
    Deed.TEAM_TALK: requests.team_talk,
    Deed.COMMAND: requests.command_line,
    Deed.SLOWER: requests.slower,
    Deed.FASTER: requests.faster,
    Deed.OPTIONS: pages.options_page,
    Deed.MOUSE: pages.mouse,
    Deed.HELP: pages.help_page,
    Deed.LEAVE: requests.leave,
}
"""Every deed but the terminal's own keys and Ctrl-C, which work in every mode."""
