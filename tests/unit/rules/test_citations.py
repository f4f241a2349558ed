"""Citations in words: every one that a rule, a house or a game carries can be read, and says the place."""

from collections.abc import Iterator

import pytest

from rules.book.chapters import CHAPTERS, NAMES, chapter_of, name_of
from rules.book.citations import LIBRARY, sources
from rules.house.house import HOUSES
from rules.house.house_rules import HOUSE_RULES
from rules.house.variants import SHEETS
from rules.text.rulebook import RULES


def _told(citation: str) -> list[tuple[str, str]]:
    return [(source.book.title, source.place) for source in sources(citation)]


@pytest.mark.parametrize(
    ("citation", "told"),
    [
        ("004:L244", [("Live! Casino Poker Room", "line 244")]),
        ("003:L4-7, L56, L156", [("Card room B (online)", "lines 4 to 7, 56 and 156")]),
        ("WSOP 129, 171-173", [("WSOP Live Action Rules", "rules 129 and 171 to 173")]),
        ("WSOP Section X", [("WSOP Live Action Rules", "Section X")]),
        ("RRoP 14 No Limit #2-3", [("Robert's Rules of Poker", "section 14, No Limit, numbers 2 to 3")]),
        ("RRoP Ties #5b", [("Robert's Rules of Poker", "Ties, number 5b")]),
        ("house, after 003:L53", [("House practice", "after Card room B (online), line 53")]),
        ("plaque · 002:L176-177", [("The plaque on the table", ""), ("Card room A (online)", "lines 176 to 177")]),
        ("PHH NS", [("Poker hand history format", "variant NS")]),
    ],
)
def test_a_citation_is_told_in_words(citation: str, told: list[tuple[str, str]]) -> None:
    assert _told(citation) == told


def test_two_places_of_outside_books_are_two_sources() -> None:
    assert [source.written for source in sources("RRoP 3 Betting #6, RRoP 14 No Limit #3")] == [
        "RRoP 3 Betting #6",
        "RRoP 14 No Limit #3",
    ]


def test_a_book_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="Hoyle"):
        sources("Hoyle 12")


def _citations() -> Iterator[str]:
    yield from (rule.cite() for rule in RULES.values())
    yield from (answer.citation for house_rule in HOUSE_RULES.values() for answer in house_rule.values)
    for house in HOUSES.values():
        yield from house.sources.values()
        yield from (offer.citation for offer in house.offers.values())
    yield from (sheet.citation for sheet in SHEETS.values())


def test_every_citation_of_the_product_can_be_read() -> None:
    read = {citation: sources(citation) for citation in _citations()}
    assert len(read) > 100
    assert {source.book.key for cited in read.values() for source in cited} <= LIBRARY.keys()
    assert all(cited for citation, cited in read.items() if citation)


def test_every_rule_and_every_question_stands_in_one_chapter() -> None:
    rules = [rule.code for chapter in CHAPTERS for rule in chapter.rules]
    assert sorted(rules) == sorted(RULES)
    assert sorted(house_rule.name for chapter in CHAPTERS for house_rule in chapter.house_rules) == sorted(HOUSE_RULES)
    assert chapter_of(RULES["one_kill_only"]).key == chapter_of(HOUSE_RULES["kill_act"]).key == "kill"
    assert chapter_of(RULES["rake_cap_out_of_range"]).key == "rake"


def test_names_are_of_rules_and_tell_them_apart() -> None:
    assert NAMES.keys() <= RULES.keys()
    assert len({name_of(code) for code in RULES}) == len(RULES)
    assert name_of("not_yet_named") == "Not yet named"
