"""The sheet that somebody asks for: a chapter or single figures, a period, and a split, as they stand in an address."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from config.errors import DomainError
from config.rooms.models import Room
from rake.figures.definitions import CHAPTERS, Chapter, Figure
from rake.figures.forms import SheetForm
from rake.figures.parts import NAMES, By
from rake.figures.periods import MOST_DAYS, Kind, Period, period_of, shifts_of
from rake.figures.scopes import Scope
from rake.figures.sheets import Sheet, figures_by, sheet
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Asked:
    """One sheet as it was asked for."""

    chapter: Chapter
    period: Period
    by: By
    origin: str = TableSession.Source.FLOOR

    @property
    def title(self) -> str:
        """The title of the sheet."""
        return CHAPTERS[self.chapter]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures of the chapter that can be split so."""
        return figures_by(self.chapter, self.by)

    def sheet(self, room: Room, at: datetime) -> Sheet:
        """The sheet, read now."""
        return sheet(Scope(room, self.period, at, self.origin), self.figures, self.by)

    def query(self, **other: object) -> str:
        """The query of its address, `other` in place of its own."""
        facts: dict[str, object] = {
            "chapter": self.chapter.value,
            "period": self.period.kind.value,
            "day": self.period.first.isoformat(),
            "by": self.by.value,
        }
        if self.period.kind == Kind.DAYS:
            facts["until"] = self.period.last.isoformat()
        if self.period.shift is not None:
            facts["shift"] = self.period.shift
        if self.origin != TableSession.Source.FLOOR:
            facts["source"] = self.origin
        return urlencode(facts | other)

    def around(self, period: Period) -> str:
        """The query of the same sheet for another period."""
        return self.query(period=period.kind.value, day=period.first.isoformat())


def asked_by_days(
    form: SheetForm, room: Room, today: date, *, usual: Kind, subject: str
) -> tuple[Asked, DomainError | None]:
    """The period of whole days that a form asks for, of the `usual` kind where it names none, and why that is not
    shown: then it is the usual one around today. `subject` begins the sentence about a shift: "Pace is compared"."""
    fallen_back = asked({"period": usual}, room, today)
    if not form.is_valid():
        field, messages = next(iter(form.errors.items()))
        return fallen_back, DomainError("choice_unknown", f"{field}: {messages[0]}", field=field)
    facts = {name: value for name, value in form.cleaned_data.items() if value not in ("", None)}
    if facts.get("period") == Kind.SHIFT:
        message = f"{subject} by days: ask for a day, a week or a month."
        return fallen_back, DomainError("period_not_split", message, field="period")
    try:
        return asked({"period": usual} | facts, room, today), None
    except DomainError as error:
        return fallen_back, error


def asked(facts: Mapping[str, Any], room: Room, today: date) -> Asked:
    """The sheet that cleaned `facts` ask for (chapter, period, day, until, shift, by, source), each with a default: a
    day, or days in a row where their last one is named.

    Raises DomainError `period_backwards`, `period_too_long`, `shift_unknown`.
    """
    day, until = facts.get("day") or today, facts.get("until")
    kind = Kind(facts.get("period") or (Kind.DAYS if until else Kind.DAY))
    shift = facts.get("shift")
    if kind == Kind.SHIFT:
        shift = shift or 0
        if shift >= len(shifts_of(room)):
            message = f"This room has {len(shifts_of(room))} shifts: the first is number 0."
            raise DomainError("shift_unknown", message, field="shift")
    if kind == Kind.DAYS and until is not None:
        _refuse_odd_days(day, until)
    return Asked(
        Chapter(facts.get("chapter") or Chapter.TAKINGS),
        period_of(kind, day, until=until, shift=shift, week_starts=room.week_starts),
        By(facts.get("by") or By.TABLE),
        facts.get("source") or TableSession.Source.FLOOR,
    )


def refuse_unknown_split(wanted: Asked) -> None:
    """Refuse (`figure_not_split`) a split by which no figure of the chapter is known; `allowed` names the others."""
    if wanted.figures:
        return
    known = [by for by in By if figures_by(wanted.chapter, by)]
    named = ", ".join(NAMES[by].lower() for by in known)
    message = f"{wanted.title}: no figure of them is known by {NAMES[wanted.by].lower()}. Choose one of these: {named}."
    raise DomainError("figure_not_split", message, allowed={"by": [by.value for by in known]}, field="by")


def _refuse_odd_days(day: date, until: date) -> None:
    if until < day:
        raise DomainError("period_backwards", "The last day comes before the first: turn them round.", field="until")
    if (until - day).days >= MOST_DAYS:
        message = f"Ask for {MOST_DAYS} days at most."
        raise DomainError("period_too_long", message, allowed={"most": MOST_DAYS}, field="until")
