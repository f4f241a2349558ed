"""The right to play here: the age that the house asks for, and the bans and exclusions that bind (I-14, R59)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce, Now

from config.compiled import Among, Blank, compiled
from config.errors import DomainError
from config.rooms.models import Room
from players.models import Ban, Player


@dataclass(frozen=True, slots=True)
class Standing:
    """The facts that the desk must know of a person before it serves them: the ban that binds, the age in years, and
    the one that the room asks for."""

    ban: Ban | None
    age: int | None
    least_age: int

    @property
    def is_under_age(self) -> bool:
        """Whether the person is known to be too young; an unknown date of birth is a question for the desk, not a
        refusal."""
        return self.age is not None and self.age < self.least_age

    @property
    def may_play(self) -> bool:
        """Whether the person may be seated or bought in."""
        return self.ban is None and not self.is_under_age


def standing(records: Sequence[Player], *, room: Room, at: datetime) -> Standing:
    """The standing of a person at the instant `at`, by every record of theirs; the age is taken on the room's gaming
    day."""
    ban = next(iter(_bans_of([record.pk for record in records], at)), None)
    day = room.gaming_day(at)
    ages = [age for record in records if (age := age_on(record, day)) is not None]
    return Standing(ban, min(ages, default=None), room.minimum_age)


@compiled
def _bans_of(records: Blank, at: Blank) -> QuerySet[Ban]:
    return binding_bans(at).filter(Among(F("player"), records)).order_by("starts_at", "pk")


def binding_bans(at: datetime | Now | Blank) -> QuerySet[Ban]:
    """The bans that were imposed, not lifted, and have not run out at `at`; Now() is the time of the query."""
    return Ban.objects.filter(Q(ends_at=None) | Q(ends_at__gt=at), lifted_at=None)


def of_persons(persons: Collection[int] | Coalesce) -> Q:
    """The rows that belong to a `player` of any of these persons, by whichever record: see `Player.person_id`."""
    if isinstance(persons, Coalesce):
        return Q(player=persons) | Q(player__same_as=persons)
    return Q(player__in=persons) | Q(player__same_as__in=persons)


def bans_by_person(persons: Collection[int], at: datetime) -> dict[int, Ban]:
    """The ban that binds each of these persons who is barred at `at`; one query."""
    bans = binding_bans(at).filter(of_persons(persons)).select_related("player")
    return {ban.player.person_id: ban for ban in bans}


def age_on(player: Player, day: date) -> int | None:
    """The years that `player` has completed on `day`; None where the date of birth is unknown."""
    born = player.date_of_birth
    if born is None:
        return None
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def refuse_standing(records: Sequence[Player], *, room: Room, at: datetime) -> None:
    """Refuse a person who may not play: `player_barred`, `under_age`. The caller has locked their records."""
    stands = standing(records, room=room, at=at)
    if stands.ban:
        raise DomainError("player_barred", _barred(records[0], stands.ban, room), citation="004:L64")
    if stands.is_under_age:
        message = (
            f"{records[0]} is {stands.age}; players are {stands.least_age} or older: check the document, and refuse "
            "them."
        )
        raise DomainError("under_age", message, allowed={"age": stands.least_age})


def _barred(player: Player, ban: Ban, room: Room) -> str:
    until = f" until {ban.ends_at.astimezone(room.zone):%d %B %Y}" if ban.ends_at else ""
    return f"{player} is {ban.get_kind_display()}{until} and may not play: call the floor supervisor."
