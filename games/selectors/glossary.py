"""The glossary as its page shows it: each term with its lines and with links to what it bears on."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.urls import reverse
from django.utils.text import slugify

from games.selectors.dispute_rules import rule_name
from rules.book.citations import in_words
from rules.book.glossary import TERMS
from rules.book.term import Term
from rules.house.house_rules import HOUSE_RULES
from rules.house.variants import SHEETS
from rules.text.rules_of_floor import FLOOR


@dataclass(frozen=True, slots=True)
class Link:
    """The address that a term leads to, and in which words."""

    words: str
    href: str


@dataclass(frozen=True, slots=True)
class Explained:
    """A term on the page: `anchor` is its place there, `where` tells its lines.

    `links` lead to rules, questions, games and other terms.
    """

    name: str
    anchor: str
    sentence: str
    where: str
    links: tuple[Link, ...]
    found_by: str


def explained(words: str) -> list[Explained]:
    """The terms in whose name, meaning or lines every one of these words stands; all of them without words."""
    wanted = words.casefold().split()
    return [entry for entry in _entries() if all(word in entry.found_by for word in wanted)]


def terms_found(words: str) -> list[Link]:
    """The terms that go by these words, each with its place in the glossary; none without words."""
    wanted = words.casefold().split()
    named = (name for name in TERMS if wanted and all(word in name.casefold() for word in wanted))
    return [_to_term(name) for name in named]


# --------------------------------------------------------------------------------------------------------------- inside


@cache
def _entries() -> tuple[Explained, ...]:
    return tuple(map(_entry, TERMS.values()))


def _entry(term: Term) -> Explained:
    found_by = f"{term.name} {term.sentence} {term.citation}".casefold()
    return Explained(
        term.name, slugify(term.name), term.sentence, in_words(term.citation), tuple(_links(term)), found_by
    )


def _links(term: Term) -> Iterator[Link]:
    for code in term.rules:
        name = FLOOR[code].name if code in FLOOR else rule_name(code)
        yield Link(name, reverse("rule", args=[code]))
    for name in term.house_rules:
        yield Link(f"{HOUSE_RULES[name].question}?", reverse("house_rule", args=[name]))
    for key in term.games:
        yield Link(SHEETS[key].name, reverse("rule_game", args=[key]))
    yield from map(_to_term, term.also)


def _to_term(name: str) -> Link:
    return Link(name, f"{reverse('rule_glossary')}#{slugify(name)}")
