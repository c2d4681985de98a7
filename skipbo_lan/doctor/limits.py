"""The numbers of the examination, with the reason why it is that number. Times are seconds."""

from __future__ import annotations

from typing import Final

ECHO: Final = 1.0
"""An own broadcast is back within a millisecond."""
ANSWER: Final = 2.0
"""A table answers a question at once; two of three questions may be lost."""
ASK_AGAIN: Final = 0.6
"""Between the questions."""

FULL_COLUMNS: Final = 80
FULL_ROWS: Final = 24
"""The window that the table is made for."""

LEAST_PYTHON: Final = (3, 11)
PACKAGES: Final = {
    "trio": (0, 31),
    "msgpack": (1, 1),
    "msgspec": (0, 20),
    "prompt-toolkit": (3, 0, 51),
    "platformdirs": (4, 3),
    "tomlkit": (0, 13),
    "ifaddr": (0, 2),
    "filelock": (3, 18),
    "wcwidth": (0, 2, 13),
}
"""The oldest version of each package that will do, as in pyproject.toml."""
