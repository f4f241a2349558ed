"""A language in which every translated text stands between ⟦ and ⟧, and every value that a page shows between ⟪ and ⟫.

What a person reads outside of both was written into a template and is in no translator's catalogue.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any
from unittest.mock import patch

from django.template.base import VariableNode
from django.template.library import SimpleNode
from django.utils import translation
from django.utils.safestring import SafeData, SafeString

from config import language
from tests.support.marked_words import LETTER, NOT_WORDS, SHOWN

MARKED = re.compile(r"⟦[^⟦⟧⟪⟫]*⟧|⟪[^⟦⟧⟪⟫]*⟫")


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Pages are drawn in the pseudo-language for the block."""
    plain, plural = translation._trans.gettext, translation._trans.ngettext

    def gettext(message: str) -> str:
        return _between(plain(message), "⟦⟧", is_safe=isinstance(message, SafeData)) if message else plain(message)

    def ngettext(one: str, many: str, number: float) -> str:
        return _between(plural(one, many, number), "⟦⟧", is_safe=isinstance(one, SafeData))

    with (
        patch.object(language, "ENGLISH_ALONE", new=False),
        patch.object(translation._trans, "gettext", gettext),
        patch.object(translation._trans, "ngettext", ngettext),
        patch.object(VariableNode, "render", _as_value(VariableNode.render)),
        patch.object(SimpleNode, "render", _as_value(SimpleNode.render)),
    ):
        yield


def _as_value(render: Any) -> Any:
    def between(self: Any, context: Any) -> str:
        shown = render(self, context)
        return _between(shown, "⟪⟫", is_safe=True) if shown else shown

    return between


def _between(text: str, signs: str, *, is_safe: bool) -> str:
    between = f"{signs[0]}{text}{signs[1]}"
    return SafeString(between) if is_safe else between


def unmarked_words(html: str) -> list[str]:
    """The texts and shown attributes of a page that stand outside of every translated text and every value."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    texts = _without_marked("".join(reader.texts)).split("\n")
    return [text.strip() for text in [*texts, *map(_without_marked, reader.attributes)] if LETTER.search(text)]


def _without_marked(text: str) -> str:
    """The text without what is translated or a value, from the innermost outwards."""
    while (rest := MARKED.sub("", text)) != text:
        text = rest
    return text


class _Reader(HTMLParser):
    """Reads the texts of a page in their order, a line for each, and its shown attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.attributes: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in NOT_WORDS:
            self.within.append(tag)
        self.attributes += [value for name, value in attrs if name in SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.within:
            self.within.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.within:
            self.texts.append(data.replace("\n", " ") + "\n")
