"""Every limit of the protocol, by name, with its reason."""

__all__ = [
    "CHAIN_LENGTH",
    "FRAME_LIMIT",
    "FRAME_LIMIT_BEFORE_AUTH",
    "MAX_ACTION_CHARACTERS",
    "MAX_BRANCH_ENTRIES",
    "MAX_ENTRY_BYTES",
    "MAX_EVIDENCE",
    "MAX_FORKS",
    "MAX_INC",
    "MAX_ITEMS_PER_TURN",
    "MAX_NODES",
    "MAX_RECORD_BYTES",
    "MAX_REVEALS",
    "MAX_SEATS",
    "MAX_SIDE_ENTRIES",
    "MAX_TRANSCRIPT_BYTES",
]

FRAME_LIMIT_BEFORE_AUTH = 8 * 1024
"""Bytes of a frame's body before authentication: a hello is under 1 KiB; strangers get little memory."""

FRAME_LIMIT = 64 * 1024
"""Bytes of a frame's body afterwards: room for a contract of six seats many times over; catch-up is chunked."""

MAX_ENTRY_BYTES = 1024
"""Bytes of P in an entry: the largest honest one (an act of six seats that lists all) is under 500."""

MAX_SEATS = 6
"""The most seats of any game (K1.5); the bitmap of R in N4 holds eight."""

MAX_INC = 2 * MAX_SEATS
"""Items of ``inc``: at most one resignation and one drop a seat are ever listed."""

MAX_ACTION_CHARACTERS = 64
"""Characters of an action's text; the longest of both games has 18."""

MAX_SIDE_ENTRIES = 8
"""Side entries (offer, yes, agree, act) a seat and log position beyond which further ones make the
feed invalid: a player may change a mind a few times, nobody may fill the others' disks."""

MAX_REVEALS = 8
"""Reveals a seat and log position beyond which the feed is invalid: an honest seat signs one."""

MAX_FORKS = 8
"""Second entries of one number kept of one author: an honest peer that meets a two-faced one sees one, and each
is tried, so that a cheat must not make many."""

MAX_BRANCH_ENTRIES = 2048
"""Entries of one author kept beside the path that is followed: the longest turn on either branch
(``MAX_ITEMS_PER_TURN``) and what else goes with it; a cheat cannot fill disks."""

MAX_EVIDENCE = 64
"""Records kept against one seat: enough to show what it did; a cheat cannot fill memory."""

MAX_ITEMS_PER_TURN = 1000
"""Items of one turn after which only the action that ends it is accepted: undo and redo end somewhere."""

MAX_NODES = 10**9
"""Node budget of a computer seat: far above what any machine searches in a turn, far below overflow."""

CHAIN_LENGTH = 65_536
"""Links of a dice chain, so events of a match: a long six-seat war has some 5,000; making one takes 0.1 s."""

MAX_RECORD_BYTES = 16 * 1024
"""Bytes of one record of a file: twice the largest contract that a link carries; a reader holds one at a time."""

MAX_TRANSCRIPT_BYTES = 64 * 1024 * 1024
"""Bytes of a transcript that is read as a whole: a six-seat war of 5,000 events has some 10 MiB."""
