"""Every class that a template writes has its rule in a stylesheet, or a script reads it: else its look was lost."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
HOOKS = {"plaque-page", "trouble", "label"}
"""Names of a place without a look of their own: they are found by their words, not by the class."""


def _known() -> set[str]:
    styles = " ".join(path.read_text() for path in (ROOT / "static").glob("*.css"))
    scripts = " ".join(path.read_text() for path in (ROOT / "static").glob("*.js"))
    return set(re.findall(r"\.([a-z][\w-]*)", styles)) | set(re.findall(r"[\"'`. ]([a-z][\w-]*)", scripts)) | HOOKS


def _classes(template: str) -> set[str]:
    """The classes that are written out; one that is put together from a value is left aside."""
    plain = re.sub(r"{%.*?%}", " ", re.sub(r"{{.*?}}", "\0", re.sub(r"{#.*?#}", "", template)))
    return {each for said in re.findall(r'\bclass="([^"]*)"', plain) for each in said.split() if "\0" not in each}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_every_class_has_its_rule(path: Path) -> None:
    assert _classes(path.read_text()) - _known() == set()
