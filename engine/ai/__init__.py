"""Computer players: each a pure function of the game, the turn so far, level, budget and seed."""
