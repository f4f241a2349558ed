"""The rulebook as pages show it: the index with its search, a rule, and a question on which houses differ.

A rule is one of the engine's, one of the floor's, or what a kind of dispute rests on; each code has one page.

Rules come from the engine's register, answers from the presets and, where there is one, the room's own version in
force: none of it is in the database but that version, which the caller hands over.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.urls import reverse

from games.selectors.dispute_rules import (
    KIND_OF_RULE,
    DisputeKind,
    dispute_kind,
    done_about,
    house_rules_of_kind,
    kinds_about,
)
from games.selectors.worked import Worked, answer_in_words, worked_of_house_rule, worked_of_rule
from rules.book.chapters import CHAPTERS, Chapter, chapter_of, name_of
from rules.book.citations import Source, quoted, sources
from rules.book.examples import house_rules_of_rule, rules_of_house_rule
from rules.disputes.kinds import KINDS, Kind
from rules.house.house import HOUSES, House
from rules.house.house_rules import HOUSE_RULES, HouseRule, Value
from rules.house.variants import SHEETS
from rules.text.rulebook import BOOKS, RULES, Rule
from rules.text.rules_of_floor import FLOOR, FloorRule
from rules.text.violation import Money

FLOOR_CHAPTER: Final = Chapter("floor", "Seats, lists, tables", tuple(each.rule for each in FLOOR.values()), ())
DISPUTES_CHAPTER: Final = Chapter("disputes", "Disputes", tuple(kind.rule for kind in KINDS.values()), ())


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
        """The number of entries of the chapter that were found."""
        return len(self.rules) + len(self.questions)


@dataclass(frozen=True, slots=True)
class AskedHouse:
    """A house whose answers a page shows: a preset, or the room with its own version in force, in its own `money`."""

    title: str
    house: House
    is_here: bool = False
    money: Money | None = None


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer to a question and who gives it.

    `houses` are all of them, the room first; `saying` those whose own rulebook says so, with their lines; `silent` go
    by it without a line of their own, on the strength of `others`. `otherwise` are houses whose lines among `others`
    can be read so, but who are held to another answer. `is_here` means that it holds in this room.
    """

    sentence: str
    houses: tuple[str, ...]
    saying: tuple[tuple[str, tuple[Source, ...]], ...]
    silent: tuple[str, ...]
    others: tuple[Source, ...]
    otherwise: tuple[str, ...]
    is_here: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A house rule with the answers that houses give and those that they could."""

    house_rule: HouseRule
    answers: tuple[GivenAnswer, ...]
    href: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule to be read by somebody who asks where it says that.

    `own` are the lines of the room's rulebook, `others` those of the rest, `silent` the houses whose books are silent.
    `done` is what the product does about a rule that no engine plays out; `dispute` the kind of dispute that rests on
    it with the rules `bearing` on that, `disputes` those that turn on it.
    """

    rule: Rule
    name: str
    chapter: Chapter
    own: tuple[Source, ...]
    others: tuple[Source, ...]
    outside: tuple[Source, ...]
    questions: tuple[Question, ...]
    examples: tuple[Worked, ...]
    done: tuple[str, ...]
    silent: tuple[str, ...]
    dispute: DisputeKind | None
    bearing: tuple[Entry, ...]
    disputes: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class HouseRulePage:
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


def asked_houses(here: House | None, room_name: str, money: Money | None = None) -> list[AskedHouse]:
    """The houses whose answers pages show: the room's own rules first, in its `money`, then every rulebook."""
    room = [AskedHouse(room_name, here, is_here=True, money=money)] if here else []
    return [*room, *(AskedHouse(house.title, house) for house in HOUSES.values())]


def rule_page(code: str, houses: Sequence[AskedHouse]) -> RulePage | None:
    """The page of the rule `code`, None where there is none; `houses` as `asked_houses` lists them."""
    known = _known(code)
    if known is None:
        return None
    here = houses[0].house.name if houses[0].is_here else ""
    cited = [source for line in known.rule.books for source in (quoted(line, code) if known.done else sources(line))]
    dispute = dispute_kind(code)
    return RulePage(
        known.rule,
        known.name,
        known.chapter,
        own=tuple(source for source in cited if source.book.house == here),
        others=tuple(source for source in cited if source.book.house != here),
        outside=sources(known.rule.outside),
        questions=tuple(_question(house_rule, houses) for house_rule in known.house_rules),
        examples=worked_of_rule(code),
        done=known.done,
        silent=tuple(_silent(cited)),
        dispute=dispute,
        bearing=tuple(_rule_entry(RULES[each]) for each in dispute.also) if dispute else (),
        disputes=tuple(_kind_entry(kind) for kind in kinds_about(code)),
    )


def house_rule_page(name: str, houses: Sequence[AskedHouse]) -> HouseRulePage | None:
    """The page of the house rule `name`, None where there is none; `houses` as `asked_houses` lists them."""
    house_rule = HOUSE_RULES.get(name)
    if house_rule is None:
        return None
    decided = rules_of_house_rule(name)
    rules = tuple(_rule_entry(rule) for rule in RULES.values() if rule.code in decided)
    here = answer_in_words(name, houses[0].house.answer_to(name)) if houses[0].is_here else ""
    return HouseRulePage(_question(house_rule, houses), chapter_of(house_rule), rules, worked_of_house_rule(name), here)


# --------------------------------------------------------------------------------------------------------------- inside


