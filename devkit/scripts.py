"""The sentences that the pages' own scripts say, as texts for a translator; read without running them."""

import re
from collections.abc import Iterator

TOKENS = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r"""|"(?P<plain>(?:[^"\\\n]|\\.)*)"|`(?P<filled>(?:[^`\\]|\\.)*)`""",
    re.DOTALL,
)
"""Comments, which say nothing to people, texts in quotes, and texts with places."""
PLACE = re.compile(r"\$\{((?:[^{}]|\{[^{}]*\})*)\}")
PLACES = re.compile(r"\{\w+\}")
LETTERS = re.compile(r"[a-z]{2}")
NAME = re.compile(r"[A-Za-z_]\w*")
SENTENCE = re.compile(r"(?!use strict)[A-Z][^\[\]<>=#_]*\s[^\[\]<>=#_]*[a-z][^\[\]<>=#_]*")
PHRASE = re.compile(
    r"(?!use strict)(?:[^\[\]<>=#_.]* )?(?:[a-z’]{2,} )+[a-z’]{2,}[^\[\]<>=#_]*|\{\w+\}(?: [a-z’]{2,})+.*"
)
"""Texts that begin with a capital and go on, or have several words behind each other; selectors and addresses don't."""


def in_script(source: str) -> Iterator[tuple[int, str]]:
    """Each text of a script with its line: `${how(waiting)} kept.` is "{how} kept.". In `spoken(…)` every word is."""
    certain = [_argument(source, found.end()) for found in re.finditer(r"\bspoken\(", source)]
    for token in TOKENS.finditer(source):
        line = source.count("\n", 0, token.start()) + 1
        filled = token["filled"]
        text = _with_places(filled) if filled is not None else (token["plain"] or "")
        is_told = any(token.start() in each for each in certain) and bool(LETTERS.search(PLACES.sub("", text)))
        if is_told or SENTENCE.fullmatch(text) or PHRASE.fullmatch(text):
            yield line, text
        for place in PLACE.findall(filled or ""):
            inner = f"spoken({place})" if any(token.start() in each for each in certain) else place
            yield from ((line, part) for _, part in in_script(inner))


def _argument(source: str, start: int) -> range:
    """The place of the arguments of a call that begin there: up to the bracket that closes them."""
    depth = 1
    for place in range(start, len(source)):
        depth += {"(": 1, ")": -1}.get(source[place], 0)
        if not depth:
            return range(start, place)
    return range(start, start)


def _with_places(text: str) -> str:
    """The text with a name in braces for each place: the last word of what stands there, the function of a call."""
    return PLACE.sub(lambda place: "{" + _name_of(place[1]) + "}", text)


def _name_of(place: str) -> str:
    called = re.match(r"[\w.]*?(\w+)\(", place)
    words = NAME.findall(re.sub(r'"[^"]*"', "", place))
    return called[1] if called else (words[-1] if words else "part")
