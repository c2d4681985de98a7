"""Writes single choices back into the config file, and leaves everything else in it as the player wrote it."""

from __future__ import annotations

from pathlib import Path

from skipbo_lan.config.complaints import Complaint, Fault
from skipbo_lan.config.keys import KEYS, Key, blank_file
from skipbo_lan.config.reading import NotReadable, content
from skipbo_lan.preferences import Preferences
from skipbo_lan.store.files import make_folder, write_private


def keep(path: Path, before: Preferences, after: Preferences) -> Complaint | None:
    """Write what has changed between the two into the file, which is made where there is none.

    The file is replaced as a whole or not at all. None when it went well, or there was nothing to write; otherwise why
    it did not, and then the file is as it was.
    """
    changed = [key for key in KEYS if getattr(before, key.name) != getattr(after, key.name)]
    if not changed:
        return None
    try:
        data = content(path)
        text = blank_file(path) if data is None else data.decode()
        target = path.resolve()  # a link to the file goes on leading there
        make_folder(target.parent)
        write_private(target, _with(text, changed, after).encode())
    except NotReadable as error:
        return error.complaint
    except OSError as error:
        return Complaint(path, Fault.NOT_KEPT, why=error.strerror or str(error))
    except (ValueError, RecursionError) as error:  # no UTF-8, or no TOML
        return Complaint(path, Fault.NOT_KEPT, why=str(error))
    return None


def _with(text: str, changed: list[Key], after: Preferences) -> str:
    """The text with these keys as they are now. Raises ValueError for what is no TOML."""
    import tomlkit  # only who changes a choice needs it
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        for key in changed:
            document[key.name] = key.written(after)
        return tomlkit.dumps(document)
    except TOMLKitError as error:  # some are no ValueError
        raise ValueError(str(error)) from None
