"""Names and chat come from outside: nothing of them acts on a terminal, wherever they are shown (P50)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from protocol.codes import RejectCode
from protocol.messages import Said
from skipbo_lan.client.listings import Fit, Listing, Place
from skipbo_lan.client.log import Chat, Note, NoteKind
from skipbo_lan.client.state import Ended
from skipbo_lan.commands import Unclear, parse
from skipbo_lan.commands.verbs import VERBS
from skipbo_lan.locale import joining, usage
from skipbo_lan.locale.chronicle import saved
from skipbo_lan.locale.endings import Whereabouts, ended_line
from skipbo_lan.locale.notes import log_line, note_line
from skipbo_lan.locale.paths import path_words
from skipbo_lan.locale.people import bot_word, names_of, side_name
from skipbo_lan.locale.refusals import bad_name_line, refusal_line
from skipbo_lan.locale.table import lobby_lines
from tests.engine.build import seat, table
from tests.locale.sights import a_player, a_room, a_state

ATTACKS = [
    *("\x1b[2J\x1b[H", "\x1b]0;title\x07", "\x1b]8;;http://x\x1b\\", "\x1b]52;c;AAAA\x07", "\x1bPq", "\x1b_G\x1b\\"),
    *("\x9b31m", "\x9d0;title\x9c", "\x07", "\x08", "a\rb", "a\nb", "\x00", "\x7f", "\u2028", "\x85"),
    *("x\u202ey", "\u200b", "\ud800", "e" + "\u0301" * 50),
]
"""CSI, OSC 0, 8 and 52, DCS, APC; the same as C1; BEL, BS, CR, LF, NUL, DEL, line separators (F79)."""


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


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_table_cannot_act_in_the_list_nor_in_any_question_about_it(attack: str) -> None:
    row = Listing(b"t" * 16, 1, (Place("192.168.1.2", 1),), attack, attack, 6, 6, attack, locked=True, fit=Fit.FITS)
    told = [*joining.rows_lines((row,)), joining.ask_join(row), joining.ask_watch(row), joining.cannot_join(row)]
    older = replace(row, fit=Fit.HOST_OLDER)
    assert [line for line in [*told, *joining.rows_lines((older,))] if not is_harmless(line)] == []


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_rejection_and_an_end_cannot_act(attack: str) -> None:
    for code in RejectCode:
        assert is_harmless(ended_line(Ended(code, attack, 0, 9), Whereabouts(), "Skip-Bo LAN 1.0"))


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_refusal_that_nobody_knows_cannot_act(attack: str) -> None:
    assert is_harmless(refusal_line(attack))
    assert is_harmless(bad_name_line(attack, RejectCode.NAME_CHARACTER))


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_file_name_cannot_act(attack: str) -> None:
    for line in (path_words(Path(attack)), joining.unreadable_seat(Path(attack)), usage.bug(attack)):
        assert is_harmless(line)


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_was_typed_cannot_act_in_its_answer(attack: str) -> None:
    state = a_state(table(seat("1"), seat("2")))
    typed = [attack, *(f"{verb} {attack}" for verb in VERBS), f"bot now {attack}", f"bot remove {attack}"]
    told = [command.message for line in typed if isinstance(command := parse(line, state), Unclear)]
    assert told
    assert [line for line in told if not is_harmless(line)] == []


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_place_of_a_log_cannot_act(attack: str) -> None:
    assert is_harmless(saved(Path(f"/home/{attack}/x.log")))


@pytest.mark.parametrize("kind", NoteKind)
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_note_cannot_act(attack: str, kind: NoteKind) -> None:
    assert is_harmless(note_line(Note(kind, attack)))


def test_chat_says_who_and_to_whom() -> None:
    said = Said(seat=1, name="Cy", text="keep B for my 12", team=True, held=True)
    assert log_line(Chat(said), {}, 0) == "[team] <Cy> keep B for my 12 (said during the turn)"
    said = Said(seat=1, name="Bea", text="good luck!", team=False, held=False)
    assert log_line(Chat(said), {}, 0) == "<Bea> good luck!"
