"""The time of day, as the log tells it."""

from __future__ import annotations

from datetime import UTC, datetime

from skipbo_lan.local_time import seconds_of_the_day


def test_parts_of_a_second_count_so_that_no_minute_of_the_log_changes_while_it_is_looked_at() -> None:
    assert seconds_of_the_day(datetime(2026, 11, 29, 12, 1, 59, 750_000, UTC)) == 12 * 3600 + 119.75
