"""Every page, drawn in a language in which translated texts are marked, shows no word of a template that isn't."""

import pytest
from django.template import Context, Template
from django.test import Client

from config.staff.roles import ROLES
from tests.support.house import furnished_house
from tests.support.people import a_person
from tests.support.pseudo_language import pseudo_language, unmarked_words
from tests.support.routes import routes, tried

FEWEST = 170
"""So many addresses answer with a page; fewer means that the walk reads nothing."""


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('<p title="{% translate "Why" %}">{% translate "Nobody" %} <b>{{ name }}</b></p>', []),
        ("{% blocktranslate %}<b>{{ name }}</b> waits, <i>long</i>{% endblocktranslate %}", []),
        ("{% blocktranslate count n=n %}{{ n }} name{% plural %}{{ n }} names{% endblocktranslate %}", []),
        ('{% capture a %}<b>{{ name }}</b>{% endcapture %}{% blocktranslate %}For {{ a }}{% endblocktranslate %}', []),
        ("<p>{{ name }} waits</p>", ["waits"]),
        ('<p>{% translate "Nobody" %} waits, {{ name }}</p>', ["waits,"]),
        ('<a aria-label="Go to {{ name }}">{% translate "Go" %}</a>', ["Go to"]),
    ],
)  # fmt: skip
def test_the_reader_finds_words_between_what_is_marked(source: str, found: list[str]) -> None:
    with pseudo_language():
        page = Template(source).render(Context({"name": "Ann", "n": 2}))
    assert unmarked_words(page) == found


def test_no_page_shows_a_word_that_no_translator_gets(db: None) -> None:
    house = furnished_house()
    client = Client()
    client.force_login(a_person(house.room, *ROLES), backend="config.staff.backends.StaffBackend")
    pages = {}
    with pseudo_language():
        for route in routes():
            answer = tried(client, "get", route, house.samples)
            if answer.status_code == 200 and answer.headers.get("Content-Type", "").startswith("text/html"):
                pages[str(route)] = unmarked_words(answer.content.decode())
    assert len(pages) >= FEWEST
    assert {address: words for address, words in pages.items() if words} == {}
