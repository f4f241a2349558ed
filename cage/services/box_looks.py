"""Nobody counts a box who has seen what it must hold."""

from datetime import datetime

from django.db import transaction

from cage.models import BoxLook, BoxPull
from config.audit.services import record
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from tables.models import Dealer, Down


@transaction.atomic
def note_box_looks(*, room: Room, by: User, at: datetime) -> None:
    """Note that somebody was shown what was recorded into boxes, or lies in them: whatever took something at that time
    they don't count. Once is enough until the next box of the room is pulled."""
    last = BoxPull.objects.filter(room=room).order_by("-at").values_list("at", flat=True).first()
    seen = BoxLook.objects.filter(room=room, by=by)
    if (seen.filter(at__gte=last) if last else seen).exists():
        return
    BoxLook.objects.create(room=room, by=by, at=at)
    record("box.expected_seen", room, room=room, by=by, at=at)


def refuse_as_box_counter(pull: BoxPull, person: User) -> None:
    """Refuse who doesn't count this box: `counter_may_not`, a dealer of what it took (`counter_dealt`), and whoever was
    shown what must be in it (`has_seen_expected`)."""
    if not person.may(Permission.BOX_COUNT, pull.room):
        message = f"{person} counts no boxes: ask another cashier, or a supervisor."
        raise DomainError("counter_may_not", message, field="badge")
    dealt = Down.objects.filter(pk__in=pull.downs).values("shift__dealer")
    if Dealer.objects.filter(pk__in=dealt, badge_number__iexact=person.badge_number).exists():
        message = f"{person} dealt into this box: let somebody else count it."
        raise DomainError("counter_dealt", message, field="badge")
    if has_seen(pull, person):
        message = f"{person} has looked at what boxes must hold since this one began to fill: let somebody else count."
        raise DomainError("has_seen_expected", message, field="badge")


def has_seen(pull: BoxPull, person: User) -> bool:
    """Whether somebody was shown what was recorded into a box, from the pull before it on."""
    looks = BoxLook.objects.filter(room=pull.room_id, by=person)
    return (looks.filter(at__gte=pull.previous.at) if pull.previous else looks).exists()
