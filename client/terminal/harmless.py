"""What others wrote, made fit for a terminal."""

import re

__all__ = ["harmless"]

# Control characters, those that end a line or turn the direction of writing, and halves of pairs: beside the ones
# that names cannot have (``protocol.room_messages``) what no terminal takes.
_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text: str) -> str:
    r"""Return one line that moves no cursor and changes no terminal: what would is written out.

    >>> print(harmless("one\ntwo \x1b[2J"))
    one\ntwo \x1b[2J
    """
    return _HARMFUL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)
