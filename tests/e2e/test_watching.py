"""Watching a real match over the network: every card that lies open, and never another (T42, S3)."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e.program import listening, running

HIDDEN = re.compile(r"drew (\d+|skip-bo)(,| and|\.)|Hand:")
"""How plain mode tells of cards that only their owner sees: `drew 2, 7.`, and not `drew 2 cards.`"""


def test_a_match_of_bots_is_watched_to_its_end(tmp_path: Path) -> None:
    options = ("--seats", "3", "--bots", "2", "--stock", "3", "--rounds", "1", "--start-when-full")
    with running("host", "--headless", "--json", "--port", "0", *options, state=tmp_path / "host") as host:
        address = f"127.0.0.1:{listening(host)['port']}"
        with running("join", address, "--watch", "--name", "Zoe", state=tmp_path / "zoe") as zoe:
            zoe.expect(r"Skip-Bo: you watch as Zoe\.")
            with running("join", address, "--bot", "easy", "--name", "Bo", state=tmp_path / "bo") as player:
                zoe.expect(r"wins?\s+the\s+round")
                zoe.expect(r"Bo|Ada|Ben")
                assert player.end() == 0
            assert zoe.end() == 0
        assert host.end() == 0
        assert HIDDEN.search(zoe.text) is None, zoe.text
