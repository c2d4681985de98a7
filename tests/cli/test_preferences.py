"""What a player likes, from the command line, the config file and by itself; and a start in too small a window."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from skipbo_lan.cli import main, names, own_table
from skipbo_lan.cli.arguments import arguments, parse_arguments
from skipbo_lan.cli.preferences import OPTIONS, with_options
from skipbo_lan.cli.terminal import Display, Mode
from skipbo_lan.cli.window import has_room
from skipbo_lan.config import KEYS, load
from skipbo_lan.locale.config_file import COMMENTS
from skipbo_lan.preferences import USUAL, LogLevel, Preferences, Theme
from tests.e2e.program import running
from tests.tui.pseudo_terminal import terminal


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config.toml"
    monkeypatch.setenv("SKIPBO_CONFIG", str(path))
    return path


def liked(config: Path, *arguments: str) -> Preferences:
    return with_options(load(config).preferences, parse_arguments(arguments))


def test_an_option_goes_before_the_config_which_goes_before_what_is_usual(config: Path) -> None:
    assert liked(config, "practice") == USUAL
    config.write_text('theme = "light"\nspeed = 2\nmouse = true\nbell = false\nlog_level = "error"\n')
    of_config = liked(config, "join")
    assert of_config == Preferences(theme=Theme.LIGHT, speed=2, bell=False, log_level=LogLevel.ERROR)
    given = ["--theme", "dark", "--speed", "0", "--no-mouse", "--ascii", "--plain", "--log-level", "debug"]
    assert liked(config, "host", *given) == Preferences(
        theme=Theme.DARK, speed=0, mouse=False, ascii=True, plain=True, bell=False, log_level=LogLevel.DEBUG
    )
    config.write_text("ascii = true\nplain = true\nmouse = false\n")
    assert liked(config, "host") == Preferences(ascii=True, plain=True, mouse=False)


def test_the_program_without_a_command_takes_the_same_options(config: Path) -> None:
    assert liked(config, "--theme", "mono", "--no-mouse").theme is Theme.MONO
    assert liked(config) == USUAL


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["host", "--theme", "drak"],
            "argument --theme: 'drak' is not auto or light or dark or contrast or mono; did you",
        ),
        (["join", "--speed", "6"], "argument --speed: '6' is not a number from 0 to 5"),
        (["join", "--speed", "nan"], "argument --speed: 'nan' is not a number from 0 to 5"),
        (["practice", "--log-level", "all"], "argument --log-level: 'all' is not debug or info or warning or error"),
        (["--theme", "dark", "practice"], "options stand behind the command: skipbo-lan practice --theme"),
        (["config", "--ascii"], "there is no option '--ascii' here; --help lists them"),
    ],
)
def test_a_bad_option_is_one_line_and_exit_code_2(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"skipbo-lan: {line}")
    assert err.count("\n") == 1


def test_a_match_goes_on_with_whatever_display_is_wanted() -> None:
    assert {action.dest for action in arguments()[""]} - {"help", "version"} == set(OPTIONS)


def test_the_name_of_the_config_is_the_name_by_itself_and_no_more() -> None:
    assert names.own_name(None, "Zoë") == "Zoë"
    assert names.own_name("Bea", "Zoë") == "Bea"


def test_the_speed_is_the_pace_of_an_own_table() -> None:
    assert own_table.pace_arguments(Display(Mode.LINES, Preferences(speed=0.25))) == ("--speed", "0.25")
    assert own_table.pace_arguments(Display(Mode.LINES, USUAL)) == ()


def test_config_prints_a_file_that_could_be_the_config(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[0] == f"# {config}"
    config.write_text(out, encoding="utf-8")
    assert load(config).complaints == ()
    config.write_text('theme = "drak"\n')
    assert main(["config"]) == 0
    assert capsys.readouterr() == (
        out,
        f'{config} line 1: theme "drak" is unknown (auto, light, dark, contrast, mono). Using auto.\n',
    )


def test_the_printed_config_is_utf8_whatever_the_output_is(tmp_path: Path) -> None:
    path = tmp_path / "Zoë" / "config.toml"
    path.parent.mkdir()
    variables = {"SKIPBO_CONFIG": str(path), "PYTHONIOENCODING": "latin-1"}
    with running("config", state=tmp_path, variables=variables) as program:
        assert program.end() == 0
    path.write_bytes(program.out)
    assert load(path).complaints == ()
    assert program.text.startswith(f"# {path}\n")


def test_the_documents_name_every_key() -> None:
    text = (Path(__file__).parents[2] / "docs" / "TERMINAL.md").read_text(encoding="utf-8")
    for key in KEYS:
        assert f"| `{key.name} = {key.shown(USUAL)}` | {', '.join(key.kind.allowed)} | {COMMENTS[key.name]} |" in text


def test_what_is_wrong_with_the_config_is_told_once_before_the_game_which_goes_on(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('name = "Zoë"\nspeed = 0.01\ntheme = "drak"\n', encoding="utf-8")
    with running("practice", state=tmp_path) as program:
        program.expect("you are Zoë")
        program.type("leave")
        assert program.end() == 0
    assert not (tmp_path / "session.log").exists()  # nobody has asked for it
    told = program.errors.splitlines()
    assert [line for line in told if "drak" in line] == [
        f'{tmp_path / "config.toml"} line 3: theme "drak" is unknown (auto, light, dark, contrast, mono). Using auto.'
    ]


def environment(tmp_path: Path) -> dict[str, str]:
    return {"SKIPBO_STATE_DIR": str(tmp_path), "SKIPBO_CONFIG": str(tmp_path / "config.toml")}


def test_the_config_keeps_mouse_and_lines_off_the_screen(tmp_path: Path) -> None:
    """T26."""
    (tmp_path / "config.toml").write_text("mouse = off\nascii = true\n")
    command = [sys.executable, "-m", "skipbo_lan", "practice"]
    with terminal(command=command, environment=environment(tmp_path)) as window:
        window.wait_for("BUILDING PILES")
        assert "\n-- PLAYER ---" in window.text
        assert b"\x1b[?1000h" not in window.output
        window.send("q")
        window.wait_for("y yes")
        window.send("y")
        assert window.wait_for_end() == 0


def test_too_small_a_window_is_waited_for(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "skipbo_lan", "practice"]
    with terminal(command=command, environment=environment(tmp_path), size=(48, 12)) as window:
        window.wait_for("Or add --plain. Ctrl-C ends.")
        window.resize(60, 20)
        window.wait_for("BUILD")
        window.send("\x03\x03")
        window.wait_for_end()


def test_too_small_a_window_is_not_waited_for_when_nobody_wants_to(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "skipbo_lan", "join", "--no-wait"]
    with terminal(command=command, environment=environment(tmp_path), size=(80, 19)) as window:
        assert window.wait_for_end() == 7
        assert "skipbo-lan: Too small for the table: 80 x 19, needs 60 x 20. Make the window" in window.text


@pytest.mark.parametrize(
    ("columns", "rows", "room"),
    [(60, 20, True), (59, 20, False), (60, 19, False), (80, 24, True), (0, 0, True), (0, 19, False)],
)
def test_from_60_x_20_there_is_room(columns: int, rows: int, room: bool) -> None:
    assert has_room(columns, rows) is room


NO_CONSOLE = """
import sys
import prompt_toolkit.output.defaults
from skipbo_lan.cli import main

class NoConsoleScreenBufferError(Exception):
    pass

def create_output(*args, **options):
    raise NoConsoleScreenBufferError("Found xterm, while expecting a Windows console.")

prompt_toolkit.output.defaults.create_output = create_output
sys.exit(main(["practice"]))
"""


def test_a_window_that_is_no_windows_console_is_told_in_a_line(tmp_path: Path) -> None:
    """T28."""
    command = [sys.executable, "-c", NO_CONSOLE]
    with terminal(command=command, environment=environment(tmp_path), size=(120, 24)) as window:
        assert window.wait_for_end() == 7
        said = "skipbo-lan: This window is not a Windows console. Use Windows Terminal, or add --plain."
        assert said in " ".join(window.text.split())
        assert "Traceback" not in window.text
    assert not (tmp_path / "crash.log").exists()