@dataclass(frozen=True, slots=True)
class _Known:
    """A rule with its name, its chapter, the questions that decide it and what the product does about it."""

    rule: Rule
    name: str
    chapter: Chapter
    house_rules: tuple[HouseRule, ...]
    done: tuple[str, ...] = ()


def _known(code: str) -> _Known | None:
    """The rule of that code: the engine's, the floor's, or that of a kind of dispute; None where there is none."""
    kind, floor = KIND_OF_RULE.get(code), FLOOR.get(code)
    done = tuple(done_about(kind)) if kind else ()
    if rule := RULES.get(code):
        return _Known(rule, name_of(code), chapter_of(rule), tuple(house_rules_of_rule(code)), done)
    if floor:
        return _Known(floor.rule, floor.name, FLOOR_CHAPTER, _house_rules(floor.house_rules), (floor.does,))
    return (
        _Known(kind.rule, kind.term, DISPUTES_CHAPTER, _house_rules(house_rules_of_kind(kind)), done) if kind else None
    )


def _house_rules(names: Iterable[str]) -> tuple[HouseRule, ...]:
    return tuple(HOUSE_RULES[name] for name in names)


def _silent(cited: Sequence[Source]) -> Iterator[str]:
    """The titles of the houses in whose rulebooks it doesn't stand."""
    saying = {source.book.house for source in cited}
    return (HOUSES[name].title for name in BOOKS.values() if name not in saying)


def _question(house_rule: HouseRule, houses: Sequence[AskedHouse]) -> Question:
    """The answers in the house rule's own order, then those that only a room gives."""
    given = [asked.house.answer_to(house_rule.name) for asked in houses]
    values = [*(listed.value for listed in house_rule.values), *given]
    distinct = list({(type(value), value): value for value in values}.values())
    return Question(
        house_rule,
        tuple(_answer(house_rule, value, houses) for value in distinct),
        _house_rule_address(house_rule.name),
    )


def _answer(house_rule: HouseRule, value: Value, houses: Sequence[AskedHouse]) -> GivenAnswer:
    giving = [asked for asked in houses if _is_answer(asked.house, house_rule.name, value)]
    lines = {asked.title: _own_lines(asked.house, house_rule.name) for asked in giving}
    saying = {title: own for title, own in lines.items() if own}
    shown = {source.book.key for own in saying.values() for source in own}
    others = tuple(source for source in sources(house_rule.explain(value).citation) if source.book.key not in shown)
    return GivenAnswer(
        answer_in_words(house_rule.name, value, giving[0].money if giving else None),
        tuple(lines),
        tuple(saying.items()),
        tuple(title for title in lines if title not in saying),
        others,
        tuple(_held_otherwise(others, house_rule.name, value)),
        any(asked.is_here for asked in giving),
    )


def _held_otherwise(cited: Sequence[Source], name: str, value: Value) -> Iterator[str]:
    """The titles of the houses whose lines are cited for an answer that isn't theirs."""
    houses = dict.fromkeys(source.book.house for source in cited if source.book.house)
    return (HOUSES[house].title for house in houses if not _is_answer(HOUSES[house], name, value))


def _own_lines(house: House, name: str) -> tuple[Source, ...]:
    """The lines where the house's own rulebook gives its answer to the house rule `name`."""
    return tuple(source for source in sources(house.cite(name)) if source.book.house == house.name)


def _is_answer(house: House, name: str, value: Value) -> bool:
    given = house.answer_to(name)
    return given == value and type(given) is type(value)


@cache
def _sections() -> tuple[Section, ...]:
    floor = Section(FLOOR_CHAPTER.key, FLOOR_CHAPTER.title, tuple(map(_floor_entry, FLOOR.values())), ())
    disputes = Section(DISPUTES_CHAPTER.key, DISPUTES_CHAPTER.title, tuple(map(_kind_entry, KINDS.values())), ())
    return (*map(_section, CHAPTERS), floor, disputes)


def _section(chapter: Chapter) -> Section:
    rules = tuple(_rule_entry(rule) for rule in chapter.rules)
    return Section(
        chapter.key, chapter.title, rules, tuple(_house_rule_entry(house_rule) for house_rule in chapter.house_rules)
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
    differs = bool(house_rules_of_rule(rule.code))
    return Entry(name, rule.sentence, reverse("rule", args=[rule.code]), found_by.casefold(), differs)


def _floor_entry(each: FloorRule) -> Entry:
    rule = each.rule
    found_by = " ".join([each.name, rule.code, rule.code.replace("_", " "), rule.sentence, each.does, rule.cite()])
    return Entry(each.name, each.does, reverse("rule", args=[rule.code]), found_by.casefold(), bool(each.house_rules))


def _kind_entry(kind: Kind) -> Entry:
    """In the index a kind says until when it is put right: its rule stands on its page."""
    rule = kind.rule
    found_by = " ".join([kind.term, kind.code, kind.code.replace("_", " "), rule.sentence, rule.cite(), kind.until])
    return Entry(kind.term, kind.until, reverse("rule", args=[rule.code]), found_by.casefold())


def _house_rule_entry(house_rule: HouseRule) -> Entry:
    answers = " · ".join(listed.sentence for listed in house_rule.values)
    cited = " ".join(listed.citation for listed in house_rule.values)
    found_by = f"{house_rule.question} {house_rule.name} {house_rule.name.replace('_', ' ')} {answers} {cited}"
    return Entry(f"{house_rule.question}?", answers, _house_rule_address(house_rule.name), found_by.casefold())


def _house_rule_address(name: str) -> str:
    return reverse("house_rule", args=[name])


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
