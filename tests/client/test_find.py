"""Discovery over real sockets: on loopback, and in a network namespace of its own where that is allowed."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from ipaddress import IPv4Interface, IPv6Interface
from pathlib import Path

import pytest
import trio

from protocol import discovery
from protocol.discovery import Announcement, Probe
from protocol.limits import PORT
from skipbo_lan.client.find import Rows, find, find_again, is_own, keep_list, watch
from skipbo_lan.client.listings import Place
from skipbo_lan.lan import sockets
from skipbo_lan.lan.broadcaster import Broadcaster, Change
from skipbo_lan.lan.interfaces import Interface, addresses_to_tell, interfaces, is_near, senders, with_zones
from skipbo_lan.lan.sockets import Datagram, Socket, open_listener, receive
from skipbo_lan.network_log import line_of, network_log, writer
from tests.client.test_listings import a_table_id, an_announcement

LOOPBACK = Interface("lo", IPv4Interface("127.0.0.1/8"))


def only_loopback() -> tuple[Interface, ...]:
    return (LOOPBACK,)


@pytest.fixture
def port() -> int:
    """A UDP port that is free now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def a_host(port: int, announcement: Announcement, *, answers: bool = True) -> AsyncIterator[list[Datagram]]:
    """A host that announces itself each tenth of a second and, if it can, answers probes; yields what it heard."""
    heard: list[Datagram] = []
    broadcaster = Broadcaster(port, only_loopback)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_announce, broadcaster, discovery.encode(announcement))
        if answers:
            nursery.start_soon(_answer, open_listener(port), discovery.encode(announcement), heard)
        yield heard
        nursery.cancel_scope.cancel()
    broadcaster.close()


async def _announce(broadcaster: Broadcaster, data: bytes) -> None:
    while True:
        broadcaster.refresh()
        await broadcaster.shout(data)
        await trio.sleep(0.1)


async def _answer(listener: Socket, data: bytes, heard: list[Datagram]) -> None:
    with listener:
        while (datagram := await receive(listener)) is not None:
            if isinstance(discovery.decode(datagram.data), Probe):
                heard.append(datagram)
                await listener.sendto(data, (datagram.host, datagram.port))


def _found(count: int) -> Callable[[Rows], bool]:
    return lambda rows: len(rows) >= count


async def test_a_table_is_found_within_two_seconds_with_loopback_alone(port: int) -> None:
    async with a_host(port, an_announcement()):
        with trio.fail_after(2):
            (row,) = await find(2, _found(1), port=port, look=only_loopback)
    assert (row.address, row.table) == ("127.0.0.1", "Kitchen")


async def test_three_hosts_on_this_machine_are_three_rows(port: int) -> None:
    async with (
        a_host(port, an_announcement(a_table_id(1))),
        a_host(port, an_announcement(a_table_id(2))),
        a_host(port, an_announcement(a_table_id(3))),
    ):
        found = await find(2, _found(3), port=port, look=only_loopback)
    assert {row.table_id for row in found} == {a_table_id(1), a_table_id(2), a_table_id(3)}


async def test_a_joiner_beside_another_program_on_the_port_still_finds_by_asking(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as selfish:
        selfish.bind(("127.0.0.1", port))
        selfish.setblocking(False)
        inbox = trio.socket.from_stdlib_socket(selfish)
        heard: list[Datagram] = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_answer, inbox, discovery.encode(an_announcement()), heard)
            assert await find(2, _found(1), port=port, look=only_loopback)
            nursery.cancel_scope.cancel()


async def test_a_joiner_whose_questions_get_lost_still_hears_announcements(port: int) -> None:
    async with a_host(port, an_announcement(), answers=False):
        assert await find(2, _found(1), port=port, look=only_loopback)


async def test_the_first_probe_goes_out_at_once_and_is_as_long_as_any_answer(port: int) -> None:
    async with a_host(port, an_announcement()) as heard:
        await find(0.4, port=port, look=only_loopback)
    assert len(heard) >= 2
    assert len(heard[0].data) >= len(discovery.encode(an_announcement(table="x" * 16, app="y" * 40)))


