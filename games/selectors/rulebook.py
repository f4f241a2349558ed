"""The rulebook as pages show it: the index with its search, a rule, and a question on which houses differ.

Rules come from the engine's register, answers from the presets and, where there is one, the room's own version in
force: none of it is in the database but that version, which the caller hands over.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from django.urls import reverse

from games.rules.chapters import CHAPTERS, Chapter, chapter_of, name_of
from games.rules.citations import Source, sources
from games.rules.examples import knobs_of_rule, rules_of_knob
from games.rules.house import HOUSES, House
from games.rules.knobs import KNOBS, Knob, Value
from games.rules.rulebook import RULES, Rule
from games.rules.variants import SHEETS
from games.selectors.worked import Worked, answer_in_words, worked_of_knob, worked_of_rule


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the index: a rule or a question on which houses differ. `found_by` is what a search looks through."""

    name: str
    sentence: str
    href: str
    found_by: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the index with the entries that were found in it."""

    key: str
    title: str
    rules: tuple[Entry, ...]
    questions: tuple[Entry, ...]

    @property
    def count(self) -> int:
        """How many entries of the chapter were found."""
        return len(self.rules) + len(self.questions)


@dataclass(frozen=True, slots=True)
class AskedHouse:
    """A house whose answers a page shows: a preset, or the room with its own version in force."""

    title: str
    house: House
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer to a question and who gives it.

    `houses` are all of them, the room first; `saying` those whose own rulebook says so, with their lines; `silent` go
    by it without a line of their own, on the strength of `others`. `is_here` means that it holds in this room.
    """

    sentence: str
    houses: tuple[str, ...]
    saying: tuple[tuple[str, tuple[Source, ...]], ...]
    silent: tuple[str, ...]
    others: tuple[Source, ...]
    is_here: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A knob with the answers that houses give and those that they could."""

    knob: Knob
    answers: tuple[GivenAnswer, ...]
    href: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule to be read by somebody who asks where it says that."""

    rule: Rule
    name: str
    chapter: Chapter
    own: tuple[Source, ...]
    others: tuple[Source, ...]
    outside: tuple[Source, ...]
    questions: tuple[Question, ...]
    examples: tuple[Worked, ...]


@dataclass(frozen=True, slots=True)
class KnobPage:
    """A question on which houses differ, with its examples and the rules that the answer decides."""

    question: Question
    chapter: Chapter
    rules: tuple[Entry, ...]
    examples: tuple[Worked, ...]
    here_answer: str


def index(words: str) -> list[Section]:
    """The chapters with the entries in which every one of these words stands; all of them without words."""
    wanted = words.casefold().split()
    found = [_narrowed(section, wanted) for section in _sections()]
    return [section for section in found if section.count]


def games_found(words: str) -> list[Entry]:
    """The games in whose sheet every one of these words stands."""
    return list(_matching(_games(), words.casefold().split()))


def asked_houses(here: House | None, room_name: str) -> list[AskedHouse]:
    """Whose answers pages show: the room's own rules first, then every rulebook."""
    room = [AskedHouse(room_name, here, is_here=True)] if here else []
    return [*room, *(AskedHouse(house.title, house) for house in HOUSES.values())]


def rule_page(code: str, houses: Sequence[AskedHouse]) -> RulePage | None:
    """The page of the rule `code`, None where there is none; `houses` as `asked_houses` lists them."""
    rule = RULES.get(code)
    if rule is None:
        return None
    here = houses[0].house.name if houses[0].is_here else ""
    cited = [source for line in rule.books for source in sources(line)]
    return RulePage(
        rule,
        name_of(code),
        chapter_of(rule),
        own=tuple(source for source in cited if source.book.house == here),
        others=tuple(source for source in cited if source.book.house != here),
        outside=sources(rule.outside),
        questions=tuple(_question(knob, houses) for knob in knobs_of_rule(code)),
        examples=worked_of_rule(code),
    )


