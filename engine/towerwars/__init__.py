"""TowerWarsPP: stones, towers and two bases on a parallelogram of hexagons.

Game idea: Ole Umlauft and Dominick Leppich (CC BY-NC). The rules are numbered T1 to T9; each stands in one
file, which names it: ``pieces`` T3, ``geometry`` T1 and T2, ``landing`` T4.3-T4.12 and T5.2-T5.3, ``moves``
T4.1, T4.2 and T5.1, ``outcome`` T6, ``loading`` T7, ``notation`` T8; the strategy T9 is
``engine.ai.simple_towerwars``. ``game`` offers them through the one interface of all games, ``position``
through the mutable board that searches run on.
"""
