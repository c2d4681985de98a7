"""The default config file: every key with what it is about and the value that it has by itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import fill
from types import MappingProxyType
from typing import Final

from skipbo_lan.config import KEYS, Key
from skipbo_lan.locale.paths import path_words
from skipbo_lan.locale.plain import WIDTH
from skipbo_lan.preferences import USUAL

COMMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": 'Your name at tables; "" is your login name.',
        "theme": "The colours of the screen; auto leaves them to the terminal.",
        "ascii": "Draw with plain ASCII instead of lines.",
        "plain": "Play in lines instead of on a screen: for screen readers and simple terminals.",
        "mouse": "Take clicks and the wheel; without it the terminal selects text as usual.",
        "speed": "Seconds that bots wait before each action at tables you open.",
        "motion": "Show short motions.",
        "hints": "Show at each card where it fits.",
        "key_bar": "Show the bar of keys.",
        "bell": "Ring the bell when it is your turn.",
        "title": "Tell in the window's title whose turn it is.",
        "banner": "Set the banner off when it is your turn.",
        "log_level": "What is written to session.log in the state folder, for bug reports.",
    }
)
"""By the name of the key."""


def default_file(path: Path) -> str:
    """The file for this place, as TOML."""
    head = (
        f"# {path_words(path)}\n#\n"
        "# What you like about skipbo-lan. An option of the command line goes before\n# what stands here.\n"
    )
    return head + "".join(f"\n{_comment(key)}\n{key.name} = {key.shown(USUAL)}\n" for key in KEYS)


def _comment(key: Key) -> str:
    values = f" ({', '.join(key.kind.allowed)})" if key.kind.allowed else ""
    return fill(COMMENTS[key.name] + values, WIDTH, initial_indent="# ", subsequent_indent="# ")
