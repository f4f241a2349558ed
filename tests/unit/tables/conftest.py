"""A room that is ready for play."""

from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk


@arranged
def desk() -> Desk:
    """A room under the Live! rules with a funded drawer and one open table."""
    return open_desk()
