"""Deciding in other processes, so that a search never holds up the network or the window."""
