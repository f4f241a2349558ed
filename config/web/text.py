"""Text that a column can hold."""

import re

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """Whether PostgreSQL can keep `text`: no NUL, no half of a surrogate pair."""
    return _UNSTORABLE.search(text) is None
