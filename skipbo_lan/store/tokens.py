"""The player's side of a seat: tokens kept on this machine, each used by one program at a time (P2).

1. A token is one small file, named by its table's id and a random number: names are text from outside.
2. Whoever uses a token holds the lock beside it. A lock ends with its program, however that ends.
3. So several players on one machine and one account come back to the right seats.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec
from filelock import FileLock

from skipbo_lan.store.files import FILE_MODE, is_own, make_folder, write_private
from skipbo_lan.store.journal import FileJournal

TOKENS_KEPT: Final = 500
"""Files kept at most: years of matches, and few enough to look through in a moment."""


class Kept(msgspec.Struct, frozen=True):
    """What the file of a token says."""

    table_id: bytes
    table: str
    name: str
    token: bytes
    port: int | None = None
    """Where the owner's table listens on this machine; None for a seat at somebody else's table."""
    bot: bool = False
    """Whether a program played: it and a person never take each other's seats."""

    def __repr__(self) -> str:
        return f"Kept({self.name!a} at {self.table!a})"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A token in use by this program, until it is released."""

    kept: Kept
    path: Path
    lock: FileLock = field(repr=False)

    @property
    def token(self) -> bytes:
        """The token itself."""
        return self.kept.token

    @property
    def name(self) -> str:
        """The player's name at that table."""
        return self.kept.name

    def release(self) -> None:
        """Let another program use the token."""
        self.lock.release()


class TokenShelf:
    """The tokens of this user, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def claim(self, table_id: bytes, name: str | None = None, *, bot: bool = False) -> Claimed | None:
        """The newest free token for a seat at this table, or the free one of this name; None when there is none."""
        wanted = (table_id, bot)
        return self._first_free(
            f"{table_id.hex()}-*.token",
            lambda kept: (kept.table_id, kept.bot) == wanted and name in (None, kept.name),
        )

    def unreadable(self) -> list[Path]:
        """The tokens that stand here and cannot be used: damaged, another user's, or not to be read."""
        return [path for path in self._newest_first("*.token") if _read(path) is None and path.exists()]

    def owned(self, table: str, *, but: Collection[bytes] = ()) -> Claimed | None:
        """The newest free token of the player's own table of this name, which may still be running at its port.

        Tables with one of the ids in `but` are left out.
        """
        return self._first_free(
            "*.token", lambda kept: kept.port is not None and kept.table == table and kept.table_id not in but
        )

    def owned_at(self, table_id: bytes) -> Claimed | None:
        """The newest free token of the owner's seat at this table."""
        return self._first_free(
            f"{table_id.hex()}-*.token", lambda kept: kept.port is not None and kept.table_id == table_id
        )

    def move(self, claimed: Claimed, port: int) -> None:
        """Note where an own table listens now."""
        write_private(claimed.path, msgspec.json.encode(msgspec.structs.replace(claimed.kept, port=port)))

    def keep(self, kept: Kept) -> Claimed:
        """Keep a new token, in use by this program from now on. Raises OSError."""
        path = make_folder(self._folder) / f"{kept.table_id.hex()}-{secrets.token_hex(8)}.token"
        lock = _lock_of(path)
        lock.acquire()
        write_private(path, msgspec.json.encode(kept))
        self._tidy()
        return Claimed(kept, path, lock)

    def forget(self, claimed: Claimed) -> None:
        """Throw a token away: its table does not know it any more, or is gone."""
        _throw_away(claimed.path, claimed.lock)

    def _first_free(self, pattern: str, wanted: Callable[[Kept], bool]) -> Claimed | None:
        """Only what is wanted is locked: even a short lock would make its own player miss it."""
        for path in self._newest_first(pattern):
            kept = _read(path)
            if kept is not None and wanted(kept) and (lock := _locked(path)) is not None:
                if path.exists():
                    return Claimed(kept, path, lock)
                lock.release()  # thrown away by another program meanwhile
        return None

    def _newest_first(self, pattern: str) -> list[Path]:
        return [path for _, path in sorted(self._dated(pattern), reverse=True)]

    def _dated(self, pattern: str) -> Iterator[tuple[int, Path]]:
        for path in self._folder.glob(pattern):
            try:
                yield path.stat().st_mtime_ns, path
            except OSError:
                continue  # forgotten by another program meanwhile

    def _tidy(self) -> None:
        """Throw away the oldest tokens that nobody uses, when there are too many."""
        for path in self._newest_first("*.token")[TOKENS_KEPT:]:
            lock = _locked(path)
            if lock is not None:
                _throw_away(path, lock)


def _lock_of(path: Path) -> FileLock:
    return FileLock(path.with_suffix(".lock"), timeout=0, mode=FILE_MODE)


def _locked(path: Path) -> FileLock | None:
    """The token's lock, held; None while another program uses it, and where none can be had."""
    lock = _lock_of(path)
    try:
        lock.acquire()
    except OSError:  # a timeout is one
        return None
    return lock


def _throw_away(path: Path, lock: FileLock) -> None:
    """Whoever opens the lock between these steps finds no token any more."""
    path.unlink(missing_ok=True)
    FileJournal(path).remove()
    lock.release()
    Path(lock.lock_file).unlink(missing_ok=True)


def _read(path: Path) -> Kept | None:
    """What the file says; None when it is gone, no token after all, or not this user's own to read."""
    try:
        if not is_own(path):
            return None
        return msgspec.json.decode(path.read_bytes(), type=Kept)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
