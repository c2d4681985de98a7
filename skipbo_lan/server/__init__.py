"""The host of a table: a pure state machine (`core.step`), the one task that runs it, and its connections."""
