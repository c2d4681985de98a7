"""`skipbo-lan config`: where the config file is, and a default one, as a file that could be it."""

from __future__ import annotations

import sys
from argparse import Namespace

from skipbo_lan.cli.codes import Exit
from skipbo_lan.config import blank_file, load
from skipbo_lan.locale.config import complaint_line
from skipbo_lan.settings import config_path


def run(options: Namespace) -> int:
    """Print the default file with the place in its first line, and on standard error what is wrong with the present."""
    path = config_path()
    text = blank_file(path)
    if sys.stdout.isatty():
        print(text, end="")
    else:
        sys.stdout.buffer.write(text.encode())  # on its way to be the config, which is UTF-8 wherever it is made
    for complaint in load(path).complaints:
        print(complaint_line(complaint), file=sys.stderr)
    return Exit.FINE
