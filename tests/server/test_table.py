"""A whole table on streams in memory: real connections, a mock clock, and players by script."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
import trio
import trio.testing

from engine.ruleset import Coaching, OutOfTurn, Ruleset, Teams
from protocol import codec
from protocol import messages as m
from protocol.codes import ByeCode, RejectCode
from skipbo_lan.limits import SILENT_AFTER
from skipbo_lan.server.limits import HANDSHAKE
from skipbo_lan.store.changes import ActionTaken, MatchEnded, RoundBegun, RoundEnded
from tests.server.desk import OWNER_TOKEN
from tests.server.network import Player, Venue, open_venue

SHORT = Ruleset(stock_size=3, target=60)
LONG = Ruleset(stock_size=20, rounds=1)


def over(player: Player) -> bool:
    return player.bye is not None


def playing(player: Player) -> bool:
    return player.update is not None and player.room is not None and player.room.stage == "playing"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
async def test_a_match_over_real_connections_comes_to_its_end(
    autojump_clock: trio.testing.MockClock, seats: int
) -> None:
    await play_match(SHORT, seats)


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        (Ruleset(stock_size=2, target=50, teams=Teams.PAIRS), 4),
        (Ruleset(stock_size=2, target=50, teams=Teams.TRIOS, coaching=Coaching.ACCUSE), 6),
        (Ruleset(stock_size=3, rounds=1, out_of_turn=OutOfTurn.TABLE), 3),
        (Ruleset(stock_size=3, rounds=2, manual_draw=True, scoring=False), 2),
    ],
)
async def test_matches_by_other_rules_too(autojump_clock: trio.testing.MockClock, rules: Ruleset, seats: int) -> None:
    await play_match(rules, seats)


async def play_match(rules: Ruleset, seats: int) -> None:
    """A headless table that starts when full: everybody plays to the end and hears that it closes."""
    venue, run = open_venue(capacity=seats, start_when_full=True, ruleset=rules)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        players = [await venue.join(None) for _ in range(seats)]
        for player in players:
            nursery.start_soon(player.play)
    for player in players:
        assert player.bye == m.Bye(code=ByeCode.CLOSED)
        rooms = [message for message in player.heard if isinstance(message, m.Room)]
        assert rooms[-1].stage == "match_over"
        assert all(older.rev < newer.rev for older, newer in pairwise(rooms))
    assert venue.told[-1]["event"] == "match_over"
    assert isinstance(venue.stored[-1][-1], MatchEnded)
    actions = [change for changes in venue.stored for change in changes if isinstance(change, ActionTaken)]
    rounds = [change for changes in venue.stored for change in changes if isinstance(change, RoundBegun)]
    newest = [message for message in players[0].heard if isinstance(message, m.Update)][-1]
    assert newest.seq == len(actions) + len(rounds)


async def test_a_host_with_bots_plays_and_closes_the_table(autojump_clock: trio.testing.MockClock) -> None:
    venue, run = open_venue(owner=True, capacity=3, bots=1, ruleset=Ruleset(stock_size=3, rounds=1))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna = await venue.back(OWNER_TOKEN, bot=False)
        assert anna.welcome is not None
        assert anna.welcome.owner
        await anna.link.send(m.AddBot(level="random"))
        await anna.link.send(m.Start(dealer=None))
        await anna.play(until=lambda player: player.room is not None and player.room.stage == "match_over")
        await anna.link.send(m.CloseTable())
        await anna.play()
    assert anna.bye == m.Bye(code=ByeCode.CLOSED)
    assert [bot.bye for bot in venue.bots] == [m.Bye(code=ByeCode.CLOSED)] * 2


async def test_a_player_whose_connection_broke_returns_and_plays_on(autojump_clock: trio.testing.MockClock) -> None:
    venue, run = open_venue(capacity=2, start_when_full=True, ruleset=LONG)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        first, second = await venue.join("Anna"), await venue.join("Bea")
        nursery.start_soon(first.play)
        for _ in range(5):
            seen = len(second.heard)
            await second.play(until=lambda player, seen=seen: len(player.heard) > seen + 7 and playing(player))  # type: ignore[misc]
            before = second.update
            await second.hang_up()
            again = await venue.back(second.token)
            await again.listen(playing)
            assert before is not None
            assert again.update is not None
            assert (again.update.epoch, again.update.seq) >= (before.epoch, before.seq)
            second = again
        await second.play()
    assert second.bye == m.Bye(code=ByeCode.CLOSED)


async def test_a_silent_player_is_gone_after_ten_seconds_and_a_bot_plays_after_the_grace(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The link is cut without a word: others hear of it in time, and the match goes on."""
    venue, run = open_venue(capacity=2, start_when_full=True, grace=30.0, ruleset=LONG)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna, bea = await venue.join("Anna"), await venue.join("Bea")
        began = trio.current_time()
        presences: list[tuple[float, str]] = []
        note = partial(_note_presence, presences, began)
        with trio.fail_after(600):
            await anna.play(until=lambda player: note(player) or over(player))
        assert bea.bye is None, "Bea does not listen any more"
    changes = [state for _, state in presences]
    assert changes == ["here", "away", "bot"]
    assert presences[1][0] == pytest.approx(SILENT_AFTER, abs=1.0)
    assert presences[2][0] == pytest.approx(SILENT_AFTER + 30.0, abs=1.0)
    assert anna.bye == m.Bye(code=ByeCode.CLOSED)


