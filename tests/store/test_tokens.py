"""The shelf of tokens: several players on one machine come back to the right seats (P2)."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from skipbo_lan.store import tokens
from skipbo_lan.store.tokens import Kept, TokenShelf

TABLE = b"one table's id.."
OTHER = b"another one's id"


@pytest.fixture
def shelf(tmp_path: Path) -> TokenShelf:
    return TokenShelf(tmp_path / "tokens")


def token(number: int) -> bytes:
    return bytes([number]) * 16


def put(shelf: TokenShelf, number: int, name: str, table_id: bytes = TABLE, port: int | None = None) -> Path:
    """Keep a token, and be gone; older ones have smaller numbers."""
    claimed = shelf.keep(Kept(table_id, "Anna's table", name, token(number), port))
    claimed.release()
    os.utime(claimed.path, ns=(number * 10**9, number * 10**9))
    return claimed.path


def test_an_empty_shelf_has_nothing(shelf: TokenShelf) -> None:
    assert shelf.claim(TABLE) is None
    assert shelf.owned("Anna's table") is None


def test_two_programs_on_one_machine_get_different_tokens(shelf: TokenShelf) -> None:
    put(shelf, 1, "Bea")
    put(shelf, 2, "Cy")
    first, second = shelf.claim(TABLE), shelf.claim(TABLE)
    assert first is not None
    assert second is not None
    assert (first.name, second.name) == ("Cy", "Bea"), "the newest free one first"
    assert shelf.claim(TABLE) is None
    first.release()
    again = shelf.claim(TABLE)
    assert again is not None
    assert again.token == token(2)


def test_with_a_name_only_the_token_of_that_name_is_taken(shelf: TokenShelf) -> None:
    put(shelf, 1, "Bea")
    put(shelf, 2, "Cy")
    bea = shelf.claim(TABLE, "Bea")
    assert bea is not None
    assert (bea.name, bea.token) == ("Bea", token(1))
    assert shelf.claim(TABLE, "Bea") is None, "it is in use"
    assert shelf.claim(TABLE, "Dan") is None


def test_looking_for_one_name_does_not_hide_the_token_of_another(shelf: TokenShelf) -> None:
    """Not even for the moment in which another program looks for it."""
    path = put(shelf, 1, "Bea")
    before = set(path.parent.iterdir())
    assert shelf.claim(TABLE, "Dan") is None
    assert set(path.parent.iterdir()) == before


def test_a_token_belongs_to_one_table(shelf: TokenShelf) -> None:
    put(shelf, 1, "Bea")
    assert shelf.claim(OTHER) is None
    put(shelf, 2, "Bea", OTHER)
    claimed = shelf.claim(OTHER)
    assert claimed is not None
    assert claimed.token == token(2)


def test_a_new_token_is_in_use_by_whoever_keeps_it(shelf: TokenShelf) -> None:
    kept = shelf.keep(Kept(TABLE, "Anna's table", "Bea", token(1)))
    assert shelf.claim(TABLE) is None
    kept.release()
    assert shelf.claim(TABLE) is not None


def test_a_token_that_is_forgotten_is_gone(shelf: TokenShelf) -> None:
    put(shelf, 1, "Bea")
    claimed = shelf.claim(TABLE)
    assert claimed is not None
    shelf.forget(claimed)
    assert shelf.claim(TABLE) is None
    assert list(claimed.path.parent.iterdir()) == []


def test_the_owner_finds_the_port_of_a_running_table_by_its_name(shelf: TokenShelf) -> None:
    put(shelf, 1, "Anna", port=16220)
    put(shelf, 2, "Bea")
    owned = shelf.owned("Anna's table")
    assert owned is not None
    assert (owned.kept.port, owned.kept.table_id, owned.token) == (16220, TABLE, token(1))
    assert shelf.owned("Anna's table") is None, "its screen is running"
    assert shelf.owned("Bea's table") is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
@pytest.mark.usefixtures("no_umask")
def test_nobody_else_can_read_a_token(shelf: TokenShelf) -> None:
    path = put(shelf, 1, "Bea")
    assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_name_cannot_reach_outside_the_folder(shelf: TokenShelf, tmp_path: Path) -> None:
    put(shelf, 1, "../../escape")
    assert [path.name for path in tmp_path.iterdir()] == ["tokens"]


def test_no_token_stands_in_the_text_form_of_a_claim(shelf: TokenShelf) -> None:
    claimed = shelf.keep(Kept(TABLE, "Anna's table", "Bea", b"secret token...."))
    assert "secret" not in repr(claimed)
    assert "secret" not in repr(claimed.kept)


def test_a_lock_ends_with_its_program_however_that_ends(shelf: TokenShelf, tmp_path: Path) -> None:
    put(shelf, 1, "Bea")
    script = f"""
