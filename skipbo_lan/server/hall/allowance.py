"""What each connection may still ask: it is charged, told to slow down, and at last hung up on (F37).

Accepted game actions are free: one is on its way at a time, and the rules bound them.
"""

from __future__ import annotations

from dataclasses import replace

from protocol.codes import ByeCode, DenyCode
from protocol.messages import Bye, Refused
from skipbo_lan.server.hall.effects import Close, Send
from skipbo_lan.server.hall.inputs import Moment, PeerId
from skipbo_lan.server.hall.presence import lose
from skipbo_lan.server.hall.rates import UNTOUCHED, Allowance, spend
from skipbo_lan.server.hall.seats import at_table, client_of, put, watcher_of, with_client
from skipbo_lan.server.hall.state import Hall, Step


def allowance_of(hall: Hall, peer: PeerId) -> Allowance:
    """What this connection may still ask."""
    found, watcher = at_table(hall, peer), watcher_of(hall, peer)
    if found is not None:
        return client_of(found[1], peer).allowance
    return watcher.allowance if watcher is not None else UNTOUCHED


def spend_for(hall: Hall, peer: PeerId, cost: float, moment: Moment) -> Hall:
    """The hall after this connection was charged."""
    left = spend(allowance_of(hall, peer), cost, moment.now)
    found = at_table(hall, peer)
    if found is not None:
        seat, player = found
        client = client_of(player, peer)
        return put(hall, seat, with_client(player, client, replace(client, allowance=left)))
    watchers = (replace(one, allowance=left) if one.peer == peer else one for one in hall.watchers)
    return replace(hall, watchers=tuple(watchers))


def slow_down(hall: Hall, peer: PeerId) -> Step:
    """The answer to a request that was one too many."""
    return hall, (Send(peer, Refused(id=None, code=DenyCode.SLOW_DOWN)),)


def cut_off(hall: Hall, peer: PeerId, moment: Moment) -> Step:
    """Hang up on whoever floods the host; his seat waits for him, as after any lost connection."""
    if not allowance_of(hall, peer).flooding:
        return hall, ()
    hall, effects = lose(hall, peer, moment)
    return hall, (Close(peer, Bye(code=ByeCode.FLOOD)), *effects)