def _note_presence(seen: list[tuple[float, str]], began: float, player: Player) -> bool:
    """Note when the second player's presence changes; never a reason to stop."""
    presence = player.presence(1)
    if presence is not None and (not seen or seen[-1][1] != presence):
        seen.append((trio.current_time() - began, presence))
    return False


async def test_an_old_connection_is_told_that_it_was_superseded(autojump_clock: trio.testing.MockClock) -> None:
    venue, run = open_venue(capacity=3)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        old = await venue.join("Bea")
        new = await venue.back(old.token)
        await old.listen(over)
        assert old.bye == m.Bye(code=ByeCode.SUPERSEDED)
        assert await old.link.receive() is None
        await old.hang_up()
        await trio.sleep(5)
        await new.link.send(m.Say(text="it is me"))
        await new.listen(lambda player: any(isinstance(message, m.Said) for message in player.heard))
        nursery.cancel_scope.cancel()


async def test_a_rejection_is_received_before_the_connection_closes(autojump_clock: trio.testing.MockClock) -> None:
    """J22, with every reason that a newcomer can meet."""
    venue, run = open_venue(capacity=2)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        await venue.join("Anna")
        for name, code in (("Anna", RejectCode.NAME_TAKEN), ("\x07", RejectCode.NAME_CHARACTER)):
            await _rejected(venue, code, name=name)
        await venue.join("Bea")
        await _rejected(venue, RejectCode.FULL, name="Cy")
        await _rejected(venue, RejectCode.BAD_PROOF, token=bytes(16))
        nursery.cancel_scope.cancel()


async def _rejected(venue: Venue, code: RejectCode, name: str | None = None, token: bytes | None = None) -> None:
    player = Player(await venue.listener.dial())
    await player.introduce(name, token)
    assert player.rejected is not None
    assert (player.rejected.code, player.rejected.proto_min, player.rejected.proto_max) == (code, 1, 1)
    assert await player.link.receive() is None


