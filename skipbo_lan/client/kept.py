"""Credentials whose tokens stay on this machine, so that the same command gives a player the seat back (P2).

A folder that cannot be read or written costs that comfort only: the token then lasts as long as the program.
"""

from __future__ import annotations

from protocol.messages import Welcome
from skipbo_lan.client.journal import Journal, NoJournal
from skipbo_lan.store.journal import FileJournal
from skipbo_lan.store.tokens import Claimed, Kept, TokenShelf


class OnShelf:
    """A player's tokens on the shelf; those in use are locked until `release`."""

    def __init__(
        self,
        shelf: TokenShelf,
        name: str | None,
        *,
        bot: bool = False,
        any_name: bool = False,
        watching: bool = False,
        password: str | None = None,
        port: int | None = None,
    ) -> None:
        """`name` is that of a newcomer; with `any_name` a seat of another name is taken back as well.

        `port` is where the player's table listens on this machine, for its owner.
        """
        self.watching = watching
        self.password = password
        self._shelf = shelf
        self._name = name
        self._bot = bot
        self._any_name = any_name
        self._port = port
        self._claimed: dict[bytes, Claimed] = {}
        self._unsaved: dict[bytes, bytes] = {}

    @property
    def name(self) -> str | None:
        """The name to ask for."""
        return self._name

    @property
    def bot(self) -> bool:
        """Whether a program plays."""
        return self._bot

    def token(self, table_id: bytes) -> bytes | None:
        """The token in use for this table, or a free one from the shelf."""
        if table_id in self._unsaved:
            return self._unsaved[table_id]
        claimed = self._claimed.get(table_id) or self._claim(table_id)
        return claimed.token if claimed is not None else None

    def keep(self, welcome: Welcome) -> None:
        """Put a new token on the shelf; the tokens of earlier matches are free again."""
        assert welcome.token is not None
        self.release()
        port = self._port if welcome.owner else None
        kept = Kept(welcome.table_id, welcome.table, welcome.name, welcome.token, port, self._bot)
        try:
            self._claimed[kept.table_id] = self._shelf.keep(kept)
        except OSError:
            self._unsaved[kept.table_id] = kept.token

    def forget(self, table_id: bytes) -> None:
        """Throw away the token that the table does not know any more."""
        self._unsaved.pop(table_id, None)
        claimed = self._claimed.pop(table_id, None)
        if claimed is not None:
            self._shelf.forget(claimed)

    def owns(self, table_id: bytes) -> bool:
        """Whether the player has opened this table, on this machine; the host's word does not count."""
        claimed = self._claimed.get(table_id)
        return self._port is not None or (claimed is not None and claimed.kept.port is not None)

    def journal(self, table_id: bytes) -> Journal:
        """The journal beside the token in use for this table; none for a token that could not be kept."""
        claimed = self._claimed.get(table_id)
        return FileJournal(claimed.path) if claimed is not None else NoJournal()

    def release(self) -> None:
        """Let other programs use the tokens."""
        for claimed in self._claimed.values():
            claimed.release()
        self._claimed.clear()

    def _claim(self, table_id: bytes) -> Claimed | None:
        claimed = self._shelf.claim(table_id, None if self._any_name else self._name, bot=self._bot)
        if claimed is not None:
            self._claimed[table_id] = claimed
        return claimed
