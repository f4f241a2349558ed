"""The vault: what is in it and what moved today, cash brought and banked, and the slip of each move."""

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cage import services
from cage.forms.drawers import BankingForm, VaultForm, VaultVoidForm
from cage.selectors import drawers as selectors
from cage.selectors.chip_sets import open_alarms
from cage.selectors.other_papers import VAULT, paper_key, times_printed
from cage.selectors.vault_counts import running_count
from cage.selectors.vault_moves import deposit_moved, vault_move, vault_moves, vault_paper, voidable
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players.models import Transfer


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DRAWER_FUND, read=Permission.VAULT_VIEW)
def vault(request: RoomRequest) -> HttpResponse:
    """The chips and the cash in the vault; cash is put into it before a second person."""
    form = VaultForm(sent(request), room=request.room, auto_id="vault_%s")
    if form.is_valid():
        try:
            facts = {name: form.cleaned_data[name] for name in ("cash", "key", "reason")}
            facts |= {"second": form.second(at=timezone.now()), "confirmed": form.cleaned_data["confirm"]}
            services.stock_vault(room=request.room, chips=0, **facts, **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = gettext("%(cash)s in cash is in the vault.") % {"cash": request.room.money(facts["cash"])}
            return done(request, slip_address(request.room, facts["key"]), said)
    return _vault(request, form=form)


@require_POST
@staff(Permission.DRAWER_FUND)
def bank_cash(request: RoomRequest) -> HttpResponse:
    """Send cash of the vault to the bank, before a second person."""
    form = BankingForm(request.POST, room=request.room, auto_id="bank_%s")
    if form.is_valid():
        data, facts = form.cleaned_data, _facts(request)
        try:
            facts |= {
                "amount": data["cash"],
                "reason": data["reason"],
                "key": data["key"],
                "confirmed": data["confirm"],
            }
            services.bank_cash(room=request.room, second=form.second(at=facts["at"]), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = gettext("%(cash)s in cash is booked to the bank.") % {"cash": request.room.money(facts["amount"])}
            return done(request, slip_address(request.room, facts["key"]), said)
    return _vault(request, bank_form=form)


@require_safe
@staff(Permission.VAULT_VIEW)
def vault_slip(request: RoomRequest, number: int) -> HttpResponse:
    """One move of the vault on paper, by the number of its first row in the ledger."""
    move = vault_move(request.room, number)
    if move is None:
        raise Http404
    may_void = not move.voided_by and bool(voidable(request.room, number))
    context = {"paper": vault_paper(move, request.room), "move": move, "may_void": may_void}
    context["deposit"] = deposit_moved(request.room, number)
    context["times"] = times_printed(request.room, [paper_key(VAULT, number)]).get(paper_key(VAULT, number))
    return page(request, "cage/vault_slip.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DRAWER_FUND)
def void(request: RoomRequest, number: int) -> HttpResponse:
    """Take a fill of a drawer back, or cash that was sent to the bank, before a second person."""
    move = vault_move(request.room, number)
    if move is None:
        raise Http404
    form = VaultVoidForm(sent(request), room=request.room, auto_id="void_%s")
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("key", "reason")} | _facts(request)
        try:
            facts["second"] = form.second(at=facts["at"])
            services.void_vault_move(room=request.room, number=number, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, slip_address(request.room, facts["key"]), gettext("All of it went back."))
    context = {"move": move, "chips": -move.chips, "cash": -move.cash, "form": form}
    return page(request, "cage/vault_void.html", context, status=422 if form.is_bound else 200)


def slip_address(room: Room, key: str) -> str:
    """The page of the slip of what a request moved into the vault or out of it."""
    first = (
        Transfer.objects.filter(room=room, request_key=key).order_by("number").values_list("chain_number", flat=True)
    )
    return reverse("vault_slip", args=[first[0]])


def _vault(request: RoomRequest, **forms: StrictForm) -> HttpResponse:
    """The page of the vault; a refused form stays as it was filled in, the others are fresh. While it is counted nobody
    is shown what must be there; else whoever looks isn't the second who counts it."""
    chips, cash = selectors.vault(request.room)
    counting = running_count(request.room)
    if counting is None:
        services.note_vault_look(room=request.room, by=request.user, at=timezone.now())
    context: dict[str, Any] = {
        "counting": counting,
        "form": VaultForm(room=request.room, auto_id="vault_%s"),
        "bank_form": BankingForm(room=request.room, auto_id="bank_%s"),
        "chips": chips,
        "cash": cash,
        "chip_alarms": len(open_alarms(request.room)),
        "moves": vault_moves(request.room, request.room.gaming_day(timezone.now())),
    }
    bound = any(form.is_bound for form in forms.values())
    return page(request, "cage/vault.html", context | forms, status=422 if bound else 200)


def _facts(request: RoomRequest) -> dict[str, Any]:
    return {"by": request.user, "at": timezone.now()}
