"""Tests of the advice: the easy bot's choice and a player's hint."""
