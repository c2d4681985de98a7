"""The process that holds the table while its owner plays: started, heard, and closed (NETWORK.md P44)."""

from __future__ import annotations

import json
import os
import signal
import site
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

import skipbo_lan
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.limits import CHILDS_LINE, CLOSING
from skipbo_lan.cli.password import VARIABLE
from skipbo_lan.cli.terminal import is_interactive
from skipbo_lan.limits import NOTICED
from skipbo_lan.locale import hosting as words

_CHUNK: Final = 4096

# What asks a table to say goodbye and end.
if sys.platform == "win32":
    _GOODBYE: Final = signal.CTRL_BREAK_EVENT
else:
    _GOODBYE: Final = signal.SIGTERM


@dataclass(frozen=True, slots=True)
class Listening:
    """Where the table can be reached."""

    table_id: bytes
    invitation: words.Invitation

    @property
    def port(self) -> int:
        """The TCP port."""
        return self.invitation.port


class Child:
    """A table in a process of its own, in a session of its own, so that no key at the screen reaches it."""

    def __init__(self, process: trio.Process, listening: Listening) -> None:
        self._process = process
        self.listening = listening

    async def drain(self) -> None:
        """Read what the child prints until it ends, so that it never waits for a reader."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_drain, self._process.stdout)
            nursery.start_soon(_drain, self._process.stderr)

    async def close(self) -> None:
        """Wait for the end of a table that its owner has closed; end it if it takes too long."""
        with trio.CancelScope(shield=True):
            await self._stop_input()
            if not await self._ended(NOTICED) and is_interactive():
                print(words.closing(), flush=True)
            if not await self._ended(CLOSING):
                await self.end()

    async def end(self) -> None:
        """End a table that its owner has not closed: everybody there is told, and its match is kept."""
        with trio.CancelScope(shield=True):
            self._process.send_signal(_GOODBYE)
            if not await self._ended(CLOSING):
                self._process.kill()
            await self._stop_input()

    async def _stop_input(self) -> None:
        if self._process.stdin is not None:
            await self._process.stdin.aclose()

    async def _ended(self, patience: float) -> bool:
        """Whether the process has ended within so many seconds."""
        with trio.move_on_after(patience):
            await self._process.wait()
        return self._process.returncode is not None


async def open_table(arguments: Sequence[str], owner: Mapping[str, object] | None) -> Child:
    """Start a headless table and wait until it listens. Raises CommandError with the child's own line and code.

    `owner` is handed over on its standard input; None for a match that has its owner already.
    """
    if is_interactive():
        print(words.opening(), flush=True)
    command = (sys.executable, "-P", "-m", "skipbo_lan", "host", "--headless", "--json")
    process = await _start([*command, *arguments, *(() if owner is None else ("--owner-on-stdin",))])
    assert process.stdin is not None
    try:
        if owner is not None:
            await process.stdin.send_all(json.dumps(owner).encode() + b"\n")
        return Child(process, await _until_listening(process))
    except BaseException:
        process.kill()
        raise


async def _start(command: Sequence[str]) -> trio.Process:
    """Start a process that no key pressed at this one's terminal reaches."""
    if sys.platform == "win32":
        return await trio.lowlevel.open_process(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(),
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
        )
    return await trio.lowlevel.open_process(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(),
        start_new_session=True,
    )


def _environment() -> dict[str, str]:
    """This environment, in which the child finds the same program: not another that lies where the player works.

    A password is handed over, so that what locks another table does not lock this one.
    """
    inherited = {key: value for key, value in os.environ.items() if key != VARIABLE}
    root = Path(skipbo_lan.__file__).parents[1]
    if str(root) in site.getsitepackages():
        return inherited
    paths = (str(root), os.environ.get("PYTHONPATH"))
    return inherited | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


async def _until_listening(process: trio.Process) -> Listening:
    """Where the table listens."""
    assert process.stdout is not None
    unread = b""
    while len(unread) < CHILDS_LINE and (data := await process.stdout.receive_some(_CHUNK)):
        *lines, unread = (unread + data).split(b"\n")
        for listening in filter(None, map(_listening, lines)):
            return listening
    raise await _failure(process)


async def _drain(stream: trio.abc.ReceiveStream | None) -> None:
    while stream is not None and await stream.receive_some(_CHUNK):
        pass


def _listening(line: bytes) -> Listening | None:
    """The event that tells where the table is; other events are not for us."""
    told = json.loads(line)
    if told.get("event") != "listening":
        return None
    return Listening(bytes.fromhex(told["table_id"]), words.invitation_of(told))


async def _failure(process: trio.Process) -> CommandError:
    """Why the table did not open: the child's own line and exit code."""
    assert process.stderr is not None
    said = b""
    while data := await process.stderr.receive_some(_CHUNK):
        said = (said + data)[-CHILDS_LINE:]
    code = await process.wait()
    lines = said.decode(errors="replace").strip().splitlines()
    return CommandError(lines[-1].removeprefix("skipbo-lan: ") if lines else words.did_not_open(), code or Exit.BUG)
