"""Every page has one heading of the first rank: whoever hears it knows where they are."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR) / "templates"
TEXTS = {path: path.read_text() for path in ROOT.rglob("*.html")}
FRAMES = {name for text in TEXTS.values() for name in re.findall(r'{% extends "([^"]+)"', text)}
"""The templates that pages extend: each page fills its frame, and has the heading itself."""
PAGES = sorted(
    path for path, text in TEXTS.items() if "{% extends" in text and str(path.relative_to(ROOT)) not in FRAMES
)


def test_the_pages_are_found() -> None:
    assert len(PAGES) > 60


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_has_a_heading(path: Path) -> None:
    assert re.search(r"<h1[ >]", path.read_text()), "add an h1, outside of the part that htmx swaps alone"
