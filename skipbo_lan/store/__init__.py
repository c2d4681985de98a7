"""What outlives the program: matches on the host's disk, and seats on the player's."""
