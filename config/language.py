"""Finished sentences in the language of the moment: refusals, what the engine says, labels.

A service and the engine say whole sentences in English, with amounts and names inside. In another language the finished
sentence is held against the texts of its catalogue, "It is {state} already: reload the page.", and what stood in the
places is put into the translated text. So no sentence is written in two ways, and in English nothing is done at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.safestring import SafeData

ENGLISH_ALONE: bool = settings.LANGUAGE_CODE == "en" and len(settings.LANGUAGES) == 1
"""Whether there is no other language: then a text is shown as it stands. Asking which one holds takes some microseconds
of each text, and a page has hundreds."""

AS_TYPED: Final = frozenset(
    {"player", "person", "by", "username", "display_name", "legal_name", "player_name", "person_name", "room_name"}
    | {"reason", "note", "text", "typed"}
)
"""The places that hold names, and what people have typed: they stay as they are in every language."""
SCRIPT: Final = "script\4"
"""The context of the texts of scripts in a catalogue."""
LONGEST: Final = 2000
"""The characters of the longest sentence that is looked for."""
MOST_WORDS: Final = 30
"""The words of the longest phrases that are looked for one behind the other."""
_LETTERS = re.compile(r"[^\W\d_]")
_PARTS = re.compile(r"[\s,;.:()/–-]+")
_CARDS = re.compile(r"(?:(?:10|[2-9TJQKA])[cdhs]?|[?x%])+")
_PLACE = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"[^\W_]+")
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?”])(\s+)")
_BETWEEN_ITEMS = re.compile(r"(, | · |; |: |\n| and | or )")


def said(text: str) -> str:
    """A sentence or label that the product has said in English, in the language of the moment.

    What no catalogue has stays as it is; so does markup.
    """
    if ENGLISH_ALONE or not text or isinstance(text, SafeData):
        return text
    language = translation.get_language() or "en"
    return text if language == "en" or len(text) > LONGEST else _said(language, str(text))


def said_within(value: object) -> object:
    """The same for every text within lists and mappings, as the API answers them; anything else as it is."""
    if ENGLISH_ALONE:
        return value
    if isinstance(value, str):
        return said(value)
    if isinstance(value, Mapping):
        return {key: said_within(each) for key, each in value.items()}
    return [said_within(each) for each in value] if isinstance(value, list | tuple) else value


def _said(language: str, text: str) -> str:
    """The text in that language, which is the one of the moment."""
    return _told(language, text).text


class Told(NamedTuple):
    """A text in another language, and how many of its letters are still English, or somebody's own."""

    text: str
    left: int


@lru_cache(maxsize=16384)
def _told(language: str, text: str) -> Told:
    """The text in that language, by the way that leaves the least of it; by the first of several such ways."""
    core = text.strip()
    best = Told(core, _letters(core))
    for way in (_as_it_stands, _from_pattern, _by_sentences, _by_items, _without_stop, _by_phrases):
        told = way(language, core) if best.left else None
        if told and told.left < best.left:
            best = told
    return Told(text.replace(core, best.text, 1), best.left)


def _as_it_stands(language: str, text: str) -> Told | None:
    """A text of the catalogue: also a phrase that begins a sentence, and a sentence in another, without its stop."""
    for begun in (text, _begun_otherwise(text)):
        for stop in ("", "."):
            key = _patterns(language).spaced.get(begun + stop, begun + stop)
            told = translation.gettext(key)
            if told != key:
                told = told.strip().removesuffix(stop)
                return Told(told if begun is text else _begun_otherwise(told), 0)
    return None


def _from_pattern(language: str, text: str) -> Told | None:
    """A text with places, filled with what stands in them."""
    best = None
    for begun in (text, _begun_otherwise(text)):
        for match in _patterns(language).of(begun):
            filled = _filled(language, match)
            if best is None or filled.left < best.left:
                best = filled if begun is text else Told(_begun_otherwise(filled.text), filled.left)
            if not best.left:
                return best
    return best


def _filled(language: str, match: Match) -> Told:
    """The translated text with what stood in the places of the sentence."""
    places = {
        name: Told(value, _letters(value)) if name in AS_TYPED else _told(language, value)
        for name, value in match.values.items()
    }
    told = _PLACE.sub(lambda place: places[place[1]].text, translation.gettext(match.text).strip())
    return Told(told, sum(place.left for place in places.values()))


def _by_sentences(language: str, text: str) -> Told | None:
    """Sentence by sentence, where there are several."""
    parts = _BETWEEN_SENTENCES.split(text)
    return _joined(_told(language, part) for part in parts) if len(parts) > 1 else None


def _by_items(language: str, text: str) -> Told | None:
    """Item by item, where it is a list and every item is known."""
    parts = _BETWEEN_ITEMS.split(text)
    told = _joined(_told(language, part) for part in parts) if len(parts) > 1 else None
    return told if told and not told.left else None


def _without_stop(language: str, text: str) -> Told | None:
    """A phrase that ends a sentence."""
    return _joined((_told(language, text[:-1]), Told(".", 0))) if text.endswith(".") else None


def _joined(parts: Iterable[Told]) -> Told:
    told = list(parts)
    return Told("".join(part.text for part in told), sum(part.left for part in told))


