"""The lobby: seats, names, bots, rules, the start."""

from __future__ import annotations

import random

import pytest

from engine.errors import Refusal
from engine.options import OptionError, with_option
from engine.ruleset import FirstDealer, Ruleset, Teams
from protocol import dealing as d
from protocol import messages as m
from protocol.codes import ByeCode, DenyCode, RejectCode
from skipbo_lan.server.hall.inputs import Proved
from skipbo_lan.server.hall.names import BOT_NAMES
from skipbo_lan.server.hall.seats import seated
from skipbo_lan.server.hall.state import Lobby, Playing
from skipbo_lan.store.changes import MatchBegun, RoundBegun
from tests.server.desk import SHORT, Desk, Guest


def code(desk: Desk, peer: int) -> RejectCode | ByeCode:
    return desk.last[peer].code


def test_a_newcomer_gets_the_first_free_seat_a_token_and_the_room() -> None:
    desk = Desk()
    owner, bea = desk.owner(), desk.join("Bea")
    welcome = desk.newest(bea.peer, m.Welcome)
    assert (welcome.seat, welcome.name, welcome.owner, welcome.last_id) == (1, "Bea", False, 0)
    assert len(bea.token) == 16
    assert welcome.table_id == desk.hall.table_id
    room = desk.newest(bea.peer, m.Room)
    assert (room.you, room.owner, room.stage, room.capacity) == (1, 0, "lobby", 6)
    assert [(player.seat, player.name, player.presence) for player in room.players] == [
        (0, "Anna", "here"),
        (1, "Bea", "here"),
    ]
    assert desk.newest(owner.peer, m.Room).players == room.players
    assert {"event": "joined", "seat": 1, "name": "Bea"} in desk.told


def test_everybody_hears_of_each_change_once_with_a_growing_counter() -> None:
    desk = Desk()
    owner = desk.owner()
    desk.join("Bea")
    desk.join("Cy")
    rooms = desk.all(owner.peer, m.Room)
    assert [len(room.players) for room in rooms] == [1, 2, 3]
    assert rooms[0].rev < rooms[1].rev < rooms[2].rev


def test_the_owner_has_rights_only_with_the_owner_s_token() -> None:
    desk = Desk()
    owner, bea = desk.owner(), desk.join("Bea")
    assert desk.newest(owner.peer, m.Welcome).owner
    assert not desk.newest(bea.peer, m.Welcome).owner
    requests = (m.Swap(a=0, b=1), m.AddBot(level="easy"), m.RemoveBot(seat=0), m.Start(dealer=None))
    for request in (*requests, m.Pace(ms=0), m.Confirm(guilty=True), m.Again(), m.CloseTable()):
        assert desk.ask(bea, request) == DenyCode.NOT_OWNER
    assert desk.configure(bea, SHORT) == DenyCode.NOT_OWNER


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", RejectCode.NAME_EMPTY),
        (None, RejectCode.NAME_EMPTY),
        ("  ", RejectCode.NAME_EMPTY),
        ("Bea\x1b[31m", RejectCode.NAME_CHARACTER),
        ("a" * 17, RejectCode.NAME_TOO_LONG),
        ("host", RejectCode.NAME_RESERVED),
        ("anna", RejectCode.NAME_TAKEN),
        ("ＡＮＮＡ", RejectCode.NAME_TAKEN),
    ],
)
def test_a_name_that_is_refused_gives_no_seat(name: str | None, reason: RejectCode) -> None:
    desk = Desk()
    desk.owner()
    assert code(desk, desk.ask_in(name)) is reason
    assert len(list(seated(desk.hall))) == 1


def test_the_name_of_somebody_who_is_away_gives_no_seat_either() -> None:
    """J19, J21: only the token brings a seat back."""
    desk = Desk()
    bea = desk.join("Bea")
    desk.lose(bea)
    assert code(desk, desk.ask_in("Bea")) is RejectCode.NAME_TAKEN


def test_a_wrong_token_gives_no_seat() -> None:
    desk = Desk()
    desk.join("Bea")
    assert code(desk, desk.prove(b"somebody else's.")) is RejectCode.BAD_PROOF


def test_a_return_without_any_proof_gives_no_seat() -> None:
    desk = Desk()
    desk.hear(Proved(77, m.Prove(kind="return", name="Anna", bot=False, proof=None), b"handshake"))
    assert code(desk, 77) is RejectCode.BAD_PROOF


