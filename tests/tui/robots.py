"""A player who presses the fewest keys for each move: what the screen lets a practised hand do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.actions import Action, Discard, DiscardTop, Draw, Hand, Object, Pass, Play, Source, Stock
from engine.table import Table
from engine.view import View
from skipbo_lan.tui.choices import BUILDING_KEYS, HAND_KEYS, PILE_KEYS, STOCK_KEY, partner_keys
from skipbo_lan.tui.model import Do, Model
from tests.locale.sights import a_state
from tests.tui.scenes import model, press


def screen_of(table: Table, seat: int) -> Model:
    """The screen of a seat at this table."""
    return model(replace(a_state(table, observer=seat), epoch=1, seq=7))


def fewest_keys(screen: Model, action: Action) -> tuple[str, ...]:
    """The shortest keys that ask for this action, without the question before a careless discard.

    A card may land on another building pile that needs the same number: that plays the same. Fails when no one or
    two keys do it.
    """
    view = screen.client.view
    assert view is not None
    for keys in _ways(view, action):
        asked, _ = _asked(screen, keys)
        if asked is not None and _alike(view, asked, action):
            return keys
    raise AssertionError(f"{action} needs more than two keys in {view}")


def pressed(screen: Model, keys: tuple[str, ...]) -> tuple[Action, bool]:
    """What these keys ask for, and whether the last had to be pressed again (TERMINAL.md, rule 3)."""
    action, once_more = _asked(screen, keys)
    assert action is not None
    return action, once_more


def _asked(screen: Model, keys: tuple[str, ...]) -> tuple[Action | None, bool]:
    """The only action that these keys ask for; in the second place whether the last was needed twice."""
    after, intents = press(screen, *keys)
    once_more = after.ui.asked is not None
    if once_more:
        _, intents = press(after, keys[-1])
    match intents:
        case [Do(action)]:
            return action, once_more
        case _:
            return None, once_more


def _alike(view: View, asked: Action, action: Action) -> bool:
    """Whether it is the same action, or the same card on a pile that needs the same number."""
    if isinstance(asked, Play) and isinstance(action, Play):
        return asked.source == action.source and view.building[asked.pile].need == view.building[action.pile].need
    return asked == action


def _ways(view: View, action: Action) -> Iterator[tuple[str, ...]]:
    """The keys that may lead to an action, single ones first."""
    match action:
        case Play(source, pile):
            key, target = _key(view, source), BUILDING_KEYS[pile]
            yield from ((key,), (target,), (key, target))
        case Discard(card, pile):
            yield (_key(view, Hand(card)), PILE_KEYS[pile])
        case Draw():
            yield ("+",)
        case Pass():
            yield ("p",)
        case Object():
            yield ("!",)


def _key(view: View, source: Source) -> str:
    """The key above a card, as TERMINAL.md's table of keys has it."""
    match source:
        case Hand(card):
            return HAND_KEYS[view.hand.index(card)]
        case Stock(owner):
            return _keys_of(view, owner)[0]
        case DiscardTop(owner, pile):
            return _keys_of(view, owner)[pile + 1]


def _keys_of(view: View, owner: int) -> tuple[str, ...]:
    """The keys of a stock and of the discard piles beside it."""
    return (STOCK_KEY, *PILE_KEYS) if owner == view.observer else partner_keys(view)[owner]
