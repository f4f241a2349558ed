"""One request as it comes in, byte by byte: whether all of it is there. Pure; what reads the network is `worker`."""

import re
from enum import Enum, auto

LARGEST_BODY = 1_048_576
"""Bytes of the largest body that is read at all: the API's."""
SMALL_BODY = 131_072
"""Bytes of the largest form; bodies beyond it are few at a time."""
LONGEST_HEAD = 32_768
"""Bytes of a request's line and headers."""

_HEAD_ENDS = b"\r\n\r\n"
_LENGTH = re.compile(rb"[0-9]{1,12}")


class Stage(Enum):
    """The stage that a request has reached."""

    COMING = auto()
    WHOLE = auto()
    CUT = auto()
    """Its headers say that its body is not waited for: too large, of unknown length, of no length."""
    TOO_LONG = auto()
    """Its headers go on and on."""


class Arrival:
    """The bytes of a request, as far as they have come. Instants are seconds of a clock that never jumps."""

    def __init__(self, at: float) -> None:
        self.since = at
        self.stage = Stage.COMING
        self.received = bytearray()
        self.size = 0
        """Bytes of head and body; 0 while the headers are not all there."""
        self.is_asked_to_go_on = False
        """Whether the client waits for a word before it sends its body (Expect: 100-continue)."""

    @property
    def is_large(self) -> bool:
        """Whether so much is still to come that few such are let in at a time."""
        return self.stage is Stage.COMING and self.size > LONGEST_HEAD + SMALL_BODY

    def take(self, data: bytes, at: float) -> None:
        """Add what came. The clock of a request begins with its first byte."""
        if not self.received:
            self.since = at
        looked_at = max(0, len(self.received) - len(_HEAD_ENDS) + 1)
        self.received += data
        if not self.size:
            self._read_head(looked_at)
        if self.size and self.stage is Stage.COMING and len(self.received) >= self.size:
            self.stage = Stage.WHOLE

    def _read_head(self, looked_at: int) -> None:
        end = self.received.find(_HEAD_ENDS, looked_at)
        if (end if end >= 0 else len(self.received)) > LONGEST_HEAD:
            self.stage = Stage.TOO_LONG
        elif end >= 0:
            self._read_size(end + len(_HEAD_ENDS))

    def _read_size(self, head: int) -> None:
        headers = [line.partition(b":") for line in bytes(self.received[:head]).split(b"\r\n")[1:]]
        said = [(name.strip().lower(), value.strip()) for name, _, value in headers]
        lengths = [value for name, value in said if name == b"content-length"] or [b"0"]
        is_chunked = any(name == b"transfer-encoding" for name, _ in said)
        is_plain = not is_chunked and len(lengths) == 1 and _LENGTH.fullmatch(lengths[0]) is not None
        if not is_plain or int(lengths[0]) > LARGEST_BODY:
            self.stage, self.size = Stage.CUT, head
            del self.received[head:]
            return
        self.size = head + int(lengths[0])
        self.is_asked_to_go_on = (b"expect", b"100-continue") in said and len(self.received) < self.size
