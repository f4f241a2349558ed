"""The frame of every page: where one may go, how the screen is set, refusals in words, pages that go no further."""

import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.middleware import CurrentRoom
from config.staff.models import User
from config.staff.roles import ROLES
from config.web import places
from config.web.preferences import own_address, preferences
from tests.support.look_pages import TOO_SMALL, BuyIn, guide, refused_form

pytestmark = pytest.mark.urls("tests.support.look_pages")

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source"}


class Wellformed(HTMLParser):
    """Notes every end tag that closes something else than what is open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> in line {self.getpos()[0]}")


def complaints(html: str) -> list[str]:
    """Faults of the nesting, and ids that stand twice."""
    parser = Wellformed()
    parser.feed(html)
    ids = re.findall(r'\sid="([^"]+)"', html)
    return parser.wrong + parser.open + sorted({name for name in ids if ids.count(name) > 1})


def test_the_check_of_nesting_finds_what_is_wrong() -> None:
    assert complaints("<p><b></p></b>")
    assert complaints('<p id="a"></p><p id="a"></p>')
    assert not complaints('<p id="a"><br></p>')


def test_every_component_renders() -> None:
    page = guide(RequestFactory().get("/")).content.decode()
    assert complaints(page) == []
    for part in ("felt", "felt-mini", "refusal", "chart", "grid-table", "receipt", "sheet-sign", "progress", "steps"):
        assert f'class="{part}' in page or f" {part}" in page, part


def test_the_guide_shows_every_class_that_the_handbook_names() -> None:
    handbook = (Path(settings.BASE_DIR) / "docs" / "LOOK.md").read_text()
    named = set(re.findall(r'class="([a-z -]+)"', handbook))
    css = (Path(settings.BASE_DIR) / "static" / "site.css").read_text()
    words = {word for value in named for word in value.split()}
    assert len(words) > 25
    assert [word for word in sorted(words) if f".{word}" not in css and f'[class~="{word}"]' not in css] == []


@pytest.mark.parametrize("template", ["400.html", "403_csrf.html", "500.html", "503.html"])
def test_pages_that_go_no_further_need_neither_request_nor_database(template: str) -> None:
    page = render_to_string(template)
    assert complaints(page) == []
    assert "<h1>" in page


@pytest.mark.parametrize("template", ["403.html", "404.html", "405.html"])
def test_missing_and_forbidden_pages_stand_in_the_frame(template: str) -> None:
    page = render_to_string(template, {}, RequestFactory().get("/nowhere/"))
    assert complaints(page) == []
    assert 'class="skip"' in page


def test_pages_show_instants_on_the_rooms_own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(User, "room_of_work", lambda self, chosen: Room(time_zone="America/Los_Angeles"))
    request = RequestFactory().get("/")
    request.user, request.session = User(), SessionBase()
    at = datetime(2026, 11, 21, 5, 14, tzinfo=UTC)

    def view(_: HttpRequest) -> HttpResponse:
        return HttpResponse(Template('{{ at|date:"j M H:i" }}').render(Context({"at": at})))

    assert CurrentRoom(view)(request).content == b"20 Nov 21:14"


# ------------------------------------------------------------------------------------------------------- refusals


def test_a_refusal_says_sentence_rule_citation_and_what_is_allowed() -> None:
    box = render_to_string("parts/refusal.html", {"refusal": TOO_SMALL, "room": Room(exponent=2)})
    for words in (TOO_SMALL.message, TOO_SMALL.rule, TOO_SMALL.citation, "why?"):
        assert words in box
    assert "<dt>minimum</dt><dd>100</dd>" in box
    assert "<dt>seats</dt><dd>1, 2</dd>" in box
    assert "<dt>short buy</dt><dd>no</dd>" in box
    assert "half paid" not in box


def test_a_refusal_tells_people_amounts_as_amounts_and_keeps_what_programs_need_to_itself() -> None:
    legal = {"actor": 1, "seat": 5, "call": 50_00, "may_raise": True, "min_raise_to": 100_00, "max_raise_to": 250_00}
    box = render_to_string("parts/refusal.html", {"refusal": DomainError("too_low", "No.", allowed=legal)})
    assert re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", box) == [
        ("to call", "50"), ("may raise", "yes"), ("raise to at least", "100"), ("raise to at most", "250"),
    ]  # fmt: skip
    seats = DomainError("too_many", "No.", allowed={"field": "seats", "least": 2, "most": 9})
    box = render_to_string("parts/refusal.html", {"refusal": seats})
    assert re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", box) == [("at least", "2"), ("at most", "9")]


@pytest.mark.parametrize("name", ["award", "bank", "hand", "held", "number", "player", "session", "slip", "table"])
def test_a_refusal_tells_no_id_as_an_amount(name: str) -> None:
    refusal = DomainError("some_code", "No.", allowed={name: 12_00})
    assert "<dt>" not in render_to_string("parts/refusal.html", {"refusal": refusal, "room": Room(exponent=2)})


def test_a_refusal_can_lead_to_its_rule() -> None:
    box = render_to_string("parts/refusal.html", {"refusal": TOO_SMALL, "why_address": "/rules/#buy-ins"})
    assert '<a class="why" href="/rules/#buy-ins">' in box
    assert "<details>" not in box


def test_the_words_of_a_page_are_no_address_of_a_refusal() -> None:
    """Many a page has a `why` of its own, in words: beside a refusal they lead nowhere."""
    given = {"refusal": TOO_SMALL, "why": "620 moves: one person moves 100 a day alone."}
    assert 'href="620' not in render_to_string("parts/refusal.html", given)
    sentence = render_to_string("parts/refusal.html", {"refusal": TOO_SMALL, "why_address": "620 moves."})
    assert '<a class="why"' not in sentence
    assert "<details>" in sentence


def test_a_refusal_for_a_part_leaves_out_the_frame() -> None:
    request = RequestFactory().get("/")
    request.htmx = True  # type: ignore[attr-defined]
    part = render_to_string("errors/refused.html", {"refusal": TOO_SMALL}, request)
    assert "data-refused" in part
    assert "<html" not in part


def test_a_field_shows_label_help_error_and_rule_in_that_order() -> None:
    html = str(refused_form())
    parts = ["Amount</label>", "100 to 500", TOO_SMALL.message, TOO_SMALL.rule]
    spots = [html.index(part) for part in parts]
    assert spots == sorted(spots)
    assert 'aria-invalid="true"' in html
    assert complaints(html) == []


def test_a_refusal_of_the_whole_form_stands_above_it() -> None:
    form = BuyIn({"player": "Gus", "amount": "50", "way": "cash"})
    form.is_valid()
    error = DomainError("hand_open", "A hand is being played; wait until it ends.", citation="live: Stakes 4")
    form.add_error(None, error.message)
    form.refusal = error  # type: ignore[attr-defined]  # as config.web.views.refuse does
    html = str(form)
    assert html.index(error.citation) < html.index("Player</label>")
    assert html.count(error.message) == 1


def test_an_amount_is_typed_as_text_with_a_keypad_and_its_unit() -> None:
    html = str(BuyIn())
    assert re.search(
        r'<span class="unit" aria-hidden="true">\$</span><input type="text" name="amount"[^>]+decimal', html
    )


def test_what_is_not_required_says_so() -> None:
    assert re.search(r"Note <span class=.optional.>optional</span>", str(BuyIn()))


def test_cards_in_a_line_are_told_apart_by_suit_and_never_drawn_as_emoji() -> None:
    shown = Template('{% cards "ThXx??" %}').render(Context())
    assert '<span class="card h">10♥\ufe0e</span>' in shown
    assert shown.count("card back") == 2


# ------------------------------------------------------------------------------------------- places and preferences


def test_a_place_that_is_not_built_is_not_offered() -> None:
    assert places.address("no_such_page") == ""
    assert places.address("preferences") == "/preferences/"


def test_a_place_is_offered_to_those_whom_its_view_lets_in() -> None:
    offered = places.links({"audit_view"}, "/audit/")
    assert [(link.label, link.here) for link in offered] == [("Audit", "page")]
    assert places.links(frozenset(), "/") == []


def test_each_role_begins_on_a_page_of_its_own_day() -> None:
    assert set(places.DAY) == set(ROLES)
    for role, names in places.DAY.items():
        permissions = {permission.value.replace(".", "_") for permission in ROLES[role].permissions}
        offered = {link.href for link in places.links(permissions, "/")}
        assert {places.address(name) for name in names} - {""} <= offered, role
    assert places.day_of({"host", "floor"})[0] == "floor"
    assert places.day_of(()) == ()


def test_the_bar_shows_the_days_places_first_and_hides_no_single_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def offered(count: int) -> list[places.Link]:
        return [places.Link(f"Place {number}", f"/{number}/", "floor", "") for number in range(count)]

    monkeypatch.setattr(places, "address", lambda name: f"/{name}/")
    monkeypatch.setattr(places, "day_of", lambda roles: ("5", "3"))
    for count, seen in ((5, 5), (7, 7), (8, 6), (11, 6)):
        monkeypatch.setattr(places, "links", lambda may, path, count=count: offered(count))
        bar = places.bar(frozenset(), (), "/")
        assert (len(bar.in_sight), len(bar.others)) == (seen, count - seen)
        assert (
            [link.label for link in bar.in_sight[:2]] == ["Place 3", "Place 0"]
            if count == 5
            else ["Place 5", "Place 3"]
        )


def test_the_place_above_a_page_is_marked_too() -> None:
    (link,) = places.links({"audit_view"}, "/audit/7/")
    assert link.here == "true"


def post(**fields: str) -> HttpRequest:
    return RequestFactory().post("/preferences/", fields)


def test_a_choice_of_theme_is_kept_in_a_cookie_and_leads_back() -> None:
    answer = preferences(post(theme="light", next="/floor/?q=1"))
    assert (answer.status_code, answer["Location"]) == (303, "/floor/?q=1")
    assert answer.cookies["theme"].value == "light"
    assert answer.cookies["theme"]["httponly"]


def test_a_choice_that_is_none_is_not_kept() -> None:
    assert not preferences(post(theme="javascript:", keys="maybe")).cookies


@pytest.mark.parametrize("to", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", ""])
def test_the_way_back_never_leaves_the_house(to: str) -> None:
    assert own_address(post(), to) == "/"


def test_the_theme_stands_on_the_page_before_any_script() -> None:
    request = RequestFactory().get("/")
    request.COOKIES["theme"] = "light"
    assert 'data-theme="light"' in render_to_string("404.html", {}, request)
    request.COOKIES["theme"] = '"><script>'
    assert 'data-theme="dark"' in render_to_string("404.html", {}, request)
