"""Messages and the frames that carry them: the class is looked up by `op`, every value is checked for its type and
range, in both directions.

Unknown keys and unknown messages come from a later version of the host, and are ignored; a client, which the host
told its version, may send neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from protocol import framing, limits
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.messages import Message
from protocol.phases import MESSAGES, Role

LONGEST_FRAME: Final[Mapping[Role, int]] = MappingProxyType(
    {Role.CLIENT: limits.MAX_FRAME_TO_HOST, Role.HOST: limits.MAX_FRAME_TO_CLIENT}
)
"""The longest body that each sender may send."""

GREASE_KEY: Final = "grease"
GREASE: Final = framing.pack_frame({"op": GREASE_KEY, GREASE_KEY: [None, {GREASE_KEY: b""}]})
"""A frame with a message that nobody knows. It keeps "ignore the unknown" in daily use (as RFC 8701 does for TLS)."""


def op_of(kind: type[Message]) -> str:
    """The name of a message on the wire."""
    return str(kind.__struct_config__.tag)


_BY_OP: Final[Mapping[str, type[Message]]] = MappingProxyType({op_of(kind): kind for kind in MESSAGES})


def encode(message: Message, *, grease: bool = False) -> bytes:
    """The frame of a message, with one unknown key more if asked for.

    Raises LocalProtocolError when a value is out of its bounds. Within them no frame can be too long.
    """
    content = msgspec.to_builtins(message, builtin_types=(bytes,))
    try:
        _convert(content, type(message))
    except msgspec.ValidationError as error:
        raise LocalProtocolError(f"{op_of(type(message))}: {error}") from error
    if grease:
        content[GREASE_KEY] = None
    return framing.pack_frame(content)


def decode(body: bytes, sender: Role) -> Message | None:
    """The message in the body of a frame; None for a message of the host that is not known here.

    Raises RemoteProtocolError.
    """
    content = framing.unpack_map(body)
    op = content.get("op")
    kind = _BY_OP.get(op) if type(op) is str else None
    if kind is None:
        if type(op) is str and sender is Role.HOST:
            return None
        raise RemoteProtocolError("an unknown message")
    try:
        message = _convert(content, kind)
    except msgspec.ValidationError:
        # Without its cause, which may quote what the peer sent.
        raise RemoteProtocolError(f"a malformed message: {op_of(kind)}") from None
    if sender is Role.CLIENT and _says_more(content, msgspec.to_builtins(message, builtin_types=(bytes,))):
        raise RemoteProtocolError(f"an unknown key in a message: {op_of(kind)}")
    return message


def _convert(content: dict[str, Any], kind: type[Message]) -> Message:
    return msgspec.convert(content, kind, strict=True, builtin_types=(bytes,))


def _says_more(content: object, understood: object) -> bool:
    """Whether some map has a key that the message made from it has not. The depth is bounded by then."""
    if isinstance(content, dict) and isinstance(understood, dict):
        return any(key not in understood or _says_more(content[key], understood[key]) for key in content)
    if isinstance(content, list) and isinstance(understood, list):
        return any(map(_says_more, content, understood))
    return False
