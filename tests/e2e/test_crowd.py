"""More connections than the host can have open: it goes on without a word, and there is room again after them (F42)."""

from __future__ import annotations

import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.program import listening, running


@pytest.mark.skipif(sys.platform == "win32", reason="has no ulimit")
def test_a_crowd_that_takes_every_file_descriptor_leaves_no_trace(tmp_path: Path) -> None:
    few = ("sh", "-c", 'ulimit -n 40; exec "$@"', "sh")
    with running("host", "--headless", "--json", "--port", "0", state=tmp_path / "host", prefix=few) as host:
        port = listening(host)["port"]
        with ExitStack() as crowd:
            for _ in range(60):
                crowd.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5))
        with running("join", f"127.0.0.1:{port}", "--bot", "easy", "--json", state=tmp_path / "bot") as bot:
            bot.expect('"event": "welcome"')
        assert host.errors == ""
