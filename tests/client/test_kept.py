"""Tokens on this machine: the same command returns a player to the seat, and nobody else to it (P2, J3, J19 to J21)."""

from __future__ import annotations

from pathlib import Path

import msgspec

from skipbo_lan.client.kept import OnShelf
from skipbo_lan.store.tokens import TokenShelf
from tests.client.scripted_host import TABLE_ID, TOKEN, a_welcome

OTHER_ID = b"another table..."


def welcomed(credentials: OnShelf, name: str, token: bytes, table_id: bytes = TABLE_ID) -> None:
    """Let a table give the player this name and token."""
    credentials.keep(msgspec.structs.replace(a_welcome(table_id=table_id), name=name, token=token))


def test_a_killed_player_returns_by_the_same_command(tmp_path: Path) -> None:
    shelf = TokenShelf(tmp_path)
    first = OnShelf(shelf, "Anna")
    welcomed(first, "Anna", TOKEN)
    first.release()
    assert OnShelf(shelf, "Anna").token(TABLE_ID) == TOKEN


def test_a_token_in_use_is_not_taken_by_a_second_program(tmp_path: Path) -> None:
    shelf = TokenShelf(tmp_path)
    first = OnShelf(shelf, "Anna")
    welcomed(first, "Anna", TOKEN)
    assert OnShelf(shelf, "Anna").token(TABLE_ID) is None
    first.release()


def test_a_name_takes_the_token_of_that_name_only(tmp_path: Path) -> None:
    shelf = TokenShelf(tmp_path)
    for name, token in (("Anna", b"a" * 16), ("Bea", b"b" * 16)):
        credentials = OnShelf(shelf, name)
        welcomed(credentials, name, token)
        credentials.release()
    bea = OnShelf(shelf, "Bea")
    assert bea.token(TABLE_ID) == b"b" * 16
    assert OnShelf(shelf, "Cy").token(TABLE_ID) is None
    anybody = OnShelf(shelf, "login", any_name=True)
    assert anybody.token(TABLE_ID) == b"a" * 16
    bea.release()
    anybody.release()


def test_a_token_is_good_at_its_own_table_only(tmp_path: Path) -> None:
    shelf = TokenShelf(tmp_path)
    first = OnShelf(shelf, "Anna")
    welcomed(first, "Anna", TOKEN)
    first.release()
    assert OnShelf(shelf, "Anna").token(OTHER_ID) is None


def test_a_rematch_frees_the_token_of_the_match_before(tmp_path: Path) -> None:
    shelf = TokenShelf(tmp_path)
    player = OnShelf(shelf, "Anna")
    welcomed(player, "Anna", TOKEN)
    welcomed(player, "Anna", b"n" * 16, OTHER_ID)
    assert player.token(OTHER_ID) == b"n" * 16
    other = OnShelf(shelf, "Anna")
    assert other.token(TABLE_ID) == TOKEN
    player.release()
    other.release()


def test_a_token_that_the_table_does_not_know_any_more_is_thrown_away(tmp_path: Path) -> None:
    shelf = TokenShelf(tmp_path)
    player = OnShelf(shelf, "Anna")
    welcomed(player, "Anna", TOKEN)
    player.forget(TABLE_ID)
    assert player.token(TABLE_ID) is None
    player.forget(TABLE_ID)


def test_an_owner_keeps_the_port_of_the_table(tmp_path: Path) -> None:
    shelf = TokenShelf(tmp_path)
    owner = OnShelf(shelf, "Anna", port=4711)
    owner.keep(msgspec.structs.replace(a_welcome(), owner=True, token=TOKEN))
    owner.release()
    found = shelf.owned("Kitchen")
    assert found is not None
    assert (found.token, found.kept.port) == (TOKEN, 4711)
    found.release()


def test_whose_table_it_is_says_the_token_and_not_the_host(tmp_path: Path) -> None:
    """An owner who comes back by `join` is still on the machine that deals; a guest whom a host calls owner is not."""
    shelf = TokenShelf(tmp_path)
    owner = OnShelf(shelf, "Anna", port=4711)
    owner.keep(msgspec.structs.replace(a_welcome(), token=TOKEN, owner=True))
    assert owner.owns(TABLE_ID)
    owner.release()
    by_join = OnShelf(shelf, "Anna")
    assert by_join.token(TABLE_ID) == TOKEN
    assert by_join.owns(TABLE_ID)
    guest = OnShelf(TokenShelf(tmp_path / "elsewhere"), "Bea")
    guest.keep(msgspec.structs.replace(a_welcome(), token=TOKEN, owner=True))
    assert not guest.owns(TABLE_ID)


def test_credentials_say_who_plays(tmp_path: Path) -> None:
    player = OnShelf(TokenShelf(tmp_path), "Anna", bot=True)
    assert (player.name, player.bot) == ("Anna", True)


def test_a_folder_that_cannot_be_used_costs_no_more_than_the_return_after_a_restart(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("where the folder should be")
    player = OnShelf(TokenShelf(blocked / "tokens"), "Anna")
    assert player.token(TABLE_ID) is None
    welcomed(player, "Anna", TOKEN)
    assert player.token(TABLE_ID) == TOKEN
    player.forget(TABLE_ID)
    assert player.token(TABLE_ID) is None
