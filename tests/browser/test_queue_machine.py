"""The rules of what a tablet keeps, by themselves: random evenings with a bad line lose nothing and double nothing."""

import random
from pathlib import Path

from playwright.sync_api import Browser

from tests.support.proofs import WHOLE, sized

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sized(150, 1_000, 10_000)
AT_ONCE = 250


def test_nothing_is_lost_or_doubled_and_the_order_is_kept(browser: Browser) -> None:
    """tests/support/queue_machine.js says what is played and what must hold; each kind of trouble comes up."""
    page = browser.new_page()
    for script in ("static/queue.js", "tests/support/queue_machine.js"):
        page.evaluate((ROOT / script).read_text())
    start, total = (random.randrange(10**8) if WHOLE else 0), dict[str, int]()
    for first in range(start, start + SCRIPTS, AT_ONCE):
        told = page.evaluate("([first, count]) => window.told(first, count)", [first, min(AT_ONCE, SCRIPTS)])
        assert told["wrong"] == [], "\n".join(told["wrong"])
        total = {word: total.get(word, 0) + number for word, number in told["sum"].items()}
    page.close()
    assert total["scripts"] == SCRIPTS
    assert min(total.values()) > 0, f"a kind of trouble never came up: {total}"
