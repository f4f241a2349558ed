"""Alarms of the audit page: acts of two people of whom one had let the other in, and rights that one gave alone."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q

from config.audit.models import AuditEvent
from config.audit.words import phrase
from config.rooms.models import Room
from config.staff.models import User
from config.staff.own_making import LETS_IN
from config.staff.roles import POWERFUL, ROLES

MOST = 20
"""So many are shown, the newest."""
CONFIRMED = ("second", "approved_by", "confirmed_by")
"""The names under which the trail keeps who confirmed an act."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """One line: who, what, and the other; `event` is the id of the event in the trail."""

    text: str
    at: datetime
    event: int


def alarms_of(room: Room) -> list[Alarm]:
    """The alarms about what may have been done by one person as two, the newest first; four queries."""
    people = {person.pk: person for person in User.objects.filter(staff_roles__room=room).distinct()}
    found = [*_confirmed_by_own(room, people), *_given_alone(room, people)]
    return sorted(found, key=lambda alarm: -alarm.event)[:MOST]


def _confirmed_by_own(room: Room, people: dict[int, User]) -> Iterator[Alarm]:
    """Acts that were confirmed by somebody whom the one who acted had let in, or who had let them in."""
    made: dict[int, set[int]] = defaultdict(set)
    let_in = AuditEvent.objects.filter(verb__in=LETS_IN, by__in=people, subject_kind=User._meta.model_name)
    for by, subject in let_in.values_list("by", "subject_id").distinct():
        if int(subject) in people:
            made[by].add(int(subject))
    asked = Q(pk=None)
    for by, others in made.items():
        asked |= Q(by=by) & _confirmed_by([name for pk in others for name in _names(people[pk])])
        asked |= Q(by__in=others) & _confirmed_by(_names(people[by]))
    here = Q(room=room) | Q(room=None)  # a PIN is of no room
    for event in AuditEvent.objects.filter(asked, here).select_related("by").order_by("-pk")[:MOST]:
        stated = next(filter(None, ((event.after or {}).get(name) for name in CONFIRMED)))
        second = next(person for person in people.values() if stated in _names(person))
        whom = f"whom {event.by} had let in" if second.pk in made[event.by_id or 0] else f"who had let {event.by} in"
        yield _alarm(event, f"{event.by} {phrase(event.verb)}, confirmed by {second}, {whom}")


def _confirmed_by(names: Collection[int | str]) -> Q:
    """The events that somebody of these names confirmed."""
    return reduce(or_, (Q(**{f"after__{name}__in": names}) for name in CONFIRMED))


def _given_alone(room: Room, people: dict[int, User]) -> Iterator[Alarm]:
    """Powerful roles that one person gave with nobody to confirm it."""
    given = AuditEvent.objects.filter(verb__in=("staff.added", "staff.role_granted"), room=room, by__isnull=False)
    alone = given.exclude(after__has_key="second").select_related("by").order_by("-pk")
    for event in alone[: 10 * MOST]:
        after = event.after or {}
        roles = [ROLES[role].title for role in after.get("roles", [after.get("role")]) if role in POWERFUL]
        if roles and (other := people.get(int(event.subject_id))):
            yield _alarm(event, f"{event.by} alone made {other} {' and '.join(roles).lower()}: nobody confirmed it")


def _names(person: User) -> tuple[int | str, ...]:
    """The names that the trail gives to whoever confirmed: by id, badge or name."""
    return person.pk, person.badge_number, person.display_name


def _alarm(event: AuditEvent, text: str) -> Alarm:
    return Alarm(text, event.at, event.pk)
