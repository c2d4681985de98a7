"""Tests of the config file."""
