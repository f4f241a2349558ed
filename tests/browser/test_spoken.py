"""What a script says is shown in the language of the page, with its amounts; in English as it is written."""

import json

import pytest
from playwright.sync_api import Browser

from devkit.paths import ROOT

SPOKEN = (ROOT / "static" / "spoken.js").read_text()
GERMAN = {
    "The line is down.": "Die Leitung ist unterbrochen.",
    "{number} entries are": "{number} Einträge sind",
    "{how} kept, (not) confirmed: {stopped}": "{stopped} {how} behalten",
    "Reload.": "Neu laden.",
}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The line is down.", "Die Leitung ist unterbrochen."),
        ("3 entries are", "3 Einträge sind"),
        ("3 entries are kept, (not) confirmed: Reload.", "Neu laden. 3 Einträge sind behalten"),
        ("constructor", "constructor"),
        ("Nobody wrote this.", "Nobody wrote this."),
        ("", ""),
    ],
)
def test_a_text_of_a_script_is_told_in_the_language_of_the_page(browser: Browser, text: str, told: str) -> None:
    page = browser.new_page()
    page.set_content(f'<script id="texts" type="application/json">{json.dumps(GERMAN)}</script>')
    page.add_script_tag(content=SPOKEN)
    assert page.evaluate("(text) => window.spoken(text)", text) == told
    page.close()


def test_in_english_a_text_stays_as_it_is(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<p></p>")
    page.add_script_tag(content=SPOKEN)
    assert page.evaluate("(text) => window.spoken(text)", "3 entries are") == "3 entries are"
    page.close()
