"""The commands and options of the program, as argparse knows them; errors become one line."""

from __future__ import annotations

import difflib
from argparse import SUPPRESS, Action, ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

from engine.ruleset import MAX_SEATS, MIN_SEATS, PRESETS, Teams
from protocol.limits import MAX_PORT
from skipbo_lan import __version__
from skipbo_lan.cli import values
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.limits import LONGEST_WAIT, MOST_GAMES, MOST_JOBS
from skipbo_lan.locale import usage as words
from skipbo_lan.preferences import SLOWEST, LogLevel, Theme
from skipbo_lan.server.limits import GRACE

LEVELS: Final = ("random", "easy", "medium", "hard")
"""The bots' levels; a test compares them with those that there are (importing the bots would make --help slow)."""

SHELLS: Final = ("bash", "zsh", "fish")
"""The shells that can complete the words of this program."""

ASK: Final = object()
"""What `--password` is without a value."""


class Parser(ArgumentParser):
    """A parser that never prints its usage in the middle of an error."""

    def error(self, message: str) -> NoReturn:
        """One line, and exit code 2."""
        raise CommandError(message)


def parse_arguments(argv: Sequence[str]) -> Namespace:
    """The options given. Raises CommandError; SystemExit(0) after --help and --version."""
    parser = _parser()
    _check_command(argv, _options_of(parser, None))
    known, unknown = parser.parse_known_args(argv)
    if unknown:
        _check_option(unknown[0], _options_of(parser, known.command))
    return known


def _check_command(argv: Sequence[str], options: Sequence[str]) -> None:
    first = next(iter(argv), "--help")
    if first.startswith("-"):
        _check_option(first, options)
        return _check_before_command(argv)
    if first not in words.COMMANDS:
        nearest = difflib.get_close_matches(first, words.COMMANDS, n=1)
        raise CommandError(words.unknown_command(first, nearest, list(words.COMMANDS)))


def _check_before_command(argv: Sequence[str]) -> None:
    """Options without a command are those of the menu; before a command they would be lost."""
    command = next((word for word in argv if word in words.COMMANDS), None)
    if command is not None:
        raise CommandError(words.command_first(command, argv[0]))


def _check_option(word: str, options: Sequence[str]) -> None:
    """Raise CommandError, with the nearest option, unless the word is one of them."""
    if not word.startswith("-"):
        raise CommandError(words.superfluous(word))
    typed = word.partition("=")[0]
    if typed not in options:
        by_name = {option.lstrip("-"): option for option in options}
        nearest = difflib.get_close_matches(typed.lstrip("-"), by_name, n=1)
        raise CommandError(words.unknown_option(typed, [by_name[name] for name in nearest]))


def _options_of(parser: Parser, command: str | None) -> list[str]:
    """Every option that could have been meant."""
    commands = next(action for action in parser._actions if isinstance(action, _SubParsersAction))
    meant = commands.choices[command] if command is not None else parser
    return [option for action in meant._actions for option in action.option_strings if action.help != SUPPRESS]


def arguments() -> Mapping[str, Sequence[Action]]:
    """What can be given to each command, in the order of its help; under the empty name, without a command."""
    parser = _parser()
    commands = next(action for action in parser._actions if isinstance(action, _SubParsersAction))
    return {
        name: [each for each in one._actions if each.help != SUPPRESS and each is not commands]
        for name, one in {"": parser, **commands.choices}.items()
    }


