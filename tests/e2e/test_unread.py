"""Nobody reads what a table tells: its players notice nothing (P44, a suspended screen)."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from protocol import codec, limits
from protocol.messages import Hello
from tests.e2e.program import PATIENCE_S, ROOT


def test_a_table_lives_on_although_nobody_reads_what_it_tells(tmp_path: Path) -> None:
    port, (read, write) = _free_port(), _full_pipe()
    host = subprocess.Popen(
        [sys.executable, "-m", "skipbo_lan", "host", "--headless", "--json", "--port", str(port)],
        cwd=ROOT,
        env=os.environ | {"SKIPBO_STATE_DIR": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        stdout=write,
    )
    try:
        hello = Hello(proto_min=1, proto_max=1, app="test", nonce=bytes(limits.NONCE_BYTES))
        with _connected(port) as client:
            client.sendall(limits.PREFACE + codec.encode(hello))
            assert client.recv(len(limits.PREFACE)) == limits.PREFACE
    finally:
        host.kill()
        host.wait()
        os.close(read)
        os.close(write)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _full_pipe() -> tuple[int, int]:
    """Both ends of a pipe into which no more byte goes."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    try:
        while True:
            os.write(write, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(write, True)
    return read, write


def _connected(port: int) -> socket.socket:
    """A connection, as soon as somebody listens."""
    give_up = time.monotonic() + PATIENCE_S
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=5)
        except ConnectionRefusedError:
            assert time.monotonic() < give_up
            time.sleep(0.05)
