"""Words of the command line: help texts, and one line for each kind of bad input. Imports nothing heavy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from protocol.text import safe

_PATH_CELLS: Final = 200
"""As much of a path as a line has room for."""

PROGRAM: Final = "Skip-Bo for two to six people on one local network. Without a command it opens a menu."

WELCOME: Final = (
    "Skip-Bo on your local network",
    "",
    "  skipbo-lan learn      the game in two minutes, by playing it",
    "  skipbo-lan practice   you against two bots, a short game",
    "  skipbo-lan host       open a table; others join it",
    "  skipbo-lan join       find a table on this network and sit down",
    "",
    "skipbo-lan --help lists everything, skipbo-lan rules explains the game.",
)
"""What the program says when it is started without a command."""

HOW_TO_CHANGE_RULES: Final = "To change one: host or practice with --option KEY=VALUE, such as --option target=300"
"""Above the list of all options."""

COMMANDS: Final = {
    "host": "open a table on this network and play at it",
    "join": "find a table on this network and sit down",
    "practice": "play against bots on this computer",
    "learn": "learn the game in two minutes by playing it",
    "find": "list the tables on this network",
    "doctor": "examine this computer and network: what works, and what to do about what does not",
    "rules": "tell the rules in force, in words",
    "export": "write a finished round of a table hosted here as a file that anyone can check",
    "verify": "check an exported round: how its cards were dealt, and that it was played by the rules",
    "arena": "let bots of several levels play many rounds against each other, and count",
    "config": "print where your config file is, and a default one with comments",
    "completion": "print what makes your shell complete the commands and options of this program",
}

OPTIONS: Final = {
    "table": "name of the table (default: yours, as in Anna's table)",
    "watch": "only watch; full tables, and those that play, can be watched too",
    "join_password": "the table's password; without P you are asked, or SKIPBO_PASSWORD is taken",
    "join_table": "join the table of this name",
    "name": "your name at the table (default: your login name)",
    "port": "TCP port; 0 takes any free one (default: the first free one of ten from 16218 on)",
    "seats": "most players at the table (default: 6)",
    "bots": "so many bots sit down at once; or their levels, such as easy,hard",
    "level": "how well the bots play: random, easy, medium or hard (default: easy)",
    "levels": "who plays: random, easy, medium or hard, seat by seat; with more seats they are repeated",
    "games": "rounds to play, rounded up to whole deals (default: 200)",
    "arena_seats": "players in a round (default: one for each level, but at least 2)",
    "deals": "any word; another one means other deals (default: 1)",
    "jobs": "processes at work (default: one for each processor)",
    "arena_json": "print one JSON object",
    "preset": "a set of rules (default: classic)",
    "short": "a short game: stocks of 10 cards",
    "stock": "cards in each stock",
    "teams": "play in pairs, or in two teams of three",
    "points_per_card": "points for each card left in the opponents' stocks",
    "target": "points that win the match",
    "rounds": "the match ends after so many rounds at the latest",
    "option": "any rule by its name; skipbo-lan rules lists them; may be given several times",
    "seed": "64 hex digits that determine every shuffle of the match",
    "grace": "how long the seat of a lost player waits before a bot plays (default: 120)",
    "absent": "who plays for an absent player: bot, or wait for nobody to (default: bot)",
    "turn_timer": "seconds for a turn before a bot plays its rest (default: as long as it takes)",
    "idle_limit": "minutes after which a table without anybody closes; its match is kept (default: 30)",
    "no_spectators": "nobody may watch",
    "host_password": "newcomers need this password; without P you are asked, or SKIPBO_PASSWORD is taken",
    "resume": "go on with an unfinished match, of this table if there are several",
    "plain": "lines instead of a screen: for screen readers, pipes, simple terminals",
    "ascii": "draw with plain ASCII",
    "no_mouse": "leave the mouse to the terminal",
    "theme": "colours: auto, light, dark, contrast or mono (default: auto)",
    "speed": "seconds that bots wait before each action at a table you open, 0 to 5 (default: 0.6)",
    "log_level": "write session.log in the state folder: debug, info, warning or error (default: nothing)",
    "headless": "only the table: no screen and no seat for the host",
    "json": "print what happens as one JSON object a line",
    "find_json": "print one JSON list",
    "peer": "examine the way to the computer at this address, too",
    "start_when_full": "begin as soon as every seat is taken",
    "address": "where to go straight to: an address or computer name, with :PORT if need be",
    "no_wait": "do not wait for a larger window",
    "join_no_wait": "wait neither for a larger window nor longer than 5 seconds for a table",
    "bot": "let a bot of this level (random, easy, medium or hard) take the seat",
    "timeout": "how long to look (default: 2)",
    "practice_bots": "number of opponents, or their levels, such as easy,hard (default: 2)",
    "practice_stock": "cards in each stock (default: 10)",
    "export_match": "name of the table (of several matches the one played last), or the beginning of its id",
    "export_round": "which round, from 1 (default: the last that is finished)",
    "output": "the file to write; - prints it (default: skipbo-TABLE-round-N.json in this folder)",
    "file": "a file that skipbo-lan export has written, here or elsewhere",
    "shell": "bash, zsh or fish",
    "version": "print the version and stop",
    "help": "print this help and stop",
}


def did_you_mean(nearest: Sequence[str]) -> str:
    """The end of an error line, when something comes near."""
    return f"; did you mean {' or '.join(nearest)}?" if nearest else ""


def unknown_command(word: str, nearest: Sequence[str], commands: Sequence[str]) -> str:
    """There is no such command."""
    return f"there is no command {word!a}" + (did_you_mean(nearest) or f" (there are: {', '.join(commands)})")


def command_first(command: str, option: str) -> str:
    """An option stands before the command."""
    return f"options stand behind the command: skipbo-lan {command} {safe(option, _PATH_CELLS)}"


def unknown_option(word: str, nearest: Sequence[str]) -> str:
    """There is no such option."""
    return f"there is no option {word!a} here{did_you_mean(nearest) or '; --help lists them'}"


def instead_of_a_larger_window() -> str:
    """What else can be done when the window has no room for the table."""
    return "Or add --plain. Ctrl-C ends."


def no_windows_console() -> str:
    """A terminal on Windows in which nothing can be drawn (T28)."""
    return "This window is not a Windows console. Use Windows Terminal, or add --plain."


def superfluous(word: str) -> str:
    """A word where none belongs."""
    return f"{word!a} is one word too many"


def not_one_of(word: str, allowed: Sequence[str], nearest: Sequence[str]) -> str:
    """A value that is none of a few."""
    return f"{word!a} is not {' or '.join(allowed)}{did_you_mean(nearest)}"


def not_a_number(word: str, least: int, most: int | None) -> str:
    """A number that is none, or out of bounds."""
    return f"{word!a} is not a number " + (f"from {least}" if most is None else f"from {least} to {most}")


ASK_PASSWORD: Final = "Password for the table: "


def too_many_levels(levels: int, seats: int) -> str:
    """More levels than players."""
    return f"{levels} levels are more than {seats} seats"


def no_password() -> str:
    """An empty password."""
    return "a password needs at least one character"


def cannot_ask_password() -> str:
    """A password was to be asked for, and nobody is there."""
    return "--password needs a value here, or the password in SKIPBO_PASSWORD: this is not a terminal"


def bad_match() -> str:
    """Something that names no stored match."""
    return "a match is named by 32 hexadecimal digits"


def bad_seed() -> str:
    """A seed of the wrong form."""
    return "a seed is 64 hexadecimal digits"


def bad_rule(key: str, allowed: str) -> str:
    """An option of the rules that does not exist, or does not take this value."""
    return f"option {key!a}: {allowed}"


def no_equals(word: str) -> str:
    """An option of the rules without a value."""
    return f"{word!a} is not of the form KEY=VALUE"


def stock_too_large(size: int, players: int, most: int) -> str:
    """A stock size that the deck has no cards for (R6)."""
    return f"a stock of {size} does not fit {players} players: at most {most} cards each"


def teams_do_not_fit(players: int) -> str:
    """Teams that this number of players cannot make (R60)."""
    return f"{players} players cannot play in these teams: pairs need four or six, trios six"


def rules_do_not_fit(players: int) -> str:
    """Other rules that cannot be played."""
    return f"these rules cannot be played by {players} players"


def too_many_bots(bots: int, seats: int) -> str:
    """More bots than seats."""
    free = f"{seats} free seats" if seats != 1 else "1 free seat"
    return f"{bots} bots do not fit: the table has {free} for them"


def only_with(option: str, other: str) -> str:
    """An option that means something only together with another one."""
    return f"{option} goes only with {other}"


def not_with(option: str, other: str) -> str:
    """Two options that exclude each other."""
    return f"{option} does not go with {other}"


def bad_address(word: str) -> str:
    """An address that is none."""
    return f"{word!a} is not an address, such as 192.168.1.20, 192.168.1.20:16218 or [fe80::1]:16218"


def bad_table_name() -> str:
    """A table name that cannot be shown."""
    return "a table name has 1 to 32 visible characters"


def port_taken(port: int) -> str:
    """A port that was asked for and is in use."""
    return f"port {port} is in use (is a table already open here?)"


def cannot_keep(why: str) -> str:
    """The folder for matches and tokens cannot be written to."""
    return f"the table's files cannot be kept: {why}"


def cannot_write(why: str) -> str:
    """The output goes to a file or a device that takes no more."""
    return f"the output cannot be written: {why}"


def cannot_log(path: str, why: str) -> str:
    """The log that was asked for cannot be written; the game goes on without it."""
    return f"{safe(path, _PATH_CELLS)} cannot be written: {why}"


def bad_owner() -> str:
    """What should have come on standard input did not."""
    return "no owner came on standard input"


def bug(details: str) -> str:
    """A fault of this program. `details`: where it is written down, or itself where nothing can be written."""
    return (
        "Skip-Bo LAN hit a bug and had to stop. Your seat is kept until the match ends: run the same command"
        f" to return. Details: {safe(details, _PATH_CELLS)}"
    )
