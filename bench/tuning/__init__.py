"""Making the numbers of computer players: self-play, fitting, and the matches that decide."""
