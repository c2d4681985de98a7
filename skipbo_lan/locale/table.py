"""The table in sentences: what a player hears who does not see it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.ruleset import Seat, partners
from engine.view import BuildingPile, SeatView, View
from protocol.messages import Room, WirePlayer
from skipbo_lan.client.room import player_at
from skipbo_lan.client.state import ClientState
from skipbo_lan.locale.cards import CardWriter, card_list, card_word, count_of, pile_letter
from skipbo_lan.locale.endings import scores_line
from skipbo_lan.locale.events import LOW_STOCK
from skipbo_lan.locale.people import Names, bot_word, name_at
from skipbo_lan.locale.refusals import needs_line
from skipbo_lan.locale.rules import short_rules
from skipbo_lan.locale.typed import only_watching

_SHOWN_UNDER = 3
"""How many cards under the top of a discard pile are named."""


def not_connected() -> str:
    """The host has not told anything yet."""
    return "Not connected to the table yet."


def no_cards_yet() -> str:
    """The lobby has no cards."""
    return "No cards are dealt yet."


def nothing_happened() -> str:
    """An empty log."""
    return "Nothing has happened yet."


def turn_line(view: View, names: Names) -> str:
    """Whose turn it is; true on every screen."""
    if view.outcome is not None:
        return "The round is over."
    if view.intruder is not None:
        intruder = "You are" if view.intruder == view.observer else f"{name_at(names, view.intruder)} is"
        turn = "your" if view.turn == view.observer else f"{name_at(names, view.turn)}'s"
        return f"{intruder} playing out of turn; it is {turn} turn."
    if view.turn == view.observer:
        return "Your turn."
    return f"{name_at(names, view.turn)} is playing."


def hand_line(view: View, write: CardWriter = card_word) -> str:
    """`Hand: 1 is 2, 2 is skip-bo, 3 is 7.`"""
    if view.observer is None:
        return only_watching()
    if not view.hand:
        return "Your hand is empty."
    return "Hand: " + ", ".join(f"{number} is {write(held)}" for number, held in enumerate(view.hand, 1)) + "."


def stock_line(view: View, write: CardWriter = card_word) -> str:
    """The player's stock and discard piles: `Stock 5 (18 left). Piles: 1 is 10, 2 is 4, 4 is 12.`"""
    if view.observer is None:
        return only_watching()
    mine = view.seats[view.observer]
    return f"Stock {_stock(mine, write)}. {_discards(mine, write)}."


def building_lines(view: View, write: CardWriter = card_word) -> list[str]:
    """The building piles and the draw pile."""
    piles = ", ".join(f"{pile_letter(index)} {_building(pile)}" for index, pile in enumerate(view.building))
    return [
        f"Building: {piles}.",
        f"Draw pile {view.draw_count}, set aside {len(view.set_aside)}.",
    ]


def look_lines(state: ClientState, view: View, names: Names, write: CardWriter = card_word) -> list[str]:
    """The whole table."""
    own = [stock_line(view, write), hand_line(view, write)] if view.observer is not None else []
    return [*players_lines(state, view, names, write), *building_lines(view, write), *own, turn_line(view, names)]


def players_lines(state: ClientState, view: View, names: Names, write: CardWriter = card_word) -> list[str]:
    """The other players in turn order, one line each."""
    return [_player_line(state.room, view, seat, names, write) for seat in _others(view)]


def partner_lines(state: ClientState, view: View, names: Names, write: CardWriter = card_word) -> list[str]:
    """The player's partners, whose stock and discard piles may be played too, one line each."""
    mates = partners(view.sides, view.observer) if view.observer is not None else ()
    return [_player_line(state.room, view, seat, names, write) for seat in mates]


def who_line(room: Room | None, view: View, names: Names) -> str:
    """The others in turn order, and what is left of their stocks: `Stock cards left: Bea 21, Cy only 3 (away).`"""
    return f"Stock cards left: {', '.join(_who(room, view, seat, names) for seat in _others(view))}."


def table_line(view: View) -> str:
    """The building piles and the draw pile in one line: `A needs 5, B needs 12 ... Draw pile 74, 24 set aside.`"""
    return f"{needs_line(view)} Draw pile {view.draw_count}, {len(view.set_aside)} set aside."


