"""A day in sentences: one for each figure that is told, beside the same weekday a week before, the most unlike first.

Each number stands in a link to the page that takes it apart. The sentences follow from the figures alone: the same day
read again says the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

from django.urls import reverse

from config.rooms.models import Room
from rake.figures.asking import Asked
from rake.figures.definitions import FIGURES, Figure
from rake.figures.lacks import Lack
from rake.figures.measures import Source
from rake.figures.parts import By
from rake.figures.periods import Kind, Period, period_of
from rake.figures.scopes import Scope
from rake.figures.sheets import sheet
from rake.figures.texts import shown
from rake.figures.units import PER_ONE, Unit
from rake.morning.phrases import PHRASES, TITLES, Phrase, Subject

HANDFUL: Mapping[Unit, int] = {
    Unit.MONEY: 100,
    Unit.COUNT: 10,
    Unit.RATE: 10,
    Unit.SHARE: 1,
    Unit.HOURS: 10,
    Unit.MINUTES: 10,
}
"""A handful, which weighs little in a comparison, in whole units: one dispute against none is no surprise."""

STANDS_OUT = Fraction(1, 4)
"""From this surprise on a sentence is marked: 1,000 against 550, with a handful of 100."""


@dataclass(frozen=True, slots=True)
class Words:
    """A stretch of a sentence, in a link where it is a number that a page takes apart."""

    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One figure of the day told beside that of the week before. `surprise` is 0 for as usual, and below 1."""

    code: str
    words: tuple[Words, ...]
    surprise: Fraction

    @property
    def stands_out(self) -> bool:
        """Whether the two are so unlike that somebody should look."""
        return self.surprise >= STANDS_OUT

    @property
    def text(self) -> str:
        """The sentence without its links."""
        return "".join(each.text for each in self.words)


@dataclass(frozen=True, slots=True)
class Told:
    """One subject of a day: its sentences, and the figures that nobody knows, each with its link."""

    subject: Subject
    sentences: tuple[Sentence, ...]
    unknown: tuple[Words, ...]

    @property
    def title(self) -> str:
        """The subject in a word or two."""
        return TITLES[self.subject]


@dataclass(frozen=True, slots=True)
class DayTold:
    """A gaming day in sentences by subject, what its figures lack, and when they were read."""

    period: Period
    told: tuple[Told, ...]
    lacks: tuple[Lack, ...]
    read_at: datetime
    is_alone: bool
    """Whether nothing at all is recorded of the day to compare with: then nothing is told of it."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not any(each.sentences for each in self.told)


def tell(room: Room, day: date, at: datetime) -> DayTold:
    """The gaming day of the room as it is known at an instant; one sheet of all figures that are told. A day for which
    nothing was planned is silent on plans: nobody lacks one."""
    figures = [FIGURES[code] for code in PHRASES]
    read = sheet(Scope(room, period_of(Kind.DAY, day), at), figures, By.WHOLE)
    is_alone = not any(read.before.records.values())
    facts = list(zip(figures, read.total.values, read.before.values, strict=True))
    if not read.total.records.get(Source.PLANS):
        facts = [fact for fact in facts if fact[0].sources != {Source.PLANS}]
    teller = Teller(room, read.scope.period, is_alone)
    told = (
        teller.of_subject(subject, [fact for fact in facts if PHRASES[fact[0].code].subject == subject])
        for subject in Subject
    )
    shown = tuple(each for each in told if each.sentences or each.unknown)
    return DayTold(read.scope.period, shown if any(read.total.records.values()) else (), read.lacks, at, is_alone)


_Fact = tuple[Figure, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells figures of a day beside those of the same weekday a week before, or alone."""

    room: Room
    period: Period
    is_alone: bool

    def of_subject(self, subject: Subject, facts: Sequence[_Fact]) -> Told:
        """The most surprising first, equals in the order of the definitions; what is nothing on both days is left
        out."""
        sentences = [
            self.sentence(figure, now, then) for figure, now, then in facts if now is not None and (now or then)
        ]
        unknown = [self.link(figure, self.period, figure.title) for figure, now, then in facts if now is None]
        return Told(subject, tuple(sorted(sentences, key=lambda each: -each.surprise)), tuple(unknown))

    def sentence(self, figure: Figure, now: int, then: int | None) -> Sentence:
        """The figure told, both values in the smallest parts of its unit; `then` None where nobody knows it."""
        phrase = PHRASES[figure.code]
        number = self.link(figure, self.period, shown(now, figure.unit, self.room.exponent))
        words = (*_around(phrase, number, is_one=now == PER_ONE[figure.unit]), *self._beside(figure, now, then))
        return Sentence(figure.code, words, self.surprise(figure, now, then))

    def surprise(self, figure: Figure, now: int, then: int | None) -> Fraction:
        """The difference of the two, as a part of both together and a handful; 0 where one isn't known."""
        if then is None or self.is_alone:
            return Fraction(0)
        one = 10**self.room.exponent if figure.unit == Unit.MONEY else PER_ONE[figure.unit]
        return Fraction(abs(now - then), abs(now) + abs(then) + HANDFUL[figure.unit] * one)

    def link(self, figure: Figure, period: Period, text: str) -> Words:
        """The text in a link to the page that takes the figure of the period apart."""
        asked = Asked(figure.chapter, period, By.WHOLE)
        return Words(text, f"{reverse('figure_why', args=[figure.code])}?{asked.query()}")

    def _beside(self, figure: Figure, now: int, then: int | None) -> tuple[Words, ...]:
        weekday = f"last {self.period.first:%A}"
        if self.is_alone:
            return (Words("."),)
        if then is None:
            return (Words(f"; of {weekday} nobody knows it."),)
        if then == now:
            return (Words(f", as {weekday}."),)
        before = self.link(figure, self.period.before, shown(then, figure.unit, self.room.exponent))
        return Words(f", {'more' if now > then else 'less'} than {weekday}’s "), before, Words(".")


def _around(phrase: Phrase, number: Words, *, is_one: bool) -> tuple[Words, ...]:
    after = phrase.one if is_one and phrase.one else phrase.after
    words = (Words(f"{phrase.before} " if phrase.before else ""), number, Words(f" {after}" if after else ""))
    return tuple(each for each in words if each.text)
