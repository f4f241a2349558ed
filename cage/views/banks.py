"""Players' banks at the window: opened, money in and out with the player's PIN, receipts, and the statement."""

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cage import services
from cage.forms.banks import BankMoveForm, OpenBankForm, ResetPinForm, SpanForm
from cage.models import BankSlip, Drawer, PlayerBank
from cage.selectors import banks as selectors
from cage.selectors.drawers import own_drawers
from cage.selectors.papers import prints_of
from cage.selectors.typed import BANK_WAYS, read_way
from cage.selectors.window import open_sessions
from cage.views.voids import answer_void
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, show_refusal, staff
from players.models import Player
from players.selectors.stacks import chips_in_rack
from players.views.known import known_or_404
from tables.models import TableSession


@require_safe
@staff(Permission.BANK_VIEW)
def banks(request: RoomRequest) -> HttpResponse:
    """The banks that nobody has used for as long as the room has set."""
    return page(request, "cage/banks.html", {"dormant": selectors.dormant(request.room, timezone.now())})


@require_safe
@staff(Permission.BANK_VIEW)
def bank(request: RoomRequest, player_id: int) -> HttpResponse:
    """A player's bank: what it holds, and what is done with it; where there is none, it is opened here."""
    return _show(request, known_or_404(request, player_id))


@require_POST
@staff(Permission.BANK_SERVE)
def open_bank(request: RoomRequest, player_id: int) -> HttpResponse:
    """Open a bank."""
    someone = known_or_404(request, player_id)
    form = OpenBankForm(request.POST, room=request.room, auto_id="open_%s")
    if form.is_valid():
        data = form.cleaned_data
        facts: dict[str, Any] = {"form_number": data["form_number"], "pin": data["bank_pin"], **_facts(request)}
        try:
            services.open_bank(room=request.room, player=someone, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                reverse("bank", args=[someone.pk]),
                gettext("The bank of %(someone)s is open.") % {"someone": someone},
            )
    return _show(request, someone, open_form=form)


@require_POST
@staff(Permission.BANK_SERVE)
def reset_pin(request: RoomRequest, player_id: int) -> HttpResponse:
    """Set the PIN of a bank anew."""
    found = _bank(request, player_id)
    form = ResetPinForm(request.POST, room=request.room, auto_id="reset_%s")
    if form.is_valid():
        data, facts = form.cleaned_data, _facts(request)
        try:
            second = form.second(at=facts["at"])
            given = {"document_number": data["document_number"], "pin": data["bank_pin"], "second": second}
            services.reset_bank_pin(bank=found, **given, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("bank", args=[player_id]), gettext("The new PIN holds."))
    return _show(request, found.player, reset_form=form)


@require_POST
@staff(Permission.BANK_SERVE)
def move(request: RoomRequest, player_id: int) -> HttpResponse:
    """Put money in, take it out, sell chips from the bank or redeem into it, with the player's PIN."""
    found = _bank(request, player_id)
    form = BankMoveForm(request.POST, room=request.room, drawers=_drawers(request), auto_id="bank_%s")
    if form.is_valid():
        try:
            shown = services.show_pin(bank=found, pin=form.cleaned_data["bank_pin"], **_facts(request))
            to = _moved(request, found, form.cleaned_data, shown)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, to)
    return _show(request, found.player, move_form=form)


@require_safe
@staff(Permission.BANK_VIEW)
def statement(request: RoomRequest, player_id: int) -> HttpResponse:
    """Every move of a bank over a span of gaming days, to be printed."""
    found, today = _bank(request, player_id), request.room.gaming_day(timezone.now())
    start = {"first": today - timedelta(days=30), "last": today}
    form = SpanForm(request.GET if "first" in request.GET else None, room=request.room, initial=start)
    span = form.cleaned_data if form.is_bound and form.is_valid() else start
    context = {"bank": found, "form": form, "statement": selectors.statement(found, span["first"], span["last"])}
    return page(request, "cage/bank_statement.html", context, status=422 if form.errors else 200)


