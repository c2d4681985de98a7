"""Nobody waits for who does not read: the dealer never awaits a send (P32, J23)."""

from __future__ import annotations

from random import Random

import trio
import trio.testing

from engine.ruleset import Ruleset
from protocol import limits
from protocol import messages as m
from protocol.codes import ByeCode
from protocol.phases import Role
from skipbo_lan.link import Link
from tests.server.network import Player, Venue, open_venue
from tests.simulation.streams import FAIR, Connection

DEAF = 30


async def watch_without_reading(venue: Venue, number: int) -> Link:
    """Be welcomed as a spectator, and from then on take no byte any more."""
    connection = Connection(FAIR, FAIR, Random(number), lambda _: None, lambda _: None, lambda _: None)
    await venue.listener.dial(lambda: (connection.client, connection.host))
    link = Link(connection.client, Role.CLIENT)
    await link.send(m.Hello(proto_min=1, proto_max=1, app="deaf", nonce=bytes(limits.NONCE_BYTES)))
    assert isinstance(await link.receive(), m.Challenge)
    await link.send(m.Prove(kind="watch", name=f"Deaf {number}", bot=False, proof=None))
    assert isinstance(await link.receive(), m.Welcome)
    connection.fall_silent()
    return link


async def test_a_whole_match_takes_no_time_although_thirty_spectators_never_read(
    mock_clock: trio.testing.MockClock,
) -> None:
    """The clock stands still: if anybody were waited for, even until a deadline, the match would stop there."""
    venue, run = open_venue(capacity=2, start_when_full=True, ruleset=Ruleset(stock_size=5, rounds=1))
    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        links = [await watch_without_reading(venue, number) for number in range(DEAF)]
        players = [await venue.join(None) for _ in range(2)]
        for player in players:
            nursery.start_soon(player.play)
        await trio.testing.wait_all_tasks_blocked()
        assert [player.bye for player in players] == [m.Bye(code=ByeCode.CLOSED)] * 2, "everybody waits for somebody"
        assert trio.current_time() == began
        mock_clock.autojump_threshold = 0
    assert len(links) == DEAF
    assert len(heard_views(players[0])) > 20


def heard_views(player: Player) -> list[m.Update]:
    return [message for message in player.heard if isinstance(message, m.Update)]
