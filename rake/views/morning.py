"""The manager's morning: the gaming day that ended, and the room right now, on one page."""

from datetime import date, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from cage.selectors.day_cash import day_cash
from config import replica
from config.days.selectors import is_locked, next_to_lock
from config.days.views import corrections_for, notes_for, open_items_for
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.views import RoomRequest, page, staff
from rake.assurance.selectors import open_flags
from rake.figures.words import period_name
from rake.forms import BuildForm, DayForm
from rake.looking import note_looks, warned
from rake.morning.charts import busy_hours, first_shown, money_by_day, players_by_hour, weeks_of_heat
from rake.morning.phrases import TITLES
from rake.morning.right_now import right_now
from rake.morning.sentences import tell
from rake.morning.shortfalls import shortfalls
from rake.unbuilt import days_to_rebuild, lacks_its_end


@require_GET
@staff(Permission.REPORT_VIEW)
def morning(request: RoomRequest) -> HttpResponse:
    """Yesterday in sentences and charts, or the day that is asked for; what keeps it open; the room right now."""
    at = timezone.now()
    today = request.room.gaming_day(at)
    asked = DayForm(request.GET)
    day = asked.day_or(today - timedelta(days=1))
    if first := warned(request, first=first_shown(day), last=day):
        return first
    error = None if asked.is_valid() else DomainError("choice_unknown", "Choose a gaming day, such as 2026-11-20.")
    note_looks(request, first=first_shown(day), last=day)
    shown, where = replica.read(partial(_of_day, request.room, day, at))
    context = {
        **shown,
        "day": day,
        "error": error,
        "title": period_name(shown["told"].period, request.room),
        "read_from": where.words(request.room.zone),
        "form": DayForm({"day": day}),
        "before": day - timedelta(days=1),
        "after": day + timedelta(days=1) if day < today else None,
        "notes": notes_for(request, day),
        "corrections": corrections_for(request, day),
        "now_lines": [(TITLES[line.subject], line) for line in right_now(request.room, at)],
        "heat_query": _heat_query(day),
        "worth_a_look": request.user.may(Permission.ASSURANCE_VIEW, request.room) and open_flags(request.room).count(),
        "build_form": BuildForm(room=request.room) if _wants_building(request, day) else None,
        **_keeps_open(request, day, today),
    }
    return page(request, "rake/morning.html", context, status=422 if error else 200)


def _of_day(room: Room, day: date, at: datetime) -> dict[str, Any]:
    """The day that is told, in sentences and charts, all from one place; what somebody may act on is asked apart."""
    return {
        "told": tell(room, day, at),
        "shortfalls": shortfalls(room, day),
        "day_cash": day_cash(room, day),
        "charts": [money_by_day(room, day, at), players_by_hour(room, day, at)],
        "heat": busy_hours(room, day, at),
    }


def _wants_building(request: RoomRequest, day: date) -> bool:
    """Whether the figures of the day don't know yet all that was recorded, and whoever looks may have them built."""
    if not request.user.may(Permission.REPORT_BUILD, request.room):
        return False
    return bool(days_to_rebuild(request.room, (day, day)) or lacks_its_end(request.room, day))


def _keeps_open(request: RoomRequest, day: date, today: date) -> dict[str, Any]:
    """The state of the day, what keeps it open once it is over, and the earlier day that is to be locked first."""
    ahead = next_to_lock(request.room)
    locked = is_locked(request.room, day)
    over = ahead is not None and ahead <= day < today and not locked
    return {
        "is_locked": locked,
        "goes_on": day == today,
        "is_to_come": day > today,
        "is_over": over,
        "items": open_items_for(request, day) if over else [],
        "ahead": ahead if over and ahead != day else None,
    }


def _heat_query(day: date) -> str:
    """The query of the figures' page with the hours that the heat map is of."""
    period = weeks_of_heat(day)
    asked = {"chapter": "play", "period": "days", "day": period.first, "until": period.last, "by": "weekday-hour"}
    return urlencode(asked)
