"""Boxes of tables that were pulled: what a correction takes back out of one then, or puts into it, is covered, never
refused, and stands against the box into which the hand fell."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Sum

from config.errors import DomainError
from config.rooms.models import Room
from players.ledger import house_account
from players.models import Account, AccountKind, Transfer, TransferKind
from players.tills import Cover, Fallen, tills

_BOXES = (AccountKind.RAKE_BOX, AccountKind.PROMO_BOX)


def covering(places: Iterable[Account]) -> list[Account]:
    """Over-and-short, where a box is among these places: whoever locks them locks it too, to cover what the box may
    lack."""
    boxes = [place for place in places if place.kind in _BOXES]
    return [house_account(boxes[0].room, AccountKind.OVER_SHORT)] if boxes else []


def fallen(places: Iterable[Account], hands: Collection[int], at: datetime) -> Mapping[int, Fallen]:
    """The places where a hand fell, with all versions of it, that was entered at this instant: of the boxes among these
    places, by the ids of their accounts, those that were pulled since. The caller has locked them, so that none is
    pulled meanwhile."""
    boxes = [place.pk for place in places if place.kind in _BOXES]
    return tills().fallen(boxes, hands, at) if boxes and hands else {}


def cover_of(box: Account, fell: Fallen | None, amount: int, *, holds: int | None = None) -> Cover | None:
    """The cover that a locked box needs where a hand is to put so much more into it, minor units, below zero: to take
    so much out; None where it needs none.

    Of a hand that fell into a box that was pulled since, all of it is covered: what hangs now has nothing of it. Of
    another the box gives what it holds, or as much as it `holds` then. Refuses (`box_short`) what neither has.
    """
    here = amount
    if fell is not None:
        here = max(amount, -max(fell.still, 0)) if amount < 0 else min(amount, max(-fell.still, 0))
    held = max(box.balance if holds is None else holds, 0)
    here = max(here, -held)
    rest = here - amount
    if rest > 0:
        rest = covered(box, rest - min(max(rest - _most(box), 0), held + here))
    return Cover(rest, fell.pull if fell else None) if rest else None


def covered(box: Account, lacking: int) -> int:
    """The cover of a box that holds so much too little, minor units: all of it.

    Refuses (`box_short`) more than was pulled out of that box and not covered before: it never was there.
    """
    if lacking > _most(box):
        what = box.get_kind_display()
        message = f"The {what} holds less than that, and never held more: collect first what players owe to it."
        raise DomainError("box_short", message, allowed={"most": max(box.balance, 0)}, field="payments")
    return lacking


def cover(room: Room, covers: Mapping[Account, Cover], held: Mapping[int, Account], **facts: Any) -> None:
    """Put into boxes what they lack for what is about to be taken out of them, as `Tills.cover_boxes` does it; what is
    locked (`held`) says afterwards what the books do."""
    _book(room, {box: each for box, each in covers.items() if each.amount > 0}, held, **facts)


def give_on(room: Room, covers: Mapping[Account, Cover], held: Mapping[int, Account], **facts: Any) -> None:
    """Let go on from boxes to over-and-short what was just put into them and fell before they hung, as `cover` does
    it."""
    _book(room, {box: each for box, each in covers.items() if each.amount < 0}, held, **facts)


def _book(room: Room, covers: Mapping[Account, Cover], held: Mapping[int, Account], **facts: Any) -> None:
    tills().cover_boxes(room, {box.pk: each for box, each in covers.items()}, **facts)
    for box, each in covers.items():
        held[box.pk].balance += each.amount
        held[covering([box])[0].pk].balance -= each.amount


def _most(box: Account) -> int:
    """The most that may be covered of a box: what was pulled out of it less what was covered before, minor units."""
    variances = Transfer.objects.filter(kind=TransferKind.VARIANCE)
    before = _sum(variances.filter(target=box)) - _sum(variances.filter(source=box))
    return _sum(Transfer.objects.filter(source=box, kind=TransferKind.DROP)) - before


def _sum(transfers: QuerySet[Transfer]) -> int:
    return transfers.aggregate(sum=Sum("amount"))["sum"] or 0
