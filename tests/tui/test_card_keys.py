"""Each row of TERMINAL.md's table of keys, and each of its rules that make playing by key safe."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.actions import Action, Discard, DiscardTop, Draw, Hand, Object, Pass, Play, Stock
from engine.cards import Card
from engine.deal import deal
from engine.legal import is_acting, legal_actions
from engine.observe import observe
from engine.rules import apply
from engine.ruleset import OutOfTurn, Ruleset, Teams
from engine.view import View
from protocol.messages import Act
from protocol.values import PassAction
from skipbo_lan.client.state import Lost
from skipbo_lan.tui.model import Model, settled
from skipbo_lan.tui.pressing.cards import pressed_form
from tests.engine.build import pile, seat
from tests.engine.build import table as a_table
from tests.locale.sights import a_state
from tests.tui.scenes import MINE, done, drawn_table, in_room, legal, model, press, reply, seen, team_table

STOCK_ON_A = Play(Stock(0), 0)
TWELVE = Play(Hand(Card.TWELVE), 1)
NINTH = Play(DiscardTop(0, 3), 1)


def drawn_view() -> View:
    """What the player of the drawings sees."""
    view = seen().view
    assert view is not None
    return view


@pytest.mark.parametrize("key", ["s", "0"])
def test_the_stock_card_plays_at_once(key: str) -> None:
    assert done(model(), key) == [STOCK_ON_A]


def test_a_hand_key_only_chooses() -> None:
    screen, intents = press(model(), "4")
    assert (screen.ui.chosen, intents) == ("4", [])


def test_the_same_key_again_or_space_plays_the_chosen_card() -> None:
    assert done(model(), "4", "4") == [TWELVE]
    assert done(model(), "4", "space") == [TWELVE]


def test_a_target_key_plays_the_chosen_card_there() -> None:
    assert done(model(), "4", "b") == [TWELVE]


def test_the_top_of_an_own_pile_plays_at_once() -> None:
    assert done(model(), "9") == [NINTH]


def test_after_a_hand_card_the_pile_keys_discard() -> None:
    quiet = model(seen(a_table(replace(MINE, stock=(Card.TWO,)), seat(), piles=(pile("1 2 3 4"),))))
    assert done(quiet, "3", "7") == [Discard(Card.SEVEN, 1)]


def test_a_target_pressed_first_plays_the_only_card_that_fits() -> None:
    assert done(model(), "a") == [STOCK_ON_A]


def test_equal_hand_cards_count_as_one_for_a_target() -> None:
    two_sevens = a_table(seat("7 7"), seat(), piles=(pile("1 2 3 4 5 6"),))
    assert done(model(seen(two_sevens)), "a") == [Play(Hand(Card.SEVEN), 0)]


def test_a_target_with_several_candidates_lights_them_up() -> None:
    screen, intents = press(model(), "b")
    assert (screen.ui.lit, intents) == (1, [])
    assert done(screen, "4") == [TWELVE]
    assert done(screen, "9") == [NINTH]


def test_a_wild_is_never_chosen_by_its_target() -> None:
    assert reply(model(), "c") == "C needs 1: you have no 1 to play. For a wild, press its key first."


def test_a_partners_stock_and_piles_have_keys() -> None:
    screen = model(seen(team_table()))
    assert done(screen, "v") == [Play(Stock(2), 1)]
    assert done(screen, "x") == [Play(DiscardTop(2, 1), 1)]


def test_a_second_partner_has_the_same_keys_with_shift() -> None:
    screen = model(seen(team_table(Teams.TRIOS)))
    assert done(screen, "V") == [Play(Stock(4), 1)]
    assert done(screen, "X") == [Play(DiscardTop(4, 1), 1)]


def test_partner_keys_mean_nothing_without_a_partner() -> None:
    assert reply(model(), "v") == "That key does nothing here; ? shows the keys."


def test_tab_and_space_alone_play_the_game() -> None:
    actions = legal(model())
    for count, action in enumerate(actions, start=1):
        once_more = ["space"] if isinstance(action, Discard) else []
        assert done(model(), *["tab"] * count, "space", *once_more) == [action]


def test_shift_tab_walks_back_and_the_walk_is_a_circle() -> None:
    last = len(legal(model())) - 1
    assert press(model(), "s-tab")[0].ui.walk == last
    assert press(model(), "s-tab", "tab")[0].ui.walk == 0
    assert press(model(), "tab", "s-tab")[0].ui.walk == last


@pytest.mark.parametrize("key", ["escape", "backspace"])
@pytest.mark.parametrize("before", [["4"], ["b"], ["tab"], ["3", "7"]])
def test_cancel_forgets_and_sends_nothing(key: str, before: list[str]) -> None:
    screen, intents = press(model(), *before, key)
    assert intents == []
    assert screen.ui == model().ui


# Rule 1: one key for a number card; the left of equal piles; a wild asks unless all piles need the same.


def test_of_piles_that_need_the_same_number_the_left_one_is_used() -> None:
    twins = a_table(seat("7", stock="5 5"), seat(), piles=(pile("1"), pile("1 2 3 4"), pile("1 2 3 4")))
    assert done(model(seen(twins)), "s") == [Play(Stock(0), 1)]


def test_a_wild_needs_one_key_if_all_piles_need_the_same() -> None:
    fresh = a_table(seat("7", stock="5 S"), seat())
    assert done(model(seen(fresh)), "s") == [Play(Stock(0), 0)]


def test_a_wild_asks_for_its_target_where_piles_differ() -> None:
    fresh = a_table(seat("7", stock="5 S"), seat(), piles=(pile("1"),))
    screen, intents = press(model(seen(fresh)), "s")
    assert (screen.ui.chosen, intents) == ("s", [])
    assert reply(screen, "s") == "On which pile? Press a, b, c or d."
    assert done(screen, "c") == [Play(Stock(0), 2)]


def test_a_wild_from_the_hand_asks_too() -> None:
    assert reply(model(), "2", "2") == "On which pile? Press a, b, c or d."
    assert done(model(), "2", "d") == [Play(Hand(Card.WILD), 3)]


# Rule 3: with a playable stock card a discard asks once, in the first three games.


def test_a_discard_while_the_stock_card_fits_asks_once() -> None:
    assert reply(model(), "3", "7") == "Your stock 5 still fits A. Press 7 again to discard anyway."
    assert done(model(), "3", "7", "7") == [Discard(Card.SEVEN, 1)]


def test_the_question_is_about_one_discard_only() -> None:
    assert done(model(), "3", "7", "8") == []
    assert done(model(), "3", "7", "5", "7") == []


def test_after_three_games_nothing_is_asked() -> None:
    assert done(model(in_room(seen(), rounds_played=3)), "3", "7") == [Discard(Card.SEVEN, 1)]


# Rule 4: a key without a legal meaning only says why.


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        (["3", "3"], "7 fits nowhere: the piles need 5, 12, 1, 9."),
        (["8"], "There is no card on that pile. To discard, choose a hand card first (1-5)."),
        (["6"], "10 fits nowhere: the piles need 5, 12, 1, 9."),
        (["space"], "Choose a card first, or press Tab for the next legal move."),
        (["j"], "That key does nothing here; ? shows the keys."),
    ],
)
def test_an_illegal_key_says_why(keys: list[str], why: str) -> None:
    assert reply(model(), *keys) == why


def test_a_hand_key_without_a_card_says_so() -> None:
    assert reply(model(seen(a_table(seat("7"), seat()))), "3") == "There is no hand card 3."


# Rule 5: an explicit target is never changed for another one (T38).


def test_a_card_that_does_not_fit_its_target_is_refused_and_stays_chosen() -> None:
    assert reply(model(), "3", "a") == "A needs 5, hand card 3 is a 7."
    assert press(model(), "3", "a")[0].ui.chosen == "3"
    assert done(model(), "4", "a") == []


def test_a_card_that_does_not_fit_the_lit_pile_is_refused() -> None:
    assert reply(model(), "b", "3") == "B needs 12, hand card 3 is a 7."
    assert reply(model(), "b", "s") == "B needs 12, your stock card is a 5."


# Rule 6: what was pressed before the turn began is dropped (T40).


@pytest.mark.parametrize("keys", [["s"], ["4", "4"], ["9"], ["b"], ["tab", "space"], ["3", "7", "7"]])
def test_keys_before_the_turn_send_nothing_and_leave_nothing(keys: list[str]) -> None:
    theirs = model(seen(drawn_table(turn=1)))
    screen, intents = press(theirs, *keys)
    assert intents == []
    assert replace(screen.ui, reply=()) == theirs.ui


def test_keys_before_the_turn_look_ahead() -> None:
    theirs = model(seen(drawn_table(turn=1)))
    assert reply(theirs, "4") == "Not your turn yet. As the piles are now, your 12 fits B."
    assert reply(theirs, "3") == "Not your turn yet. As the piles are now, your 7 fits nowhere."
    assert reply(theirs, "b") == "It is not your turn: Bea is playing."


def test_a_choice_is_forgotten_when_the_table_has_changed() -> None:
    screen, _ = press(model(), "3", "7")
    later = replace(screen, client=replace(screen.client, seq=8))
    assert press(later, "7")[1] == []
    assert press(later, "7")[0].ui.chosen is None


def test_an_answer_stays_while_others_play_and_goes_when_the_own_turn_begins() -> None:
    theirs, _ = press(model(seen(drawn_table(turn=1))), "4")
    assert settled(theirs.ui, replace(theirs.client, seq=8)).reply == theirs.ui.reply != ()
    assert settled(theirs.ui, replace(seen(), seq=8)).reply == ()


def test_keys_while_an_action_is_unanswered_send_nothing() -> None:
    waiting = seen(pending=Act(id=1, epoch=1, seq=7, action=PassAction()))
    assert reply(model(waiting), "s") == "Your last move is still on its way."


def test_keys_while_the_connection_is_lost_send_nothing() -> None:
    assert reply(model(seen(status=Lost(1, 2))), "s") == "Not connected: nothing was sent."


# Rule 7: keys by the character typed.


@pytest.mark.parametrize(
    ("typed", "plain"),
    [("S", "s"), ("\uff53", "s"), ("\u00e7", "9"), ("\u00e0", "0"), ("B", "b"), ("\u00e8", "7"), ("_", "8")],
)
def test_letters_in_either_case_and_french_digits_count(typed: str, plain: str) -> None:
    assert press(model(), typed) == press(model(), plain)


@pytest.mark.parametrize(("typed", "plain"), list(zip("&\u00e9\"'(", "12345", strict=True)))
def test_unshifted_french_digits_choose_hand_cards(typed: str, plain: str) -> None:
    assert press(model(), typed)[0].ui.chosen == plain


# The rarer moves have keys while they apply.


def test_drawing_by_hand_has_a_key() -> None:
    manual = replace(a_table(seat("7"), seat(), draw="1 2 3 4 5", ruleset=Ruleset(manual_draw=True)), draw_due=True)
    assert [type(action).__name__ for action in done(model(seen(manual)), "+")] == ["Draw"]


def test_passing_has_a_key_when_nothing_else_ends_the_turn() -> None:
    empty = a_table(seat(""), seat())
    assert [type(action).__name__ for action in done(model(seen(empty)), "p")] == ["Pass"]


def test_objecting_has_a_key_while_somebody_plays_out_of_turn() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE)
    intruded = replace(drawn_table(MINE, MINE, rules=rules, turn=2), intruder=1)
    assert [type(action).__name__ for action in done(model(seen(intruded)), "!")] == ["Object"]


def test_playing_out_of_turn_is_never_one_key() -> None:
    theirs = model(seen(drawn_table(rules=Ruleset(out_of_turn=OutOfTurn.TABLE), turn=1)))
    for key in "s09b46":
        assert done(theirs, key) == []
    screen, intents = press(theirs, "!")
    assert intents == []
    assert screen.ui.line is not None
    assert screen.ui.line.text == "play! "


# The hint names keys: typed forms such as `p4 b` would be other keys, and `s a` one move too many.


def test_a_hint_names_a_single_key_for_a_card_that_plays_at_once() -> None:
    assert reply(model(), "h").startswith("Try s: stock 5 on A. It gets your stock 5 away; ")
    from_a_pile = a_table(seat("7", "", "4 5", stock="9 6"), seat(), piles=(pile("1 2 3 4"),))
    assert reply(model(seen(from_a_pile)), "h").startswith("Try 7: pile 2, a 5, on A, then stock 6 on A. ")


def test_a_hint_names_the_pile_for_cards_that_ask_for_it() -> None:
    wild = a_table(seat("7", stock="5 S"), seat(), piles=(pile("1"),))
    assert reply(model(seen(wild)), "h").startswith("Try s ")
    assert pressed_form(drawn_view(), TWELVE) == "4 b"


def test_a_hint_names_keys_for_the_rarer_moves_and_commands_where_there_are_none() -> None:
    assert [pressed_form(drawn_view(), action) for action in (Pass(), Draw(2), Object())] == ["p", "+", "!"]
    assert pressed_form(drawn_view(), Play(Stock(0), 0, out_of_turn=True)) == "/play! s a"


def test_a_hint_names_the_keys_of_the_partner() -> None:
    view = model(seen(team_table())).client.view
    assert view is not None
    assert pressed_form(view, Play(Stock(2), 1)) == "v"
    assert pressed_form(view, Play(DiscardTop(2, 1), 1)) == "x"


# Every legal move is one or two keys.


@pytest.mark.parametrize("teams", [Teams.NONE, Teams.PAIRS])
def test_every_legal_move_of_whole_rounds_is_one_or_two_keys(teams: Teams) -> None:
    chance = random.Random(4)
    table, _ = deal(Ruleset(stock_size=6, teams=teams), 4, 3, bytes(32))
    while table.outcome is None:
        view = observe(table, table.turn)
        if table.turn == 0:
            for action in legal_actions(view):
                _check_reachable(model(replace(a_state(table), epoch=1, seq=7)), action)
        plays = [each for each in legal_actions(view) if isinstance(each, Play)]
        table, _ = apply(table, table.turn, chance.choice(plays or list(legal_actions(view))))


def _check_reachable(screen: Model, action: Action) -> None:
    view = screen.client.view
    assert view is not None
    assert is_acting(view)
    keys = pressed_form(view, action).split()
    assert len(keys) <= 2
    once_more = keys[-1:] if isinstance(action, Discard) else []
    for attempt in (keys, (*keys, *once_more)):
        asked = done(screen, *attempt)
        if asked:
            assert _alike(view, asked, action)
            return
    pytest.fail(f"{action} is not reached by {keys}")


def _alike(view: View, asked: list[object], action: Action) -> bool:
    """The action itself, or the same card on a pile that needs the same number."""
    if len(asked) != 1:
        return False
    got = asked[0]
    if isinstance(got, Play) and isinstance(action, Play):
        return got.source == action.source and view.building[got.pile].need == view.building[action.pile].need
    return got == action
