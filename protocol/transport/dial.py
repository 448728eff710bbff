"""Dialling: all addresses of a peer are raced, and the first stream whose other end proves to be the peer wins."""

import secrets
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import trio

from protocol.errors import Code, RemoteError
from protocol.handshake import Handshake, Peer
from protocol.transport.addresses import Address
from protocol.transport.frames import Ended, FrameStream, authenticate
from protocol.transport.listen import PROOF_TIMEOUT, remote_address
from protocol.transport.tls import peer_certificate

__all__ = ["CONNECT_TIMEOUT", "STAGGER", "Connected", "HandshakeMaker", "is_final", "race"]

CONNECT_TIMEOUT = 10
"""Seconds to resolve a name and connect: systems repeat a lost first packet after 1, 3 and 7 seconds."""

STAGGER = 0.25
"""Seconds between two attempts of a race (RFC 8305 5): long enough that a good first address wins alone."""

_NETWORK_CODES = (Code.UNREACHABLE, Code.TIMEOUT, Code.LOST, Code.BUSY, Code.SLOW)
"""Failures that may pass by themselves."""

HandshakeMaker = Callable[[bytes, bytes], Handshake]
"""Makes the client's side of the handshake from the server's certificate and a nonce."""


@dataclass(frozen=True, slots=True)
class Connected:
    """A proved stream, ready for a ``Link``."""

    frames: FrameStream
    peer: Peer
    remote: str


@dataclass(slots=True)
class _Race:
    make: HandshakeMaker
    context: ssl.SSLContext
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    won: Connected | None = None
    proof: list[bytes] = field(default_factory=list)
    failures: list[Ended] = field(default_factory=list)


async def race(addresses: Sequence[Address], context: ssl.SSLContext, make: HandshakeMaker) -> Connected:
    """Return the first stream to any of the addresses whose other end proves to be the expected peer.

    An address where nobody answers, or somebody else, delays the others only by ``STAGGER``. One's own proof is sent
    over the winning stream alone, so the other side never sees two links.

    Raises:
        Ended: All failed; it is the failure that tells most (``is_final``).
    """
    run = _Race(make, context)
    try:
        with run.scope:
            async with trio.open_nursery() as nursery:
                for address in addresses:
                    failed = trio.Event()
                    nursery.start_soon(_attempt, run, address, failed)
                    with trio.move_on_after(STAGGER):
                        await failed.wait()
        if run.won is not None:
            for body in run.proof:
                await run.won.frames.send(body)
            return run.won
    except BaseException:
        if run.won is not None:
            await trio.aclose_forcefully(run.won.frames.stream)
        raise
    if not run.failures:
        raise Ended(Code.UNREACHABLE, "there is no address to try", "local")
    raise min(run.failures, key=_rank)


def is_final(ending: Ended) -> bool:
    """Return whether trying again cannot help: the other side has refused, or is somebody else."""
    return ending.code not in _NETWORK_CODES


def _rank(ending: Ended) -> int:
    """Order failures by what they decide: refusal, busy, silence, and last that somebody else sits there.

    While one address may come back, it decides nothing that somebody else sits at another one.
    """
    if ending.code == Code.WRONG_PEER:
        return 3
    if is_final(ending):
        return 0
    return 1 if ending.code == Code.BUSY else 2


async def _attempt(run: _Race, address: Address, failed: trio.Event) -> None:
    try:
        await _connect(run, address)
    except Ended as ending:
        run.failures.append(ending)
        failed.set()


async def _connect(run: _Race, address: Address) -> None:
    tcp = await _open_tcp(address)
    stream = trio.SSLStream(tcp, run.context)
    try:
        with trio.fail_after(PROOF_TIMEOUT):
            await _start_tls(stream, address)
            frames = FrameStream(stream)
            handshake = run.make(peer_certificate(stream), secrets.token_bytes(32))
            peer, proof = await authenticate(frames, handshake)
        if run.won is None:
            run.won, run.proof = Connected(frames, peer, remote_address(tcp)), proof
            run.scope.cancel()
    except trio.TooSlowError:
        raise Ended(Code.TIMEOUT, f"{address} did not answer in time", "network") from None
    except RemoteError as error:
        raise Ended(error.code, error.text, "remote") from error
    finally:
        if run.won is None or run.won.frames.stream is not stream:
            await trio.aclose_forcefully(stream)


async def _open_tcp(address: Address) -> trio.SocketStream:
    try:
        with trio.fail_after(CONNECT_TIMEOUT):
            return await trio.open_tcp_stream(address.host, address.port, happy_eyeballs_delay=STAGGER)
    except trio.TooSlowError:
        raise Ended(Code.TIMEOUT, f"{address} did not answer in time", "network") from None
    except OSError as error:
        why = f": {error.strerror}" if error.strerror else ""
        raise Ended(Code.UNREACHABLE, f"{address} cannot be reached{why}", "network") from error


async def _start_tls(stream: "trio.SSLStream[trio.SocketStream]", address: Address) -> None:
    try:
        await stream.do_handshake()
    except (trio.BrokenResourceError, OSError) as error:
        raise Ended(
            Code.UNREACHABLE, f"no Wabe answers at {address}: it does not speak TLS 1.3", "network"
        ) from error
