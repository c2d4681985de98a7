"""docs/PROTOCOL.md says what the code does: its tables, its links, its numbers."""

from __future__ import annotations

import re

import pytest

from engine.errors import Refusal
from protocol import limits
from protocol.codec import op_of
from protocol.phases import MESSAGES
from skipbo_lan.server import limits as host
from tests.protocol import render_doc, vectors

TEXT = render_doc.DOCUMENT.read_text("utf-8")
RULES = (render_doc.DOCUMENT.parent / "RULES.md").read_text("utf-8")


def test_its_tables_are_those_of_the_code() -> None:
    assert render_doc.rendered(TEXT) == TEXT


def test_every_table_is_there_once() -> None:
    assert sorted(re.findall(r"<!-- table: ([\w-]+) -->", TEXT)) == sorted(render_doc.TABLES)


def test_every_message_has_its_heading() -> None:
    headings = re.findall(r"^### (\w+)$", TEXT, re.MULTILINE)
    assert sorted(headings) == sorted(op_of(kind) for kind in MESSAGES)


def test_every_link_leads_somewhere() -> None:
    headings = re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert {link.replace("\n", " ") for link in re.findall(r"\]\(#([^)]+)\)", TEXT)} <= anchors


def test_every_file_of_vectors_is_named() -> None:
    assert set(re.findall(r"^\| `(\w+\.json)`", TEXT, re.MULTILINE)) == set(vectors.FILES)


def test_every_rule_that_it_cites_exists() -> None:
    assert set(re.findall(r"\bR\d+b?\b", TEXT)) <= set(re.findall(r"\bR\d+b?\b", RULES))


@pytest.mark.parametrize("code", Refusal)
def test_every_refusal_of_the_rules_is_explained_there(code: Refusal) -> None:
    assert f"`{code}`" in RULES


def test_the_numbers_in_its_sentences_are_those_of_the_code() -> None:
    sentences = " ".join(TEXT.split())
    assert limits.PREFACE.hex(" ") in sentences
    assert f"default port is {limits.PORT}" in sentences
    assert f"at most {limits.MAX_DATAGRAM} bytes" in sentences
    assert f"the {len(limits.DATAGRAM_MAGIC)} bytes `{limits.DATAGRAM_MAGIC.decode()}`" in sentences
    assert f"1 to {limits.MAX_NAME_CELLS} terminal cells" in sentences
    assert f"at most {limits.MAX_NAME_CHARS} code points" in sentences
    assert f"cut to {limits.MAX_CHAT_CELLS} cells" in sentences


def test_the_numbers_of_the_deal_exchange_in_its_sentences_are_those_of_the_code() -> None:
    sentences = " ".join(TEXT.split())
    assert f"waits {host.NUMBERS:.0f} seconds for the commitments" in sentences
    assert f"waits {host.NUMBERS:.0f} seconds for the numbers" in sentences
    assert f"at most {limits.MAX_ATTEMPTS} attempts" in sentences
    assert f"the last has {limits.ACTIONS_PER_PAGE}" in sentences
    assert f"more than {limits.MAX_ROUND_ACTIONS} actions is not shown" in sentences
    assert f"secret of {limits.NONCE_BYTES} random bytes" in sentences


def test_the_numbers_of_the_host_in_its_sentences_are_those_of_the_code() -> None:
    sentences = " ".join(TEXT.split())
    assert f"n = {limits.SCRYPT_COST}, r = {limits.SCRYPT_BLOCK}, p = {limits.SCRYPT_LANES}, 32 bytes" in sentences
    assert f"`TOO_MANY` when {limits.MAX_SPECTATORS} do" in sentences
    assert f"ask {host.ASKED_AT_ONCE:.0f} times at once, and after that {host.ASKED_PER_SECOND:.0f} times" in sentences
    assert f"some {host.FLOOD:.0f} requests too many" in sentences
    assert host.CHAT_COST == 4, "a line of chat counts as four"
    assert (host.PAUSE, host.TRIES, host.LONG_PAUSE) == (1, 5, 60), "a second; after five of them a minute"
    assert f"when {host.OUTBOX} messages wait" in sentences
    assert host.IDLE == 30 * 60, "30 minutes"
