"""The legal moves as a numbered list, one good move with its reason, and a warning for a careless one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine import legal
from engine.actions import Action, Discard, Play, Stock
from engine.view import View
from skipbo_lan.advice import hint as advice
from skipbo_lan.client.state import ClientState
from skipbo_lan.commands.kinds import DoAction
from skipbo_lan.commands.moves import typed_form
from skipbo_lan.locale import moves as words
from skipbo_lan.locale.cards import CardWriter, card
from skipbo_lan.locale.people import Names
from skipbo_lan.locale.typed import ask_out_of_turn


def moves(state: ClientState) -> tuple[Action, ...]:
    """What the player may do now, numbered from 1 by `moves` and `do`; empty when nothing."""
    return legal.legal_actions(state.view) if state.view is not None and state.playing else ()


def as_command(action: Action) -> DoAction:
    """The command for a legal action; a play out of turn is asked back (R81)."""
    asks = isinstance(action, Play) and action.out_of_turn
    return DoAction(action, ask=ask_out_of_turn() if asks else None)


def moves_lines(state: ClientState, names: Names, write: CardWriter = card) -> list[str]:
    """The legal moves with their numbers: plays and rarer moves one a line, the discards together."""
    view = state.view
    if view is None:
        return []
    numbered = list(enumerate(moves(state), start=1))
    discards = [number for number, action in numbered if isinstance(action, Discard)]
    lines = [
        f"{number}. {typed_form(view, action)}: {words.move_words(view, action, names, write)}"
        for number, action in numbered
        if not isinstance(action, Discard)
    ]
    return lines + ([words.discards_line(discards)] if discards else [])


def hint(
    state: ClientState, names: Names, write: CardWriter = card, form: Callable[[View, Action], str] = typed_form
) -> str:
    """One good line of play and why, in a few sentences; `form` says how its first move is typed or pressed."""
    view = state.view
    found = advice.hint(view) if view is not None and state.playing else None
    if view is None or found is None:
        return words.no_hint()
    moves_words = words.line_words(view, found, names, write)
    because = words.because(found.reasons, names, view.observer, write)
    return words.hint_line(form(view, found.line[0]), moves_words, because)


def careless(view: View, action: Action) -> str | None:
    """The question to ask before a discard while one's stock card could be played; None when it is no such move."""
    if not isinstance(action, Discard) or view.observer is None:
        return None
    pile = next((play.pile for play in _stock_plays(view)), None)
    top = view.seats[view.observer].stock_top
    return words.ask_careless(top, pile) if pile is not None and top is not None else None


def _stock_plays(view: View) -> Iterator[Play]:
    for action in legal.legal_actions(view):
        if isinstance(action, Play) and action.source == Stock(view.observer or 0):
            yield action