async def test_another_version_is_rejected_with_both_versions(autojump_clock: trio.testing.MockClock) -> None:
    venue, run = open_venue()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        player = Player(await venue.listener.dial())
        await player.link.send(m.Hello(proto_min=2, proto_max=9, app="later", nonce=bytes(32)))
        rejected = await player.link.receive()
        assert isinstance(rejected, m.Rejected)
        assert rejected.code is RejectCode.VERSION
        assert rejected.app.startswith("Skip-Bo LAN ")
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("after", ["nothing", "preface", "hello"])
async def test_whoever_proves_nothing_is_sent_away_in_time(autojump_clock: trio.testing.MockClock, after: str) -> None:
    """F26."""
    venue, run = open_venue()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        stream = await venue.listener.dial()
        player = Player(stream)
        if after == "preface":
            await stream.send_all(b"SKIPBO\x00\x01")
        if after == "hello":
            await player.link.send(m.Hello(proto_min=1, proto_max=1, app="slow", nonce=bytes(32)))
        began = trio.current_time()
        while await stream.receive_some(1000):
            pass
        assert trio.current_time() - began == pytest.approx(HANDSHAKE, abs=1.5)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("garbage", [b"GET / HTTP/1.1\r\n\r\n", b"SKIPBO\x00\x01\x00\x00\x10\x01", bytes(64)])
async def test_garbage_ends_its_own_connection_only(autojump_clock: trio.testing.MockClock, garbage: bytes) -> None:
    """F27, F28."""
    venue, run = open_venue(capacity=2, start_when_full=True, ruleset=SHORT)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna = await venue.join("Anna")
        stream = await venue.listener.dial()
        await stream.send_all(garbage)
        said = b""
        while data := await stream.receive_some(1000):
            said += data
        assert b"PROTOCOL_ERROR" in said
        bea = await venue.join("Bea")
        nursery.start_soon(anna.play)
        await bea.play()
    assert bea.bye == m.Bye(code=ByeCode.CLOSED)


async def test_a_player_who_breaks_the_protocol_loses_the_connection_and_keeps_the_seat(
    autojump_clock: trio.testing.MockClock,
) -> None:
    venue, run = open_venue(capacity=2, start_when_full=True, ruleset=LONG)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna, bea = await venue.join("Anna"), await venue.join("Bea")
        await bea.stream.send_all(b"\x00\x00\x00\x01\xc1")
        await bea.listen(over)
        assert bea.bye == m.Bye(code=ByeCode.PROTOCOL_ERROR)
        await anna.listen(lambda player: player.presence(1) == "away")
        back = await venue.back(bea.token)
        nursery.start_soon(back.play)
        await anna.play()
    assert anna.bye == m.Bye(code=ByeCode.CLOSED)


