"""A real hall and the real state of each guest's client, with a cheat between them who may change what either says.

Everything happens at once and in order: what the host sends is heard before the next step, and what a client answers
is the host's next input.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.ruleset import Ruleset, Seat
from protocol import dealing as d
from protocol import messages as m
from skipbo_lan.client.dealing import recalled, take, with_last_verdict, with_verdict
from skipbo_lan.client.deals import Part
from skipbo_lan.client.journal import keep
from skipbo_lan.client.judging import judge
from skipbo_lan.client.log import Judged, Note
from skipbo_lan.client.state import ClientState, update
from skipbo_lan.fairness.heard import Heard
from skipbo_lan.fairness.verdict import Verdict
from skipbo_lan.server.hall.effects import Effect, Send
from skipbo_lan.server.hall.inputs import Asked, Input, PeerId
from skipbo_lan.server.hall.resuming import resumed_hall
from skipbo_lan.server.hall.state import Playing
from skipbo_lan.store.changes import MatchBegun, Reopened
from skipbo_lan.store.journal import FileJournal
from skipbo_lan.store.match_store import match_path, open_match
from skipbo_lan.store.unfinished import reopen
from tests.server.desk import LEVELS, SHORT, Desk, Guest, choose, on_turn

TwoRounds = Ruleset(stock_size=3, target=1000)
Down = Callable[[str, m.Message], Iterable[m.Message]]
"""What a guest, by name, hears in place of a message of the host."""
Up = Callable[[str, m.Message], Iterable[m.Message]]
"""What the host hears in place of a message of a guest."""


def honest(name: str, message: m.Message) -> tuple[m.Message, ...]:
    """Nothing is changed."""
    return (message,)


@dataclass
class Program:
    """One guest's client."""

    guest: Guest
    part: Part = Part.GUEST
    state: ClientState = field(default_factory=ClientState)
    journal: FileJournal | None = None
    luck: random.Random = field(default_factory=random.Random)
    judges: bool = True
    """Whether the judgement takes no time."""

    @property
    def verdicts(self) -> list[Verdict]:
        """What it has said of the deals, in order."""
        return [entry.verdict for entry in self.state.log if isinstance(entry, Judged)]

    @property
    def notes(self) -> list[Note]:
        """What it has told of the others."""
        return [entry for entry in self.state.log if isinstance(entry, Note)]

    @property
    def heard(self) -> tuple[Heard, ...]:
        """The attempts of the newest deal, as it heard of them."""
        return self.state.deals.memory.rounds[-1].attempts

    def hear(self, message: m.Message, now: float) -> m.Message | None:
        """Take a message in, keep what is to be kept, and answer."""
        before = self.state
        state = update(before, message, now)
        if isinstance(message, m.Welcome) and self.journal is not None and before.table_id != state.table_id:
            state = recalled(state, self.journal.load())
        self.state, answer = take(before, state, message, self.part, self.luck.randbytes, now)
        self._keep(before)
        if self.judges:
            self.judge()
        return answer

    def judge(self) -> None:
        """Judge what has been shown."""
        case, before = self.state.deals.case, self.state
        if case is not None:
            self.state = with_verdict(self.state, case, judge(case))
            self._keep(before)

    def end(self) -> None:
        """The table has ended: what has not been shown by now never will be."""
        self.state = with_last_verdict(self.state)

    def _keep(self, before: ClientState) -> None:
        if self.journal is not None:
            keep(self.journal, before.deals.memory, self.state.deals.memory)


