"""Leaving a table on purpose, the same from every kind of screen."""

from __future__ import annotations

from protocol.messages import CloseTable
from skipbo_lan.client.session import Session


def take_leave(session: Session) -> None:
    """Leave the table; its owner thereby closes it for everybody."""
    if session.state.owner:
        session.ask(CloseTable())
    session.leave()
