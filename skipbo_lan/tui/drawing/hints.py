"""One line of plain hints: which stock cards can be played now, and which card completes a pile."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Stock
from engine.cards import TOP_VALUE
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.people import whose
from skipbo_lan.tui.choices import BUILDING_KEYS, Place, may_act, only_target
from skipbo_lan.tui.drawing.cells import width
from skipbo_lan.tui.drawing.scene import Scene

_GAP = "   "


def hint_line(this: Scene, cells: int) -> str:
    """As many hints as fit, the stock cards first; none while something is chosen, and in the lesson."""
    ui = this.ui
    begun = ui.chosen is not None or ui.lit is not None or ui.walk is not None
    if begun or ui.lesson is not None or not ui.preferences.hints or not may_act(this.client):
        return ""
    line = ""
    for hint in _hints(this):
        longer = f"{line}{_GAP}{hint}" if line else f"{words.HINT}  {hint}"
        if width(longer) <= cells:
            line = longer
    return line


def _hints(this: Scene) -> Iterator[str]:
    places = [place for place in this.options.places.values() if place.targets and not place.is_wild]
    told = set()
    for place in places:
        if isinstance(place.source, Stock):
            owner, pile = whose(this.names, place.source.owner, this.me), place.targets[0]
            yield words.stock_hint(_keys(this, place), owner, place.card, pile, full=_completes(this, place))
            told.add(pile)
    for place in places:
        if place.targets[0] not in told and _completes(this, place):
            told.add(place.targets[0])
            yield words.pile_hint(_keys(this, place), place.card, place.targets[0])


def _completes(this: Scene, place: Place) -> bool:
    return this.view.building[place.targets[0]].need == TOP_VALUE


def _keys(this: Scene, place: Place) -> str:
    """What plays a card: its key, and the pile's for a hand card or where several piles differ."""
    if not place.is_hand and only_target(this.view, place) is not None:
        return place.key
    return f"{place.key} {BUILDING_KEYS[place.targets[0]]}"
