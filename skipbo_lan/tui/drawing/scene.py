"""A model made ready for drawing: names, legal moves and highlights, worked out once for a frame."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action, Discard, Play, Source
from engine.cards import TOP_VALUE
from engine.ruleset import Seat, partners
from engine.view import BuildingPile, SeatView, View
from protocol.messages import Room, WirePlayer
from skipbo_lan import commands
from skipbo_lan.client.room import player_at
from skipbo_lan.client.state import ClientState
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.cards import pile_letter
from skipbo_lan.locale.events import LOW_STOCK
from skipbo_lan.locale.people import Names, bot_word, name_at, names_of
from skipbo_lan.tui.choices import BUILDING_KEYS, PILE_KEYS, Choices, Place, choices, key_of, may_act, partner_keys
from skipbo_lan.tui.drawing.glyphs import Glyphs
from skipbo_lan.tui.drawing.landed import Landed, landed
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.model import Model, UiState


@dataclass(frozen=True, slots=True)
class Scene:
    """What a drawing of the table needs."""

    model: Model
    names: Names
    room: Room
    view: View
    me: Seat | None
    """None: a spectator's."""
    choices: Choices
    walked: Action | None
    """The move that Tab stands on."""
    landed: Landed | None
    """Where the last card went."""

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
    view = client.view
    return Scene(model, names, client.room, view, view.observer, choices(view), walked, landed(model))


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


def label(this: Scene, key: str) -> tuple[str, Style]:
    """The key above a card, with where the card may go, if the player wants to see it: `s>A`, `2>any`."""
    place = this.choices.places.get(key)
    if not this.ui.preferences.hints or place is None or not place.targets or not may_act(this.client):
        return key, Style.PLAIN
    return f"{key}>{_targets(this, place)}", Style.KEY


def card_style(this: Scene, key: str) -> Style:
    """How the card at a key is drawn: reversed when it is chosen, or could be chosen for the lit pile."""
    place = this.choices.places.get(key)
    lit = this.ui.lit
    is_lit = lit is not None and place is not None and place in this.choices.fitting(lit)
    return Style.CHOSEN if key == this.ui.chosen or is_lit or key in _walked_keys(this) else Style.PLAIN


def stock_card_style(this: Scene, keys: tuple[str, ...]) -> Style:
    """How the stock card of another player is drawn, who has keys only as a partner."""
    return card_style(this, keys[0]) if keys else Style.PLAIN


def discard_style(this: Scene, seat: Seat, pile: int, keys: tuple[str, ...]) -> Style:
    """How the top of a discard pile is drawn, whose key is one of these if it has any."""
    style = card_style(this, keys[pile]) if keys else Style.PLAIN
    if style is Style.PLAIN and this.landed is not None and (this.landed.seat, this.landed.pile) == (seat, pile):
        return this.landed.style
    return style


def building_style(this: Scene, pile: int) -> Style:
    """How a building pile is drawn: as a target, or as where the last card went."""
    chosen = this.choices.places.get(this.ui.chosen or "")
    is_target = chosen is not None and pile in chosen.targets
    if is_target or pile == this.ui.lit or BUILDING_KEYS[pile] in _walked_keys(this):
        return Style.CHOSEN
    if this.landed is not None and (this.landed.seat, this.landed.pile) == (None, pile):
        return this.landed.style
    return Style.PLAIN


def shown_pile(this: Scene, pile: int) -> BuildingPile:
    """A building pile as it is drawn: one that was just completed is seen full before it is cleared."""
    landed = this.landed
    if landed is not None and landed.full is not None and (landed.seat, landed.pile) == (None, pile):
        return landed.full
    return this.view.building[pile]


def need_words(pile: BuildingPile) -> str:
    """What stands under a building pile."""
    return words.needs(pile.need) if pile.height < TOP_VALUE else words.COMPLETE


def own_key(this: Scene, source: Source) -> str:
    """The key of a source that certainly has one."""
    return key_of(this.view, source) or ""


def keys_of_partner(this: Scene, seat: Seat) -> tuple[str, ...]:
    """The keys of a partner's stock and piles; empty for everybody else."""
    return partner_keys(this.view).get(seat, ())


def _targets(this: Scene, place: Place) -> str:
    if len(place.targets) == len(this.view.building):
        return words.ANY_PILE
    return "".join(pile_letter(pile) for pile in place.targets)


def _walked_keys(this: Scene) -> tuple[str, ...]:
    """The keys of the source and the target of the move that Tab stands on."""
    match this.walked:
        case Play(source, pile):
            return (own_key(this, source), BUILDING_KEYS[pile])
        case Discard(value, pile):
            held = next(
                (key for key, place in this.choices.places.items() if place.is_hand and place.card == value), ""
            )
            return (held, PILE_KEYS[pile])
        case _:
            return ()
