"""Reads the command line; what is wrong with it becomes one line."""

from __future__ import annotations

import difflib
from argparse import SUPPRESS, Action, Namespace, _SubParsersAction
from collections.abc import Mapping, Sequence

from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.parser import Parser, parser_of_all
from skipbo_lan.locale import usage as words


def parse_arguments(argv: Sequence[str]) -> Namespace:
    """The options given. Raises CommandError; SystemExit(0) after --help and --version."""
    parser = parser_of_all()
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


def arguments() -> Mapping[str, Sequence[Action]]:
    """What can be given to each command, in the order of its help; under the empty name, without a command."""
    return _arguments_of(parser_of_all())


def _arguments_of(parser: Parser) -> Mapping[str, Sequence[Action]]:
    commands = next(action for action in parser._actions if isinstance(action, _SubParsersAction))
    return {
        name: [each for each in one._actions if each.help != SUPPRESS and each is not commands]
        for name, one in {"": parser, **commands.choices}.items()
    }


def _options_of(parser: Parser, command: str | None) -> list[str]:
    """Every option that could have been meant."""
    return [option for action in _arguments_of(parser)[command or ""] for option in action.option_strings]
