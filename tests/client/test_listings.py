"""The list of tables, whatever is sent: bounded, steady, by identity and not by address (P7, P8, D12 to D28)."""

from __future__ import annotations

import random
import sys
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import discovery
from protocol.discovery import Announcement, Goodbye, OtherVersion, Probe
from skipbo_lan.client.limits import MAX_PLACES, MAX_PLACES_FROM_ONE, MAX_TABLES, MAX_TABLES_FROM_ONE, TIME_TO_LIVE
from skipbo_lan.client.listings import (
    Fit,
    Heard,
    Listing,
    Place,
    Sightings,
    hear,
    listings,
    places_of,
    without_stale,
)

HERE = "192.168.1.20"


def an_announcement(table_id: bytes = b"t" * 16, **changes: object) -> Announcement:
    plain = Announcement(
        table_id=table_id,
        epoch=1,
        port=16218,
        proto_min=1,
        proto_max=1,
        app="Skip-Bo LAN 1.0",
        table="Kitchen",
        seats=6,
        taken=2,
        state="lobby",
        locked=False,
    )
    return msgspec.structs.replace(plain, **changes)


def a_table_id(number: int) -> bytes:
    return number.to_bytes(16, "big")


def heard(*datagrams: tuple[float, str, Heard]) -> Sightings:
    """What is known after these datagrams: when, from where, what."""
    known = Sightings()
    for now, host, content in datagrams:
        known = hear(known, content, host, now)
    return known


def rows(*datagrams: tuple[float, str, Heard]) -> tuple[Listing, ...]:
    return listings(heard(*datagrams))


def test_an_announcement_makes_a_row_at_the_address_it_came_from() -> None:
    (row,) = rows((0, HERE, an_announcement(port=4711)))
    assert (row.address, row.port, row.table, row.taken, row.seats) == (HERE, 4711, "Kitchen", 2, 6)
    assert row.fit is Fit.FITS
    assert row.joinable


def test_a_host_heard_at_several_addresses_is_one_row() -> None:
    datagrams = [(0.0, host, an_announcement()) for host in (HERE, "10.0.0.7", "172.17.0.1", "fe80::1%eth0")]
    (row,) = rows(*datagrams)
    assert row.places == tuple(Place(host, 16218) for _, host, _ in datagrams)


def test_a_host_on_this_machine_is_one_row_and_reached_by_loopback() -> None:
    (row,) = rows((0, HERE, an_announcement()), (0, "127.0.0.1", an_announcement()))
    assert row.places == (Place("127.0.0.1", 16218), Place(HERE, 16218))


def test_three_hosts_on_one_machine_are_three_rows() -> None:
    found = rows(*((0.0, HERE, an_announcement(a_table_id(n), port=5000 + n)) for n in range(3)))
    assert [row.port for row in found] == [5000, 5001, 5002]


def test_two_tables_of_one_name_are_two_rows() -> None:
    assert len(rows((0, HERE, an_announcement(a_table_id(1))), (0, "10.0.0.1", an_announcement(a_table_id(2))))) == 2


def test_a_restarted_host_replaces_its_row() -> None:
    (row,) = rows((0, HERE, an_announcement(port=4711)), (1, HERE, an_announcement(port=4712, epoch=2, taken=0)))
    assert (row.epoch, row.port, row.taken) == (2, 4712, 0)


def test_a_late_datagram_of_an_earlier_epoch_changes_nothing() -> None:
    newer = (0.0, HERE, an_announcement(epoch=2, taken=5))
    assert rows(newer, (1, HERE, an_announcement(epoch=1, taken=1)))[0].taken == 5


def test_duplicated_and_reordered_datagrams_make_one_steady_row() -> None:
    chance = random.Random(3)
    known = Sightings()
    seen = set()
    for step in range(100):
        known = hear(known, an_announcement(), chance.choice([HERE, "10.0.0.7"]), step / 10)
        seen.add(tuple(row.places[0] for row in listings(known)))
    assert seen == {(Place(HERE, 16218),)} or seen == {(Place("10.0.0.7", 16218),)}