def test_a_full_table_takes_nobody_new_but_gives_a_seat_back() -> None:
    """J5: full is no reason to lock out a player of the table."""
    desk = Desk(capacity=2)
    bea = desk.join("Bea")
    assert code(desk, desk.ask_in("Cy")) is RejectCode.FULL
    desk.lose(bea)
    assert code(desk, desk.ask_in("Cy")) is RejectCode.FULL
    assert desk.seat_of(desk.back(bea)) == 1


def test_a_bot_without_a_name_gets_the_next_free_one() -> None:
    desk = Desk()
    owner = desk.owner()
    desk.join(BOT_NAMES[1])
    assert desk.ask(owner, m.AddBot(level="easy")) is None
    assert desk.join(None, bot=True).name == BOT_NAMES[2]
    kinds = {p.name: (p.kind, p.level) for p in desk.newest(owner.peer, m.Room).players}
    assert kinds[BOT_NAMES[0]] == ("bot", "easy")
    assert kinds[BOT_NAMES[2]] == ("bot", None)


def test_the_owner_s_bots_come_and_go() -> None:
    desk = Desk(capacity=3)
    owner = desk.owner()
    assert desk.ask(owner, m.AddBot(level="clever")) == DenyCode.NO_SUCH_LEVEL
    assert desk.ask(owner, m.AddBot(level="random")) is None
    assert desk.starts[-1].level == "random"
    bot = desk.bot_comes()
    assert desk.ask(owner, m.AddBot(level="easy")) is None
    assert desk.ask(owner, m.AddBot(level="easy")) == DenyCode.TABLE_FULL
    assert desk.ask(owner, m.RemoveBot(seat=0)) == DenyCode.NO_SUCH_SEAT
    assert desk.ask(owner, m.RemoveBot(seat=5)) == DenyCode.NO_SUCH_SEAT
    assert desk.ask(owner, m.RemoveBot(seat=desk.seat_of(bot))) is None
    assert code(desk, bot.peer) is ByeCode.REMOVED
    assert {"event": "left", "seat": 1, "name": bot.name, "why": "removed"} in desk.told
    starts = len(desk.starts)
    desk.end_bot(desk.starts[0])
    assert len(desk.starts) == starts, "a bot that was sent away is not started again"


def test_a_bot_from_the_network_can_be_sent_away_too() -> None:
    desk = Desk()
    owner, bot = desk.owner(), desk.join(None, bot=True)
    assert desk.ask(owner, m.RemoveBot(seat=1)) is None
    assert code(desk, bot.peer) is ByeCode.REMOVED


def test_bots_that_were_asked_for_at_the_opening_sit_there() -> None:
    desk = Desk(bots=2, bot_levels=("random",), capacity=4)
    assert [start.level for start in desk.starts] == ["random", "random"]
    assert [player.name for _, player in seated(desk.hall)] == ["Anna", *BOT_NAMES[:2]]


def test_a_player_moves_to_a_free_seat_with_the_token() -> None:
    desk = Desk(capacity=3)
    bea = desk.join("Bea")
    assert desk.ask(bea, m.Sit(seat=0)) == DenyCode.SEAT_TAKEN
    assert desk.ask(bea, m.Sit(seat=3)) == DenyCode.NO_SUCH_SEAT
    assert desk.ask(bea, m.Sit(seat=2)) is None
    assert desk.newest(bea.peer, m.Room).you == 2
    desk.lose(bea)
    assert desk.seat_of(desk.back(bea)) == 2


def test_the_owner_swaps_seats_and_the_tokens_move_along() -> None:
    desk = Desk(capacity=3)
    owner, bea = desk.owner(), desk.join("Bea")
    assert desk.ask(owner, m.Swap(a=1, b=3)) == DenyCode.NO_SUCH_SEAT
    assert desk.ask(owner, m.Swap(a=1, b=2)) is None
    assert desk.ask(owner, m.Swap(a=0, b=2)) is None
    assert (desk.seat_of(owner), desk.seat_of(bea)) == (2, 0)
    assert desk.newest(bea.peer, m.Room).owner == 2
    assert desk.ask(owner, m.Pace(ms=0)) is None, "the owner is the owner on any seat"
    desk.lose(bea)
    assert desk.seat_of(desk.back(bea)) == 0


