"""The past hands of a question, read from the books: the newest version of each hand, once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final

from django.db.models import Max, Min, Q, QuerySet, Sum, Value
from django.db.models.fields import TextField

from config.rooms.models import Room
from games.models import Hand, figures_day, is_newest
from rake.lab.asking import Question
from rake.lab.past import PastHand, Recorded, Terms, judgeable
from rake.lab.presence import Presence
from rake.lab.replaying import replayed
from rake.models import PlayDay, PotAnswer
from rules.house.house import HOUSES
from tables.models import PlaqueVersion, TableSession

AT_ONCE: Final = 2000
_FIELDS: Final = (
    *("pk", "session_id", "number", "plaque_id", "called_pots", "pot", "players_dealt", "flop_dealt", "killer_seat"),
    *("started_at",),
)


@dataclass(frozen=True, slots=True)
class Where:
    """The rows that a question is about: hands of one room, never of another."""

    room: Room
    question: Question

    @property
    def hands(self) -> QuerySet[Hand]:
        """The newest versions of the hands that were played in the period and count: what was voided is gone, and a
        corrected hand is there once, as it was corrected. A hand of a locked day stays in that day, whenever it was
        corrected."""
        days = (self.question.first, self.question.last)
        own_day = Q(belongs_to_day=None) | Q(supersedes=None)  # as `figures_day` says, so that both indexes serve
        played = Q(gaming_day__range=days) & own_day | Q(supersedes__isnull=False, belongs_to_day__range=days)
        newest = self._of_any_day.filter(
            gaming_day__gte=self.question.first
        )  # corrections come later: serves the index
        return newest.filter(played).order_by("pk")

    @property
    def days_with_hands(self) -> tuple[date, date] | None:
        """The first and the last gaming day that have hands to ask for, whatever period is asked for; None for none."""
        day = figures_day()
        found = self._of_any_day.order_by().aggregate(first=Min(day), last=Max(day))
        return (found["first"], found["last"]) if found["first"] else None

    @property
    def _of_any_day(self) -> QuerySet[Hand]:
        newest = Hand.objects.filter(is_newest(), room=self.room, is_void=False)
        return newest.filter(session__source=self.question.source, plaque__in=self.plaques)

    @property
    def plaques(self) -> QuerySet[PlaqueVersion]:
        """The plaques that are asked for."""
        posted = PlaqueVersion.objects.filter(room=self.room)
        if self.question.game:
            posted = posted.filter(game=self.question.game)
        return posted.filter(short_name=self.question.plaque) if self.question.plaque else posted

    @property
    def terms(self) -> dict[int, Terms]:
        """The terms of each of these plaques; one query."""
        return {version.pk: Terms.of(version.plaque) for version in self.plaques}

    @property
    def played_seconds(self) -> int:
        """The seconds that players were present under these plaques, as far as the days' figures are built, without
        those under a time charge; 0 where nothing is known, as of imported hands."""
        timed = [pk for pk, terms in self.terms.items() if terms.fee.mode == "time"]
        days = (self.question.first, self.question.last)
        lines = PlayDay.objects.filter(room=self.room, gaming_day__range=days, source=self.question.source)
        found = lines.filter(plaque__in=self.plaques).exclude(plaque__in=timed).aggregate(n=Sum("played_seconds"))
        return int(found["n"] or 0)


def read(where: Where) -> Iterator[Recorded]:
    """Each hand, as one statement finds them: who corrects one meanwhile makes it neither two nor none. Files of full
    hands come along only where they are played again."""
    told = _told(where)
    sessions = TableSession.objects.filter(room=where.room, pk__in=where.hands.order_by().values("session"))
    presence = Presence(sessions)
    file: Any = "phh" if where.question.house else Value("", TextField())
    rows = where.hands.values_list(*_FIELDS, file)
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield _recorded(row, told, presence)


def _recorded(row: tuple[Any, ...], told: dict[tuple[int, int], int], presence: Presence) -> Recorded:
    pk, session, number, plaque, called, pot, players, flop, killer, started_at, phh = row
    pot = told.get((session, number)) if pot is None else pot
    pots = tuple(called) if called else None if pot is None else (pot,)
    present = 0 if players else presence.at(session, started_at)
    return Recorded(pk, block_of(session, started_at), plaque, pots, players, present, flop, killer is not None, phh)


def block_of(session: int, started_at: datetime) -> int:
    """The hour of a table, as one number."""
    return session * 10_000_000 + int(started_at.astimezone(UTC).timestamp()) // 3600


def _told(where: Where) -> dict[tuple[int, int], int]:
    """The pots that were told when hands were drawn and asked for, by session and number."""
    days = (where.question.first, where.question.last)
    answers = PotAnswer.objects.filter(room=where.room, gaming_day__range=days)
    return {
        (session, number): pot for session, number, pot in answers.values_list("hand__session", "hand__number", "pot")
    }


def judged_hand(where: Where, pk: int) -> tuple[Hand, PastHand]:
    """A hand that was judged, and its facts as they were judged."""
    hand = where.hands.select_related("session__table", "plaque").get(pk=pk)
    wanted = where.hands.filter(pk=pk)
    file: Any = "phh" if where.question.house else Value("", TextField())
    presence = Presence(TableSession.objects.filter(pk=hand.session_id))
    recorded = _recorded(wanted.values_list(*_FIELDS, file).get(), _told(where), presence)
    past = judgeable(recorded, Terms.of(hand.plaque.plaque))
    if not isinstance(past, str) and recorded.phh:
        past = replayed(past, recorded.phh, HOUSES[where.question.house]) or past
    if isinstance(past, str):
        raise LookupError("that hand was not judged")
    return hand, past
