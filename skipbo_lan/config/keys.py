"""The keys of the config file in one table: reading, the commented default file and the documents follow from it."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Final, TypeAlias

from protocol.names import check_name
from protocol.text import safe
from skipbo_lan.preferences import SLOWEST, USUAL, LogLevel, Preferences, Theme

_PATH_CELLS: Final = 200
"""As much of a path as a comment has room for."""

_WIDTH: Final = 79
"""Of a comment, so that it can be read in the smallest usual window."""


@dataclass(frozen=True, slots=True)
class Switch:
    """True or false."""

    allowed = ("true", "false")
    unset = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    values: type[Theme] | type[LogLevel]
    unset: str | None = None
    """The word for None."""

    @property
    def allowed(self) -> tuple[str, ...]:
        """The words."""
        return (*self.values, *([] if self.unset is None else [self.unset]))


@dataclass(frozen=True, slots=True)
class Seconds:
    """A time from nothing to `most`."""

    most: float
    unset: str
    """The word for None."""

    @property
    def allowed(self) -> tuple[str, ...]:
        """The bounds and the word."""
        return (f"0 to {self.most:g}", self.unset)


@dataclass(frozen=True, slots=True)
class PlayerName:
    """What somebody may be called at a table (P48); nothing for None."""

    unset = ""
    allowed = ()


Kind: TypeAlias = Switch | Choice | Seconds | PlayerName


@dataclass(frozen=True, slots=True)
class Key:
    """One key, called like its field of `Preferences`."""

    name: str
    kind: Kind
    comment: str
    """What it is about, as the default file says it."""

    def written(self, preferences: Preferences) -> bool | float | str:
        """The value of these preferences, as TOML has it."""
        value: bool | float | str | None = getattr(preferences, self.name)
        if value is None:
            assert self.kind.unset is not None, f"{self.name} cannot be None"
            return self.kind.unset
        return str(value) if isinstance(value, str) else value

    def shown(self, preferences: Preferences) -> str:
        """The same as it stands in a file."""
        return json.dumps(self.written(preferences), ensure_ascii=False)


KEYS: Final = (
    Key("name", PlayerName(), 'Your name at tables; "" is your login name.'),
    Key("theme", Choice(Theme), "The colours of the screen; auto leaves them to the terminal."),
    Key("ascii", Switch(), "Draw with plain ASCII instead of lines."),
    Key("plain", Switch(), "Play in lines instead of on a screen: for screen readers and simple terminals."),
    Key("mouse", Switch(), "Take clicks and the wheel; without it the terminal selects text as usual."),
    Key("speed", Seconds(SLOWEST, "usual"), "Seconds that bots wait before each action at tables you open."),
    Key("motion", Switch(), "Show short motions."),
    Key("hints", Switch(), "Show at each card where it fits."),
    Key("key_bar", Switch(), "Show the bar of keys."),
    Key("bell", Switch(), "Ring the bell when it is your turn."),
    Key("title", Switch(), "Tell in the window's title whose turn it is."),
    Key("banner", Switch(), "Set the banner off when it is your turn."),
    Key("log_level", Choice(LogLevel, "off"), "What is written to session.log in the state folder, for bug reports."),
)


class BadValue(Exception):
    """A value that a key cannot have; its text is the code of a refused name, or nothing."""


def value_of(key: Key, found: object) -> bool | float | str | None:
    """What a field of `Preferences` is set to for the value that was found in a file. Raises BadValue."""
    match key.kind:
        case Switch() if isinstance(found, bool):
            return found
        case Choice(_, unset) | Seconds(_, unset) if found == unset and isinstance(found, str):
            return None
        case Choice(values) if isinstance(found, str) and found in list(values):
            return values(found)
        case Seconds(most) if isinstance(found, int | float) and not isinstance(found, bool) and 0 <= found <= most:
            return float(found)
        case PlayerName() if isinstance(found, str):
            return _name(found)
        case _:
            raise BadValue


def _name(found: str) -> str | None:
    name = unicodedata.normalize("NFC", found)
    refusal = check_name(name) if name else None
    if refusal is not None:
        raise BadValue(refusal)
    return name or None


def blank_file(path: Path) -> str:
    """The default file for this place: every key with its comment and the value that it has by itself."""
    head = (
        f"# {safe(str(path), _PATH_CELLS)}\n#\n"
        "# What you like about skipbo-lan. An option of the command line goes before\n# what stands here.\n"
    )
    return head + "".join(f"\n{_comment(key)}\n{key.name} = {key.shown(USUAL)}\n" for key in KEYS)


def _comment(key: Key) -> str:
    values = f" ({', '.join(key.kind.allowed)})" if key.kind.allowed else ""
    return fill(key.comment + values, _WIDTH, initial_indent="# ", subsequent_indent="# ")
