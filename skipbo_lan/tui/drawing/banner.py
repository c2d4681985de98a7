"""The line that tells the state of the game: on every screen, in words, with the keys that answer it (T35)."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.actions import Draw, Pass
from engine.legal import is_acting
from engine.ruleset import MIN_SEATS, Seat, fits
from engine.view import View
from protocol.messages import Room
from skipbo_lan import commands
from skipbo_lan.client.room import player_at
from skipbo_lan.client.state import ClientState, Connecting, Ended, Lost, Online
from skipbo_lan.locale import banners as words
from skipbo_lan.locale.events import round_over_line
from skipbo_lan.locale.moves import move_words
from skipbo_lan.locale.people import name_at, names_of, winners_phrase
from skipbo_lan.tui.choices import Place, actions, partner_keys
from skipbo_lan.tui.drawing.cells import width
from skipbo_lan.tui.drawing.scene import Scene, acting_seat, name, scene
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.model import Model
from skipbo_lan.tui.pressing.bindings import Deed, in_force

Banner: TypeAlias = tuple[str, Style]

_LEAST_TEAM_CELLS: Final = 80
"""A banner is at least so wide, or as wide as a smaller window."""


def banner(model: Model) -> Banner:
    """What is to be said now; in the turn's style when the player is to act."""
    client, room = model.client, model.client.room
    match client.status:
        case Lost(give_up_at=give_up_at, closing=closing):
            return words.lost(give_up_at - model.now, closing=closing), Style.TURN
        case Ended():
            return words.ended(), Style.HEADING
        case Connecting():
            return words.joining(), Style.HEADING
        case Online():
            return _of_room(model, room) if room is not None else (words.joining(), Style.HEADING)


def turn_sentence(model: Model) -> str:
    """Whose turn it is, in a few words; empty when nobody's."""
    view, room = model.client.view, model.client.room
    if view is None or room is None or not model.client.playing:
        return ""
    seat = acting_seat(view)
    return words.its_your_turn() if seat == view.observer else words.is_playing(name_at(names_of(room), seat))


def _of_room(model: Model, room: Room) -> Banner:
    match room.stage:
        case "lobby":
            return _of_lobby(model.client, room)
        case "dealing":
            return words.dealing(), Style.HEADING
        case "round_over" | "match_over":
            return _of_end(model.client, room), Style.TURN
        case "playing":
            this = scene(model)
            return (words.joining(), Style.HEADING) if this is None else _of_game(this)


def _of_lobby(client: ClientState, room: Room) -> Banner:
    owner, players = client.owner, len(room.players)
    enough = players >= MIN_SEATS
    if owner and enough and client.ruleset is not None and not fits(client.ruleset, players):
        return words.lobby_misfit(players), Style.HEADING
    text = words.lobby_banner(owner=owner, enough=enough, watching=client.watching)
    return text, Style.TURN if owner and enough else Style.HEADING


def _of_end(client: ClientState, room: Room) -> str:
    names = names_of(room)
    if room.stage == "match_over":
        return words.match_won(winners_phrase(names, room.winners, room.you))
    if client.view is None or client.view.outcome is None:
        return words.round_over("")
    return words.round_over(round_over_line(client.view.outcome, names, room.you, client.view.sides))


def _of_game(this: Scene) -> Banner:
    if this.room.accusation is not None:
        return _accused(this), Style.TURN if this.client.owner else Style.HEADING
    view = this.view
    if view.intruder is not None and not is_acting(view):
        return words.intruding(name(this, view.intruder), key=_key(this.client, Deed.OBJECT)), Style.TURN
    if view.turn == this.me and _is_relieved(this, view.turn):
        return words.relieved_yourself(), Style.HEADING
    if is_acting(view):
        return _timed(this, _my_turn(this)), Style.TURN
    return _timed(this, _their_turn(this, view.turn)), Style.HEADING


