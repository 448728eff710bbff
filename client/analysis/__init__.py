"""Judging a played game by a computer level.

The game of a file: ``source``; what the level says of every position and action: ``judging``; scales: ``scale``;
told in the terminal: ``report``, ``plot``; as a picture: ``picture``.
"""
