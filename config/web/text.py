"""Text that a column can hold, and words that go with a number."""

import re

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """Whether PostgreSQL can keep `text`: no NUL, no half of a surrogate pair."""
    return _UNSTORABLE.search(text) is None


def how_many(count: int, noun: str) -> str:
    """A number with its noun: "1 hand", "2 hands"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def begun(said: str) -> str:
    """A sentence with a capital at its beginning, and names as they are: "Hand 12 of Table 3"."""
    return said[:1].upper() + said[1:]


def ended(said: str) -> str:
    """A sentence that somebody's words end, with the full stop that they may lack."""
    return said if said[-1] in ".!?" else f"{said}."
