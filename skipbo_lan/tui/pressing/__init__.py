"""Pressing: from a model and a key to a new model and intents. Pure."""
