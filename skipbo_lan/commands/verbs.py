"""Verbs that are no moves: talk, questions, the lobby, and what only the host may ask for.

Seats are typed from 1, as they are shown; on the wire they count from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.options import OptionError, with_option
from engine.ruleset import PRESETS, SHORT_STOCK, Coaching, FirstDealer, Ruleset, Seat, partners
from protocol import messages as wire
from protocol.limits import MAX_CHAT_CELLS, MAX_LEVEL_CHARS, MAX_PACE_MS, MAX_SEATS
from protocol.mapping import ruleset_to_wire
from protocol.text import width
from skipbo_lan.client.room import player_at
from skipbo_lan.client.state import ClientState, Lost, seat_waited_for
from skipbo_lan.commands.kinds import About, AskHost, Colours, Command, Leave, Question, SaveLog, Talk, Unclear
from skipbo_lan.commands.listing import as_command, moves
from skipbo_lan.locale import typed as words
from skipbo_lan.locale.people import name_at, names_of, safe_name
from skipbo_lan.locale.table import not_connected
from skipbo_lan.preferences import Theme

Verb = Callable[[str, ClientState], Command]
"""What follows the verb, and the state, to the command."""

DEFAULT_BOT: Final = "easy"
LAST_FEW: Final = 10
"""How many entries `log` shows when no number is typed."""
_AT_ONCE: Final = "instant"
_NO_WORDS: Final = frozenset({"no", "n"})
_AS_ON_COMMAND_LINE: Final = {"stock": "stock_size"}
"""Options with another name on the command line."""


def talk(rest: str, state: ClientState) -> Command:
    """`say TEXT`."""
    return _talk(rest, team=False)


def team(rest: str, state: ClientState) -> Command:
    """`team TEXT`."""
    return _talk(rest, team=True)


def log(rest: str, state: ClientState) -> Command:
    """`log`, `log 20`."""
    if rest and not _is_number(rest):
        return Unclear(words.form("log 20"))
    return Question(About.LOG, int(rest) if rest else LAST_FEW)


def leave(rest: str, state: ClientState) -> Command:
    """`leave`: asked back when it costs somebody something."""
    room = state.room
    if state.watching or isinstance(state.status, Lost):
        return Leave()  # nobody plays for a spectator, and who is lost is missed already
    others = sum(player.kind == "human" and player.seat != room.you for player in room.players) if room else 0
    if state.owner and others:
        return Leave(words.ask_leave_as_host(others))
    return Leave(words.ask_leave_game(state.owner) if state.playing else None)


def save(rest: str, state: ClientState) -> Command:
    """`save`."""
    return SaveLog()


def do(rest: str, state: ClientState) -> Command:
    """`do 3`: the third of the numbered moves."""
    legal = moves(state)
    if not _is_number(rest):
        return Unclear(words.form("do 3"))
    if not 1 <= int(rest) <= len(legal):
        return Unclear(words.no_such_move(len(legal)))
    return as_command(legal[int(rest) - 1])


def start(rest: str, state: ClientState) -> Command:
    """`start`, `start NAME`: the dealer counts where the host chooses (R3)."""
    if not rest:
        return AskHost(wire.Start(dealer=_default_dealer(state)))
    seat = _seat(rest, state)
    return AskHost(wire.Start(dealer=seat)) if seat is not None else Unclear(words.nobody_called(rest))


def bot(rest: str, state: ClientState) -> Command:
    """`bot add [LEVEL]`, `bot remove N`, `bot now NAME`."""
    verb, _, what = rest.partition(" ")
    match verb.casefold():
        case "add":
            level = what.strip().casefold() or DEFAULT_BOT
            is_word = level.isprintable() and len(level) <= MAX_LEVEL_CHARS
            return AskHost(wire.AddBot(level=level)) if is_word else Unclear(words.form("bot add"))
        case "remove":
            seat = _seat(what.strip(), state)
            return AskHost(wire.RemoveBot(seat=seat)) if seat is not None else Unclear(words.nobody_called(what))
        case "now":
            return _about_absent(what.strip(), state, wire.BotNow)
        case _:
            return Unclear(words.form("bot add [LEVEL]", "bot remove N", "bot now NAME"))


def remove(rest: str, state: ClientState) -> Command:
    """`remove NAME`: asked back, for the player cannot come back."""
    player = _player(rest, state)
    if player is None:
        return Unclear(words.nobody_called(rest))
    if player.level is not None and state.room is not None and state.room.stage == "lobby":
        return AskHost(wire.RemoveBot(seat=player.seat))
    in_match = state.room is not None and state.room.stage != "lobby"
    return AskHost(wire.RemovePlayer(seat=player.seat), words.ask_remove(safe_name(player.name), in_match=in_match))


def wait(rest: str, state: ClientState) -> Command:
    """`wait NAME`."""
    return _about_absent(rest, state, wire.WaitLonger)


def give(rest: str, state: ClientState) -> Command:
    """`give NAME`."""
    return _about_absent(
        rest, state, wire.Give, also=lambda player: player.presence == "bot" or player.level is not None
    )


def swap(rest: str, state: ClientState) -> Command:
    """`swap N M`."""
    seats = [_seat(word, state) for word in rest.split()]
    match seats:
        case [int(a), int(b)]:
            return AskHost(wire.Swap(a=a, b=b))
        case _:
            return Unclear(words.form("swap N M"))


def sit(rest: str, state: ClientState) -> Command:
    """`sit N`."""
    seat = _seat_number(rest)
    return AskHost(wire.Sit(seat=seat)) if seat is not None else Unclear(words.form("sit N"))


def option(rest: str, state: ClientState) -> Command:
    """`option KEY VALUE`, `option preset NAME`, `option short`; alone: the list."""
    if not rest:
        return Question(About.OPTIONS)
    if state.ruleset is None:
        return Unclear(not_connected())
    key, _, value = rest.replace("=", " ").partition(" ")
    try:
        changed = _changed(state.ruleset, key.casefold(), value.strip())
    except OptionError as error:
        return Unclear(words.bad_option(error.key, error.allowed))
    return AskHost(wire.Configure(ruleset=ruleset_to_wire(changed)))


def speed(rest: str, state: ClientState) -> Command:
    """`speed SECONDS`, `speed instant`."""
    try:
        seconds = 0.0 if rest.casefold() == _AT_ONCE else float(rest)
    except ValueError:
        return Unclear(words.form("speed 0.5"))
    if not 0 <= seconds * 1000 <= MAX_PACE_MS:
        return Unclear(words.form("speed 0.5"))
    return AskHost(wire.Pace(ms=round(seconds * 1000)))


def theme(rest: str, state: ClientState) -> Command:
    """`theme NAME`."""
    try:
        return Colours(Theme(rest.casefold()))
    except ValueError:
        return Unclear(words.form(*(f"theme {each}" for each in Theme)))


def accuse(rest: str, state: ClientState) -> Command:
    """`accuse NAME` (R72)."""
    seat = _seat(rest, state)
    return AskHost(wire.Accuse(offender=seat)) if seat is not None else Unclear(words.nobody_called(rest))


def accusable(state: ClientState) -> tuple[str, ...]:
    """Whom this player may accuse now: partners of the player on turn; with no teams, whoever is not on turn (R72)."""
    view, room, me = state.view, state.room, state.seat
    accusing = state.ruleset is not None and state.ruleset.coaching is Coaching.ACCUSE
    if not accusing or not state.playing or view is None or room is None or me is None:
        return ()
    own = {me, *partners(view.sides, me)}
    mates = partners(view.sides, view.turn)
    advisers = mates or tuple(seat for seat in range(len(view.seats)) if seat != view.turn)
    return tuple(name_at(names_of(room), seat) for seat in advisers if seat not in own)


def confirm(rest: str, state: ClientState) -> Command:
    """`confirm`, `confirm no` (R72)."""
    return AskHost(wire.Confirm(guilty=rest.casefold() not in _NO_WORDS))


def close(rest: str, state: ClientState) -> Command:
    """`close`: the end of the table for everybody."""
    return AskHost(wire.CloseTable(), ask=words.ask_close() if state.playing else None)


def _asks(about: About) -> Verb:
    return lambda rest, state: Question(about)


def _sends(message: wire.Message) -> Verb:
    return lambda rest, state: AskHost(message)


VERBS: Final[Mapping[str, Verb]] = {
    **{about.value: _asks(about) for about in About if about not in (About.LOG, About.OPTIONS)},
    "keys": _asks(About.HELP),
    "?": _asks(About.HELP),
    "log": log,
    "l": log,
    "save": save,
    "do": do,
    "say": talk,
    "team": team,
    "start": start,
    "bot": bot,
    "remove": remove,
    "wait": wait,
    "give": give,
    "swap": swap,
    "sit": sit,
    "option": option,
    "ready": _sends(wire.Ready()),
    "again": _sends(wire.Again()),
    "speed": speed,
    "theme": theme,
    "accuse": accuse,
    "confirm": confirm,
    "close": close,
    "leave": leave,
    "quit": leave,
    "exit": leave,
    "q": leave,
}
"""Every verb, in the order in which the nearest is looked for."""


def _about_absent(
    text: str,
    state: ClientState,
    message: type[wire.BotNow | wire.WaitLonger | wire.Give],
    also: Callable[[wire.WirePlayer], bool] = lambda player: False,
) -> Command:
    """A request about a player who is away, or one of whom `also` is true; without a name, about the one waited for."""
    seat = seat_waited_for(state) if not text else _seat(text, state)
    player = player_at(state.room, seat) if state.room is not None and seat is not None else None
    if player is None:
        return Unclear(words.nobody_called(text))
    if player.presence != "away" and not also(player):
        return Unclear(words.not_away(safe_name(player.name)))
    return AskHost(message(seat=player.seat))


def _player(text: str, state: ClientState) -> wire.WirePlayer | None:
    seat = _seat(text, state)
    return player_at(state.room, seat) if state.room is not None and seat is not None else None


def _talk(text: str, *, team: bool) -> Command:
    if not text:
        return Unclear(words.form("team TEXT" if team else "say TEXT"))
    return Talk(text, team) if width(text) <= MAX_CHAT_CELLS else Unclear(words.too_long(MAX_CHAT_CELLS))


def _changed(ruleset: Ruleset, key: str, value: str) -> Ruleset:
    key = _AS_ON_COMMAND_LINE.get(key, key.replace("-", "_"))
    if key == "preset":
        if value not in PRESETS:
            raise OptionError(key, " or ".join(PRESETS))
        return PRESETS[value]
    return with_option(ruleset, "stock_size", str(SHORT_STOCK)) if key == "short" else with_option(ruleset, key, value)


def _default_dealer(state: ClientState) -> Seat | None:
    """Where the host chooses the dealer and named none: the host."""
    chooses = state.ruleset is not None and state.ruleset.first_dealer is FirstDealer.HOST_CHOICE
    return state.seat if chooses else None


def _seat(text: str, state: ClientState) -> Seat | None:
    """A seat by its number or by its player's name."""
    names = names_of(state.room) if state.room is not None else {}
    wanted = text.casefold()
    named = next(
        (seat for seat, name in names.items() if wanted in (name.casefold(), safe_name(name).casefold())), None
    )
    return named if named is not None else _seat_number(text)


def _seat_number(text: str) -> Seat | None:
    return int(text) - 1 if _is_number(text) and 1 <= int(text) <= MAX_SEATS else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4