async def test_watching_tells_of_each_change_until_the_table_is_gone(port: int) -> None:
    news, coming = trio.open_memory_channel[Rows](10)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(watch, news, port=port, look=only_loopback))
        async with a_host(port, an_announcement(taken=1), answers=False):
            assert [row.taken for row in await coming.receive()] == [1]
        goodbye = Broadcaster(port, only_loopback)
        goodbye.refresh()
        await goodbye.shout(discovery.encode(discovery.Goodbye(b"t" * 16, 1)))
        goodbye.close()
        assert await coming.receive() == ()
        nursery.cancel_scope.cancel()


def test_near_is_what_belongs_to_a_network_of_this_machine() -> None:
    elsewhere = Interface("eth0", IPv4Interface("203.0.113.5/24"))
    assert is_near("127.0.0.1", [elsewhere])
    assert is_near("203.0.113.9", [elsewhere])
    assert not is_near("198.51.100.7", [elsewhere])
    assert not is_near("not an address", [elsewhere])
    assert is_near("192.168.3.4", [])
    assert not is_near("198.51.100.7", [LOOPBACK])
    assert is_near("fe80::9%eth0", [elsewhere]), "a link-local address is on the link"
    assert not is_near("2001:db8::9", [elsewhere])
    assert is_near("2001:db8::9", [Interface("eth0", IPv6Interface("2001:db8::5/64"), 2)])


def test_an_own_question_counts_when_it_came_back_over_a_network_if_there_is_one() -> None:
    card = Interface("eth0", IPv4Interface("203.0.113.5/24"))
    link = Interface("eth0", IPv6Interface("fe80::5/64"), 2)
    assert is_own("127.0.0.1", (LOOPBACK,))
    assert not is_own("127.0.0.1", (LOOPBACK, card))
    assert not is_own("203.0.113.9", (LOOPBACK, card))
    assert is_own("203.0.113.5", (LOOPBACK, card))
    assert is_own("fe80::5%eth0", (LOOPBACK, card, link))


async def test_a_search_hears_its_own_questions(port: int) -> None:
    heard = trio.Event()
    news, _coming = trio.open_memory_channel[Rows](10)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(watch, news, port=port, look=only_loopback, on_echo=heard.set))
        with trio.fail_after(5):
            await heard.wait()
        nursery.cancel_scope.cancel()


def test_what_the_network_refuses_is_written_down_if_it_can_be(tmp_path: Path) -> None:
    writer(tmp_path)(Change(LOOPBACK, OSError(errno.EPERM, "")))
    writer(tmp_path)(Change(LOOPBACK, None))
    lines = network_log(tmp_path).read_text("utf-8").splitlines()
    assert [line.partition("Z ")[2] for line in lines] == [
        "'lo' 127.0.0.1/8 fails: EPERM",
        "'lo' 127.0.0.1/8 works again",
    ]
    writer(network_log(tmp_path))(Change(LOOPBACK, None))


async def test_what_comes_from_off_the_link_makes_no_row(autojump_clock: object) -> None:
    inbox, unread = trio.open_memory_channel[Datagram](10)
    news, coming = trio.open_memory_channel[Rows](10)
    broadcaster = Broadcaster(1, only_loopback)
    broadcaster.refresh()
    for number, host in enumerate(("198.51.100.7", "127.0.0.1")):
        inbox.send_nowait(Datagram(discovery.encode(an_announcement(a_table_id(number))), host, 1))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep_list, unread, news, broadcaster)
        assert [row.table_id for row in await coming.receive()] == [a_table_id(1)]
        nursery.cancel_scope.cancel()
    broadcaster.close()


async def test_a_flood_of_garbage_does_not_stop_the_search(port: int) -> None:
    async with a_host(port, an_announcement(), answers=False), trio.open_nursery() as nursery:
        nursery.start_soon(_flood, port)
        assert await find(2, _found(1), port=port, look=only_loopback)
        nursery.cancel_scope.cancel()


async def _flood(port: int) -> None:
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        while True:
            for data in (b"", b"x", os.urandom(508), os.urandom(1472), b"SKPB\x01" + os.urandom(40)):
                await sock.sendto(data, ("127.0.0.1", port))
            await trio.sleep(0.001)


async def test_a_lost_table_is_found_again_by_its_id_alone() -> None:
    table_id = os.urandom(16)
    async with a_host(PORT, an_announcement(os.urandom(16))), a_host(PORT, an_announcement(table_id, port=4711)):
        assert Place("127.0.0.1", 4711) in await find_again(table_id)


