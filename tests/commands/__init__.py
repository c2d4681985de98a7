"""Tests of typed commands."""
