"""The tables of docs/PROTOCOL.md, made from the code: `python -m tests.protocol.render_doc` puts them in place.

A table stands between `<!-- table: NAME -->` and `<!-- end -->`; all else in the document is written by hand.
"""

from __future__ import annotations

import ast
import inspect as source_of
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import Final

from msgspec import inspect

from protocol import codes, dealing, discovery, limits
from protocol import messages as m
from protocol import values as v
from protocol.codec import LONGEST_FRAME, op_of
from protocol.phases import MESSAGES, TABLE, Phase, Role

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "PROTOCOL.md"
_BLOCK: Final = re.compile(r"<!-- table: (?P<name>[\w-]+) -->\n.*?<!-- end -->", re.DOTALL)

_PARTS: Final[Mapping[object, str]] = {
    v.WireRuleset: "[ruleset](#ruleset)",
    v.WireView: "[view](#view)",
    v.WireSeat: "[seat](#view)",
    v.WirePile: "[pile](#view)",
    v.WireOutcome: "[outcome](#view)",
    m.WirePlayer: "[player](#room)",
    m.Accusation: "[accusation](#room)",
    dealing.SeatCommitment: "[commitment](#commitments)",
    dealing.SeatNonce: "[nonce](#deal_proof)",
    dealing.WireAttempt: "[attempt](#deal_proof)",
    dealing.Taken: "[taken action](#deal_actions)",
}
_UNIONS: Final = {"from": "[source](#actions)", "do": "[action](#actions)", "what": "[event](#events)"}
_CODES: Final[Mapping[object, str]] = {
    codes.RejectCode: "[code](#rejected)",
    codes.ByeCode: "[code](#bye)",
}


def rendered(text: str) -> str:
    """The document with every table as the code has it now."""
    return _BLOCK.sub(lambda block: _block(block["name"]), text)


def _block(name: str) -> str:
    return f"<!-- table: {name} -->\n{TABLES[name]()}\n<!-- end -->"


def table_of(*rows: Iterable[str]) -> str:
    """Rows of Markdown, the first of them the heading."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    heading = "|" + "---|" * (lines[0].count(" | ") + 1)
    return "\n".join([lines[0], heading, *lines[1:]])


@cache
def docs_of(kind: type) -> Mapping[str, str]:
    """The text below each field or member of a class."""
    body = ast.parse(textwrap.dedent(source_of.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for statement, following in zip(body.body, body.body[1:], strict=False):
        name = _assigned(statement)
        if name and isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            found[name] = " ".join(str(following.value.value).split())
    return found


def _assigned(statement: ast.stmt) -> str | None:
    match statement:
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case _:
            return None


def summary(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def type_words(info: inspect.Type) -> str:
    """A type and its bounds, for people."""
    match info:
        case inspect.IntType(ge=least, le=most, lt=below):
            return f"int {least}..{_number(most if most is not None else (below or 0) - 1)}"
        case inspect.BoolType():
            return "bool"
        case inspect.NoneType():
            return "nil"
        case inspect.StrType(max_length=longest):
            return f"text ≤ {longest}"
        case inspect.BytesType(max_length=longest):
            return f"bytes {longest}"
        case inspect.EnumType(cls):
            return _CODES.get(cls) or _choices(member.value for member in cls)
        case inspect.LiteralType(values):
            return _choices(sorted(map(str, values), key=str))
        case inspect.ListType(item, shortest, longest):
            count = (
                str(longest) if shortest == longest else f"≤ {longest}" if not shortest else f"{shortest}..{longest}"
            )
            return f"list ({count}) of {type_words(item)}"
        case inspect.StructType(cls):
            return _PARTS[cls]
        case inspect.UnionType(types):
            return _union_words(types)
        case _:
            raise AssertionError(info)


def _union_words(types: tuple[inspect.Type, ...]) -> str:
    tagged = {one.tag_field for one in types if isinstance(one, inspect.StructType) and one.tag_field}
    if tagged:
        return _UNIONS[str(tagged.pop())]
    ordered = sorted(types, key=lambda one: isinstance(one, inspect.NoneType))
    return " or ".join(map(type_words, ordered))


def _choices(values: Iterable[str]) -> str:
    return " or ".join(f"`{value}`" for value in values)


def _number(value: int) -> str:
    return {limits.MAX_COUNTER: "2^53-1", limits.MAX_U32: "2^32-1"}.get(value, str(value))


def fields(kind: type) -> str:
    """The keys of a map, one a row."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    docs = docs_of(kind)
    rows = [(f"`{f.encode_name}`", type_words(f.type), _optional(f) + docs.get(f.name, "")) for f in info.fields]
    return table_of(("key", "value", "meaning"), *rows)


