"""What to say when the state has changed: the old and the new one in, paragraphs out. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from engine import events as ev
from engine.actions import Draw, Hand, Pass
from engine.ruleset import Seat
from engine.view import View
from skipbo_lan.client.log import Chat, Happened, LogEntry, Note, NoteKind
from skipbo_lan.client.state import ClientState, Lost, Online, new_entries
from skipbo_lan.commands import moves
from skipbo_lan.locale import plain as words
from skipbo_lan.locale.banners import host_closing
from skipbo_lan.locale.cards import card_word
from skipbo_lan.locale.notes import log_line
from skipbo_lan.locale.people import Names, host_of, names_of
from skipbo_lan.locale.refusals import refusal_line
from skipbo_lan.locale.table import (
    hand_line,
    lobby_lines,
    look_lines,
    partner_lines,
    position_lines,
    score_line,
    turn_line,
)
from skipbo_lan.plain.around import around


def news(before: ClientState, after: ClientState) -> list[str]:
    """What a player should hear of this change, one paragraph an item; empty when nothing is worth a word."""
    return [paragraph for paragraph in _news(before, after) if paragraph]


def invites(state: ClientState) -> bool:
    """Whether a prompt should wait: on the player's turn, and whenever no round is going on."""
    return state.my_turn or (state.room is not None and state.room.stage not in ("dealing", "playing"))


def _news(before: ClientState, after: ClientState) -> Iterator[str]:
    yield from _connection(before, after)
    yield from _arrival(before, after)
    yield from _round_in_progress(before, after)
    yield from _told(before, after)
    yield from around(before, after)
    yield from _stage(before, after)
    yield from _turn(before, after)
    yield from _duty(before, after)
    if after.refusal is not None and before.refusal is None:
        yield refusal_line(after.refusal, after.view, write=card_word)


def _connection(before: ClientState, after: ClientState) -> Iterator[str]:
    """What has become of the connection; that it is back stands in the log, with what was missed."""
    match before.status, after.status:
        case Online() | Lost(closing=False), Lost(closing=True) as lost:
            host = host_of(after.room) if after.room is not None else ""
            yield host_closing(host, lost.give_up_at - lost.since, "leave")
        case Online(), Lost() as lost:
            yield words.connection_lost(lost.give_up_at - lost.since)
        case _:
            pass


def _arrival(before: ClientState, after: ClientState) -> Iterator[str]:
    """The first sight of a table, and of the same table after a match."""
    room = after.room
    if room is None or (before.room is not None and before.table_id == after.table_id):
        return
    yield words.you_are(after.table, after.name, room)
    if room.stage == "lobby":
        yield from lobby_lines(after, names_of(room))
        yield words.lobby_help(after.owner)


def _round_in_progress(before: ClientState, after: ClientState) -> Iterator[str]:
    """Which round it is, for a player who comes back in the middle of it."""
    if after.room is None or before.view is not None or after.view is None or not after.playing:
        return
    if not any(isinstance(entry, Happened) and isinstance(entry.event, ev.Dealt) for entry in after.log):
        yield words.round_begins(after.room.rounds_played + 1, score_line(after, names_of(after.room)))
        if after.watching:
            yield from look_lines(after, after.view, names_of(after.room))


def _told(before: ClientState, after: ClientState) -> Iterator[str]:
    """Everything new in the log, sentence after sentence; talk stands alone, lest it pass for what happened."""
    names = names_of(after.room) if after.room is not None else {}
    entries = new_entries(before, after)
    sentences: list[str] = []
    for entry in entries:
        if isinstance(entry, Chat):
            yield " ".join(sentences)
            yield from _sentences(entry, after, names)
            sentences = []
        else:
            sentences += _sentences(entry, after, names)
    yield " ".join([*sentences, *_hand_after(entries, after)])


