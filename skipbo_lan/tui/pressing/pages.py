"""The keys that open pages over the table, and those that move about in an open page."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from protocol import messages as wire
from skipbo_lan import commands
from skipbo_lan.locale import screen as words
from skipbo_lan.tui import options
from skipbo_lan.tui.drawing.pages import scrolled
from skipbo_lan.tui.intents import Prefer
from skipbo_lan.tui.model import Ask, Overlay, Result, UiState
from skipbo_lan.tui.pressing.cards import pressed_form
from skipbo_lan.tui.pressing.press import Press, quiet, says, sends

PAGE: Final = 10
"""Lines that PgUp and PgDn move: less than the smallest page, so that no line is skipped."""

_FAR: Final = 1_000_000
"""Lines that Home and End move: more than any page has."""

_STEPS: Final = {
    "up": -1,
    "down": 1,
    "wheel-up": -3,
    "wheel-down": 3,
    "pageup": -PAGE,
    "pagedown": PAGE,
    "home": -_FAR,
    "end": _FAR,
}
_BACK: Final = frozenset({"escape", "backspace", "q"})
_CLOSING: Final = _BACK | {"enter", "space"}


def help_page(press: Press) -> Result:
    """All keys and commands."""
    return _open(press.ui, Overlay.HELP)


def log_page(press: Press) -> Result:
    """The whole log; PgUp opens it a page further up."""
    ui, _ = _open(press.ui, Overlay.LOG)
    return _scrolled(replace(press, ui=ui), -PAGE) if press.key == "pageup" else quiet(ui)


def save_log(press: Press) -> Result:
    """Save the log of the match now."""
    return sends(press.ui, commands.SaveLog())


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
    ui, key = replace(press.ui, reply=()), press.key
    press = replace(press, ui=ui)
    if ui.overlay is Overlay.OPTIONS and key not in _BACK:
        return _on_options(press)
    if key in _STEPS:
        return _scrolled(press, _STEPS[key])
    if ui.overlay is Overlay.LOG and key == "v":
        return save_log(press)
    if ui.overlay is Overlay.PILES and ((key.isascii() and key.isdigit()) or key in ("left", "right", "tab")):
        return quiet(replace(ui, inspected=_other_player(press)))
    opener = _OPENERS.get(key)
    if key in _CLOSING or opener is ui.overlay:
        return quiet(replace(ui, overlay=Overlay.NONE, scroll=0))
    return quiet(ui) if opener is None else _open(ui, opener)


_OPENERS: Final = {"?": Overlay.HELP, "l": Overlay.LOG, "i": Overlay.PILES, "g": Overlay.RULES, "o": Overlay.OPTIONS}


def _open(ui: UiState, overlay: Overlay) -> Result:
    return quiet(replace(ui, overlay=overlay, scroll=0, read_to=None, inspected=0))


def _scrolled(press: Press, step: int) -> Result:
    """The log is scrolled from its end, which it follows while that is shown; every other page from its beginning."""
    ui, is_log = press.ui, press.ui.overlay is Overlay.LOG
    before, most = scrolled(replace(press.model, ui=ui))
    scroll = min(max(0, before + (-step if is_log else step)), most)
    read_to = next(iter(press.client.log[-1:]), None) if is_log and scroll else None
    return quiet(replace(ui, scroll=scroll, read_to=read_to))


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


def _other_player(press: Press) -> int:
    """Whose piles to show, counted from the player's seat: 1 is the left neighbour, 0 the player."""
    seats = len(press.client.view.seats) if press.client.view is not None else 1
    if press.key.isdigit():
        return int(press.key) % seats
    return (press.ui.inspected + (-1 if press.key == "left" else 1)) % seats