@require_safe
@staff(Permission.MONEY_VIEW)
def receipt(request: RoomRequest, slip_id: int) -> HttpResponse:
    """The receipt of a deposit or a withdrawal."""
    slip = _slip(request, slip_id)
    times = prints_of(request.room, [slip.receipt]).get(slip.receipt)
    return page(request, "cage/bank_receipt.html", {"slip": slip, "times": times})


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BANK_SERVE)
def void(request: RoomRequest, slip_id: int) -> HttpResponse:
    """Take a deposit or a withdrawal back."""
    slip = _slip(request, slip_id)
    receipt = reverse("bank_receipt", args=[slip.pk])
    return answer_void(
        request,
        slip,
        lambda **facts: services.void_bank_slip(slip=slip, **facts),
        template="cage/bank_void.html",
        to=receipt,
        refuse=lambda: services.refuse_voided_bank_slip(slip),
    )


def _moved(request: RoomRequest, found: PlayerBank, data: dict[str, Any], shown: services.Shown) -> str:
    """Do what the form says; returns the address of its receipt."""
    facts = {name: data[name] for name in ("amount", "drawer", "key")} | {"shown": shown} | _facts(request)
    facts["confirmed"] = data["confirm"]
    if data["way"] == "bank_put":
        return reverse("bank_receipt", args=[services.deposit(bank=found, **facts).pk])
    if data["way"] == "bank_take":
        return reverse("bank_receipt", args=[services.withdraw(bank=found, **facts).pk])
    facts |= {"room": request.room, "player": found.player, "bank": found}
    if data["way"] == "bank_pay":
        return reverse("cash_out_receipt", args=[services.cash_out(**facts).pk])
    session = TableSession.objects.filter(pk=data["session"], room=request.room).first()
    if session is None:
        raise DomainError("table_elsewhere", "Choose the table that the chips are for.", field="session")
    return reverse("buy_in_receipt", args=[services.buy_in(session=session, **facts).pk])


def _show(request: RoomRequest, someone: Player, **forms: StrictForm) -> HttpResponse:
    """The page; a refused form stays as it was filled in, the others are fresh."""
    found, drawers = selectors.bank_of(request.room, someone), _drawers(request)
    refused = forms.get("move_form")
    way = read_way(str(refused["way"].value() if refused else request.GET.get("do", "")))
    sessions = open_sessions(request.room, someone)
    start = {"way": way, "amount": request.GET.get("amount", "")[:20], "drawer": drawers[0].pk if drawers else None}
    known: dict[str, Any] = {"room": request.room, "drawers": drawers, "auto_id": "bank_%s"}
    context: dict[str, Any] = {
        "player": someone,
        "bank": found,
        "kept": selectors.kept_in(found) if found else 0,
        "rack": chips_in_rack(request.room, someone),
        "moves": selectors.newest_moves(found) if found else None,
        "way": way if way in BANK_WAYS else "",
        "sessions": sessions,
        "no_drawer": not drawers,
        "at_runners_bank": next(iter(own_drawers(request.room, request.user, Drawer.Kind.RUNNER)), None),
        "open_form": OpenBankForm(room=request.room, auto_id="open_%s"),
        "reset_form": ResetPinForm(room=request.room, auto_id="reset_%s"),
        "move_form": BankMoveForm(initial=start, **known),
    }
    return page(request, "cage/bank.html", context | forms, status=422 if forms else 200)


def _bank(request: RoomRequest, player_id: int) -> PlayerBank:
    found = selectors.bank_of(request.room, known_or_404(request, player_id))
    if found is None:
        raise Http404("no such bank")
    return found


def _slip(request: RoomRequest, slip_id: int) -> BankSlip:
    kept = BankSlip.objects.select_related("player", "bank", "drawer__room", "by", "void__by", "void__second", "voids")
    return get_object_or_404(kept, pk=slip_id, room=request.room)


def _drawers(request: RoomRequest) -> list[Any]:
    return own_drawers(request.room, request.user)


def _facts(request: RoomRequest) -> dict[str, Any]:
    return {"by": request.user, "at": timezone.now()}
