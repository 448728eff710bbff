"""The rules of both games, pure and deterministic: no clock, thread, socket, file or random source.

Start at ``engine.game`` (the one interface) and ``engine.registry`` (the games there are).
"""
