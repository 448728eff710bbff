"""Streams between peers, pumped by trio: TLS, authentication, frames, liveness, listening and dialling.

The only part of the protocol that touches sockets, clocks, files and random bytes. A driver uses it so::

    async with open_links(Local(key, "wabe 0.1.0", rules)) as links:
        port = await links.serve()                       # one port for IPv4 and IPv6
        links.dial(invitation.addresses, expected=invitation.fingerprint, purpose="room")
        async for event in links.events:                 # LinkUp, Heard, LinkState, Drained, LinkDown, DialFailed
            ...
            links.send(event.link, message)              # never blocks
            links.close(event.link, "done", "")

Leaving the block says ``bye`` on every link, waits for at most a few seconds and closes everything.
"""

from protocol.transport.links import Links, Local, open_links

__all__ = ["Links", "Local", "open_links"]