def test_a_row_is_gone_after_four_silent_intervals() -> None:
    known = heard((0, HERE, an_announcement()))
    assert TIME_TO_LIVE == 6.0
    assert listings(without_stale(known, TIME_TO_LIVE - 0.01))
    assert not listings(without_stale(known, TIME_TO_LIVE))


def test_an_address_that_is_gone_leaves_the_row_of_a_living_table() -> None:
    (row,) = rows((0, HERE, an_announcement()), (5, "10.0.0.7", an_announcement()), (7, "10.0.0.7", an_announcement()))
    assert row.places == (Place("10.0.0.7", 16218),)


def test_a_goodbye_removes_the_row_at_once() -> None:
    assert not rows((0, HERE, an_announcement()), (1, HERE, Goodbye(b"t" * 16, 1)))


def test_a_goodbye_counts_with_the_right_epoch_and_from_the_right_address_only() -> None:
    known = heard((0, HERE, an_announcement(epoch=2)))
    for host, goodbye in ((HERE, Goodbye(b"t" * 16, 1)), ("10.6.6.6", Goodbye(b"t" * 16, 2))):
        assert hear(known, goodbye, host, 1) == known


def test_after_a_forged_goodbye_the_next_announcement_brings_the_row_back() -> None:
    assert rows((0, HERE, an_announcement()), (1, HERE, Goodbye(b"t" * 16, 1)), (1.5, HERE, an_announcement()))


def test_goodbyes_that_are_forged_again_and_again_change_nothing_after_the_first() -> None:
    known = heard((0, HERE, an_announcement()), (0.1, HERE, Goodbye(b"t" * 16, 1)), (0.2, HERE, an_announcement()))
    for tenth in range(3, 500):
        known = hear(known, Goodbye(b"t" * 16, 1), HERE, tenth / 10)
        assert listings(known)
        known = hear(known, an_announcement(), HERE, tenth / 10)
    assert not listings(hear(hear(known, an_announcement(), HERE, 61), Goodbye(b"t" * 16, 1), HERE, 61))


def test_a_goodbye_of_the_next_start_is_believed_at_once() -> None:
    known = heard((0, HERE, an_announcement()), (1, HERE, Goodbye(b"t" * 16, 1)), (2, HERE, an_announcement(epoch=2)))
    assert not listings(hear(known, Goodbye(b"t" * 16, 2), HERE, 3))


def test_a_flood_of_goodbyes_is_bounded() -> None:
    known = Sightings()
    for number in range(1000):
        known = hear(known, an_announcement(a_table_id(number)), HERE, 0)
        known = hear(known, Goodbye(a_table_id(number), 1), HERE, 0)
    assert len(known.goodbyes) == MAX_TABLES


def test_a_forged_row_does_not_hide_the_true_place() -> None:
    (row,) = rows((0, HERE, an_announcement()), (1, "192.168.1.66", an_announcement(epoch=99, port=6666)))
    assert Place(HERE, 16218) in row.places
    assert set(places_of((row,), b"t" * 16)) == {Place(HERE, 16218), Place("192.168.1.66", 6666)}


def test_F15_a_newer_epoch_from_another_address_does_not_speak_for_the_table() -> None:
    forged = an_announcement(epoch=2**32 - 1, table="Free beer", state="over", taken=0, proto_min=9, proto_max=9)
    (row,) = rows((0, HERE, an_announcement()), (1, "192.168.1.66", forged))
    assert (row.table, row.state, row.taken, row.epoch, row.fit) == ("Kitchen", "lobby", 2, 1, Fit.FITS)
    assert row.places[0] == Place(HERE, 16218)
    assert Place(HERE, 16218) in places_of((row,), b"t" * 16)


