"""Measurements of speed: run by hand with `make bench`, since a time on one machine is no promise for another."""
