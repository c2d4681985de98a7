"""What the tests of the store share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture
def no_umask() -> Iterator[None]:
    """A user who hides nothing by default: what is hidden then, the program hides."""
    before = os.umask(0)
    yield
    os.umask(before)
