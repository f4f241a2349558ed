"""The pages of the ledger: transfers searched, one of them, a group of them, and the statement of an account."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.spreadsheets import csv_file
from config.web.views import RoomRequest, page, staff
from config.web.widgets import WHICH
from players.exports import csv_lines
from players.forms.ledger import LedgerForm, PeriodForm
from players.models import Account, AccountKind, Transfer
from players.selectors.ledger import Search, everything, find
from players.selectors.ledger_account import statement
from players.selectors.ledger_group import group, other_days
from players.selectors.ledger_places import JOINED, house_places, places
from players.selectors.ledger_rows import TransferRow, told, with_words
from players.services import note_ledger_exported
from players.tills import tills

_K = AccountKind
_BOXES = (_K.RAKE_BOX, _K.PROMO_BOX, _K.TIME_BOX, _K.TOKES, _K.CUSTODY)


@require_safe
@staff(Permission.LEDGER_VIEW)
def ledger(request: RoomRequest) -> HttpResponse:
    """The transfers of the room, newest first, narrowed down as asked."""
    form = LedgerForm(request.GET, room=request.room)
    if not form.is_valid():
        return page(request, "players/ledger/search.html", {"form": form}, status=422)
    tills().looked_at_boxes(request.room, by=request.user, at=timezone.now())
    search: Search = form.search
    context = {"form": form, "search": search, "found": find(request.room, search), "query": _asked(request, form)}
    return page(request, "players/ledger/search.html", context)


@require_safe
@staff(Permission.LEDGER_VIEW)
def ledger_file(request: RoomRequest) -> HttpResponseBase:
    """The transfers that are looked for, all of them, as CSV; the trail keeps who took it. They sum up to what drawers
    and vault hold: whoever takes them counts no drawer that is open (C-5)."""
    form = LedgerForm(request.GET, room=request.room)
    if not form.is_valid():
        return page(request, "players/ledger/search.html", {"form": form}, status=422)
    now = timezone.now()
    tills().looked(request.room, by=request.user, at=now)
    tills().looked_at_boxes(request.room, by=request.user, at=now)
    looked_for = {name: str(request.GET[name]) for name in _names(form) if request.GET.get(name)}
    note_ledger_exported(room=request.room, looked_for=looked_for, by=request.user, at=now)
    lines = csv_lines(request.room, everything(request.room, replace(form.search, before=None)))
    return csv_file(lines, "ledger.csv")


@require_safe
@staff(Permission.LEDGER_VIEW)
def transfer(request: RoomRequest, transfer_id: int) -> HttpResponse:
    """One transfer with everything that is known of it; whoever sees what went into a box, or was taken off with one,
    counts none that was there then."""
    found = get_object_or_404(with_words(Transfer.objects.all()), pk=transfer_id, room=request.room)
    row = told([found])[0]
    _note_boxes(request, [row])
    context = {"row": row, "group": group(request.room, found.request_key), "other_days": other_days([row])}
    return page(request, "players/ledger/transfer.html", context)


@require_safe
@staff(Permission.LEDGER_VIEW)
def ledger_group(request: RoomRequest, key: str) -> HttpResponse:
    """All that one request moved, and that it comes to nothing; for boxes as the page of one transfer."""
    found = group(request.room, key)
    if found is None:
        raise Http404("no such group")
    _note_boxes(request, found.rows)
    return page(request, "players/ledger/group.html", {"group": found})


@require_safe
@staff(Permission.LEDGER_VIEW)
def accounts(request: RoomRequest) -> HttpResponse:
    """The places of the house: what each holds now. Whoever looks counts no drawer that is open (C-5)."""
    tills().looked(request.room, by=request.user, at=timezone.now())
    return page(request, "players/ledger/accounts.html", {"places": house_places(request.room)})


@require_safe
@staff(Permission.LEDGER_VIEW)
def account(request: RoomRequest, account_id: int) -> HttpResponse:
    """The statement of one account, with the balance after each of its rows. Who looks at a drawer's counts none."""
    found = get_object_or_404(Account.objects.select_related(*JOINED), pk=account_id, room=request.room)
    if found.drawer_id:
        tills().looked(request.room, by=request.user, at=timezone.now())
    if found.kind in _BOXES:
        tills().looked_at_boxes(request.room, by=request.user, at=timezone.now())
    form = PeriodForm(request.GET, room=request.room)
    context = {"form": form, "place": places([found])[found.pk], "account": found}
    if not form.is_valid():
        return page(request, "players/ledger/account.html", context, status=422)
    context |= {"statement": statement(found, **form.cleaned_data), "query": _asked(request, form)}
    return page(request, "players/ledger/account.html", context)


def _note_boxes(request: RoomRequest, rows: Sequence[TransferRow]) -> None:
    """Note that whoever looks is shown what moved at boxes, where these rows tell of any."""
    if any(place.account.kind in _BOXES for row in rows for place in (row.source, row.target)):
        tills().looked_at_boxes(request.room, by=request.user, at=timezone.now())


def _asked(request: RoomRequest, form: StrictForm) -> str:
    """The query string of what was asked for, whichever page of it is shown."""
    return urlencode(
        {name: str(request.GET[name]) for name in _names(form) if name != "before" and request.GET.get(name)}
    )


def _names(form: StrictForm) -> list[str]:
    """The names that a search is sent with: of each field, and of each that says which of two instants is meant."""
    return [name for field in form.fields for name in (field, f"{field}{WHICH}")]
