"""`skipbo-lan doctor`: examines this computer, and with --peer the way to another one; changes nothing."""

from __future__ import annotations

import json
import os
import shutil
import sys
from argparse import Namespace
from collections.abc import Sequence

import trio

from skipbo_lan.cli.codes import Exit
from skipbo_lan.cli.target import places_at
from skipbo_lan.cli.terminal import is_interactive
from skipbo_lan.client.listings import Place
from skipbo_lan.doctor import network, program, screen, surroundings
from skipbo_lan.doctor.finding import Area, Finding, Verdict
from skipbo_lan.doctor.peer import peer
from skipbo_lan.lan.interfaces import interfaces
from skipbo_lan.locale import doctor as words


def run(options: Namespace) -> int:
    """Examine, tell, and return 4 when the network needs attention, 7 when only the terminal does."""
    found = [*_program(), *trio.run(_network, options.peer)]
    if options.json:
        print(json.dumps([as_json(finding) for finding in found]))
    else:
        print("\n".join(line for finding in found for line in words.finding_lines(finding)))
        print(words.closing(worst(found)))
    return exit_code(found)


def exit_code(found: Sequence[Finding]) -> Exit:
    """What the shell is told."""
    broken = {finding.area for finding in found if finding.verdict is Verdict.FIX}
    if Area.PROGRAM in broken:
        return Exit.BUG
    if Area.NETWORK in broken:
        return Exit.NETWORK
    return Exit.TERMINAL if broken else Exit.FINE


def worst(found: Sequence[Finding]) -> Verdict:
    """The gravest of what was found."""
    return max((finding.verdict for finding in found), key=list(Verdict).index)


def as_json(finding: Finding) -> dict[str, object]:
    """A finding as programs read it; its facts stand there as they came."""
    return {
        "check": finding.code,
        "area": finding.area.value,
        "verdict": finding.verdict.value,
        "facts": dict(finding.facts),
        "text": words.sentence_of(finding),
        "remedy": "" if finding.verdict is Verdict.OK else words.remedy_of(finding),
    }


def _program() -> Sequence[Finding]:
    size = shutil.get_terminal_size()
    encoding = sys.stdout.encoding or "ascii"
    window = screen.Window(is_interactive(), size.columns, size.lines, encoding, os.environ)
    return [program.python(sys.version_info[:3]), program.packages(), *screen.terminal(window)]


async def _network(address: tuple[str, int] | None) -> Sequence[Finding]:
    present = interfaces()
    system = surroundings.System(sys.platform, sys.executable, os.environ)
    found = [
        *network.addresses(present),
        *await network.udp_to_itself(present),
        await network.tcp_to_itself(present),
        await network.tcp_port(),
        *surroundings.surroundings(system),
    ]
    return found if address is None else [*found, *await peer(places_at(Place(*address)), present)]
