"""What peers promise each other: entries, contracts, the log, dice, and the streams that carry them.

Everything here but ``protocol.transport`` is a state machine without input or output: bytes, times and
random bytes come in as arguments, effects go out as values.
"""
