"""Reading a config file: what is right counts, what is wrong is told in a line, and nothing crashes."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipbo_lan.config import KEYS, blank_file, load
from skipbo_lan.config.limits import FILE_BYTES
from skipbo_lan.locale.config import complaint_line
from skipbo_lan.preferences import USUAL, LogLevel, Preferences, Theme


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def told(path: Path) -> list[str]:
    return [complaint_line(each).removeprefix(str(path)).lstrip() for each in load(path).complaints]


def test_every_key_is_read(path: Path) -> None:
    path.write_text(
        'name = "Zoë"\ntheme = "dark"\nascii = true\nplain = true\nmouse = false\nspeed = 1.5\nmotion = false\n'
        'hints = false\nkey_bar = false\nbell = false\ntitle = false\nbanner = false\nlog_level = "info"\n',
        encoding="utf-8",
    )
    loaded = load(path)
    assert loaded.preferences == Preferences(
        name="Zoë",
        theme=Theme.DARK,
        ascii=True,
        plain=True,
        mouse=False,
        speed=1.5,
        motion=False,
        hints=False,
        key_bar=False,
        bell=False,
        title=False,
        banner=False,
        log_level=LogLevel.INFO,
    )
    assert loaded.complaints == ()


def test_the_table_of_keys_holds_every_preference_once() -> None:
    assert sorted(key.name for key in KEYS) == sorted(Preferences.__dataclass_fields__)


def test_the_default_file_names_every_key_with_a_comment_and_changes_nothing(path: Path) -> None:
    text = blank_file(path)
    path.write_text(text, encoding="utf-8")
    assert load(path).preferences == USUAL
    assert load(path).complaints == ()
    assert list(tomllib.loads(text)) == [key.name for key in KEYS]
    assert text.startswith(f"# {path}\n")
    sections = text.split("\n\n")
    assert len(sections) == 1 + len(KEYS)
    assert all(section.startswith("# ") for section in sections)
    assert all(len(line) < 80 for line in text.splitlines()[1:])


def test_without_a_file_everything_is_as_usual(path: Path) -> None:
    assert load(path).preferences == USUAL
    assert load(path).complaints == ()
    path.write_text("")
    assert load(path / "config.toml").complaints == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('theme = "drak"', 'theme "drak" is unknown (auto, light, dark, contrast, mono). Using auto.'),
        ("theme = 3", "theme 3 is not possible (auto, light, dark, contrast, mono). Using auto."),
        ('mouse = "perhaps"', 'mouse "perhaps" is unknown (true, false). Using true.'),
        ("ascii = 1", "ascii 1 is not possible (true, false). Using false."),
        ("speed = 5.5", "speed 5.5 is not possible (0 to 5, usual). Using usual."),
        ("speed = -1", "speed -1 is not possible (0 to 5, usual). Using usual."),
        ("speed = nan", "speed nan is not possible (0 to 5, usual). Using usual."),
        ("speed = true", "speed true is not possible (0 to 5, usual). Using usual."),
        ('name = "host"', 'the name "host" cannot be used: host, server and you are not names. Using your login name.'),
        ("name = 7", "name 7 is not possible. Using your login name."),
        (
            'name = "\\u001b[2J"',
            'the name "\u241b[2J" cannot be used: a name is made of letters, digits, spaces and _ - . \'.'
            " Using your login name.",
        ),
        ("spede = 1", 'there is no key "spede"; did you mean speed? It is left out.'),
        ("Key-Bar = true", 'there is no key "Key-Bar"; did you mean key_bar? It is left out.'),
        ("bell =", "is not TOML (Invalid value). The line is left out."),
        ("what is this", "is not TOML (Expected '=' after a key in a key/value pair). The line is left out."),
        ("title = off", "title off is written title = false. Using false."),
        ("bell = True  # said so", "bell True is written bell = true. Using true."),
    ],
)
def test_a_fault_names_its_line_what_is_allowed_and_what_is_used(path: Path, line: str, said: str) -> None:
    path.write_text(f'# mine\nlog_level = "error"\n{line}\nhints = false\n', encoding="utf-8")
    assert told(path) == [f"line 3: {said}"]
    right = load(path).preferences
    assert (right.log_level, right.hints) == (LogLevel.ERROR, False)


def test_an_unknown_key_that_resembles_none_brings_the_list_of_keys(path: Path) -> None:
    path.write_text("[xyzzy]\ntheme = 'dark'\n")
    assert told(path) == [
        'line 1: there is no key "xyzzy" (name, theme, ascii, plain, mouse, speed, motion, hints, key_bar, bell, title,'
        " banner, log_level). It is left out."
    ]


def test_the_mouse_can_be_switched_off_in_the_word_that_people_use(path: Path) -> None:
    """T26."""
    path.write_text("mouse = off\n")
    assert not load(path).preferences.mouse
    path.write_text("mouse = false\n")
    assert not load(path).preferences.mouse
    assert load(path).complaints == ()


def test_several_faults_are_told_in_the_order_of_their_lines(path: Path) -> None:
    path.write_bytes(b'theme = "drak"\n= 1\nname = "Zo\xeb"\nspeed = 3\nx = 1\n')
    assert [complaint.line for complaint in load(path).complaints] == [1, 2, 3, 5]
    assert load(path).preferences.speed == 3


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"#" * (FILE_BYTES + 1), f"is longer than {FILE_BYTES} bytes. Using the usual choices."),
        ("theme = 'dark'\n".encode("utf-16"), "is not in UTF-8. Using the usual choices."),
        (b"x = " + b"[" * 20_000, "is not a TOML file. Using the usual choices; skipbo-lan config prints a right one."),
        (
            b"x = " + b"9" * 5_000,
            "is not a TOML file. Using the usual choices; skipbo-lan config prints a right one.",
        ),
        (
            b"no toml\n" * 100,
            "is not a TOML file. Using the usual choices; skipbo-lan config prints a right one.",
        ),
    ],
)
def test_a_file_that_is_no_config_is_told_in_one_line(path: Path, content: bytes, said: str) -> None:
    path.write_bytes(content)
    assert told(path) == [f": {said}"]
    assert load(path).preferences == USUAL


def test_what_is_no_file_is_told(path: Path) -> None:
    path.mkdir()
    assert told(path) == [": is not a file. Using the usual choices."]
    assert load(Path("no\0path")).preferences == USUAL


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names")
def test_a_pipe_is_not_waited_for(path: Path) -> None:
    os.mkfifo(path)
    assert told(path) == [": is not a file. Using the usual choices."]


def test_a_file_in_the_home_folder_is_called_as_people_call_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    path = tmp_path / "config.toml"
    path.write_text('theme = "drak"')
    line = complaint_line(load(path).complaints[0])
    assert line == '~/config.toml line 1: theme "drak" is unknown (auto, light, dark, contrast, mono). Using auto.'


_VALUES = st.sampled_from(
    ("true", "off", '"dark"', '"\\u001b]0;x"', "-1", "1e400", "[[1]", '"""', "1979-05-27", "{a=1}", "=", "\x00", "\x1b")
)
_KEYS = st.sampled_from([key.name for key in KEYS] + ["x", '"\\u009b"', "[a]", "a.b", "'", "", "\u202e"])
_LINES = st.builds(lambda key, value: f"{key} = {value}".encode(), _KEYS, _VALUES) | st.binary(max_size=40)


@given(st.lists(_LINES, max_size=12), st.sampled_from((b"\n", b"\r\n", b"\r")))
def test_any_file_is_read_without_a_crash_and_told_without_a_control_character(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], end: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(end.join(lines))
    loaded = load(path)
    shown = [complaint_line(each) for each in loaded.complaints]
    assert all(line.isprintable() for line in shown)
    assert 0 <= (loaded.preferences.speed or 0) <= 5
