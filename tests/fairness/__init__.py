"""Tests of the deal exchange and of exported rounds."""