async def test_a_player_who_never_reads_is_dropped_and_nobody_waits(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """F38, J23: one stream takes nothing, the others play on meanwhile without a pause."""
    venue, run = open_venue(capacity=3, start_when_full=True, ruleset=LONG, grace=5.0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna, bea = await venue.join("Anna"), await venue.join("Bea")
        deaf = Player(await venue.listener.dial(trio.testing.lockstep_stream_pair))
        await deaf.introduce(name="Cy")
        began = trio.current_time()
        nursery.start_soon(anna.play)
        async with trio.open_nursery() as around:
            around.start_soon(_keep_pinging, deaf)
            await bea.play(until=lambda player: player.presence(2) == "bot")
            dropped = trio.current_time() - began
            around.cancel_scope.cancel()
        assert dropped <= 15 + 5
        await bea.play()
    assert bea.bye == m.Bye(code=ByeCode.CLOSED)


async def _keep_pinging(player: Player) -> None:
    """Alive by all signs but one."""
    while True:
        try:
            await player.link.send(m.Ping(n=1))
        except trio.BrokenResourceError:
            return
        await trio.sleep(2)


async def test_a_flood_of_requests_ends_its_connection(autojump_clock: trio.testing.MockClock) -> None:
    venue, run = open_venue()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna = await venue.join("Anna")
        frames = b"".join(codec.encode(m.Sit(seat=0)) for _ in range(200))
        await anna.stream.send_all(frames)
        await anna.listen(over)
        assert anna.bye is not None
        assert anna.bye.code in (ByeCode.FLOOD, ByeCode.TOO_SLOW)
        nursery.cancel_scope.cancel()


async def test_a_house_bot_that_fails_is_started_again(autojump_clock: trio.testing.MockClock) -> None:
    """In the middle of a match, which it then plays to the end."""
    venue, run = open_venue(owner=True, capacity=2, bots=1, ruleset=LONG)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna = await venue.back(OWNER_TOKEN)
        await anna.link.send(m.Start(dealer=None))
        await anna.play(until=lambda player: playing(player) and player.update is not None and player.update.seq > 5)
        await venue.bots[0].hang_up()
        await anna.play(until=lambda player: player.room is not None and player.room.stage == "match_over")
        await anna.link.send(m.CloseTable())
        await anna.play()
    assert len(venue.bots) == 2


async def test_a_bot_for_which_no_file_descriptor_is_left_comes_when_there_is_one(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """A crowd of connections that took them all takes no table with it (F42)."""
    venue, run = open_venue(owner=True, capacity=2, bots=1)
    venue.bots_wait = True
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna = await venue.back(OWNER_TOKEN)
        await trio.sleep(5)
        venue.bots_wait = False
        await trio.sleep(2)
        await anna.link.send(m.CloseTable())
        await anna.play()
    assert [bot.bye for bot in venue.bots] == [m.Bye(code=ByeCode.CLOSED)]


async def test_who_comes_while_the_table_closes_is_told_so(autojump_clock: trio.testing.MockClock) -> None:
    venue, run = open_venue(owner=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna = await venue.back(OWNER_TOKEN)
        late = Player(await venue.listener.dial())
        await late.link.send(m.Hello(proto_min=1, proto_max=1, app="test", nonce=bytes(32)))
        assert isinstance(await late.link.receive(), m.Challenge)
        await anna.link.send(m.CloseTable())
        await anna.listen(over)
        await late.link.send(m.Prove(kind="new", name="Cy", bot=False, proof=None))
        rejected = await late.link.receive()
        assert isinstance(rejected, m.Rejected)
        assert rejected.code is RejectCode.CLOSING


async def test_another_match_is_played_over_the_same_connections(autojump_clock: trio.testing.MockClock) -> None:
    venue, run = open_venue(owner=True, capacity=3, bots=1, ruleset=Ruleset(stock_size=3, rounds=1))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna, bea = await venue.back(OWNER_TOKEN), await venue.join("Bea")
        nursery.start_soon(bea.play)
        for request in (m.Again(), m.CloseTable()):
            await anna.link.send(m.Start(dealer=None))
            await anna.play(until=lambda player: player.room is not None and player.room.stage == "match_over")
            await anna.link.send(request)
            await anna.play(until=lambda p: over(p) or (p.room is not None and p.room.stage == "lobby"))
    assert bea.bye == m.Bye(code=ByeCode.CLOSED)
    ids = {message.table_id for message in bea.heard if isinstance(message, m.Welcome)}
    assert len(ids) == 2
    assert len([change for changes in venue.stored for change in changes if isinstance(change, RoundEnded)]) == 2


async def test_joining_in_the_middle_of_everything_shows_each_moment_exactly_once(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """P26: snapshot and subscription are one step: after its first view a connection gets none twice."""
    venue, run = open_venue(capacity=2, start_when_full=True, ruleset=LONG)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna, bea = await venue.join("Anna", pace=0.1), await venue.join("Bea", pace=0.1)
        nursery.start_soon(anna.play)
        nursery.start_soon(bea.play)
        watchers = []
        for _ in range(10):
            watchers.append(await venue.back(anna.token, pace=0.1))
            nursery.start_soon(watchers[-1].play)
            await trio.sleep(0.37)
    for player in (anna, bea, *watchers):
        seqs = [message.seq for message in player.heard if isinstance(message, m.Update)]
        assert seqs == sorted(set(seqs))