def position_lines(view: View, write: CardWriter = card_word) -> list[str]:
    """What a player needs at the start of a turn."""
    return [
        *([f"{stock_line(view, write)}"] if view.observer is not None else []),
        hand_line(view, write),
        building_lines(view, write)[0],
    ]


def lobby_lines(state: ClientState, names: Names) -> list[str]:
    """Who sits where before the match, and the rules in short."""
    room = state.room
    assert room is not None
    seats = [_lobby_seat(room, seat, names) for seat in range(room.capacity)]
    rules = [f"Rules: {short_rules(state.ruleset)}."] if state.ruleset is not None else []
    return seats + rules


def score_line(state: ClientState, names: Names) -> str:
    """The score of the match so far."""
    room, ruleset = state.room, state.ruleset
    if room is None or ruleset is None or not room.scores:
        return "No round has been played yet."
    sides = state.view.sides if state.view is not None else tuple((seat,) for seat in range(len(room.scores)))
    standing = room.scores if ruleset.scoring else room.wins
    return scores_line(names, sides, tuple(standing), state.seat, ruleset)


def _others(view: View) -> list[Seat]:
    """The other seats in turn order."""
    start = (view.observer + 1) if view.observer is not None else 0
    order = [(start + step) % len(view.seats) for step in range(len(view.seats))]
    return [seat for seat in order if seat != view.observer]


def _who(room: Room | None, view: View, seat: Seat, names: Names) -> str:
    """A player in a few words: `Bea 21`, `Cy only 3 (away)`."""
    player = player_at(room, seat) if room is not None else None
    left = view.seats[seat].stock_count
    away = _presence(player) if player is not None and player.presence != "here" else ""
    return f"{name_at(names, seat)} {'only ' if left <= LOW_STOCK else ''}{left}{away}"


def _player_line(room: Room | None, view: View, seat: Seat, names: Names, write: CardWriter) -> str:
    cards = view.seats[seat]
    mate = ", your partner" if view.observer is not None and seat in partners(view.sides, view.observer) else ""
    player = player_at(room, seat) if room is not None else None
    return (
        f"{name_at(names, seat)}{mate}{_presence(player)}: stock {_stock(cards, write)},"
        f" {count_of(cards.hand_count, 'card')} in hand. {_discards(cards, write)}."
    )


def _presence(player: WirePlayer | None) -> str:
    if player is None:
        return ""
    kind = f" ({bot_word(player.level)})" if player.kind == "bot" else ""
    return kind + {"here": "", "away": " (away)", "bot": " (a bot plays)"}[player.presence]


def _stock(cards: SeatView, write: CardWriter) -> str:
    if cards.stock_top is None:
        return "empty"
    low = "only " if cards.stock_count <= LOW_STOCK else ""
    return f"{write(cards.stock_top)} ({low}{cards.stock_count} left)"


def _discards(cards: SeatView, write: CardWriter) -> str:
    piles = [f"{number} is {_discard(pile, write)}" for number, pile in enumerate(cards.discards, 1) if pile]
    return "Piles: " + ", ".join(piles) if piles else "Piles: empty"


def _discard(pile: Sequence[Card], write: CardWriter) -> str:
    """The top, then what lies under it: `10 (under it 7, 3 and 2 more)`."""
    under = list(reversed(pile[:-1]))
    if not under:
        return write(pile[-1])
    hidden = len(under) - _SHOWN_UNDER
    more = f" and {hidden} more" if hidden > 0 else ""
    return f"{write(pile[-1])} (on {card_list(under[:_SHOWN_UNDER], write)}{more})"


def _building(pile: BuildingPile) -> str:
    top = " (a skip-bo on top)" if pile.wild_on_top else ""
    return f"needs {pile.need}{top}"


def _lobby_seat(room: Room, seat: Seat, names: Names) -> str:
    player = player_at(room, seat)
    if player is None:
        return f"Seat {seat + 1}: free"
    marks = [
        *(["you"] if seat == room.you else []),
        *(["host"] if seat == room.owner else []),
        *([bot_word(player.level)] if player.kind == "bot" else []),
        *(["away"] if player.presence == "away" else []),
    ]
    return f"Seat {seat + 1}: {name_at(names, seat)}" + (f" ({', '.join(marks)})" if marks else "")
