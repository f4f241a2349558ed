"""Tablets for tests: a real browser in the hands of one person, watched for everything that a page may do wrong."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from zlib import crc32

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, sync_playwright

from config.staff.models import User
from tests.support.people import signed_in
from tests.support.proofs import WHOLE

Held = TypeVar("Held")
LANDSCAPE, PORTRAIT = (1024, 768), (768, 1024)
SIZES = {"landscape": LANDSCAPE, "portrait": PORTRAIT}
LARGER = {"landscape": (1180, 820), "portrait": PORTRAIT}
PATIENCE = 20_000  # ms; the machine may be busy
EXPECTED = ("status of 422", "htmx:sendAbort", "htmx:afterRequest")
"""The complaints of the browser of a refused form, and of htmx about a search that the next letter overtook on a busy
machine; every other complaint fails the test."""
LOST_LINE = ("net::ERR", "htmx:sendError")
"""Their other complaints, about a line that a test has cut on purpose, which come late on a busy machine."""


def one_way(ways: Mapping[str, Held], *, said: str) -> dict[str, Held]:
    """One of the ways, drawn by what is said, always the same; all of them with PROOFS=whole."""
    names = list(ways) if WHOLE else [list(ways)[crc32(said.encode()) % len(ways)]]
    return {name: ways[name] for name in names}


def either_way(test: Callable[..., None]) -> Callable[..., None]:
    """Hold the larger tablet of a journey one way, or both with PROOFS=whole: `size` says which."""
    ways = one_way(LARGER, said=test.__name__)
    marked: Callable[..., None] = pytest.mark.parametrize("size", list(ways.values()), ids=list(ways))(test)
    return marked


def held_in_turn(names: Iterable[str]) -> list[tuple[str, str]]:
    """Each name with the way of holding the tablet: one after the other in turn, both for each with PROOFS=whole."""
    return [(name, held) for turn, name in enumerate(names) for held in (SIZES if WHOLE else [list(SIZES)[turn % 2]])]


@dataclass
class Tablet:
    """One browser context with one page, and what was done with it: taps of a finger, strokes on a keyboard."""

    page: Page
    address: str
    size: tuple[int, int] = LANDSCAPE
    taps: int = 0
    strokes: int = 0
    complaints: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = EXPECTED

    def __post_init__(self) -> None:
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message: Any) -> None:
        if message.type == "error" and not any(word in message.text for word in self.expected):
            self.complaints.append(f"{message.text} ({self.page.url})")

    # ------------------------------------------------------------------------------------------------- what is done

    def go(self, address: str) -> None:
        """Open an address of the product; it must answer with a page."""
        answer = self.page.goto(address)
        assert answer is not None, address
        assert answer.ok, f"{answer.status} {address}"

    def loses_its_line(self) -> None:
        """From here on the line is cut, and cut again, by the test; its complaints of that are no fault of the page."""
        self.expected = EXPECTED + LOST_LINE

    @contextmanager
    def out_of_reach(self) -> Iterator[None]:
        """The tablet has no line for the block."""
        self.loses_its_line()
        self.page.context.set_offline(True)
        yield
        self.page.context.set_offline(False)

    def tap(self, what: Locator | str) -> None:
        """Tap a button or link, by its name or as a locator."""
        target = self.button(what) if isinstance(what, str) else what
        target.click()
        self.taps += 1

    def type(self, text: str) -> None:
        """Type into the field that has the focus, as soon as one has it: nobody types into a page that is not there."""
        self.page.wait_for_function(TYPABLE)
        self.page.keyboard.type(text)
        self.strokes += len(text)

    def press(self, *keys: str) -> None:
        """Press keys by their names."""
        for key in keys:
            self.page.keyboard.press(key)
            self.strokes += 1

    def button(self, name: str) -> Locator:
        """The button or link of the page whose words begin with `name`."""
        either = self.page.get_by_role("button", name=name).or_(self.page.get_by_role("link", name=name))
        return self.page.locator("main").locator(either).first

    def take_over(self, user: User) -> None:
        """Take over the session of somebody who has signed in."""
        cookies = signed_in(user).cookies
        self.page.context.add_cookies([{"name": k, "value": c.value, "url": self.address} for k, c in cookies.items()])

    def sign_in(self, username: str, password: str) -> None:
        """Sign in at the door, by name and password."""
        self.go("/sign-in/")
        self.page.get_by_label("Name").or_(self.page.locator("[name=username]")).first.fill(username)
        self.page.locator("[name=password]").fill(password)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(lambda url: "/sign-in/" not in url)

    # ---------------------------------------------------------------------------------------------- what is looked at

    def look(self) -> None:
        """The page fits both ways of holding it, what is pressed is large enough, and axe finds nothing."""
        self.page.wait_for_load_state()
        for width, height in (LANDSCAPE, PORTRAIT):
            self.page.set_viewport_size({"width": width, "height": height})
            assert self.page.evaluate(OVERFLOW) <= 0, f"{self.page.url} is too wide for {width}"
            small = self.page.evaluate(SMALL_TARGETS)
            assert small == [], f"too small at {width} on {self.page.url}: {small}"
        self.page.set_viewport_size({"width": self.size[0], "height": self.size[1]})
        shades = set[str](self.page.evaluate(SHADES))
        is_new = WHOLE or not shades <= legible
        rules = {} if is_new else {"color-contrast": {"enabled": False}}
        found = Axe().run(self.page, options={"resultTypes": ["violations"], "rules": rules})
        assert found.violations_count == 0, f"{self.page.url}\n{found.generate_report()}"
        legible.update(shades)

    def shifts(self, act: Callable[[], object]) -> float:
        """Return how far the layout jumped while `act` went on: the browser's own score, presses not forgiven."""
        self.page.evaluate(WATCH_SHIFTS)
        act()
        return float(self.page.evaluate("window.shifted()"))


