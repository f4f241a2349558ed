"""Finished sentences in another language: which text of the catalogue one was made from, and what it becomes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.safestring import SafeString

from config import language
from config.errors import DomainError
from config.language import Patterns, said, said_within
from devkit.languages import compiled
from rules.book.conformance import kinds, load_cases, run
from rules.play.explanation import Explanation
from rules.text.violation import Violation
from tests.support.wide_language import in_language, narrow, plain_words, wide_language

CATALOGUE = Path(__file__).parents[2] / "conformance"
GERMAN = {
    "It is {state} already: reload the page.": "Schon {state}: Seite neu laden.",
    "{player} has {amount} at {table}.": "Bei {table} hat {player} {amount}.",
    "{count} of {total} boxes are counted.": "Von {total} Kästen sind {count} gezählt.",
    "Box {number} is {state}.": "Kasten {number} ist {state}.",
    "Table {number}": "Tisch {number}",
    "open": "offen",
    "the felt": "der Filz",
    " at most": " höchstens",
    "Reload the page.": "Seite neu laden.",
    "and": "und",
}


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    head = ["Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"]
    texts = {("", ""): head} | {(english, ""): [told] for english, told in GERMAN.items()}
    with in_language(tmp_path, compiled(texts)):
        yield


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("open", "offen"),
        ("Open", "Offen"),
        ("It is open already: reload the page.", "Schon offen: Seite neu laden."),
        ("Zoë O’Hara has $1,250 at Table 3.", "Bei Tisch 3 hat Zoë O’Hara $1,250."),
        ("open has $5 at the felt.", "Bei der Filz hat open $5."),
        ("Box 12 is the felt.", "Kasten 12 ist der Filz."),
        ("Box 3 is open. Reload the page.", "Kasten 3 ist offen. Seite neu laden."),
        ("Box 3 is open, the felt and Table 4.", "Kasten 3 ist offen, der Filz und Tisch 4."),
        ("Box 3 is at most open.", "Kasten 3 ist höchstens offen."),
        ("2 of 3 boxes are counted.", "Von 3 Kästen sind 2 gezählt."),
        ("Nobody knows this sentence.", "Nobody knows this sentence."),
    ],
)
def test_a_sentence_is_told_with_its_amounts_and_names_as_they_are(german: None, sentence: str, told: str) -> None:
    assert said(sentence) == told


def test_markup_and_endless_texts_stay_as_they_are(german: None) -> None:
    assert said(SafeString("open")) == "open"
    assert said(f"Box {'1' * 3000} is open.").startswith("Box 1")


def test_everything_within_an_answer_is_told(german: None) -> None:
    assert said_within({"state": ["open", {"count": 3, "why": "the felt"}]}) == {
        "state": ["offen", {"count": 3, "why": "der Filz"}]
    }


def test_a_refusal_tells_programs_its_code_and_people_its_sentence(german: None) -> None:
    told = DomainError("moved_on", "It is open already: reload the page.", allowed={"state": "open"}).to_json()
    assert (told["code"], told["message"]) == ("moved_on", "Schon offen: Seite neu laden.")
    assert told["allowed"] == {"state": "open"}


def test_in_english_nothing_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_told", None)
    sentence = "It is open already: reload the page."
    assert said(sentence) is sentence


def test_of_two_texts_the_one_with_more_words_of_its_own_comes_first() -> None:
    patterns = Patterns(["{what}: {why}.", "{what} is {state}: reload.", "{what} is {state}: {why}."])
    assert [match.text for match in patterns.of("The box is open: reload.")] == [
        "{what} is {state}: reload.",
        "{what} is {state}: {why}.",
        "{what}: {why}.",
    ]


@pytest.mark.parametrize(
    ("pattern", "text", "values"),
    [
        ("Box {number} is {state}.", "Box 3 is open.", {"number": "3", "state": "open"}),
        ("{seat}, not {seat}.", "3, not 3.", {"seat": "3"}),
        ("{seat}, not {seat}.", "3, not 4.", None),
        ("a{x}b{y}b", "a1b2b3b", {"x": "1", "y": "2b3"}),
        ("ab{x}bc", "abc", None),
        ("Seat{s} {seats}", "Seat 3", {"s": "", "seats": "3"}),
    ],
)
def test_what_stood_in_the_places_is_found(pattern: str, text: str, values: dict[str, str] | None) -> None:
    assert language.Pattern(pattern).of(text) == values


def test_every_sentence_of_the_engine_has_all_of_its_words_in_the_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cases that were worked by hand, their refusals and explanations: told, and told back."""
    sentences = dict.fromkeys(engine_says(monkeypatch))
    assert len(sentences) > 200
    with wide_language(tmp_path):
        told = {sentence: said(sentence) for sentence in sentences}
    assert [sentence for sentence, wide in told.items() if narrow(wide) != sentence] == []
    assert {sentence: words for sentence, wide in told.items() if (words := plain_words(wide))} == {}


def engine_says(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The refusals and explanations of the engine while it answers the conformance catalogue."""
    refused: list[Violation] = []
    explained: list[Explanation] = []
    for kind, kept in ((Violation, refused), (Explanation, explained)):
        monkeypatch.setattr(kind, "__init__", noting(kind.__init__, kept))
    assert len(list(run(case for case in load_cases([CATALOGUE]) if case.kind in kinds()))) > 400
    for violation in refused:
        yield from (violation.message, violation.rule)
    for explanation in explained:
        yield from (step.text for step in explanation.steps)


def noting(begin: object, kept: list[object]) -> object:
    """As `begin`, and it keeps what it began."""

    def begun(self: object, *args: object, **kwargs: object) -> None:
        begin(self, *args, **kwargs)  # type: ignore[operator]  # an __init__
        kept.append(self)

    return begun
