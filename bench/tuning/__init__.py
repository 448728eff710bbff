"""Scripts that look for better weights of the computer players by self-play."""
