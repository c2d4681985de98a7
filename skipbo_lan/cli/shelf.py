"""Where this user's tokens stand."""

from __future__ import annotations

from skipbo_lan.settings import state_folder
from skipbo_lan.store.tokens import TokenShelf


def token_shelf() -> TokenShelf:
    """The shelf of this account, or of the state folder that was chosen."""
    return TokenShelf(state_folder() / "tokens")
