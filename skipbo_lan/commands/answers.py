"""Answers to questions about the table, from what the client knows: lines of plain words."""

from __future__ import annotations

from skipbo_lan.client.state import ClientState
from skipbo_lan.commands.kinds import About, Question
from skipbo_lan.commands.listing import hint, moves, moves_lines
from skipbo_lan.locale import table as words
from skipbo_lan.locale.cards import CardWriter, card_word
from skipbo_lan.locale.fairness import WHAT_IT_PROVES
from skipbo_lan.locale.help import help_lines
from skipbo_lan.locale.notes import log_line
from skipbo_lan.locale.people import names_of
from skipbo_lan.locale.rules import options_lines, rules_in_words, whole_sets


def answer(question: Question, state: ClientState, write: CardWriter = card_word) -> list[str]:
    """The lines that answer the question; never empty."""
    room, view = state.room, state.view
    if room is None or state.ruleset is None:
        return [words.not_connected()]
    names = names_of(room)
    match question.about:
        case About.HELP:
            return [*help_lines(state), "", WHAT_IT_PROVES]
        case About.RULES:
            return rules_in_words(state.ruleset, len(room.players) if room.stage != "lobby" else None)
        case About.OPTIONS:
            return options_lines(state.ruleset) + whole_sets()
        case About.SCORE:
            return [words.score_line(state, names)]
        case About.LOG:
            return log_lines(state, question.number, write) or [words.nothing_happened()]
        case About.LAST:
            return log_lines(state, 1, write) or [words.nothing_happened()]
        case About.WHO if view is None:
            return words.lobby_lines(state, names)
        case _ if view is None:
            return [words.no_cards_yet(), *words.lobby_lines(state, names)]
        case About.WHO:
            return [words.who_line(state.room, view, names)]
        case About.TABLE:
            return [words.table_line(view)]
        case About.TURN:
            return [words.turn_line(view, names)]
        case About.HAND:
            return [words.hand_line(view, write)]
        case About.STOCK:
            return [words.stock_line(view, write)]
        case About.PILES:
            return words.building_lines(view, write)
        case About.LOOK:
            return words.look_lines(state, view, names, write)
        case About.MOVES:
            return moves_lines(state, names, write) if moves(state) else [words.turn_line(view, names)]
        case About.HINT:
            return [hint(state, names, write)]


def log_lines(state: ClientState, number: int, write: CardWriter = card_word) -> list[str]:
    """The last so many lines of the log."""
    names = names_of(state.room) if state.room is not None else {}
    sides = state.view.sides if state.view is not None else ()
    lines = (log_line(entry, names, state.seat, sides, write) for entry in state.log)
    return [line for line in lines if line is not None][-number:]
