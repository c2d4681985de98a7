"""One simulation from its first connection to its end, and everything that has to hold."""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import trio
import trio.testing

from engine.ruleset import Seat
from protocol import messages as m
from protocol.codes import ByeCode, RejectCode
from skipbo_lan.client.log import Judged
from skipbo_lan.client.state import ClientState, Ended, LocalEnd
from skipbo_lan.fairness.verdict import Breach, Judgement
from skipbo_lan.server.hall.state import MatchOver, Playing
from tests.simulation.house import OWNER_TOKEN, House
from tests.simulation.people import Person
from tests.simulation.scenario import POWERS, Blow, Event, Scenario, scenario_of
from tests.simulation.truth import may_know

PATIENCE: Final = 1500.0
"""Seconds of simulated time after which what has to happen should have happened."""
LONGEST: Final = 10_000.0
"""No simulation takes so long, in its own seconds."""
STILL: Final = 100.0
"""A match on which nothing has happened for so long waits for somebody: the longest grace is shorter."""

_MEMORY: Final = Path("/dev/shm")
"""A disk in memory, where the system has one: what is tested here is not how fast it is."""
_NOT_HIS_FAULT = {ByeCode.CLOSED, ByeCode.SUPERSEDED}
_WITHOUT_A_SEAT = {ByeCode.REMOVED, RejectCode.BAD_PROOF, RejectCode.PLAYING, RejectCode.CLOSING}
_LATE = {Breach.LEFT_OUT, Breach.DENIED}
_WITHOUT_A_HOST = {LocalEnd.GAVE_UP, LocalEnd.NO_TABLE_THERE, LocalEnd.KEPT, LocalEnd.UNREACHABLE}