import os
from pathlib import Path
from skipbo_lan.store.tokens import TokenShelf
assert TokenShelf(Path({str(tmp_path / "tokens")!r})).claim({TABLE!r}) is not None
print("claimed", flush=True)
os.kill(os.getpid(), 9)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, cwd=Path(__file__).parents[2], check=False
    )
    assert done.stdout.strip() == b"claimed"
    assert shelf.claim(TABLE) is not None


def test_a_person_and_a_bot_of_one_account_never_take_each_other_s_seats(shelf: TokenShelf) -> None:
    shelf.keep(Kept(TABLE, "Anna's table", "Bea", token(1))).release()
    shelf.keep(Kept(TABLE, "Anna's table", "Ada", token(2), bot=True)).release()
    person, bot = shelf.claim(TABLE), shelf.claim(TABLE, bot=True)
    assert person is not None
    assert bot is not None
    assert (person.name, bot.name) == ("Bea", "Ada")
    assert shelf.claim(TABLE, "Ada") is None


def test_a_file_that_is_no_token_is_passed_over(shelf: TokenShelf) -> None:
    path = put(shelf, 1, "Bea")
    path.with_name(f"{TABLE.hex()}-0.token").write_bytes(b"{")
    path.with_name(f"{TABLE.hex()}-1.token").mkdir()
    claimed = shelf.claim(TABLE)
    assert claimed is not None
    assert claimed.token == token(1)


def unusable(shelf: TokenShelf, path: Path) -> bool:
    """Whether a player would join as somebody new, and be told why."""
    return shelf.claim(TABLE) is None and shelf.unreadable() == [path]


def test_a_damaged_token_is_told_and_passed_over(shelf: TokenShelf) -> None:
    """F55."""
    path = put(shelf, 1, "Anna")
    path.write_bytes(path.read_bytes()[:-3])
    assert unusable(shelf, path)
    path.write_bytes(b"\xff\xfe")
    assert unusable(shelf, path)


def test_a_token_that_may_not_be_read_is_told_and_passed_over(
    shelf: TokenShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(shelf, 1, "Anna")

    def denied(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", denied)
    assert unusable(shelf, path)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")
def test_another_users_token_is_told_and_passed_over(shelf: TokenShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(shelf, 1, "Anna")
    somebody = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: somebody)
    assert unusable(shelf, path)


def test_a_lock_that_may_not_be_taken_leaves_its_token_alone(
    shelf: TokenShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(shelf, 1, "Anna")

    def denied(self: FileLock, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(FileLock, "acquire", denied)
    assert shelf.claim(TABLE) is None


def test_good_tokens_are_found_beside_bad_ones(shelf: TokenShelf) -> None:
    put(shelf, 1, "Anna")
    bad = put(shelf, 2, "Bea")
    bad.write_bytes(b"")
    claimed = shelf.claim(TABLE)
    assert claimed is not None
    assert claimed.name == "Anna"
    assert shelf.unreadable() == [bad]


def test_old_tokens_are_thrown_away_when_there_are_too_many(shelf: TokenShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "TOKENS_KEPT", 3)
    first = put(shelf, 1, "1")
    in_use = shelf.claim(TABLE)
    assert in_use is not None
    for number in range(2, 7):
        put(shelf, number, str(number))
    assert first.exists(), "a token in use is never thrown away"
    assert len(list(first.parent.glob("*.token"))) == 4


def test_the_owner_of_a_table_is_told_from_its_guests_and_follows_it_to_another_port(shelf: TokenShelf) -> None:
    """Several players of one account sit at one table; only one of them can open it again."""
    put(shelf, 1, "Anna", port=16218)
    put(shelf, 2, "Bea")
    claimed = shelf.owned_at(TABLE)
    assert claimed is not None
    assert (claimed.name, claimed.kept.port) == ("Anna", 16218)
    assert shelf.owned_at(TABLE) is None, "it is in use"
    shelf.move(claimed, 17000)
    claimed.release()
    again = shelf.owned("Anna's table")
    assert again is not None
    assert (again.token, again.kept.port) == (token(1), 17000)
    again.release()
    assert shelf.owned("Anna's table", but={TABLE}) is None
    assert shelf.owned_at(bytes(16)) is None