class Ring:
    """A headless table with guests of these names, who all come before it begins."""

    def __init__(
        self,
        *names: str,
        ruleset: Ruleset = SHORT,
        down: Down = honest,
        up: Up = honest,
        folder: Path | None = None,
        owner: bool = False,
    ) -> None:
        self.down, self.up, self._folder = down, up, folder
        self.programs: dict[str, Program] = {}
        self._of: dict[PeerId, Program] = {}
        self._letters: deque[tuple[Program, m.Message]] = deque()
        self.desk = Desk(owner=owner, capacity=len(names) + owner, ruleset=ruleset, start_when_full=not owner)
        self.desk.answers = False
        self._read: dict[PeerId, int] = {}
        if owner:
            self._seat(self.desk.owner(), Part.HOST)
        for number, name in enumerate(names):
            if owner or number < len(names) - 1:
                self._seat(self.desk.join(name))
            else:
                self._seat_last(name)
        if owner:
            self.hear(Asked(self.programs["Anna"].guest.peer, m.Start(dealer=None)))
        self.pass_on()

    def hear(self, heard: Input) -> tuple[Effect, ...]:
        """An input of the host's, and everything that follows from it."""
        effects = self.desk.hear(heard)
        self.pass_on()
        return effects

    def wait(self, seconds: float) -> None:
        """Let time pass for the host."""
        self.desk.wait(seconds)
        self.pass_on()

    def play(self) -> None:
        """Play the round to its end."""
        luck, number = random.Random(5), self.desk.game.match.rounds_played
        by_seat = {program.state.seat: program for program in self.programs.values()}
        while self.desk.at(Playing) and self.desk.game.match.rounds_played == number:
            seat = on_turn(self.desk.table)
            self.desk.act(by_seat[seat].guest, choose(self.desk.table, seat, luck))
            self.pass_on()

    def go_on(self) -> None:
        """Everybody has seen the result."""
        for program in tuple(self.programs.values()):
            self.hear(Asked(program.guest.peer, m.Ready()))

    def lose(self, name: str) -> None:
        """The connection of a guest breaks."""
        self.desk.lose(self.programs[name].guest)
        self.pass_on()

    def back(self, name: str, *, killed: bool = False) -> None:
        """A guest comes back; a program that was killed knows only what its journal has kept."""
        program = self.programs[name]
        if killed:
            program.state = ClientState(log=program.state.log)
        program.guest = replace(program.guest, peer=-1)
        peer = self.desk.prove(program.guest.token)
        program.guest = replace(program.guest, peer=peer)
        self._of[peer] = program
        self.pass_on()

    def restart_host(self, folder: Path) -> None:
        """kill -9 of the host, which goes on from what its disk has kept; nobody is connected any more."""
        self._letters.clear()
        begun, *changes = self.desk.changes
        assert isinstance(begun, MatchBegun)
        path = match_path(folder, begun.table_id)
        path.unlink(missing_ok=True)
        open_match(folder, begun, changes, port=1).close()
        store, saved = reopen(path)
        store.close()
        self._of.clear()
        self.desk.changes.append(Reopened(saved.begun.epoch + 1, 1))
        self.desk.open(resumed_hall(saved, LEVELS, self.desk.moment))

    def pass_on(self) -> None:
        """Deliver everything that was said, in order, until nobody has anything more to say."""
        while self.step():
            pass

    def step(self) -> bool:
        """Deliver one message, and what is answered; False when there is none."""
        self._collect()
        if not self._letters:
            return False
        program, message = self._letters.popleft()
        for heard in self.down(program.guest.name, message):
            answer = program.hear(heard, self.desk.now)
            for said in () if answer is None else self.up(program.guest.name, answer):
                assert isinstance(said, d.Commit | d.Reveal)
                self.desk.hear(Asked(program.guest.peer, said))
        return True

    def seat(self, name: str) -> Seat:
        """Where a guest sits."""
        seat = self.programs[name].state.seat
        assert seat is not None
        return seat

    def _seat(self, guest: Guest, part: Part = Part.GUEST) -> None:
        journal = None if self._folder is None else FileJournal(self._folder / f"{guest.name}.token")
        program = Program(guest, part, journal=journal, luck=random.Random(guest.name))
        self.programs[guest.name] = self._of[guest.peer] = program

    def _seat_last(self, name: str) -> None:
        """The table begins in the step in which its last guest comes."""
        peer = self.desk.ask_in(name)
        welcome = self.desk.newest(peer, m.Welcome)
        assert welcome.token is not None
        self._seat(Guest(peer, welcome.token, name))

    def _collect(self) -> None:
        """What the desk has sent since the last time, interleaved by connection."""
        for peer, program in tuple(self._of.items()):
            messages = self.desk.sent[peer]
            start = self._read.get(peer, 0)
            self._read[peer] = len(messages)
            self._letters.extend((program, message) for message in messages[start:])


def sends(effects: Iterable[Effect]) -> list[m.Message]:
    """The messages among some effects."""
    return [effect.message for effect in effects if isinstance(effect, Send)]
