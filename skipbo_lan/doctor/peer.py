"""Checks of the way to another computer: its name, TCP to its table, UDP to whatever announces there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import trio

from protocol import discovery
from protocol.limits import PORT
from skipbo_lan.client.listings import Place
from skipbo_lan.client.route import UnknownName, first_to_answer, has_no_network, has_no_route, is_refused
from skipbo_lan.doctor.finding import Area, Finding, Verdict
from skipbo_lan.doctor.limits import ANSWER, ASK_AGAIN
from skipbo_lan.doctor.network import is_table
from skipbo_lan.lan.broadcaster import Broadcaster
from skipbo_lan.lan.interfaces import Interfaces
from skipbo_lan.lan.sockets import Socket, receive, send


async def peer(places: Sequence[Place], present: Interfaces, port: int = PORT) -> Sequence[Finding]:
    """What works on the way to a computer, at one or several addresses of it; `port`: of discovery."""
    tcp = await _tcp(places)
    if tcp.code == "peer_unknown":
        return [tcp]
    udp = await _udp(places, present, port)
    if tcp.verdict is not Verdict.OK and udp.verdict is Verdict.OK and udp.facts["port"] != tcp.facts["port"]:
        return [replace(tcp, code="peer_other_port", facts={**tcp.facts, "open": udp.facts["port"]}), udp]
    if udp.verdict is Verdict.OK or tcp.verdict is Verdict.OK:
        return [tcp, udp]
    # Where no table is open, silence says nothing about the way.
    enough = tcp.code in ("peer_refuses", "peer_is_no_table", "peer_no_network")
    return [tcp] if enough else [tcp, replace(udp, code="peer_udp_silent_too")]


async def _tcp(places: Sequence[Place]) -> Finding:
    where = {"address": _bare(places[0].host), "port": str(places[0].port)}
    try:
        place, stream = await first_to_answer(places)
    except OSError as error:
        return Finding(Area.NETWORK, _why(error), Verdict.FIX, where)
    await trio.aclose_forcefully(stream)
    if await is_table(*place):
        return Finding(Area.NETWORK, "peer_tcp", Verdict.OK, where)
    return Finding(Area.NETWORK, "peer_is_no_table", Verdict.FIX, where)


def _why(error: OSError) -> str:
    if isinstance(error, UnknownName):
        return "peer_unknown"
    if is_refused(error):
        return "peer_refuses"
    if has_no_route(error):
        return "peer_no_route"
    return "peer_no_network" if has_no_network(error) else "peer_silent"


async def _udp(places: Sequence[Place], present: Interfaces, port: int) -> Finding:
    """Ask for tables there, directly and by broadcast: of several programs on one port only one hears the former."""
    hosts = {place.host for place in places}
    known = {_bare(host) for host in hosts} | {each for host in hosts for each in await _addresses(host)}
    broadcaster = Broadcaster(port, lambda: present)
    answers: list[discovery.Announcement] = []
    try:
        with trio.move_on_after(ANSWER):
            async with trio.open_nursery() as nursery:
                for sock in broadcaster.refresh():
                    nursery.start_soon(_listen, sock, known, answers, nursery.cancel_scope)
                    nursery.start_soon(_ask, sock, sorted(hosts), port)
                await _shout(broadcaster)
    finally:
        broadcaster.close()
    where = {"address": _bare(places[0].host)}
    if not answers:
        return Finding(Area.NETWORK, "peer_udp_silent", Verdict.FIX, {**where, "port": str(port)})
    told = {"table": answers[0].table, "port": str(answers[0].port)}
    return Finding(Area.NETWORK, "peer_udp", Verdict.OK, {**where, **told})


async def _addresses(host: str) -> set[str]:
    """What a name stands for, without links."""
    try:
        found = await trio.socket.getaddrinfo(host, None)
    except (OSError, UnicodeError):
        return set()
    return {_bare(str(address[0])) for *_, address in found}


async def _ask(sock: Socket, hosts: Sequence[str], port: int) -> None:
    while True:
        for host in hosts:
            await send(sock, discovery.encode(discovery.Probe()), host, port)
        await trio.sleep(ASK_AGAIN)


async def _shout(broadcaster: Broadcaster) -> None:
    while True:
        await broadcaster.shout(discovery.encode(discovery.Probe()))
        await trio.sleep(ASK_AGAIN)


async def _listen(
    sock: Socket, known: set[str], answers: list[discovery.Announcement], scope: trio.CancelScope
) -> None:
    while (datagram := await receive(sock)) is not None:
        heard = discovery.decode(datagram.data)
        if isinstance(heard, discovery.Announcement) and _bare(datagram.host) in known:
            answers.append(heard)
            scope.cancel()


def _bare(host: str) -> str:
    return host.partition("%")[0]
