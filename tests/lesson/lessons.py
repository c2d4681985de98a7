"""The lesson at each of its steps, for tests: real rules, and a bot that plays them."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import Action
from engine.observe import observe
from engine.rules import apply
from engine.table import Table
from skipbo_lan.bots.levels import line
from skipbo_lan.client.state import ClientState
from skipbo_lan.lesson.cards import BOT, LEARNER, arranged_table
from skipbo_lan.lesson.course import MOVES, Progress, Step
from skipbo_lan.tui.model import Model, UiState
from tests.tui.scenes import model, seen

RIGHT_KEYS: Final = {
    Step.STOCK: ("s",),
    Step.HAND: ("b",),
    Step.WILD: ("2", "c"),
    Step.DISCARD: ("3", "7"),
}
"""What the specification of the lesson says that is pressed."""


def table_at(step: Step, chance: int = 0) -> Table:
    """The cards when a step begins; the bot of the last one played with this chance."""
    table = arranged_table()
    for taught, move in MOVES.items():
        if taught < step:
            table, _ = apply(table, LEARNER, move)
    return bot_has_played(table, chance) if step is Step.HELP else table


def bot_has_played(table: Table, chance: int = 0) -> Table:
    """The cards after the bot's turn."""
    for action in line(observe(table, BOT), "easy", Random(chance)):
        table, _ = apply(table, BOT, action)
    return table


def client_at(step: Step) -> ClientState:
    """What the player's client knows then; the bot is called Bea here."""
    return seen(table_at(step))


def screen_at(step: Step, progress: Progress | None = None, width: int = 80, height: int = 24) -> Model:
    """The player's screen then."""
    return model(client_at(step), width, height, UiState(lesson=progress or Progress()))


def after(table: Table, action: Action) -> Table:
    """The cards after the player's action, and after the bot's turn when that ended the player's."""
    table, _ = apply(table, LEARNER, action)
    return bot_has_played(table) if table.turn == BOT else table
