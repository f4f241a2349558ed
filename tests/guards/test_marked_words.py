"""Every word that a person reads on a page is marked for translation, so that a translator gets one catalogue."""

import ast
from collections import defaultdict
from functools import cache

import pytest

from devkit.catalogue import Text, texts
from devkit.sentences import of_refusals
from tests.support.marked_words import unmarked, unmarked_in_python
from tests.support.source import ROOT, modules

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
NOT_READ = {
    "templates/parts/felt.html": ["back"],  # the class of a card's back
    "templates/parts/felt_seat.html": ["back"],
    "templates/parts/guide.html": ["#top"],  # an address
}
"""Fallbacks of filters that nobody reads, by template."""
HOW_TO_MEND = (
    'Words of a page stand in {% translate "…" %}, with values in {% blocktranslate with … %}…{% endblocktranslate %};'
    ' texts handed to a part or a filter in _("…"). A sentence stays whole: docs/adr/0027.'
)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Nobody waits.</p>", ["Nobody waits."]),
        ("<p>{{ waiting }} waiting</p>", ["\ufffc waiting"]),
        ('<p>{% translate "Nobody waits." %} Yet.</p>', ["\ufffc Yet."]),
        ('<p>{% if a %}{% translate "Yes" %}{% else %}No{% endif %}</p>', ["\ufffc\ufffc\ufffcNo\ufffc"]),
        ('<nav aria-label="Tables"></nav>', ["Tables"]),
        ('<input{% if a %} autofocus{% endif %} placeholder="Name of {{ who }}">', ["Name of \ufffc"]),
        ('<input type="submit" value="Send">', ["Send"]),
        ('{% include "parts/empty.html" with title="Nobody yet" icon_name="players" %}', ["Nobody yet"]),
        ('{{ by|default:"the system" }}', ["the system"]),
        ('{% blocktranslate with by=by|default:"the system" %}by {{ by }}{% endblocktranslate %}', ["the system"]),
        ('{{ tables }}{{ tables|pluralize:"s" }}', ["s"]),
    ],
)
def test_the_scan_finds_words_that_nobody_marked(source: str, found: list[str]) -> None:
    assert unmarked(source) == found


@pytest.mark.parametrize(
    "source",
    [
        '<p class="muted">{% translate "Nobody waits." %}</p>',
        "<p>{% blocktranslate %}{{ waiting }} waiting{% endblocktranslate %}&nbsp;· 12%</p>",
        '<button value="again" aria-label="{% translate "Again" %}">{% icon "next" %}<kbd>Alt X</kbd></button>',
        "{# a list: names #}{% comment %}nothing{% endcomment %}<code>dev.py run</code>",
        '{% include "parts/empty.html" with title=_("Nobody yet") icon_name="players" %}{{ by|default:_("no one") }}',
        '{% if state == "open" %}{% url "table" pk %}{% endif %}{{ at|date:"j M Y" }}{{ by|default:"–" }}',
    ],
)
def test_the_scan_leaves_alone_what_is_marked_and_what_is_no_word(source: str) -> None:
    assert unmarked(source) == []


def test_every_word_of_every_template_is_marked() -> None:
    assert len(TEMPLATES) >= 280
    found = {str(path.relative_to(ROOT)): unmarked(path.read_text(encoding="utf-8")) for path in TEMPLATES}
    assert {name: words for name, words in found.items() if words} == NOT_READ, HOW_TO_MEND


def test_the_scan_of_python_finds_labels_and_messages() -> None:
    field = 'TextField(label="Why", help_text=_("In short."), name="why")'
    source = f'{field}\ndone(request, to, "Kept.")\ndone(request, to, said)'
    assert unmarked_in_python(ast.parse(source)) == ["'Why'", "'Kept.'"]


def test_labels_of_forms_and_what_is_said_after_an_act_are_marked() -> None:
    looked_at = [module for module in modules() if module.parts & {"forms", "views"}]
    assert len(looked_at) >= 100
    found = {module.name: unmarked_in_python(module.tree) for module in looked_at}
    assert {name: words for name, words in found.items() if words} == {}


HANDED_ON = {
    ("cage/views/window.py", "no_name"),  # cage.selectors.typed says it
    ("cage/views/window.py", "not_one"),  # likewise
    ("config/staff/first.py", """f"“{value}”: {' '.join(error.messages)}\""""),
    ("config/staff/services.py", "' '.join(error.messages)"),  # Django's own
    ("config/staff/views/account.py", "error.message"),
    ("config/web/middleware.py", "said"),  # config.audit.clock says it
    ("games/services/button_draw.py", "str(error)"),  # the engine says it, as in the five below
    ("games/services/drafts.py", "str(error)"),
    ("games/services/entering.py", "str(error)"),
    ("games/views/console.py", "str(error)"),
    ("tables/plaque_checks.py", "violation.message"),
    ("tables/services/reposting.py", "f'{table}: {error.message}'"),
    ("games/views/console.py", "f'{label}: {errors[0]}' if label else str(errors[0])"),  # a field says it
    ("games/views/trouble.py", "str(next(iter(form.errors.values()))[0])"),
    ("rake/figures/asking.py", "f'{field}: {messages[0]}'"),
    ("rake/views/figures.py", "f'{field}: {messages[0]}'"),
}
"""The refusals whose sentence another module says: a translator finds it there."""


@cache
def the_catalogue() -> list[tuple[str, Text]]:
    """Every text of the catalogue, with its place; read once for the tests of this file."""
    return list(texts(ROOT))


def test_every_sentence_of_a_refusal_is_in_the_catalogue() -> None:
    """A sentence that is put together so that its text can't be read would stay English in every language."""
    known = {one for _, (one, _) in the_catalogue()}
    on_pages = [module for module in modules() if "management" not in module.parts]
    refusals = [(module, *refusal) for module in on_pages for refusal in of_refusals(module.tree)]
    assert len(refusals) >= 650
    unread = {(module.name, source) for module, _, said, source in refusals if not said}
    assert unread == HANDED_ON, "put the sentence together where it is refused, by an f-string: docs/adr/0028"
    missing = [
        f"{module.name}:{line} {text}" for module, line, said, _ in refusals for text in said if text not in known
    ]
    assert missing == []


def test_no_text_stands_for_two_plurals() -> None:
    """A catalogue has one entry for a text, and one plural in it."""
    plurals = defaultdict(set)
    for _, (one, many) in the_catalogue():
        plurals[one].add(many)
    assert len(plurals) > 9000
    assert {one: many for one, many in plurals.items() if len(many) > 1} == {}
