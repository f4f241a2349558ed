"""Late-comers: what a newcomer owes for the half hour in which they sit down, by the rule of the room (FIGURES R-3).

The rule is the one that the room had then: nothing until the next half hour, all of it, or what is left of it, rounded
down to the smallest chip, so that nobody pays for more than they can play. A newcomer pays nothing where no more wait
for the game than the room had set then, or where they sat at any table of the room in that half hour already: who is
moved, changes seats or comes back has paid for it, or played under a rake.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from config.rooms.models import Room
from players.list_games import game_of
from players.models import ListEntry, Sitting
from players.selectors.time_charged import PERIOD, Owed, Settled, charge_of, period_of, plaque_at
from players.standing import of_persons
from tables.models import PlaqueVersion


def late_comers(
    sittings: Sequence[Sitting], plaques: Mapping[int, Sequence[PlaqueVersion]], settled: Settled
) -> Iterator[Owed]:
    """The unpaid half hours in which these sittings began, with what is owed for each; `plaques` are those of their
    tables, the newest first. Two queries where somebody may owe, none otherwise."""
    asked = [(owed, plaque) for owed, plaque in _under_a_rule(sittings, plaques) if not owed.is_in(settled)]
    if not asked:
        return
    here = _here_already([owed.sitting for owed, _ in asked])
    rooms = {owed.sitting.session.room_id for owed, _ in asked}
    first, last = (end(owed.period for owed, _ in asked) for end in (min, max))
    names = _names(rooms, {game_of(plaque.plaque).key for _, plaque in asked}, first, last)
    for owed, plaque in asked:
        room = owed.sitting.session.room
        waiting = _waiting(names, room, plaque, owed.period)
        if owed.sitting.pk not in here and waiting > room.late_waiting_at(owed.period):
            yield owed


def late_charge(room: Room, charge: int, at: datetime) -> int:
    """The charge, minor units, for somebody who sits down at an instant within a half hour that costs `charge`: by the
    rule that the room had then, rounded down to its smallest chip."""
    into = at - period_of(room, at)
    rule = room.late_time_at(at)
    if rule == Room.LateTime.FREE or not into:
        return 0
    if rule == Room.LateTime.FULL:
        return charge
    return charge * (PERIOD - into) // PERIOD // room.smallest_chip * room.smallest_chip


def waiting_for(room: Room, plaque: PlaqueVersion, at: datetime) -> int:
    """The number of players in the room who waited for the game of a plaque at an instant; one query."""
    return _waiting(_names({room.pk}, {game_of(plaque.plaque).key}, at, at), room, plaque, at)


def may_be_late(room: Room) -> bool:
    """Whether a newcomer of the room pays, or ever paid, for the half hour in which they sit down."""
    return room.late_time != Room.LateTime.FREE or bool(room.earlier_late_time)


def _under_a_rule(
    sittings: Sequence[Sitting], plaques: Mapping[int, Sequence[PlaqueVersion]]
) -> Iterator[tuple[Owed, PlaqueVersion]]:
    """The charges of those of these sittings that began within a half hour that newcomers pay for, each with the plaque
    of that instant."""
    for sitting in sittings:
        room = sitting.session.room
        if not may_be_late(room):
            continue
        plaque = plaque_at(plaques[sitting.session.table_id], sitting.seated_at)
        if plaque and (amount := late_charge(room, charge_of(plaque), sitting.seated_at)):
            yield Owed(sitting.seated_at, amount, sitting), plaque


def _here_already(sittings: Sequence[Sitting]) -> set[int]:
    """Those of these sittings whose person sat in the room earlier in the same half hour; one query."""
    persons = {sitting.player.person_id for sitting in sittings}
    since = min(sitting.seated_at for sitting in sittings) - PERIOD
    others = Sitting.objects.filter(
        of_persons(persons), Q(left_at=None) | Q(left_at__gt=since),
        session__room__in={sitting.session.room_id for sitting in sittings}, is_import=False,
    ).select_related("player", "session")  # fmt: skip
    known = list(others)
    return {sitting.pk for sitting in sittings if any(_was_here(sitting, other) for other in known)}


def _was_here(sitting: Sitting, other: Sitting) -> bool:
    is_theirs = other.player.person_id == sitting.player.person_id and other.session.room_id == sitting.session.room_id
    since = period_of(sitting.session.room, sitting.seated_at)
    return (
        is_theirs
        and (other.seated_at, other.pk) < (sitting.seated_at, sitting.pk)
        and (other.left_at is None or other.left_at > since)
    )


def _names(rooms: Collection[int], games: Collection[str], since: datetime, until: datetime) -> list[ListEntry]:
    """The names that were on the lists of these rooms for these games within a time, with their lists; one query."""
    entries = ListEntry.objects.filter(waiting_list__room__in=rooms, waiting_list__key__in=games, arrived_at__lte=until)
    return list(entries.filter(Q(ended_at=None) | Q(ended_at__gt=since)).select_related("waiting_list"))


def _waiting(names: Iterable[ListEntry], room: Room, plaque: PlaqueVersion, at: datetime) -> int:
    """The number of these names that stood on the room's list for the game at an instant, their player being there."""
    asked = (room.pk, game_of(plaque.plaque).key)
    on_the_list = [each for each in names if (each.waiting_list.room_id, each.waiting_list.key) == asked]
    return sum(_waits(each, at) for each in on_the_list)


def _waits(entry: ListEntry, at: datetime) -> bool:
    is_there = entry.arrived_at is not None and max(entry.joined_at, entry.arrived_at) <= at
    return is_there and (entry.ended_at is None or entry.ended_at > at)
