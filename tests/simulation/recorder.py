"""Everything that is said on one connection, judged as it is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.ruleset import Seat
from protocol import codec, framing, mapping
from protocol import messages as m
from protocol.phases import Role
from tests.simulation.truth import Truth, check_update

Sent = tuple[Seat | None, int, int, object]
"""An Act: whose, its id, the sequence number it was made on, and the action."""


class Recorder:
    """One connection. Stateful: it reads along."""

    def __init__(self, name: str, truth: Truth, sent: set[Sent], note: Callable[[str], None]) -> None:
        """`sent` collects the Acts of all connections; `note` takes what belongs into the trace."""
        self._name = name
        self._truth = truth
        self._sent = sent
        self._note = note
        self._up = Reader(Role.CLIENT)
        self._down = Reader(Role.HOST)
        self._under_way: list[tuple[int, m.Message]] = []
        self._seat: Seat | None = None
        self._told_to = 0
        self._asked: dict[int, int] = {}
        self._refused: set[int] = set()

    def client_wrote(self, data: bytes) -> None:
        """The client says this."""
        for _, message in self._up.read(data):
            self._note(f"{self._name} > {_short(message)}")
            if isinstance(message, m.Act):
                self._asked[message.id] = message.seq
                self._sent.add((self._seat, message.id, message.seq, mapping.action_from_wire(message.action)))

    def host_wrote(self, data: bytes) -> None:
        """The host says this, whether it arrives or not."""
        for end, message in self._down.read(data):
            self._note(f"{self._name} < {_short(message)}")
            self._under_way.append((end, message))
            told = codec.encode(message)
            assert not any(secret in told for secret in self._truth.secrets.values()), "the secret of a round is told"
            match message:
                case m.Welcome(seat):
                    self._seat = seat
                case m.Room(you=you):
                    self._seat = you
                case m.Update():
                    check_update(self._truth, message, self._seat, self._told_to)
                    self._told_to = message.seq
                case _:
                    pass

    def client_read(self, total: int) -> None:
        """So many bytes have arrived at the client: it may act on what they say."""
        while self._under_way and self._under_way[0][0] <= total:
            _, message = self._under_way.pop(0)
            if isinstance(message, m.Refused) and message.id is not None:
                self._refused.add(message.id)
            elif isinstance(message, m.Update):
                self._acknowledged(message.ack)

    def _acknowledged(self, ack: int) -> None:
        """What a client was told to be accepted is on the disk, as it was asked for."""
        seq = self._asked.pop(ack, None)
        if seq is None or ack in self._refused:
            return
        taken = self._truth.actions.get(seq + 1)
        assert taken is not None, f"act {ack} of seat {self._seat} was acknowledged and is not stored"
        assert taken.seat == self._seat
        assert taken.act_id in (ack, None)
        assert (self._seat, ack, seq, taken.action) in self._sent


class Reader:
    """The messages of one direction, with the place where each ends."""

    def __init__(self, sender: Role) -> None:
        self._sender = sender
        self._buffer = bytearray()
        self._greeted = False
        self._seen = 0

    def read(self, data: bytes) -> list[tuple[int, m.Message]]:
        """The messages that are complete with these bytes."""
        self._buffer += data
        self._seen += len(data)
        self._greeted = self._greeted or framing.take_preface(self._buffer)
        found: list[tuple[int, m.Message]] = []
        while self._greeted and (body := framing.take_frame(self._buffer, _LONGEST)) is not None:
            message = codec.decode(body, self._sender)
            if message is not None:
                found.append((self._seen - len(self._buffer), message))
        return found


_LONGEST: Final = 1 << 20


def _short(message: m.Message) -> str:
    """A message in the trace: what it is, without what no run has in common with another."""
    match message:
        case m.Act(id, epoch, seq, action):
            return f"Act {id} {epoch}.{seq} {action}"
        case m.Update(epoch, seq, ack):
            return f"Update {epoch}.{seq} {ack}"
        case m.Refused(id, code):
            return f"Refused {id} {code}"
        case m.Room(rev, stage=stage):
            return f"Room {rev} {stage}"
        case m.Welcome(seat, last_id=last_id):
            return f"Welcome {seat} {last_id}"
        case m.Bye(code) | m.Rejected(code):
            return f"{type(message).__name__} {code}"
        case _:
            return type(message).__name__
