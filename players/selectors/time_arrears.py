"""Arrears: the half hours that players left unpaid at a table where they sit no more.

Who had not half an hour's charge left went without paying; a table that went over to a rake, or was closed, may have
been left with more. What is owed stays on the person, whichever record and table it came from, and is collected or
waived at the next table of the room that charges for time (FIGURES R-3).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import DateTimeField, DurationField, Exists, F, Func, OuterRef, QuerySet, Value
from django.db.models.functions import Greatest

from config.rooms.models import Room
from players.models import Sitting, TimeCharge
from players.selectors.late_comers import late_comers, may_be_late
from players.selectors.time_charged import (
    MOMENT,
    PERIOD,
    STANDS,
    Owed,
    charged,
    period_of,
    plaques_of,
    settled_in,
    sittings_of,
)
from players.standing import of_persons
from tables.models import PlaqueVersion, PlaySource, TableSession


def arrears(room: Room, seated: Sequence[Sitting], at: datetime) -> dict[int, list[Owed]]:
    """The half hours that the people of these sittings owe from other sittings of theirs in the room, by sitting.

    What they owe at the table where they sit, under the same record, is not among them. One query where nobody left
    anything unpaid, five otherwise.
    """
    own = {(sitting.session_id, sitting.player_id) for sitting in seated}
    left = [each for each in _left_unpaid(room, seated, at) if (each.session_id, each.player_id) not in own]
    if not left:
        return {}
    wanted = {(sitting.session_id, sitting.player_id): sitting.player.person_id for sitting in left}
    by_person = defaultdict(list)
    for owed in _unpaid({sitting.session_id for sitting in left}, at):
        if person := wanted.get((owed.sitting.session_id, owed.sitting.player_id)):
            by_person[person].append(owed)
    return {sitting.pk: by_person[person] for sitting in seated if (person := sitting.player.person_id) in by_person}


def _left_unpaid(room: Room, seated: Sequence[Sitting], at: datetime) -> QuerySet[Sitting]:
    """The ended sittings of these people at tables that charge for time whose last half hour was neither paid nor
    waived: the oldest is always paid first, so that nothing else can be owed of the others, but for what was voided,
    of whichever half hour. Who was played over then, or sat under another plaque, is among them and owes nothing."""
    persons = {sitting.player.person_id for sitting in seated}
    last = Func(
        Value(PERIOD, DurationField()), F("left_at") - Value(MOMENT, DurationField()),
        Value(period_of(room, at), DateTimeField()), function="date_bin", output_field=DateTimeField(),
    )  # fmt: skip
    theirs = TimeCharge.objects.filter(session=OuterRef("session"), player=OuterRef("player"))
    settled = theirs.filter(STANDS, began_at=OuterRef("last"))
    voided = theirs.filter(outcome=TimeCharge.Outcome.VOIDED)
    timed = PlaqueVersion.objects.filter(room=room, source=PlaySource.FLOOR, plaque_json__fee__mode="time")
    ended = Sitting.objects.filter(of_persons(persons), left_at__lte=at, is_import=False)
    at_time = ended.filter(session__table__in=timed.values("table"), session__source=PlaySource.FLOOR)
    at_least = Greatest(last, F("seated_at")) if may_be_late(room) else last
    unpaid = at_time.alias(last=at_least).filter(~Exists(settled) | Exists(voided), last__gte=F("seated_at"))
    return unpaid.select_related("player")


def _unpaid(sessions: Iterable[int], at: datetime) -> Iterable[Owed]:
    """Every half hour of these sessions that was neither paid nor waived."""
    asked = TableSession.objects.select_related("room", "table").in_bulk(list(sessions))
    plaques, settled = plaques_of([session.table_id for session in asked.values()], at), settled_in(asked)
    for pk, sittings in sittings_of(asked).items():
        for owed in charged(asked[pk], sittings, plaques[asked[pk].table_id], at).values():
            yield from (each for each in owed if not each.is_in(settled))
        yield from late_comers([each for each in sittings if each.left_at and each.left_at <= at], plaques, settled)
