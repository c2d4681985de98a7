"""The live list of tables: what each key does, what it shows in every size, and that a number keeps its table."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from skipbo_lan.client.listings import Fit, Listing, Place
from skipbo_lan.settings import APP
from skipbo_lan.tui.drawing.cells import width
from skipbo_lan.tui.intents import Terminal
from skipbo_lan.tui.tables.keys import (
    GaveUp,
    HostInstead,
    Intent,
    LookAgain,
    Picked,
    Tables,
    Typed,
    burst,
    listed,
    paste,
    press,
)
from skipbo_lan.tui.tables.listing import ListModel, draw


def row(table: str, *, state: str = "lobby", taken: int = 1, fit: Fit = Fit.FITS, locked: bool = False) -> Listing:
    return Listing(
        table_id=table.encode(),
        epoch=1,
        places=(Place("192.168.1.20", 16218),),
        table=table,
        app="Skip-Bo LAN 0.8",
        seats=6,
        taken=taken,
        state=state,
        locked=locked,
        fit=fit,
        preset="classic",
        stock=10,
    )


BLUE, RED = row("Blue"), row("Red")
PLAYING, FULL = row("Green", state="playing", taken=4), row("Full", taken=6)
OLD, NEW = row("Old", fit=Fit.HOST_OLDER), row("New", fit=Fit.HOST_NEWER)


def pressed(tables: Tables, *keys: str) -> tuple[Tables, tuple[Intent, ...]]:
    intents: tuple[Intent, ...] = ()
    for key in keys:
        tables, new = press(tables, key)
        intents += new
    return tables, intents


def shown(tables: Tables, width: int = 80, height: int = 24, *advice: str) -> str:
    return "\n".join(line.rstrip() for line in draw(ListModel(tables, advice, width, height)).lines())


def test_rules_of_a_tables_own_are_called_that() -> None:
    own = replace(row("Green"), preset="own", stock=10)
    assert "own rules, 10 cards" in shown(listed(Tables(), (own,)))


def test_the_list_says_of_each_table_what_one_wants_to_know() -> None:
    tables = listed(Tables(), (BLUE, PLAYING, replace(RED, locked=True), FULL))
    assert shown(tables).splitlines() == [
        " Tables on this network   (found 4, still looking)",
        "",
        "   1  Blue   waiting 1 of 6          classic, 10 cards  192.168.1.20",
        "   2  Green  playing 4 of 6, watch   classic, 10 cards  192.168.1.20",
        "   3  Red    waiting 1 of 6, locked  classic, 10 cards  192.168.1.20",
        "   4  Full   full 6 of 6, watch      classic, 10 cards  192.168.1.20",
        *[""] * 17,
        " 1-9 join  w watch  r look again  a type an address  h host instead  q quit",
    ]


def test_of_a_table_of_another_version_it_says_who_must_update() -> None:
    tables = listed(Tables(), (OLD, NEW))
    screen = shown(tables)
    assert "Skip-Bo LAN 0.8: the host should update" in screen
    assert f"Skip-Bo LAN 0.8, you {APP}: you should update" in shown(tables, 100)
    assert f"cannot join: runs Skip-Bo LAN 0.8, you have {APP}: the host should update" in shown(tables, 130)
    tables, intents = pressed(tables, "2")
    assert intents == ()
    told = " ".join(shown(tables).split())
    assert "pipx upgrade skipbo-lan" in told
    assert f"runs Skip-Bo LAN 0.8, you have {APP}" in told


@pytest.mark.parametrize(("columns", "rules"), [(80, "classic, 10 cards"), (60, "classic")])
def test_a_table_of_another_version_costs_the_others_neither_rules_nor_address(columns: int, rules: str) -> None:
    rows = (BLUE, replace(RED, locked=True), replace(OLD, app="Some other program's name 0.8"), replace(NEW, app=""))
    lines = shown(listed(Tables(), rows), columns).splitlines()[2:6]
    assert lines[0].split() == ["1", "Blue", "waiting", "1", "of", "6", *rules.split(), "192.168.1.20"]
    assert ["the host should update" in lines[2], "you should update" in lines[3]] == [True, True]
    assert {line.index("192.168.1.20") for line in lines} == {lines[0].index("192.168.1.20")}


def test_the_address_is_never_given_up_for_the_rules_and_no_word_of_them_is_cut() -> None:
    rows = (replace(BLUE, table="Anna's long table name"), replace(PLAYING, preset="german"), FULL)
    forms = set()
    for columns in range(60, 100):
        lines = shown(listed(Tables(), rows), columns).splitlines()[2:5]
        for line, preset in zip(lines, ("classic", "german", "classic"), strict=True):
            told = re.search(r"of 6(?:, watch)? +(.*?) *192\.168\.1\.20$", line)
            assert told is not None, line
            assert told[1] in ("", preset, f"{preset}, 10 cards")
            forms.add(told[1])
    assert len(forms) == 5


@pytest.mark.parametrize(("columns", "height"), [(80, 24), (60, 20)])
def test_a_question_an_answer_and_a_typed_line_are_seen_however_many_tables_there_are(
    columns: int, height: int
) -> None:
    full = tuple(replace(row(f"Table {number}", taken=6), locked=True) for number in range(1, 40))
    asking, _ = pressed(listed(Tables(), full), "1")
    assert "Watch instead? [Y/n]" in shown(asking, columns, height)
    old, _ = pressed(listed(Tables(), tuple(replace(each, fit=Fit.HOST_NEWER) for each in full)), "1")
    assert "pipx upgrade skipbo-lan" in " ".join(shown(old, columns, height).split())
    typing, _ = pressed(listed(Tables(), full), "a", *"1.2.3.4")
    screen = shown(replace(typing, reply="'1.2.3.4:x' is not an address. " * 4), columns, height).splitlines()
    assert screen[-2] == " Address on the host's screen: 1.2.3.4"
    assert screen[-3].endswith("not an address.")


@pytest.mark.parametrize(("columns", "height"), [(80, 24), (60, 20)])
def test_it_tells_that_more_tables_follow_and_how_they_are_reached(columns: int, height: int) -> None:
    def told(count: int) -> str:
        tables = listed(Tables(), tuple(row(f"Table {number}") for number in range(1, count + 1)))
        return shown(tables, columns, height)

    assert "arrows and Enter choose" not in told(9)
    assert "      arrows and Enter choose" in told(10)
    screen = told(64)
    assert f"{64 - screen.count('waiting')} more: arrows and Enter choose" in screen


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_the_keys_always_tell_how_to_leave(columns: int) -> None:
    for tables in (Tables(), Tables(watching=True)):
        assert shown(tables, columns).endswith("q quit")


def test_a_number_joins_its_table() -> None:
    assert pressed(listed(Tables(), (BLUE, RED)), "2")[1] == (Picked(RED, watching=False),)


def test_a_number_stays_with_its_table_whatever_comes_and_goes() -> None:
    tables = listed(Tables(), (BLUE, RED))
    tables = listed(tables, (RED,))
    assert pressed(tables, "1")[1] == ()
    assert "There is no table 1 in the list." in shown(pressed(tables, "1")[0])
    tables = listed(tables, (PLAYING, RED))
    assert [(number, each.table) for number, each in tables.numbered] == [(1, "Green"), (2, "Red")]
    moved = replace(RED, places=(Place("10.0.0.7", 4000),), epoch=2, taken=3)
    assert listed(tables, (PLAYING, moved)).numbered[1] == (2, moved)


def test_a_table_that_cannot_be_joined_is_offered_to_be_watched() -> None:
    for table in (PLAYING, FULL):
        tables, intents = pressed(listed(Tables(), (BLUE, table)), "2")
        assert intents == ()
        assert "Watch instead? [Y/n]" in shown(tables)
        for yes in ("y", "enter"):
            assert pressed(tables, yes)[1] == (Picked(table, watching=True),)
        for no in ("n", "escape", "1"):
            assert pressed(tables, no) == (replace(tables, asked=None), ())


def test_the_offer_to_watch_is_about_the_table_that_was_asked_for() -> None:
    tables, _ = pressed(listed(Tables(), (PLAYING, BLUE)), "1")
    assert pressed(listed(tables, (BLUE,)), "y")[1] == (Picked(PLAYING, watching=True),)


def test_who_wants_to_watch_watches_any_table() -> None:
    tables = listed(Tables(), (BLUE, PLAYING))
    assert pressed(tables, "w", "1")[1] == (Picked(BLUE, watching=True),)
    assert pressed(tables, "w", "w", "1")[1] == (Picked(BLUE, watching=False),)
    assert "1-9 watch" in shown(pressed(tables, "w")[0])


def test_arrows_and_enter_reach_every_table() -> None:
    many = tuple(row(f"Table {number}") for number in range(1, 13))
    tables = listed(Tables(), many)
    assert pressed(tables, "enter")[1] == (Picked(many[0], watching=False),)
    assert pressed(tables, *["down"] * 11, "enter")[1] == (Picked(many[11], watching=False),)
    assert pressed(tables, "up", "space")[1] == (Picked(many[11], watching=False),)
    assert pressed(Tables(), "enter")[0].reply == "There is no table to join yet."
    assert pressed(Tables(), "down")[1] == ()


def test_an_address_can_be_typed_and_pasted() -> None:
    tables, _ = pressed(Tables(), "a", *"192.168.1.3")
    assert shown(tables).splitlines()[22] == " Address on the host's screen: 192.168.1.3"
    assert pressed(tables, "backspace", "4", "enter")[1] == (Typed("192.168.1.4"),)
    assert pressed(paste(Tables(), " [fe80::1%eth0]:4000\n"), "enter")[1] == (Typed("[fe80::1%eth0]:4000"),)
    assert pressed(tables, *"qh", "enter")[1] == (Typed("192.168.1.3qh"),), "letters are no keys there"


@pytest.mark.parametrize("way_out", [("escape",), ("c-c",), ("enter",), ("backspace",)])
def test_the_line_for_an_address_can_be_left(way_out: tuple[str, ...]) -> None:
    tables, intents = pressed(Tables(), "a", *way_out)
    assert (tables.line, intents) == (None, ())


def pasted(tables: Tables, text: str) -> tuple[Tables, tuple[Intent, ...]]:
    """The keys of a pasted text that the terminal does not mark as one."""
    intents: tuple[Intent, ...] = ()
    keys = [{"\n": "enter", " ": "space" if tables.line is None else " "}.get(char, char) for char in text]
    for index, key in enumerate(keys):
        tables, new = burst(tables, key, len(keys) - index - 1)
        intents += new
    return tables, intents


def test_an_address_pasted_without_marks_chooses_no_table() -> None:
    tables = listed(Tables(), (BLUE, RED))
    assert pasted(tables, " 192.168.1.20:4000\n")[1] == (Typed("192.168.1.20:4000"),)
    half, intents = pasted(tables, "qh\n192.168.1.20")
    assert (half.line is not None, intents) == (True, ())
    assert pasted(tables, "\n \n") == (tables, ())
    assert burst(tables, "down", 5) == press(tables, "down"), "a slow line is no paste"


def test_the_other_keys() -> None:
    tables = listed(Tables(), (BLUE,))
    assert pressed(tables, "h")[1] == (HostInstead(),)
    assert pressed(tables, "q")[1] == pressed(tables, "escape")[1] == (GaveUp(),)
    assert pressed(tables, "c-c")[1] == (GaveUp(interrupted=True),)
    assert pressed(tables, "r") == (Tables(), (LookAgain(),))
    assert pressed(tables, "c-l", "c-z")[1] == (Terminal.REDRAW, Terminal.SUSPEND)
    assert pressed(tables, "z", "f") == (tables, ())


def test_a_click_on_a_row_is_its_number() -> None:
    canvas = draw(ListModel(listed(Tables(), (BLUE, RED)), (), 80, 24))
    assert [canvas.at(10, y) for y in (2, 3, 4)] == ["1", "2", None]


def test_the_advice_stands_where_the_tables_would_be_and_makes_way_for_an_answer() -> None:
    assert "still nothing" in shown(Tables(), 80, 24, "still nothing")
    assert "still nothing" not in shown(replace(Tables(), reply="no"), 80, 24, "still nothing")


def test_every_size_and_any_name_makes_a_whole_screen() -> None:
    chance = Random("list")
    names = ["Blue", "李小龙的桌子" * 3, "x" * 64, "\x1b[2J\n", "Zoe\u0301" * 8]
    for _ in range(300):
        rows = tuple(
            replace(chance.choice([BLUE, PLAYING, OLD, FULL]), table=chance.choice(names), table_id=bytes([n]) * 16)
            for n in range(chance.randrange(30))
        )
        tables = listed(Tables(), rows)
        for _ in range(chance.randrange(6)):
            tables, _ = press(tables, chance.choice([*"123456789wa", "down", "up", "x"]))
        columns, height = chance.randrange(1, 130), chance.randrange(1, 50)
        lines = draw(ListModel(tables, ["some advice " * 9], columns, height)).lines()
        assert len(lines) == height
        assert {width(line) for line in lines} == {columns}
        assert all(line.isprintable() for line in lines)


def test_the_marked_table_is_among_those_that_fit() -> None:
    tables = listed(Tables(), tuple(row(f"Table {number}") for number in range(1, 31)))
    for steps in range(30):
        assert f"Table {steps + 1} " in shown(pressed(tables, *["down"] * steps)[0], 80, 12)
