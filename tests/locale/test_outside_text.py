"""Names and chat come from outside: nothing of them acts on a terminal, wherever they are shown (P50)."""

from __future__ import annotations

import pytest
from msgspec import structs

from protocol.messages import Said
from skipbo_lan.client.state import Chat, Note, NoteKind
from skipbo_lan.locale.notes import log_line, note_line
from skipbo_lan.locale.people import bot_word, names_of, side_name
from skipbo_lan.locale.table import lobby_lines
from tests.locale.sights import a_player, a_room, a_state

ATTACKS = ["\x1b[2J\x1b[H", "a\rb", "a\nb", "\x07", "\x9b31m", "x\u202ey", "\u200b", "\x00"]


def is_harmless(text: str) -> bool:
    return text.isprintable()


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_name_cannot_act(attack: str) -> None:
    room = structs.replace(a_room(), players=[a_player(0, "Anna"), a_player(1, attack)])
    assert is_harmless(side_name(names_of(room), (0, 1), 0))


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_bots_level_cannot_act(attack: str) -> None:
    bot = structs.replace(a_player(1, "Bo", bot=True), level=attack)
    room = structs.replace(a_room("lobby"), players=[a_player(0, "Anna"), bot])
    assert all(map(is_harmless, lobby_lines(a_state(room=room), names_of(room))))
    assert is_harmless(bot_word(attack))


@pytest.mark.parametrize("attack", ATTACKS)
def test_chat_cannot_act(attack: str) -> None:
    said = Said(seat=1, name=attack, text=f"hello {attack}", team=False, held=False)
    line = log_line(Chat(said), {}, 0)
    assert line is not None
    assert is_harmless(line)


@pytest.mark.parametrize("kind", NoteKind)
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_note_cannot_act(attack: str, kind: NoteKind) -> None:
    assert is_harmless(note_line(Note(kind, attack)))


def test_chat_says_who_and_to_whom() -> None:
    said = Said(seat=1, name="Cy", text="keep B for my 12", team=True, held=True)
    assert log_line(Chat(said), {}, 0) == "[team] <Cy> keep B for my 12 (said during the turn)"
    said = Said(seat=1, name="Bea", text="good luck!", team=False, held=False)
    assert log_line(Chat(said), {}, 0) == "<Bea> good luck!"
