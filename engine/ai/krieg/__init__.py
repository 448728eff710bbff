"""Computer players of Krieg und Frieden that plan a whole turn; ``engine.ai.krieg.players`` is the door."""
