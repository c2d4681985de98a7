"""Playing out of turn in table mode, and the objection to it (R81)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Action, Discard, Draw, Hand, Object, Pass, Play, Stock
from engine.cards import Card
from engine.errors import IllegalAction, Refusal
from engine.events import Discarded, Drew, DrewUnder, Event, Intruded, Objected, Played, TurnBegan
from engine.legal import check, legal_actions
from engine.notation import write_action
from engine.observe import observe
from engine.rules import apply, begin_turn
from engine.ruleset import DryRule, OnBlock, OutOfTurn, Ruleset, Teams
from engine.table import Table
from tests.engine.build import cards, pile, seat, table

FREELY = Ruleset(out_of_turn=OutOfTurn.TABLE)
INTRUSION = Play(Hand(Card.ONE), 0, out_of_turn=True)


def three(ruleset: Ruleset = FREELY, draw: str = "4 5 6 9 9 9 9 9 9 9 9") -> Table:
    """Seat 0 is on turn; seat 2 holds a 1 that fits and a 3."""
    return table(seat("2 7"), seat("8 8 8 8 8"), seat("1 3"), ruleset=ruleset, draw=draw)


def after(state: Table, *steps: tuple[int, Action]) -> Table:
    """The table after these seats' actions."""
    for number, action in steps:
        state, _ = apply(state, number, action)
    return state


def intruded() -> Table:
    """Seat 2 has played a 1 out of turn."""
    return after(three(), (2, INTRUSION))


def told(state: Table, number: int, action: Action) -> tuple[Event, ...]:
    return apply(state, number, action)[1]


def refusal(state: Table, number: int, action: Action) -> Refusal:
    with pytest.raises(IllegalAction) as caught:
        apply(state, number, action)
    return caught.value.refusal


def written(state: Table, number: int) -> list[str]:
    return [write_action(action) for action in legal_actions(observe(state, number))]


def test_the_hand_is_filled_as_for_a_turn_before_the_card_is_laid() -> None:
    assert told(three(), 2, INTRUSION) == (
        Intruded(2),
        Drew(2, 3, cards("4 5 6")),
        Played(2, Hand(Card.ONE), Card.ONE, pile=0, value=1),
    )


def test_the_turn_stays_where_it_was() -> None:
    assert (intruded().turn, intruded().intruder) == (0, 2)


def test_the_intruder_goes_on_without_another_filling() -> None:
    state = after(three(draw="2 5 6 9"), (2, INTRUSION))
    assert told(state, 2, Play(Hand(Card.TWO), 0)) == (Played(2, Hand(Card.TWO), Card.TWO, pile=0, value=2),)


@pytest.mark.parametrize("objector", [0, 1])
def test_any_other_player_may_object_and_the_cards_stay(objector: int) -> None:
    state, events = apply(intruded(), objector, Object())
    assert events == (Objected(objector, offender=2),)
    assert state == replace(
        intruded(), intruder=None, seats=(*state.seats[:2], replace(intruded().seats[2], no_draw=True))
    )
    assert state.seats[2].hand == cards("3 4 5 6")
    assert state.building[0] == pile("1")


@pytest.mark.parametrize(
    "action", [Play(Hand(Card.TWO), 0), Play(Stock(0), 0), Discard(Card.SEVEN, 0)], ids=write_action
)
def test_the_rightful_player_acting_counts_as_an_objection(action: Action) -> None:
    state = replace(intruded(), seats=(seat("2 7", stock="9 2"), *intruded().seats[1:]))
    state, events = apply(state, 0, action)
    assert events[0] == Objected(0, offender=2)
    assert state.intruder is None
    assert state.seats[2].no_draw


def test_a_pass_of_the_rightful_player_counts_as_an_objection() -> None:
    state = table(seat(), seat("1 3 3 3 3"), ruleset=FREELY)
    state = after(state, (1, INTRUSION), (0, Pass()))
    assert (state.turn, state.intruder, state.seats[1].no_draw) == (1, None, True)


def test_drawing_by_hand_counts_as_an_objection() -> None:
    state = after(three(Ruleset(out_of_turn=OutOfTurn.TABLE, manual_draw=True)), (2, INTRUSION))
    assert told(state, 0, Draw(1))[0] == Objected(0, offender=2)


