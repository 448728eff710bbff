"""TLS 1.3 between peers: encryption only; who is on the other side is proved inside it (``protocol.handshake``).

Each process makes a certificate for itself and throws it away. Nobody checks it against any authority; the handshake
signs the very bytes of the server's certificate, so another one in between is noticed by both sides.
"""

import datetime
import secrets
import ssl
import tempfile
from dataclasses import dataclass
from pathlib import Path

import trio
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

__all__ = ["Certificate", "client_context", "make_certificate", "peer_certificate", "server_context"]

VALID_FOR = datetime.timedelta(days=30)
"""Nobody checks it; longer than a process lasts, too short to be worth keeping."""

CLOCK_SKEW = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A self-signed certificate: ``der`` as the other side sees it, ``context`` to serve with it."""

    der: bytes
    context: ssl.SSLContext


def make_certificate() -> Certificate:
    """Return a fresh certificate. Takes some milliseconds and, for a moment, a file that only this user can read."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "wabe")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_SKEW)
        .not_valid_after(now + VALID_FOR)
        .sign(key, hashes.SHA256())
    )
    # Should the process die before the file is removed, what is left cannot be read without this.
    password = secrets.token_urlsafe(32)
    pem = certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(password.encode("ascii")),
    )
    return Certificate(certificate.public_bytes(serialization.Encoding.DER), server_context(pem, password))


def server_context(pem: bytes, password: str | None = None) -> ssl.SSLContext:
    """Return a context that serves with the certificate and key in ``pem``.

    No session tickets: a resumed session would skip the certificate that the handshake binds to.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    # The ssl module reads certificates from files only; mkstemp makes them 0600.
    with tempfile.NamedTemporaryFile(prefix="wabe-", suffix=".pem", delete=False) as file:
        path = Path(file.name)
        try:
            file.write(pem)
            file.close()  # another open handle would keep Windows from reading it
            context.load_cert_chain(path, password=password)
        finally:
            file.close()
            path.unlink()
    return context


def client_context() -> ssl.SSLContext:
    """Return a context that takes any certificate, since the handshake inside proves more than one could."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def peer_certificate(stream: "trio.SSLStream[trio.SocketStream]") -> bytes:
    """Return the DER of the certificate that the server of this stream showed; the TLS handshake must be over."""
    der: bytes | None = stream.getpeercert(binary_form=True)
    assert der is not None  # a TLS 1.3 server always shows one
    return der
