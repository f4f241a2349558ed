"""A language that is English in wide letters, ｌｉｋｅ ｔｈｉｓ: what is left in plain letters was not translated.

It has every text of the catalogue, in a file as a translator's would be, and is read by the product's own programs.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest.mock import patch

from django.test import override_settings
from django.utils import translation
from django.utils.translation import trans_real

from config import language
from devkit.catalogue import SCRIPT, texts
from devkit.languages import compiled
from devkit.paths import ROOT

CODE = "xx"
PLACES = re.compile(r"(\{\w+\}|%\(\w+\)[sd]|%%|<[^>]*>|&\w+;)")
WIDE = {code: code + 0xFEE0 for code in (*range(ord("a"), ord("z") + 1), *range(ord("A"), ord("Z") + 1))}
NARROW = {wide: code for code, wide in WIDE.items()}


@contextmanager
def wide_language(folder: Path) -> Iterator[None]:
    """Everything is said in wide letters for the block; the language lies in that folder meanwhile."""
    with in_language(folder, _catalogue(wide)):
        yield


@contextmanager
def bracketed_language(folder: Path) -> Iterator[None]:
    """Everything that is said stands between [ and ], for what has only the letters of western Europe."""
    with in_language(folder, _catalogue("[{}]".format)):
        yield


@contextmanager
def in_language(folder: Path, words: bytes) -> Iterator[None]:
    """The block in the language of those translations, as programs read them (.mo)."""
    file = folder / CODE / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(words)
    with (
        override_settings(LOCALE_PATHS=[folder]),
        patch.object(language, "ENGLISH_ALONE", new=False),
        patch.dict(trans_real._translations, clear=True),
        translation.override(CODE),
    ):
        language.forget()
        yield
    language.forget()


def wide(text: str) -> str:
    """The words of a text in wide letters; its places and its markup as they are."""
    return "".join(part if number % 2 else part.translate(WIDE) for number, part in enumerate(PLACES.split(text)))


def narrow(text: str) -> str:
    """A text in plain letters again."""
    return text.translate(NARROW)


def plain_words(text: str) -> list[str]:
    """The words that stand in plain letters."""
    return re.findall(r"[A-Za-z]{2,}", text)


@cache
def _catalogue(told: Callable[[str], str]) -> bytes:
    every = dict.fromkeys(text for _, text in texts(ROOT))
    head = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"
    return compiled(
        {("", ""): [head]} | {text: [told(form.removeprefix(SCRIPT)) for form in filter(None, text)] for text in every}
    )
