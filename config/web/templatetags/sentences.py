"""Texts that are translated, and parts of sentences that are translated as a whole. Built in: no `load` needed."""

from django import template
from django.template.base import Parser, Token
from django.templatetags.i18n import do_translate
from django.utils.functional import Promise
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.text import unescape_string_literal
from django.utils.translation import get_language, gettext

from config import language

register = template.Library()


class PlainTextNode(template.Node):
    """A text without values, drawn as Django's own node draws it."""

    def __init__(self, text: str) -> None:
        self.text = SafeString(text)
        self.pattern = text.replace("%", "%%")  # a catalogue writes every text as a pattern

    def render(self, context: template.Context) -> SafeString:
        """The text in the language of the moment; what a template says is safe."""
        return self.text if language.ENGLISH_ALONE else SafeString(gettext(self.pattern).replace("%%", "%"))


@register.tag
def translate(parser: Parser, token: Token) -> template.Node:
    """{% translate "Nobody waits." %}; whatever is more than a text in quotes is left to Django's tag of that name."""
    words = token.split_contents()
    if len(words) == 2 and words[1][0] in "\"'" and words[1][-1] == words[1][0]:
        return PlainTextNode(unescape_string_literal(words[1]))
    return do_translate(parser, token)


@register.filter
def said(value: object) -> object:
    """{{ refusal.message|said }}: a sentence that Python has said, or a label, in the language of the moment."""
    return language.said(str(value)) if isinstance(value, str | Promise) else value


@register.simple_tag
def language_code() -> str:
    """The code of the language of the moment, for a page's `lang`."""
    return get_language() or "en"


@register.simple_tag
def texts_of_scripts() -> str:
    """The texts of the pages' scripts in another language, which static/spoken.js reads; nothing in English."""
    return "" if language.ENGLISH_ALONE else json_script(language.of_scripts(), "texts")


class CaptureNode(template.Node):
    """A part of the page that is drawn into a variable instead of where it stands."""

    def __init__(self, nodelist: template.NodeList, name: str) -> None:
        self.nodelist, self.name = nodelist, name

    def render(self, context: template.Context) -> SafeString:
        """Nothing: what was drawn, and escaped on its way, goes into the context as that of `as` in other tags."""
        context[self.name] = self.nodelist.render(context)
        return SafeString()


@register.tag
def capture(parser: Parser, token: Token) -> CaptureNode:
    """A list or a part with conditions, kept under a name for the sentence that has it in its midst:
    {% capture names %}…{% endcapture %}{% blocktranslate %}Held by {{ names }}.{% endblocktranslate %}

    `blocktranslate` takes no other tags, and a sentence that is cut around a list can't be put in another order.
    """
    _, name = token.split_contents()
    nodelist = parser.parse(("endcapture",))
    parser.delete_first_token()
    return CaptureNode(nodelist, name)
