"""The list of drawers counted short or over, and the end of an investigation."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from cage import services
from cage.forms.drawers import NoteForm, SettleForm
from cage.models import Investigation
from cage.selectors import regulator_notes
from cage.selectors import variances as selectors
from cage.selectors.explained import named_by
from cage.selectors.over_short import over_short
from cage.selectors.settlers import funders_of, nobody_settles
from cage.selectors.vault_counts import vault_off
from cage.views.drop import drop_reports_page
from cage.views.settling import form_of
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff

PAGE = 40


@require_safe
@staff(Permission.EXPECTED)
def variances(request: RoomRequest) -> HttpResponse:
    """Every difference that was counted, newest first, and the investigations that are open."""
    return _show(request)


@require_POST
@staff(Permission.DRAWER_FUND)
def settle(request: RoomRequest, investigation_id: int) -> HttpResponse:
    """End an investigation."""
    investigation = get_object_or_404(regulator_notes.of_room(request.room), pk=investigation_id)
    form = form_of(request, investigation, is_sent=True)
    if form and form.is_valid():
        data = form.cleaned_data
        outcome = Investigation.State(data["outcome"])
        told: dict[str, Any] = {"text": data["text"], "transfers": data["transfers"], "stays": data["stays"] or 0}
        facts: dict[str, Any] = {"by": request.user, "at": timezone.now()}
        try:
            second = form.second(at=facts["at"])
            services.settle_investigation(investigation=investigation, outcome=outcome, second=second, **told, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            place = "drop_reports" if investigation.box_variance_id else "variances"
            return done(request, reverse(place), gettext("The variance is %(outcome)s.") % {"outcome": outcome.label})
    if investigation.box_variance_id:
        return drop_reports_page(request, {investigation_id: form})
    return _show(request, {investigation_id: form})


@require_POST
@staff(Permission.DRAWER_FUND)
def note(request: RoomRequest, investigation_id: int) -> HttpResponse:
    """Write down that the regulator was told of a variance."""
    investigation = get_object_or_404(regulator_notes.of_room(request.room), pk=investigation_id)
    form = NoteForm(request.POST, room=request.room, auto_id=f"note_%s_{investigation_id}")
    if form.is_valid():
        facts: dict[str, Any] = {**form.cleaned_data, "by": request.user, "at": timezone.now()}
        try:
            services.note_regulator(investigation=investigation, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("variances"), gettext("It is written down that the regulator was told."))
    return _show(request, noted={investigation_id: form})


def _not_told(request: RoomRequest, noted: dict[int, NoteForm]) -> list[tuple[Investigation, NoteForm | None]]:
    """The variances of which the regulator is to be told, each with its form; without one for whoever it names."""
    waiting = regulator_notes.not_told(request.room)
    return [(row, noted.get(row.pk) or _note_form(request, row)) for row in waiting]


def _note_form(request: RoomRequest, row: Investigation) -> NoteForm | None:
    if request.user.pk in named_by(row.about):
        return None
    return NoteForm(room=request.room, auto_id=f"note_%s_{row.pk}")


def _show(
    request: RoomRequest,
    sent: dict[int, SettleForm | None] | None = None,
    noted: dict[int, NoteForm] | None = None,
) -> HttpResponse:
    """The page; each investigation with a form of its own, that which was sent with what it says."""
    forms = sent or {}
    funders = funders_of(request.room)
    waiting = [
        (row, forms.get(row.pk) or form_of(request, row), nobody_settles(row.about, funders))
        for row in selectors.open_investigations(request.room)
    ]
    pages = Paginator(selectors.variances(request.room), PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {"waiting": waiting, "page": pages}
    context |= {"carried": selectors.carried_off(request.room), "given_up": selectors.given_up(request.room)}
    context |= {"trays": selectors.trays_off(request.room), "vault": vault_off(request.room)}
    context |= {"felts": selectors.felts_off(request.room), "account": over_short(request.room)}
    context["today"] = request.room.gaming_day(timezone.now())
    context |= {"not_told": _not_told(request, noted or {}), "notes": regulator_notes.notes(request.room)}
    return page(
        request, "cage/variances.html", context | {"now": timezone.now()}, status=422 if forms or noted else 200
    )
