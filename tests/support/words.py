"""A page as somebody reads it."""

import re


def text(response: object) -> str:
    """The words of a page, without its marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))  # type: ignore[attr-defined]
