"""Everything that can happen at a table, in any order: the hall stays in order, and the match can always be ended.

The rules of the hall are checked by the desk after every step; a failing seed names itself.
"""

from __future__ import annotations

import random

import pytest

from engine.actions import Action, Discard, Draw, Object, Pass, Play, Stock
from engine.cards import Card
from engine.ruleset import Coaching, OutOfTurn, Ruleset, Teams
from protocol import codec
from protocol import messages as m
from skipbo_lan.server.hall.inputs import Acted, Asked, BotEnded, Configured, Input, Left, Lost, Request
from skipbo_lan.server.hall.seats import attached, audience, client_of, seated
from skipbo_lan.server.hall.state import Closed, Dealing, Lobby, MatchOver, Playing, RoundOver
from tests.server.desk import OWNER_TOKEN, Desk, Guest, choose, on_turn

RULESETS = (
    Ruleset(stock_size=2, target=60),
    Ruleset(stock_size=2, rounds=2, teams=Teams.PAIRS, coaching=Coaching.ACCUSE),
    Ruleset(stock_size=3, rounds=1, out_of_turn=OutOfTurn.TABLE, manual_draw=True),
    Ruleset(stock_size=40, teams=Teams.TRIOS),
)


class Storm:
    """A table, and people who do whatever comes to their mind."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.desk = Desk(
            grace=10.0,
            seed=f"storm {seed}",
            bots=self.luck.randrange(3),
            ruleset=RULESETS[0],
            turn_timer=self.luck.choice([None, 3.0]),
            absent=self.luck.choice(["bot", "bot", "wait"]),
        )
        self.tokens = [OWNER_TOKEN]
        self.desk.prove(OWNER_TOKEN)
        self._come()

    def blow(self) -> None:
        """One thing happens."""
        luck, desk = self.luck, self.desk
        desk.wait(0.05)
        desk.answers = luck.random() < 0.8
        match luck.randrange(25):
            case 0 | 1:
                self._come()
            case 2:
                desk.wait(luck.choice([0.1, 1.0, 5.0, 11.0, 31.0]))
            case 24:
                desk.ask_to_watch(f"Guest {luck.randrange(1000)}")
            case 3 | 4 if desk.starts:
                self._bot()
            case 5 | 6 | 7:
                desk.hear(self._request())
            case 8:
                peer = self._peer()
                desk.hear(Lost(peer) if luck.random() < 0.5 else Left(peer))
            case _:
                self._play()

    def _come(self) -> None:
        if self.luck.random() < 0.7 and len(self.tokens) > 1:
            self.desk.prove(self.luck.choice([OWNER_TOKEN, *self.tokens[-4:]]))
            return
        peer = self.desk.ask_in(f"Guest {self.luck.randrange(1000)}", bot=self.luck.random() < 0.3)
        welcomes = self.desk.all(peer, m.Welcome)
        self.tokens += [welcome.token for welcome in welcomes if welcome.token is not None]

    def _bot(self) -> None:
        start = self.luck.choice(self.desk.starts[-4:])
        if self.luck.random() < 0.8:
            self.desk.prove(start.token)
        else:
            self.desk.hear(BotEnded(start.bot))

    def _peer(self) -> int:
        """The owner's connection, another that acts for a seat, or one that does not any more."""
        peers = list(audience(self.desk.hall)) or [0]
        owners = [peer for _, player in seated(self.desk.hall) if player.owner for peer in player.peers]
        if owners and self.luck.random() < 0.4:
            return owners[0]
        return self.luck.choice(peers) if self.luck.random() < 0.9 else self.luck.randrange(200)

    def _request(self) -> Input:
        luck, peer = self.luck, self._peer()
        seat, other = luck.randrange(6), luck.randrange(6)
        if luck.random() < 0.05:
            return Configured(peer, luck.choice(RULESETS))
        requests: list[Request] = [
            *(m.Sit(seat=seat), m.Swap(a=seat, b=other), m.AddBot(level="easy"), m.RemoveBot(seat=seat)),
            *(m.Ready(), m.Pace(ms=seat), m.Accuse(offender=seat), m.Confirm(guilty=luck.random() < 0.5)),
            *(m.Start(dealer=None), m.Start(dealer=seat), m.Again(), m.Ready()),
            *(m.BotNow(seat=seat), m.WaitLonger(seat=seat), m.Give(seat=seat), m.RemovePlayer(seat=seat)),
            m.Say(text="x" * other, team=luck.random() < 0.5),
        ]
        return Asked(peer, m.CloseTable() if luck.random() < 0.003 else luck.choice(requests))

    def _play(self) -> None:
        """Whoever is on turn acts, if present; or somebody does what is not allowed."""
        desk, luck = self.desk, self.luck
        seats = attached(desk.hall)
        if desk.hall.game is None or not seats:
            return
        peer, seat = luck.choice(list(seats.items()))
        untimely: list[Action] = [
            Pass(),
            Object(),
            Draw(3),
            Discard(Card.WILD, 0),
            Play(Stock(seat), luck.randrange(5)),
        ]
        action = luck.choice(untimely)
        if desk.at(Playing) and luck.random() < 0.8:
            acting = on_turn(desk.table)
            peer, seat = next(((p, s) for p, s in seats.items() if s == acting), (peer, seat))
            action = choose(desk.table, seat, luck) if desk.legal(seat) else action
        player = desk.hall.players[seat]
        assert player is not None
        id = client_of(player, peer).answer.id + luck.choice([1, 1, 1, 1, 1, 0, -1, 5])
        if id > 0:
            desk.hear(Acted(peer, id, desk.hall.epoch, desk.hall.seq - (luck.random() < 0.05), action))

    def calm(self) -> None:
        """Nobody does anything foolish any more: the owner comes back, absent players are replaced, all play on."""
        desk = self.desk
        if desk.at(Closed):
            return
        desk.answers = True
        owner = Guest(desk.prove(OWNER_TOKEN), OWNER_TOKEN, "Anna")
        for _ in range(20_000):
            if desk.at(Closed) or desk.at(MatchOver) or desk.at(Lobby):
                return
            if desk.at(RoundOver):
                desk.wait(61.0)
                continue
            if desk.at(Dealing):
                desk.wait(5.0)
                continue
            self._seat_bots()
            seat = on_turn(desk.table)
            player = desk.hall.players[seat]
            assert player is not None
            if player.acting.peer is None:
                desk.wait(11.0)
                desk.ask(owner, m.BotNow(seat=seat))
                continue
            desk.act(Guest(player.acting.peer, b"", ""), choose(desk.table, seat, self.luck))
        raise AssertionError(f"the match does not end; the owner is {owner.peer}")

    def _seat_bots(self) -> None:
        """Every bot that was started and is needed comes."""
        needed = {player.acting.bot for _, player in seated(self.desk.hall) if player.acting.peer is None} - {None}
        for start in self.desk.starts:
            if start.bot in needed:
                self.desk.prove(start.token)


