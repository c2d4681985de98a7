"""Garbage, floods and long use: nothing but the protocol's own errors, and nothing that grows."""
