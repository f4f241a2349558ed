"""Receipts and slips are put on paper: each print is on record, and every one after the first is a copy."""

from datetime import datetime

from django.db import transaction

from cage.models import ChipSlip, PaperPrint
from config.locks import LockKind, hold
from config.rooms.models import Room
from config.staff.models import User


@transaction.atomic
def print_receipt(*, room: Room, receipt: int, by: User, at: datetime) -> PaperPrint:
    """Note that the receipt of that number is printed; returns the print, which says whether it is a copy."""
    hold(LockKind.PRINTS, room=room.pk, thing=receipt)
    number = PaperPrint.objects.filter(room=room, receipt=receipt).count() + 1
    return PaperPrint.objects.create(room=room, receipt=receipt, number=number, at=at, by=by)


@transaction.atomic
def print_other_slip(*, room: Room, paper: str, by: User, at: datetime) -> PaperPrint:
    """Note that another slip of the cage is printed, by its key (`cage.selectors.other_papers.paper_key`); returns the
    print, which says whether it is a copy."""
    hold(LockKind.PRINTS, room=room.pk, thing=0)
    number = PaperPrint.objects.filter(room=room, paper=paper).count() + 1
    return PaperPrint.objects.create(room=room, paper=paper, number=number, at=at, by=by)


@transaction.atomic
def print_chip_slip(*, slip: ChipSlip, by: User, at: datetime) -> PaperPrint:
    """Note that a slip of chips is printed; returns the print, which says whether it is a copy."""
    hold(LockKind.PRINTS, room=slip.room_id, thing=0)
    number = PaperPrint.objects.filter(chip_slip=slip).count() + 1
    return PaperPrint.objects.create(room_id=slip.room_id, chip_slip=slip, number=number, at=at, by=by)
