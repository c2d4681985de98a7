"""A player's end of the wire: finding a table, the session, and what the client knows."""