def test_F15_whoever_is_heard_first_with_a_version_that_does_not_fit_takes_away_no_place() -> None:
    forged = an_announcement(epoch=9, proto_min=9, proto_max=9)
    found = rows((0, "192.168.1.66", forged), (1, HERE, an_announcement()))
    assert Place(HERE, 16218) in places_of(found, b"t" * 16)


def test_a_restarted_host_keeps_the_word_although_others_were_heard_before_its_restart() -> None:
    (row,) = rows(
        (0, HERE, an_announcement(port=4711)),
        (1, "192.168.1.66", an_announcement(table="Free beer")),
        (2, HERE, an_announcement(port=4712, epoch=2)),
        (3, HERE, an_announcement(port=4713, epoch=3, taken=5)),
    )
    assert (row.table, row.taken, row.places[0]) == ("Kitchen", 5, Place(HERE, 4713))
    assert Place(HERE, 4711) not in row.places


def test_a_host_whose_address_changes_is_followed_within_the_time_to_live_of_the_old_one() -> None:
    known = heard((0, HERE, an_announcement()))
    for now in (1.5, 3.0, 4.5):
        known = hear(known, an_announcement(taken=4), "192.168.1.30", now)
        assert Place("192.168.1.30", 16218) in listings(known)[0].places
    (row,) = listings(without_stale(known, TIME_TO_LIVE))
    assert (row.taken, row.places) == (4, (Place("192.168.1.30", 16218),))