# The sockets themselves


async def test_an_interface_that_fails_is_skipped_and_the_others_are_served(port: int) -> None:
    gone = Interface("gone0", IPv4Interface("198.51.100.1/24"))
    broadcaster = Broadcaster(port, lambda: (gone, LOOPBACK))
    listener = open_listener(port)
    with listener:
        assert len(broadcaster.refresh()) == 1
        await broadcaster.shout(b"hello")
        with trio.fail_after(1):
            datagram = await receive(listener)
        assert datagram is not None
        assert (datagram.data, datagram.host) == (b"hello", "127.0.0.1")
    broadcaster.close()


async def test_a_socket_for_which_no_file_descriptor_is_left_is_opened_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(family: socket.AddressFamily) -> None:
        raise OSError(errno.EMFILE, "none is left")

    broadcaster = Broadcaster(1, only_loopback)
    with monkeypatch.context() as crowded:
        crowded.setattr(sockets, "_open_socket", fail)
        assert broadcaster.refresh() == ()
    assert len(broadcaster.refresh()) == 1
    broadcaster.close()


async def test_an_interface_that_keeps_failing_is_noted_once_for_each_change(port: int) -> None:
    """Whatever it fails with, and in whichever family."""
    gone = Interface("gone0", IPv4Interface("198.51.100.1/24"))
    no_link = Interface("gone1", IPv6Interface("fe80::1/64"), 999_999)
    looks = iter([(gone, no_link, LOOPBACK)] * 5 + [(LOOPBACK,)] * 2 + [(gone, LOOPBACK)] * 2 + [()] * 3)
    changes: list[Change] = []
    broadcaster = Broadcaster(port, lambda: next(looks), changes.append)
    for _ in range(12):
        broadcaster.refresh()
        await broadcaster.shout(b"hello")
    broadcaster.close()
    assert [change.interface.name for change in changes] == ["gone0", "gone1", "gone0", ""]
    assert all(change.error is not None for change in changes)


async def test_an_interface_that_works_again_is_noted(port: int) -> None:
    changes: list[Change] = []
    broadcaster = Broadcaster(0, only_loopback, changes.append)
    broadcaster.refresh()
    await broadcaster.shout(b"port 0 cannot be sent to")
    broadcaster._port = port
    await broadcaster.shout(b"hello")
    broadcaster.close()
    assert [change.error is None for change in changes] == [False, True]
    assert [line_of(change) for change in changes] == ["'lo' 127.0.0.1/8 fails: EINVAL", "'lo' 127.0.0.1/8 works again"]


async def test_whatever_error_a_network_gives_is_passed_over() -> None:
    """Port 0 cannot be sent to: EINVAL here, which no list of expected errors would have had."""
    broadcaster = Broadcaster(0, only_loopback)
    broadcaster.refresh()
    await broadcaster.shout(b"hello")
    broadcaster.close()


def test_a_system_that_does_not_tell_its_interfaces_is_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError(errno.EPERM, "not allowed")

    monkeypatch.setattr("ifaddr.get_adapters", fail)
    assert interfaces() == ()


async def test_interfaces_come_and_go_while_it_runs() -> None:
    second = Interface("lo", IPv4Interface("127.0.0.2/8"))
    present: list[tuple[Interface, ...]] = [(LOOPBACK,), (LOOPBACK, second), (second,), ()]
    looks = iter(present)
    broadcaster = Broadcaster(1, lambda: next(looks))
    counts = [(len(broadcaster.refresh()), broadcaster.interfaces) for _ in present]
    broadcaster.close()
    assert counts == [(1, (LOOPBACK,)), (1, (LOOPBACK, second)), (0, (second,)), (1, ())]


async def test_without_knowing_any_interface_this_machine_is_still_reached(port: int) -> None:
    broadcaster = Broadcaster(port, tuple)
    listener = open_listener(port)
    with listener:
        broadcaster.refresh()
        await broadcaster.shout(b"hello")
        with trio.fail_after(1):
            assert await receive(listener) is not None
    broadcaster.close()


