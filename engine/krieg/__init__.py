"""Krieg und Frieden: the rules, one room each; ``engine.krieg.game`` is the door.

Each module's header names the rule numbers it holds (``K4.3``); together they are K1 to K12.
"""
