"""What is good to do for whoever is to act, and why: for bots of every level and for a player's hint. Pure."""
