"""The scenes of the pictures: what is drawn, and in which sizes of window. Names, cards and times are fixed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from msgspec import structs

from engine.actions import DiscardTop, Stock
from engine.cards import Card
from engine.events import Discarded, Drew, Event, PileCompleted, Played, StockTurned, TurnBegan
from engine.outcome import Outcome, Termination
from engine.ruleset import Ruleset, Teams
from engine.table import SeatCards
from protocol.messages import Said, WirePlayer
from skipbo_lan.client.listings import Fit, Listing, Place
from skipbo_lan.client.log import Chat, Happened, LogEntry
from skipbo_lan.client.state import ClientState, Lost
from skipbo_lan.lesson.course import Progress, Step
from skipbo_lan.locale.hosting import Address, Invitation
from skipbo_lan.preferences import Preferences
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.drawing.draw import draw
from skipbo_lan.tui.drawing.glyphs import ASCII, LINES
from skipbo_lan.tui.line import LineKind, begin
from skipbo_lan.tui.menu.drawing import MenuModel
from skipbo_lan.tui.menu.drawing import draw as draw_menu
from skipbo_lan.tui.menu.keys import Menu
from skipbo_lan.tui.model import Model, Overlay, Question, UiState
from skipbo_lan.tui.tables.keys import Tables, listed
from skipbo_lan.tui.tables.listing import ListModel
from skipbo_lan.tui.tables.listing import draw as draw_list
from tests.engine.build import cards, seat
from tests.lesson.lessons import client_at
from tests.locale.sights import a_player, a_room, a_spectator, a_state
from tests.tui.scenes import drawn_table, in_room, press, seen, team_table

Size: TypeAlias = tuple[int, int]
"""Width and height in cells."""

SMALL: Final = (60, 20)
USUAL: Final = (80, 24)
LARGE: Final = (120, 40)

NOON: Final = 12 * 3600.0
"""When the day of the pictures began is 0, in the client's seconds."""
NOW: Final = NOON + 150

DAN = seat("1 1 1 1 1", "7 3", "12 11", "7", "", stock="1 " * 10 + "9")
EVA = seat("1 1 1 1 1", "9 9 1", "5 6 6 6 8 6", "11 10", "1 1 1 1 1 1 1 1 12", stock="1 " * 16 + "S")
FINN = seat("1 1 1 1 1", "2", stock="1 " * 19 + "4")
GUS = seat("1 1 1 1 1", "6 9 8", "12", "3 3 3 2", "6 5", stock="1 1 12")
BEA = seat("1 1", "6 9 8", "12", "4 5 5 2", "", stock="1 " * 13 + "7")
OTHERS: Final = (DAN, EVA, FINN, GUS, BEA)
NAMES: Final = ("Anna", "Dan", "Eva", "Finn", "Gus", "Bea")

INVITATION: Final = Invitation(16218, (Address("192.168.1.20", "wlan0"), Address("10.8.0.3", "tun0")))


@dataclass(frozen=True, slots=True)
class Scene:
    """Something to draw in some sizes."""

    draw: Callable[[Size], Canvas]
    sizes: tuple[Size, ...]


def all_scenes() -> dict[str, Scene]:
    """Every scene by name."""
    return dict([*_tables(), *_moments(), *_pages(), *_around()])


def happened(*events: Event, at: float = NOON + 60) -> tuple[LogEntry, ...]:
    """Events in the first round, heard of at that time."""
    return tuple(Happened(event, 1, at) for event in events)


def said(name: str, text: str, *, team: bool = False) -> Chat:
    """A line of chat."""
    return Chat(Said(seat=NAMES.index(name), name=name, text=text, team=team, held=False), NOON + 130)


def players(count: int) -> list[WirePlayer]:
    """The people at the table; Gus is a bot."""
    return [a_player(number, name, bot=name == "Gus") for number, name in enumerate(NAMES[:count])]


def log_of(last: int) -> tuple[LogEntry, ...]:
    """What the player on the last seat did before the player's own turn began."""
    return (
        *happened(Drew(last, 2, None), at=NOON + 50),
        *happened(Played(last, Stock(last), Card.FOUR, 0, 4), StockTurned(last, Card.SEVEN, 14)),
        *happened(Played(last, DiscardTop(last, 1), Card.ELEVEN, 1, 11), at=NOON + 70),
        *happened(Discarded(last, Card.EIGHT, 0), at=NOON + 90),
        *happened(TurnBegan(0), Drew(0, 3, cards("2 7 S")), at=NOON + 120),
    )