def test_a_draw_that_is_due_stays_due_while_somebody_intrudes() -> None:
    """R82: the intruder's hand is the referee's to fill, the rightful one's is not."""
    by_hand = Ruleset(out_of_turn=OutOfTurn.TABLE, manual_draw=True)
    state, _ = begin_turn(table(seat(), seat("1 2 3 3 3"), draw="4 5 6 9 9 9", ruleset=by_hand))
    state = after(state, (1, INTRUSION), (1, Play(Hand(Card.TWO), 0)))
    assert (state.draw_due, state.seats[0].hand, state.seats[1].hand) == (True, (), cards("3 3 3"))
    assert "draw 5" in written(state, 0)
    assert not any("draw" in text for text in written(state, 1))
    state, events = apply(state, 1, Draw(2))
    assert events == (DrewUnder(1, 2),)
    assert state.draw_due
    assert told(state, 0, Draw(1)) == (Objected(0, offender=1), Drew(0, 1, cards("6")))


def test_an_action_that_is_refused_is_no_objection() -> None:
    state = intruded()
    assert refusal(state, 0, Play(Hand(Card.SEVEN), 0)) is Refusal.WRONG_VALUE
    assert state.intruder == 2


def test_unnoticed_the_turn_passes_to_the_intruders_left() -> None:
    state, events = apply(intruded(), 2, Discard(Card.THREE, 1))
    assert events == (
        Discarded(2, Card.THREE, 1),
        TurnBegan(0),
        Drew(0, 3, cards("9 9 9")),
    )
    assert not any(own.no_draw for own in state.seats)
    assert state.intruder is None


def test_unnoticed_those_skipped_have_lost_their_turn() -> None:
    state = table(seat("7"), seat("7"), seat("1 3 3 3 3"), seat("7"), ruleset=FREELY)
    assert after(state, (2, INTRUSION), (2, Discard(Card.THREE, 0))).turn == 3


def test_an_intruder_with_nothing_to_discard_ends_unnoticed_by_a_pass() -> None:
    """R35."""
    state = table(seat("7"), seat("1"), seat("7"), ruleset=FREELY)
    assert after(state, (1, INTRUSION), (1, Pass())).turn == 2


def test_the_ban_keeps_the_offender_from_drawing_for_one_turn() -> None:
    state = after(three(), (2, INTRUSION), (1, Object()), (0, Discard(Card.SEVEN, 0)), (1, Discard(Card.EIGHT, 0)))
    assert (state.turn, state.seats[2].hand) == (2, cards("3 4 5 6"))
    state = after(state, (2, Discard(Card.THREE, 0)))
    assert not state.seats[2].no_draw
    state = after(state, (0, Discard(Card.TWO, 0)), (1, Discard(Card.EIGHT, 0)))
    assert len(state.seats[2].hand) == 5


def test_the_ban_holds_in_mid_turn_and_lets_the_offender_pass() -> None:
    """R35, R81."""
    banned = table(seat("1", no_draw=True), seat("7 7 7 7 7"), draw="5 5 5", ruleset=FREELY)
    state = after(banned, (0, Play(Hand(Card.ONE), 0)))
    assert state.seats[0].hand == ()
    assert written(state, 0) == ["pass"]
    assert not after(state, (0, Pass())).seats[0].no_draw


def test_a_banned_player_who_plays_out_of_turn_again_draws_nothing_for_it() -> None:
    state = table(seat("7"), seat("1 3", no_draw=True), draw="5 5 5", ruleset=FREELY)
    assert told(state, 1, INTRUSION)[0] == Intruded(1)
    assert after(state, (1, INTRUSION)).seats[1].hand == cards("3")


def test_an_unnoticed_intrusion_ends_the_ban_of_the_turn_that_was_lost() -> None:
    state = table(seat("7", no_draw=True), seat("1 3 3 3 3"), seat("7"), ruleset=FREELY)
    state = after(state, (1, INTRUSION), (1, Discard(Card.THREE, 0)))
    assert (state.turn, state.seats[0].no_draw) == (2, False)


def test_a_ban_waits_while_its_seat_is_skipped() -> None:
    state = table(seat("7"), seat("7", no_draw=True), seat("1 3 3 3 3"), ruleset=FREELY)
    state = after(state, (2, INTRUSION), (2, Discard(Card.THREE, 0)))
    assert (state.turn, state.seats[1].no_draw) == (0, True)


def test_the_last_card_of_a_stock_cannot_be_played_out_of_turn() -> None:
    state = table(seat("7"), seat("7", stock="1"), ruleset=FREELY)
    assert refusal(state, 1, Play(Stock(1), 0, out_of_turn=True)) is Refusal.NO_WIN_OUT_OF_TURN
    assert written(state, 1) == []


def test_the_last_card_of_the_own_stock_can_be_played_while_somebody_intrudes() -> None:
    state = table(seat("7", stock="2"), seat("1 3 3 3 3"), ruleset=FREELY)
    state = after(state, (1, INTRUSION), (0, Play(Stock(0), 0)))
    assert state.outcome is not None
    assert (state.outcome.winner, state.intruder) == (0, None)


