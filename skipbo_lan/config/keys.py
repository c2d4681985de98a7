"""The keys of the config file in one table, from which reading, writing and the default file follow."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from typing import Final, TypeAlias

from protocol.names import check_name
from skipbo_lan.preferences import SLOWEST, LogLevel, Preferences, Theme


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
    Key("name", PlayerName()),
    Key("theme", Choice(Theme)),
    Key("ascii", Switch()),
    Key("plain", Switch()),
    Key("mouse", Switch()),
    Key("speed", Seconds(SLOWEST, "usual")),
    Key("motion", Switch()),
    Key("hints", Switch()),
    Key("key_bar", Switch()),
    Key("bell", Switch()),
    Key("title", Switch()),
    Key("banner", Switch()),
    Key("log_level", Choice(LogLevel, "off")),
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
