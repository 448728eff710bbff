"""The game for people: the command line, the driver of a match, profiles and match files, later the window.

Stands on ``protocol`` and ``engine``; everything with a clock, a file, a thread or a process is here.
"""
