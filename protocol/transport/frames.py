"""A trio stream that carries frames, and the proof of both identities over it."""

import trio

from protocol.errors import Code, RemoteError
from protocol.framing import FrameDecoder, encode_frame
from protocol.handshake import Handshake, Peer
from protocol.limits import FRAME_LIMIT

__all__ = ["LINGER", "Ended", "FrameStream", "authenticate", "close_stream", "say_bye"]

RECEIVE_BYTES = 16 * 1024
"""The most that a TLS record holds."""

LINGER = 2
"""Seconds to read and discard after ``bye`` (N0): closing with unread bytes resets the connection, and the other
side, if it is in mid-send, would never read why."""

CLOSE_TIMEOUT = 1
"""Seconds for TLS to say that the stream ends; after that it is cut."""


class Ended(Exception):
    """A stream or link has come to its end.

    Attributes:
        code: Stable code, or the word of the other side's ``bye``.
        text: One sentence in English.
        culprit: ``remote``, ``local`` or ``network``.
    """

    def __init__(self, code: str, text: str, culprit: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.culprit = culprit


class FrameStream:
    """Bodies of frames over any trio stream. One task may send while another receives."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self._decoder = FrameDecoder()

    def trust(self) -> None:
        """Allow the longer frames of authenticated peers from the next frame on."""
        self._decoder.limit = FRAME_LIMIT

    async def send(self, body: bytes) -> None:
        """Send one frame. Raises ``Ended`` LOST if the stream is broken."""
        await self.send_raw(encode_frame(body))

    async def send_raw(self, data: bytes) -> None:
        """Send bytes that are whole frames. Raises ``Ended`` LOST if the stream is broken."""
        try:
            await self.stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError, OSError) as error:
            raise _lost() from error

    async def receive_one(self) -> bytes:
        """Return the next body.

        Raises:
            RemoteError: FRAME_SIZE.
            Ended: LOST.
        """
        bodies = self._decoder.feed(b"", 1)
        while not bodies:
            bodies = self._decoder.feed(await self.receive_raw(), 1)
        return bodies[0]

    async def receive(self) -> list[bytes]:
        """Return all bodies that the next bytes complete, perhaps none; first those already here.

        Raises:
            RemoteError: FRAME_SIZE.
            Ended: LOST.
        """
        return self._decoder.feed(b"") or self._decoder.feed(await self.receive_raw())

    async def receive_raw(self) -> bytes:
        """Return the next bytes, at least one. Raises ``Ended`` LOST at the end of the stream, however it came."""
        try:
            data = await self.stream.receive_some(RECEIVE_BYTES)
        except (trio.BrokenResourceError, trio.ClosedResourceError, OSError) as error:
            raise _lost() from error
        if not data:
            raise _lost()
        return bytes(data)

    async def discard(self) -> None:
        """Read and throw away until the other side closes."""
        try:
            while True:
                await self.receive_raw()
        except Ended:
            return


def _lost() -> Ended:
    return Ended(Code.LOST, "the connection ended without goodbye", "network")


async def authenticate(frames: FrameStream, handshake: Handshake) -> tuple[Peer, list[bytes]]:
    """Run the handshake up to the proof of the other side's identity.

    Nothing limits the time: the caller does.

    Returns:
        The peer, and the bodies that it still waits for (the client's proof). Sending them is the caller's last step,
        so that of several streams to one peer only one is ever completed.

    Raises:
        Ended: LOST, or what the other side's ``bye`` said.
        RemoteError: The other side broke a rule; it was told so.
    """
    try:
        replies = handshake.start()
        while handshake.peer is None:
            for body in replies:
                await frames.send(body)
            replies = handshake.receive(await frames.receive_one())
            if handshake.bye is not None:
                raise Ended(handshake.bye.code, handshake.bye.text, "remote")
    except RemoteError as error:
        await say_bye(frames, handshake.refusal(error))
        raise
    frames.trust()
    return handshake.peer, replies


async def say_bye(frames: FrameStream, bodies: list[bytes]) -> None:
    """Send the bodies, of which the last is ``bye``, and give the other side time to read them."""
    with trio.move_on_after(LINGER):
        try:
            for body in bodies:
                await frames.send(body)
        except Ended:
            return
        await frames.discard()


async def close_stream(stream: trio.abc.AsyncResource) -> None:
    """Close a stream, with a proper end if that takes no time, by force otherwise."""
    with trio.move_on_after(CLOSE_TIMEOUT) as scope:
        scope.shield = True
        try:
            await stream.aclose()
        except (trio.BrokenResourceError, OSError):
            await trio.aclose_forcefully(stream)
