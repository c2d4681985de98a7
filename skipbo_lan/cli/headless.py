"""`skipbo-lan host --headless`: the table alone, told in lines, until it has ended."""

from __future__ import annotations

