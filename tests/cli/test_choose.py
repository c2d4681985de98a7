"""Which table is joined: the own one at once, the one named, or one that the player picks from the list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import trio

from protocol.text import width
from skipbo_lan.cli import choose
from skipbo_lan.cli.choose import Choice, HostInstead, Look, Wish, decided
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.client.find import Rows
from skipbo_lan.client.listings import Fit, Listing, Place
from skipbo_lan.locale.joining import ask_watch, rows_lines
from skipbo_lan.settings import APP


def row(table: str, *, state: str = "lobby", taken: int = 1, fit: Fit = Fit.FITS, locked: bool = False) -> Listing:
    return Listing(
        table_id=table.encode(),
        epoch=1,
        places=(Place("192.168.1.20", 16218),),
        table=table,
        app="Skip-Bo LAN 1.0",
        seats=6,
        taken=taken,
        state=state,
        locked=locked,
        fit=fit,
    )


def wish(table: str | None = None, *, own: str = "", asks: bool = True, watches: bool = False) -> Wish:
    return Wish(table, has_token=lambda row: row.table == own, asks=asks, waits=False, watches=watches)


BLUE, RED = row("Blue"), row("Red")
PLAYING = row("Green", state="playing", taken=4)
OLD = row("Old", fit=Fit.HOST_OLDER)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the player will answer, in order."""
    prepared: list[str] = []
    monkeypatch.setattr(choose, "ask", lambda question: prepared.pop(0) if prepared else None)
    yield prepared
    assert prepared == []


def found(*searches: tuple[Listing, ...]) -> Look:
    """What each search finds; nothing after these."""
    left = list(searches)

    async def look(wish: Wish) -> Rows:
        await trio.lowlevel.checkpoint()
        return left.pop(0) if left else ()

    return look


def test_a_table_with_an_own_seat_is_returned_to_without_asking() -> None:
    assert decided((BLUE, PLAYING), wish(own="Green")) == PLAYING


def test_a_table_named_is_gone_to_even_if_the_host_may_refuse() -> None:
    assert decided((BLUE, PLAYING), wish("Green")) == PLAYING
    assert decided((BLUE, PLAYING), wish("Red")) is None


def test_an_own_seat_at_another_table_does_not_count_when_a_table_is_named() -> None:
    assert decided((BLUE, PLAYING), wish("Blue", own="Green")) == BLUE


def test_a_table_of_another_version_is_never_joined_by_itself() -> None:
    assert decided((OLD,), wish("Old")) is None


@pytest.mark.parametrize("answer", ["", "y", "YES"])
def test_the_only_open_table_is_asked_for(answer: str, answers: list[str]) -> None:
    answers += [answer]
    assert choose.choose(wish(), found((BLUE,))) == Choice(BLUE)


@pytest.mark.parametrize("asks", [True, False])
def test_a_person_is_told_at_once_that_the_search_has_begun(asks: bool, capsys: pytest.CaptureFixture[str]) -> None:
    async def look(wish: Wish) -> Rows:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        choose.choose(wish(asks=asks), look)
    assert capsys.readouterr().out == "Looking for tables on this network ...\n" * asks


def test_no_is_no(answers: list[str]) -> None:
    answers += ["n"]
    with pytest.raises(CommandError) as ended:
        choose.choose(wish(), found((BLUE,)))
    assert ended.value.code == 0


