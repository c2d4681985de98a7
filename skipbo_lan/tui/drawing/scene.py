"""A model made ready for drawing: names, legal moves and highlights, worked out once for a frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Discard, Play, Source
from engine.cards import Card
from engine.events import Dealt, Played
from engine.ruleset import Seat, partners
from engine.view import BuildingPile, SeatView, View
from protocol.messages import Room, WirePlayer
from skipbo_lan import commands
from skipbo_lan.client.log import Happened
from skipbo_lan.client.room import player_at
from skipbo_lan.client.state import ClientState
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.cards import card, pile_letter
from skipbo_lan.locale.events import LOW_STOCK
from skipbo_lan.locale.people import Names, bot_word, name_at, names_of
from skipbo_lan.tui.choices import BUILDING_KEYS, PILE_KEYS, Choices, Place, choices, key_of, may_act, partner_keys
from skipbo_lan.tui.drawing.glyphs import Glyphs
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.model import Model, UiState

RECENT: Final = 12
"""Log entries among which a play still marks its pile as changed."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a drawing of the table needs."""

    model: Model
    names: Names
    room: Room
    view: View
    me: Seat | None
    """None: a spectator's."""
    options: Choices
    walked: Action | None
    """The move that Tab stands on."""

    @property
    def ui(self) -> UiState:
        """What the player has begun."""
        return self.model.ui

    @property
    def client(self) -> ClientState:
        """What the client knows."""
        return self.model.client

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        return self.model.glyphs


def scene(model: Model) -> Scene | None:
    """The scene; None while there is no table or nothing to see on it."""
    client = model.client
    if client.room is None or client.view is None:
        return None
    moves = commands.moves(client)
    walk = model.ui.walk
    walked = moves[walk] if walk is not None and walk < len(moves) else None
    names = names_of(client.room)
    return Scene(model, names, client.room, client.view, client.view.observer, choices(client.view), walked)


def others(view: View) -> list[Seat]:
    """The other seats in turn order, the left neighbour first; for a spectator all seats."""
    seats = len(view.seats)
    if view.observer is None:
        return [*range(seats)]
    return [(view.observer + step) % seats for step in range(1, seats)]


def acting_seat(view: View) -> Seat:
    """Who is to act: the seat on turn, or whoever plays out of turn."""
    return view.turn if view.intruder is None else view.intruder


def is_marked(this: Scene, seat: Seat) -> bool:
    """Whether the arrow at the list of players points at this seat: who plays, or who is next after the player."""
    acting = acting_seat(this.view)
    return seat == ((acting + 1) % len(this.view.seats) if acting == this.me else acting)


def state_word(this: Scene, seat: Seat) -> str:
    """The most important thing about another player, in a word or two."""
    player = player_at(this.room, seat)
    view = this.view
    if player is not None and player.offered:
        return words.OFFERED
    if player is not None and player.presence != "here":
        return _away_word(this, player) if player.presence == "away" else words.BOT_PLAYS
    if player is not None and player.relieved:
        return words.BOT_PLAYS
    if seat == view.intruder:
        return words.OUT_OF_TURN
    if seat == acting_seat(view):
        return words.PLAYING
    if this.me is not None and seat in partners(view.sides, this.me):
        return words.PARTNER
    if is_marked(this, seat):
        return words.NEXT
    return words.BOT if player is not None and player.kind == "bot" else ""


def _away_word(this: Scene, player: WirePlayer) -> str:
    """That a player is away, and how long the seat still waits."""
    if player.grace_ms is None or this.room.absent == "wait":
        return words.AWAY
    return words.away_for(player.grace_ms / 1000 - (this.model.now - this.client.room_at))


def own_cards_of(this: Scene) -> SeatView:
    """The open cards of the player whose screen this is."""
    assert this.me is not None, "a spectator has no cards"
    return this.view.seats[this.me]


def full_state_word(this: Scene, seat: Seat) -> str:
    """The state where there is room for it: of a bot that only waits, its level too."""
    word = state_word(this, seat)
    return kind_word(this, seat) if word == words.BOT else word


