"""Words for the banner of the full screen: the state of the game in one line, with the keys that answer it.

Three spaces part what can be left out, from the end, where a window is narrow.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from skipbo_lan.locale.cards import card, pile_letter


def its_your_turn() -> str:
    """Whose turn it is, as a sentence."""
    return "It is your turn."


def is_playing(name: str) -> str:
    """Whose turn it is, as a sentence."""
    return f"{name} is playing."


def joining() -> str:
    """Banner before the table is known."""
    return "JOINING"


def lost(seconds: float, *, closing: bool) -> str:
    """Banner while the connection is gone."""
    if closing:
        return f"THE TABLE IS CLOSED FOR NOW  waiting for it, {clock(seconds)} left (q: stop)"
    return f"CONNECTION LOST  trying again, {clock(seconds)} left (q: stop)"


def host_closing(host: str, seconds: float, stop: str) -> str:
    """The sentence while the host's computer closes a table that can go on later; `stop` is what to press or type."""
    whose = f"{host}'s" if host else "The host's"
    return (
        f"{whose} computer is closing the table; it can go on later."
        f" Waiting for it, {clock(seconds)} left ({stop}: stop)."
    )


def clock(seconds: float) -> str:
    """`0:50`."""
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02d}"


def ended() -> str:
    """Banner once it is over."""
    return "THE TABLE HAS ENDED"


def your_turn() -> str:
    """Banner on the player's turn."""
    return "YOUR TURN  play cards, then discard one to end it"


