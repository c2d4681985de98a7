"""Every screen looks as in the picture that was looked at: text and looks, in each size and theme (T14, T17)."""

from __future__ import annotations

import pytest

from tests.tui.golden.pictures import FOLDER, file_of, names, picture
from tests.tui.golden.scenes import Size, all_scenes

SCENES = all_scenes()


@pytest.mark.parametrize(("name", "size"), names(), ids=lambda part: part if isinstance(part, str) else f"{part[0]}")
def test_a_screen_looks_as_it_was_looked_at(name: str, size: Size) -> None:
    """After a wanted change: `python -m tests.tui.golden`, and look at what has changed."""
    assert picture(name, SCENES[name], size) == file_of(name, size).read_text(encoding="utf-8")


def test_no_picture_is_left_of_a_scene_that_is_no_more() -> None:
    assert {*FOLDER.glob("*.txt")} == {file_of(name, size) for name, size in names()}