def _by_phrases(language: str, text: str) -> Told | None:
    """Phrase by phrase, the longest first, where code has put known phrases together with blanks between."""
    words = text.split(" ")
    if not 1 < len(words) <= MOST_WORDS:
        return None
    told: dict[int, str | None] = {len(words): ""}
    for start in range(len(words) - 1, -1, -1):
        told[start] = _phrase_and_rest(language, words, start, told)
    return Told(found.rstrip(), 0) if (found := told[0]) else None


def _phrase_and_rest(language: str, words: list[str], start: int, told: Mapping[int, str | None]) -> str | None:
    """The words from that place on; None where some of them are in no known phrase. `told` has the ends of the text."""
    for end in range(len(words), start, -1):
        rest, phrase = told[end], " ".join(words[start:end])
        if rest is None or (start, end) == (0, len(words)):
            continue
        core = phrase.rstrip(",")
        found = _as_it_stands(language, core) or _from_pattern(language, core) or Told(core, _letters(core))
        if not found.left or not _letters(core):
            return f"{found.text if not found.left else core}{phrase[len(core) :]} {rest}"
    return None


def _letters(text: str) -> int:
    """The number of letters there are to translate: amounts, times and cards have none."""
    return sum(len(_LETTERS.findall(part)) for part in _PARTS.split(text) if not _CARDS.fullmatch(part))


def _begun_otherwise(text: str) -> str:
    """The text with a small first letter for a capital, and the other way about."""
    return text[:1].swapcase() + text[1:]


class Match(NamedTuple):
    """A text of the catalogue that a sentence was made from, and what stood in its places."""

    text: str
    values: dict[str, str]


class Pattern:
    """A text with places: which sentences can be made from it."""

    __slots__ = ("literals", "names", "text", "weight", "words")

    def __init__(self, text: str) -> None:
        first, *rest = _PLACE.split(text.strip())
        self.text = text
        self.names = rest[::2]
        self.literals = [first, *rest[1::2]]
        self.weight = (sum(map(len, self.literals)), -len(self.names))
        self.words = frozenset(
            word for place, part in enumerate(self.literals) for word in self._whole_words(place, part)
        )

    def _whole_words(self, place: int, part: str) -> Iterator[str]:
        """The words of the part that no place can make longer."""
        for word in _WORD.finditer(part):
            begins = word.start() > 0 or place == 0
            if begins and (word.end() < len(part) or place == len(self.literals) - 1):
                yield word[0]

    def of(self, text: str) -> dict[str, str] | None:
        """The values in the places where the text is made from this one, each as short as can be; else None."""
        first, last = self.literals[0], self.literals[-1]
        end = len(text) - len(last)
        if not (text.startswith(first) and text.endswith(last) and len(first) <= end):
            return None
        values: list[str] = []
        start = len(first)
        for literal in self.literals[1:-1]:
            found = text.find(literal, start, end)
            if found < 0:
                return None
            values.append(text[start:found])
            start = found + len(literal)
        return self._in_places([*values, text[start:end]])

    def _in_places(self, values: list[str]) -> dict[str, str] | None:
        """The values by place, where what stands there twice is the same."""
        places = dict(zip(self.names, values, strict=True))
        return places if [places[name] for name in self.names] == values else None


class Patterns:
    """The texts with places of one catalogue, found by the rarest of their words."""

    def __init__(self, texts: Iterable[str]) -> None:
        known = list(texts)
        self.spaced = {text.strip(): text for text in known if text != text.strip()}
        patterns = [Pattern(text) for text in known if _PLACE.search(text)]
        often = Counter(word for pattern in patterns for word in pattern.words)
        self._by_word: dict[str, list[Pattern]] = {}
        for pattern in patterns:
            rarest = min(pattern.words, key=lambda word: (often[word], word), default="")
            self._by_word.setdefault(rarest, []).append(pattern)

    def of(self, text: str) -> Iterator[Match]:
        """The texts that the sentence can be made from, those with the most letters of their own first."""
        words = {"", *_WORD.findall(text)}
        near = [pattern for word in words for pattern in self._by_word.get(word, ())]
        for pattern in sorted(near, key=lambda each: (each.weight, each.text), reverse=True):
            values = pattern.of(text)
            if values is not None:
                yield Match(pattern.text, values)


@lru_cache(maxsize=8)
def _patterns(language: str) -> Patterns:
    """The texts with places of that language's catalogue; read when the first sentence is asked for."""
    return Patterns(text for text in _texts(language) if not text.startswith(SCRIPT))


def of_scripts() -> dict[str, str]:
    """The texts that the pages' scripts say, in the language of the moment; those that are translated."""
    language = translation.get_language() or "en"
    return {} if language == "en" else _of_scripts(language)


@lru_cache(maxsize=8)
def _of_scripts(language: str) -> dict[str, str]:
    texts = (key.removeprefix(SCRIPT) for key in _texts(language) if key.startswith(SCRIPT))
    return {text: translation.pgettext(SCRIPT[:-1], text) for text in texts}


def _texts(language: str) -> list[str]:
    """The texts of that language's catalogue, but for plurals."""
    catalogue = translation.trans_real.translation(language)._catalog  # type: ignore[attr-defined]  # as Django does
    return [key for key in catalogue.keys() if isinstance(key, str)]  # noqa: SIM118 - it is no whole mapping


def forget() -> None:
    """Forget what was looked up, after a catalogue has changed: for tests."""
    _told.cache_clear()
    _patterns.cache_clear()
    _of_scripts.cache_clear()
