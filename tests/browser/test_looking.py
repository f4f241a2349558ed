"""What a tablet finds when it looks at a page: text that is too faint, also where most shades are known already."""

import pytest
from playwright.sync_api import Browser

from tests.support.browser import Tablet

SOUND = """<!doctype html><html lang="en"><head><title>Window 1</title></head>
<body style="background: #fff"><main><h1>Window 1</h1><p style="color: {}">Open the drawer.</p></main></body></html>"""


@pytest.fixture
def tablet(browser: Browser) -> Tablet:
    return Tablet(browser.new_context().new_page(), "")


@pytest.mark.parametrize("faint", ["#ccc", "rgba(0, 0, 0, 0.3)", "#333; opacity: 0.3"])
def test_a_shade_that_is_too_faint_is_found_beside_legible_ones(tablet: Tablet, faint: str) -> None:
    tablet.page.set_content(SOUND.format("#333"))
    tablet.look()
    tablet.page.set_content(SOUND.format(faint))
    with pytest.raises(AssertionError, match="color-contrast"):
        tablet.look()
    tablet.page.set_content(SOUND.format("#333"))
    tablet.look()
    tablet.page.context.close()
