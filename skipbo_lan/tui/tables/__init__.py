"""The live list of tables that `join` shows before any table is joined."""