@pytest.mark.parametrize("seed", range(40))
def test_a_storm_at_the_table_leaves_it_in_order_and_able_to_go_on(seed: int) -> None:
    storm = Storm(seed)
    for _ in range(500):
        if storm.desk.at(Closed):
            break
        storm.blow()
    storm.calm()


@pytest.mark.parametrize("seed", range(5))
def test_whatever_a_storm_makes_the_host_say_can_be_said_on_the_wire(seed: int) -> None:
    """A message that does not encode would end its connection as a fault of the host's."""
    storm = Storm(1000 + seed)
    for _ in range(300):
        storm.blow()
    for messages in storm.desk.sent.values():
        for message in messages:
            codec.encode(message)


def test_the_storms_get_everywhere() -> None:
    """Or they would prove little."""
    stages = set()
    commits = set()
    for seed in range(40):
        storm = Storm(seed)
        for _ in range(500):
            if storm.desk.at(Closed):
                break
            storm.blow()
            stages.add(type(storm.desk.hall.stage))
        commits |= {type(change).__name__ for change in storm.desk.changes}
    assert stages == {Lobby, Dealing, Playing, RoundOver, MatchOver, Closed}
    assert commits == {
        *("MixBegun", "AttemptMade", "Committed", "Listed", "Revealed"),
        *("MatchBegun", "RoundBegun", "ActionTaken", "RoundEnded", "MatchEnded", "ChatSaid", "SeatChanged"),
    }