def test_of_several_the_number_decides(answers: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    answers += ["7", "2", "n", "3"]
    assert choose.choose(wish(), found((BLUE, PLAYING, RED))) == Choice(RED)
    assert capsys.readouterr().out == (
        "Looking for tables on this network ...\n"
        "1  Blue   waiting, 1 of 6 seats taken  192.168.1.20\n"
        "2  Green  playing, 4 of 6 seats taken, you can watch  192.168.1.20\n"
        "3  Red    waiting, 1 of 6 seats taken  192.168.1.20\n"
        "Please type a number of the list, a, h, r or q.\n"
        "Green cannot be joined: playing, 4 of 6 seats taken, you can watch.\n"
    )


def test_looking_again_shows_the_new_list(answers: list[str]) -> None:
    answers += ["r", "y"]
    assert choose.choose(wish(), found((BLUE, RED), (RED,))) == Choice(RED)


def test_who_cannot_be_asked_gets_the_first_open_table(answers: list[str]) -> None:
    assert choose.choose(wish(asks=False), found((PLAYING, BLUE, RED))) == Choice(BLUE)


def test_a_table_that_is_full_or_playing_is_offered_to_be_watched(answers: list[str]) -> None:
    full = row("Blue", taken=6)
    answers += ["", "y", "2", ""]
    assert choose.choose(wish(), found((full,))) == Choice(full, watching=True)
    assert choose.choose(wish(), found((PLAYING,))) == Choice(PLAYING, watching=True)
    assert choose.choose(wish(), found((BLUE, PLAYING))) == Choice(PLAYING, watching=True)


def test_the_offer_to_watch_says_how_full_the_table_is() -> None:
    assert ask_watch(row("Anna's table", taken=6)) == "Anna's table is full (6 of 6). Watch instead? [Y/n] "
    assert ask_watch(PLAYING) == "Green is playing (4 of 6). Watch instead? [Y/n] "


def test_who_does_not_want_to_watch_is_refused(answers: list[str]) -> None:
    answers += ["n"]
    with pytest.raises(CommandError) as ended:
        choose.choose(wish(), found((row("Blue", taken=6),)))
    assert (str(ended.value), ended.value.code) == ("Blue is full (6 of 6).", 6)


def test_who_came_to_watch_is_asked_for_nothing_else(answers: list[str]) -> None:
    answers += [""]
    assert choose.choose(wish(watches=True, own="Blue"), found((BLUE,))) == Choice(BLUE, watching=True)
    assert choose.choose(wish(watches=True, asks=False), found((PLAYING,))) == Choice(PLAYING, watching=True)


def test_the_list_says_which_tables_want_a_password() -> None:
    (line,) = rows_lines((row("Blue", locked=True),))
    assert "waiting, 1 of 6 seats taken, password" in line


def test_the_columns_of_the_list_are_counted_in_cells() -> None:
    wide, plain = rows_lines((row("李小龙"), row("Blue12")))
    assert wide.index("waiting") + 3 == plain.index("waiting")


def test_five_seconds_without_a_table_are_enough_for_who_does_not_wait() -> None:
    with pytest.raises(CommandError) as ended:
        choose.choose(wish(), found())
    assert (str(ended.value), ended.value.code) == ("No table found on this network.", 3)


@pytest.mark.parametrize("blocked", [True, False])
def test_after_five_seconds_a_person_is_told_what_to_try_and_whether_the_search_is_blocked(
    blocked: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def is_blocked(present: object) -> bool:
        await trio.lowlevel.checkpoint()
        return blocked

    looks = iter([()] * 12)

    async def look(wish: Wish) -> Rows:
        await trio.lowlevel.checkpoint()
        for rows in looks:
            return rows
        raise TimeoutError

    monkeypatch.setattr(choose, "is_blocked", is_blocked)
    with pytest.raises(TimeoutError):
        choose.choose(replace(wish(), waits=True), look)
    told = capsys.readouterr().err
    assert told.count("No table found on this network yet; still looking.\n") == 1
    assert "- Or host yourself:  skipbo-lan host\n" in told
    assert told.count("This computer does not let Skip-Bo look around the network (firewall?).") == blocked


def test_an_address_can_be_typed_and_hosting_chosen_where_several_tables_are_listed(
    answers: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    answers += ["a", "1.2.3.4:99999", "[fe80::1%eth0]:4000", "h"]
    assert choose.choose(wish(), found((BLUE, RED))) == Place("fe80::1%eth0", 4000)
    assert "'1.2.3.4:99999' is not an address" in capsys.readouterr().out
    assert choose.choose(wish(), found((BLUE, RED))) == HostInstead()


def test_tables_without_a_free_seat_are_not_called_none() -> None:
    with pytest.raises(CommandError) as ended:
        choose.choose(wish(asks=False), found(*[(PLAYING,)] * 10))
    assert (str(ended.value), ended.value.code) == ("No table with a free seat found on this network.", 3)


def test_a_table_of_another_name_is_not_the_one() -> None:
    with pytest.raises(CommandError) as ended:
        choose.choose(wish("Red"), found(*[(BLUE,)] * 10))
    assert str(ended.value) == "No table called Red found on this network."


def test_a_hostile_table_cannot_act_on_the_terminal() -> None:
    (line,) = rows_lines((row("\x1b[2J\n2  Free"),))
    assert line.isprintable()
    lines = rows_lines((replace(OLD, app="\x1b[2J\nEvil", places=(Place("192.168.1.20", 0),)),))
    assert all(line.isprintable() for line in lines)


def test_of_another_version_the_list_names_both_and_who_must_update() -> None:
    told = " ".join("\n".join(rows_lines((OLD, row("x", fit=Fit.HOST_NEWER)))).split())
    assert f"runs Skip-Bo LAN 1.0, you have {APP}: the host should update" in told
    assert f"runs Skip-Bo LAN 1.0, you have {APP}: you should update" in told


def test_no_line_of_the_list_is_longer_than_79_columns() -> None:
    long = replace(row("李小龙的桌子" * 3, locked=True, taken=6), preset="official", stock=20)
    far = replace(long, places=(Place("fe80::1234:5678:9abc:def0%eth0", 40000),))
    tables = (long, far, BLUE, OLD, replace(OLD, app="x" * 64))
    lines = rows_lines(tables)
    assert max(map(width, lines)) <= 79
    assert all(line[0].isdigit() or line.startswith("   ") for line in lines)
    assert sum(line[0].isdigit() for line in lines) == len(tables)


def test_two_tables_on_one_computer_are_told_apart() -> None:
    other = replace(BLUE, places=(Place("192.168.1.20", 16219),))
    assert [line.split()[-1] for line in rows_lines((BLUE, other))] == ["192.168.1.20", "192.168.1.20:16219"]
    unknown = replace(OLD, places=(Place("192.168.1.20", 0),))
    assert "192.168.1.20:" not in rows_lines((unknown,))[0]


def test_a_table_named_by_blanks_has_a_name_in_the_list() -> None:
    (line,) = rows_lines((row(" \u3000 "),))
    assert line.startswith("1  A table  waiting")


def test_the_rows_stand_in_columns_whatever_the_names_are_made_of() -> None:
    lines = rows_lines((row("Blue"), row("李小龙的桌子")))
    assert len({width(line[: line.index("waiting")]) for line in lines}) == 1
