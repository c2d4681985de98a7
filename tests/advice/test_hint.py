"""A hint names what the strongest bot would do, and reasons that are true."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Discard, DiscardTop, Draw, Hand, Object, Pass, Play, Stock
from engine.cards import Card
from engine.ruleset import OutOfTurn, Ruleset, Teams
from engine.view import View
from skipbo_lan.advice.hint import Hint, Reason, Why, hint
from tests.advice.positions import S, banned_from_drawing, position
from tests.bots.rounds import play_round

PAIRS = Ruleset(teams=Teams.PAIRS)


def told(view: View) -> Hint:
    found = hint(view)
    assert found is not None
    return found


def whys(view: View) -> list[Why]:
    return [reason.why for reason in told(view).reasons]


def test_a_stock_card_that_fits_is_got_away() -> None:
    found = told(position(hand=[9, 9, 11, 11, 11], stocks=[3, 9], needs=[3, 1, 1, 1]))
    assert found.line == (Play(Stock(0), 0),)
    first = found.reasons[0]
    assert (first.why, first.card, first.owner) == (Why.STOCK, Card.THREE, 0)


def test_how_many_next_cards_fit_is_counted_from_what_is_hidden() -> None:
    """Needs are 4, 4, 4, 4 then: 4s, of which 11 are hidden, and 18 wilds fit; nothing else leads further."""
    view = position(hand=[9, 9, 11, 11, 11], stocks=[3, 4], needs=[3, 4, 4, 4])
    hidden = 162 - 5 - 2 - 2 - 3 * 3
    fours = 12 - 1
    assert told(view).reasons[0].percent == round(100 * (fours + 18) / hidden)


def test_the_last_card_of_the_stock_wins() -> None:
    assert whys(position(hand=[3], stocks=[3, 9], needs=[3, 1, 1, 1], stock_counts=[1, 5])) == [Why.WINS]


def test_in_a_team_an_empty_stock_does_not_win_alone() -> None:
    """The sentence for it names the team, not a win (R67)."""
    view = position(hand=[9, 9], stocks=[3, 9, 11, 9], needs=[3, 1, 1, 1], stock_counts=[1, 5, 2, 5], ruleset=PAIRS)
    assert whys(view)[0] is Why.LAST_OF_STOCK
    view = position(hand=[9, 9], stocks=[12, 9, 3, 9], needs=[3, 1, 1, 1], stock_counts=[0, 5, 1, 5], ruleset=PAIRS)
    assert whys(view) == [Why.WINS]


def test_the_partners_stock_card_is_named_as_the_partners() -> None:
    view = position(hand=[2, 9], stocks=[12, 7, 4, 7], needs=[4, 1, 1, 1], ruleset=PAIRS)
    first = told(view).reasons[0]
    assert (first.why, first.card, first.owner) == (Why.STOCK, Card.FOUR, 2)


def test_an_emptied_hand_is_filled_at_once() -> None:
    view = position(hand=[1, 4], stocks=[9, 12], needs=[8, 5, 4, 1])
    found = told(view)
    assert {*found.line} == {Play(Hand(Card.FOUR), 2), Play(Hand(Card.ONE), 3)}
    assert found.reasons[0] == Reason(Why.REFILL)


def test_no_new_cards_are_promised_where_none_can_be_drawn() -> None:
    dry = position(hand=[1, 4], stocks=[9, 12], needs=[8, 5, 4, 1], draw=0)
    for view in (dry, banned_from_drawing(replace(dry, draw_count=50))):
        assert Why.REFILL not in whys(view)


def test_the_cards_of_a_line_are_those_that_it_moves() -> None:
    view = position(hand=[12, 12], stocks=[6, 12], needs=[5, 9, 1, 1], discards=[[5, 9]])
    found = told(view)
    assert found.line[:2] == (Play(DiscardTop(0, 0), 1), Play(DiscardTop(0, 0), 0))
    assert found.cards == (Card.NINE, Card.FIVE, Card.SIX)


def test_a_discard_in_order_is_told_as_such() -> None:
    view = banned_from_drawing(position(hand=[8], stocks=[12, 12], needs=[2, 2, 2, 2], discards=[[3], [9], [4], [5]]))
    found = told(view)
    assert found.line == (Discard(Card.EIGHT, 1),)
    assert Reason(Why.RUN) in found.reasons


def test_a_stock_card_that_is_ready_is_told_with_the_discard() -> None:
    """A 7 is missing for the 8, and lies on a discard pile; nothing can be played but that."""
    view = position(hand=[S, 11, 11, 12, 12], stocks=[2, 12], needs=[7, 7, 7, 7], discards=[[], [12]])
    found = told(view)
    assert isinstance(found.line[-1], Discard)
    assert found.line[-1].card is not Card.WILD


def test_cards_drawn_next_turn_are_counted() -> None:
    """Of five cards one is played and one discarded: two are drawn."""
    view = position(hand=[5, 12, 12, 12, 12], stocks=[11, 1, 1], needs=[5, 9, 9, 9], discards=[[12], [12], [12], [12]])
    found = told(view)
    if len(found.line) == 2:
        assert Reason(Why.MORE_CARDS, count=2) in found.reasons
    else:
        assert len(found.line) == 1


def test_an_empty_hand_passes_and_there_is_no_other_choice() -> None:
    found = told(position(hand=[], stocks=[12, 12], needs=[5, 5, 5, 5], draw=0))
    assert found.line == (Pass(),)
    assert found.reasons[0] == Reason(Why.NOTHING_ELSE)


def test_the_hand_is_filled_first_when_cards_are_drawn_by_hand() -> None:
    rules = Ruleset(manual_draw=True)
    view = replace(position(hand=[2, 2], stocks=[3, 9], needs=[3, 1, 1, 1], ruleset=rules), draw_due=True)
    assert told(view) == Hint((Draw(3),), (None,), (Reason(Why.DRAW),))


def test_an_opponents_play_out_of_turn_is_objected_to() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE)
    view = replace(position(hand=[2], stocks=[12, 9, 9], ruleset=rules), turn=1, intruder=2)
    assert told(view) == Hint((Object(),), (None,), (Reason(Why.OBJECTION),))


def test_a_partners_play_out_of_turn_is_not() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE, teams=Teams.PAIRS)
    view = replace(position(hand=[2], stocks=[12, 9, 9, 9], ruleset=rules), turn=1, intruder=2)
    assert hint(view) is None


def test_nobody_is_advised_to_play_out_of_turn() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE)
    assert hint(replace(position(hand=[1], stocks=[12, 9, 9], ruleset=rules), turn=1)) is None


def test_a_pile_is_completed_when_hardly_anything_is_left_to_draw() -> None:
    """The next player's 1 fits then; a table that runs dry is worse for all."""
    dry = position(hand=[12, 9, 9], stocks=[7, 1, 1], needs=[12, 5, 5, 5], draw=0)
    assert told(dry).line[0] == Play(Hand(Card.TWELVE), 0)
    assert Why.SUPPLY in whys(dry)
    assert Why.SUPPLY not in whys(replace(dry, draw_count=60)), "there is plenty"


