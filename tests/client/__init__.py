"""Tests of the client: session, discovery, credentials."""
