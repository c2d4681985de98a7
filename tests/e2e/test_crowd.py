"""More connections than the host can have open: it goes on without a word, and there is room again after them (F42)."""

from __future__ import annotations

import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from protocol import codec, limits
from protocol.messages import Hello
from tests.e2e.program import listening, running

HELLO = limits.PREFACE + codec.encode(Hello(proto_min=1, proto_max=1, app="crowd", nonce=bytes(limits.NONCE_BYTES)))


@pytest.mark.skipif(sys.platform == "win32", reason="has no ulimit")
def test_a_crowd_that_takes_every_file_descriptor_leaves_no_trace(tmp_path: Path) -> None:
    few = ("sh", "-c", 'ulimit -n 40; exec "$@"', "sh")
    with running("host", "--headless", "--json", "--port", "0", state=tmp_path / "host", prefix=few) as host:
        port = listening(host)["port"]
        with ExitStack() as leaving:
            crowd = [leaving.enter_context(_connected(port)) for _ in range(80)]
            assert not all(map(_is_answered, crowd)), "the host could have them all open"
        with running("join", f"127.0.0.1:{port}", "--bot", "easy", "--json", state=tmp_path / "bot") as bot:
            bot.expect('"event": "welcome"')
        assert host.errors == ""


def _connected(port: int) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=1)
    client.sendall(HELLO)
    return client


def _is_answered(client: socket.socket) -> bool:
    try:
        return bool(client.recv(1))
    except TimeoutError:
        return False
