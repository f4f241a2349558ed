"""The tables that are planned: the plan of a gaming day with the entries behind it, and a new entry."""

from datetime import date, timedelta
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff
from tables import services
from tables.forms import PlanDayForm, PlanForm
from tables.models import TablePlan
from tables.planned_hours import planned_hours, stretches
from tables.selectors.plans import games_to_plan, plans_of


@require_http_methods(["GET", "POST"])
@staff(Permission.PLAQUE_POST, read=Permission.PLAQUE_VIEW)
def plan(request: RoomRequest) -> HttpResponse:
    """The plan of a gaming day, today where none is named; an entry more."""
    today = request.room.gaming_day(timezone.now())
    day = PlanDayForm(request.GET).day_or(today)
    form = plan_form(request, today, day)
    if form.is_valid() and (answer := _plan(request, form, today)):
        return answer
    plans = plans_of(request.room, day)
    context = {
        "day": day,
        "before": day - timedelta(days=1),
        "after": day + timedelta(days=1),
        "stretches": stretches(planned_hours(request.room, day, plans)),
        "entries": plans,
        "plan_form": form,
    }
    return page(request, "tables/plan.html", context, status=422 if form.errors else 200)


def plan_form(request: RoomRequest, today: date, day: date | None = None) -> PlanForm:
    """The form of a new entry, with what was sent to it where it was."""
    sent = request.POST if request.method == "POST" and "plaque_name" in request.POST else None
    facts: dict[str, Any] = {"room": request.room, "games": games_to_plan(request.room), "today": today, "day": day}
    return PlanForm(sent, auto_id="plan_%s", **facts)


def _plan(request: RoomRequest, form: PlanForm, today: date) -> HttpResponse | None:
    planned = form.planned
    try:
        entry = services.plan_tables(
            room=request.room, planned=planned, key=form.cleaned_data["key"], by=request.user, at=timezone.now()
        )
    except DomainError as error:
        show_refusal(form, error)
        return None
    shown = planned.for_day or _next(today, entry)
    said = f"{entry.plaque_name}: {entry.tables} planned from {entry.hours}, {entry.when}."
    return done(request, f"{reverse('table_plan')}?day={shown.isoformat()}", said)


def _next(today: date, entry: TablePlan) -> date:
    """The next gaming day that a weekday's entry is for."""
    return today + timedelta(days=((entry.weekday or 0) - today.weekday()) % 7)
