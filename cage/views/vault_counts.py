"""The vault is counted: begun, entered by one after the other, given up where it stays half done, and looked up."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from cage import services
from cage.forms.drawers import CountForm, GiveUpForm
from cage.models import VaultCount
from cage.selectors.chip_sets import values_that_may_lie
from cage.selectors.sheets import Sheet
from cage.selectors.vault_counts import answers_for, counts_of, has_looked_at_vault, running_count, sheet_of_vault
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, show_refusal, staff

_S = VaultCount.State


@require_safe
@staff(Permission.DRAWER_COUNT)
def vault_count(request: RoomRequest) -> HttpResponse:
    """The count of the vault that goes on, or what it means to begin one."""
    return _show(request)


@require_POST
@staff(Permission.DRAWER_COUNT)
def begin(request: RoomRequest) -> HttpResponse:
    """Let the vault be counted: nothing enters it or leaves it from now on."""
    form = StrictForm(request.POST, room=request.room)
    try:
        services.begin_vault_count(room=request.room, by=request.user, at=timezone.now())
    except DomainError as error:
        show_refusal(form, error)
        return _show(request, begin_form=form)
    return done(request, reverse("vault_count"), "")


@require_POST
@staff(Permission.DRAWER_COUNT)
def enter(request: RoomRequest, count_id: int) -> HttpResponse:
    """Enter one of the two counts of the vault, or the count together."""
    count, now = _count(request, count_id), timezone.now()
    form = _sheet_form(request, _sheet(request, count), bound=True)
    if form.is_valid():
        try:
            given: dict[str, Any] = {"count": count, "counted": form.counted(), "key": form.cleaned_data["key"]}
            given |= {"second": form.second(at=now), "by": request.user, "at": now}
            count = _entered(count, form, given)
        except DomainError as error:
            show_refusal(form, error)
        else:
            differs = count.state == _S.RECOUNT
            return done(request, reverse("vault_count"), _said(count), warns=differs)
    return _show(request, count_form=form)


@require_POST
@staff(Permission.DRAWER_COUNT)
def give_up(request: RoomRequest, count_id: int) -> HttpResponse:
    """Give up a count of the vault that is half done."""
    count, now = _count(request, count_id), timezone.now()
    form = _give_up_form(request, count, bound=True)
    if form.is_valid():
        try:
            second, reason = form.second(at=now), form.cleaned_data["reason"]
            services.give_up_vault_count(count=count, second=second, reason=reason, by=request.user, at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = gettext("The count is given up: things move at the vault again. It is still to be counted.")
            return done(request, reverse("vault_count"), said)
    return _show(request, give_up_form=form)


@require_safe
@staff(Permission.EXPECTED)
def vault_counts(request: RoomRequest) -> HttpResponse:
    """Every count of the vault: who counted, what, and what it was short or over; whoever looks isn't the second who
    counts it next."""
    services.note_vault_look(room=request.room, by=request.user, at=timezone.now())
    return page(request, "cage/vault_counts.html", {"counts": counts_of(request.room)})


def _entered(count: VaultCount, form: CountForm, given: dict[str, Any]) -> VaultCount:
    third = form.third(at=given["at"])
    if count.state == _S.RECOUNT:
        return services.count_vault_together(third=third, **given)
    if third is not None:
        raise DomainError("vault_counting", "Reload the page: the count has gone on meanwhile.")
    return services.count_vault(**given)


def _said(count: VaultCount) -> str:
    """The words that answer a count, by the state that it has led to."""
    return {
        _S.COUNTING: gettext("The count is entered. Somebody else counts next."),
        _S.RECOUNT: gettext("The two counts differ: count together with a third person."),
    }.get(_S(count.state), gettext("The vault is counted."))


def _show(request: RoomRequest, **forms: StrictForm) -> HttpResponse:
    """The page; a refused form stays as it was filled in, the others are fresh. No amount of the books stands here."""
    room, running, now = request.room, running_count(request.room), timezone.now()
    context: dict[str, Any] = {"running": running, "has_looked": has_looked_at_vault(room, request.user)}
    if running is None:
        context["until"] = answers_for(room, now)
    else:
        sheet = _sheet(request, running)
        context |= {"sheet": sheet, "count_form": _sheet_form(request, sheet)}
        context["never_issued"] = [room.money(value) for value in values_that_may_lie(room)[1]]
        context["give_up_form"] = _give_up_form(request, running)
    return page(request, "cage/vault_count.html", context | forms, status=422 if forms else 200)


def _sheet(request: RoomRequest, count: VaultCount) -> Sheet:
    return sheet_of_vault(count, request.user)


def _sheet_form(request: RoomRequest, sheet: Sheet, *, bound: bool = False) -> CountForm:
    return CountForm(
        request.POST if bound else None,
        room=request.room,
        values=values_that_may_lie(request.room)[0],
        asks_second=sheet.asks_second,
        asks_third=sheet.asks_third,
        auto_id="count_%s",
    )


def _give_up_form(request: RoomRequest, count: VaultCount, *, bound: bool = False) -> GiveUpForm:
    differs = count.state == _S.RECOUNT
    return GiveUpForm(request.POST if bound else None, room=request.room, differs=differs, auto_id="give_up_%s")


def _count(request: RoomRequest, count_id: int) -> VaultCount:
    return get_object_or_404(VaultCount.objects.select_related("room", "counter"), pk=count_id, room=request.room)
