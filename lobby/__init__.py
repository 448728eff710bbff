"""The meeting place for internet play: a service that introduces players and trusts nobody either."""