def flooded(fakes: int, addresses: int, seed: str) -> list[int]:
    """Hear inventions between the announcements of a table that was there before; it stays listed, alone or not.

    Returns how many blocks of memory Python holds at each of those announcements.
    """
    blocks = []
    luck, true = Random(seed), a_table_id(0)
    known = heard((0, HERE, an_announcement(true)))
    for number in range(1, fakes + 1):
        now = number * 60 / fakes
        if number % (fakes // 40) == 0:
            known = hear(known, an_announcement(true), HERE, now)
            blocks.append(sys.getallocatedblocks())
        source = f"10.0.{luck.randrange(addresses) // 250}.{luck.randrange(addresses) % 250}"
        known = hear(known, an_announcement(a_table_id(number)), source, now)
        assert len(known.rows) <= MAX_TABLES
        assert (true, "") in known.rows
    assert len(known.rows) == (MAX_TABLES if addresses > 1 else MAX_TABLES_FROM_ONE + 1)
    return blocks


@pytest.mark.parametrize("addresses", [1, 10_000])
def test_a_flood_keeps_to_the_bound_and_spares_what_is_fresh(addresses: int) -> None:
    flooded(10_000, addresses, "flood")


@pytest.mark.long
@pytest.mark.parametrize("addresses", [1, 10_000])
def test_a_million_inventions_take_no_memory_and_displace_nothing(addresses: int) -> None:
    first, *later = flooded(1_000_000, addresses, "million")
    assert max(later) - first < 10_000


def test_a_table_that_keeps_being_heard_stays_listed_whatever_else_is_gone() -> None:
    known = heard((0, "10.0.0.7", an_announcement(a_table_id(1))))
    for tenth in range(200):
        known = hear(known, an_announcement(a_table_id(2)), HERE, tenth / 10)
        assert (a_table_id(2), "") in known.rows
        assert ((a_table_id(1), "") in known.rows) == (tenth / 10 < TIME_TO_LIVE)


def test_what_is_repeated_is_never_counted_again() -> None:
    known = Sightings()
    for number in range(MAX_TABLES):
        known = hear(known, an_announcement(a_table_id(number)), f"10.0.0.{number}", 0)
    for repeat in range(1000):
        again = hear(known, an_announcement(a_table_id(repeat % MAX_TABLES)), f"10.0.0.{repeat % MAX_TABLES}", 1)
        assert again.tables_from is known.tables_from
        known = again


def test_a_flood_from_one_address_takes_few_rows() -> None:
    known = Sightings()
    for number in range(1000):
        known = hear(known, an_announcement(a_table_id(number)), HERE, 0)
    assert len(listings(known)) == MAX_TABLES_FROM_ONE


def test_a_flood_of_places_for_one_table_is_bounded() -> None:
    known = Sightings()
    for number in range(1000):
        known = hear(known, an_announcement(port=1 + number), f"10.0.0.{number % 100}", 0)
    assert len(listings(known)[0].places) == MAX_PLACES


def test_F15_the_ports_of_one_liar_leave_room_for_the_true_place() -> None:
    liar = "192.168.1.66"
    known = heard(*((0.0, liar, an_announcement(port=1 + number, epoch=1 + number % 7)) for number in range(1000)))
    assert len(listings(known)[0].places) <= MAX_PLACES_FROM_ONE
    assert Place(HERE, 16218) in listings(hear(known, an_announcement(), HERE, 1))[0].places


def test_a_flood_of_goodbyes_for_unknown_tables_changes_nothing() -> None:
    known = heard((0, HERE, an_announcement()))
    assert hear(known, Goodbye(a_table_id(7), 1), HERE, 1) is known


def test_room_that_became_free_is_used() -> None:
    known = Sightings()
    for number in range(MAX_TABLES_FROM_ONE):
        known = hear(known, an_announcement(a_table_id(number)), HERE, 0)
    known = hear(known, an_announcement(a_table_id(99)), HERE, TIME_TO_LIVE)
    assert [row.table_id for row in listings(known)] == [a_table_id(99)]


def test_a_table_in_play_full_or_of_another_version_is_shown_and_not_joinable() -> None:
    for announcement in (
        an_announcement(state="playing"),
        an_announcement(state="over"),
        an_announcement(taken=6),
        an_announcement(proto_min=2, proto_max=3),
        an_announcement(proto_min=0, proto_max=0),
    ):
        (row,) = rows((0, HERE, announcement))
        assert not row.joinable


def test_versions_tell_who_is_behind() -> None:
    fits = [
        rows((0, HERE, an_announcement(proto_min=low, proto_max=high)))[0].fit
        for low, high in ((0, 0), (0, 1), (1, 5), (2, 3))
    ]
    assert fits == [Fit.HOST_OLDER, Fit.FITS, Fit.FITS, Fit.HOST_NEWER]


def test_a_datagram_of_another_format_is_one_row_for_each_host() -> None:
    found = rows((0, HERE, OtherVersion(2)), (1, HERE, OtherVersion(2)), (1, "10.0.0.7", OtherVersion(0)))
    assert [(row.address, row.fit, row.joinable) for row in found] == [
        (HERE, Fit.HOST_NEWER, False),
        ("10.0.0.7", Fit.HOST_OLDER, False),
    ]


def test_probes_and_foreign_datagrams_are_passed_over() -> None:
    known = heard((0, HERE, an_announcement()))
    assert hear(known, Probe(), HERE, 1) == known
    assert hear(known, None, HERE, 1) == known


@given(st.lists(st.tuples(st.binary(max_size=600), st.sampled_from([HERE, "10.0.0.7"])), max_size=30))
def test_no_datagram_does_any_harm(datagrams: list[tuple[bytes, str]]) -> None:
    known = heard((0, HERE, an_announcement()))
    for data, host in datagrams:
        known = hear(known, discovery.decode(data), host, 0.1)
    assert listings(known)[0].table == "Kitchen"


@given(st.integers(0, 507), st.integers(0, 7))
def test_a_truncated_or_changed_announcement_is_ignored_or_a_row(cut: int, bit: int) -> None:
    data = bytearray(discovery.encode(an_announcement()))
    for damaged in (bytes(data[:cut]), _with_a_flipped_bit(data, cut % len(data), bit)):
        assert len(listings(hear(Sightings(), discovery.decode(damaged), HERE, 0))) <= 1


def _with_a_flipped_bit(data: bytearray, place: int, bit: int) -> bytes:
    return bytes(data[:place]) + bytes([data[place] ^ (1 << bit)]) + bytes(data[place + 1 :])
