"""`skipbo-lan find`: the tables on this network, as lines or as one JSON list."""

from __future__ import annotations

import json
from argparse import Namespace

import trio

from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.client.find import find
from skipbo_lan.client.listings import Listing
from skipbo_lan.locale import joining as words


def run(options: Namespace) -> int:
    """Look for as long as was asked for, then tell."""
    rows = trio.run(find, options.timeout)
    if options.json:
        print(json.dumps([as_json(row) for row in rows]))
    elif not rows:
        raise CommandError(words.gave_up(), Exit.NO_TABLE)
    else:
        print("\n".join(words.rows_lines(rows)))
    return Exit.FINE


def as_json(row: Listing) -> dict[str, object]:
    """A table as programs read it; its texts stand there as they came."""
    return {
        "table": row.table,
        "table_id": row.table_id.hex(),
        "address": row.address,
        "port": row.port,
        "addresses": [place.host for place in row.places],
        "app": row.app,
        "seats": row.seats,
        "taken": row.taken,
        "state": row.state,
        "joinable": row.joinable,
        "locked": row.locked,
        "preset": row.preset,
        "stock": row.stock,
    }