def knob_page(name: str, houses: Sequence[AskedHouse]) -> KnobPage | None:
    """The page of the knob `name`, None where there is none; `houses` as `asked_houses` lists them."""
    knob = KNOBS.get(name)
    if knob is None:
        return None
    decided = rules_of_knob(name)
    rules = tuple(_rule_entry(rule) for rule in RULES.values() if rule.code in decided)
    here = answer_in_words(name, houses[0].house.value(name)) if houses[0].is_here else ""
    return KnobPage(_question(knob, houses), chapter_of(knob), rules, worked_of_knob(name), here)


# --------------------------------------------------------------------------------------------------------------- inside


def _question(knob: Knob, houses: Sequence[AskedHouse]) -> Question:
    """The answers in the knob's own order, then those that only a room gives."""
    given = [asked.house.value(knob.name) for asked in houses]
    values = [*(listed.value for listed in knob.values), *given]
    distinct = list({(type(value), value): value for value in values}.values())
    return Question(knob, tuple(_answer(knob, value, houses) for value in distinct), _knob_address(knob.name))


def _answer(knob: Knob, value: Value, houses: Sequence[AskedHouse]) -> GivenAnswer:
    giving = [asked for asked in houses if _is_answer(asked.house, knob.name, value)]
    lines = {asked.title: _own_lines(asked.house, knob.name) for asked in giving}
    saying = {title: own for title, own in lines.items() if own}
    shown = {source.book.key for own in saying.values() for source in own}
    return GivenAnswer(
        answer_in_words(knob.name, value),
        tuple(lines),
        tuple(saying.items()),
        tuple(title for title in lines if title not in saying),
        tuple(source for source in sources(knob.explain(value).citation) if source.book.key not in shown),
        any(asked.is_here for asked in giving),
    )


def _own_lines(house: House, name: str) -> tuple[Source, ...]:
    """Where the house's own rulebook gives its answer to the knob `name`."""
    return tuple(source for source in sources(house.cite(name)) if source.book.house == house.name)


def _is_answer(house: House, name: str, value: Value) -> bool:
    given = house.value(name)
    return given == value and type(given) is type(value)


@cache
def _sections() -> tuple[Section, ...]:
    return tuple(
        Section(
            chapter.key,
            chapter.title,
            tuple(_rule_entry(rule) for rule in chapter.rules),
            tuple(_knob_entry(knob) for knob in chapter.knobs),
        )
        for chapter in CHAPTERS
    )


def _narrowed(section: Section, words: Sequence[str]) -> Section:
    if all(word in section.title.casefold() for word in words):
        return section
    rules, questions = _matching(section.rules, words), _matching(section.questions, words)
    return Section(section.key, section.title, tuple(rules), tuple(questions))


def _matching(entries: Sequence[Entry], words: Sequence[str]) -> Iterator[Entry]:
    return (entry for entry in entries if all(word in entry.found_by for word in words))


def _rule_entry(rule: Rule) -> Entry:
    name = name_of(rule.code)
    found_by = " ".join([name, rule.code, rule.code.replace("_", " "), rule.sentence, rule.cite()])
    differs = bool(knobs_of_rule(rule.code))
    return Entry(name, rule.sentence, reverse("rule", args=[rule.code]), found_by.casefold(), differs)


def _knob_entry(knob: Knob) -> Entry:
    answers = " · ".join(listed.sentence for listed in knob.values)
    cited = " ".join(listed.citation for listed in knob.values)
    found_by = f"{knob.question} {knob.name} {knob.name.replace('_', ' ')} {answers} {cited}"
    return Entry(f"{knob.question}?", answers, _knob_address(knob.name), found_by.casefold())


def _knob_address(name: str) -> str:
    return reverse("rule_knob", args=[name])


@cache
def _games() -> tuple[Entry, ...]:
    return tuple(
        Entry(
            sheet.name,
            sheet.citation,
            reverse("rule_game", args=[key]),
            f"{sheet.name} {sheet.short} {key} {sheet.citation}".casefold(),
        )
        for key, sheet in SHEETS.items()
    )
