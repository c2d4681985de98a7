"""The keys that move cards: sources, targets, the walk through all legal moves (TERMINAL.md, "Keys").

A key without a legal meaning only says why (rule 4); an explicit target is never changed for another one (rule 5);
whatever is pressed while it is not the player's turn only looks ahead and is forgotten (rule 6).
"""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Action, Discard, Draw, Object, Pass, Play
from engine.cards import HAND_SIZE, Card
from engine.errors import Refusal
from engine.legal import check
from engine.view import View
from skipbo_lan import commands
from skipbo_lan.client.state import ClientState, Online
from skipbo_lan.locale import replies as words
from skipbo_lan.locale.people import name_at
from skipbo_lan.locale.refusals import not_your_turn, refusal_line
from skipbo_lan.tui.bindings import BINDINGS, Deed
from skipbo_lan.tui.choices import (
    BUILDING_KEYS,
    PARTNER_KEYS,
    PILE_KEYS,
    STOCK_KEY,
    Choices,
    Place,
    choices,
    key_of,
    may_act,
    only_target,
)
from skipbo_lan.tui.limits import FIRST_GAMES
from skipbo_lan.tui.model import Do, Result, without_choice
from skipbo_lan.tui.pressing.press import Press, quiet, says, sends


def hand(press: Press) -> Result:
    """`1` to `5`: choose a hand card; again: play it; with a lit pile: play it there."""
    options = choices(press.view)
    place = options.places.get(press.key)
    if place is None:
        return says(press.ui, words.no_hand_card(press.key))
    if not may_act(press.client):
        return _look_ahead(press, place)
    if press.ui.lit is not None:
        return _play_on(press, place, press.ui.lit)
    if press.ui.chosen == press.key:
        return _play_where_it_fits(press, place)
    return quiet(replace(without_choice(press.ui), chosen=press.key))


def own_pile(press: Press) -> Result:
    """`6` to `9`: discard the chosen hand card there, otherwise play the top card."""
    chosen = _chosen(press)
    if chosen is not None and chosen.is_hand and may_act(press.client):
        return _discard(press, chosen.card, PILE_KEYS.index(press.key))
    return source(press)


def source(press: Press) -> Result:
    """The stock, one's own and the partners' piles: a number card plays at once, a wild may need its target."""
    key = STOCK_KEY if press.key == "0" else press.key
    place = choices(press.view).places.get(key)
    if place is None:
        stocks = (STOCK_KEY, *(keys[0] for keys in PARTNER_KEYS))
        return says(without_choice(press.ui), words.stock_empty() if key in stocks else words.pile_empty())
    if not may_act(press.client):
        return _look_ahead(press, place)
    if press.ui.lit is not None:
        return _play_on(press, place, press.ui.lit)
    return _play_where_it_fits(press, place)


def building(press: Press) -> Result:
    """`a` to `d`: the target of the chosen card; pressed first, the only number card that fits is played."""
    pile = BUILDING_KEYS.index(press.key)
    if not may_act(press.client):
        return says(press.ui, _why_not(press.client, press))
    chosen = _chosen(press)
    if chosen is not None:
        return _play_on(press, chosen, pile)
    options = choices(press.view)
    fitting = options.fitting(pile)
    if len(fitting) == 1:
        return _do(press, Play(fitting[0].source, pile))
    if fitting:
        return quiet(replace(without_choice(press.ui), lit=pile))
    has_wild = any(place.is_wild and pile in place.targets for place in options.places.values())
    need = press.view.building[pile].need
    return says(without_choice(press.ui), words.no_card_for(pile, need, has_wild=has_wild))


def next_move(press: Press) -> Result:
    """Tab: stand on the next legal move."""
    return _walk(press, 1)


def last_move(press: Press) -> Result:
    """Shift-Tab: stand on the legal move before."""
    return _walk(press, -1)


def confirm(press: Press) -> Result:
    """Space: do the move that Tab stands on, or play the chosen hand card."""
    if not may_act(press.client):
        return says(press.ui, _why_not(press.client, press))
    moves = commands.moves(press.client)
    if press.ui.walk is not None and press.ui.walk < len(moves):
        action = moves[press.ui.walk]
        return _discard(press, action.card, action.pile) if isinstance(action, Discard) else _do(press, action)
    chosen = _chosen(press)
    return says(press.ui, words.NOTHING_TO_DO) if chosen is None else _play_where_it_fits(press, chosen)


def pass_turn(press: Press) -> Result:
    """End the turn without a discard (R35)."""
    return _do(press, Pass())


