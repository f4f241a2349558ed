"""Words that a person reads and that no translator would get: read out of a template by Django's own lexer, and out of
forms and views by their syntax tree."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from django.template.base import Lexer, Token, TokenType

SHOWN = frozenset(
    {"title", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "placeholder", "alt", "label"}
    | {"data-about"}
)
"""The attributes that are read out or shown; `data-about` names an entry that waits in a tablet."""
NOT_WORDS = frozenset({"kbd", "code", "script", "style"})
"""Keys, and what a program reads: the same in every language."""
NAMES = frozenset({"icon_name", "name", "id", "target", "picture", "fill", "board", "q"})
"""Values handed to a part of a page that name something and are not shown."""
GIVING = frozenset({"include", "with", "felt", "felt_mini", "chart", "heat", "ladder", "band"})
"""Tags that hand values to a part of a page."""
ASKING = frozenset({"extends", "icon", "if", "elif", "url", "static"})
"""Tags whose values are names and conditions."""
GIVEN = re.compile(r'\s(\w+)=(_\()?"([^"]*)"')
FILTERED = re.compile(r'\|(default|default_if_none|yesno|join|pluralize):(_\()?"([^"]*)"')
LABELS = frozenset({"label", "help_text", "empty_label"})
"""Labels and help of a form's field."""
LETTER = re.compile(r"[^\W\d_]")
TAG = "\ufffc"
"""The stand-in for a tag or a value of the template: no letter."""


def unmarked(source: str) -> list[str]:
    """Each text of the template that is shown and not marked for translation, as it stands there."""
    tokens = list(Lexer(source).tokenize())
    reader = _Reader()
    reader.feed("".join(_outside(tokens)))
    reader.close()
    return reader.found + [text for token in tokens for text in _handed_over(token)]


def unmarked_in_python(tree: ast.Module) -> list[str]:
    """The labels and helps of fields, and what a page says after an act, that are a text or put together from one."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    said = [keyword.value for call in calls for keyword in call.keywords if keyword.arg in LABELS]
    said += [call.args[2] for call in calls if ast.unparse(call.func) == "done" and len(call.args) > 2]
    return [
        ast.unparse(node)
        for node in said
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and LETTER.search(node.value)
    ]


def _outside(tokens: list[Token]) -> Iterator[str]:
    """The HTML of the template without what is in translated blocks and comments, a sign for each tag and value."""
    until = ""
    for token in tokens:
        word = token.split_contents()[0] if token.token_type == TokenType.BLOCK and token.contents.strip() else ""
        if until:
            until = "" if word == until else until
        elif word in ("blocktranslate", "comment"):
            until = f"end{word}"
            yield TAG
        elif token.token_type == TokenType.TEXT:
            yield token.contents
        elif token.token_type != TokenType.COMMENT:
            yield TAG


def _handed_over(token: Token) -> Iterator[str]:
    """The shown texts in a tag or value: what is handed to a part of a page, and what a filter falls back to."""
    if token.token_type == TokenType.BLOCK and token.contents.split(" ", 1)[0] in GIVING:
        yield from (
            text for name, marked, text in GIVEN.findall(token.contents) if name not in NAMES and _reads(marked, text)
        )
    if token.token_type in (TokenType.BLOCK, TokenType.VAR) and token.contents.split(" ", 1)[0] not in ASKING:
        yield from (text for _, marked, text in FILTERED.findall(token.contents) if _reads(marked, text))


def _reads(marked: str, text: str) -> bool:
    return not marked and bool(LETTER.search(text))


class _Reader(HTMLParser):
    """Collects the texts and the shown attributes that have letters."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in NOT_WORDS:
            self.within.append(tag)
        words = SHOWN | ({"value"} if ("type", "submit") in attrs or ("type", "button") in attrs else set())
        self.found += [value for name, value in attrs if name in words - _values_of(tag) and value and _has(value)]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.within:
            self.within.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.within and _has(data):
            self.found.append(data.strip())


def _values_of(tag: str) -> set[str]:
    """A button sends its value, and shows its text."""
    return {"value"} if tag == "button" else set()


def _has(text: str) -> bool:
    return bool(LETTER.search(text))