def _is_relieved(this: Scene, seat: Seat) -> bool:
    player = player_at(this.room, seat)
    return player is not None and player.relieved


def _timed(this: Scene, text: str) -> str:
    """The banner of a turn, with what is left of it where there is a turn timer."""
    if this.room.turn_ms is None:
        return text
    return words.with_time(text, this.room.turn_ms / 1000 - (this.model.now - this.client.room_at))


def _accused(this: Scene) -> str:
    accusation = this.room.accusation
    assert accusation is not None
    seconds = accusation.left_ms / 1000 - (this.model.now - this.client.room_at)
    guilty, innocent = _key(this.client, Deed.GUILTY), _key(this.client, Deed.INNOCENT)
    keys = (guilty, innocent) if guilty is not None and innocent is not None else None
    return words.accused(name(this, accusation.offender), seconds, keys)


def _their_turn(this: Scene, seat: Seat) -> str:
    player = player_at(this.room, seat)
    if player is not None and player.presence == "away":
        waited = this.model.now - this.client.room_at
        left = player.grace_ms / 1000 - waited if player.grace_ms is not None else None
        waits = this.room.absent == "wait"
        return words.away(name(this, seat), left, waits=waits, key=_key(this.client, Deed.BOT_NOW))
    if _is_relieved(this, seat):
        return words.relieved(name(this, seat))
    if this.me is None:
        return words.watched(name(this, seat))
    return words.playing(name(this, seat), you_are_next=(seat + 1) % len(this.view.seats) == this.me)


def _my_turn(this: Scene) -> str:
    if this.walked is not None and this.ui.walk is not None:
        count = len(commands.moves(this.client))
        phrase = move_words(this.view, this.walked, this.names)
        return words.move_shown(this.ui.walk + 1, count, phrase)
    chosen = this.options.places.get(this.ui.chosen or "")
    if chosen is not None:
        return _chosen(this, chosen)
    if this.ui.lit is not None:
        fitting = [(place.key, place.card) for place in this.options.fitting(this.ui.lit)]
        return words.pile_lit(this.ui.lit, this.view.building[this.ui.lit].need, fitting)
    return _plain_turn(this)


def _plain_turn(this: Scene) -> str:
    view, legal = this.view, actions(this.view)
    if view.intruder is not None and view.intruder == this.me:
        return words.intruding_yourself()
    if view.intruder is not None:
        return words.intruded(name(this, view.intruder), key=_key(this.client, Deed.OBJECT))
    if any(isinstance(action, Draw) for action in legal):
        return words.your_turn_to_draw(_key(this.client, Deed.DRAW) or "")
    if Pass() in legal:
        return words.your_turn_to_pass(_key(this.client, Deed.PASS) or "")
    if not view.can_draw:
        return words.your_turn_dry()
    return _team_turn(this) if partner_keys(view) else words.your_turn()


def _team_turn(this: Scene) -> str:
    """Whose cards may be played too; in fewer words where they would not fit."""
    mates = [(name(this, seat), keys) for seat, keys in partner_keys(this.view).items()]
    text = words.your_turn_in_team(mates)
    return text if width(text) <= min(this.model.width, _LEAST_TEAM_CELLS) - 6 else words.your_turn_in_team_short(mates)


def _chosen(this: Scene, place: Place) -> str:
    can_discard = place.is_hand and this.options.can_discard(place.card)
    if place.is_wild:
        return words.wild_chosen(_needs(this.view, place), discard=can_discard)
    return words.hand_chosen(place.key, place.card, place.targets, discard=can_discard)


def _needs(view: View, place: Place) -> list[tuple[int, int]]:
    return [(pile, view.building[pile].need) for pile in place.targets]


def _key(client: ClientState, deed: Deed) -> str | None:
    """The key that does this now; None when it means nothing at the moment."""
    return next((binding.shown for binding in in_force(client) if binding.deed is deed), None)
