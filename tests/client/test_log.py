"""The entries of a log know when they were heard of."""

from __future__ import annotations

from math import inf

from skipbo_lan.client.log import LogEntry, Note, NoteKind, stamped


def test_new_entries_get_the_time_and_old_ones_keep_theirs() -> None:
    old: tuple[LogEntry, ...] = stamped((), (Note(NoteKind.JOINED, "Bea"),), 1.0)
    new = stamped(old, (*old, Note(NoteKind.LEFT, "Bea"), Note(NoteKind.JOINED, "Cy")), 2.0)
    assert [entry.at for entry in new] == [1.0, 2.0, 2.0]


def test_a_log_whose_oldest_entries_gave_way_keeps_its_times() -> None:
    old = stamped((), (Note(NoteKind.JOINED, "Bea"), Note(NoteKind.LEFT, "Bea")), 1.0)
    new = stamped(old, (old[1], Note(NoteKind.JOINED, "Bea")), 2.0)
    assert [entry.at for entry in new] == [1.0, 2.0]


def test_a_log_that_did_not_grow_is_the_same() -> None:
    log: tuple[LogEntry, ...] = (Note(NoteKind.JOINED),)
    assert stamped(log, log, 1.0) is log
    assert log[0].at == -inf
