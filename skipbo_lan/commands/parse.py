"""From a typed line to what it means: first a move, then a verb; unknown text gets the nearest form."""

from __future__ import annotations

import difflib
import unicodedata
from typing import Final

from skipbo_lan.client.state import ClientState
from skipbo_lan.commands.kinds import AskHost, Command, DoAction, Unclear
from skipbo_lan.commands.listing import as_command, moves
from skipbo_lan.commands.moves import UnclearMove, card_at, is_move, read_move, typed_form
from skipbo_lan.commands.verbs import VERBS, accusable
from skipbo_lan.locale import typed as words
from skipbo_lan.locale.people import names_of

_NEAREST: Final = 2
"""How many suggestions an unknown line gets."""


def parse(text: str, state: ClientState) -> Command:
    """What the line means in this state. Case, spaces and `>` do not matter in moves. A spectator may only talk."""
    command = _meant(text, state)
    if state.watching and isinstance(command, DoAction | AskHost):
        return Unclear(words.only_watching())
    return command


def complete(text: str, state: ClientState) -> list[str]:
    """What may stand in place of the text: legal moves in their typed form, verbs, and accusations by name."""
    start = text.lstrip().casefold()
    accusations = [f"accuse {name}" for name in accusable(state)] if start.startswith("accuse ") else []
    return [form for form in [*_legal_forms(state), *VERBS, *accusations] if form.casefold().startswith(start)]


def _meant(text: str, state: ClientState) -> Command:
    line = unicodedata.normalize("NFKC", text).strip()
    move = _move(line.casefold(), state)
    if move is not None:
        return move
    verb, _, rest = line.partition(" ")
    known = VERBS.get(verb.casefold())
    return known(rest.strip(), state) if known is not None else Unclear(words.unknown(line, _nearest(verb, state)))


def _move(line: str, state: ClientState) -> Command | None:
    """The line (lower case) as a move; None when it is none."""
    out_of_turn = line.startswith("play!")
    spoken = line.removeprefix("play!").removeprefix("play ").replace(">", " ")
    compact = "".join(spoken.split())
    if not is_move(compact):
        return Unclear(words.form("play! s b")) if out_of_turn else _card_alone(compact, state)
    if state.watching:
        return Unclear(words.only_watching())
    if state.view is None or not state.playing or state.room is None:
        return Unclear(words.no_round())
    try:
        action = read_move(compact, state.view, names_of(state.room), out_of_turn=out_of_turn)
    except UnclearMove as unclear:
        return Unclear(str(unclear))
    return as_command(action)


def _card_alone(text: str, state: ClientState) -> Command | None:
    if state.watching or state.view is None or not state.playing or state.room is None:
        return None
    told = card_at(text, state.view, names_of(state.room))
    return Unclear(told) if told is not None else None


def _nearest(verb: str, state: ClientState) -> list[str]:
    return difflib.get_close_matches(verb.casefold(), [*VERBS, *_legal_forms(state)], n=_NEAREST)


def _legal_forms(state: ClientState) -> list[str]:
    view = state.view
    return [typed_form(view, action) for action in moves(state)] if view is not None else []