def draw(press: Press) -> Result:
    """Fill the hand by hand (R82)."""
    return _do(press, Draw(HAND_SIZE - len(press.view.hand)))


def object_to(press: Press) -> Result:
    """Object to a play out of turn (R81)."""
    return _do(press, Object())


def pressed_form(view: View, action: Action) -> str:
    """The keys of a legal action on the player's turn: `s`, `4 b`, `3 7`; as a command where there are none.

    A card that plays at once has a single key: a pile's letter after it would be the next move.
    """
    match action:
        case Play(source, pile, out_of_turn=False) if (key := key_of(view, source)) is not None:
            place = choices(view).places[key]
            at_once = not place.is_hand and only_target(view, place) is not None
            return key if at_once else f"{key} {BUILDING_KEYS[pile]}"
        case Discard():
            return commands.typed_form(view, action)
        case Pass():
            return _shown(Deed.PASS)
        case Draw():
            return _shown(Deed.DRAW)
        case Object():
            return _shown(Deed.OBJECT)
        case _:
            return f"/{commands.typed_form(view, action)}"


def _shown(deed: Deed) -> str:
    return next(binding.shown for binding in BINDINGS if binding.deed is deed)


def _chosen(press: Press) -> Place | None:
    return choices(press.view).places.get(press.ui.chosen or "")


def _walk(press: Press, step: int) -> Result:
    if not may_act(press.client):
        return says(press.ui, _why_not(press.client, press))
    count = len(commands.moves(press.client))
    if not count:
        return says(press.ui, words.NO_MOVES)
    before = press.ui.walk if press.ui.walk is not None else (-1 if step > 0 else 0)
    return quiet(replace(without_choice(press.ui), walk=(before + step) % count))


def _play_where_it_fits(press: Press, place: Place) -> Result:
    """Play a card whose target was not named: refused, done, or asked back."""
    if not place.targets:
        return says(without_choice(press.ui), words.fits_nowhere(place.card, press.view))
    pile = only_target(press.view, place)
    if pile is not None:
        return _do(press, Play(place.source, pile))
    asked = replace(without_choice(press.ui), chosen=place.key)
    return says(asked, words.which_pile()) if press.ui.chosen == place.key else quiet(asked)


def _play_on(press: Press, place: Place, pile: int) -> Result:
    """Play a card on the pile that was named, or say why it does not go there."""
    if pile in place.targets:
        return _do(press, Play(place.source, pile))
    if place.is_wild:
        return says(press.ui, words.fits_nowhere(place.card, press.view))
    need = press.view.building[pile].need
    return says(press.ui, words.needs_other(pile, need, words.place_name(place.key), place.card))


def _discard(press: Press, card: Card, pile: int) -> Result:
    """End the turn; while the stock card could be played, the first time only asks."""
    action = Discard(card, pile)
    refusal = check(press.view, action)
    if refusal is not None:
        return says(press.ui, refusal_line(refusal, press.view, action))
    if press.ui.asked != action and _asks(press.client, choices(press.view)):
        stock = choices(press.view).places[STOCK_KEY]
        key = "Space" if press.ui.walk is not None else PILE_KEYS[pile]
        return says(replace(press.ui, asked=action), words.ask_again(stock.card, stock.targets[0], key))
    return _do(press, action)


def _asks(client: ClientState, options: Choices) -> bool:
    stock = options.places.get(STOCK_KEY)
    early = client.room is not None and client.room.rounds_played < FIRST_GAMES
    return early and stock is not None and bool(stock.targets)


def _do(press: Press, action: Action) -> Result:
    """Send an action, unless the host cannot take one now."""
    if not can_send(press.client):
        return says(press.ui, _why_not(press.client, press))
    return sends(without_choice(press.ui), Do(action))


def can_send(client: ClientState) -> bool:
    """Whether the host can take an action: connected, and none still unanswered."""
    return client.pending is None and isinstance(client.status, Online)


def _look_ahead(press: Press, place: Place) -> Result:
    """A card key on somebody else's turn: what the card would do. Nothing is kept for the player's turn."""
    if choices(press.view).acting:
        return says(press.ui, _why_not(press.client, press))
    return says(without_choice(press.ui), words.looking_ahead(place.card, place.targets))


def _why_not(client: ClientState, press: Press) -> str:
    """Why no action can be asked for now."""
    view = press.view
    if not isinstance(client.status, Online):
        return words.OFFLINE
    if view.outcome is not None:
        return refusal_line(Refusal.GAME_OVER)
    if client.pending is not None:
        return words.STILL_WAITING
    if client.relieved:
        return words.RELIEVED
    return not_your_turn(name_at(press.names, view.turn))
