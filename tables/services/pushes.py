"""A push or a change of dealers that was entered by mistake, taken back as if it had not been."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from tables.models import DealerShift, Down, TableSession
from tables.selectors.dealers import last_push
from tables.services.dealers import JUST_PUSHED
from tables.services.sessions import touch


@transaction.atomic
def undo_push(*, room: Room, seen: Sequence[int], by: User | None, at: datetime) -> list[Down]:
    """Take the last push back: who was relieved deals on, as if without a break; returns those downs.

    The downs that it began stay, ended as they began and marked as undone: the dealer of no hand is found there.
    `seen` are the ids of the downs that the person at the desk sees. Refuses a line that has moved since
    (`line_moved`), and where nothing was pushed within JUST_PUSHED (`nothing_to_undo`).
    """
    list(TableSession.objects.select_for_update(of=("self",)).filter(room=room, closed_at=None).order_by("pk"))
    downs = Down.objects.filter(session__room=room, ended_at=None).select_related("session__table", "shift__dealer")
    if sorted(down.pk for down in downs) != sorted(seen):
        raise DomainError("line_moved", "The line has moved since this was shown: look who deals where.")
    pushed = last_push(room, at - JUST_PUSHED)
    if pushed is None:
        raise DomainError("nothing_to_undo", "Nobody was pushed in the last minutes: change the dealers one by one.")
    _refuse_off_shift(pushed.relieved)
    for down in pushed.began:
        Down.objects.filter(pk=down.pk).update(ended_at=down.started_at, ended_by=by, ended_with=Down.End.UNDONE)
    for down in pushed.relieved:
        Down.objects.filter(pk=down.pk).update(ended_at=None, ended_by=None, ended_with="")
    for down in pushed.began:
        after = {"dealer": down.shift.dealer.display_name, "table": down.session.table.name}
        record("dealer.push_undone", down, room=room, by=by, at=at, after=after)
        touch(down.session)
    return pushed.relieved


def _refuse_off_shift(relieved: Sequence[Down]) -> None:
    """A dealer who has gone home meanwhile does not deal on."""
    ended = DealerShift.objects.filter(downs__in=relieved).exclude(ended_at=None).select_related("dealer").first()
    if ended:
        raise DomainError("off_shift", f"{ended.dealer} is off shift since: put another dealer in there.")
