"""One good action for whoever is to act, and the reason for it: for the easy bot and for a player's hint. Pure."""
