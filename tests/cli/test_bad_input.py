"""Bad input: one clear line on standard error, exit code 2, and never a traceback."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from skipbo_lan.cli import main

BAD = [
    (("jion",), "there is no command 'jion'; did you mean join?"),
    (
        ("xyzzy",),
        "there is no command 'xyzzy' (there are: host, join, practice, learn, find, doctor, rules, export, verify,"
        " arena, config, completion)",
    ),
    (("host", "--stok", "10"), "there is no option '--stok' here; did you mean --stock?"),
    (("host", "--xyzzy=1"), "there is no option '--xyzzy' here; --help lists them"),
    (("join", "--stock", "10"), "there is no option '--stock' here; --help lists them"),
    (("--zed", "1"), "there is no option '--zed' here; --help lists them"),
    (("--plain", "practice"), "options stand behind the command: skipbo-lan practice --plain"),
    (("host", "--stock", "77"), "a stock of 77 does not fit 2 players: at most 76 cards each"),
    (("host", "--stock", "0"), "argument --stock: '0' is not a number from 1"),
    (("host", "--seats", "6", "--stock", "23"), "a stock of 23 does not fit 6 players: at most 22 cards each"),
    (("host", "--headless", "--stock", "9999999"), "argument --stock: '9999999' is not a number from 1"),
    (("practice", "--stock", "50"), "a stock of 50 does not fit 3 players: at most 49 cards each"),
    (("host", "--seats", "7"), "argument --seats: '7' is not a number from 2 to 6"),
    (("host", "--seats", "1"), "argument --seats: '1' is not a number from 2 to 6"),
    (("practice", "--bots", "6"), "argument --bots: '6' is not a number from 1 to 5"),
    (("host", "--seats", "3", "--bots", "3"), "3 bots do not fit: the table has 2 free seats for them"),
    (("host", "--seats", "2", "--bots", "2"), "2 bots do not fit: the table has 1 free seat for them"),
    (
        ("host", "--seats", "3", "--teams", "pairs"),
        "3 players cannot play in these teams: pairs need four or six, trios six",
    ),
    (("host", "--teams", "quartets"), "argument --teams: 'quartets' is not pairs or trios"),
    (("host", "--port", "65536"), "argument --port: '65536' is not a number from 0 to 65535"),
    (("host", "--port", "-1"), "argument --port: '-1' is not a number from 0 to 65535"),
    (("host", "--seed", "12ab"), "argument --seed: a seed is 64 hexadecimal digits"),
    (("host", "--seed", "g" * 64), "argument --seed: a seed is 64 hexadecimal digits"),
    (("practice", "--seed", "0" * 63), "argument --seed: a seed is 64 hexadecimal digits"),
    (("host", "--option", "target"), "'target' is not of the form KEY=VALUE"),
    (("host", "--option", "target=none"), "option 'target': a number from 1 to 800000"),
    (("rules", "--option", "dry_rule=swim"), "option 'dry_rule': play_on or tuck"),
    (
        ("rules", "--preset", "clasic"),
        "argument --preset: 'clasic' is not classic or german or french or modern; did you mean classic?",
    ),
    (
        ("practice", "--level", "esay"),
        "argument --level: 'esay' is not random or easy or medium or hard; did you mean easy?",
    ),
    (
        ("host", "--bots", "easy,hrad"),
        "argument --bots: 'hrad' is not random or easy or medium or hard; did you mean hard?",
    ),
    (("practice", "--bots", ""), "argument --bots: '' is not a number from 1 to 5"),
    (("arena", "hard", "easy", "hard", "--seats", "2"), "3 levels are more than 2 seats"),
    (("arena", "hard", "--games", "0"), "argument --games: '0' is not a number from 1 to 100000"),
    (("arena", "hard", "easy", "--stock", "77"), "a stock of 77 does not fit 2 players: at most 76 cards each"),
    (("join", "--bot", "genius"), "argument --bot: 'genius' is not random or easy or medium or hard"),
    (("join", "--json"), "--json goes only with --bot"),
    (("host", "--json"), "--json goes only with --headless"),
    (("join", "1.2.3.4", "--table", "Blue"), "--table does not go with ADDRESS"),
    (("join", "1.2.3.4", "5.6.7.8"), "'5.6.7.8' is one word too many"),
    (
        ("join", "1.2.3.4:99999"),
        "argument ADDRESS[:PORT]: '1.2.3.4:99999' is not an address,"
        " such as 192.168.1.20, 192.168.1.20:16218 or [fe80::1]:16218",
    ),
    (("join", "--name", "host"), 'The name "host" cannot be used: host, server and you are not names.'),
    (("host", "--name", ""), 'The name "" cannot be used: a name needs at least one visible character.'),
    (
        ("practice", "--name", "x" * 17),
        f'The name "{"x" * 17}" cannot be used: a name has at most 16 characters (wide ones count twice).',
    ),
    (
        ("join", "--name", "\x1b[2J"),
        'The name "\u241b[2J" cannot be used: a name is made of letters, digits, spaces and _ - . \'.',
    ),
    (("host", "--table", "a\x1bb"), "argument --table: a table name has 1 to 32 visible characters"),
    (("host", "--table", " "), "argument --table: a table name has 1 to 32 visible characters"),
    (("host", "--grace", "soon"), "argument --grace: 'soon' is not a number from 0 to 86400"),
    (("find", "--timeout", "nan"), "argument --timeout: 'nan' is not a number from 0 to 86400"),
    (("host", "--stock"), "argument --stock: expected one argument"),
    (("host", "--headless", "--owner-on-stdin"), "no owner came on standard input"),
]


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKIPBO_STATE_DIR", str(tmp_path))


@pytest.mark.parametrize(("arguments", "line"), BAD)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: tuple[str, ...], line: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open("/dev/null", "rb") as nothing:
        monkeypatch.setattr("skipbo_lan.cli.terminal.raw_input", lambda: nothing)
        assert main(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err == f"skipbo-lan: {line}\n"


@pytest.fixture
def taken_port() -> Iterator[str]:
    with socket.create_server(("0.0.0.0", 0)) as listener:
        yield str(listener.getsockname()[1])


@pytest.mark.parametrize("how", [("--headless",), ("--plain",)])
def test_a_port_that_was_asked_for_and_is_in_use(
    how: tuple[str, ...], taken_port: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(("host", "--port", taken_port, *how)) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err == f"skipbo-lan: port {taken_port} is in use (is a table already open here?)\n"


def test_a_folder_that_cannot_be_written_to_keeps_no_table_open(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SKIPBO_STATE_DIR", str(tmp_path / "file"))
    assert main(("host", "--port", "0", "--plain")) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("skipbo-lan: the table's files cannot be kept: ")
    assert err.count("\n") == 1


def test_without_a_command_the_three_usual_ones_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(()) == 0
    out = capsys.readouterr().out
    for command in ("practice", "host", "join"):
        assert f"skipbo-lan {command}" in out


def test_a_fault_of_ours_goes_to_the_crash_file_and_is_told_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(options: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr("skipbo_lan.cli.rules.run", fail)
    assert main(("rules",)) == 1
    line = capsys.readouterr().err
    assert line.startswith("Skip-Bo LAN hit a bug and had to stop.")
    assert line.endswith(f"Details: {tmp_path / 'crash.log'}\n")
    assert "ZeroDivisionError" in (tmp_path / "crash.log").read_text()


def test_a_fault_of_ours_is_told_in_a_line_even_where_nothing_can_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(options: object) -> int:
        raise ZeroDivisionError("by nought")

    (tmp_path / "file").touch()
    monkeypatch.setenv("SKIPBO_STATE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr("skipbo_lan.cli.rules.run", fail)
    assert main(("rules",)) == 1
    assert capsys.readouterr().err.endswith("Details: ZeroDivisionError('by nought')\n")
