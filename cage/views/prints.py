"""Receipts and slips on paper: 80 mm from the browser, or as PDF. Each print is on record before it is shown."""

from datetime import timedelta
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from cage import services
from cage.models import BankSlip, BuyIn, ChipSlip, PaperPrint
from cage.pdf import paper_pdf
from cage.selectors.other_papers import (
    COUNT,
    PULL,
    TRANSIT,
    VAULT,
    bank_or_tokes,
    other_paper,
    paper_key,
    printed_anyhow,
)
from cage.selectors.papers import slip_of
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, staff

FRESH: Final = timedelta(minutes=1)
"""The time for which a print is shown to who asked for it; an original of yesterday is not to be had again."""


@require_POST
@staff(Permission.DRAWER_COUNT)
def print_receipt(request: RoomRequest, receipt: int) -> HttpResponse:
    """Print a receipt of the window."""
    if slip_of(request.room, receipt) is None and bank_or_tokes(request.room, receipt) is None:
        raise Http404("no such receipt")
    made = services.print_receipt(room=request.room, receipt=receipt, by=request.user, at=timezone.now())
    return _to(request, made)


@require_POST
@staff(Permission.DRAWER_FUND)
def print_chip_slip(request: RoomRequest, slip_id: int) -> HttpResponse:
    """Print a slip of chips."""
    slip = get_object_or_404(ChipSlip, pk=slip_id, room=request.room)
    made = services.print_chip_slip(slip=slip, by=request.user, at=timezone.now())
    return _to(request, made)


@require_POST
@staff(Permission.SLIP)
def print_transit_slip(request: RoomRequest, slip_id: int) -> HttpResponse:
    """Print a fill or a credit."""
    return _other(request, TRANSIT, slip_id)


@require_POST
@staff(Permission.DRAWER_FUND)
def print_vault_slip(request: RoomRequest, number: int) -> HttpResponse:
    """Print a slip of the vault."""
    return _other(request, VAULT, number)


@require_POST
@staff(Permission.BOX_COUNT)
def print_pull(request: RoomRequest, pull_id: int) -> HttpResponse:
    """Print the slip of a box that was pulled."""
    return _other(request, PULL, pull_id)


@require_POST
@staff(Permission.BOX_COUNT)
def print_count(request: RoomRequest, pull_id: int) -> HttpResponse:
    """Print the count of a box, once it is counted."""
    return _other(request, COUNT, pull_id)


@require_safe
@staff(Permission.DRAWER_COUNT)
def print_page(request: RoomRequest, print_id: int) -> HttpResponse:
    """A print on 80 mm, which opens the browser's own dialog, or with `?as=pdf` as a file. An old one leads to the
    receipt, where it is printed anew as a copy."""
    kept = PaperPrint.objects.select_related("room", "chip_slip__chip_set", "chip_slip__by", "chip_slip__second")
    found = get_object_or_404(kept, pk=print_id, room=request.room, by=request.user)
    paper = printed_anyhow(found)
    if paper is None:
        raise Http404("no such receipt")
    if timezone.now() - found.at > FRESH:
        return redirect(_shown_at(request, found))
    if request.GET.get("as") != "pdf":
        return page(request, "cage/print.html", {"paper": paper})
    response = HttpResponse(paper_pdf(paper, request.room), content_type="application/pdf")
    response["Content-Disposition"] = (
        f'inline; filename="{paper.receipt or found.paper or f"slip-{found.chip_slip_id}"}.pdf"'
    )
    return response


def _other(request: RoomRequest, kind: str, number: int) -> HttpResponse:
    """Note the print of another slip and show it; nothing of one that isn't there."""
    if other_paper(request.room, kind, number) is None:
        raise Http404("no such slip")
    key = paper_key(kind, number)
    return _to(request, services.print_other_slip(room=request.room, paper=key, by=request.user, at=timezone.now()))


def _to(request: RoomRequest, made: PaperPrint) -> HttpResponse:
    wanted = "?as=pdf" if request.POST.get("as") == "pdf" else ""
    return done(request, reverse("print", args=[made.pk]) + wanted)


def _shown_at(request: RoomRequest, found: PaperPrint) -> str:
    """The page of the receipt or the slip itself."""
    if found.chip_slip_id:
        return reverse("chip_slip", args=[found.chip_slip_id])
    if found.paper:
        kind, _, number = found.paper.partition("-")
        return reverse({TRANSIT: "slip", VAULT: "vault_slip"}.get(kind, "box_count"), args=[int(number)])
    if other := bank_or_tokes(request.room, found.receipt or 0):
        return reverse("bank_receipt" if isinstance(other, BankSlip) else "toke_receipt", args=[other.pk])
    slip = slip_of(request.room, found.receipt or 0)
    assert slip is not None, "its paper was found"  # noqa: S101 - the caller has asked
    return reverse("buy_in_receipt" if isinstance(slip, BuyIn) else "cash_out_receipt", args=[slip.pk])
