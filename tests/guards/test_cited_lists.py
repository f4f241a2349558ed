"""References of the code by a letter and a number, which stand in the documents of the same repository."""

import re
from pathlib import Path

import pytest

from tests.support.source import PACKAGES, ROOT

LISTS = {"INVARIANTS.md": r"I-[0-9]{1,2}", "DECISIONS.md": r"[CD]-[0-9]{2}", "CONTROLS.md": r"R[0-9]{1,2}"}
READ = ("*.py", "*.toml", "*.html", "*.md")
FOLDERS = (*PACKAGES, "templates", "tests/conformance", "docs")


def files() -> list[Path]:
    return [path for folder in FOLDERS for kind in READ for path in sorted((ROOT / folder).rglob(kind))]


def listed(name: str) -> set[str]:
    return set(re.findall(rf"^\| ({LISTS[name]}) \|", (ROOT / "docs" / name).read_text(encoding="utf-8"), re.MULTILINE))


def cited(pattern: str) -> set[str]:
    """The marks of one kind in comments, docstrings, words and sources; a quoted text that is one is data."""
    found = re.compile(rf"(?<![\w\"'/-]){pattern}(?![\w\"'-])")
    return {mark for path in files() for mark in found.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", LISTS)
def test_whatever_is_cited_is_listed(name: str) -> None:
    marks = cited(LISTS[name])
    assert len(marks) >= 8
    assert marks - listed(name) == set()


def test_every_check_of_the_books_names_an_invariant() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in files() if path.suffix == ".py")
    checks = set(re.findall(r"@register\(\s*\"(I-[0-9]+)\"", text))
    assert len(checks) >= 15
    assert checks <= listed("INVARIANTS.md")


def test_no_document_sends_its_reader_out_of_the_repository() -> None:
    ours = [path for path in files() if path.suffix != ".toml"]  # the given cases keep their authors' words
    named = {name for path in ours for name in re.findall(r"\b[A-Z-]+\.md\b", path.read_text(encoding="utf-8"))}
    assert "ARCHITECTURE.md" in named or "HAND-FILES.md" in named
    here = {
        path.name
        for folder in map(ROOT.joinpath, (".", "docs", "rules", "tests/conformance"))
        for path in folder.glob("*.md")
    }
    assert named - here == set()
