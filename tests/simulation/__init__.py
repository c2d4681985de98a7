"""Whole matches in bad weather: the real server and real clients, streams in memory with faults, and a mock clock."""