def at_table(*others: SeatCards, turn: int = 0, rules: Ruleset | None = None) -> ClientState:
    """The player with these others, in the order of NAMES."""
    rules = rules or Ruleset()
    client = seen(drawn_table(*others, rules=rules, turn=turn), log=log_of(len(others)))
    return in_room(client, players=players(len(others) + 1), scores=[85, 140, 0, 35, 60, 5][: len(others) + 1])


def duel(turn: int = 0) -> ClientState:
    """Anna against Bea, a bot."""
    log: tuple[LogEntry, ...] = (
        *happened(Played(1, DiscardTop(1, 0), Card.THREE, 0, 3), Played(1, Stock(1), Card.FOUR, 0, 4)),
        *happened(StockTurned(1, Card.NINE, 21)),
        *happened(Discarded(1, Card.THREE, 0), at=NOON + 90),
        *happened(TurnBegan(0), Drew(0, 3, cards("2 7 S")), at=NOON + 120),
        Chat(Said(seat=1, name="Bea", text="good luck!", team=False, held=False), NOON + 130),
    )
    client = seen(drawn_table(turn=turn), log=log if turn == 0 else log[:3])
    two = [a_player(0, "Anna"), a_player(1, "Bea", bot=True)]
    return in_room(client, players=two, scores=[85, 140], rounds_played=1)


def six() -> ClientState:
    """Six players: one away, a bot with few cards, two who watch."""
    return replace(in_room(at_table(*OTHERS), players=_away(players(6), "Finn"), watching=2), room_at=NOW - 150)


def pairs() -> ClientState:
    """Two pairs; the partner has spoken."""
    client = seen(team_table(), log=(*log_of(3), said("Eva", "keep B for my 12 please", team=True)))
    return in_room(client, players=players(4), scores=[85, 140])


def trios() -> ClientState:
    """Two teams of three."""
    return in_room(seen(team_table(Teams.TRIOS), log=log_of(5)), players=players(6), scores=[85, 140])


def spectator() -> ClientState:
    """Somebody who watches four players."""
    table = drawn_table(DAN, EVA, BEA, turn=1)
    names = [*NAMES[:3], "Bea"]
    room = a_room(players=4)
    client = replace(a_spectator(table, room), epoch=1, seq=7, log=log_of(3)[:-2])
    return in_room(client, players=[a_player(number, name) for number, name in enumerate(names)])


def wide_names() -> ClientState:
    """Names of wide characters, of a joined sign, of marks, and of the greatest length."""
    names = ("Anna", "李小龙", "Zoë", "👩\u200d👩\u200d👧", "e" + "\u0301" * 20, "ＷＷＷＷＷＷＷＷ")
    client = in_room(at_table(*OTHERS), players=[a_player(number, name) for number, name in enumerate(names)])
    return replace(client, table="餐桌")


def lobby(*, owner: bool = True) -> ClientState:
    """A table of six with four places taken."""
    waiting = players(5)[:4]
    waiting[3] = a_player(3, "Gus", bot=True)
    room = a_room("lobby", players=6)
    client = a_state(None, room, owner=owner, observer=0 if owner else 1)
    return in_room(client, players=waiting, scores=[], wins=[])


def round_over(*, match: bool = False) -> ClientState:
    """The end of a round, or of the match."""
    client = at_table(EVA, BEA)
    assert client.view is not None
    won = client.view.seats[0]
    view = replace(
        client.view,
        outcome=Outcome(Termination.WIN, 0, 180),
        seats=(replace(won, stock_top=None, stock_count=0), *client.view.seats[1:]),
    )
    seats = [a_player(0, "Anna"), structs.replace(a_player(1, "Dan"), ready=True), a_player(2, "Eva", bot=True)]
    stage, winners = ("match_over", [0]) if match else ("round_over", [])
    scores = [515, 140, 0] if match else [265, 140, 0]
    ended = in_room(replace(client, view=view), players=seats, stage=stage, winners=winners, scores=scores)
    return replace(in_room(ended, rounds_played=3, next_round_ms=None if match else 20_000), room_at=NOW)


def a_model(client: ClientState, size: Size, ui: UiState | None = None, *, host: bool = False) -> Model:
    """The screen of that size; the smallest in ASCII."""
    begun = replace(ui or UiState(), basis=(client.epoch, client.seq))
    glyphs = ASCII if size == SMALL else LINES
    return Model(client, begun, NOW, *size, glyphs, INVITATION if host else None)


def _away(seats: list[WirePlayer], name: str) -> list[WirePlayer]:
    """The players, one of whom is away: since 150 seconds, of 190."""
    gone = {"presence": "away", "grace_ms": 190_000}
    return [structs.replace(each, **gone) if each.name == name else each for each in seats]


