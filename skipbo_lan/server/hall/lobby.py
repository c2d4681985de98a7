"""Before the match: who sits where, bots, the rules, and the start."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import DECK
from engine.errors import Refusal
from engine.rules import WIN_POINTS
from engine.ruleset import MIN_SEATS, Ruleset, Seat, fits
from protocol.codes import DenyCode
from protocol.limits import MAX_CARDS, MAX_SCORE
from skipbo_lan.server.hall import reports
from skipbo_lan.server.hall.absence import remove_player
from skipbo_lan.server.hall.inputs import Moment
from skipbo_lan.server.hall.names import next_bot_name
from skipbo_lan.server.hall.presence import new_bot
from skipbo_lan.server.hall.rounds import begin_match
from skipbo_lan.server.hall.seats import free_seat, names, owner_seat, player_at, put, seated
from skipbo_lan.server.hall.state import Hall, Lobby, Player, Step


def sit(hall: Hall, seat: Seat, wanted: Seat) -> Step | DenyCode:
    """Move to a free seat."""
    if not isinstance(hall.stage, Lobby):
        return DenyCode.NOT_NOW
    if wanted >= hall.terms.capacity:
        return DenyCode.NO_SUCH_SEAT
    if hall.players[wanted] is not None:
        return DenyCode.SEAT_TAKEN
    return put(put(hall, wanted, hall.players[seat]), seat, None), ()


def swap(hall: Hall, one: Seat, other: Seat) -> Step | DenyCode:
    """Let two seats change places, empty ones too."""
    if not isinstance(hall.stage, Lobby):
        return DenyCode.NOT_NOW
    if max(one, other) >= hall.terms.capacity:
        return DenyCode.NO_SUCH_SEAT
    return put(put(hall, one, hall.players[other]), other, hall.players[one]), ()


def add_bot(hall: Hall, level: str, moment: Moment) -> Step | DenyCode:
    """Give the next free seat to a bot of the host's own."""
    if not isinstance(hall.stage, Lobby):
        return DenyCode.NOT_NOW
    if level not in hall.terms.levels:
        return DenyCode.NO_SUCH_LEVEL
    seat = free_seat(hall)
    if seat is None:
        return DenyCode.TABLE_FULL
    name = next_bot_name(names(hall))
    hall, client, start = new_bot(hall, level, moment)
    bot = Player(name=name, bot=True, client=client, level=level)
    return put(hall, seat, bot), (start, reports.joined(seat, name))


def remove_bot(hall: Hall, seat: Seat, moment: Moment) -> Step | DenyCode:
    """Send a bot away, one of the host's own or of somebody else's."""
    if not isinstance(hall.stage, Lobby):
        return DenyCode.NOT_NOW
    player = player_at(hall, seat)
    if player is None or not player.bot:
        return DenyCode.NO_SUCH_SEAT
    return remove_player(hall, seat, moment)


def configure(hall: Hall, ruleset: Ruleset) -> Step | DenyCode | Refusal:
    """Change the rules to some that can be played by one number or other of those who may yet come."""
    if not isinstance(hall.stage, Lobby):
        return DenyCode.NOT_NOW
    if not playable_by_some(ruleset, hall.terms.capacity):
        return Refusal.BAD_CONFIG
    return replace(hall, ruleset=ruleset), ()


def start(hall: Hall, dealer: Seat | None, moment: Moment) -> Step | DenyCode | Refusal:
    """Begin the match with those who are seated. The dealer asked for is named by the seat in the lobby."""
    if not isinstance(hall.stage, Lobby):
        return DenyCode.NOT_NOW
    taken = [seat for seat, _ in seated(hall)]
    if len(taken) < MIN_SEATS:
        return DenyCode.TOO_FEW_PLAYERS
    if dealer is not None and dealer not in taken:
        return DenyCode.NO_SUCH_SEAT
    if not playable(hall.ruleset, len(taken)):
        return Refusal.BAD_CONFIG
    wish = dealer if dealer is not None else owner_seat(hall)
    closed_up = replace(hall, players=tuple(player for _, player in seated(hall)))
    return begin_match(closed_up, taken.index(wish) if wish is not None else 0, moment)


def is_full(hall: Hall) -> bool:
    """Whether every seat has a player who is here."""
    return all(player is not None and player.presence == "here" for player in hall.players)


def playable_by_some(ruleset: Ruleset, capacity: int) -> bool:
    """Whether some number of players that the table has seats for can play by these rules."""
    return any(playable(ruleset, seats) for seats in range(MIN_SEATS, capacity + 1))


def playable(ruleset: Ruleset, seats: int) -> bool:
    """Whether so many can play by these rules, and everything that they can lead to may travel."""
    best_score = ruleset.target + WIN_POINTS + ruleset.points_per_card * len(DECK)
    return fits(ruleset, seats) and best_score <= MAX_SCORE and ruleset.coaching_cards <= MAX_CARDS
