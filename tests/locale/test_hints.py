"""The words of a hint: true for teams too, and no longer than a player reads."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Discard, DiscardTop, Hand, Play, Stock
from engine.cards import Card
from engine.ruleset import Ruleset, Teams
from engine.view import View
from skipbo_lan.advice.hint import Hint, Reason, Why, hint
from skipbo_lan.locale.moves import because, line_words
from tests.advice.positions import position
from tests.bots.rounds import play_round

NAMES = {0: "Anna", 1: "Bea", 2: "Cy", 3: "Dan"}


def said(view: View) -> str:
    found = hint(view)
    assert found is not None
    return f"{line_words(view, found, NAMES)}. {because(found.reasons, NAMES, view.observer)}"


def test_an_emptied_hand_is_told_with_what_follows() -> None:
    words = said(position(hand=[1, 4], stocks=[9, 12], needs=[8, 5, 4, 1]))
    assert "then " in words.split(".")[0]
    assert "It empties your hand, so you draw five new cards now." in words


def test_the_partners_stock_is_called_the_partners() -> None:
    words = said(position(hand=[2, 9], stocks=[12, 7, 4, 7], needs=[4, 1, 1, 1], ruleset=Ruleset(teams=Teams.PAIRS)))
    assert words.startswith("Cy's stock 4 on A. It gets Cy's stock 4 away; ")


def test_one_empty_stock_of_a_team_is_not_called_a_win() -> None:
    rules = Ruleset(teams=Teams.PAIRS)
    view = position(hand=[9], stocks=[3, 9, 11, 9], needs=[3, 1, 1, 1], stock_counts=[1, 5, 2, 5], ruleset=rules)
    words = said(view)
    assert "the round is yours" not in words
    assert "your team wins when all its stocks are empty" in words


def test_the_moves_after_the_first_are_short_and_at_most_four() -> None:
    line = (
        Play(Hand(Card.WILD), 0),
        Play(DiscardTop(0, 1), 0),
        Play(DiscardTop(2, 0), 1),
        Play(Stock(2), 1),
        Play(Hand(Card.SIX), 1),
        Discard(Card.NINE, 3),
    )
    cards = (Card.WILD, Card.THREE, Card.FOUR, Card.FIVE, Card.SIX, Card.NINE)
    view = position(hand=[0, 6, 9], stocks=[12, 9, 5, 9], needs=[2, 4, 1, 1], ruleset=Ruleset(teams=Teams.PAIRS))
    words = line_words(view, Hint(line, cards, (Reason(Why.RUN),)), NAMES)
    assert words == (
        "your SB as 2 on A, then pile 2's 3 on A, then Cy's pile 1's 4 on B,"
        " then Cy's stock 5 on B, then 6 on B, then so on"
    )


def test_every_hint_of_a_whole_round_can_be_said() -> None:
    for view in views():
        words = said(view)
        assert "{" not in words
        assert words.endswith((".", "!"))
        assert len(words) < 400


def views() -> Iterator[View]:
    """Every fifth view of a round in teams."""
    seen: list[View] = []
    rules = Ruleset(teams=Teams.PAIRS, stock_size=5)
    play_round(rules, ["medium"] * 4, 3, lambda table, view, action: seen.append(view))
    yield from seen[::5]
