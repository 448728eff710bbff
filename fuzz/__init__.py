"""Feeding the program what nobody should send it: ``python -m fuzz``, see ``fuzz.__main__``."""