def test_one_of_two_equal_cards_is_told_to_be_spare() -> None:
    view = banned_from_drawing(
        position(hand=[8, 8], stocks=[12, 12], needs=[2, 2, 2, 2], discards=[[3], [9], [4], [5]])
    )
    assert Reason(Why.SPARE) in told(view).reasons


def test_what_is_said_of_a_discard_is_true() -> None:
    """Steps until a card fits are counted here from the needs alone, in hands of whole rounds."""
    seen: set[Why] = set()
    views: list[View] = []
    for seed in range(6):
        play_round(Ruleset(stock_size=10), ["medium"] * (2 + seed % 3), seed, lambda _, view, __: views.append(view))
    for view in views:
        found = hint(view)
        if found is None or len(found.line) != 1 or not isinstance(found.line[0], Discard):
            continue
        discard = found.line[0]
        needs = [pile.need for pile in view.building]
        late = {card: 0 if not card else min((card - need) % 12 for need in needs) for card in Card}
        kept = [*view.hand]
        kept.remove(discard.card)
        assert view.observer is not None
        piles = view.seats[view.observer].discards
        covered, others = piles[discard.pile], [*piles[: discard.pile], *piles[discard.pile + 1 :]]
        true = {
            Why.SPARE: discard.card in kept,
            Why.LATEST: all(late[card] < late[discard.card] for card in kept),
            Why.EMPTY_PILE: not covered,
            Why.SAME: covered[-1:] == (discard.card,),
            Why.RUN: bool(covered and covered[-1] == discard.card + 1),
            Why.LEAST_HARM: bool(covered) and all(pile and late[pile[-1]] <= late[covered[-1]] for pile in others),
        }
        said = {reason.why for reason in found.reasons}
        assert {why for why in said & true.keys() if not true[why]} == set(), (view, said)
        seen |= said
    assert {Why.SPARE, Why.LATEST, Why.EMPTY_PILE, Why.SAME, Why.RUN, Why.LEAST_HARM} <= seen
