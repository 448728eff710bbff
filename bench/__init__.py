"""Speed figures, each a ratio of two things timed in one run on one machine: ``python -m bench``."""
