"""What the bounds of a message type allow, made from the type itself: any value, and the longest on the wire."""

from __future__ import annotations

from typing import Any

import msgpack
import msgspec
from hypothesis import strategies as st
from msgspec import inspect


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a struct type."""
    return _strategy(inspect.type_info(kind)).map(
        lambda content: msgspec.convert(content, kind, builtin_types=(bytes,))
    )


def _strategy(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.IntType(ge=least, le=most, lt=below):
            return st.integers(least, most if most is not None else (below or 0) - 1)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.StrType(max_length=longest):
            return st.text(st.characters(codec="utf-8"), max_size=longest)
        case inspect.BytesType(min_length=shortest, max_length=longest):
            return st.binary(min_size=shortest or 0, max_size=longest)
        case inspect.EnumType(cls):
            return st.sampled_from([member.value for member in cls])
        case inspect.LiteralType(values):
            return st.sampled_from(values)
        case inspect.ListType(item, shortest, longest):
            return st.lists(_strategy(item), min_size=shortest or 0, max_size=min(longest or 0, 12))
        case inspect.UnionType(types):
            return st.one_of([_strategy(one) for one in types])
        case inspect.StructType():
            return _struct(info)
        case _:
            raise AssertionError(info)


def _struct(info: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    tag = {} if info.tag_field is None else {info.tag_field: st.just(info.tag)}
    fields = {field.encode_name: _strategy(field.type) for field in info.fields}
    return st.fixed_dictionaries({**tag, **fields})


def longest_of(kind: Any) -> Any:
    """The value of a struct type that takes most bytes."""
    return msgspec.convert(_longest(inspect.type_info(kind)), kind, builtin_types=(bytes,))


def _longest(info: inspect.Type) -> Any:
    match info:
        case inspect.IntType(le=most, lt=below):
            return most if most is not None else (below or 0) - 1
        case inspect.BoolType():
            return True
        case inspect.NoneType():
            return None
        case inspect.StrType(max_length=longest):
            return "\U0001f0cf" * (longest or 0)
        case inspect.BytesType(max_length=longest):
            return bytes(longest or 0)
        case inspect.EnumType(cls):
            return max((member.value for member in cls), key=len)
        case inspect.LiteralType(values):
            return max((str(value) for value in values), key=len)
        case inspect.ListType(item, _, longest):
            return [_longest(item)] * (longest or 0)
        case inspect.UnionType(types):
            return max(map(_longest, types), key=lambda value: len(msgpack.packb(value)))
        case inspect.StructType():
            tag = {} if info.tag_field is None else {info.tag_field: info.tag}
            return {**tag, **{field.encode_name: _longest(field.type) for field in info.fields}}
        case _:
            raise AssertionError(info)
