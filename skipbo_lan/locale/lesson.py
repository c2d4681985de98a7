"""Words of the lesson: what each step tells, what to do in it, and why something else is not it.

On the screen keys are pressed, in plain mode moves are typed: the same lessons in two forms. A line of the screen has
room for 78 characters, so what is said of a wrong move is one short sentence, followed by what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.actions import Action, Discard, Hand, Play
from engine.cards import Card
from engine.view import View
from skipbo_lan.lesson.cards import BOT
from skipbo_lan.lesson.course import MOVES, Progress, Step
from skipbo_lan.locale.cards import pile_letter
from skipbo_lan.locale.people import Names, name_at

TABLE: Final = "Lesson"
"""The table's name."""
ASK_LEAVE: Final = "Leave the lesson?"
AS_IT_IS: Final = "In the lesson the table stays as it is."
NOTHING_KEPT: Final = "Nothing of the lesson is kept."
NOBODY_LISTENS: Final = "Talk is for tables with people."
HINT_LATER: Final = "Hints come at the end of the lesson."

DONE: Final = (
    "Done. That was the lesson: you can play now.",
    "Next:  skipbo-lan practice   you against two bots",
    "       skipbo-lan host       open a table for others",
    "       skipbo-lan join       sit down at another's table",
    "Enter, or any other key, ends the lesson.",
)
"""The end of it on the screen."""
PLAIN_DONE: Final = (
    "Done. That was the lesson: you can play now.",
    "Next: skipbo-lan practice, you against two bots.",
    "Or skipbo-lan host to open a table for others, skipbo-lan join to sit down at another's.",
    "Enter ends the lesson.",
)
"""The same in plain mode."""

_TOLD: Final[Mapping[Step, str]] = {
    Step.STOCK: "This is your stock pile, left of your hand. Get rid of it and you win.",
    Step.HAND: "The letters after > show where a card fits. Your 12 fits B.",
    Step.WILD: "B reached 12 and is set aside. SB is a wild card: any number. C needs a 2.",
    Step.DISCARD: "Nothing fits now. End your turn with a discard: your 10 on your 11.",
    Step.WATCH: "Watch the bot. Its stock shows 9: do not build up to 8 for it.",
    Step.HELP: "Your turn again: your hand was filled to five.",
}
_PLAIN_TOLD: Final[Mapping[Step, str]] = {
    **_TOLD,
    Step.STOCK: (
        "You have a stock pile. Get rid of it and you win."
        " Building piles count from 1 to 12: your stock 5 goes on the 4 of A."
    ),
    Step.HAND: "A card fits where its number is needed. Hand card 4, a 12, fits B.",
    Step.WILD: "B reached 12 and is set aside. Skip-bo is a wild card: any number. C needs a 2.",
}
_FIRST_MOVE: Final = "Building piles count from 1 to 12: your 5 goes on the 4 of A."
_DO: Final[Mapping[Step, str]] = {
    Step.STOCK: "Press s.",
    Step.HAND: "Press b.",
    Step.WILD: "Press 2, then c.",
    Step.DISCARD: "Press 3, then 7.",
    Step.WATCH: "Wait for your turn.",
}
_TYPE: Final[Mapping[Step, str]] = {
    Step.STOCK: "Type s a.",
    Step.HAND: "Type 4 b.",
    Step.WILD: "Type 2 c.",
    Step.DISCARD: "Type 3 7.",
    Step.WATCH: "Wait for your turn.",
}


def heading(step: Step) -> str:
    """`LESSON 2 of 6`."""
    return f"LESSON {step} of {len(Step)}"


def told(step: Step, progress: Progress) -> tuple[str, ...]:
    """What a step tells on the screen: what is to be learnt, and, so that it stands out, what to press."""
    if progress.done:
        return DONE[0], DONE[-1]
    if step is Step.WATCH:
        return (_TOLD[step],)
    asked = to_press(step, progress)
    if step is Step.STOCK:
        return _TOLD[step], f"{_FIRST_MOVE} {asked}"
    return (asked,) if progress.hinted else (_TOLD[step], asked)


def plain_told(step: Step, progress: Progress) -> str:
    """What a step tells in plain mode: `Lesson 2 of 6. ... Type 4 b.`"""
    waits = "" if step is Step.WATCH else f" {to_type(step, progress)}"
    return f"Lesson {step} of {len(Step)}. {_PLAIN_TOLD[step]}{waits}"


def to_press(step: Step, progress: Progress) -> str:
    """The keys of a step."""
    return _DO[step] if step in _DO else _help("Press", "h", "?", progress)


def to_type(step: Step, progress: Progress) -> str:
    """What is typed in a step."""
    return _TYPE[step] if step in _TYPE else _help("Type", "hint", "help", progress)


def why_not(step: Step, action: Action, view: View, names: Names) -> str:
    """Why an action is not the one of this step, although it may be legal."""
    match step, action:
        case Step.HELP, _:
            return "You can play on at a real table."
        case Step.WATCH, _:
            return f"{name_at(names, BOT)} plays now."
        case Step.WILD, Play(Hand(Card.WILD), pile):
            return _as_another(view, pile, name_at(names, BOT))
        case _, Discard(Card.WILD):
            return "A wild card is worth more on a building pile."
        case Step.DISCARD, Discard(Card.TEN):
            return "It is better kept in order: the 10 on the 11."
        case Step.DISCARD, Discard():
            return "That would end your turn too, but the 10 goes well on the 11."
        case _, Discard():
            return f"A discard ends your turn, and {_still_fits(step)}."
        case _, Play(Hand(Card.WILD)):
            return "Keep the wild card: you can go on without it."
        case _:
            return "That fits too, but your stock comes first."


def _as_another(view: View, pile: int, bot: str) -> str:
    """What the wild card would be on another pile than the one meant."""
    need = view.building[pile].need
    what = f"On {pile_letter(pile)} it would be {'an' if need in (8, 11) else 'a'} {need}"
    stock = view.seats[BOT].stock_top
    return f"{what}, and then {bot}'s {int(stock)} fits." if stock == need + 1 else f"{what}; C needs its 2 more."


def _still_fits(step: Step) -> str:
    """What would be wasted by the end of the turn."""
    move = MOVES[step]
    assert isinstance(move, Play)
    what = {Step.STOCK: "your stock", Step.HAND: "your 12", Step.WILD: "your wild card"}[step]
    return f"{what} still fits {pile_letter(move.pile)}"


def _help(verb: str, hint: str, help_: str, progress: Progress) -> str:
    """What is left of the last step."""
    if progress.hinted:
        return f"Now {verb.lower()} {help_} for help."
    return f"{verb} {hint} for a hint." if progress.helped else f"{verb} {hint} for a hint, {help_} for help."
