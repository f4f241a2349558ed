"""Pulled boxes go from person to person, each of whom signs; and the keys of the boxes, which two people hold apart."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from cage.models import BoxHandover, BoxKeyTaking, BoxPull
from cage.services.two_people import signed_by
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission


@transaction.atomic
def hand_over_boxes(
    *,
    room: Room,
    pulls: Sequence[int],
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    reason: str = "",
) -> list[BoxHandover]:
    """Give pulled boxes, by their ids, to a `second` person, who signs with badge and PIN; returns the hand-overs.

    `by` has them; whoever gives them in the holder's place says why (`reason`). Refuses no boxes (`boxes_missing`), one
    that is counted or none of the room's (`box_counted`), somebody else's without a reason (`not_the_holder`), a
    receiver who has it already (`same_person`), and as `config.staff.second.refuse_alone`.
    """
    body = {"room": room.pk, "pulls": sorted(pulls), "reason": reason} | ({"second": second.pk} if second else {})
    if claim(key, "hand_over_boxes", body, by=by, at=at):
        return list(BoxHandover.objects.filter(request_key=key))
    receiver = signed_by(second, by, Permission.BOX_PULL, room, "the boxes are theirs now", at=at)
    made = [_hand_over(pull, receiver, reason.strip(), key=key, by=by, at=at) for pull in _locked(room, pulls)]
    answered(key, {"handovers": [each.pk for each in made]})
    return made


@transaction.atomic
def take_key(
    *, room: Room, lock: str, reason: str, key: str, by: User, at: datetime, second: User | None = None
) -> BoxKeyTaking:
    """Take a key of the boxes from a `second` person, who gives it out; returns the taking.

    Whoever has had the key of the other lock on that gaming day does not get this one (`other_key_had`): nobody takes a
    box off and opens it (FL 61D-11.020(4)). Refuses a key that is out (`key_is_out`), no `reason` (`reason_missing`),
    and as `config.staff.second.refuse_alone`.
    """
    body = {"room": room.pk, "lock": lock, "reason": reason} | ({"second": second.pk} if second else {})
    if earlier := claim(key, "take_key", body, by=by, at=at):
        return BoxKeyTaking.objects.get(pk=(earlier.answer or {})["taking"])
    Room.objects.select_for_update(no_key=True).get(pk=room.pk)
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say what the key is taken for.", field="reason")
    giver = signed_by(second, by, Permission.BOX_PULL, room, "the key goes out", at=at)
    out = BoxKeyTaking.objects.filter(room=room, lock=lock, returned_at=None).select_related("taken_by").first()
    if out is not None:
        raise DomainError("key_is_out", f"{out.taken_by} has that key: let it be returned first.", field="lock")
    _refuse_other_key(room, lock, by, at)
    taking = BoxKeyTaking.objects.create(
        room=room, lock=lock, reason=reason.strip(), taken_by=by, given_by=giver, taken_at=at, request_key=key
    )
    record("box.key_taken", taking, room=room, by=by, at=at, after={"key_of": lock}, reason=reason)
    answered(key, {"taking": taking.pk})
    return taking


@transaction.atomic
def return_key(*, taking: BoxKeyTaking, by: User, at: datetime, second: User | None = None) -> BoxKeyTaking:
    """Give a key back to a `second` person, who signs for it; returns the taking.

    Whoever has it gives it back; where they are gone `by` is whoever brings it. Refuses one that was returned
    (`key_returned`), a receiver who had it (`same_person`), and as `config.staff.second.refuse_alone`.
    """
    taking = BoxKeyTaking.objects.select_for_update(of=("self",)).select_related("room", "taken_by").get(pk=taking.pk)
    if taking.returned_at is not None:
        raise DomainError("key_returned", "That key was returned already: reload the page.")
    receiver = signed_by(second, by, Permission.BOX_PULL, taking.room, "the key is back", at=at)
    if receiver.pk == taking.taken_by_id:
        raise DomainError("same_person", f"{receiver} has it, and gives it to somebody else.", field="badge")
    taking.returned_at, taking.returned_to = at, receiver
    taking.save(update_fields=["returned_at", "returned_to"])
    record("box.key_returned", taking, room=taking.room, by=by, at=at, after={"key_of": taking.lock})
    return taking


def holder_of(pull: BoxPull) -> User:
    """The person who has a pulled box: whoever received it last, at first the one who pulled it."""
    last = pull.handovers.select_related("receiver").last()
    return last.receiver if last else pull.puller


def _locked(room: Room, pulls: Sequence[int]) -> list[BoxPull]:
    rows = BoxPull.objects.select_for_update(of=("self",), no_key=True).select_related("room", "table", "puller")
    found = list(rows.filter(room=room, pk__in=pulls).exclude(state=BoxPull.State.COUNTED).order_by("pk"))
    if not pulls:
        raise DomainError("boxes_missing", "Choose the boxes that are handed over.", field="pulls")
    if len(found) != len(set(pulls)):
        raise DomainError("box_counted", "One of these boxes is counted already: reload the page.", field="pulls")
    return found


def _hand_over(pull: BoxPull, receiver: User, reason: str, *, key: str, by: User, at: datetime) -> BoxHandover:
    holder = holder_of(pull)
    if holder.pk != by.pk and not reason:
        message = f"{holder} has {pull}: let them hand it over, or say why you do it in their place."
        raise DomainError("not_the_holder", message, field="reason")
    if receiver.pk == holder.pk:
        raise DomainError("same_person", f"{holder} has {pull} already: choose who takes it.", field="badge")
    told = "" if holder.pk == by.pk else reason
    made = BoxHandover.objects.create(
        pull=pull, giver=holder, receiver=receiver, reason=told, at=at, by=by, request_key=key
    )
    after = {"number": pull.number, "receiver": receiver.pk}
    record("box.handed_over", pull, room=pull.room, by=by, at=at, after=after, reason=told)
    return made


def _refuse_other_key(room: Room, lock: str, by: User, at: datetime) -> None:
    start = room.start_of(room.gaming_day(at))
    others = BoxKeyTaking.objects.filter(room=room, taken_by=by).exclude(lock=lock)
    if others.filter(taken_at__gte=start).exists() or others.filter(returned_at=None).exists():
        message = f"{by} had the key of the other lock today: two people hold the two keys. Let somebody else take it."
        raise DomainError("other_key_had", message, field="lock")
