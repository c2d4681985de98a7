"""A host that says what a test wants it to say, in a thread, to whoever connects over TCP."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from protocol.framing import pack_frame
from protocol.limits import PREFACE
from protocol.messages import Challenge, Message
from tests.client.scripted_host import TABLE_ID

PAUSE_S: Final = 0.03
"""Between two messages: long enough for each to be drawn."""
_CHUNK: Final = 65536


@contextmanager
def hostile_host(messages: Sequence[Message | dict[str, Any]]) -> Iterator[str]:
    """Its address. After the client has said who it is, it says all this, one message after the other."""
    stop = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.1)
        serving = threading.Thread(target=_serve, args=(listener, messages, stop))
        serving.start()
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            stop.set()
            serving.join()


def _serve(listener: socket.socket, messages: Sequence[Message | dict[str, Any]], stop: threading.Event) -> None:
    while not stop.is_set():
        try:
            stream, _ = listener.accept()
        except TimeoutError:
            continue
        with stream:
            stream.settimeout(10)
            try:
                _talk(stream, messages, stop)
            except OSError:
                continue  # the client has gone, as it may


def _talk(stream: socket.socket, messages: Sequence[Message | dict[str, Any]], stop: threading.Event) -> None:
    challenge = Challenge(version=1, table_id=TABLE_ID, epoch=1, nonce=bytes(32), locked=False)
    stream.recv(_CHUNK)
    stream.sendall(PREFACE + _frame(challenge))
    stream.recv(_CHUNK)
    for message in messages:
        stream.sendall(_frame(message))
        stop.wait(PAUSE_S)
    while not stop.is_set() and stream.recv(_CHUNK):
        pass


def _frame(message: Message | dict[str, Any]) -> bytes:
    if isinstance(message, dict):
        return pack_frame(message)
    return pack_frame(msgspec.to_builtins(message, builtin_types=(bytes,)))