def _optional(field: inspect.Field) -> str:
    return "" if field.required else f"May be left out: {str(field.default).lower().replace('none', 'nil')}. "


def tagged(kinds: Iterable[type]) -> str:
    """A union of maps, one a row: its tag, its other keys, what it means."""
    rows = []
    key = ""
    for kind in kinds:
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        key = str(info.tag_field)
        docs = docs_of(kind)
        notes = [f"`{f.name}`: {_optional(f)}{docs[f.name]}" for f in info.fields if f.name in docs]
        keys = ", ".join(f"`{f.encode_name}` {type_words(f.type)}" for f in info.fields)
        rows.append((f"`{info.tag}`", keys, " ".join([summary(kind), *notes])))
    return table_of((f"`{key}`", "other keys", "meaning"), *rows)


def members(kind: type[Enum]) -> str:
    """A set of codes, one a row."""
    return table_of(("code", "meaning"), *((f"`{one.value}`", docs_of(kind)[one.name]) for one in kind))


def limits_table() -> str:
    rows = [
        ("body of a frame, client to host", f"1..{LONGEST_FRAME[Role.CLIENT]} bytes"),
        ("body of a frame, host to client", f"1..{LONGEST_FRAME[Role.HOST]} bytes"),
        ("levels of maps and lists, the outermost included", f"≤ {limits.MAX_DEPTH}"),
        ("items of a list", f"≤ {limits.MAX_ARRAY}"),
        ("keys of a map", f"≤ {limits.MAX_MAP}"),
    ]
    return table_of(("what", "limit"), *rows)


def phases_table() -> str:
    return table_of(
        ("phase", "the client may send", "the host may send"),
        *((f"**{phase.value}**", *(_step(role, phase) for role in Role)) for phase in Phase),
    )


def _step(role: Role, phase: Phase) -> str:
    kinds = TABLE[role][phase].items()
    return ", ".join(f"`{op_of(kind)}`" + ("" if to is phase else f" → {to.value}") for kind, to in kinds) or "nothing"


def senders_of(kind: type[m.Message]) -> str:
    roles = [role for role in Role if any(kind in step for step in TABLE[role].values())]
    return "both" if len(roles) == 2 else roles[0].value


def overview() -> str:
    ordered = sorted(MESSAGES, key=_place_in_the_code)
    rows = ((f"[`{op_of(kind)}`](#{op_of(kind)})", senders_of(kind), summary(kind)) for kind in ordered)
    return table_of(("`op`", "from", "meaning"), *rows)


def _place_in_the_code(kind: type[m.Message]) -> tuple[bool, int]:
    return kind.__module__ == dealing.__name__, source_of.getsourcelines(kind)[1]


def message_table(kind: type[m.Message]) -> str:
    """From whom, what for, and the keys beside `op`."""
    sender = {"client": "the client", "host": "the host", "both": "both ends"}[senders_of(kind)]
    line = f"*From {sender}.* {summary(kind)}"
    return f"{line}\n\n{fields(kind)}" if kind.__struct_fields__ else line


TABLES: Final[Mapping[str, Callable[[], str]]] = {
    "limits": limits_table,
    "phases": phases_table,
    "overview": overview,
    **{op_of(kind): partial(message_table, kind) for kind in MESSAGES},
    "players": lambda: fields(m.WirePlayer),
    "accusation": lambda: fields(m.Accusation),
    "commitment": lambda: fields(dealing.SeatCommitment),
    "nonce": lambda: fields(dealing.SeatNonce),
    "attempt": lambda: fields(dealing.WireAttempt),
    "taken": lambda: fields(dealing.Taken),
    "penalise": lambda: tagged([v.PenaliseAction]),
    "sources": lambda: tagged(v.WireSource.__args__),
    "actions": lambda: tagged(v.SeatAction.__args__),
    "events": lambda: tagged(v.WireEvent.__args__),
    "ruleset": lambda: fields(v.WireRuleset),
    "view": lambda: fields(v.WireView),
    "seats": lambda: fields(v.WireSeat),
    "piles": lambda: fields(v.WirePile),
    "outcome": lambda: fields(v.WireOutcome),
    "reject-codes": lambda: members(codes.RejectCode),
    "deny-codes": lambda: members(codes.DenyCode),
    "bye-codes": lambda: members(codes.ByeCode),
    "datagram-table": lambda: fields(discovery.Announcement),
    "datagram-goodbye": lambda: fields(discovery.Goodbye),
}


if __name__ == "__main__":
    DOCUMENT.write_text(rendered(DOCUMENT.read_text("utf-8")), encoding="utf-8", newline="\n")
