"""The manager's page of the chips of the house: sets and their pieces, received, destroyed and retired; alarms about
chips that nobody issued."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from cage import services
from cage.forms.chip_sets import ChipAlarmForm, DestroyForm, PiecesForm, ReceiveForm, RetireForm
from cage.models import ChipAlarm, ChipSet, ChipSlip, PaperPrint
from cage.selectors import chip_sets as selectors
from cage.selectors.chip_sets import names_if_all_retired
from cage.selectors.denominations import values_of
from cage.selectors.papers import chip_paper
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, show_refusal, staff

_FORMS: dict[str, type[PiecesForm]] = {"receive": ReceiveForm, "destroy": DestroyForm}


@require_safe
@staff(Permission.VAULT_VIEW)
def chip_sets(request: RoomRequest) -> HttpResponse:
    """The sets with the pieces issued of each, the newest slips, and the alarms that nobody has answered."""
    return _show(request)


@require_POST
@staff(Permission.DRAWER_FUND)
def receive(request: RoomRequest) -> HttpResponse:
    """Receive chips, before a second person."""
    form = _pieces_form(request, "receive")
    if form.is_valid():
        data = form.cleaned_data
        facts = {name: data[name] for name in ("chip_set", "reason", "key")} | {"pieces": form.pieces()}
        facts |= {} if data["chip_set"] else {name: data[name] for name in ("name", "use")}
        try:
            second = form.second(at=timezone.now())
            made = services.receive_chips(room=request.room, second=second, **facts, **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("chip_slip", args=[made.pk]), gettext("The chips are in the vault."))
    return _show(request, receive=form)


@require_POST
@staff(Permission.DRAWER_FUND)
def destroy(request: RoomRequest) -> HttpResponse:
    """Destroy chips, before a second person."""
    form = _pieces_form(request, "destroy")
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("chip_set", "reason", "key")} | {"pieces": form.pieces()}
        try:
            second = form.second(at=timezone.now())
            made = services.destroy_chips(second=second, **facts, **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("chip_slip", args=[made.pk]), gettext("The chips are out of the books."))
    return _show(request, destroy=form)


@require_POST
@staff(Permission.DRAWER_FUND)
def retire(request: RoomRequest) -> HttpResponse:
    """Retire a set, before a second person."""
    form = RetireForm(request.POST, room=request.room, sets=_in_use(request), auto_id="retire_%s")
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("chip_set", "last_day", "reason", "key", "confirmed")}
        try:
            made = services.retire_set(second=form.second(at=timezone.now()), **facts, **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                reverse("chip_slip", args=[made.pk]),
                gettext("%(chip_set)s is retired.") % {"chip_set": made.chip_set},
            )
    return _show(request, retire=form)


@require_safe
@staff(Permission.VAULT_VIEW)
def slip(request: RoomRequest, slip_id: int) -> HttpResponse:
    """One slip: pieces that were received or destroyed, or a set that was retired."""
    slips = ChipSlip.objects.select_related("chip_set", "by", "second")
    found = get_object_or_404(slips, pk=slip_id, room=request.room)
    context = {
        "slip": found,
        "paper": chip_paper(found, request.room),
        "times": PaperPrint.objects.filter(chip_slip=found).count(),
    }
    return page(request, "cage/chip_slip.html", context)


@require_POST
@staff(Permission.DRAWER_FUND)
def answer(request: RoomRequest, alarm_id: int) -> HttpResponse:
    """Say what was found about chips that nobody issued."""
    alarm = get_object_or_404(ChipAlarm, pk=alarm_id, room=request.room)
    form = ChipAlarmForm(request.POST, room=request.room, auto_id=f"alarm_{alarm.pk}_%s")
    if form.is_valid():
        try:
            services.answer_chip_alarm(alarm=alarm, reason=form.cleaned_data["reason"], **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("chip_sets"), gettext("The alarm has its answer."))
    return _show(request, alarm=form, alarm_id=alarm.pk)


def _pieces_form(request: RoomRequest, act: str, *, bound: bool = True) -> PiecesForm:
    sets = _in_use(request) if act == "receive" else list(ChipSet.objects.filter(room=request.room))
    data = request.POST if bound else None
    return _FORMS[act](data, room=request.room, values=values_of(request.room), sets=sets, auto_id=f"{act}_%s")


def _in_use(request: RoomRequest) -> list[ChipSet]:
    return [row.chip_set for row in selectors.set_rows(request.room) if not row.retirement]


def _show(request: RoomRequest, *, alarm_id: int = 0, **forms: StrictForm) -> HttpResponse:
    """The page; a refused form stays as it was filled in, the others are fresh. What was counted of the drawers stands
    in its alarms: whoever reads them counts none of them."""
    room, refused = request.room, forms.pop("alarm", None)
    alarms, answered = selectors.open_alarms(room), selectors.answered_alarms(room)
    if alarms or answered:
        services.note_looks(room=room, by=request.user, at=timezone.now())
    context: dict[str, Any] = {
        "rows": selectors.set_rows(room),
        "slips": selectors.latest_slips(room),
        "alarms": [(each, _alarm_form(request, each, alarm_id, refused)) for each in alarms],
        "answered": answered,
        "receive": _pieces_form(request, "receive", bound=False),
        "destroy": _pieces_form(request, "destroy", bound=False),
        "retire": RetireForm(room=room, sets=_in_use(request), auto_id="retire_%s"),
        "only_set": services.what_the_only_set_means(room, at=timezone.now()),
        "without_set": names_if_all_retired(room),
    }
    status = 422 if forms or refused else 200
    return page(request, "cage/chip_sets.html", context | forms, status=status)


def _alarm_form(request: RoomRequest, alarm: ChipAlarm, refused_id: int, refused: StrictForm | None) -> StrictForm:
    if refused is not None and alarm.pk == refused_id:
        return refused
    return ChipAlarmForm(room=request.room, auto_id=f"alarm_{alarm.pk}_%s")


def _facts(request: RoomRequest) -> dict[str, Any]:
    return {"by": request.user, "at": timezone.now()}
