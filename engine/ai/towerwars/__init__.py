"""TowerWars by searching: evaluation, search, and the levels that use them.

``weights`` holds the numbers, ``terrain`` what depends on the size of the board alone, ``reachmap`` what a set
of towers lets stones reach, ``tactics`` the moves that change most, ``evaluation`` the value of a position,
``search`` the tree, ``player`` the levels.
"""