def kind_word(this: Scene, seat: Seat) -> str:
    """What the only opponent is: on the way, away, or a bot of some level."""
    player = player_at(this.room, seat)
    if player is None or player.presence != "here" or this.view.intruder == seat:
        return state_word(this, seat)
    return bot_word(player.level) if player.kind == "bot" else ""


def name(this: Scene, seat: Seat) -> str:
    """The name of a seat."""
    return name_at(this.names, seat)


def stock_left(seat: SeatView) -> str:
    """How many stock cards are left, with a mark when few are."""
    return f"{seat.stock_count}!" if is_low(seat) else str(seat.stock_count)


def is_low(seat: SeatView) -> bool:
    """Whether a stock is nearly empty."""
    return seat.stock_count <= LOW_STOCK


def stock_style(seat: SeatView) -> Style:
    """How the number of stock cards left is drawn."""
    return Style.ALERT if is_low(seat) else Style.PLAIN


def card_cell(value: Card | None) -> str:
    """A card in five cells: `[ 7 ]`, `[SB ]`, `[   ]`."""
    return f"[{card(value):>2} ]" if value is not None else "[   ]"


def pile_text(pile: BuildingPile) -> str:
    """The value on top of a building pile in three cells; a star when a wild stands for it."""
    if not pile.height:
        return "   "
    star = "*" if pile.wild_on_top else " "
    return f"{pile.height:>2}{star}"


def top_of(pile: tuple[Card, ...]) -> Card | None:
    """The open card of a discard pile."""
    return pile[-1] if pile else None


def label(this: Scene, key: str) -> tuple[str, Style]:
    """The key above a card, with where the card may go, if the player wants to see it: `s>A`, `2>any`."""
    place = this.options.places.get(key)
    if not this.ui.preferences.hints or place is None or not place.targets or not may_act(this.client):
        return key, Style.PLAIN
    return f"{key}>{_targets(this, place)}", Style.KEY


def card_style(this: Scene, key: str) -> Style:
    """How the card at a key is drawn: reversed when it is chosen, or could be chosen for the lit pile."""
    place = this.options.places.get(key)
    lit = this.ui.lit
    is_lit = lit is not None and place is not None and place in this.options.fitting(lit)
    return Style.CHOSEN if key == this.ui.chosen or is_lit or key in _walked_keys(this) else Style.PLAIN


def partner_style(this: Scene, keys: tuple[str, ...], index: int) -> Style:
    """How a card of another player is drawn, who has keys only as a partner."""
    return card_style(this, keys[index]) if keys else Style.PLAIN


def building_style(this: Scene, pile: int) -> Style:
    """How a building pile is drawn: reversed when it is a target, underlined when it was played on last."""
    chosen = this.options.places.get(this.ui.chosen or "")
    is_target = chosen is not None and pile in chosen.targets
    if is_target or pile == this.ui.lit or BUILDING_KEYS[pile] in _walked_keys(this):
        return Style.CHOSEN
    return Style.CHANGED if pile == last_pile(this.client) else Style.PLAIN


def last_pile(client: ClientState) -> int | None:
    """The building pile that was played on last in this round, while that is recent."""
    for entry in reversed(client.log[-RECENT:]):
        match entry:
            case Happened(Played(pile=pile)):
                return pile
            case Happened(Dealt()):
                return None
    return None


def own_key(this: Scene, source: Source) -> str:
    """The key of a source that certainly has one."""
    return key_of(this.view, source) or ""


def keys_of_partner(this: Scene, seat: Seat) -> tuple[str, ...]:
    """The keys of a partner's stock and piles; empty for everybody else."""
    return partner_keys(this.view).get(seat, ())


def _targets(this: Scene, place: Place) -> str:
    if len(place.targets) == len(this.view.building):
        return "any"
    return "".join(pile_letter(pile) for pile in place.targets)


def _walked_keys(this: Scene) -> tuple[str, ...]:
    """The keys of the source and the target of the move that Tab stands on."""
    match this.walked:
        case Play(source, pile):
            return (own_key(this, source), BUILDING_KEYS[pile])
        case Discard(value, pile):
            held = next(
                (key for key, place in this.options.places.items() if place.is_hand and place.card == value), ""
            )
            return (held, PILE_KEYS[pile])
        case _:
            return ()
