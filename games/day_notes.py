"""Notes about the hands of a gaming day: who put hands right or voided them, and what became of the rake."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, F, Q, Sum

from config.days.registry import Note, end_of, noted
from config.rooms.models import Room
from config.web.text import begun, how_many
from games.models import Hand
from players.dealt import dealt
from players.models import TransferKind


@noted
def put_right(room: Room, day: date) -> Iterator[Note]:
    """Everybody who corrected or voided hands on the day, of whatever day, and by how much that changed what lies in
    the boxes by the books. Nothing else shows a rake that was entered and taken out again. One query."""
    again = Hand.objects.filter(room=room, supersedes__isnull=False, recorded_at__gte=room.start_of(day))
    people = again.filter(recorded_at__lt=end_of(room, day)).order_by().values("recorded_by__display_name")
    asked = "?" + urlencode({"kind": TransferKind.CORRECTION.value, "since": day.isoformat(), "until": day.isoformat()})
    sums = people.annotate(
        corrected=Count("pk", filter=Q(is_void=False)),
        voided=Count("pk", filter=Q(is_void=True)),
        rake=Sum(F("rake_taken") - F("supersedes__rake_taken")),
        promo=Sum(F("promo_taken") - F("supersedes__promo_taken")),
    )
    for each in sums.order_by("recorded_by__display_name"):
        yield Note(_said(each, room), "ledger", asked=asked)


@noted
def corrected_before_the_lock(room: Room, day: date) -> Iterator[Note]:
    """Every correction and void of a hand of the day between its end and its lock, and what it changed of rake and
    promo; it is booked on the day on which it was done. One query. Those after the lock are told as such
    (`rake.corrections`)."""
    for each in dealt().changed_late(room, day):
        if each.after_lock:
            continue
        at = each.at.astimezone(room.zone)
        boxes = [_changed(box, by, room) for box, by in (("rake", each.rake), ("promo", each.promo)) if by]
        became = ", ".join(boxes) or "what had dropped stays as it was"
        did = "voided" if each.is_void else "corrected"
        yield Note(
            f"{begun(each.name)}, was {did} since by {each.by}, on {at:%-d %B %Y at %H:%M}: {became}.",
            "hand",
            (each.hand,),
        )


def _said(each: Mapping[str, Any], room: Room) -> str:
    done = [f"corrected {how_many(each['corrected'], 'hand')}"] if each["corrected"] else []
    done += [f"voided {how_many(each['voided'], 'hand')}"] if each["voided"] else []
    boxes = [_changed(box, each[box], room) for box in ("rake", "promo") if each[box]]
    became = ", ".join(boxes) or "what had dropped stays as it was"
    return f"{each['recorded_by__display_name'] or 'The system'} {' and '.join(done)}: {became}."


def _changed(box: str, by: int, room: Room) -> str:
    return f"{room.money(abs(by))} {'more' if by > 0 else 'less'} {box}"
