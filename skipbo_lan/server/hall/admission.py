"""Who gets to the table: newcomers, spectators, and whoever proves a token of this table.

1. A name never gives a seat, only a token does (J19 to J21).
2. A return supersedes: the old connection, or the bot that played meanwhile, is sent away (P29).
3. At a locked table nobody without the password learns more than that; a return needs none (J4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.ruleset import Seat
from protocol import limits, proof
from protocol.codes import ByeCode, RejectCode
from protocol.messages import Bye, Rejected, Welcome
from protocol.names import check_name, name_key
from skipbo_lan.server.hall import reports
from skipbo_lan.server.hall.absence import changed
from skipbo_lan.server.hall.effects import Close, Effect, Send
from skipbo_lan.server.hall.guessing import after_right, after_wrong, must_wait
from skipbo_lan.server.hall.inputs import Moment, PeerId, Proved
from skipbo_lan.server.hall.names import next_bot_name
from skipbo_lan.server.hall.seats import free_seat, names, put, seated, with_client
from skipbo_lan.server.hall.state import Client, Closed, Dealing, Hall, Lobby, Player, Playing, RoundOver, Step, Watcher


def admit(hall: Hall, proved: Proved, moment: Moment) -> Step:
    """Let a connection in, or reject it with the reason."""
    if isinstance(hall.stage, Closed):
        return hall, (reject(hall, proved.peer, RejectCode.CLOSING),)
    if proved.prove.kind == "return":
        return _readmit(hall, proved)
    hall, wrong = _check_password(hall, proved, moment)
    if wrong is not None:
        return hall, (reject(hall, proved.peer, wrong),)
    return _admit_watcher(hall, proved) if proved.prove.kind == "watch" else _seat_newcomer(hall, proved, moment)


def reject(hall: Hall, peer: PeerId, code: RejectCode) -> Close:
    """The last word to a connection that does not get to the table."""
    return Close(peer, rejected(hall.terms.app, code))


def rejected(app: str, code: RejectCode) -> Rejected:
    """A rejection, with what the client needs to tell who must update."""
    return Rejected(code=code, app=app, proto_min=limits.PROTOCOL_MIN, proto_max=limits.PROTOCOL_MAX)


def welcome(
    hall: Hall, seat: Seat, player: Player, client: Client, *, token: bytes | None, proof: bytes | None
) -> Welcome:
    """The welcome for a client that acts for this seat. A stand-in does not get the owner's rights."""
    return Welcome(
        seat=seat,
        name=player.name,
        owner=player.owner and client is player.client,
        token=token,
        proof=proof,
        last_id=client.answer.id,
        table=hall.terms.table,
        table_id=hall.table_id,
        missed=player.missed,
        played_for=player.played_for,
    )


def welcome_watcher(hall: Hall, watcher: Watcher, proof: bytes | None) -> Welcome:
    """The welcome for a spectator, who gets nothing to come back with."""
    return Welcome(
        seat=None,
        name=watcher.name,
        owner=False,
        token=None,
        proof=proof,
        last_id=0,
        table=hall.terms.table,
        table_id=hall.table_id,
    )


def _check_password(hall: Hall, proved: Proved, moment: Moment) -> tuple[Hall, RejectCode | None]:
    """What is wrong with the proof of the password, if anything, and the hall that remembers it."""
    if hall.password_key is None:
        return hall, None
    if must_wait(hall.tries, proved.address, moment.now):
        return hall, RejectCode.SLOW_DOWN
    if proved.prove.proof is None:
        return hall, RejectCode.BAD_PASSWORD
    if proof.matches(proved.prove.proof, proof.client_proof(hall.password_key, proved.transcript)):
        return replace(hall, tries=after_right(hall.tries, proved.address)), None
    return replace(hall, tries=after_wrong(hall.tries, proved.address, moment.now)), RejectCode.BAD_PASSWORD


def _password_proof(hall: Hall, proved: Proved) -> bytes | None:
    """The host's answer to a password that was right."""
    return None if hall.password_key is None else proof.host_proof(hall.password_key, proved.transcript)


def _readmit(hall: Hall, proved: Proved) -> Step:
    for seat, player, client in _clients(hall):
        proves = proof.client_proof(client.key, proved.transcript)
        if proof.matches(proved.prove.proof or b"", proves):
            return _attach(hall, seat, player, client, proved)
    return hall, (reject(hall, proved.peer, RejectCode.BAD_PROOF),)


