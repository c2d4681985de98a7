"""`python -m skipbo_lan` is `skipbo-lan`."""

from __future__ import annotations

import sys

from skipbo_lan.cli import main

if __name__ == "__main__":
    sys.exit(main())
