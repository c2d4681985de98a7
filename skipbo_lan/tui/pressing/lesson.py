"""Keys in the lesson: of what a key does at any table, only what belongs to the step; else why not, and what to press.

Nothing wrong is kept, and nothing right is lost: a card chosen by mistake is let go, the right one stays chosen, so
that the right key is right whatever came before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.actions import Action, Discard, Play
from protocol.messages import Pace, Say
from skipbo_lan import commands
from skipbo_lan.commands import About
from skipbo_lan.lesson.course import MOVES, Progress, Step, is_part_of, step_of
from skipbo_lan.locale import lesson as words
from skipbo_lan.locale import replies
from skipbo_lan.locale.people import names_of
from skipbo_lan.tui.bindings import Deed, find
from skipbo_lan.tui.choices import Place, choices
from skipbo_lan.tui.line import LineKind
from skipbo_lan.tui.model import Ask, Do, Intent, Leave, Model, Overlay, Question, Result, UiState, settled

_QUIET: Final = frozenset({"wheel-up", "wheel-down", "c-c", "c-l", "c-z"})
"""Keys that need no answer."""
_CANCELLING: Final = frozenset({"escape", "backspace", "c-c"})
"""Keys that let a chosen card go on purpose."""


def taught(model: Model, progress: Progress, key: str, result: Result) -> Result:
    """What a key does in the lesson that would have this result at any table."""
    step, before = step_of(model.client), settled(model.ui, model.client)
    ui, intents = result
    if step is None:
        return result
    if progress.done and _at_the_table(before) and key not in _QUIET:
        return before, (Leave(),)
    ui = _asks_to_leave(before, ui, key)
    wrong = _why_not(model, step, before, ui, intents)
    if wrong is not None:
        return _refused(model, step, progress, before, wrong)
    asked = _asked_about(model, before, key)
    if asked is About.HINT and step is not Step.HELP:
        return _refused(model, step, progress, before, words.HINT_LATER)
    if _drops_right_card(before, ui, intents, key):
        ui = replace(ui, chosen=before.chosen)
    progress = Progress(progress.hinted or asked is About.HINT, progress.helped or ui.overlay is Overlay.HELP)
    nothing = _at_the_table(before) and not intents and ui == replace(before, reply=())
    if nothing and key not in _QUIET and step is not Step.WATCH:
        return _refused(model, step, progress, before, "")
    return replace(ui, lesson=progress), intents


def _why_not(model: Model, step: Step, before: UiState, ui: UiState, intents: tuple[Intent, ...]) -> str | None:
    """Why what a key began or asked for is not part of the step; None when it is, or does no harm."""
    if ui.line is not None and ui.line.kind is not LineKind.COMMAND:
        return words.NOBODY_LISTENS
    for intent in _begun(before, ui, intents):
        match intent:
            case Do(action) if action != MOVES.get(step):
                return _why_not_do(model, step, action)
            case Ask(Say()):
                return words.NOBODY_LISTENS
            case Ask(message) if not isinstance(message, Pace):
                return words.AS_IT_IS
            case commands.SaveLog():
                return words.NOTHING_KEPT
            case _:
                pass
    place = _wrongly_chosen(model, step, ui)
    return None if place is None else _why_not_card(model, step, place)


def _begun(before: UiState, ui: UiState, intents: tuple[Intent, ...]) -> Iterator[Intent]:
    """What is asked for, and what a yes to a new question would ask for."""
    yield from intents
    if ui.question is not None and ui.question is not before.question:
        yield from ui.question.intents


def _wrongly_chosen(model: Model, step: Step, ui: UiState) -> Place | None:
    """The card that is chosen, if the step is made with another."""
    view = model.client.view
    assert view is not None, "a step is made at a table"
    if ui.lit is not None:
        return choices(view).fitting(ui.lit)[0]
    place = choices(view).places.get(ui.chosen or "")
    return None if place is None or (place.is_hand and is_part_of(step, place.card)) else place


def _why_not_card(model: Model, step: Step, place: Place) -> str:
    """Why a step is not made with this card."""
    assert model.client.view is not None, "a step is made at a table"
    if step in (Step.DISCARD, Step.HELP):
        return _why_not_do(model, step, Discard(place.card, 0))
    if place.targets:
        return _why_not_do(model, step, Play(place.source, place.targets[0]))
    return replies.fits_nowhere(place.card, model.client.view)


def _why_not_do(model: Model, step: Step, action: Action) -> str:
    client = model.client
    assert client.view is not None, "a step is made at a table"
    return words.why_not(step, action, client.view, names_of(client.room))


def _refused(model: Model, step: Step, progress: Progress, before: UiState, why: str) -> Result:
    """Why not, and what to press, with only the right card still chosen."""
    line = f"{why} {words.to_press(step, progress)}".strip()
    chosen = None if _wrongly_chosen(model, step, replace(before, lit=None)) is not None else before.chosen
    kept = replace(before, chosen=chosen, lit=None, asked=None, question=None, line=None, reply=(line,))
    return replace(kept, lesson=progress), ()


def _drops_right_card(before: UiState, ui: UiState, intents: tuple[Intent, ...], key: str) -> bool:
    """Whether the chosen card, which can only be the right one, would be let go by a key that led to nothing."""
    nothing_else = not intents and _at_the_table(ui) and ui.walk is None
    return nothing_else and before.chosen is not None and ui.chosen is None and key not in _CANCELLING


def _asks_to_leave(before: UiState, ui: UiState, key: str) -> UiState:
    """A question before leaving is about the lesson; Esc asks it too where there is nothing to cancel."""
    leaves = ui.question is not None and any(isinstance(intent, Leave) for intent in ui.question.intents)
    nothing_begun = _at_the_table(before) and (before.chosen, before.lit, before.walk, before.asked) == (None,) * 4
    if leaves or (key == "escape" and nothing_begun):
        return replace(ui, question=Question(words.ASK_LEAVE, (Leave(),)))
    return ui


def _at_the_table(ui: UiState) -> bool:
    """Whether a key goes to the cards: no page, no line and no question is open."""
    return ui.line is None and ui.question is None and ui.overlay is Overlay.NONE


def _asked_about(model: Model, before: UiState, key: str) -> About | None:
    """What this key asks about: a hint by its key, anything by a typed line that it ends."""
    if before.line is not None:
        typed = commands.parse(before.line.text, model.client) if key == "enter" else None
        return typed.about if isinstance(typed, commands.Question) else None
    found = find(key, model.client) if _at_the_table(before) else None
    return About.HINT if found is not None and found[0] is Deed.HINT else None
