"""What a client knows, message by message: the newest wins, nothing is lost or told twice (P25, J13, J15)."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from engine.actions import Hand, Play
from engine.cards import Card
from engine.deal import deal
from engine.events import Played, TurnBegan
from engine.observe import observe
from protocol import mapping
from protocol.errors import RemoteProtocolError
from protocol.limits import MAX_COUNTER
from protocol.messages import Accusation, Act, Message, Ping, Pong, Refused, Room, Said
from protocol.values import DiscardedEvent
from skipbo_lan.client.limits import LOG_ENTRIES
from skipbo_lan.client.log import Chat, Happened, Note, NoteKind
from skipbo_lan.client.room import player_at
from skipbo_lan.client.state import ClientState, Online, update
from tests.client.scripted_host import (
    RULES,
    a_player,
    a_room,
    a_view,
    a_welcome,
    an_update,
    with_draw_count,
)

PLAY = Play(Hand(Card.ONE), 0)
BEGAN = mapping.event_to_wire(TurnBegan(0))


def after(*messages: Message, state: ClientState | None = None) -> ClientState:
    """The state after these messages."""
    state = state or ClientState()
    for now, message in enumerate(messages):
        state = update(state, message, float(now))
    return state


def joined() -> ClientState:
    return after(a_welcome(), a_room(1), an_update(1))


def waiting(state: ClientState, act_id: int = 1) -> ClientState:
    """The state while this act is unanswered."""
    act = Act(id=act_id, epoch=1, seq=state.seq, action=mapping.action_to_wire(PLAY))
    return replace(state, pending=act)


def kinds(state: ClientState) -> list[NoteKind]:
    return [entry.kind for entry in state.log if isinstance(entry, Note)]


def test_a_welcome_tells_who_and_where() -> None:
    state = after(a_welcome(last_id=4))
    assert (state.status, state.name, state.table, state.last_id) == (Online(), "Anna", "Kitchen", 4)


@pytest.mark.parametrize(("epoch", "seq"), [(1, 0), (0, 99)])
def test_an_older_view_is_ignored(epoch: int, seq: int) -> None:
    state = joined()
    older = an_update(seq, epoch=epoch, view=with_draw_count(a_view(), 3), events=(BEGAN,))
    assert after(older, state=state) == state


@pytest.mark.parametrize(("epoch", "seq"), [(1, 2), (1, 50), (2, 0)])
def test_a_newer_view_replaces_the_old_one_whatever_is_missing_between(epoch: int, seq: int) -> None:
    state = after(an_update(seq, epoch=epoch, view=with_draw_count(a_view(), 3)), state=joined())
    assert state.view == with_draw_count(a_view(), 3)
    assert (state.epoch, state.seq) == (epoch, seq)


def test_events_are_told_once() -> None:
    told = an_update(2, events=(BEGAN,))
    state = after(told, told, state=joined())
    assert state.log == (Happened(TurnBegan(0), 1),)


def test_events_carry_the_number_of_their_round() -> None:
    room = msgspec.structs.replace(a_room(), rounds_played=2)
    state = after(a_welcome(), room, an_update(9, events=(BEGAN,)))
    assert state.log == (Happened(TurnBegan(0), 3),)


@pytest.mark.parametrize("rev", [3, 2])
def test_a_room_that_is_not_newer_is_ignored(rev: int) -> None:
    state = after(a_welcome(), a_room(3))
    assert after(msgspec.structs.replace(a_room(rev), pace_ms=9), state=state) == state


def test_a_room_keeps_the_moment_it_arrived() -> None:
    assert update(joined(), a_room(2), 77.0).room_at == 77.0


def test_rooms_are_counted_afresh_after_a_return() -> None:
    state = after(a_room(900), state=joined())
    state = after(a_welcome(), msgspec.structs.replace(a_room(1), pace_ms=9), state=state)
    assert state.room is not None
    assert (state.room.rev, state.room.pace_ms) == (1, 9)


def test_a_return_keeps_the_view_and_the_log() -> None:
    before = after(an_update(2, events=(BEGAN,)), state=joined())
    state = after(a_welcome(), state=before)
    assert (state.view, state.log, state.seq) == (before.view, before.log, before.seq)


def test_a_view_told_again_after_a_return_repeats_no_event() -> None:
    told = an_update(2, events=(BEGAN,))
    state = after(told, a_welcome(), a_room(1), told, state=joined())
    assert [entry for entry in state.log if isinstance(entry, Happened)] == [Happened(TurnBegan(0), 1)]


def test_a_new_match_begins_with_nothing_but_the_log() -> None:
    before = after(an_update(5, ack=3, events=(BEGAN,)), state=joined())
    state = after(a_welcome(table_id=b"the next table.."), state=before)
    assert (state.view, state.room, state.seq, state.epoch, state.last_id) == (None, None, -1, 0, 0)
    assert state.log == before.log


def test_an_acknowledgement_settles_the_pending_act() -> None:
    state = after(an_update(2, ack=1), state=waiting(joined()))
    assert (state.pending, state.last_id) == (None, 1)


def test_an_acknowledgement_counts_though_its_view_is_old() -> None:
    assert after(an_update(0, ack=1), state=waiting(joined())).pending is None


def test_somebody_elses_move_leaves_the_act_pending() -> None:
    state = waiting(joined())
    assert after(an_update(2, ack=0), state=state).pending == state.pending


def test_a_refusal_settles_the_pending_act_and_uses_up_its_id() -> None:
    state = after(Refused(id=1, code="WRONG_VALUE"), state=waiting(joined()))
    assert (state.pending, state.refusal, state.last_id) == (None, "WRONG_VALUE", 1)


def test_the_refusal_of_another_request_leaves_the_act_pending() -> None:
    state = waiting(joined())
    after_it = after(Refused(id=None, code="NOT_OWNER"), state=state)
    assert (after_it.pending, after_it.refusal) == (state.pending, "NOT_OWNER")


def test_a_late_refusal_of_an_earlier_act_leaves_the_present_one_pending() -> None:
    state = waiting(joined(), act_id=5)
    assert after(Refused(id=4, code="STALE"), state=state).pending == state.pending


def test_a_refusal_is_shown_until_something_happens() -> None:
    refused = after(Refused(id=None, code="STALE"), state=joined())
    assert after(an_update(1), state=refused).refusal == "STALE"
    assert after(an_update(2, events=(BEGAN,)), state=refused).refusal is None


@pytest.mark.parametrize(("last_id", "stays"), [(0, True), (1, False), (2, False)])
def test_on_return_an_act_stays_pending_only_if_the_host_has_not_answered_it(last_id: int, stays: bool) -> None:
    state = after(a_welcome(last_id=last_id), state=waiting(joined()))
    assert (state.pending is not None) == stays


def test_notes_tell_who_came_went_and_returned() -> None:
    bo, cy = a_player(1, "Bo"), a_player(1, "Cy")
    away = msgspec.structs.replace(bo, presence="away", grace_ms=5000)
    gone = msgspec.structs.replace(bo, presence="bot")
    rooms = [(a_player(0, "Anna"), other) for other in (bo, away, gone, bo, cy)]
    state = after(a_welcome(), *(a_room(rev, players=players) for rev, players in enumerate(rooms)))
    assert kinds(state) == [
        NoteKind.AWAY,
        NoteKind.BOT_PLAYS,
        NoteKind.BACK,
        NoteKind.JOINED,
        NoteKind.LEFT,
    ]


def test_a_change_of_seats_is_no_coming_and_going() -> None:
    state = after(
        a_welcome(),
        a_room(1, players=(a_player(0, "Anna"), a_player(1, "Bo"))),
        a_room(2, players=(a_player(0, "Bo"), a_player(1, "Anna"))),
    )
    assert state.log == ()


def test_the_first_room_after_a_return_tells_of_nobody_else() -> None:
    returned = after(a_welcome(), a_room(1, players=(a_player(0, "Anna"),), stage="lobby"), state=joined())
    assert kinds(returned) == [NoteKind.BACK_AGAIN]


def returned_after(*turns_of: int, missed: int = 0, played_for: int = 0, state: ClientState | None = None) -> Note:
    """What the player is told on his return, after these seats have ended their turns meanwhile."""
    events = tuple(DiscardedEvent(seat=seat, card=1, pile=0) for seat in turns_of)
    back = msgspec.structs.replace(a_welcome(), missed=missed, played_for=played_for)
    known = state if state is not None else after(an_update(2), state=joined())
    log = after(back, a_room(1), an_update(9, events=events), state=known).log
    (told,) = (entry for entry in log if isinstance(entry, Note))
    return told


def test_a_return_tells_how_many_turns_were_missed() -> None:
    assert returned_after(1, missed=3) == Note(NoteKind.BACK_AGAIN, "Anna", 3, mine=True)


def test_turns_that_the_host_had_sent_in_vain_are_missed_too() -> None:
    assert returned_after(1, 0, 1, missed=0) == Note(NoteKind.BACK_AGAIN, "Anna", 2, mine=True)


def test_a_return_tells_how_many_turns_a_bot_has_played() -> None:
    assert returned_after(missed=5, played_for=2) == Note(NoteKind.WELCOME_BACK, "Anna", 2, mine=True)


def test_a_program_started_anew_is_welcomed_back_too() -> None:
    told = returned_after(missed=5, played_for=3, state=ClientState())
    assert told == Note(NoteKind.WELCOME_BACK, "Anna", 3, mine=True)


def test_what_was_missed_stands_above_the_word_that_one_is_back() -> None:
    events = (DiscardedEvent(seat=1, card=1, pile=0),)
    log = after(a_welcome(), a_room(1), an_update(9, events=events), state=joined()).log
    assert [type(entry) for entry in log] == [Happened, Note]


def test_the_view_of_another_seat_is_invalid_data() -> None:
    with pytest.raises(RemoteProtocolError, match="another seat"):
        after(an_update(view=a_view(1)), state=joined())


def test_hidden_cards_are_no_view_for_a_spectator() -> None:
    watching = after(msgspec.structs.replace(a_welcome(), seat=None), msgspec.structs.replace(a_room(1), you=None))
    with pytest.raises(RemoteProtocolError, match="another seat"):
        after(an_update(), state=watching)


def test_a_view_of_another_size_than_the_table_is_invalid_data() -> None:
    three, _ = deal(RULES, 3, 1, bytes(32))
    with pytest.raises(RemoteProtocolError, match="size"):
        after(an_update(view=observe(three, 0)), state=joined())


def test_a_room_of_another_size_than_the_view_is_invalid_data() -> None:
    grown = tuple(a_player(seat, f"P{seat}") for seat in range(3))
    room = msgspec.structs.replace(a_room(9, players=grown), capacity=3, scores=[0] * 3, wins=[0] * 3)
    with pytest.raises(RemoteProtocolError, match="size"):
        after(an_update(), room, state=joined())


def test_a_spectator_has_no_seat_and_sees_no_hand() -> None:
    table, _ = deal(RULES, 2, 1, bytes(32))
    state = after(
        msgspec.structs.replace(a_welcome(), seat=None),
        msgspec.structs.replace(a_room(1), you=None),
        an_update(view=observe(table, None)),
    )
    assert (state.watching, state.seat, state.my_turn) == (True, None, False)
    assert state.view is not None
    assert state.view.hand == ()


def test_a_host_that_cannot_save_is_noted_and_so_is_the_end_of_that() -> None:
    failing = msgspec.structs.replace(a_room(2), saved=False)
    assert kinds(after(failing, a_room(3), state=joined())) == [NoteKind.NOT_SAVED, NoteKind.SAVED_AGAIN]


def test_a_turn_that_a_bot_finishes_and_a_seat_that_is_offered_are_noted() -> None:
    late = msgspec.structs.replace(a_player(1, "Bo", bot=True), relieved=True)
    gone = msgspec.structs.replace(a_player(1, "Bo", bot=True), offered=True)
    rooms = [a_room(rev, players=(a_player(0, "Anna"), bo)) for rev, bo in ((2, late), (3, late), (4, gone))]
    assert kinds(after(*rooms, state=joined())) == [NoteKind.RELIEVED, NoteKind.OFFERED]


def test_an_absent_player_comes_with_the_seconds_until_a_bot_plays() -> None:
    away = msgspec.structs.replace(a_player(1, "Bo"), presence="away", grace_ms=60_000)
    room = a_room(2, players=(a_player(0, "Anna"), away))
    waits = msgspec.structs.replace(room, absent="wait")
    assert after(room, state=joined()).log == (Note(NoteKind.AWAY, "Bo", 60),)
    assert after(waits, state=joined()).log == (Note(NoteKind.AWAY, "Bo", 0),)


def test_changed_rules_are_noted_in_the_lobby() -> None:
    lobby = a_room(1, stage="lobby")
    rules = msgspec.structs.replace(lobby.ruleset, target=300)
    changed = msgspec.structs.replace(lobby, rev=2, ruleset=rules)
    assert after(a_welcome(), lobby, changed).log == (Note(NoteKind.RULES_CHANGED, options=(("target", "300"),)),)


def test_an_accusation_is_noted_once_with_the_accused() -> None:
    def accused(rev: int, left: int) -> Room:
        accusation = Accusation(accuser=0, offender=1, left_ms=left)
        return msgspec.structs.replace(a_room(rev), accusation=accusation)

    state = after(accused(2, 30_000), accused(3, 20_000), state=joined())
    assert state.log == (Note(NoteKind.ACCUSED, "Bo"),)


def test_the_lobby_shows_no_cards_of_the_match_before() -> None:
    assert after(a_room(2, stage="lobby"), state=joined()).view is None


def test_chat_is_kept_as_it_came() -> None:
    said = Said(seat=1, name="Bo", text="\x1b[2Jhi", team=False, held=False)
    assert after(said, state=joined()).log == (Chat(said),)


def test_the_log_is_bounded() -> None:
    said = Said(seat=1, name="Bo", text="hi", team=False, held=False)
    state = replace(joined(), log=(Chat(said),) * LOG_ENTRIES)
    last = msgspec.structs.replace(said, text="last")
    assert after(last, state=state).log[-1] == Chat(last)
    assert len(after(last, state=state).log) == LOG_ENTRIES


@pytest.mark.parametrize("message", [Ping(n=1), Pong(n=1)])
def test_heartbeats_change_nothing(message: Message) -> None:
    state = joined()
    assert after(message, state=state) is state


def test_it_is_my_turn_only_while_the_round_goes_on() -> None:
    assert joined().my_turn
    assert not after(an_update(2, view=a_view(dealer=0)), state=joined()).my_turn
    assert not after(msgspec.structs.replace(a_room(2), stage="round_over"), state=joined()).my_turn


def test_who_sits_where() -> None:
    room = a_room()
    found = player_at(room, 1)
    assert found is not None
    assert found.name == "Bo"
    assert player_at(room, 4) is None


def test_an_impossible_view_is_the_hosts_fault() -> None:
    told = an_update(2)
    wrong = msgspec.structs.replace(told, view=msgspec.structs.replace(told.view, hand=[1]))
    with pytest.raises(RemoteProtocolError):
        after(wrong, state=joined())


def test_an_event_of_a_seat_that_does_not_exist_is_the_hosts_fault() -> None:
    played = mapping.event_to_wire(Played(5, Hand(Card.ONE), Card.ONE, 0, 1))
    with pytest.raises(RemoteProtocolError):
        after(an_update(2, events=(played,)), state=joined())


def test_an_impossible_room_is_the_hosts_fault() -> None:
    with pytest.raises(RemoteProtocolError):
        after(msgspec.structs.replace(a_room(2), you=5), state=joined())


@pytest.mark.parametrize(
    "message", [a_welcome(last_id=MAX_COUNTER), an_update(1, ack=MAX_COUNTER), Refused(id=MAX_COUNTER, code="STALE")]
)
def test_an_answer_after_which_no_action_could_have_a_higher_id_is_refused(message: Message) -> None:
    """A hostile host could otherwise make this end send what no message can hold."""
    with pytest.raises(RemoteProtocolError):
        after(a_welcome(), a_room(1), message)
    assert after(a_welcome(last_id=MAX_COUNTER - 1)).last_id == MAX_COUNTER - 1