def test_leaving_the_lobby_frees_the_seat_at_once_and_losing_it_after_the_grace() -> None:
    desk = Desk(grace=30.0)
    owner, bea, cy = desk.owner(), desk.join("Bea"), desk.join("Cy")
    desk.leave(bea)
    desk.lose(cy)
    room = desk.newest(owner.peer, m.Room)
    assert [(p.name, p.presence, p.grace_ms) for p in room.players] == [
        ("Anna", "here", None),
        ("Cy", "away", 30_000),
    ]
    desk.wait(29.0)
    assert len(list(seated(desk.hall))) == 2
    desk.wait(1.0)
    assert len(list(seated(desk.hall))) == 1
    assert code(desk, desk.prove(cy.token)) is RejectCode.BAD_PROOF


def test_the_owner_s_seat_stays_taken_in_the_lobby_whatever_happens() -> None:
    desk = Desk(grace=30.0)
    desk.join("Bea")
    for go in (desk.lose, desk.leave):
        go(desk.owner())
        desk.wait(300.0)
        assert desk.seat_of(desk.owner()) == 0


def test_rules_are_changed_by_the_owner_and_told_to_all() -> None:
    desk = Desk()
    owner, bea = desk.owner(), desk.join("Bea")
    assert desk.configure(owner, Ruleset(stock_size=5, teams=Teams.PAIRS)) is None
    wire = desk.newest(bea.peer, m.Room).ruleset
    assert (wire.stock_size, wire.teams) == (5, "pairs")


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset(stock_size=77),
        Ruleset(teams=((0, 1, 2, 3, 4, 5, 6), (7,))),
        Ruleset(points_per_card=900_000),
        Ruleset(target=999_999),
        Ruleset(coaching_cards=163),
    ],
    ids=[
        "no deck is so large",
        "no such seats",
        "a score that cannot travel",
        "a target that cannot be passed",
        "more than all cards",
    ],
)
def test_rules_that_nobody_could_play_by_are_refused(ruleset: Ruleset) -> None:
    desk = Desk()
    owner = desk.owner()
    assert desk.configure(owner, ruleset) == Refusal.BAD_CONFIG
    assert desk.hall.ruleset == SHORT


def test_whatever_can_be_typed_can_be_played() -> None:
    largest = {"points_per_card": "1000", "target": "800000", "coaching_cards": "162", "rounds": "999999"}
    rules = Ruleset()
    for key, text in largest.items():
        rules = with_option(rules, key, text)
    desk = Desk()
    assert desk.configure(desk.owner(), rules) is None
    for key in ("points_per_card", "target", "coaching_cards"):
        with pytest.raises(OptionError):
            with_option(rules, key, str(int(largest[key]) + 1))


def test_the_start_needs_two_players_and_rules_that_fit_them() -> None:
    desk = Desk()
    owner = desk.owner()
    assert desk.ask(owner, m.Start(dealer=None)) == DenyCode.TOO_FEW_PLAYERS
    desk.join("Bea")
    desk.join("Cy")
    desk.configure(owner, Ruleset(teams=Teams.PAIRS))
    assert desk.ask(owner, m.Start(dealer=None)) == Refusal.BAD_CONFIG
    assert desk.at(Lobby)
    desk.configure(owner, SHORT)
    assert desk.ask(owner, m.Start(dealer=5)) == DenyCode.NO_SUCH_SEAT
    assert desk.ask(owner, m.Start(dealer=None)) is None
    assert desk.at(Playing)
    assert desk.ask(owner, m.Start(dealer=None)) == DenyCode.NOT_NOW
    for request in (m.Sit(seat=4), m.Swap(a=0, b=1), m.AddBot(level="easy"), m.RemoveBot(seat=1)):
        assert desk.ask(owner, request) == DenyCode.NOT_NOW
    assert desk.configure(owner, SHORT) == DenyCode.NOT_NOW
    assert code(desk, desk.ask_in("Dan")) is RejectCode.PLAYING