def _scene(client: ClientState, *sizes: Size, ui: UiState | None = None, keys: str = "", host: bool = False) -> Scene:
    def drawn(size: Size) -> Canvas:
        screen = a_model(client, size, ui, host=host)
        return draw(press(screen, *keys)[0] if keys else screen)

    return Scene(drawn, sizes or (USUAL, LARGE, SMALL))


def _tables() -> Iterator[tuple[str, Scene]]:
    yield "2-players", _scene(duel(), USUAL, LARGE, SMALL, (100, 30), host=True)
    yield "2-players-waiting", _scene(duel(turn=1))
    yield "3-players", _scene(at_table(EVA, BEA))
    yield "4-players", _scene(at_table(DAN, EVA, BEA))
    yield "5-players", _scene(at_table(DAN, EVA, FINN, GUS))
    yield "6-players", _scene(six(), host=True)
    yield "pairs", _scene(pairs())
    yield "trios", _scene(trios())
    yield "spectator", _scene(spectator())
    yield "wide-names", _scene(wide_names())


def _moments() -> Iterator[tuple[str, Scene]]:
    yield "card-chosen", _scene(duel(), keys="4")
    yield "wild-chosen", _scene(duel(), USUAL, keys="2")
    yield "pile-lit", _scene(duel(), USUAL, keys="b")
    yield "fits-nowhere", _scene(duel(), USUAL, keys="3")
    yield "refused", _scene(duel(), keys="7")
    yield "hint", _scene(duel(), USUAL, LARGE, keys="h")
    played = happened(Played(0, Stock(0), Card.FOUR, 0, 4), at=NOW - 0.1)
    yield "card-played", _scene(replace(duel(), log=(*duel().log, *played)))
    full = happened(Played(0, Stock(0), Card.TWELVE, 2, 12), PileCompleted(2), at=NOW - 0.1)
    yield "pile-completed", _scene(replace(duel(), log=(*duel().log, *full)))
    gone = in_room(at_table(EVA, BEA, turn=1), players=_away(players(3), "Dan"))
    yield "away", _scene(replace(gone, room_at=NOW - 150), USUAL, SMALL)
    yield "lost", _scene(replace(duel(), status=Lost(NOW + 2, NOW + 50)), USUAL)
    yield "leaving", _scene(duel(), ui=UiState(question=Question("Leave the game? A bot will play your cards.", ())))
    yield "talking", _scene(duel(), ui=UiState(line=begin(LineKind.TALK, "take your time")))


def _pages() -> Iterator[tuple[str, Scene]]:
    for name, overlay in (("help", Overlay.HELP), ("log", Overlay.LOG), ("piles", Overlay.PILES)):
        yield f"page-{name}", _scene(duel(), ui=UiState(overlay=overlay))
    yield "page-rules", _scene(duel(), USUAL, ui=UiState(overlay=Overlay.RULES))
    yield "page-options", _scene(duel(), ui=UiState(overlay=Overlay.OPTIONS))
    yield "too-small", _scene(duel(), (48, 12))


def _around() -> Iterator[tuple[str, Scene]]:
    yield "lobby", _scene(lobby(), host=True)
    yield "lobby-of-a-guest", _scene(lobby(owner=False), USUAL)
    yield "round-over", _scene(round_over())
    yield "match-over", _scene(round_over(match=True), USUAL)
    yield "lesson", _scene(client_at(Step.STOCK), ui=UiState(lesson=Progress()))
    yield "lesson-done", _scene(client_at(Step.HELP), USUAL, ui=UiState(lesson=Progress(hinted=True, helped=True)))
    yield "menu", Scene(_menu, (USUAL, LARGE, SMALL))
    yield "list-of-tables", Scene(_list_of_tables, (USUAL, LARGE, SMALL))


def _menu(size: Size) -> Canvas:
    glyphs = ASCII if size == SMALL else LINES
    return draw_menu(MenuModel(Menu(Preferences(name="Anna"), "anna"), *size, glyphs))


def _list_of_tables(size: Size) -> Canvas:
    rows = (
        _row("Anna's table", taken=1),
        _row("Office lunch", state="playing", taken=4, preset="german", stock=20),
        _row("Old laptop", fit=Fit.HOST_OLDER),
    )
    return draw_list(ListModel(listed(Tables(), rows), (), *size))


def _row(
    table: str, *, state: str = "lobby", taken: int = 1, fit: Fit = Fit.FITS, preset: str = "classic", stock: int = 30
) -> Listing:
    return Listing(
        table_id=table.encode(),
        epoch=1,
        places=(Place("192.168.1.20", 16218),),
        table=table,
        app="Skip-Bo LAN 0.8",
        seats=6,
        taken=taken,
        state=state,
        locked=False,
        fit=fit,
        preset=preset,
        stock=stock,
    )
