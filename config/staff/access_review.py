"""Review who has access: a look through everybody who holds a role, with a result for each, signed by two people.

Due every 100 days. Source: 25 CFR 543.16(c)(3), whose controls ask for a documented review each quarter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from django.db import transaction
from django.db.models import Prefetch

from config.audit import services as audit
from config.errors import DomainError, KeyReused
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.in_hand import in_hand
from config.staff.models import AccessReview, ReviewedPerson, StaffRole, User
from config.staff.second import refuse_without_approver
from config.staff.services import end_role

EVERY = timedelta(days=100)
"""A quarter, and some days to do it in."""
LONG_AWAY = timedelta(days=60)
"""Whoever hasn't signed in for so long is pointed out."""


@dataclass(frozen=True, slots=True)
class Access:
    """One person as the review shows them: the roles that they hold now, and when they signed in last."""

    person: User
    roles: tuple[StaffRole, ...]
    is_long_away: bool
    in_hand: tuple[str, ...] = ()
    """The things of the house that they have in hand, in words."""

    @property
    def codes(self) -> str:
        """The codes of the roles, joined by commas: the form sends them back, so that nobody judges others."""
        return ",".join(sorted(role.role for role in self.roles))


@dataclass(frozen=True, slots=True)
class Result:
    """The decision about one person: whether the roles in `seen` (codes joined by commas) go on, or why they end."""

    seen: str
    keeps: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The last review of a room, and since when the next has been due or will be."""

    last: AccessReview | None
    due: datetime

    @classmethod
    def of(cls, room: Room) -> Self | None:
        """The standing of a room; None where nobody ever held a role in it. Two queries at most."""
        last = AccessReview.objects.filter(room=room).select_related("by", "approved_by").first()
        if last is not None:
            return cls(last, last.at + EVERY)
        first = StaffRole.objects.filter(room=room).order_by("granted_at", "pk").first()
        return None if first is None else cls(None, first.granted_at + EVERY)

    def days_late(self, at: datetime) -> int:
        """Whole days since the review was due; 0 before, and on the day itself."""
        return max((at - self.due).days, 0)


def access_in(room: Room, at: datetime) -> list[Access]:
    """Everybody who holds a role in the room, by name, with what they have in hand; a fixed number of queries. Whoever
    is disabled is among them: enabled again, they have every role that they still hold."""
    held = StaffRole.objects.filter(room=room, ended_at=None).order_by("role")
    here = User.objects.filter(staff_roles__in=held).distinct()
    people = here.prefetch_related(Prefetch("staff_roles", held, to_attr="held_here"))
    things = in_hand(room)
    return [
        Access(each, tuple(each.held_here), _is_long_away(each, at), tuple(things.get(each.pk, ()))) for each in people
    ]


def reviews_of(room: Room) -> list[AccessReview]:
    """The last twelve reviews of a room, newest first, each with its people; two queries."""
    people = Prefetch("people", ReviewedPerson.objects.select_related("person"))
    newest = AccessReview.objects.filter(room=room).select_related("by", "approved_by").prefetch_related(people)
    return list(newest[:12])


@transaction.atomic
def review_access(
    *, room: Room, results: Mapping[int, Result], by: User, second: User | None, key: str, at: datetime
) -> AccessReview:
    """Sign a review: `results` by the id of each person who holds a role; roles of whoever doesn't keep them end.

    Returns the review; asked again with the same `key`, the one that was signed. Raises KeyReused where that was
    another's, or said otherwise; DomainError `review_outdated` where a role was given or ended since the page was
    loaded, `reason_missing`, `second_needed` and what else `refuse_without_approver` and `end_role` refuse: nobody
    ends their own roles, nor those of the last administrator.
    """
    room = Room.objects.select_for_update(of=("self",), no_key=True).get(pk=room.pk)
    if signed := AccessReview.objects.filter(request_key=key).first():
        _refuse_another(signed, room, results, by)
        return signed
    refuse_without_approver(second, by, None, room, "the review of access is complete", at=at)
    found = access_in(room, at)
    _refuse_outdated(found, results)
    facts: dict[str, Any] = {"by": by, "approved_by": second, "at": at, "request_key": key}
    review = AccessReview.objects.create(room=room, **facts)
    lines = [_line(review, each, results[each.person.pk]) for each in found]
    ReviewedPerson.objects.bulk_create(lines)
    ended = [each for each in found if not results[each.person.pk].keeps]
    for role in (role for each in ended for role in each.roles):
        end_role(person=role.user, room=room, role=role.role, by=by, at=at, second=second)
    after = {"people": len(found), "ended": [each.person.pk for each in ended], "second": second.pk if second else None}
    audit.record("staff.reviewed", room, room=room, by=by, at=at, after=after)
    return review


def _refuse_another(signed: AccessReview, room: Room, results: Mapping[int, Result], by: User) -> None:
    told = {each.person_id: each.keeps for each in signed.people.all()}
    if (signed.room_id, signed.by_id, told) != (room.pk, by.pk, {pk: each.keeps for pk, each in results.items()}):
        raise KeyReused


def _refuse_outdated(found: Sequence[Access], results: Mapping[int, Result]) -> None:
    """Refuse a review of others than those who hold a role now, or of other roles."""
    if {each.person.pk: each.codes for each in found} == {pk: result.seen for pk, result in results.items()}:
        return
    message = "A role was given or ended while you looked: load the page again, and look through everybody."
    raise DomainError("review_outdated", message)


def _line(review: AccessReview, access: Access, result: Result) -> ReviewedPerson:
    if not result.keeps and not is_reason(result.reason):
        message = f"Say why {access.person} loses the roles, for whoever reads it later."
        raise DomainError("reason_missing", message, field=f"reason_{access.person.pk}")
    reason = "" if result.keeps else result.reason
    return ReviewedPerson(review=review, person=access.person, roles=access.codes, keeps=result.keeps, reason=reason)


def _is_long_away(person: User, at: datetime) -> bool:
    return person.last_login is None or at - person.last_login > LONG_AWAY