def test_at_the_start_the_seats_close_up_and_everybody_learns_of_it_before_the_cards() -> None:
    desk = Desk(ruleset=Ruleset(stock_size=3, first_dealer=FirstDealer.HOST_CHOICE))
    owner, bea, cy = desk.owner(), desk.join("Bea"), desk.join("Cy")
    desk.ask(bea, m.Sit(seat=3))
    desk.ask(cy, m.Sit(seat=5))
    desk.forget()
    desk.ask(owner, m.Start(dealer=5))
    assert [desk.seat_of(guest) for guest in (owner, bea, cy)] == [0, 1, 2]
    dealing, call, listed, room, update = desk.sent[cy.peer]
    assert isinstance(dealing, m.Room)
    assert isinstance(call, d.Deal)
    assert isinstance(listed, d.Commitments)
    assert isinstance(room, m.Room)
    assert isinstance(update, m.Update)
    assert (dealing.you, dealing.stage, call.asked) == (2, "dealing", [1, 2])
    assert (room.you, room.stage, [player.name for player in room.players]) == (2, "playing", ["Anna", "Bea", "Cy"])
    assert (update.view.observer, update.view.dealer, update.view.turn, update.seq) == (2, 2, 0, 1)
    begun, *_, dealt = desk.changes
    assert isinstance(begun, MatchBegun)
    assert [seat.name for seat in begun.seats] == ["Anna", "Bea", "Cy"]
    assert isinstance(dealt, RoundBegun)
    assert (dealt.number, dealt.dealer) == (0, 2)


def test_an_owner_who_is_not_asked_begins_where_the_host_chooses() -> None:
    rules = Ruleset(stock_size=3, first_dealer=FirstDealer.HOST_CHOICE)
    desk = Desk(ruleset=rules, capacity=3, bots=2, start_when_full=True)
    owner = desk.owner()
    assert desk.table.turn == desk.seat_of(owner)


def test_the_owner_deals_where_the_host_chooses_and_nobody_says_who() -> None:
    desk = Desk(ruleset=Ruleset(stock_size=3, first_dealer=FirstDealer.HOST_CHOICE))
    owner, bea = desk.owner(), desk.join("Bea")
    desk.ask(owner, m.Swap(a=0, b=1))
    desk.ask(owner, m.Start(dealer=None))
    assert desk.table.dealer == desk.seat_of(owner) == 1
    assert desk.seat_of(bea) == 0


def test_a_table_that_starts_when_full_waits_for_somebody_who_is_away() -> None:
    desk = Desk(owner=False, capacity=3, start_when_full=True)
    first = desk.join(None, bot=True)
    desk.join(None, bot=True)
    desk.lose(first)
    desk.join(None, bot=True)
    assert desk.at(Lobby)
    desk.back(first)
    assert desk.at(Playing)


def test_a_table_of_the_host_s_own_bots_starts_by_itself_when_full() -> None:
    assert Desk(owner=False, capacity=2, bots=2, start_when_full=True).at(Playing)


def test_joining_leaving_sitting_and_swapping_in_any_order_leave_the_seats_in_order() -> None:
    """J18: a storm in the lobby; the rules of the hall are checked after every step."""
    for seed in range(20):
        luck = random.Random(seed)
        desk = Desk(grace=5.0)
        owner = desk.owner()
        here: list[Guest] = []
        gone: list[Guest] = []
        for number in range(120):
            _one_lobby_step(desk, owner, here, gone, luck, number)
        tokens = {desk.seat_of(guest): guest.name for guest in here if guest.peer not in desk.last}
        names = {seat: player.name for seat, player in seated(desk.hall)}
        assert all(names[seat] == name for seat, name in tokens.items())
        if desk.ask(owner, m.Start(dealer=None)) is None:
            assert desk.at(Playing)


def _one_lobby_step(
    desk: Desk, owner: Guest, here: list[Guest], gone: list[Guest], luck: random.Random, number: int
) -> None:
    match luck.randrange(8):
        case 0 | 1:
            peer = desk.ask_in(f"Guest {number}")
            if peer not in desk.last:
                welcome = desk.newest(peer, m.Welcome)
                assert welcome.token is not None
                here.append(Guest(peer, welcome.token, welcome.name))
        case 2 if here:
            desk.leave(here.pop(luck.randrange(len(here))))
        case 3 if here:
            gone.append(here.pop(luck.randrange(len(here))))
            desk.lose(gone[-1])
        case 4 if gone:
            guest = gone.pop(luck.randrange(len(gone)))
            peer = desk.prove(guest.token)
            if peer not in desk.last:
                here.append(Guest(peer, guest.token, guest.name))
        case 5 if here:
            desk.ask(luck.choice(here), m.Sit(seat=luck.randrange(6)))
        case 6:
            desk.ask(owner, m.Swap(a=luck.randrange(6), b=luck.randrange(6)))
        case _:
            desk.wait(luck.uniform(0.0, 3.0))
