"""Frames: a u32 length and that many bytes, the body of one message (N0).

Bytes in, bodies out: the decoder knows neither streams nor messages. A length is judged before a byte of
its body is kept, so that a stranger cannot make anybody hold more than the limit.
"""

from protocol.errors import Code, LocalError, RemoteError
from protocol.limits import FRAME_LIMIT, FRAME_LIMIT_BEFORE_AUTH

__all__ = ["FrameDecoder", "encode_frame"]

_HEADER = 4


def encode_frame(body: bytes, limit: int = FRAME_LIMIT) -> bytes:
    """Return ``body`` as one frame.

    Raises:
        LocalError: FRAME_SIZE: the body is empty or longer than ``limit``, so every peer would refuse it.
    """
    if not 1 <= len(body) <= limit:
        raise LocalError(Code.FRAME_SIZE, f"a frame has 1 to {limit} bytes, not {len(body)}")
    return len(body).to_bytes(_HEADER, "big") + body


class FrameDecoder:
    """Cuts the bytes of one stream into bodies, however they arrive.

    Attributes:
        limit: Longest body, in bytes; may be raised at any time and holds from the next frame on. Starts
            at what strangers are allowed.
    """

    __slots__ = ("_body", "_header", "_rest", "_size", "limit")

    def __init__(self, limit: int = FRAME_LIMIT_BEFORE_AUTH) -> None:
        self.limit = limit
        self._header = bytearray()
        self._body = bytearray()
        self._size: int | None = None
        self._rest = b""

    @property
    def between_frames(self) -> bool:
        """Whether all bytes so far were whole frames: a stream may end here without loss."""
        return not self._header and self._size is None and not self._rest

    def feed(self, data: bytes, at_most: int | None = None) -> list[bytes]:
        """Return the bodies that ``data`` completes.

        Args:
            data: The next bytes of the stream, as many as came; each is looked at once, so the work grows
                with their number and not with the number of calls.
            at_most: Stop after so many bodies and keep the rest as it is for the next call (which may be
                given ``b""``): while a handshake runs one asks for one body at a time, since the limit
                may rise between two frames that came together.

        Raises:
            RemoteError: FRAME_SIZE: a frame is empty or above the limit. The stream is lost: where the next
                frame begins is unknown, and every further call raises again.
        """
        if self._rest:
            data = self._rest + data
            self._rest = b""
        bodies: list[bytes] = []
        at = 0
        while at < len(data):
            if len(bodies) == at_most:
                self._rest = data[at:]
                break
            if self._size is None:
                at = self._take_header(data, at)
            else:
                at = self._take_body(data, at, self._size, bodies)
        return bodies

    def _take_header(self, data: bytes, at: int) -> int:
        end = at + _HEADER - len(self._header)
        self._header += data[at:end]
        if len(self._header) == _HEADER:
            size = int.from_bytes(self._header, "big")
            if not 1 <= size <= self.limit:
                raise RemoteError(Code.FRAME_SIZE, f"a frame has 1 to {self.limit} bytes, not {size}")
            self._header.clear()
            self._size = size
        return min(end, len(data))

    def _take_body(self, data: bytes, at: int, size: int, bodies: list[bytes]) -> int:
        end = at + size - len(self._body)
        if not self._body and end <= len(data):
            bodies.append(data[at:end])
        else:
            self._body += data[at:end]
            if len(self._body) < size:
                return len(data)
            bodies.append(bytes(self._body))
            self._body.clear()
        self._size = None
        return end
