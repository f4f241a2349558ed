"""Nobody counts a box who has seen what it must hold, who booked any of it, or who took it off its table."""

from datetime import date, datetime, timedelta
from itertools import product

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from cage.box_places import PLACES, places_at
from cage.models import BoxLook, BoxPull
from config.audit.services import record
from config.days.selectors import locked_until
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from players.models import AccountKind, Transfer, TransferKind
from tables.models import Dealer, Down

NAMED = 5
"""The most people whom a refusal names."""


@transaction.atomic
def note_box_looks(*, room: Room, by: User, at: datetime) -> None:
    """Note that somebody was shown what was recorded into boxes, or lies in them: whatever took something at that time
    they don't count. Once is enough until the next box of the room is pulled."""
    if _has_looked(room, by):
        return
    BoxLook.objects.create(room=room, by=by, at=at)
    record("box.expected_seen", room, room=room, by=by, at=at)


def _has_looked(room: Room, by: User) -> bool:
    """Whether it is noted already that somebody looked, since the last box of the room was pulled."""
    last = BoxPull.objects.filter(room=room).order_by("-at").values_list("at", flat=True).first()
    seen = BoxLook.objects.filter(room=room, by=by)
    return (seen.filter(at__gte=last) if last else seen).exists()


def note_box_looks_of(*, room: Room, first: date, last: date, by: User, at: datetime) -> None:
    """Note as `note_box_looks` that somebody was shown what was recorded on these gaming days; nothing where no box
    that is still to be counted holds any of it: it tells them nothing of what they may count."""
    if holds_uncounted(room, first, last):
        note_box_looks(room=room, by=by, at=at)


def is_barred_by_box_look(*, room: Room, first: date, last: date, by: User) -> bool:
    """Whether somebody who counts boxes would count some of them no more once they were shown what was recorded on
    these gaming days, and has not been shown it yet."""
    if not by.may(Permission.BOX_COUNT, room) or not holds_uncounted(room, first, last):
        return False
    return not _has_looked(room, by)


def holds_uncounted(room: Room, first: date, last: date) -> bool:
    """Whether anything that was recorded on these gaming days lies in a box that is not counted yet, or was taken back
    out of it; nine queries at most. A day isn't locked before its boxes are counted: of open days alone it is asked,
    however long ago the first of them is."""
    locked = locked_until(room)
    since = first if locked is None else max(first, locked + timedelta(days=1))
    if since > last:
        return False
    moved = Transfer.objects.filter(room=room, gaming_day__gte=since, gaming_day__lte=last)
    moved = moved.exclude(target__kind=AccountKind.CUSTODY)
    for (holds, kind), side in product(PLACES.items(), ("target", "source")):
        counted = BoxPull.objects.filter(
            table=OuterRef(f"{side}__session__table"), holds=holds, state=BoxPull.State.COUNTED,
            after_number__lt=OuterRef("chain_number"), last_number__gte=OuterRef("chain_number"),
        )  # fmt: skip
        here = {f"{side}__kind": kind, f"{side}__is_import": False}
        if moved.filter(~Exists(counted), **here).exists():
            return True
    return False


def refuse_as_box_counter(pull: BoxPull, person: User, *, field: str = "badge") -> None:
    """Refuse who doesn't count this box, and say who does: `counter_may_not`, who pulled it or watched
    (`counter_pulled`), a dealer of what it took (`counter_dealt`), who booked any of it (`counter_booked`), and whoever
    was shown what must be in it (`has_seen_expected`); beside the `field` that names them."""
    if why := why_not_counter(pull, person):
        code, reason = why
        others = [str(each) for each in counters_of(pull)][:NAMED]
        who = f"{', '.join(others)} may" if others else "nobody else here may: let a manager bring somebody"
        raise DomainError(code, f"{person} {reason}. Let somebody else count it: {who}.", field=field)


def why_not_counter(pull: BoxPull, person: User) -> tuple[str, str] | None:
    """The code and the words of why somebody doesn't count a box; None where they may."""
    if not person.may(Permission.BOX_COUNT, pull.room):
        return "counter_may_not", "counts no boxes"
    if person.pk in (pull.puller_id, pull.watcher_id):
        return "counter_pulled", "pulled this box, or watched it"
    dealt = Down.objects.filter(pk__in=pull.downs).values("shift__dealer")
    if Dealer.objects.filter(pk__in=dealt, badge_number__iexact=person.badge_number).exists():
        return "counter_dealt", "dealt into this box"
    if _booked(pull).filter(by=person).exists():
        return "counter_booked", "entered hands or charges of which it holds chips"
    if has_seen(pull, person):
        return "has_seen_expected", "has looked at what boxes must hold since this one began to fill"
    return None


def counters_of(pull: BoxPull) -> list[User]:
    """The people at work in the room who may count a box and have not, by name."""
    at_work = User.objects.filter(is_active=True, staff_roles__room=pull.room, staff_roles__ended_at=None).distinct()
    others = at_work.exclude(pk__in=pull.counts.filter(round=pull.round).values("counted_by")).order_by("display_name")
    return [person for person in others if why_not_counter(pull, person) is None]


def _booked(pull: BoxPull) -> QuerySet[Transfer]:
    """The rows of the ledger that lie in a pulled box: none of them took a box off its table, as the row of the pull
    before did, which is written after that one noted where the ledger ended."""
    places = places_at(pull.table, pull.holds)
    window = Transfer.objects.filter(
        room=pull.room_id, chain_number__gt=pull.after_number, chain_number__lte=pull.last_number
    )
    return window.filter(Q(source__in=places) | Q(target__in=places)).exclude(kind=TransferKind.DROP)


def has_seen(pull: BoxPull, person: User) -> bool:
    """Whether somebody was shown what was recorded into a box, from the pull before it on."""
    looks = BoxLook.objects.filter(room=pull.room_id, by=person)
    return (looks.filter(at__gte=pull.previous.at) if pull.previous else looks).exists()