legible: set[str] = set()
"""The shades of text in which axe has found enough contrast. To look for it takes axe three quarters of its time: a
page on which all text is in these shades has it; with PROOFS=whole each page is asked."""
SHADES = """() => [...new Set([...document.querySelectorAll("body *")]
  .filter((each) => [...each.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
  .map((each) => {
    const own = getComputedStyle(each), behind = [];
    for (let at = each, shows = true; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
      if (shows && backgroundColor !== "rgba(0, 0, 0, 0)") behind.push(backgroundColor);
      if (shows && backgroundImage !== "none") behind.push(backgroundImage);
      if (opacity !== "1") behind.push(opacity);
      shows &&= !/^rgb\\(/.test(backgroundColor);
    }
    const size = parseFloat(own.fontSize), isLarge = size >= 24 || (size >= 18.66 && own.fontWeight >= 700);
    return [own.color, isLarge, own.textShadow, ...behind].join("|");
  }))]"""
TYPABLE = "() => document.activeElement?.matches('input, textarea, select, [contenteditable]')"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL_TARGETS = """() => [...document.querySelectorAll(
  "main button, main input:not([type=hidden], [type=checkbox], [type=radio]), main select, main summary, main .button")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5 && !each.matches(".small"))
  .map((each) => each.outerHTML.slice(0, 120))"""
WATCH_SHIFTS = """() => {
  let total = 0;
  const add = (entries) => entries.forEach((entry) => { total += entry.value; });
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift" });
  window.shifted = () => { add(observer.takeRecords()); observer.disconnect(); return total; };
}"""


class HeldBrowser:
    """The system's Chromium, started when it is first asked for and then held until it is closed.

    Its loop runs in this thread, beside the database's connection and not in it: so Django is told meanwhile.
    """

    def __init__(self) -> None:
        self._open = ExitStack()
        self._browser: Browser | None = None

    def take(self, path: str) -> Browser:
        """The browser; a new one where the last has crashed."""
        if self._browser is None or not self._browser.is_connected():
            self.close()
            self._open.enter_context(pytest.MonkeyPatch.context()).setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
            self._browser = launch(self._open.enter_context(sync_playwright()), path)
            self._open.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        """End the browser, if there is one."""
        self._browser = None
        self._open.close()


def launch(playwright: Playwright, path: str) -> Browser:
    """A browser that runs as root and without a graphics card."""
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])


@dataclass
class Drawer:
    """A drawer that the tablets of a test come from and are all put back into."""

    browser: Browser
    address: str
    held: list[Tablet] = field(default_factory=list)

    def take(self, user: User | None = None, *, size: tuple[int, int] = LANDSCAPE, script: bool = True) -> Tablet:
        """A fresh tablet, in the hands of `user` if one is given; `script` says whether its JavaScript is on."""
        context = self._context(size, script=script)
        context.set_default_timeout(PATIENCE)
        tablet = Tablet(context.new_page(), self.address, size)
        self.held.append(tablet)
        if user is not None:
            tablet.take_over(user)
        return tablet

    def _context(self, size: tuple[int, int], *, script: bool) -> BrowserContext:
        return self.browser.new_context(
            base_url=self.address, viewport={"width": size[0], "height": size[1]}, java_script_enabled=script
        )

    def put_back(self) -> None:
        """Close every tablet; fails where one has complained."""
        for tablet in self.held:
            tablet.page.context.close()
        complaints = [said for tablet in self.held for said in tablet.complaints]
        assert not complaints, "\n".join(complaints)
