"""Endings of TowerWars with few stones, solved exactly: ``python -m bench.endings``."""
