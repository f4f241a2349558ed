"""Text that a column can hold, and words that go with a number."""

import re

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """Whether PostgreSQL can keep `text`: no NUL, no half of a surrogate pair."""
    return _UNSTORABLE.search(text) is None


def how_many(count: int, noun: str) -> str:
    """A number with its noun: "1 hand", "2 hands"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
