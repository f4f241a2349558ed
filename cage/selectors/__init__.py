"""The facts that the pages of the cage show, in a fixed number of queries."""
