"""The table of keys: what each does and when. The help page, the bar of keys and the key press itself all read it.

1. Nothing is bound to Ctrl-S or Ctrl-Q: they belong to the terminal's flow control (TESTED.md T3).
2. No function key is needed for anything (T20).
3. A key is matched by the character typed, after NFKC. Letters count in either case unless both have a meaning;
   the unshifted digits of a French keyboard count as digits (TERMINAL.md, rule 7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

from engine.actions import Action, Draw, Object, Pass
from engine.ruleset import Coaching, OutOfTurn, Teams
from skipbo_lan.client.state import ClientState, seat_waited_for
from skipbo_lan.tui.choices import BUILDING_KEYS, HAND_KEYS, PARTNER_KEYS, PILE_KEYS, STOCK_KEY, actions, partner_keys
from skipbo_lan.tui.pressing.readings import readings


class Deed(Enum):
    """What a key does. Its words stand in skipbo_lan/locale/keys.py under the same name."""

    HAND = auto()
    PILE = auto()
    STOCK = auto()
    BUILDING = auto()
    PARTNER = auto()
    SECOND_PARTNER = auto()
    NEXT_MOVE = auto()
    LAST_MOVE = auto()
    CONFIRM = auto()
    CANCEL = auto()
    PASS = auto()
    DRAW = auto()
    OBJECT = auto()
    INTRUDE = auto()
    ACCUSE = auto()
    GUILTY = auto()
    INNOCENT = auto()
    BOT_NOW = auto()
    WAIT_LONGER = auto()
    START = auto()
    ADD_BOT = auto()
    REMOVE_BOT = auto()
    TEAMS = auto()
    READY = auto()
    AGAIN = auto()
    READY_AGAIN = auto()
    SAVE_LOG = auto()
    HINT = auto()
    LOG = auto()
    PILES = auto()
    RULES = auto()
    TALK = auto()
    TEAM_TALK = auto()
    COMMAND = auto()
    SLOWER = auto()
    FASTER = auto()
    OPTIONS = auto()
    MOUSE = auto()
    HELP = auto()
    REDRAW = auto()
    SUSPEND = auto()
    INTERRUPT = auto()
    LEAVE = auto()


Condition: TypeAlias = Callable[[ClientState], bool]


@dataclass(frozen=True, slots=True)
class Binding:
    """Some keys, what they do, and when they do it."""

    deed: Deed
    keys: tuple[str, ...]
    when: Condition
    shown: str
    """How the keys are written in the help and in the bar."""


def _always(client: ClientState) -> bool:
    return True


def _stage(*stages: str) -> Condition:
    return lambda client: client.room is not None and client.room.stage in stages


def _owner(condition: Condition) -> Condition:
    return lambda client: client.owner and condition(client)


def _playing(client: ClientState) -> bool:
    return client.playing


def _in_team(client: ClientState) -> bool:
    return client.ruleset is not None and client.ruleset.teams is not Teams.NONE


def _has_team(client: ClientState) -> bool:
    """Whether there is a team to talk to: in the lobby seats still change."""
    return _in_team(client) and client.room is not None and client.room.stage != "lobby"


def _has_partner(number: int) -> Condition:
    """Whether this player has so many partners (from 1) whose piles can be played."""

    def condition(client: ClientState) -> bool:
        return client.playing and client.view is not None and len(partner_keys(client.view)) >= number

    return condition


def _legal(kind: type[Action]) -> Condition:
    """Whether an action of this kind is legal now."""

    def condition(client: ClientState) -> bool:
        return (
            client.playing
            and client.view is not None
            and any(isinstance(action, kind) for action in actions(client.view))
        )

    return condition


def _can_intrude(client: ClientState) -> bool:
    view = client.view
    if not client.playing or view is None or view.observer is None:
        return False
    return view.ruleset.out_of_turn is OutOfTurn.TABLE and view.intruder is None and view.turn != view.observer


def _can_accuse(client: ClientState) -> bool:
    accusing = client.ruleset is not None and client.ruleset.coaching is Coaching.ACCUSE
    return accusing and client.playing and client.room is not None and client.room.accusation is None


def _decides(client: ClientState) -> bool:
    return client.owner and client.room is not None and client.room.accusation is not None


def _away(client: ClientState) -> bool:
    """Whether a match waits for a player who is away."""
    return client.room is not None and client.room.stage != "lobby" and seat_waited_for(client) is not None


def _plays(condition: Condition) -> Condition:
    """What only somebody with cards can do."""
    return lambda client: not client.watching and condition(client)


def _may_want_another(client: ClientState) -> bool:
    over = client.room is not None and client.room.stage == "match_over"
    return over and not client.owner and not client.watching


_HELD: Final = _stage("playing", "round_over", "match_over")
_LOBBY: Final = _stage("lobby")

BINDINGS: Final = (
    Binding(Deed.GUILTY, ("k",), _decides, "k"),
    Binding(Deed.INNOCENT, ("n",), _decides, "n"),
    Binding(Deed.BOT_NOW, ("k",), _owner(_away), "k"),
    Binding(Deed.WAIT_LONGER, ("K",), _owner(_away), "K"),
    Binding(Deed.OBJECT, ("!",), _legal(Object), "!"),
    Binding(Deed.INTRUDE, ("!",), _can_intrude, "!"),
    Binding(Deed.DRAW, ("+",), _legal(Draw), "+"),
    Binding(Deed.PASS, ("p",), _legal(Pass), "p"),
    Binding(Deed.START, ("s",), _owner(_LOBBY), "s"),
    Binding(Deed.ADD_BOT, ("b",), _owner(_LOBBY), "b"),
    Binding(Deed.REMOVE_BOT, ("x",), _owner(_LOBBY), "x"),
    Binding(Deed.TEAMS, ("p",), _owner(_LOBBY), "p"),
    Binding(Deed.READY, ("r",), _plays(_stage("round_over")), "r"),
    Binding(Deed.AGAIN, ("r",), _owner(_stage("match_over")), "r"),
    Binding(Deed.READY_AGAIN, ("r",), _may_want_another, "r"),
    Binding(Deed.SAVE_LOG, ("v",), _stage("round_over", "match_over"), "v"),
    Binding(Deed.HAND, HAND_KEYS, _plays(_playing), "1-5"),
    Binding(Deed.PILE, PILE_KEYS, _plays(_playing), "6-9"),
    Binding(Deed.STOCK, (STOCK_KEY, "0"), _plays(_playing), "s"),
    Binding(Deed.BUILDING, BUILDING_KEYS, _plays(_playing), "a-d"),
    Binding(Deed.PARTNER, PARTNER_KEYS[0], _has_partner(1), "v-z"),
    Binding(Deed.SECOND_PARTNER, PARTNER_KEYS[1], _has_partner(2), "V-Z"),
    Binding(Deed.NEXT_MOVE, ("tab",), _plays(_playing), "Tab"),
    Binding(Deed.LAST_MOVE, ("s-tab",), _plays(_playing), "Shift-Tab"),
    Binding(Deed.CONFIRM, ("space",), _plays(_playing), "Space"),
    Binding(Deed.CANCEL, ("escape", "backspace"), _plays(_playing), "Esc"),
    Binding(Deed.HINT, ("h",), _plays(_playing), "h"),
    Binding(Deed.LOG, ("l", "pageup"), _always, "l"),
    Binding(Deed.PILES, ("i",), _HELD, "i"),
    Binding(Deed.TALK, ("t", "enter"), _always, "t"),
    Binding(Deed.TEAM_TALK, ("T",), _plays(_has_team), "T"),
    Binding(Deed.COMMAND, ("/", ":"), _always, "/"),
    Binding(Deed.RULES, ("g",), _always, "g"),
    Binding(Deed.ACCUSE, ("u",), _plays(_can_accuse), "u"),
    Binding(Deed.SLOWER, ("<",), _owner(_HELD), "<"),
    Binding(Deed.FASTER, (">",), _owner(_HELD), ">"),
    Binding(Deed.OPTIONS, ("o",), _always, "o"),
    Binding(Deed.MOUSE, ("m",), _always, "m"),
    Binding(Deed.HELP, ("?",), _always, "?"),
    Binding(Deed.LEAVE, ("q",), _always, "q"),
    Binding(Deed.REDRAW, ("c-l",), _always, "Ctrl-L"),
    Binding(Deed.SUSPEND, ("c-z",), _always, "Ctrl-Z"),
    Binding(Deed.INTERRUPT, ("c-c",), _always, "Ctrl-C"),
)
"""In this order keys are looked up, helped with, and shown in the bar."""


def in_force(client: ClientState) -> Iterator[Binding]:
    """The bindings that mean something now."""
    return (binding for binding in BINDINGS if binding.when(client))


def find(key: str, client: ClientState) -> tuple[Deed, str] | None:
    """What a key press means now, with the key as the table writes it; None when it means nothing."""
    bound = {each: binding.deed for binding in reversed(tuple(in_force(client))) for each in binding.keys}
    for name in readings(key):
        if name in bound:
            return bound[name], name
    return None
