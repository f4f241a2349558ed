"""Boxes of tables that were pulled: what a correction takes back out of one then is covered, never refused."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet, Sum

from config.errors import DomainError
from config.rooms.models import Room
from players.ledger import house_account
from players.models import Account, AccountKind, Transfer, TransferKind
from players.tills import tills

_BOXES = (AccountKind.RAKE_BOX, AccountKind.PROMO_BOX)


def covering(places: Iterable[Account]) -> list[Account]:
    """Over-and-short, where a box is among these places: whoever locks them locks it too, to cover what the box may
    lack."""
    boxes = [place for place in places if place.kind in _BOXES]
    return [house_account(boxes[0].room, AccountKind.OVER_SHORT)] if boxes else []


def covered(box: Account, lacking: int) -> int:
    """The cover of a box that holds so much too little, minor units: all of it.

    Refuses (`box_short`) more than was pulled out of that box and not covered before: it never was there.
    """
    pulled = _sum(Transfer.objects.filter(source=box, kind=TransferKind.DROP))
    before = _sum(Transfer.objects.filter(target=box, kind=TransferKind.VARIANCE))
    if lacking > pulled - before:
        what = box.get_kind_display()
        message = f"The {what} holds less than that, and never held more: collect first what players owe to it."
        raise DomainError("box_short", message, allowed={"most": max(box.balance, 0)}, field="payments")
    return lacking


def cover(room: Room, covers: Mapping[Account, int], held: Mapping[int, Account], **facts: Any) -> None:
    """Put into boxes what they lack, minor units, as `Tills.cover_boxes` does it; what is locked (`held`) says
    afterwards what the books do."""
    tills().cover_boxes(room, {box.pk: amount for box, amount in covers.items()}, **facts)
    for box, amount in covers.items():
        held[box.pk].balance += amount
        held[covering([box])[0].pk].balance -= amount


def _sum(transfers: QuerySet[Transfer]) -> int:
    return transfers.aggregate(sum=Sum("amount"))["sum"] or 0
