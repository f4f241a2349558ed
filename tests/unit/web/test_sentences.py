"""The tags of texts that are translated."""

import pytest
from django.template import Context, Engine, Template
from django.utils.translation import override

from config import language

HELD = (
    "{% capture names %}{% for name in held_by %}{% if not forloop.first %}, {% endif %}<b>{{ name }}</b>{% endfor %}"
    "{% endcapture %}{% blocktranslate %}Held by {{ names }}.{% endblocktranslate %}"
)


def test_a_captured_list_stands_in_its_sentence_and_was_escaped_once() -> None:
    page = Template(HELD).render(Context({"held_by": ["Ann", "<Bo>"]}))
    assert page == "Held by <b>Ann</b>, <b>&lt;Bo&gt;</b>."


def test_what_is_captured_is_not_drawn_where_it_stands() -> None:
    assert Template("{% capture name %}Ann{% endcapture %}").render(Context()) == ""


@pytest.mark.parametrize(
    "tag",
    [
        '{% translate "Nobody waits." %}',
        "{% translate 'Say \"no\" &amp; go' %}",
        '{% translate "5% of 120, or 100%% & <b>more</b>" %}',
        '{% translate "Players’ banks" as said %}{{ said }}',
        "{% translate word %}",
        '{% translate "Open" context "a door" %}',
    ],
)
@pytest.mark.parametrize("english_alone", [True, False])
def test_a_text_is_drawn_as_djangos_own_tag_draws_it(
    tag: str, english_alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "ENGLISH_ALONE", english_alone)
    context = {"word": "A <word>, 5%"}
    djangos = Engine(builtins=["django.templatetags.i18n"]).from_string(tag)
    assert Template(tag).render(Context(context)) == djangos.render(Context(context))


def test_a_text_is_translated_where_there_is_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "ENGLISH_ALONE", False)
    with override("de"):
        assert Template('{% translate "Monday" %}').render(Context()) == "Montag"
