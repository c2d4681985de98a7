"""From the first deal to the end of the match (R3, R50 to R54), and on to another match."""

from __future__ import annotations

from dataclasses import replace

from engine.deal import deal, first_dealer
from engine.events import Event
from engine.match import after_round, is_over, leaders, new_match
from engine.ruleset import Seat
from engine.shuffle import round_seed
from protocol.codes import ByeCode, DenyCode
from protocol.limits import KEY_BYTES, MAX_ROUND_ACTIONS, TABLE_ID_BYTES, TOKEN_BYTES
from protocol.messages import Bye, Message
from protocol.proof import password_key, token_key
from skipbo_lan.fairness.attempts import Mix, commitment_of_host, seed_of
from skipbo_lan.fairness.proof import Proof, ShownAttempt
from skipbo_lan.fairness.to_wire import proof_messages
from skipbo_lan.server import limits
from skipbo_lan.server.hall import exchange, reports
from skipbo_lan.server.hall.absence import saved_seat
from skipbo_lan.server.hall.admission import welcome, welcome_watcher
from skipbo_lan.server.hall.effects import Close, Commit, Effect, End, Send
from skipbo_lan.server.hall.inputs import Moment
from skipbo_lan.server.hall.recall import remembered
from skipbo_lan.server.hall.seats import audience, each_player, owner_seat, seated, visitors
from skipbo_lan.server.hall.state import (
    Client,
    Closed,
    Dealing,
    Game,
    Hall,
    Lobby,
    MatchOver,
    Player,
    Playing,
    RoundOver,
    Step,
)
from skipbo_lan.server.hall.telling import updates
from skipbo_lan.store.changes import MatchBegun, MatchEnded, RoundBegun, RoundEnded, SavedTerms


def begin_match(hall: Hall, chosen_dealer: Seat, moment: Moment) -> Step:
    """Begin the match of the seated players, who fill the first seats without a gap; the rules fit their number.

    `chosen_dealer` deals first if the rules leave it to the host.
    """
    seats = tuple(player for _, player in seated(hall))
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
    hall, effects = _begin_round(hall, None, chosen_dealer, moment)
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
    """Begin the round that follows."""
    return _begin_round(hall, game, 0, moment)


def deal_together(hall: Hall, dealing: Dealing, moment: Moment) -> Step:
    """Go on with the deal exchange as far as that is possible now, and deal when it is complete."""
    effects: tuple[Effect, ...] = ()
    while True:
        hall, more = exchange.advance(hall, dealing, moment)
        effects += more
        if hall.stage is dealing or not isinstance(hall.stage, Dealing):
            break
        dealing = hall.stage
    if not exchange.is_complete(dealing):
        return exchange.keep_time(hall, dealing, moment), effects
    seed = seed_of(dealing.mix, hall.table_id, dealing.number)
    hall, dealt = _deal(hall, dealing.game, seed, dealing.mix, dealing.wish)
    return hall, effects + dealt


def end_round(hall: Hall, game: Game, moment: Moment) -> Step:
    """Count the round that is over; go on between the rounds, or to the end of the match."""
    outcome = game.table.outcome
    assert outcome is not None, "only a round that is over can be counted"
    match = after_round(game.match, outcome)
    game = replace(game, match=match)
    hall = replace(hall, shown=shown(hall, game))
    effects: tuple[Effect, ...] = (
        Commit(RoundEnded(match.rounds_played - 1, outcome)),
        reports.round_over(match, outcome),
        *(Send(peer, message) for peer in visitors(hall) for message in hall.shown),
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
        shown=(),
    )
    return _reseat(fresh, hall, gone, moment)


def close_table(hall: Hall) -> Step:
    """End the table for everybody, and for good."""
    commits = (Commit(MatchEnded(())),) if hall.in_match else ()
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


def shown(hall: Hall, game: Game) -> tuple[Message, ...]:
    """The proof of a round that is over and counted; nothing for a deal from a given seed, or for a round too long."""
    mix, number = game.mix, game.match.rounds_played - 1
    if mix is None or len(game.actions) > MAX_ROUND_ACTIONS:
        return ()
    attempts = (
        ShownAttempt(attempt, commitment_of_host(mix, hall.table_id, number, attempt)) for attempt in mix.attempts
    )
    proof = Proof(
        table_id=hall.table_id,
        round_number=number,
        seats=game.match.seats,
        dealer=game.table.dealer,
        ruleset=game.match.ruleset,
        secret=mix.secret,
        attempts=tuple(attempts),
        actions=game.actions,
    )
    return tuple(proof_messages(proof, hall.seq - len(game.actions)))


def _begin_round(hall: Hall, game: Game | None, wish: Seat, moment: Moment) -> Step:
    """Begin the next round: dealt together, or at once from the seed that was given."""
    hall = each_player(hall, _not_ready)
    if hall.match_seed is None:
        hall, effects = exchange.begin(hall, game, wish, moment)
        assert isinstance(hall.stage, Dealing), "a deal has begun"
        hall, more = deal_together(hall, hall.stage, moment)
        return hall, effects + more
    number = game.match.rounds_played if game is not None else 0
    return _deal(hall, game, round_seed(number, hall.match_seed), None, wish)


def _deal(hall: Hall, game: Game | None, seed: bytes, mix: Mix | None, wish: Seat) -> Step:
    """Deal the round that follows from this seed, the first of a match with its dealer (R3)."""
    drawn: tuple[Event, ...] = ()
    if game is None:
        seats = len(hall.players)
        dealer, drawn = first_dealer(hall.ruleset, seats, seed, wish)
        match = new_match(hall.ruleset, seats, dealer)
    else:
        match = game.match
    table, events = deal(match.ruleset, match.seats, match.dealer, seed)
    hall = replace(hall, stage=Playing(Game(match, table, mix)), seq=hall.seq + 1, held=(), accused=None)
    begun = Commit(RoundBegun(match.rounds_played, match.dealer, seed))
    return remembered(hall, drawn + events), (begun, *updates(hall, drawn + events))


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
