"""`skipbo-lan completion SHELL`: a script with which a shell completes commands, options and fixed values.

The scripts are made from the tables of argparse and ask nothing of the program when they are used.
"""

from __future__ import annotations

from argparse import Action, Namespace
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from skipbo_lan.cli.arguments import arguments
from skipbo_lan.cli.codes import Exit
from skipbo_lan.locale import usage as words

_FILE: Final = "FILE"
"""How arguments that name files are called in the help."""

_BASH_FILES: Final = "compopt -o default 2>/dev/null"
"""Lets bash offer files; the bash of a Mac is too old for it and offers nothing."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An option, or, without names, a word that stands by itself."""

    names: tuple[str, ...]
    help: str
    called: str
    """What its value is called; empty: it takes none."""
    values: tuple[str, ...]
    optional: bool
    """Whether the value may be left out."""
    repeated: bool
    """Whether it may be given several times."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command with what can be given to it; the one without a name is the program alone."""

    name: str
    help: str
    arguments: tuple[Argument, ...]

    @property
    def options(self) -> list[Argument]:
        """What begins with a dash."""
        return [each for each in self.arguments if each.names]

    @property
    def words(self) -> list[Argument]:
        """What stands by itself."""
        return [each for each in self.arguments if not each.names]


def run(options: Namespace) -> int:
    """Print the script; the exit code."""
    print("\n".join(SCRIPTS[options.shell](commands())))
    return Exit.FINE


def commands() -> list[Command]:
    """The program alone, then each of its commands."""
    return [
        Command(name, words.COMMANDS.get(name, words.PROGRAM), tuple(map(_argument, given)))
        for name, given in arguments().items()
    ]


def _argument(action: Action) -> Argument:
    return Argument(
        names=tuple(action.option_strings),
        help=action.help or "",
        called="" if action.nargs == 0 else str(action.metavar),
        values=getattr(action.type, "allowed", ()),
        optional=action.nargs == "?",
        repeated=action.nargs == "+" or isinstance(action.default, list),
    )


def _bash(known: list[Command]) -> Iterator[str]:
    yield "# Completes skipbo-lan in bash; made by: skipbo-lan completion bash"
    yield "_skipbo_lan() {"
    yield "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words="
    yield "    if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi"
    yield "    if [[ $command == -* || $COMP_CWORD == 1 ]]; then command=; fi"
    yield '    case "$command $prev" in'
    for command in known:
        yield from _bash_values(command)
    yield '    *) case "$command" in'
    for command in known:
        alone = [each.name for each in known[1:]] if not command.name else []
        yield f'        "{command.name}") {_bash_words(command, alone)} ;;'
    yield "    esac ;;"
    yield "    esac"
    yield '    COMPREPLY=($(compgen -W "$words" -- "$cur"))'
    yield "}"
    yield "complete -F _skipbo_lan skipbo-lan"


def _bash_values(command: Command) -> Iterator[str]:
    """What follows an option that takes a value: one of a few, a file, or anything, and then nothing is offered."""
    anything = []
    for option in command.options:
        after = "|".join(f'"{command.name} {name}"' for name in option.names)
        if option.called == _FILE:
            yield f"    {after}) {_BASH_FILES} ;;"
        elif option.values:
            yield f'    {after}) words="{" ".join(option.values)}" ;;'
        elif option.called and not option.optional:
            anything.append(after)
    if anything:
        yield f"    {'|'.join(anything)}) ;;"


def _bash_words(command: Command, alone: list[str]) -> str:
    """What else can stand behind the command."""
    given = [value for word in command.words for value in word.values]
    options = [name for option in command.options for name in option.names]
    offered = f'words="{" ".join((*alone, *given, *options))}"'
    if any(word.called == _FILE for word in command.words):
        return f"if [[ $cur == -* ]]; then {offered}; else {_BASH_FILES}; fi"
    return offered


def _zsh(known: list[Command]) -> Iterator[str]:
    yield "#compdef skipbo-lan"
    yield "# Completes skipbo-lan in zsh; made by: skipbo-lan completion zsh"
    yield "_skipbo-lan() {"
    yield "    local -a commands"
    yield "    commands=("
    for command in known[1:]:
        yield "        " + _quoted(f"{command.name}:{_escaped(command.help)}")
    yield "    )"
    yield "    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe command commands; return; fi"
    yield "    local command=$words[2]"
    yield "    if [[ $command == -* ]]; then command=; else shift words; (( CURRENT-- )); fi"
    yield '    case "$command" in'
    for command in known:
        specs = [spec for argument in command.arguments for spec in _zsh_specs(argument)]
        yield f'        "{command.name}") _arguments {" ".join(map(_quoted, specs))} ;;'
    yield "    esac"
    yield "}"
    yield "# Loaded from $fpath it is called at once; read by a startup file it is only made known."
    yield 'if [[ "$funcstack[1]" == _skipbo-lan ]]; then _skipbo-lan "$@"; else compdef _skipbo-lan skipbo-lan; fi'


def _zsh_specs(argument: Argument) -> Iterator[str]:
    """The argument as `_arguments` wants it."""
    values = "_files" if argument.called == _FILE else f"({' '.join(argument.values)})" if argument.values else " "
    called = _escaped(argument.called)
    if not argument.names:
        yield f"{'*' if argument.repeated else ''}:{called}:{values}"
    for name in argument.names:
        told = "".join(f"\\{char}" if char in "[]:\\" else char for char in argument.help)
        value = f"{'::' if argument.optional else ':'}{called}:{values}" if called else ""
        equals = "=" if called and name.startswith("--") else ""
        yield f"{'*' if argument.repeated else ''}{name}{equals}[{told}]{value}"


def _escaped(text: str) -> str:
    """The text where zsh takes a colon for the end of it."""
    return text.replace(":", "\\:")


def _fish(known: list[Command]) -> Iterator[str]:
    yield "# Completes skipbo-lan in fish; made by: skipbo-lan completion fish"
    yield "complete -c skipbo-lan -f"
    for command in known[1:]:
        yield f"complete -c skipbo-lan -n __fish_use_subcommand -a {command.name} -d {_fish_quoted(command.help)}"
    for command in known:
        when = f"'__fish_seen_subcommand_from {command.name}'" if command.name else "__fish_use_subcommand"
        for argument in command.arguments:
            yield f"complete -c skipbo-lan -n {when} {_fish_words(argument)}"


def _fish_words(argument: Argument) -> str:
    long = [f"-l {name[2:]}" for name in argument.names if name.startswith("--")]
    short = [f"-s {name[1:]}" for name in argument.names if not name.startswith("--")]
    files = argument.called == _FILE
    needed = argument.called and not argument.optional and argument.names
    kind = ["-r -F" if files and argument.names else "-F" if files else "-x" if needed else ""]
    values = [f"-a {_fish_quoted(' '.join(argument.values))}"] if argument.values else []
    return " ".join(filter(None, (*long, *short, *kind, *values, f"-d {_fish_quoted(argument.help)}")))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SCRIPTS: Final[Mapping[str, Callable[[list[Command]], Iterator[str]]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
"""The script of each shell, line by line."""
