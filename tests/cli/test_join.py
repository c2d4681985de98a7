"""Asking again after a table has not let a player in: for the password, another name, or to watch."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

import pytest

from engine.ruleset import Ruleset
from protocol.codes import ByeCode, RejectCode
from skipbo_lan.cli import choose, host, join, seat
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.join import Attempt
from skipbo_lan.cli.target import Target
from skipbo_lan.cli.terminal import Display, Mode
from skipbo_lan.client.state import ClientState, Ended, LocalEnd
from skipbo_lan.locale.endings import Whereabouts
from skipbo_lan.preferences import Preferences

TARGET = Target((), None, Whereabouts(table="Kitchen"))
FIRST = Attempt("Anna", watching=False, password=None, suggestions=("Anna 2", "Anna 3"))


def ended(why: ByeCode | RejectCode | LocalEnd) -> seat.Departure:
    return seat.Departure(ClientState(status=Ended(why)))


def following(why: ByeCode | RejectCode | LocalEnd, attempt: Attempt = FIRST, *, given: bool = False) -> Attempt | None:
    return join._another(ended(why), attempt, TARGET, given=given)


class Terminal:
    """Somebody who answers questions."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.asked: list[str] = []

    def answer(self, question: str) -> str:
        self.asked.append(question)
        return self.answers.pop(0)


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """A terminal with somebody at it, whose answers are all used up in the end."""
    terminal = Terminal()
    for module, name in ((join, "ask"), (join, "getpass"), (choose, "ask")):
        monkeypatch.setattr(module, name, terminal.answer)
    monkeypatch.setattr(join, "is_interactive", lambda: True)
    monkeypatch.setattr(join, "PAUSE_AFTER_WRONG_S", 0.0)
    yield terminal
    assert terminal.answers == []


def test_a_locked_table_is_asked_for_its_password(person: Terminal) -> None:
    person.answers = ["geheim"]
    again = following(LocalEnd.LOCKED)
    assert again is not None
    assert (again.name, again.password) == ("Anna", "geheim")
    assert person.asked == ["Password of Kitchen: "]


def test_a_wrong_password_is_asked_for_three_times(person: Terminal, capsys: pytest.CaptureFixture[str]) -> None:
    person.answers = ["one", "two", "three"]
    again = following(LocalEnd.LOCKED)
    for _ in range(2):
        assert again is not None
        again = following(RejectCode.BAD_PASSWORD, again)
    assert again is not None
    assert again.password == "three"
    assert following(RejectCode.BAD_PASSWORD, again) is None
    assert capsys.readouterr().out == "That is not the password.\n" * 2


def test_no_password_is_no_attempt(person: Terminal) -> None:
    person.answers = [""]
    assert following(LocalEnd.LOCKED) is None


@pytest.mark.parametrize("code", [RejectCode.FULL, RejectCode.PLAYING])
def test_who_finds_no_seat_may_watch(person: Terminal, code: RejectCode) -> None:
    person.answers = ["", "n"]
    watching = following(code)
    assert watching is not None
    assert watching.watching
    assert following(code) is None
    assert person.asked[0].endswith("Watch instead? [Y/n] ")
    assert len(person.asked[0]) < 80
    assert following(code, watching) is None


def test_another_name_is_asked_for(person: Terminal) -> None:
    person.answers = ["", "Zoe"]
    assert following(RejectCode.NAME_TAKEN) == Attempt("Anna 2", False, None, ("Anna 3",))
    again = following(RejectCode.NAME_TAKEN)
    assert again is not None
    assert again.name == "Zoe"


def test_without_a_terminal_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join, "is_interactive", lambda: False)
    for why in (LocalEnd.LOCKED, RejectCode.BAD_PASSWORD, RejectCode.FULL, RejectCode.PLAYING):
        assert following(why) is None
    assert following(RejectCode.NAME_TAKEN) == Attempt("Anna 2", False, None, ("Anna 3",))
    assert following(RejectCode.NAME_TAKEN, given=True) is None


def test_any_other_end_is_the_end(person: Terminal) -> None:
    for why in (ByeCode.CLOSED, ByeCode.REMOVED, LocalEnd.GAVE_UP, LocalEnd.NOT_LOCKED, RejectCode.SLOW_DOWN):
        assert following(why) is None


@pytest.mark.parametrize(
    ("why", "code"),
    [
        (ByeCode.CLOSED, Exit.FINE),
        (ByeCode.SUPERSEDED, Exit.FINE),
        (ByeCode.REMOVED, Exit.REFUSED),
        (LocalEnd.LOCKED, Exit.REFUSED),
        (LocalEnd.NOT_LOCKED, Exit.REFUSED),
        (RejectCode.BAD_PASSWORD, Exit.REFUSED),
        (RejectCode.NO_SPECTATORS, Exit.REFUSED),
        (LocalEnd.KEPT, Exit.NETWORK),
        (LocalEnd.GAVE_UP, Exit.NETWORK),
        (LocalEnd.INVALID, Exit.NETWORK),
    ],
)
def test_the_exit_code_of_an_end(why: ByeCode | RejectCode | LocalEnd, code: Exit) -> None:
    assert seat.exit_code(ended(why)) == code


def test_a_name_that_begins_like_an_option_goes_along_when_one_hosts_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[str, Display]] = []

    def opens(options: Namespace, ruleset: Ruleset, display: Display) -> int:
        opened.append((options.name, display))
        return 0

    monkeypatch.setattr(host, "play", opens)
    display = Display(Mode.LINES, Preferences(plain=True, speed=2.0))
    join._host_instead(Namespace(name="-Bo"), display)
    assert opened == [("-Bo", display)]


def test_a_bot_has_nothing_to_watch() -> None:
    with pytest.raises(CommandError):
        join.run(Namespace(bot="easy", watch=True))
