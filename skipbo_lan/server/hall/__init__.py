"""The host's table as a value: `core.step` takes a hall and what was heard, and gives a new hall and what follows."""
