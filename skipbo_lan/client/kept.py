"""Credentials whose tokens stay on this machine, so that the same command gives a player his seat back (P2)."""

from __future__ import annotations

from protocol.messages import Welcome
from skipbo_lan.store.tokens import Claimed, TokenShelf


class OnShelf:
    """A player's tokens on the shelf; those in use are locked until `release`."""

    def __init__(
        self,
        shelf: TokenShelf,
        name: str | None,
        *,
        bot: bool = False,
        any_name: bool = False,
        port: int | None = None,
    ) -> None:
        """`name` is that of a newcomer; with `any_name` a seat of another name is taken back as well.

        `port` is where the own table listens on this machine, for its owner.
        """
        self._shelf = shelf
        self._name = name
        self._bot = bot
        self._any_name = any_name
        self._port = port
        self._claimed: dict[bytes, Claimed] = {}

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
        if table_id not in self._claimed:
            claimed = self._shelf.claim(table_id, None if self._any_name else self._name)
            if claimed is None:
                return None
            self._claimed[table_id] = claimed
        return self._claimed[table_id].token

    def keep(self, welcome: Welcome) -> None:
        """Put a new token on the shelf; the tokens of earlier matches are free again."""
        assert welcome.token is not None
        self.release()
        port = self._port if welcome.owner else None
        self._claimed[welcome.table_id] = self._shelf.keep(
            welcome.table_id, welcome.table, welcome.name, welcome.token, port=port
        )

    def forget(self, table_id: bytes) -> None:
        """Throw away the token that the table does not know any more."""
        claimed = self._claimed.pop(table_id, None)
        if claimed is not None:
            self._shelf.forget(claimed)

    def release(self) -> None:
        """Let other programs use the tokens."""
        for claimed in self._claimed.values():
            claimed.release()
        self._claimed.clear()
