"""Lobby, results, and the pages over the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Draw
from engine.cards import Card
from engine.events import StockTurned
from engine.outcome import Outcome, Termination
from engine.ruleset import Ruleset, Teams
from protocol.mapping import action_to_wire
from protocol.messages import Act
from skipbo_lan.client.log import Happened
from skipbo_lan.client.state import ClientState
from skipbo_lan.commands import SaveLog
from skipbo_lan.locale.help import FORM_CELLS, screen_help_lines, typed_commands
from skipbo_lan.locale.hosting import Address, Invitation
from skipbo_lan.tui.model import Model, Overlay, Question, UiState
from tests.engine.build import seat
from tests.locale.sights import a_player, with_log
from tests.tui.scenes import canvas, drawn_table, in_room, lobby, model, press, seen, team_table, text


def test_the_hosts_lobby_tells_how_others_get_here() -> None:
    screen = text(
        model(lobby(), invitation=Invitation(16218, (Address("192.168.1.20", "wlan0"), Address("10.8.0.3", "tun0"))))
    )
    assert "skipbo-lan join\n" in "\n".join(line.rstrip() for line in screen.splitlines())
    assert "skipbo-lan join 192.168.1.20   (wlan0)" in screen
    assert "10.8.0.3 (tun0)" in screen


def test_a_firewall_that_was_found_is_told_where_there_is_room() -> None:
    invitation = Invitation(16219, (Address("192.168.1.20", "wlan0"),), firewalls=("ufw", "firewalld"))
    screen = text(model(lobby(), invitation=invitation))
    assert "Others cannot reach this table? Allow the port:  sudo ufw allow 16219" in screen
    assert "  and to find it:  sudo ufw allow 16218/udp" in screen
    assert "sudo firewall-cmd --add-port=16219/tcp --add-port=16218/udp" in screen
    assert "firewall" not in text(model(lobby(), 60, 20, invitation=invitation))
    windows = text(model(lobby(), invitation=Invitation(16218, firewalls=("windows_firewall",))))
    assert "Windows may ask whether to allow Python on private networks: choose Allow." in windows
    assert "Missed it? skipbo-lan doctor shows how." in windows


def test_a_table_that_cannot_answer_says_so() -> None:
    invitation = Invitation(16218, (Address("192.168.1.20", "wlan0"),), answers=False)
    assert "another program holds UDP port 16218" in text(model(lobby(), 60, 20, invitation=invitation))


@pytest.mark.parametrize(("height", "shown"), [(20, 1), (24, 5), (40, 12)])
def test_addresses_for_which_the_lobby_has_no_room_are_counted(height: int, shown: int) -> None:
    addresses = tuple(Address(f"192.168.1.{number}", f"eth{number}") for number in range(12))
    screen = text(model(lobby(), 80, height, invitation=Invitation(16218, addresses)))
    assert screen.count("192.168.1.") == shown
    assert (f"and {12 - shown} more: skipbo-lan doctor lists them" in screen) == (shown < 12)
    assert "Anna (you)" in screen


def test_a_port_of_its_own_is_part_of_the_address_and_fits_the_smallest_window() -> None:
    screen = text(
        model(
            lobby(),
            60,
            20,
            invitation=Invitation(16219, (Address("192.168.100.200", "wlan0"), Address("10.8.0.3", "tun0"))),
        )
    )
    assert "skipbo-lan join 192.168.100.200:16219" in screen
    assert "10.8.0.3:16219" in screen


def test_the_lobby_lists_seats_players_and_the_game() -> None:
    players = [a_player(0, "Anna"), a_player(1, "Ben"), a_player(2, "Bo", bot=True)]
    lines = text(model(in_room(lobby(3), players=players, capacity=4))).splitlines()
    rows = [line.split() for line in lines]
    assert ["1", "Anna", "(you)", "host"] in rows
    assert ["2", "Ben", "joined"] in rows
    assert ["3", "Bo", "bot,", "easy"] in rows
    assert ["4", "-"] in rows
    assert any("30 stock cards each, first to 500" in line for line in lines)


def test_the_rules_in_the_lobby_tell_the_host_how_they_are_changed() -> None:
    host, _ = press(model(lobby()), "g")
    assert "/option stock_size 10" in text(host)
    guest, _ = press(model(replace(lobby(), owner=False)), "g")
    assert "/option" not in text(guest)
    playing, _ = press(model(), "g")
    assert "/option" not in text(playing)


def test_what_is_typed_and_what_it_means_are_apart() -> None:
    for client in (lobby(), seen()):
        assert all(len(typed.form) + 2 <= FORM_CELLS for typed in typed_commands(client))


def test_a_typed_command_and_its_meaning_stand_in_one_line_of_80_columns() -> None:
    lines = [line for client in (lobby(), seen(), seen(team_table())) for line in screen_help_lines(client)]
    assert max(map(len, lines)) <= 80 - 4


def test_help_explains_the_signs_on_the_table() -> None:
    screen, _ = press(model(seen(), 80, 60), "?")
    for sign in ("s>A ", "SB ", "[ 3 ]< ", "3! ", "+6 "):
        assert f"\n  {sign}" in text(screen)


def test_the_lobby_shows_who_will_play_together() -> None:
    pairs = replace(lobby(4), ruleset=Ruleset(teams=Teams.PAIRS))
    lines = text(model(pairs)).splitlines()
    assert [line.split()[-2:] for line in lines if "team 1" in line] == [["team", "1"]] * 2
    assert "team" not in text(model(replace(lobby(3), ruleset=Ruleset(teams=Teams.PAIRS)))).lower().split("game:")[0]


def test_talk_to_the_team_is_offered_once_there_is_one() -> None:
    with_teams = replace(lobby(4), ruleset=Ruleset(teams=Teams.PAIRS))
    assert "T: talk to your team" not in text(model(with_teams))
    assert "T: talk to your team" in text(model(seen(team_table())))


def round_over(**changes: object) -> ClientState:
    me = seat("1", stock="9 9 9")
    table = replace(
        drawn_table(seat("1", stock="")), seats=(me, seat("1", stock="")), outcome=Outcome(Termination.WIN, 1, 40)
    )
    return in_room(seen(table), stage="round_over", scores=[85, 155], rounds_played=2, **changes)


def test_the_result_of_a_round_is_worked_out() -> None:
    lines = text(model(round_over())).splitlines()
    assert any(
        line.split() == ["Bea", "25", "+", "5", "x", "3", "cards", "left", "=", "40", "total", "155"] for line in lines
    )
    assert any(line.split() == ["You", "3", "stock", "cards", "left", "total", "85"] for line in lines)


def test_the_winner_of_the_round_stands_first() -> None:
    screen = text(model(round_over())).split("ROUND OVER")[1]
    assert screen.index("   Bea ") < screen.index("   You ")


def test_who_is_ready_and_when_it_goes_on_in_any_case() -> None:
    players = [a_player(0, "Anna"), a_player(1, "Ben"), a_player(2, "Bo", bot=True)]
    screen = text(model(round_over(players=players[:2], next_round_ms=60_000), now=12.0))
    assert "0 of 2 ready" in screen
    assert "0:48" in screen


def test_after_the_match_the_owner_is_offered_another() -> None:
    over = in_room(round_over(), stage="match_over", winners=[1])
    assert "r  another match with the same players" in text(model(over))
    assert "r  ready for another match   0 of 2 ready" in text(model(replace(over, owner=False)))
    watched = text(model(replace(over, owner=False, watching=True)))
    assert "The host may start another match: 0 of 2 ready." in watched


def test_whoever_plays_with_bots_alone_is_not_counted() -> None:
    players = [a_player(0, "Anna"), a_player(1, "Bo", bot=True)]
    over = round_over(players=players)
    assert "r  next round\n" in "\n".join(line.rstrip() for line in text(model(over)).splitlines())
    assert "ready" not in text(model(in_room(over, stage="match_over", winners=[1])))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_every_total_is_seen_whole_however_long_the_names_are(size: tuple[int, int]) -> None:
    other = seat("1", stock="9 " * 20)
    table = replace(drawn_table(*[other] * 4, seat("1", stock="")), outcome=Outcome(Termination.WIN, 5, 515))
    players = [a_player(number, "Maximilian der Große "[: 20 - number]) for number in range(6)]
    room = {"stage": "round_over", "scores": [5, 115, 0, 275, 40, 1515], "players": players}
    shown = text(model(in_room(seen(table), **room), *size))
    for total in ("total 1515", "total  275", "total    0"):
        assert total in shown


def test_totals_stand_right_aligned() -> None:
    lines = text(model(in_room(round_over(), scores=[85, 1155]))).splitlines()
    ends = {line.rstrip().index("total") + len("total ") + 4 for line in lines if "total" in line}
    assert ends == {len(line.rstrip()) for line in lines if "total" in line}


def test_a_blocked_round_has_no_winner() -> None:
    blocked = replace(drawn_table(), outcome=Outcome(Termination.BLOCKED, None, 0))
    screen = text(model(in_room(seen(blocked), stage="round_over")))
    assert "blocked" in screen
    assert "18 stock cards left" in screen


def test_a_players_piles_in_full() -> None:
    screen = text(model(ui=UiState(overlay=Overlay.PILES, inspected=1)))
    assert "PILES OF BEA" in screen
    assert "pile 1: 3, 7, 10, 8, 9" in screen
    assert "stock: 9, 21 left   hand: 5 cards" in screen
    assert "D: 1, 2, 3, 4, 5, 6, 7, SB  (needs 9)" in screen


def test_the_keys_of_the_piles_page_name_the_players_from_oneself_on() -> None:
    other = seat("1", stock="9")
    client = seen(drawn_table(other, other, other, other, other))
    screen, _ = press(model(client), "i")
    assert text(screen).splitlines()[-1].strip() == "Esc back   0 Anna  1 Bea  2 Cy  3 Dan  4 Eva  5 Finn"
    assert "PILES OF DAN" in text(press(screen, "3")[0])


def test_no_page_shows_what_the_player_may_not_see() -> None:
    hidden = drawn_table(seat("6 6 6 6 6", stock="6 6 6 9"))
    for inspected in (0, 1):
        page = text(model(seen(hidden), ui=UiState(overlay=Overlay.PILES, inspected=inspected)))
        assert "6, 6" not in page


def test_the_log_page_begins_at_the_end_and_scrolls_back() -> None:
    client = seen(log=tuple(Happened(StockTurned(1, Card.NINE, left), 1) for left in range(99, 20, -1)))
    screen, _ = press(model(client), "l")
    assert "21 left" in text(screen)
    assert "99 left" not in text(screen)
    assert "99 left" in text(press(screen, "home")[0])
    assert "21 left" in text(press(screen, "home", "end")[0])


def more_happened(screen: Model, *lefts: int) -> Model:
    """The screen after more was written into its log."""
    entries = tuple(Happened(StockTurned(1, Card.NINE, left), 1) for left in lefts)
    return replace(screen, client=with_log(screen.client, *entries))


@pytest.mark.parametrize("keys", [["pageup"], ["home"], ["wheel-up", "wheel-up"], ["up"]])
def test_what_is_read_in_the_log_stays_where_it_is_while_more_happens(keys: list[str]) -> None:
    client = seen(log=tuple(Happened(StockTurned(1, Card.NINE, left), 1) for left in range(99, 50, -1)))
    before, _ = press(model(client), "l", *keys)
    after = more_happened(before, 50, 49, 48)
    assert text(after).splitlines()[3:23] == text(before).splitlines()[3:23]
    assert "3 new lines below: End" in text(after)
    assert "new line" not in text(before)


def test_at_the_end_the_log_is_followed_again() -> None:
    client = seen(log=tuple(Happened(StockTurned(1, Card.NINE, left), 1) for left in range(99, 50, -1)))
    back = more_happened(press(model(client), "l", "pageup")[0], 50, 49, 48)
    for keys in (["end"], ["pagedown", "pagedown"], ["escape", "l"]):
        end, _ = press(back, *keys)
        assert "48 left" in text(end)
        assert "new line" not in text(end)
        assert "47 left" in text(more_happened(end, 47))


def test_scrolling_on_in_a_log_that_has_grown_moves_by_what_was_pressed() -> None:
    client = seen(log=tuple(Happened(StockTurned(1, Card.NINE, left), 1) for left in range(99, 50, -1)))
    back = more_happened(press(model(client), "l", "up")[0], 50, 49, 48)
    assert text(press(back, "up", "down")[0]).splitlines()[3:23] == text(back).splitlines()[3:23]
    assert "52 left" in text(back)
    assert "51 left" in text(press(back, "down")[0])


def test_a_log_that_has_forgotten_what_was_read_shows_its_oldest_lines() -> None:
    client = seen(log=tuple(Happened(StockTurned(1, Card.NINE, left), 1) for left in range(99, 50, -1)))
    back, _ = press(model(client), "l", "home")
    forgotten = replace(back, client=replace(client, log=more_happened(back, *range(50, 10, -1)).client.log[49:]))
    assert "50 left" in text(forgotten)


def test_the_log_is_saved_from_its_page_and_from_the_results_with_an_answer_on_the_page() -> None:
    screen, intents = press(model(), "l", "v")
    assert intents == [SaveLog()]
    assert "Log: ~/a.log" in text(replace(screen, ui=replace(screen.ui, reply=("Log: ~/a.log",))))
    assert press(model(round_over()), "v")[1] == [SaveLog()]
    assert press(model(), "/", *"save", "enter")[1] == [SaveLog()]


def test_the_rules_page_tells_this_tables_rules() -> None:
    rules = Ruleset(points_per_card=7)
    assert "7 points" in text(model(seen(drawn_table(rules=rules)), ui=UiState(overlay=Overlay.RULES)))


def test_the_help_page_lists_typed_commands_too() -> None:
    screen = text(model(seen(team_table()), 80, 80, UiState(overlay=Overlay.HELP)))
    assert "COMMANDS" in screen
    assert "ps b" in screen


def test_a_move_that_the_host_does_not_answer_is_seen_to_be_on_its_way() -> None:
    """Whatever takes over half a second shows that it is going on."""
    waiting = seen(pending=Act(id=1, epoch=1, seq=7, action=action_to_wire(Draw(1))))
    assert "Waiting for the host" not in text(model(waiting, ui=UiState(sent_at=10.0), now=10.4))
    assert "Waiting for the host's answer ..." in text(model(waiting, ui=UiState(sent_at=10.0), now=10.5))


def test_a_question_lies_over_everything() -> None:
    for overlay in Overlay:
        ui = UiState(overlay=overlay, question=Question("Leave the game?", ()))
        assert "Leave the game?" in text(model(ui=ui))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
@pytest.mark.parametrize("players", [2, 6])
def test_a_question_leaves_the_banner_to_be_read(size: tuple[int, int], players: int) -> None:
    """T35."""
    other = seat("1", stock="9")
    client = seen(drawn_table(*[other] * (players - 1)))
    for state in (client, in_room(client, stage="round_over"), lobby()):
        banner = text(model(state, *size, UiState(question=None)))
        asked = text(model(state, *size, UiState(question=Question("Leave the game? " * 6, ()))))
        told = next(line for line in banner.splitlines() if line.startswith("=") and "BUILD" not in line)
        assert told in asked.splitlines()


def test_too_small_a_window_says_what_is_needed() -> None:
    lines = [line.rstrip() for line in text(model(seen(), 48, 12)).splitlines()]
    assert lines[:3] == [
        "Too small for the table: 48 x 12,",
        "needs 60 x 20. Make the window larger",
        "or the font smaller (often Ctrl -).",
    ]


def test_typing_works_in_a_window_too_small() -> None:
    screen, _ = press(model(seen(), 48, 12), "/", "s", "space", "a")
    assert "/s a" in text(screen)


def test_clicks_stand_for_keys() -> None:
    sheet = canvas(model())
    lines = sheet.lines()
    y = next(index for index, line in enumerate(lines) if "s>A" in line)
    clicked = {sheet.at(lines[y].index(part) - 1, y + 1) for part in ("s>A", "4>B", "9>B")}
    assert clicked == {"s", "4", "9"}
    building = next(index for index, line in enumerate(lines) if "needs 12" in line)
    assert sheet.at(lines[building].index("needs 12"), building - 1) == "b"
    assert sheet.at(75, 0) == "?"
