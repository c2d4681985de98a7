"""Who wants a seat: a name, and the tokens that give seats back (P2)."""

from __future__ import annotations

from typing import Protocol

from protocol.messages import Welcome
from skipbo_lan.client.journal import Journal, NoJournal


class Credentials(Protocol):
    """What a session needs to know of its player. Where tokens are kept is the business of whoever makes it."""

    @property
    def name(self) -> str | None:
        """The name to ask for; None lets the host name a bot."""

    @property
    def bot(self) -> bool:
        """Whether a program plays."""

    @property
    def watching(self) -> bool:
        """Whether only to watch; then no token counts."""

    @property
    def password(self) -> str | None:
        """The table's password; None when none was given."""

    def token(self, table_id: bytes) -> bytes | None:
        """The token of a seat at this table; None when the player is new there."""

    def keep(self, welcome: Welcome) -> None:
        """Keep the token that came with this welcome."""

    def forget(self, table_id: bytes) -> None:
        """The table does not know the token any more, if there was one."""

    def owns(self, table_id: bytes) -> bool:
        """Whether the player has opened this table, on this machine."""

    def journal(self, table_id: bytes) -> Journal:
        """Where it is kept what this player heard of the deals of this table."""


class Unsaved:
    """Credentials that last as long as the program: for bots, for practice, and for tests."""

    def __init__(
        self,
        name: str | None,
        *,
        bot: bool = False,
        token: bytes | None = None,
        watching: bool = False,
        password: str | None = None,
    ) -> None:
        """With a token, the player returns with it to the first table there is."""
        self.watching = watching
        self.password = password
        self._name = name
        self._bot = bot
        self._first = token
        self._tokens: dict[bytes, bytes] = {}

    @property
    def name(self) -> str | None:
        """The name to ask for."""
        return self._name

    @property
    def bot(self) -> bool:
        """Whether a program plays."""
        return self._bot

    def token(self, table_id: bytes) -> bytes | None:
        """The token for this table."""
        if self._first is not None:
            self._tokens[table_id], self._first = self._first, None
        return self._tokens.get(table_id)

    def keep(self, welcome: Welcome) -> None:
        """Keep the token; the name is from now on the one that the host has given."""
        assert welcome.token is not None
        self._name = welcome.name
        self._tokens[welcome.table_id] = welcome.token

    def forget(self, table_id: bytes) -> None:
        """Join as somebody new next time."""
        self._tokens.pop(table_id, None)

    def owns(self, table_id: bytes) -> bool:
        """Nobody's own table is played at with credentials that are not kept."""
        return False

    def journal(self, table_id: bytes) -> Journal:
        """It is not kept."""
        return NoJournal()
