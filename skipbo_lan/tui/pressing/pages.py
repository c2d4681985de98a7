"""The keys that open pages over the table, and those that move about in an open page."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from protocol import messages as wire
from skipbo_lan import commands
from skipbo_lan.locale import screen as words
from skipbo_lan.tui import options
from skipbo_lan.tui.drawing.pages import last_scroll
from skipbo_lan.tui.model import Ask, Overlay, Prefer, Result, UiState
from skipbo_lan.tui.pressing.cards import pressed_form
from skipbo_lan.tui.pressing.press import Press, quiet, says, sends

PAGE: Final = 10
"""Lines that PgUp and PgDn move: less than the smallest page, so that no line is skipped."""

_STEPS: Final = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "wheel-up": -3, "wheel-down": 3}
_BACK: Final = frozenset({"escape", "backspace", "q"})
_CLOSING: Final = _BACK | {"enter", "space"}


def help_page(press: Press) -> Result:
    """All keys and commands."""
    return _open(press.ui, Overlay.HELP)


def log_page(press: Press) -> Result:
    """The whole log; PgUp opens it a page further up."""
    return _open(press.ui, Overlay.LOG, scroll=PAGE if press.key == "pageup" else 0)


def piles_page(press: Press) -> Result:
    """A player's piles in full."""
    return _open(press.ui, Overlay.PILES)


def rules_page(press: Press) -> Result:
    """The rules in force."""
    return _open(press.ui, Overlay.RULES)


def options_page(press: Press) -> Result:
    """What the player likes."""
    return _open(press.ui, Overlay.OPTIONS)


def hint(press: Press) -> Result:
    """One good move, and why."""
    return says(press.ui, commands.hint(press.client, press.names, form=pressed_form))


def mouse(press: Press) -> Result:
    """Give the mouse back to the terminal, or take it (TESTED.md T26)."""
    on = not press.ui.preferences.mouse
    preferences = replace(press.ui.preferences, mouse=on)
    ui, _ = says(replace(press.ui, preferences=preferences), words.MOUSE_ON if on else words.NO_MOUSE)
    return sends(ui, Prefer(preferences))


def on_page(press: Press) -> Result:
    """A key while a page is open: it never reaches the cards."""
    ui, key = press.ui, press.key
    if ui.overlay is Overlay.OPTIONS and key not in _BACK:
        return _on_options(press)
    if key in _STEPS:
        return quiet(replace(ui, scroll=_scrolled(press, _STEPS[key])))
    if key in ("home", "end"):
        to_start = (key == "home") != (ui.overlay is Overlay.LOG)
        return quiet(replace(ui, scroll=0 if to_start else last_scroll(press.model)))
    if ui.overlay is Overlay.PILES and ((key.isascii() and key.isdigit()) or key in ("left", "right", "tab")):
        return quiet(replace(ui, inspected=_other_player(press)))
    opener = _OPENERS.get(key)
    if key in _CLOSING or opener is ui.overlay:
        return quiet(replace(ui, overlay=Overlay.NONE, scroll=0))
    return quiet(ui) if opener is None else _open(ui, opener)


_OPENERS: Final = {"?": Overlay.HELP, "l": Overlay.LOG, "i": Overlay.PILES, "g": Overlay.RULES, "o": Overlay.OPTIONS}


def _open(ui: UiState, overlay: Overlay, scroll: int = 0) -> Result:
    return quiet(replace(ui, overlay=overlay, scroll=scroll, inspected=0))


def _on_options(press: Press) -> Result:
    """A key on the page of options. What it changes holds at once; the owner's bots hear of their speed."""
    ui, before = press.ui, press.ui.preferences
    opener = _OPENERS.get(press.key)
    if opener is not None:
        return _open(ui, Overlay.NONE if opener is Overlay.OPTIONS else opener)
    page = options.press(options.Options(before, options.AT_THE_TABLE, ui.option), press.key)
    ui = replace(ui, option=page.marked, preferences=page.preferences)
    if page.preferences == before:
        return quiet(ui)
    wanted, owner = page.preferences.speed, press.client.owner
    pace = (Ask(wire.Pace(ms=round(wanted * 1000))),) if owner and wanted is not None and wanted != before.speed else ()
    return sends(ui, Prefer(page.preferences), *pace)


def _scrolled(press: Press, step: int) -> int:
    """The log is scrolled from its end, every other page from its beginning."""
    last = last_scroll(press.model)
    step = -step if press.ui.overlay is Overlay.LOG else step
    return min(max(0, min(press.ui.scroll, last) + step), last)


def _other_player(press: Press) -> int:
    """Whose piles to show, counted from the player's seat: 1 is the left neighbour, 0 the player."""
    seats = len(press.client.view.seats) if press.client.view is not None else 1
    if press.key.isdigit():
        return int(press.key) % seats
    return (press.ui.inspected + (-1 if press.key == "left" else 1)) % seats