async def test_a_closed_socket_ends_the_reading(port: int) -> None:
    listener = open_listener(port)
    async with trio.open_nursery() as nursery:
        results: list[Datagram | None] = []

        async def read() -> None:
            results.append(await receive(listener))

        nursery.start_soon(read)
        await trio.testing.wait_all_tasks_blocked()
        listener.close()
    assert results == [None]


class Faulty:
    """A socket whose reads fail as on Windows after an unreachable peer, before one succeeds."""

    def __init__(self) -> None:
        self.errors = [ConnectionResetError(10054, "reset"), OSError(10040, "too long"), OSError(errno.EINTR, "")]

    async def recvfrom(self, size: int) -> tuple[bytes, tuple[str, int]]:
        await trio.lowlevel.checkpoint()
        if self.errors:
            raise self.errors.pop()
        return b"at last", (LOOPBACK.name, 1)


async def test_errors_while_reading_are_passed_over(autojump_clock: object) -> None:
    datagram = await receive(Faulty())  # type: ignore[arg-type]
    assert datagram is not None
    assert datagram.data == b"at last"


async def test_a_listener_shares_its_port_with_all_others(port: int) -> None:
    listeners = [open_listener(port) for _ in range(3)]
    for listener in listeners:
        listener.close()


def test_a_port_held_by_a_program_that_does_not_share_is_an_error(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as selfish:
        selfish.bind(("", port))
        with pytest.raises(OSError, match="in use"):
            open_listener(port)


@pytest.mark.parametrize(
    ("address", "targets"),
    [
        ("127.0.0.1/8", ("127.255.255.255", "127.0.0.1")),
        ("192.168.1.20/24", ("192.168.1.255", "255.255.255.255")),
        ("10.1.2.3/8", ("10.255.255.255", "255.255.255.255")),
        ("10.8.0.2/31", ("255.255.255.255",)),
        ("10.8.0.2/32", ("255.255.255.255",)),
    ],
)
def test_a_datagram_goes_to_the_networks_own_broadcast_and_to_everybody(address: str, targets: tuple[str, ...]) -> None:
    assert Interface("x", IPv4Interface(address)).targets == targets


def test_the_addresses_to_tell_begin_with_the_likeliest() -> None:
    known = [
        LOOPBACK,
        Interface("docker0", IPv4Interface("172.17.0.1/16")),
        Interface("tun0", IPv4Interface("10.8.0.2/24")),
        Interface("eth1", IPv6Interface("fe80::1c/64"), 3),
        Interface("eth1", IPv6Interface("fd00::1c/64"), 3),
        Interface("eth1", IPv4Interface("169.254.3.4/16"), 3),
        Interface("Hyper-V Virtual Ethernet Adapter", IPv4Interface("172.20.0.1/20")),
        Interface("wlan0", IPv4Interface("192.168.1.20/24")),
    ]
    assert [str(each.address.ip) for each in addresses_to_tell(known)] == [
        *("192.168.1.20", "169.254.3.4", "fd00::1c", "fe80::1c"),
        *("172.17.0.1", "10.8.0.2", "172.20.0.1"),
    ]


def test_a_link_is_sent_to_once_however_many_ipv6_addresses_it_has() -> None:
    loop = Interface("lo", IPv6Interface("::1/128"), 1)
    first, link_local, other = (
        Interface(name, IPv6Interface(address), link)
        for name, address, link in (("eth0", "fd00::2/64", 2), ("eth0", "fe80::2/64", 2), ("eth1", "fd01::2/64", 3))
    )
    assert senders((LOOPBACK, loop, first, link_local, other)) == (LOOPBACK, link_local, other)


def test_an_address_that_needs_a_link_is_tried_on_each() -> None:
    loop = Interface("lo", IPv6Interface("::1/128"), 1)
    known = (
        LOOPBACK,
        loop,
        Interface("eth0", IPv6Interface("fe80::2/64"), 2),
        Interface("tun0", IPv6Interface("::5/64"), 7),
    )
    assert with_zones("fe80::9", known) == ("fe80::9%2", "fe80::9%7")
    for whole in ("fe80::9%eth0", "192.168.1.20", "fd00::9", "some-computer"):
        assert with_zones(whole, known) == (whole,)
    assert with_zones("fe80::9", (LOOPBACK,)) == ("fe80::9",)


def test_this_machine_has_a_loopback_interface() -> None:
    assert any(interface.address.is_loopback for interface in interfaces())
