"""The facts that the pages of players and money show, in a fixed number of queries."""
