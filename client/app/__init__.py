"""The program behind the window: profile, preferences, tables (rooms and matches), saved matches. No pixel."""
