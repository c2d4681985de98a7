"""The sentences of every theme, gathered so that whoever talks to a person imports one file."""

from __future__ import annotations

from skipbo_lan.locale.cards import CardWriter, card, card_list, card_word, count_of, pile_letter
from skipbo_lan.locale.endings import (
    Place,
    ended_line,
    goal_line,
    local_end_line,
    reject_line,
    scores_line,
    summary_line,
)
from skipbo_lan.locale.events import LOW_STOCK, event_line, round_over_line, source_words
from skipbo_lan.locale.help import help_lines, typed_commands
from skipbo_lan.locale.notes import chat_line, log_line, note_line
from skipbo_lan.locale.people import (
    Names,
    name_at,
    names_of,
    safe_name,
    side_name,
    who,
    whose,
    winners_phrase,
)
from skipbo_lan.locale.refusals import bad_name_line, name_reason, needs_line, refusal_line
from skipbo_lan.locale.rules import THE_GAME, rules_in_words, short_rules

__all__ = [
    "LOW_STOCK",
    "THE_GAME",
    "CardWriter",
    "Names",
    "Place",
    "bad_name_line",
    "card",
    "card_list",
    "card_word",
    "chat_line",
    "count_of",
    "ended_line",
    "event_line",
    "goal_line",
    "help_lines",
    "local_end_line",
    "log_line",
    "name_at",
    "name_reason",
    "names_of",
    "needs_line",
    "note_line",
    "pile_letter",
    "refusal_line",
    "reject_line",
    "round_over_line",
    "rules_in_words",
    "safe_name",
    "scores_line",
    "short_rules",
    "side_name",
    "source_words",
    "summary_line",
    "typed_commands",
    "who",
    "whose",
    "winners_phrase",
]
