"""How it ended: the exact texts of what goes wrong, and scores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.ruleset import Ruleset
from protocol.codes import ByeCode, RejectCode
from skipbo_lan.client.state import Ended, LocalEnd
from skipbo_lan.locale.endings import Whereabouts, ended_line, goal_line, scores_line, summary_line

OWN = "Skip-Bo LAN 1.0"
KITCHEN = Whereabouts("Kitchen", "Anna", "192.168.1.20", 16218)
NAMES = {0: "Anna", 1: "Ben", 2: "Cy", 3: "Dan"}


def told(why: ByeCode | RejectCode | LocalEnd, place: Whereabouts = KITCHEN) -> str:
    return ended_line(Ended(why), place, OWN)


@pytest.mark.parametrize("why", [*ByeCode, *RejectCode, *(end for end in LocalEnd if end is not LocalEnd.QUIT)])
def test_every_end_is_told(why: ByeCode | RejectCode | LocalEnd) -> None:
    assert told(why)


def test_who_left_is_not_told_so() -> None:
    assert told(LocalEnd.QUIT) == ""


def test_no_answer_at_the_address() -> None:
    assert told(LocalEnd.UNREACHABLE) == (
        "192.168.1.20 does not answer on port 16218. The computer may be off, on another network,"
        " or its firewall blocks port 16218."
        "\nWhich part fails:  skipbo-lan doctor --peer 192.168.1.20"
    )


def test_a_name_that_nobody_knows() -> None:
    assert told(LocalEnd.UNKNOWN_NAME, replace(KITCHEN, address="annas-laptop")) == (
        "No computer called annas-laptop is known here. Check the spelling,"
        " or type the address that the host's screen shows."
    )


def test_no_answer_on_a_mac_names_the_permission() -> None:
    mac = replace(KITCHEN, macos=True)
    assert "Local Network" not in told(LocalEnd.UNREACHABLE, mac), "there is a way, and nobody at its end"
    assert told(LocalEnd.NO_ROUTE, mac) == (
        "macOS may be blocking it: System Settings > Privacy & Security > Local Network,"
        " allow your terminal, then try again."
    )


def test_without_a_network_the_fault_is_looked_for_on_this_side_whatever_the_system() -> None:
    for place in (KITCHEN, replace(KITCHEN, macos=True)):
        assert told(LocalEnd.NO_NETWORK, place) == (
            "This computer has no way to the network of 192.168.1.20."
            " Connect it to the Wi-Fi of the host, or plug in the cable, then try again."
        )


def test_nobody_listens_there() -> None:
    assert told(LocalEnd.NO_TABLE_THERE) == (
        "192.168.1.20 is there, but no table is open on port 16218. Ask the host to run: skipbo-lan host"
    )


def test_two_versions_are_both_named_with_who_must_update() -> None:
    old = Ended(RejectCode.VERSION, "Skip-Bo LAN 0.8", 0, 0)
    new = Ended(RejectCode.VERSION, "Skip-Bo LAN 2.0", 2, 3)
    assert ended_line(old, KITCHEN, OWN) == (
        "This table runs Skip-Bo LAN 0.8, you have Skip-Bo LAN 1.0: they cannot play together."
        " The host should update:  pipx upgrade skipbo-lan"
    )
    assert " You should update:" in ended_line(new, KITCHEN, OWN)


def test_a_hosts_program_name_cannot_act_on_the_terminal() -> None:
    hostile = Ended(RejectCode.VERSION, "\x1b[2J", 0, 0)
    assert "\x1b" not in ended_line(hostile, KITCHEN, OWN)


def test_the_ends_of_a_table_are_different_sentences() -> None:
    ends = (ByeCode.CLOSED, LocalEnd.GAVE_UP, LocalEnd.KEPT, ByeCode.REMOVED, ByeCode.SUPERSEDED, LocalEnd.INVALID)
    assert [told(why) for why in ends] == [
        "Anna closed the table.",
        "Anna's computer is gone. The table ends.",
        "Anna's computer has not gone on with the table. When it does, run the same command to return.",
        "Anna removed you from the table.",
        "Your seat is now played from another window.",
        "The host sent invalid data: the connection was ended.",
    ]


def test_a_locked_table_says_what_is_missing() -> None:
    assert told(LocalEnd.LOCKED) == "Kitchen wants a password: add --password, or set SKIPBO_PASSWORD."
    assert told(RejectCode.BAD_PASSWORD) == "That is not the password of Kitchen."
    assert told(LocalEnd.NOT_LOCKED) == (
        "Kitchen wants no password, so it cannot prove that it is the table you mean."
        " To join it all the same, leave the password away."
    )


def test_who_may_not_watch_is_told_so() -> None:
    assert told(RejectCode.NO_SPECTATORS) == "Kitchen lets nobody watch."
    assert told(RejectCode.TOO_MANY) == "Kitchen has no room for more who watch."


def test_whoever_hosts_is_named_once_known() -> None:
    assert told(ByeCode.CLOSED) == "Anna closed the table."
    assert told(LocalEnd.GAVE_UP) == "Anna's computer is gone. The table ends."
    nobody = replace(KITCHEN, host="")
    assert told(ByeCode.CLOSED, nobody) == "The table was closed."
    assert told(LocalEnd.GAVE_UP, nobody) == "The host's computer is gone. The table ends."


def test_a_full_table_is_named() -> None:
    assert told(RejectCode.FULL) == "Kitchen is full."


def test_scores_put_oneself_first_and_say_what_wins() -> None:
    alone = ((0,), (1,))
    assert scores_line(NAMES, alone, (85, 140), 0, Ruleset()) == "You 85, Ben 140. First to 500."
    teams = ((0, 2), (1, 3))
    assert scores_line(NAMES, teams, (140, 85), 3, Ruleset()) == "You+Ben 85, Anna+Cy 140. First to 500."


def test_without_scoring_rounds_are_counted() -> None:
    rules = Ruleset(scoring=False, rounds=3)
    assert scores_line(NAMES, ((0,), (1,)), (1, 0), 0, rules) == "Rounds won: You 1, Ben 0."


def test_the_summary_after_leaving() -> None:
    line = summary_line(NAMES, ((0,), (1,)), (85, 155), 2, Ruleset())
    assert line == "Skip-Bo LAN: Ben 155, Anna 85 after 2 rounds (first to 500)."


def test_the_summary_of_a_single_round_names_no_target() -> None:
    line = summary_line(NAMES, ((0,), (1,)), (0, 35), 1, Ruleset(rounds=1))
    assert line == "Skip-Bo LAN: Ben 35, Anna 0 after 1 round."


@pytest.mark.parametrize(
    ("rules", "goal"),
    [
        (Ruleset(), "First to 500."),
        (Ruleset(rounds=3), "First to 500, 3 rounds at most."),
        (Ruleset(rounds=1), "One round."),
        (Ruleset(scoring=False), "One round."),
        (Ruleset(scoring=False, rounds=4), "4 rounds."),
    ],
)
def test_what_ends_a_match(rules: Ruleset, goal: str) -> None:
    assert goal_line(rules) == goal