def _clients(hall: Hall) -> Iterator[tuple[Seat, Player, Client]]:
    """Everybody with a token of this table."""
    return ((seat, player, client) for seat, player in seated(hall) for client in player.clients)


def _attach(hall: Hall, seat: Seat, player: Player, client: Client, proved: Proved) -> Step:
    present = replace(client, peer=proved.peer, seen=proved.prove.seen)
    now_seated = with_client(player, client, present)
    ours = proof.host_proof(client.key, proved.transcript)
    greeting = welcome(hall, seat, now_seated, present, token=None, proof=ours)
    if client is player.client:
        now_seated = _back(now_seated)
    effects: tuple[Effect, ...] = (*_superseded(player, now_seated), Send(proved.peer, greeting))
    if player.offered and not now_seated.offered:
        effects = (changed(seat, now_seated), *effects)
    if player.level is None and player.presence != now_seated.presence:
        effects += (reports.joined(seat, player.name),)
    return put(hall, seat, now_seated), effects


def _back(player: Player) -> Player:
    """A player who is here again: nobody stands in, unless his time for this turn was up."""
    offered = player.offered and player.level is not None
    here = replace(player, away_until=None, offered=offered, missed=0, played_for=0)
    return here if player.relieved else replace(here, stand_in=None)


def _superseded(before: Player, after: Player | None) -> tuple[Close, ...]:
    """The end of the connections of a seat that do not belong to it any more."""
    kept = () if after is None else after.peers
    return tuple(Close(peer, Bye(code=ByeCode.SUPERSEDED)) for peer in before.peers if peer not in kept)


def _seat_newcomer(hall: Hall, proved: Proved, moment: Moment) -> Step:
    seat = _seat_for(hall, proved.prove.name)
    if isinstance(seat, RejectCode):
        return hall, (reject(hall, proved.peer, seat),)
    before = hall.players[seat]
    name = _name_for(proved, [name for name in names(hall) if before is None or name != before.name])
    if isinstance(name, RejectCode):
        return hall, (reject(hall, proved.peer, name),)
    token = moment.random_bytes(limits.TOKEN_BYTES)
    client = Client(key=proof.token_key(token), peer=proved.peer)
    player = Player(name=name, bot=proved.prove.bot, client=client)
    greeting = welcome(hall, seat, player, client, token=token, proof=_password_proof(hall, proved))
    effects: tuple[Effect, ...] = (Send(proved.peer, greeting), reports.joined(seat, name))
    if before is not None:
        effects = (changed(seat, player), *_superseded(before, None), *effects)
    return put(hall, seat, player), effects


def _seat_for(hall: Hall, name: str | None) -> Seat | RejectCode:
    """The seat that a newcomer gets: in a match an offered one, if possible that of somebody of the same name."""
    match hall.stage:
        case Lobby():
            seat = free_seat(hall)
            return RejectCode.FULL if seat is None else seat
        case Dealing() | Playing() | RoundOver():
            offered = [(player.name != name, seat) for seat, player in seated(hall) if player.offered]
            return min(offered)[1] if offered else RejectCode.PLAYING
        case _:
            return RejectCode.PLAYING


def _admit_watcher(hall: Hall, proved: Proved) -> Step:
    code = _why_not_watch(hall, proved)
    if code is not None:
        return hall, (reject(hall, proved.peer, code),)
    name = _name_for(proved, names(hall))
    if isinstance(name, RejectCode):
        return hall, (reject(hall, proved.peer, name),)
    watcher = Watcher(proved.peer, name)
    greeting = welcome_watcher(hall, watcher, _password_proof(hall, proved))
    return replace(hall, watchers=(*hall.watchers, watcher)), (Send(proved.peer, greeting),)


def _why_not_watch(hall: Hall, proved: Proved) -> RejectCode | None:
    if not hall.terms.spectators:
        return RejectCode.NO_SPECTATORS
    return RejectCode.TOO_MANY if len(hall.watchers) >= limits.MAX_SPECTATORS else None


def _name_for(proved: Proved, taken: Iterable[str]) -> str | RejectCode:
    """The name that somebody gets: the one asked for, or, for a bot that plays, the next of the bots' list."""
    wanted = proved.prove.name
    if wanted is None:
        plays = proved.prove.bot and proved.prove.kind == "new"
        return next_bot_name(taken) if plays else RejectCode.NAME_EMPTY
    wrong = check_name(wanted)
    if wrong is not None:
        return wrong
    if name_key(wanted) in map(name_key, taken):
        return RejectCode.NAME_TAKEN
    return wanted
