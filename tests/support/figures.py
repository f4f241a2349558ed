"""Whether a page tells a figure, asked so that chance can't answer.

Every page carries keys of forms, addresses with ids, a token and the time of day, and digits of any of these may be the
very ones that a test says nobody must read.
"""

import re

_KEY = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
_TOKEN = r"\b[A-Za-z0-9]{64}\b"
_ADDRESS = r"(?<=[\"'])(?:https?:/)?/[^\"'<>]*(?=[\"'])"
_CLOCK = r"(?<![\d:])\d{1,2}:\d\d(?::\d\d)?(?![\d:])"
_CHANCE = re.compile("|".join((_KEY, _TOKEN, _ADDRESS, _CLOCK)))


def tells(page: str | bytes, figure: str) -> bool:
    """Whether `figure` ("391", "4.50") stands in the page's text or in a value of its markup, as itself and not as part
    of a longer number. Keys, tokens, addresses and times of day are left out."""
    text = page.decode() if isinstance(page, bytes) else page
    return re.search(rf"(?<![\d.,]){re.escape(figure)}(?!\d|[.,]\d)", _CHANCE.sub(" ", text)) is not None
