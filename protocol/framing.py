"""Bytes and the maps in them: the preface, the length before each frame, and msgpack within limits.

Nothing here knows a message. A hostile frame costs little: its length is checked before it is buffered, the
decoder has limits of its own, and what it made is measured without recursion before anything walks through it.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn

import msgpack

from protocol import limits
from protocol.errors import RemoteProtocolError


def pack_frame(content: dict[str, Any]) -> bytes:
    """A frame that holds this map."""
    body: bytes = msgpack.packb(content)
    return len(body).to_bytes(limits.LENGTH_BYTES, "big") + body


def take_preface(buffer: bytearray) -> bool:
    """Remove the preface from the start of the buffer; False while it is incomplete.

    Raises RemoteProtocolError at the first byte that differs.
    """
    start = bytes(buffer[: len(limits.PREFACE)])
    if not limits.PREFACE.startswith(start):
        raise RemoteProtocolError("the peer does not speak this protocol")
    if len(start) < len(limits.PREFACE):
        return False
    del buffer[: len(limits.PREFACE)]
    return True


def take_frame(buffer: bytearray, longest: int) -> bytes | None:
    """Remove the first frame from the buffer and return its body; None while it is incomplete.

    Raises RemoteProtocolError as soon as the length is known to be 0 or above `longest`.
    """
    if len(buffer) < limits.LENGTH_BYTES:
        return None
    length = int.from_bytes(buffer[: limits.LENGTH_BYTES], "big")
    if not 1 <= length <= longest:
        raise RemoteProtocolError("a frame is empty or too long")
    end = limits.LENGTH_BYTES + length
    if len(buffer) < end:
        return None
    body = bytes(buffer[limits.LENGTH_BYTES : end])
    del buffer[:end]
    return body


def unpack_map(body: bytes) -> dict[str, Any]:
    """The map in a frame or datagram, with text keys at every level. Raises RemoteProtocolError."""
    try:
        content = msgpack.unpackb(
            body,
            raw=False,
            strict_map_key=True,
            max_array_len=limits.MAX_ARRAY,
            max_map_len=limits.MAX_MAP,
            ext_hook=_refuse,
        )
    except ValueError:
        # Without its cause, which may quote what the peer sent.
        raise RemoteProtocolError("a frame is not msgpack within the limits") from None
    if type(content) is not dict:
        raise RemoteProtocolError("a frame holds no map")
    _measure(content)
    return content


def _refuse(code: int, data: bytes) -> NoReturn:
    raise ValueError(code)


_CONTAINERS: Final = (dict, list)


def _measure(content: dict[str, Any]) -> None:
    """Refuse too many levels of containers, keys that are not text, and timestamps (which pass the ext hook by)."""
    level: list[Any] = [content]
    for _ in range(limits.MAX_DEPTH):
        below: list[Any] = []
        for container in level:
            if type(container) is dict:
                if not all(type(key) is str for key in container):
                    raise RemoteProtocolError("a key is not text")
                container = container.values()
            for item in container:
                if type(item) in _CONTAINERS:
                    below.append(item)
                elif type(item) is msgpack.Timestamp:
                    raise RemoteProtocolError("a frame is not msgpack within the limits")
        level = below
    if level:
        raise RemoteProtocolError("a frame nests too deep")
