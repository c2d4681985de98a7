"""The player's config file: read into `Preferences`, and single choices written back into it."""

from __future__ import annotations

from skipbo_lan.config.complaints import Complaint, Fault
from skipbo_lan.config.keys import KEYS, Key
from skipbo_lan.config.reading import Loaded, load
from skipbo_lan.config.writing import keep

__all__ = ["KEYS", "Complaint", "Fault", "Key", "Loaded", "keep", "load"]
