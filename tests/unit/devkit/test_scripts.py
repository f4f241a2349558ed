"""What the pages' own scripts say, read as texts of the catalogue."""

import pytest

from devkit.catalogue import SCRIPT, texts
from devkit.paths import ROOT
from devkit.scripts import in_script


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('const LOST = "Connection lost, retrying."; // "Not a text."', ["Connection lost, retrying."]),
        ("say(`${how(waiting)} kept here.`)", ["{how} kept here."]),
        ("say(`Entered for seat ${pressed.seat}`)", ["Entered for seat {seat}"]),
        ('out = spoken(off ? "over" : "agrees")', ["over", "agrees"]),
        ('x = `${n === 1 ? "one more" : `b`} entry`', []),
        ('doc.querySelector("main [aria-invalid=true]"); "use strict"; a.closest(".console button,.pick")', []),
        ('part.append(doc.createElement("input")); event.key === "Escape"', []),
    ],
)
def test_sentences_are_texts_and_selectors_are_none(source: str, said: list[str]) -> None:
    assert [text for _, text in in_script(source)] == said


def test_the_scripts_of_the_pages_are_in_the_catalogue() -> None:
    found = {text.removeprefix(SCRIPT) for _, (text, _) in texts(ROOT) if text.startswith(SCRIPT)}
    assert len(found) > 25
    assert {"agrees", "over", "refused", "{number} entries are", "Yes, drop it for good"} <= found