def _sentences(entry: LogEntry, state: ClientState, names: Names) -> Iterator[str]:
    sides = state.view.sides if state.view is not None else ()
    line = log_line(entry, names, state.seat, sides, card_word)
    match entry:
        case Happened(event=ev.Dealt()) if state.room is not None:
            yield words.round_begins(entry.round_number, score_line(state, names))
        case Happened(event=ev.TurnBegan(seat)) if seat != state.seat and _needs_a_word(state, entry):
            yield words.now_plays(names, seat)
        case _:
            pass
    if line is not None:
        yield line
    match entry:
        case Happened(event=ev.Played(seat=seat, pile=pile, value=value)) if seat == state.seat:
            yield from words.pile_needs(pile, value)
        case Happened(event=ev.Intruded(seat=seat)) if state.view is not None and _may_object(state.view, seat):
            yield words.how_to_object()
        case Note(kind=NoteKind.ACCUSED) if (
            state.owner and state.room is not None and state.room.accusation is not None
        ):
            yield words.how_to_decide()
        case _:
            pass


def _may_object(view: View, intruder: Seat) -> bool:
    return view.intruder == intruder and view.observer not in (None, intruder)


def _hand_after(entries: tuple[LogEntry, ...], state: ClientState) -> Iterator[str]:
    """The hand again after a card was played from it: its numbers have moved."""
    if state.view is None or not state.my_turn:
        return
    for entry in entries:
        match entry:
            case Happened(event=ev.Played(seat=seat, source=Hand())) if seat == state.seat:
                yield hand_line(state.view, card_word)
            case _:
                pass


def _needs_a_word(state: ClientState, entry: LogEntry) -> bool:
    """Whether the turn that begins here follows the player's own, or is not told by the cards that are drawn."""
    index = next(index for index, each in enumerate(state.log) if each is entry)
    before = (each.event for each in reversed(state.log[:index]) if isinstance(each, Happened))
    match next(before, None):
        case ev.Discarded(seat=seat) | ev.Passed(seat=seat) if seat == state.seat:
            return True
    following = (each.event for each in state.log[index + 1 :] if isinstance(each, Happened))
    return not isinstance(next(following, None), ev.Drew)


def _stage(before: ClientState, after: ClientState) -> Iterator[str]:
    room, earlier = after.room, before.room
    if room is None or (earlier is not None and room.stage == earlier.stage):
        return
    names = names_of(room)
    match room.stage:
        case "round_over":
            yield score_line(after, names)
            yield words.round_over_help(room.next_round_ms, watching=after.watching)
        case "match_over":
            yield words.match_over(names, room.winners, after.seat)
            yield score_line(after, names)
            yield words.match_over_help(after.owner, watching=after.watching)
        case "lobby" if earlier is not None:
            yield from lobby_lines(after, names)
            yield words.lobby_help(after.owner)


def _turn(before: ClientState, after: ClientState) -> Iterator[str]:
    """The player's cards, whenever the turn comes, or comes back with a new round or connection.

    Whose turn it is, too, for who has just arrived and hears no event that tells it.
    """
    if after.room is None or after.view is None or not after.playing:
        return
    is_news = before.room is None or before.view is None or before.view.turn != after.view.turn
    if is_news and not any(_begins_turn(entry) for entry in new_entries(before, after)):
        yield turn_line(after.view, names_of(after.room))
    if after.my_turn and not (before.my_turn and _same_table(before, after)):
        yield from position_lines(after.view, card_word)
        yield from partner_lines(after, after.view, names_of(after.room), card_word)
        if after.room is not None and after.room.turn_ms is not None:
            yield words.time_to_play(after.room.turn_ms)


def _duty(before: ClientState, after: ClientState) -> Iterator[str]:
    """What has to be typed where the cards alone do not say so: a draw by hand, a pass; told when it begins."""
    if not after.my_turn:
        return
    known = moves(before) if before.my_turn else ()
    for action in moves(after):
        if isinstance(action, Draw | Pass) and not any(isinstance(each, type(action)) for each in known):
            yield words.to_draw(action.count) if isinstance(action, Draw) else words.to_pass()


def _begins_turn(entry: LogEntry) -> bool:
    return isinstance(entry, Happened) and isinstance(entry.event, ev.TurnBegan)


def _same_table(before: ClientState, after: ClientState) -> bool:
    return before.table_id == after.table_id and isinstance(before.status, Online)
