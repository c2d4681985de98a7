"""Who gets a seat: newcomers in the lobby, and whoever proves a token of this table at any time.

1. A name never gives a seat, only a token does (J19 to J21).
2. A return supersedes: the old connection, or the bot that played meanwhile, is sent away (P29).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.ruleset import Seat
from protocol import limits, proof
from protocol.codes import ByeCode, RejectCode
from protocol.messages import Bye, Prove, Rejected, Welcome
from protocol.names import check_name, name_key
from skipbo_lan.server import reports
from skipbo_lan.server.effects import Close, Effect, Send
from skipbo_lan.server.hall import Client, Closed, Hall, Lobby, Player, Step, free_seat, put, seated
from skipbo_lan.server.inputs import Moment, PeerId, Proved
from skipbo_lan.server.names import next_bot_name


def admit(hall: Hall, proved: Proved, moment: Moment) -> Step:
    """Let a connection in, or reject it with the reason."""
    if isinstance(hall.stage, Closed):
        return hall, (reject(hall, proved.peer, RejectCode.CLOSING),)
    if proved.prove.kind == "return":
        return _readmit(hall, proved)
    return _seat_newcomer(hall, proved.peer, proved.prove, moment)


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
    )


def _readmit(hall: Hall, proved: Proved) -> Step:
    for seat, player, client in _clients(hall):
        proves = proof.client_proof(client.key, proved.transcript)
        if proof.matches(proved.prove.proof or b"", proves):
            return _attach(hall, seat, player, client, proved)
    return hall, (reject(hall, proved.peer, RejectCode.BAD_PROOF),)


def _clients(hall: Hall) -> Iterator[tuple[Seat, Player, Client]]:
    """Everybody with a token of this table."""
    for seat, player in seated(hall):
        yield seat, player, player.client
        if player.stand_in is not None:
            yield seat, player, player.stand_in


def _attach(hall: Hall, seat: Seat, player: Player, client: Client, proved: Proved) -> Step:
    present = replace(client, peer=proved.peer)
    if client is player.client:
        now_seated = replace(player, client=present, stand_in=None, away_until=None)
    else:
        now_seated = replace(player, stand_in=present)
    ours = proof.host_proof(client.key, proved.transcript)
    greeting = welcome(hall, seat, now_seated, present, token=None, proof=ours)
    effects: tuple[Effect, ...] = (Send(proved.peer, greeting),)
    if player.peer is not None:
        effects = (Close(player.peer, Bye(code=ByeCode.SUPERSEDED)), *effects)
    if player.level is None and player.presence != now_seated.presence:
        effects += (reports.joined(seat, player.name),)
    return put(hall, seat, now_seated), effects


def _seat_newcomer(hall: Hall, peer: PeerId, prove: Prove, moment: Moment) -> Step:
    seat = free_seat(hall)
    if not isinstance(hall.stage, Lobby):
        return hall, (reject(hall, peer, RejectCode.PLAYING),)
    if seat is None:
        return hall, (reject(hall, peer, RejectCode.FULL),)
    name = _name_for(hall, prove)
    if isinstance(name, RejectCode):
        return hall, (reject(hall, peer, name),)
    token = moment.random_bytes(limits.TOKEN_BYTES)
    client = Client(key=proof.token_key(token), peer=peer)
    player = Player(name=name, bot=prove.bot, client=client)
    greeting = welcome(hall, seat, player, client, token=token, proof=None)
    return put(hall, seat, player), (Send(peer, greeting), reports.joined(seat, name))


def _name_for(hall: Hall, prove: Prove) -> str | RejectCode:
    """The name the newcomer gets: the one asked for, or the next of the bots' list."""
    taken = [player.name for _, player in seated(hall)]
    if prove.name is None:
        return next_bot_name(taken) if prove.bot else RejectCode.NAME_EMPTY
    wrong = check_name(prove.name)
    if wrong is not None:
        return wrong
    if name_key(prove.name) in map(name_key, taken):
        return RejectCode.NAME_TAKEN
    return prove.name