def test_a_play_out_of_turn_must_be_meant_and_allowed() -> None:
    assert refusal(three(), 2, Play(Hand(Card.ONE), 0)) is Refusal.NOT_YOUR_TURN
    assert refusal(three(Ruleset()), 2, INTRUSION) is Refusal.NOT_YOUR_TURN


def test_a_spectator_cannot_mean_it() -> None:
    assert check(observe(three(), None), INTRUSION) is Refusal.NOT_YOUR_TURN
    assert legal_actions(observe(three(), None)) == ()


def test_meaning_it_changes_nothing_for_whoever_is_to_act() -> None:
    on_turn = table(seat("1 7"), seat("8"), ruleset=FREELY)
    assert apply(on_turn, 0, INTRUSION) == apply(on_turn, 0, replace(INTRUSION, out_of_turn=False))


def test_a_refused_intrusion_draws_no_card() -> None:
    assert refusal(three(), 2, Play(Hand(Card.THREE), 0, out_of_turn=True)) is Refusal.WRONG_VALUE


@pytest.mark.parametrize("action", [Discard(Card.THREE, 0), Pass(), Draw(1)], ids=write_action)
def test_nothing_but_a_play_begins_an_intrusion(action: Action) -> None:
    assert refusal(three(Ruleset(out_of_turn=OutOfTurn.TABLE, manual_draw=True)), 2, action) is Refusal.NOT_YOUR_TURN


def test_one_intruder_at_a_time() -> None:
    state = table(seat("7"), seat("2 8 8 8 8"), seat("1 3"), ruleset=FREELY)
    state = after(state, (2, INTRUSION))
    assert refusal(state, 1, Play(Hand(Card.TWO), 0, out_of_turn=True)) is Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize("number", [0, 1, 2])
def test_without_an_intruder_there_is_nothing_to_object_to(number: int) -> None:
    assert refusal(three(), number, Object()) is Refusal.NOTHING_TO_CHALLENGE


def test_nobody_objects_to_their_own_play() -> None:
    assert refusal(intruded(), 2, Object()) is Refusal.NOTHING_TO_CHALLENGE


def test_what_each_seat_may_do() -> None:
    assert written(three(), 1) == []
    assert written(three(), 2) == [f"oot h:1 {number}" for number in range(4)]
    assert written(intruded(), 1) == ["object"]
    assert written(intruded(), 0)[:2] == ["play h:2 0", "discard 2 0"]
    assert written(intruded(), 0)[-1] == "object"
    assert written(intruded(), 2)[0] == "discard 3 0"
    assert "object" not in written(intruded(), 2)


def test_partners_may_object_like_everybody() -> None:
    state = table(seat("7"), seat("8"), seat("7"), seat("1 3 3 3 3"), ruleset=replace(FREELY, teams=Teams.PAIRS))
    assert after(state, (3, INTRUSION), (1, Object())).seats[3].no_draw


def test_a_pile_completed_by_the_intruder_fills_the_hand_that_waited_on_turn() -> None:
    """R27: the rightful player could neither draw nor, with cards there again, pass."""
    almost = pile("1 2 3 4 5 6 7 8 9 10 11")
    state = table(seat(), seat("3 3 3 3 12"), ruleset=FREELY, piles=(almost,))
    state = after(state, (1, Play(Hand(Card.TWELVE), 0, out_of_turn=True)))
    assert len(state.seats[0].hand) == 5


def test_the_intruders_own_hand_is_filled_first() -> None:
    almost = pile("1 2 3 4 5 6 7 8 9 10 11")
    state = table(seat(), seat("12"), ruleset=FREELY, piles=(almost,))
    state = after(state, (1, Play(Hand(Card.TWELVE), 0, out_of_turn=True)))
    assert [len(own.hand) for own in state.seats] == [5, 5]
    assert len(state.draw_pile) == 2


def test_a_card_to_tuck_fills_the_hand_that_waited_on_turn_too() -> None:
    """R25, R27."""
    tucking = replace(FREELY, dry_rule=DryRule.TUCK)
    state = table(seat(), seat("2 3 3 3 3"), ruleset=tucking, piles=(pile("1"),))
    state = after(state, (1, Play(Hand(Card.TWO), 0, out_of_turn=True)))
    assert state.seats[0].hand == cards("1")


def test_a_play_out_of_turn_is_a_play_in_the_count_of_idle_turns() -> None:
    """R43."""
    void = replace(FREELY, on_block=OnBlock.VOID)
    state = table(seat("7 7"), seat("1 8 8 8 8"), ruleset=void)
    state = after(state, (1, INTRUSION), (0, Discard(Card.SEVEN, 0)), (1, Discard(Card.EIGHT, 0)))
    assert (state.outcome, state.idle_turns) == (None, 1)
