"""Matches between computer players.

Who meets whom: ``schedule``; one game: ``bout``; all of them: ``running``; what came of it: ``tally``, told by
``report``; the whole from terms to tables: ``contest``.
"""
