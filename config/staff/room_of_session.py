"""The room that a session works in: where it begins, and which other rooms of the person it may go on to.

Nobody is moved by what others do: being given a role somewhere changes neither a session nor where the next begins.
"""

from datetime import UTC, datetime

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from config.audit import services as audit
from config.audit.models import AuditEvent
from config.errors import DomainError
from config.rooms.models import Room
from config.staff import second_factor
from config.staff.models import User
from config.staff.sessions import BEGAN

_CHOSEN, _SIGNED_OUT = "staff.room_chosen", "staff.signed_out_by"
_WORKED = ("staff.signed_in", _CHOSEN)


def room_to_begin_in(person: User) -> Room | None:
    """The room in which a person worked last, where they still do; else the one in which they hold a role longest. None
    where they work in none. One query more for who works in several rooms."""
    rooms = person.rooms_of_work()
    if len(rooms) < 2:
        return person.room_of_work()
    worked = _events(person).filter(verb__in=_WORKED, room__in=rooms).order_by("-id")
    return person.room_of_work(worked.values_list("room_id", flat=True).first())


@transaction.atomic
def note_room_chosen(*, person: User, room: Room, at: datetime) -> None:
    """Record that a person went on to work in another of their rooms: the next session begins there."""
    audit.record(_CHOSEN, person, room=room, by=person, at=at)


def refuse_signed_out_there(request: HttpRequest, person: User, room: Room) -> None:
    """Refuse (`signed_out_there`) a room whose administrator has signed the person out since this session began: a
    tablet that was left doesn't come back to it by way of another room. One query."""
    if _is_signed_out(request, person, room):
        message = f"{room} has signed you out since you signed in here: sign out and in again to work there."
        raise DomainError("signed_out_there", message, field="room")


def may_act_in(request: HttpRequest, person: User, room: Room) -> bool:
    """Whether a session may act in a room that it wasn't put in, by naming it: not where it was signed out, nor where
    the room asks for a second factor that it hasn't shown. One query."""
    is_known = second_factor.is_passed(request) or not second_factor.is_asked(person, room)
    return is_known and not _is_signed_out(request, person, room)


def _is_signed_out(request: HttpRequest, person: User, room: Room) -> bool:
    began = datetime.fromtimestamp(request.session.get(BEGAN, 0), UTC)
    return _events(person).filter(verb=_SIGNED_OUT, room=room, at__gte=began).exists()


def _events(person: User) -> QuerySet[AuditEvent]:
    return AuditEvent.objects.filter(subject_kind="user", subject_id=str(person.pk))
