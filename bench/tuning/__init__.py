"""Tools for tuning and judging computer players; no part of the program."""
