"""Slips of chips written past the services."""

from typing import Any

from cage.models import ChipSet, ChipSlip
from tests.support.desk import Desk


def write_chip_slip(desk: Desk, key: str, amount: int, **facts: Any) -> ChipSlip:
    """A slip of chips of one minor unit each, under the next number of its row, whatever was issued."""
    day = desk.room.gaming_day(desk.now)
    kind = facts.get("kind", ChipSlip.Kind.RECEIPT)
    number = ChipSlip.objects.filter(room=desk.room, kind=kind, year=day.year).count() + 1
    given: dict[str, Any] = {"kind": kind, "number": number, "pieces": {"1": amount}, "year": day.year}
    given |= {
        "reason": "crafted",
        "by": desk.cashier,
        "second": desk.manager,
        "chip_set": ChipSet.objects.filter(room=desk.room).first(),
    }
    return ChipSlip.objects.create(
        room=desk.room, amount=amount, gaming_day=day, at=desk.now, request_key=key, **(given | facts)
    )