def your_turn_in_team(mates: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Banner on the player's turn in a team: whose piles may be played too, with their keys."""
    told = " and ".join(f"{name}'s stock ({keys[0]}) and piles ({' '.join(keys[1:])})" for name, keys in mates)
    return f"YOUR TURN  you may also play {told}"


def your_turn_in_team_short(mates: Sequence[tuple[str, Sequence[str]]]) -> str:
    """The same where room is short."""
    told = "   ".join(f"{name}: {keys[0]}, {keys[1]}-{keys[-1]}" for name, keys in mates)
    return f"YOUR TURN  also {told}"


def your_turn_to_draw(key: str) -> str:
    """Banner on the player's turn where cards are drawn by hand."""
    return f"YOUR TURN  {key}: draw your cards"


def your_turn_to_pass(key: str) -> str:
    """Banner on the player's turn with nothing to discard."""
    return f"YOUR TURN  your hand is empty and cannot be filled   {key}: pass"


def your_turn_dry() -> str:
    """Banner on the player's turn when nothing can be drawn."""
    return "YOUR TURN  the draw pile is empty; it refills when a pile reaches 12"


def hand_chosen(key: str, value: Card, piles: Sequence[int], *, discard: bool) -> str:
    """Banner with a hand card chosen, which fits on `piles`."""
    letters = [pile_letter(pile).lower() for pile in piles]
    keys = " or ".join([key, "a-d"] if letters == ["a", "b", "c", "d"] else [key, *letters])
    play = f"{keys}: play" if letters else "fits nowhere"
    rest = "6-9: discard, ends turn" if discard else "cannot be discarded now"
    return f"HAND {key} ({card_with_article(value)}) CHOSEN  {play}   {rest}   Esc"


def wild_chosen(targets: Sequence[tuple[int, int]], *, discard: bool) -> str:
    """Banner with a wild chosen: what it would stand for on each pile (pile, value)."""
    told = "   ".join(f"{pile_letter(pile).lower()}: as {value}" for pile, value in targets)
    rest = "   6-9: discard" if discard else ""
    return f"WILD CHOSEN  {told}{rest}   Esc"


def pile_lit(pile: int, need: int, keys: Sequence[tuple[str, Card]]) -> str:
    """Banner with a building pile chosen first and several cards that fit."""
    told = "   ".join(f"{key}: the {card(value)}" for key, value in keys)
    return f"PILE {pile_letter(pile)} NEEDS {need}  {told}   Esc"


def move_shown(number: int, count: int, words: str) -> str:
    """Banner while Tab walks through the moves."""
    return f"MOVE {number} OF {count}: {words}   Space: do it   Tab: next   Esc"


def playing(name: str, *, you_are_next: bool) -> str:
    """Banner on somebody else's turn."""
    rest = "you are next   " if you_are_next else ""
    return f"{name.upper()} IS PLAYING  {rest}(press 1-5 to look ahead, t to talk)"


def watched(name: str) -> str:
    """Banner for a spectator."""
    return f"{name.upper()} IS PLAYING  you are watching   (t to talk, q to go)"


def relieved(name: str) -> str:
    """Banner while a bot plays the rest of somebody's turn."""
    return f"{name.upper()} TOOK TOO LONG  a bot plays the rest of this turn"


def relieved_yourself() -> str:
    """Banner while a bot plays the rest of the own turn."""
    return "YOUR TIME IS UP  a bot plays the rest of this turn"


def with_time(text: str, seconds: float) -> str:
    """A banner with what is left of the turn, right behind its first words."""
    first, gap, rest = text.partition("  ")
    return f"{first}, {clock(seconds)} LEFT{gap}{rest}"


def away(name: str, seconds: float | None, *, waits: bool, key: str | None) -> str:
    """Banner while the player on turn is away. `waits`: nobody plays for absent players here; `key` lets a bot."""
    rest = "the table waits" if waits or seconds is None else f"a bot plays in {clock(seconds)}"
    return f"{name.upper()} IS AWAY  {rest}" + (f"   ({key}: let a bot play now)" if key else "")


def intruding(name: str, *, key: str | None) -> str:
    """Banner while somebody plays out of turn. `key` objects."""
    rest = f"  {key}: object" if key else ""
    return f"{name.upper()} PLAYS OUT OF TURN{rest}"


def intruded(name: str, *, key: str | None) -> str:
    """Banner on the player's own turn while somebody else plays in it. `key` objects, and so does the next move."""
    rest = f"{key}: object, or play on" if key else "play on"
    return f"{name.upper()} PLAYS IN YOUR TURN  {rest}"


def intruding_yourself() -> str:
    """Banner while the player plays out of turn."""
    return "YOU PLAY OUT OF TURN  until you discard, or somebody objects"


def accused(name: str, seconds: float, keys: tuple[str, str] | None) -> str:
    """Banner while an accusation waits for the host. `keys` confirm and reject it."""
    rest = f"  {keys[0]}: yes, it was advice   {keys[1]}: no" if keys else "  the host decides"
    return f"{name.upper()} IS ACCUSED OF ADVICE{rest}   {clock(seconds)} left"


def lobby_banner(*, owner: bool, enough: bool, watching: bool = False) -> str:
    """Banner in the lobby."""
    if watching:
        return "THE LOBBY  you are watching; the host starts the match"
    if not owner:
        return "THE LOBBY  the host starts the match"
    return "THE LOBBY  s: start the match" if enough else "THE LOBBY  wait for a player, or b: add a bot"


def lobby_misfit(players: int) -> str:
    """Banner for the host where the rules are not for so many players, which is so for teams above all."""
    return f"THE LOBBY  these rules are not for {players} players   b: add a bot   p: other partners"


def match_won(winners: str) -> str:
    """Banner after the match."""
    return f"{winners.upper()} THE MATCH"


def dealing() -> str:
    """Banner while numbers are exchanged for a deal."""
    return "SHUFFLING TOGETHER ..."


def round_over(words: str) -> str:
    """Banner after a round."""
    return f"ROUND OVER  {words}"


def card_with_article(value: Card) -> str:
    """A card with its article: `a 7`, `an 8`, `a wild`."""
    if value is Card.WILD:
        return "a wild"
    return f"an {int(value)}" if value in (Card.EIGHT, Card.ELEVEN) else f"a {int(value)}"
