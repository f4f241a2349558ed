"""The page of currency reports: the candidates of a gaming day, what was decided, and the form that decides."""

from datetime import date
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from cage import services
from cage.forms.currency_reports import DecideCurrencyForm
from cage.forms.other_cash import LogForm
from cage.selectors import currency_reports
from cage.selectors.currency_reports import Candidate
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff
from players.views.known import known_or_404


@require_safe
@staff(Permission.REPORT_VIEW)
def reports(request: RoomRequest) -> HttpResponse:
    """The people whose cash of a day comes to what the room reports, with what was decided about them."""
    today = request.room.gaming_day(timezone.now())
    form = LogForm(request.GET if "day" in request.GET else None, room=request.room, initial={"day": today})
    day = form.cleaned_data["day"] if form.is_bound and form.is_valid() else today
    return _show(request, day, form)


@require_POST
@staff(Permission.DRAWER_FUND)
def decide(request: RoomRequest, player_id: int) -> HttpResponse:
    """Decide about one of them; whoever decides may see the log too."""
    if not request.user.may(Permission.REPORT_VIEW, request.room):
        raise PermissionDenied(Permission.REPORT_VIEW)
    player = known_or_404(request, player_id)
    form = DecideCurrencyForm(request.POST, room=request.room, auto_id=f"patron_{player.person_id}_%s")
    day = request.room.gaming_day(timezone.now())
    if form.is_valid():
        facts = {"by": request.user, "at": timezone.now(), **form.cleaned_data}
        day = form.cleaned_data["day"]
        try:
            services.decide_currency(room=request.room, player=player, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            address = f"{reverse('currency_reports')}?day={day.isoformat()}"
            return done(request, address, gettext("It is decided."))
    elif "day" in form.cleaned_data:
        day = form.cleaned_data["day"]
    return _show(request, day, LogForm(room=request.room, initial={"day": day}), {player.person_id: form})


def _show(
    request: RoomRequest, day: date, form: LogForm, refused: dict[int, DecideCurrencyForm] | None = None
) -> HttpResponse:
    room, refused = request.room, refused or {}
    found = currency_reports.candidates(room, day)
    people = {each.player.person_id for each in found}
    forms = [None if each.is_final else refused.get(each.player.person_id) or _form(request, each) for each in found]
    others = [each for each in currency_reports.decisions_of(room, day) if each.player.person_id not in people]
    today = room.gaming_day(timezone.now())
    context: dict[str, Any] = {
        "day": day,
        "form": form,
        "candidates": list(zip(found, forms, strict=True)),
        "others": others,
        "refused": next((each for person, each in refused.items() if person not in people), None),
        "changed": currency_reports.changed_since_lock(room, today),
        "carried": currency_reports.carried_on(room),
    }
    return page(request, "cage/currency_reports.html", context, status=422 if refused else 200)


def _form(request: RoomRequest, candidate: Candidate) -> DecideCurrencyForm:
    initial = {"day": candidate.of_day, "seen": candidate.seen}
    return DecideCurrencyForm(room=request.room, auto_id=f"patron_{candidate.player.person_id}_%s", initial=initial)
