"""T7: ten thousand events are told without a lost, doubled or mixed line."""

from __future__ import annotations

import io

import pytest

from skipbo_lan.client.log import Chat
from skipbo_lan.client.state import ClientState, new_entries
from skipbo_lan.locale.cards import card_word
from skipbo_lan.locale.notes import chat_line, log_line
from skipbo_lan.locale.people import names_of
from skipbo_lan.plain.narrate import news
from skipbo_lan.plain.paper import Paper
from tests.plain.flood import states


@pytest.mark.parametrize("events", [1_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_every_event_of_a_flood_is_told_once_and_in_order(events: int) -> None:
    out = io.StringIO()
    paper = Paper(out, echo=True)
    before, sentences, talk = ClientState(), list[str](), list[str]()
    for number, state in enumerate(states(events, seed=7)):
        paper.write(*news(before, state))
        paper.prompt(".")
        if number % 10 == 0:
            paper.typed(f"typed {number}")
        assert state.room is not None
        for entry in new_entries(before, state):
            said = log_line(entry, names_of(state.room), None, state.view.sides if state.view else (), card_word)
            sentences += [said] if said is not None else []
            talk += [chat_line(entry.said)] if isinstance(entry, Chat) else []
        before = state
    text = " ".join(out.getvalue().split())
    place = 0
    for sentence in sentences:
        found = text.find(sentence, place)
        assert found >= 0, f"{sentence!r} is missing after {text[max(place - 200, 0) : place]!r}"
        place = found + len(sentence)
    lines = out.getvalue().splitlines()
    assert [line for line in lines if line.startswith("<")] == talk
    assert all(len(line) <= 79 for line in lines)
    assert [line for line in lines if "typed" in line] == [f". typed {number}" for number in range(0, number + 1, 10)]
