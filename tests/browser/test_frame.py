"""The frame in a real browser: nothing overflows, everything is reachable, the script does what it promises."""

import logging
import socketserver
import threading
from collections.abc import Iterator
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.handlers.wsgi import WSGIHandler
from django.test import override_settings
from playwright.sync_api import Browser, Page, expect

from tests.support import look_pages

SIZES = {"landscape": (1024, 768), "portrait": (768, 1024), "phone": (390, 844), "wide": (1600, 900)}
EXPECTED = ("422", "ERR_FAILED", "htmx:sendError", "htmx:afterRequest")
"""The words of the browser and htmx of refused forms and lost lines."""
NO_DATABASE = [
    "csp.middleware.CSPMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]


class Threaded(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Say nothing: a passing test prints nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address where the invented pages are served, with the product's content policy."""
    logging.getLogger("django.request").setLevel(logging.CRITICAL)
    with override_settings(ROOT_URLCONF="tests.support.look_pages", MIDDLEWARE=NO_DATABASE):
        server = Threaded(("127.0.0.1", 0), Quiet)
        server.set_app(StaticFilesHandler(WSGIHandler()))
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
        server.server_close()
    logging.getLogger("django.request").setLevel(logging.NOTSET)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A tablet held sideways; what the browser complains of fails the test."""
    context = browser.new_context(base_url=address, viewport={"width": 1024, "height": 768})
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    assert [text for text in complaints if not any(word in text for word in EXPECTED)] == []


def choose(page: Page, theme: str) -> None:
    page.context.add_cookies([{"name": "theme", "value": theme, "url": page.context.request.get("/").url}])


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_overflows_and_axe_finds_nothing(page: Page, size: str, theme: str) -> None:
    choose(page, theme)
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))  # type: ignore[arg-type]
    page.goto("/guide/")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("size", ["landscape", "portrait"])
def test_what_a_finger_presses_is_large_enough(page: Page, size: str) -> None:
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))  # type: ignore[arg-type]
    page.goto("/guide/")
    pressed = "main a.button, main button, .places a, summary.who, .tabs a, .results a, .segments > *, .felt a .plate"
    sizes = page.eval_on_selector_all(
        pressed, "all => all.map(e => e.getBoundingClientRect()).filter(r => r.width).map(r => [r.width, r.height])"
    )
    assert len(sizes) > 30
    assert min(min(size) for size in sizes) >= 43.9


def test_held_upright_the_places_lie_under_the_thumb(page: Page) -> None:
    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto("/guide/")
    box = page.locator(".places").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] == 1024


def test_the_first_tab_skips_to_the_page(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_a_double_press_records_once(page: Page) -> None:
    look_pages.recorded.clear()
    page.goto("/")
    page.evaluate("() => { const b = document.getElementById('record'); b.click(); b.click(); b.click(); }")
    expect(page.locator("body")).to_have_text("recorded")
    assert look_pages.recorded == ["k1"]


def test_a_key_presses_what_names_it_but_not_while_somebody_types(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("p")
    assert page.url.endswith("/")
    page.locator("#find").blur()
    page.keyboard.press("p")
    assert page.url.endswith("#pressed")


def test_single_keys_can_be_switched_off(page: Page) -> None:
    page.goto("/")
    page.locator("summary.who").click()
    page.get_by_role("group", name="Keyboard shortcuts").get_by_text("off").click()
    page.wait_for_selector("html[data-keys=off]")
    page.keyboard.press("p")
    assert "#pressed" not in page.url


def test_the_theme_is_chosen_without_a_script(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.locator("summary.who").click()
    page.get_by_text("Light", exact=True).click()
    expect(page.locator("body")).not_to_have_css("background-color", dark)  # waits for the page that the form fetches
    assert not page.locator("#find + button, .js-only:visible").count()
    context.close()


def test_a_sentence_with_a_link_in_it_stays_one(page: Page) -> None:
    """The link of such a notice once stood in a line of its own, and the full stop below it."""
    page.goto("/")
    notice = '<p class="refusal" id="said">3 wait: <a href="/">look</a>.</p>'
    page.locator("main").evaluate("(main, notice) => main.insertAdjacentHTML('afterbegin', notice)", notice)
    lines = page.locator("#said").evaluate(
        "said => (said.clientHeight - 2 * parseFloat(getComputedStyle(said).paddingTop)) "
        "/ parseFloat(getComputedStyle(said).lineHeight)"
    )
    assert lines < 1.5


def test_a_quick_amount_fills_its_field(page: Page) -> None:
    page.goto("/")
    page.locator("#five").click()
    expect(page.locator("#find")).to_have_value("500")


def test_a_refused_part_is_shown_and_its_field_has_the_focus(page: Page) -> None:
    page.goto("/")
    page.locator("#wrong").click()
    expect(page.locator("#part input")).to_be_focused()


def test_a_refusal_that_no_form_caught_leaves_the_part_as_it_was(page: Page) -> None:
    page.goto("/")
    page.locator("#refuse").click()
    expect(page.locator("#messages .refusal")).to_be_focused()
    expect(page.locator("#seats")).to_have_text("seats as they were")


def test_a_live_part_asks_by_itself_and_swaps_only_what_changed(page: Page) -> None:
    page.goto("/")
    expect(page.locator("#live")).to_have_text("3")
    page.evaluate("document.getElementById('live').marked = true")
    with page.expect_response("**/live/"):
        pass
    page.wait_for_timeout(100)
    assert page.evaluate("document.getElementById('live').marked") is True


def test_a_lost_line_is_said_and_unsaid(page: Page) -> None:
    page.goto("/")
    page.route("**/live/", lambda route: route.abort())
    expect(page.locator("#offline")).to_contain_text("Connection lost, retrying")
    page.unroute("**/live/")
    expect(page.locator("#offline")).to_be_hidden(timeout=15_000)


def test_a_dialog_opens_closes_and_hands_the_focus_back(page: Page) -> None:
    page.goto("/")
    page.locator("#asks").click()
    expect(page.locator("#ask")).to_be_visible()
    page.locator("#no").click()
    expect(page.locator("#ask")).to_be_hidden()
    expect(page.locator("#asks")).to_be_focused()


def test_a_sign_prints_on_one_page(page: Page) -> None:
    page.goto("/sign/")
    for paper in ("A4", "Letter"):
        assert page.pdf(format=paper).count(b"/Type /Page\n") == 1


def test_no_page_is_kept_in_the_browsers_storage(page: Page) -> None:
    page.goto("/")
    expect(page.locator("#live")).to_have_text("3")
    assert page.evaluate("localStorage.length") == 0
    assert page.evaluate("Object.keys(sessionStorage)") == ["htmx-current-path-for-history"]


def test_a_long_name_stays_on_its_plate(page: Page) -> None:
    page.goto("/many/")
    widths = page.eval_on_selector_all(".felt .who", "all => all.map(e => e.getBBox().width)")
    assert len(widths) == 10
    assert max(widths) <= 110