@dataclass
class Simulation:
    """What happens, in the order in which it happens."""

    scenario: Scenario
    folder: Path
    trace: list[str] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)
    verdicts: Counter[Judgement] = field(default_factory=Counter)
    """What the programs that saw the end have said of the deals."""
    waited_for: str = ""
    """Who had to be waited for until the owner decided otherwise."""

    def __post_init__(self) -> None:
        self.house = House(self.scenario, self.folder, self.note)

    def note(self, line: str) -> None:
        """Into the trace."""
        self.trace.append(f"{trio.current_time():.4f} {line}")

    async def run(self) -> None:
        """Play the match in its weather, then to its end in fair weather."""
        with trio.fail_after(LONGEST):
            await self._run()

    async def _run(self) -> None:
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self.house.run)
            await trio.testing.wait_all_tasks_blocked()
            for number in range(self.scenario.people):
                token = OWNER_TOKEN if self.scenario.owner and number == 0 else None
                self._come(f"Person {number}", token=token)
            if self.scenario.owner:
                nursery.start_soon(self._begin)
            assert await self.house.until(lambda: self.house.truth.seq > 0, PATIENCE), "the match did not begin"
            for event in self.scenario.events:
                await self.house.until(partial(self._has_come_to, event.seq), 20)
                if self.house.truth.ended or self.house.over:
                    break
                await self._strike(event)
            self.house.clear_up()
            self.note("fair weather")
            await self._finish()
            nursery.cancel_scope.cancel()

    def _has_come_to(self, seq: int) -> bool:
        return self.house.truth.seq >= seq

    def _come(self, name: str, *, token: bytes | None = None, watching: bool = False) -> None:
        person = Person(name, self.house, self.note, token=token, watching=watching)
        self.people.append(person)
        self._nursery.start_soon(person.come)

    async def _begin(self) -> None:
        """The owner starts the match as soon as everybody is there."""
        while self.house.truth.seq == 0:
            await trio.sleep(0.3)
            state = self.people[0].online
            if state is not None and state.room is not None and state.room.stage == "lobby":
                self._ask(m.Pace(ms=self.scenario.pace_ms))
                if len(state.room.players) == self.scenario.people + self.scenario.bots:
                    self._ask(m.Start(dealer=None))

    def _ask(self, request: m.Message) -> None:
        for session in self.people[0].sessions:
            session.ask(request)

    async def _strike(self, event: Event) -> None:
        self.note(f"{event.blow.name} {event.who} {event.seconds}")
        person = self.people[event.who]
        match event.blow:
            case Blow.CUT | Blow.SILENCE:
                self.house.strike(person.name, silent=event.blow is Blow.SILENCE)
            case Blow.KILL:
                person.kill()
                self._nursery.start_soon(self._later, event.seconds, person)
            case Blow.TWICE:
                self._nursery.start_soon(self._twice, person)
            case Blow.LEAVE if event.who > 0 or not self.scenario.owner:
                person.left = True
                person.leave()
            case Blow.RETURN if event.who > 0 or not self.scenario.owner:
                person.leave()
                self._nursery.start_soon(self._later, event.seconds + 3, person)
            case Blow.KILL_HOST if not self.house.over and not self.house.truth.ended:
                self.house.kill(event.seconds, power=event.who == 0)
            case Blow.WATCH:
                self._come(f"Watcher {len(self.people)}", watching=True)
            case _ if event.blow in POWERS:
                await self._decide(event)
            case _:
                pass

    async def _later(self, seconds: float, person: Person) -> None:
        """The same command again."""
        await trio.sleep(seconds)
        if not (person.left or person.alive):
            await person.come()

    async def _twice(self, person: Person) -> None:
        await person.attend()

    async def _decide(self, event: Event) -> None:
        """The owner decides about somebody who is away, or about anybody."""
        state = self.people[0].online
        if state is None or state.room is None:
            return
        away = [player.seat for player in state.room.players if player.presence != "here"]
        seat = away[0] if away else event.who
        request: m.Message = {
            Blow.BOT_NOW: m.BotNow(seat=seat),
            Blow.WAIT_LONGER: m.WaitLonger(seat=seat),
            Blow.GIVE: m.Give(seat=seat),
            Blow.REMOVE: m.RemovePlayer(seat=seat),
        }[event.blow]
        self._ask(request)
        if event.blow in (Blow.GIVE, Blow.REMOVE):
            await trio.sleep(0.1)
            self._come(f"Newcomer {len(self.people)}")

    async def _finish(self) -> None:
        house = self.house
        ended = partial(lambda: house.truth.ended or house.over)
        seq = -1
        while not ended() and seq != house.truth.seq:
            seq = house.truth.seq
            await house.until(ended, STILL)
        if not ended() and not self._is_deserted():
            self._name_who_is_waited_for()
            if not self.scenario.owner:
                return
            while not await house.until(ended, 10):
                self._end_the_waiting()
        if not house.truth.ended:
            assert await house.until(lambda: house.over, PATIENCE), "a table where nobody is left goes on"
            assert self._is_deserted(), "the table ended before its match"
            return
        if not house.over and self.scenario.owner:
            assert await house.until(lambda: house.over or self._everybody_sees_the_end(), 300), self._who_does_not()
            self._ask(m.CloseTable())
        assert await house.until(lambda: house.over, 300), "the table did not close"
        assert await house.until(lambda: not any(person.alive for person in self.people), 400), "somebody stays on"
        self._check_ends()

    def _name_who_is_waited_for(self) -> None:
        """A match that does not go on waits for a person, and says so to everybody."""
        assert self.house.hall is not None
        hall = self.house.hall()
        assert self.scenario.absent == "wait", "the match does not end"
        assert isinstance(hall.stage, Playing)
        seat = hall.stage.game.to_act
        assert seat is not None
        player = hall.players[seat]
        assert player is not None
        assert player.presence == "away"
        self.waited_for = player.name
        for person in self.people:
            state = person.online
            if state is not None and state.room is not None:
                shown = {player.seat: (player.name, player.presence) for player in state.room.players}
                assert shown[seat] == (player.name, "away")

    def _end_the_waiting(self) -> None:
        """The owner lets bots play, once he is there himself."""
        state = self.people[0].online
        players = [] if state is None or state.room is None else state.room.players
        for player in players:
            if player.presence == "away":
                self._ask(m.BotNow(seat=player.seat))

    def _is_deserted(self) -> bool:
        """Whether nobody is left, so that the table pauses, and ends before its match does."""
        return all(person.left or person.watching or person.dispossessed() for person in self.people)

    def _everybody_sees_the_end(self) -> bool:
        return not self._who_does_not()

    def _who_does_not(self) -> list[str]:
        return [person.name for person in self.people if not self._sees_the_end(person)]

    def _sees_the_end(self, person: Person) -> bool:
        if person.left or (person.watching and not person.alive) or (not person.watching and person.dispossessed()):
            return True
        state = person.online
        if state is None or state.room is None or state.room.stage != "match_over":
            return False
        return state.seq == self.house.truth.seq

    def _check_ends(self) -> None:
        """Each program ended for a good reason, and whoever was there to the end has seen the end."""
        self._check_deals()
        for person in self.people:
            for session in person.sessions:
                state = session.state
                assert isinstance(state.status, Ended)
                if state.table_id:
                    self._check_end(person, state, state.status)

    def _check_deals(self) -> None:
        """An honest host is accused of nothing but what a line that stood still looks like from its far end."""
        for person in self.people:
            for session in person.sessions:
                for entry in session.state.log:
                    if isinstance(entry, Judged):
                        breach = entry.verdict.judgement is Judgement.NOT_VERIFIED
                        assert not breach or entry.verdict.reason in _LATE, f"{person.name}: {entry.verdict}"
                        self.verdicts[entry.verdict.judgement] += 1

    def _check_end(self, person: Person, state: ClientState, ended: Ended) -> None:
        why = ended.why
        if why is ByeCode.CLOSED:
            self._check_view(state, state.seat)
        elif why is LocalEnd.QUIT:
            pass
        elif why in _WITHOUT_A_SEAT:
            assert person.watching or person.dispossessed() or why is RejectCode.CLOSING, f"{person.name}: {why}"
        else:
            assert why in _NOT_HIS_FAULT | _WITHOUT_A_HOST, f"{person.name}: {why}"

    def _check_view(self, state: ClientState, seat: Seat | None) -> None:
        if state.view is None:
            return
        assert state.seq == self.house.truth.seq, "the end was not told"
        assert state.view == may_know(self.house.truth.tables[-1], seat)
        hall = self.house.hall
        assert hall is not None
        assert state.room is not None
        assert state.room.stage == "match_over"
        stage = hall().stage
        if isinstance(stage, MatchOver):
            assert tuple(state.room.winners) == stage.winners


def simulate(seed: int, trace: list[str] | None = None) -> Simulation:
    """Run one seed, and tell of it in the trace. Raises AssertionError when something does not hold."""
    trio._core._run._r = Random(seed)  # the order of tasks is the only chance left
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.exists() else None) as folder:
        simulation = Simulation(scenario_of(seed), Path(folder), [] if trace is None else trace)
        try:
            trio.run(simulation.run, clock=trio.testing.MockClock(autojump_threshold=0))
        except BaseException as error:
            error.add_note(f"reproduce it with: python -m tests.simulation --seeds {seed}")
            raise
        return simulation
