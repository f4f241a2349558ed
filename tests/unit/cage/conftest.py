"""A room that is ready for play."""

from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk


@arranged
def desk() -> Desk:
    """A room under the Live! rules with a funded drawer and an open no-limit table (buy-in 100 to 300)."""
    return open_desk()
