"""Checks of this machine's own network: its addresses, and whether it reaches itself by UDP and TCP."""

from __future__ import annotations

import errno
import secrets
from collections.abc import Mapping, Sequence

import trio

from protocol import discovery
from protocol.errors import RemoteProtocolError
from protocol.limits import NONCE_BYTES, PORT, PROTOCOL_MAX, PROTOCOL_MIN, TABLE_ID_BYTES
from protocol.messages import Hello
from protocol.phases import Role
from skipbo_lan.doctor.finding import Area, Finding, Verdict
from skipbo_lan.doctor.limits import ECHO
from skipbo_lan.lan.ears import Ears, can_hear
from skipbo_lan.lan.interfaces import Interface, Interfaces, addresses_to_tell, is_on_no_network, senders
from skipbo_lan.lan.sockets import Socket, open_sender, receive, send
from skipbo_lan.link import Link
from skipbo_lan.settings import APP

_LOOPBACK = "127.0.0.1"


def addresses(present: Interfaces) -> Sequence[Finding]:
    """Where others can reach this machine, likeliest first."""
    if not present:
        return [_finding("interfaces_unknown", Verdict.HINT)]
    if is_on_no_network(present):
        return [_finding("no_network", Verdict.FIX)]
    found = addresses_to_tell(present)
    return [_finding("side_address" if each.is_aside else "address", Verdict.OK, **_where(each)) for each in found]


async def udp_to_itself(present: Interfaces, port: int = PORT) -> Sequence[Finding]:
    """Whether a broadcast, or a multicast, into each network comes back: so would those of others come in."""
    if not can_hear(port):
        return [_finding("udp_port_taken", Verdict.FIX, port=str(port))]
    ears = Ears(port)
    awaited: dict[bytes, trio.Event] = {}
    results: dict[Interface, Finding] = {}
    try:
        async with trio.open_nursery() as nursery:
            for sock in ears.refresh(present):
                nursery.start_soon(_collect, sock, awaited)
            async with trio.open_nursery() as checks:
                for interface in senders(present):
                    checks.start_soon(_echo, interface, port, awaited, results)
            nursery.cancel_scope.cancel()
    finally:
        ears.close()
    return [results[interface] for interface in senders(present)]


async def is_blocked(present: Interfaces, port: int = PORT) -> bool:
    """Whether nothing comes back from any network; from loopback, when this machine is on no other.

    A system that does not list its interfaces leaves none to be tried: nobody knows then.
    """
    found = await udp_to_itself(present, port)
    loopback = {str(each.address.ip) for each in present if each.address.is_loopback}
    on_networks = [each for each in found if each.facts.get("address") not in loopback]
    return bool(found) and not any(each.code == "udp" for each in on_networks or found)


async def tcp_to_itself(present: Interfaces) -> Finding:
    """Whether a connection to each own IPv4 address arrives."""
    own = [_LOOPBACK, *(str(each.address.ip) for each in addresses_to_tell(present) if not each.is_ipv6)]
    (listener,) = await trio.open_tcp_listeners(0, host="0.0.0.0")
    async with listener:
        port = listener.socket.getsockname()[1]
        failed = [host for host in own if await _connect(host, port) is not None]
    verdict = Verdict.FIX if failed else Verdict.OK
    return _finding("tcp_blocked" if failed else "tcp", verdict, addresses=", ".join(failed or own))


async def tcp_port(port: int = PORT) -> Finding:
    """Whether the usual port is free, or who has it."""
    try:
        (listener,) = await trio.open_tcp_listeners(port, host="0.0.0.0")
    except OSError as error:
        code = "port_is_a_table" if await is_table(_LOOPBACK, port) else "port_taken"
        return _finding(code, Verdict.OK, port=str(port), why=_name(error))
    await listener.aclose()
    return _finding("port_free", Verdict.OK, port=str(port))


async def is_table(host: str, port: int) -> bool:
    """Whether what answers there speaks as a table does, in whichever version."""
    hello = Hello(proto_min=PROTOCOL_MIN, proto_max=PROTOCOL_MAX, app=APP, nonce=secrets.token_bytes(NONCE_BYTES))
    answer = None
    with trio.move_on_after(ECHO):
        try:
            async with await trio.open_tcp_stream(host, port) as stream:
                link = Link(stream, Role.CLIENT)
                await link.send(hello)
                answer = await link.receive()
        except (OSError, RemoteProtocolError, trio.BrokenResourceError):
            return False
    return answer is not None


async def _collect(sock: Socket, awaited: dict[bytes, trio.Event]) -> None:
    while (datagram := await receive(sock)) is not None:
        if datagram.data in awaited:
            awaited[datagram.data].set()


async def _echo(
    interface: Interface, port: int, awaited: dict[bytes, trio.Event], results: dict[Interface, Finding]
) -> None:
    """Say goodbye for a table that nobody knows, which changes nothing anywhere, and wait for it to come back."""
    data = discovery.encode(discovery.Goodbye(table_id=secrets.token_bytes(TABLE_ID_BYTES), epoch=0))
    came_back = awaited[data] = trio.Event()
    error = await _shout(interface, data, port)
    if error is None:
        with trio.move_on_after(ECHO):
            await came_back.wait()
    results[interface] = _echo_finding(interface, error, came_back=came_back.is_set())


async def _shout(interface: Interface, data: bytes, port: int) -> OSError | None:
    try:
        sock = open_sender(interface)
    except OSError as error:
        return error
    with sock:
        errors = [await send(sock, data, target, port) for target in interface.targets]
    return None if None in errors else errors[0]


def _echo_finding(interface: Interface, error: OSError | None, *, came_back: bool) -> Finding:
    facts = {**_where(interface), "why": _name(error)}
    if came_back:
        return _finding("udp", Verdict.OK, **facts)
    # Tunnels need not carry broadcasts, and nobody expects a table there.
    verdict = Verdict.HINT if interface.is_aside else Verdict.FIX
    return _finding("udp_silent" if error is None else "udp_fails", verdict, **facts)


async def _connect(host: str, port: int) -> OSError | None:
    with trio.move_on_after(ECHO):
        try:
            await (await trio.open_tcp_stream(host, port)).aclose()
        except OSError as error:
            return error
        return None
    return TimeoutError()


def _where(interface: Interface) -> Mapping[str, str]:
    return {"address": str(interface.address.ip), "interface": interface.name}


def _name(error: OSError | None) -> str:
    return errno.errorcode.get(error.errno or 0, "") if error is not None else ""


def _finding(code: str, verdict: Verdict, **facts: str) -> Finding:
    return Finding(Area.NETWORK, code, verdict, facts)
