"""Candidates for currency reports: whose cash of a gaming day comes to what the room reports, and what was decided."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q

from cage.models import CurrencyDecision, LinkedDay
from cage.selectors.currency import day_of, moves_by_person
from cage.selectors.logs import named_people
from config.days.models import DayLock
from config.days.registry import end_of
from config.rooms.models import Room
from players.models import Player, person_of


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person's gaming day that comes to what the room reports; minor units, never netted. `served_by` are the people
    who took or paid the cash, or confirmed one of these moves, `decisions` those about this day of the person, the
    first first, of whatever sums."""

    player: Player
    of_day: date
    currency_in: int
    currency_out: int
    served_by: frozenset[int]
    decisions: Sequence[CurrencyDecision]

    @property
    def seen(self) -> str:
        """The sums as a page tells them back: another decides about what was shown, or about nothing."""
        return f"{self.currency_in}/{self.currency_out}"

    @property
    def of_these_sums(self) -> Sequence[CurrencyDecision]:
        """The decisions about these sums; others were taken when the sums were others."""
        sums = (self.currency_in, self.currency_out)
        return [each for each in self.decisions if (each.currency_in, each.currency_out) == sums]

    @property
    def is_undecided(self) -> bool:
        """Whether nobody has decided about these sums, nor carries them on."""
        return not self.of_these_sums

    @property
    def is_final(self) -> bool:
        """Whether a report of these sums is filed, or none is due."""
        return any(each.is_final for each in self.of_these_sums)


def candidates(room: Room, day: date) -> list[Candidate]:
    """Everybody whose cash of a gaming day, in or out, over all of their records, comes to what the room reports
    (`Room.report_from`), the most first; nobody where the house reports none. Four queries at most, one where nobody
    comes to that."""
    if not room.report_from:
        return []
    by_person = moves_by_person(room, day)
    sums = {person: day_of(moves) for person, moves in by_person.items()}
    reach = {each: max(of.currency_in, of.currency_out) for each, of in sums.items()}
    reported = sorted((each for each in sums if reach[each] >= room.report_from), key=lambda each: -reach[each])
    if not reported:
        return []
    named, decided = named_people(reported), _by_person(decisions_of(room, day))
    return [
        Candidate(
            named[person][0],
            day,
            sums[person].currency_in,
            sums[person].currency_out,
            frozenset(who for move in by_person[person] for who in (move.by, *move.signed_by) if who),
            decided[person],
        )
        for person in reported
    ]


def candidate_of(room: Room, player: Player, day: date) -> Candidate | None:
    """The candidate of that day of the room to whom this record belongs; None where the person is none."""
    return next((each for each in candidates(room, day) if each.player.person_id == player.person_id), None)


def undecided(room: Room, day: date) -> list[Candidate]:
    """The candidates that keep a gaming day open: of the day itself, and of locked days that a link of records has
    changed since, made before the end of this one. Six queries at most, and four for each such locked day."""
    if not room.report_from:
        return []
    return [each for each in [*changed_since_lock(room, day), *candidates(room, day)] if each.is_undecided]


def changed_since_lock(room: Room, day: date) -> list[Candidate]:
    """The candidates of locked days whose records were linked after the lock and before the end of this gaming day, and
    about whom nobody has decided since: nothing else changes the cash of a locked day."""
    locked = DayLock.objects.filter(room=room, gaming_day=OuterRef("of_day"), locked_at__lte=OuterRef("at"))
    answered = CurrencyDecision.objects.filter(room=room, of_day=OuterRef("of_day"), at__gte=OuterRef("at"))
    answered = answered.annotate(person=person_of("player")).filter(person=OuterRef("person"))
    linked = LinkedDay.objects.filter(room=room, of_day__lt=day, at__lt=end_of(room, day))
    linked = linked.annotate(person=person_of("decision__first"))
    linked = linked.filter(Q(currency_in__gte=room.report_from) | Q(currency_out__gte=room.report_from))
    changed = set(linked.filter(Exists(locked), ~Exists(answered)).values_list("of_day", "person"))
    days = sorted({of_day for of_day, _ in changed})
    found = (each for of_day in days for each in candidates(room, of_day))
    return [each for each in found if (each.of_day, each.player.person_id) in changed]


def decisions_of(room: Room, day: date) -> list[CurrencyDecision]:
    """The decisions about the cash of a gaming day, the first first; one query."""
    return list(CurrencyDecision.objects.filter(room=room, of_day=day).select_related("player", "by"))


def carried_on(room: Room) -> list[CurrencyDecision]:
    """The decisions to carry on that nobody has ended since, of every gaming day, the oldest first; one query."""
    since = CurrencyDecision.objects.filter(room=room, of_day=OuterRef("of_day"), pk__gt=OuterRef("pk"))
    since = since.annotate(person=person_of("player")).filter(person=OuterRef("person"))
    found = CurrencyDecision.objects.filter(room=room, outcome=CurrencyDecision.Outcome.CARRIED)
    found = found.annotate(person=person_of("player")).exclude(Exists(since))
    return list(found.select_related("player", "by"))


def _by_person(decisions: Iterable[CurrencyDecision]) -> dict[int, list[CurrencyDecision]]:
    by_person: dict[int, list[CurrencyDecision]] = defaultdict(list)
    for each in decisions:
        by_person[each.player.person_id].append(each)
    return by_person
