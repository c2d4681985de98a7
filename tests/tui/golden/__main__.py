"""Takes all pictures anew: `python -m tests.tui.golden`. Look at each that has changed."""

from __future__ import annotations

from tests.tui.golden.pictures import FOLDER, file_of, names, picture
from tests.tui.golden.scenes import all_scenes


def main() -> None:
    """Write every picture, and remove those of scenes that are no more."""
    FOLDER.mkdir(exist_ok=True)
    scenes, kept = all_scenes(), set()
    for name, size in names():
        file = file_of(name, size)
        file.write_text(picture(name, scenes[name], size), encoding="utf-8")
        kept.add(file)
    for file in set(FOLDER.glob("*.txt")) - kept:
        file.unlink()


if __name__ == "__main__":
    main()
