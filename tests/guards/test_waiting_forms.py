"""What may wait in a tablet while its line is down stands in one list; every form of the floor keeps to it."""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.urls import URLPattern, get_resolver, reverse

from config.web.templatetags.ui import waits
from config.web.waiting import LOCKED_AFTER, LONGEST, MAY_WAIT
from tests.support.source import ROOT, last_name

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
FORM = re.compile(r"<form\b[^>]*>.*?</form>", re.DOTALL)
TAG = re.compile(r"<form\b(?:{%.*?%}|[^>])*>", re.DOTALL)
MARK = re.compile(r'{% waits "(\w+)" %}')
URL = re.compile(r'(?:action|formaction|hx-post)="{% url "([\w:]+)"|{% url "([\w:]+)"[^%]*as \w+ %}')
KINDS = {"games.views.ticks", "games.views.console", "games.views.notes", "players.views.seats"}
"""The modules whose views may take what waited: none of the cage, of rulings, of lists."""


@dataclass(frozen=True, slots=True)
class Form:
    """A posting form of a template: its source, the names that mark it and the addresses that it posts to."""

    where: str
    marks: frozenset[str]
    posts_to: frozenset[str]


def forms() -> Iterator[Form]:
    """The forms that post, of every template."""
    for path in TEMPLATES:
        text = path.read_text()
        for found in FORM.finditer(text):
            tag = TAG.match(found.group())
            assert tag, path
            if 'method="post"' in tag.group():
                named = frozenset(first or second for first, second in URL.findall(found.group()))
                yield Form(str(path.relative_to(ROOT)), frozenset(MARK.findall(tag.group())), named)


def test_a_form_is_marked_exactly_where_its_address_may_wait() -> None:
    """An address that a template puts together itself (the tick) is marked by the name that it puts there."""
    found = list(forms())
    assert len(found) > 120
    marked = {name for form in found for name in form.marks}
    assert marked == set(MAY_WAIT), "each of the list stands on a form, and no other does"
    for form in found:
        waiting = form.posts_to & set(MAY_WAIT)
        assert waiting <= form.marks, f"{form.where} posts to what may wait and isn't marked"
        assert not form.marks or not (form.posts_to - form.marks), f"{form.where} is marked, and posts elsewhere too"


def test_nobody_marks_a_form_by_hand() -> None:
    assert [path for path in TEMPLATES if "data-waits" in path.read_text()] == []
    with pytest.raises(ValueError, match="may not wait"):
        waits("buy_in")


def test_what_waits_is_taken_by_views_of_the_table_that_read_when_it_was_entered() -> None:
    """Each of their modules asks when it was entered; none of them belongs to the cage or to a case."""
    views = {name: view for name, view in _views() if name in MAY_WAIT}
    assert set(views) == set(MAY_WAIT)
    assert {inspect.unwrap(view).__module__ for view in views.values()} == KINDS
    for module in KINDS - {"games.views.console"}:  # the console takes its tick as games.views.ticks does
        source = (ROOT / f"{module.replace('.', '/')}.py").read_text()
        asked = [call for call in ast.walk(ast.parse(source)) if isinstance(call, ast.Call)]
        assert "entered_at" in {last_name(call.func) for call in asked}, module


def test_the_script_and_the_server_wait_equally_long() -> None:
    script = (ROOT / "static" / "queue.js").read_text()
    assert f"LOCK_AFTER = {LOCKED_AFTER.seconds // 60} * 60 * 1000" in script
    assert f"LONGEST = {LONGEST.seconds // 3600} * 60 * 60 * 1000" in script
    assert reverse("staff:kept") == "/account/kept/"


def _views() -> Iterator[tuple[str, object]]:
    for each in _patterns(get_resolver().url_patterns):
        if each.name:
            yield each.name, each.callback


def _patterns(found: list[object]) -> Iterator[URLPattern]:
    for each in found:
        if isinstance(each, URLPattern):
            yield each
        else:
            yield from _patterns(each.url_patterns)  # type: ignore[attr-defined]  # an included module
