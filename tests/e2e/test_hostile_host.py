"""A hostile host against the real program: no byte of its texts acts on a terminal, and lies end it cleanly.

F79, F83, S5, S6, S11: the same corpus through every field, on the screen, in plain mode and as JSON lines.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from protocol.codes import ByeCode, RejectCode
from protocol.messages import Bye, Message, Refused, Rejected, Room, Said, Update
from tests.client.scripted_host import TOKEN, a_player, a_room, a_view, a_welcome, an_update
from tests.e2e.hostile_host import hostile_host
from tests.e2e.program import run
from tests.locale.test_outside_text import ATTACKS
from tests.tui.pseudo_terminal import terminal
from tests.tui.test_terminal import check_left

MARKED: Final = [f"Q{attack}Q" for attack in ATTACKS if attack.isprintable() or attack != "\ud800"]
"""Between two letters, so that what the screen itself writes is never taken for it; UTF-8 has no lone surrogates."""


def texts_everywhere(attack: str) -> list[Message]:
    """Messages with this text wherever a host may put one."""
    players = (replace(a_player(0, attack), presence="here"), replace(a_player(1, attack, bot=True), level=attack[:16]))
    return [
        replace(a_room(players=players, stage="lobby"), table=attack),
        Said(seat=1, name=attack, text=attack, team=False, held=False),
        Said(seat=None, name=attack, text=f"{attack} {attack}", team=True, held=True),
        Refused(id=None, code=attack[:32]),
        replace(a_room(players=players), table=attack),
        an_update(),
    ]


def script() -> list[Message]:
    """A welcome and the whole corpus, each Room newer than the one before."""
    messages: list[Message] = [replace(a_welcome(), token=TOKEN, table=MARKED[0], name="Anna")]
    for attack in MARKED:
        messages += texts_everywhere(attack)
    return [_numbered(message, number) for number, message in enumerate(messages)]


def _numbered(message: Message, number: int) -> Message:
    if isinstance(message, Room):
        return replace(message, rev=number)
    return replace(message, seq=number) if isinstance(message, Update) else message


def acting(written: bytes) -> list[str]:
    """The texts that reached the terminal as they came."""
    return [attack for attack in MARKED if attack.encode() in written and not attack.isprintable()]


def test_no_text_of_a_host_acts_on_the_screen(tmp_path: Path) -> None:
    with hostile_host([*script(), Bye(code=ByeCode.CLOSED)]) as address:
        command = [sys.executable, "-m", "skipbo_lan", "join", address, "--name", "Anna"]
        with terminal(command=command, environment={"SKIPBO_STATE_DIR": str(tmp_path)}) as seen:
            rest = check_left(seen, 0)
    assert acting(seen.output) == []
    assert "\u241b" in seen.output.decode(), "the texts have not been shown at all"
    assert "closed" in rest


@pytest.mark.parametrize("how", [("--plain", "--name", "Anna"), ("--bot", "easy", "--json")], ids=["plain", "json"])
def test_no_text_of_a_host_acts_in_lines(tmp_path: Path, how: tuple[str, ...]) -> None:
    with hostile_host([*script(), Bye(code=ByeCode.CLOSED)]) as address:
        done = run("join", address, *how, state=tmp_path, typed="look\nwho\nlog 100\n")
    written = (done.stdout + done.stderr).encode()
    assert acting(written) == []
    assert "--json" in how or "\u241b" in done.stdout, "the texts have not been shown at all"
    assert not any((byte < 0x20 and byte != 0x0A) or byte == 0x7F for byte in written)


@pytest.mark.parametrize("code", [RejectCode.VERSION, RejectCode.FULL])
def test_no_text_of_a_rejection_acts(tmp_path: Path, code: RejectCode) -> None:
    rejected = Rejected(code=code, app="Q\x1b]0;Q\x07\x9b2JQ", proto_min=0, proto_max=9)
    with hostile_host([rejected]) as address:
        done = run("join", address, "--plain", "--name", "Anna", state=tmp_path)
    assert done.returncode in (5, 6)
    assert done.stderr.strip().isprintable()


def test_a_host_that_shows_another_seats_cards_is_left_with_the_terminal_restored(tmp_path: Path) -> None:
    lies = [replace(a_welcome(), token=TOKEN), a_room(), an_update(), an_update(2, view=a_view(1))]
    with hostile_host(lies) as address:
        command = [sys.executable, "-m", "skipbo_lan", "join", address, "--name", "Anna"]
        with terminal(command=command, environment={"SKIPBO_STATE_DIR": str(tmp_path)}) as seen:
            rest = check_left(seen, 4)
    assert "The host sent invalid data: the connection was ended." in rest