def _parser() -> Parser:
    parser = Parser(prog="skipbo-lan", description=words.PROGRAM, allow_abbrev=False, add_help=False)
    parser.add_argument("-h", "--help", action="help", help=words.OPTIONS["help"])
    parser.add_argument("--version", action="version", version=__version__, help=words.OPTIONS["version"])
    _display(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, add_options in _COMMANDS.items():
        help_text = words.COMMANDS[name]
        command = commands.add_parser(
            name,
            help=help_text,
            description=help_text[0].upper() + help_text[1:] + ".",
            allow_abbrev=False,
            add_help=False,
        )
        command.add_argument("-h", "--help", action="help", help=words.OPTIONS["help"])
        add_options(command)
    return parser


def _host(parser: ArgumentParser) -> None:
    parser.add_argument("--table", metavar="NAME", type=values.table_name, help=words.OPTIONS["table"])
    _name(parser)
    parser.add_argument("--port", metavar="N", type=values.number(0, MAX_PORT), help=words.OPTIONS["port"])
    parser.add_argument("--seats", metavar="N", type=values.number(MIN_SEATS, MAX_SEATS), help=words.OPTIONS["seats"])
    parser.add_argument(
        "--bots", metavar="N", type=values.bots(0, MAX_SEATS, LEVELS), default="0", help=words.OPTIONS["bots"]
    )
    _level(parser)
    _rules(parser)
    parser.add_argument("--seed", metavar="HEX64", type=values.seed, help=words.OPTIONS["seed"])
    parser.add_argument(
        "--grace", metavar="S", type=values.seconds(LONGEST_WAIT), default=GRACE, help=words.OPTIONS["grace"]
    )
    _absence(parser)
    parser.add_argument("--no-spectators", action="store_true", help=words.OPTIONS["no_spectators"])
    parser.add_argument("--password", metavar="P", nargs="?", const=ASK, help=words.OPTIONS["host_password"])
    parser.add_argument("--resume", metavar="TABLE", nargs="?", const="", help=words.OPTIONS["resume"])
    parser.add_argument("--match", type=values.match, help=SUPPRESS)
    _display(parser)
    parser.add_argument("--headless", action="store_true", help=words.OPTIONS["headless"])
    parser.add_argument("--json", action="store_true", help=words.OPTIONS["json"])
    parser.add_argument("--start-when-full", action="store_true", help=words.OPTIONS["start_when_full"])
    parser.add_argument("--owner-on-stdin", action="store_true", help=SUPPRESS)
    parser.add_argument("--private", action="store_true", help=SUPPRESS)


def _absence(parser: ArgumentParser) -> None:
    """The options about players who are not there, or do not act."""
    parser.add_argument(
        "--absent", metavar="WHO", type=values.OneOf(("bot", "wait")), default="bot", help=words.OPTIONS["absent"]
    )
    parser.add_argument(
        "--turn-timer", metavar="S", type=values.number(1, LONGEST_WAIT), help=words.OPTIONS["turn_timer"]
    )
    parser.add_argument(
        "--idle-limit",
        metavar="MIN",
        type=values.seconds(LONGEST_WAIT // 60),
        default=30.0,
        help=words.OPTIONS["idle_limit"],
    )


def _join(parser: ArgumentParser) -> None:
    parser.add_argument(
        "address", metavar="ADDRESS[:PORT]", nargs="?", type=values.address, help=words.OPTIONS["address"]
    )
    _name(parser)
    parser.add_argument("--table", metavar="NAME", help=words.OPTIONS["join_table"])
    parser.add_argument("--watch", action="store_true", help=words.OPTIONS["watch"])
    parser.add_argument("--password", metavar="P", nargs="?", const=ASK, help=words.OPTIONS["join_password"])
    _display(parser, no_wait="join_no_wait")
    parser.add_argument("--bot", metavar="LEVEL", type=values.OneOf(LEVELS), help=words.OPTIONS["bot"])
    parser.add_argument("--json", action="store_true", help=words.OPTIONS["json"])


def _practice(parser: ArgumentParser) -> None:
    _name(parser)
    parser.add_argument(
        "--bots",
        metavar="N",
        type=values.bots(1, MAX_SEATS - 1, LEVELS),
        default="2",
        help=words.OPTIONS["practice_bots"],
    )
    _level(parser)
    _preset(parser)
    parser.add_argument("--stock", metavar="N", type=values.number(1), default=10, help=words.OPTIONS["practice_stock"])
    _option(parser)
    parser.add_argument("--seed", metavar="HEX64", type=values.seed, help=words.OPTIONS["seed"])
    _display(parser)


def _learn(parser: ArgumentParser) -> None:
    _display(parser)


def _find(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=words.OPTIONS["find_json"])
    parser.add_argument(
        "--timeout", metavar="S", type=values.seconds(LONGEST_WAIT), default=2.0, help=words.OPTIONS["timeout"]
    )


def _export(parser: ArgumentParser) -> None:
    parser.add_argument("match", metavar="TABLE|ID", help=words.OPTIONS["export_match"])
    parser.add_argument("--round", metavar="N", type=values.number(1), help=words.OPTIONS["export_round"])
    parser.add_argument("-o", "--output", metavar="FILE", help=words.OPTIONS["output"])


def _verify(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=words.OPTIONS["file"])


def _doctor(parser: ArgumentParser) -> None:
    parser.add_argument("--peer", metavar="ADDRESS[:PORT]", type=values.address, help=words.OPTIONS["peer"])
    parser.add_argument("--json", action="store_true", help=words.OPTIONS["find_json"])


def _arena(parser: ArgumentParser) -> None:
    parser.add_argument("levels", metavar="LEVEL", nargs="+", type=values.OneOf(LEVELS), help=words.OPTIONS["levels"])
    parser.add_argument(
        "--games", metavar="N", type=values.number(1, MOST_GAMES), default=200, help=words.OPTIONS["games"]
    )
    parser.add_argument(
        "--seats", metavar="N", type=values.number(MIN_SEATS, MAX_SEATS), help=words.OPTIONS["arena_seats"]
    )
    _preset(parser)
    parser.add_argument("--stock", metavar="N", type=values.number(1), help=words.OPTIONS["stock"])
    parser.add_argument(
        "--teams", metavar="T", type=values.OneOf((Teams.PAIRS, Teams.TRIOS)), help=words.OPTIONS["teams"]
    )
    _option(parser)
    parser.add_argument("--deals", metavar="WORD", default="1", help=words.OPTIONS["deals"])
    parser.add_argument("--jobs", metavar="N", type=values.number(1, MOST_JOBS), help=words.OPTIONS["jobs"])
    parser.add_argument("--json", action="store_true", help=words.OPTIONS["arena_json"])


def _name(parser: ArgumentParser) -> None:
    parser.add_argument("--name", metavar="NAME", help=words.OPTIONS["name"])


def _level(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--level", metavar="LEVEL", type=values.OneOf(LEVELS), default="easy", help=words.OPTIONS["level"]
    )


def _display(parser: ArgumentParser, no_wait: str = "no_wait") -> None:
    """How the table is shown; what is not given here may stand in the config file."""
    parser.add_argument("--plain", action="store_true", help=words.OPTIONS["plain"])
    parser.add_argument("--ascii", action="store_true", help=words.OPTIONS["ascii"])
    parser.add_argument("--no-mouse", action="store_true", help=words.OPTIONS["no_mouse"])
    parser.add_argument("--theme", metavar="T", type=values.OneOf(tuple(Theme)), help=words.OPTIONS["theme"])
    parser.add_argument("--speed", metavar="S", type=values.seconds(int(SLOWEST)), help=words.OPTIONS["speed"])
    parser.add_argument("--no-wait", action="store_true", help=words.OPTIONS[no_wait])
    parser.add_argument("--log-level", metavar="L", type=values.OneOf(tuple(LogLevel)), help=words.OPTIONS["log_level"])


def _preset(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--preset", metavar="P", type=values.OneOf(tuple(PRESETS)), default="classic", help=words.OPTIONS["preset"]
    )


def _option(parser: ArgumentParser) -> None:
    parser.add_argument("--option", metavar="KEY=VALUE", action="append", default=[], help=words.OPTIONS["option"])


def _rules(parser: ArgumentParser) -> None:
    """The options that make a ruleset; each but the preset is None when it was not given."""
    _preset(parser)
    parser.add_argument("--short", action="store_true", help=words.OPTIONS["short"])
    parser.add_argument("--stock", metavar="N", type=values.number(1), help=words.OPTIONS["stock"])
    parser.add_argument(
        "--teams", metavar="T", type=values.OneOf((Teams.PAIRS, Teams.TRIOS)), help=words.OPTIONS["teams"]
    )
    parser.add_argument("--points-per-card", metavar="N", type=values.number(0), help=words.OPTIONS["points_per_card"])
    parser.add_argument("--target", metavar="N", type=values.number(1), help=words.OPTIONS["target"])
    parser.add_argument("--rounds", metavar="N", type=values.number(1), help=words.OPTIONS["rounds"])
    _option(parser)


def _no_options(parser: ArgumentParser) -> None:
    """Of a command that needs none."""


def _completion(parser: ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", type=values.OneOf(SHELLS), help=words.OPTIONS["shell"])


_COMMANDS: Final = {
    "host": _host,
    "join": _join,
    "practice": _practice,
    "learn": _learn,
    "find": _find,
    "doctor": _doctor,
    "rules": _rules,
    "export": _export,
    "verify": _verify,
    "arena": _arena,
    "config": _no_options,
    "completion": _completion,
}
