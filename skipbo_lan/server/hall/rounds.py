"""From the first deal to the end of the match (R3, R50 to R54), and on to another match."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards import DECK
from engine.deal import deal, draw_dealer
from engine.events import Event
from engine.match import Match, after_round, is_over, leaders, new_match
from engine.ruleset import FirstDealer, Seat
from engine.shuffle import Label, chosen, round_seed, shuffled
from protocol.codes import ByeCode, DenyCode
from protocol.limits import KEY_BYTES, TABLE_ID_BYTES, TOKEN_BYTES
from protocol.messages import Bye
from protocol.proof import password_key, token_key
from skipbo_lan.server import limits
from skipbo_lan.server.hall import reports
from skipbo_lan.server.hall.absence import saved_seat
from skipbo_lan.server.hall.admission import welcome, welcome_watcher
from skipbo_lan.server.hall.effects import Close, Commit, Effect, End, Send
from skipbo_lan.server.hall.inputs import Moment
from skipbo_lan.server.hall.recall import remembered
from skipbo_lan.server.hall.state import (
    Client,
    Closed,
    Game,
    Hall,
    Lobby,
    MatchOver,
    Player,
    Playing,
    RoundOver,
    Step,
    audience,
    each_player,
    owner_seat,
    seated,
)
from skipbo_lan.server.hall.telling import updates
from skipbo_lan.store.changes import MatchBegun, MatchEnded, RoundBegun, RoundEnded, SavedTerms

SEED_BYTES: Final = 32


def begin_match(hall: Hall, chosen_dealer: Seat, moment: Moment) -> Step:
    """Begin the match of the seated players, who fill the first seats without a gap; the rules fit their number.

    `chosen_dealer` deals first if the rules leave it to the host.
    """
    seats = tuple(player for _, player in seated(hall))
    seed = _seed(hall, 0, moment)
    dealer, drawn = _first_dealer(hall.ruleset.first_dealer, len(seats), chosen_dealer, seed)
    begun = MatchBegun(
        table_id=hall.table_id,
        table=hall.terms.table,
        app=hall.terms.app,
        epoch=hall.epoch,
        ruleset=hall.ruleset,
        seats=tuple(map(saved_seat, seats)),
        seed=hall.match_seed,
        terms=_saved_terms(hall),
    )
    hall, effects = _begin_round(hall, new_match(hall.ruleset, len(seats), dealer), seed, drawn)
    return hall, (Commit(begun), *effects)


def _saved_terms(hall: Hall) -> SavedTerms:
    terms = hall.terms
    return SavedTerms(
        capacity=terms.capacity,
        grace=terms.grace,
        absent=terms.absent,
        turn_timer=terms.turn_timer,
        idle_limit=terms.idle_limit,
        spectators=terms.spectators,
        password_key=hall.password_key,
    )


def next_round(hall: Hall, game: Game, moment: Moment) -> Step:
    """Deal the round that follows."""
    return _begin_round(hall, game.match, _seed(hall, game.match.rounds_played, moment), ())


def end_round(hall: Hall, game: Game, moment: Moment) -> Step:
    """Count the round that is over; go on between the rounds, or to the end of the match."""
    outcome = game.table.outcome
    assert outcome is not None, "only a round that is over can be counted"
    match = after_round(game.match, outcome)
    game = replace(game, match=match)
    effects: tuple[Effect, ...] = (
        Commit(RoundEnded(match.rounds_played - 1, outcome)),
        reports.round_over(match, outcome),
    )
    hall = replace(each_player(hall, _not_ready), accused=None)
    if not is_over(match):
        return replace(hall, stage=RoundOver(game, moment.now + limits.BETWEEN_ROUNDS)), effects
    winners = tuple(sorted(seat for side in leaders(match) for seat in match.sides[side]))
    ended = (Commit(MatchEnded(winners)), reports.match_over(match, winners))
    return replace(hall, stage=MatchOver(game, winners)), effects + ended


def mark_ready(hall: Hall, seat: Seat) -> Step:
    """A player has seen the result. Who is too late, since the next round was dealt just now, loses nothing."""
    if isinstance(hall.stage, RoundOver | MatchOver):
        hall = each_player(hall, lambda player: replace(player, ready=player.ready or player is hall.players[seat]))
    return hall, ()


def everybody_ready(hall: Hall) -> bool:
    """Whether nobody who is connected over the network still looks at the result."""
    return all(player.ready for _, player in seated(hall) if player.visits)


def again(hall: Hall, moment: Moment) -> Step | DenyCode:
    """Another match for those who are here: a new table id, new tokens, and back to the lobby."""
    if not isinstance(hall.stage, MatchOver):
        return DenyCode.NOT_NOW
    gone = tuple(
        Close(player.stand_in.peer, Bye(code=ByeCode.REMOVED))
        for _, player in seated(hall)
        if player.stand_in is not None and player.stand_in.peer is not None
    )
    table_id = moment.random_bytes(TABLE_ID_BYTES)
    fresh = replace(
        hall,
        table_id=table_id,
        password_key=_new_password_key(hall, table_id, moment),
        # A request made before the new Welcome arrived is known by its old epoch.
        epoch=hall.epoch + 1,
        players=(None,) * hall.terms.capacity,
        match_seed=None,
        stage=Lobby(),
        seq=0,
        held=(),
        accused=None,
        recent=(),
    )
    return _reseat(fresh, hall, gone, moment)


def close_table(hall: Hall) -> Step:
    """End the table for everybody, and for good."""
    unfinished = isinstance(hall.stage, Playing | RoundOver)
    commits = (Commit(MatchEnded(())),) if unfinished else ()
    hall, effects = _dismiss(hall, ByeCode.CLOSED)
    return hall, commits + effects


def give_up_table(hall: Hall) -> Step:
    """End a table where nobody is left; a match that has begun is kept, to be gone on with."""
    return _dismiss(hall, ByeCode.HOST_CLOSING)


def owner_is_expected(hall: Hall) -> bool:
    """Whether the owner is at the table, or may still come back in time."""
    seat = owner_seat(hall)
    owner = hall.players[seat] if seat is not None else None
    return owner is not None and (owner.client.peer is not None or owner.away_until is not None)


def _begin_round(hall: Hall, match: Match, seed: bytes, before: tuple[Event, ...]) -> Step:
    table, events = deal(match.ruleset, match.seats, match.dealer, seed)
    hall = replace(
        each_player(hall, _not_ready), stage=Playing(Game(match, table)), seq=hall.seq + 1, held=(), accused=None
    )
    begun = Commit(RoundBegun(match.rounds_played, match.dealer, seed))
    return remembered(hall, before + events), (begun, *updates(hall, before + events))


def _seed(hall: Hall, number: int, moment: Moment) -> bytes:
    if hall.match_seed is not None:
        return round_seed(number, hall.match_seed)
    return moment.random_bytes(SEED_BYTES)


def _first_dealer(how: FirstDealer, seats: int, wish: Seat, seed: bytes) -> tuple[Seat, tuple[Event, ...]]:
    """Who deals the first round, and the cards drawn for it (R3)."""
    match how:
        case FirstDealer.DRAW:
            return draw_dealer(seats, shuffled(DECK, Label.DEALER, 0, seed))
        case FirstDealer.RANDOM:
            return chosen(seats, Label.DEALER, seed), ()
        case FirstDealer.HOST_CHOICE:
            return wish, ()


def _new_password_key(hall: Hall, table_id: bytes, moment: Moment) -> bytes | None:
    """What the password stands for at another table. Where it is not known any more, nobody new can know it either."""
    if hall.password_key is None:
        return None
    if hall.terms.password is None:
        return moment.random_bytes(KEY_BYTES)
    return password_key(hall.terms.password, table_id)


def _not_ready(player: Player) -> Player:
    return replace(player, ready=False)


def _reseat(fresh: Hall, old: Hall, effects: tuple[Effect, ...], moment: Moment) -> Step:
    """Put those who are here on their old seats, each with a new token."""
    players = list(fresh.players)
    for seat, player in seated(old):
        if player.presence != "here":
            continue
        token, peer = moment.random_bytes(TOKEN_BYTES), player.client.peer
        client = Client(key=token_key(token), peer=peer, bot=player.client.bot)
        players[seat] = moved = replace(player, client=client, stand_in=None, relieved=False, ready=False)
        if peer is not None:
            effects += (Send(peer, welcome(fresh, seat, moved, client, token=token, proof=None)),)
    effects += tuple(Send(watcher.peer, welcome_watcher(fresh, watcher, None)) for watcher in fresh.watchers)
    return replace(fresh, players=tuple(players)), effects


def _dismiss(hall: Hall, code: ByeCode) -> Step:
    goodbyes = tuple(Close(peer, Bye(code=code)) for peer in audience(hall))
    return replace(hall, players=(), watchers=(), timed=None, stage=Closed()), (*goodbyes, End())
