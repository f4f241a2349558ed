"""The page of what the hands say of the dealers."""

from datetime import date

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.staff.roles import Permission
from config.web.days import day_of
from config.web.views import RoomRequest, page, staff
from games.selectors.pace import pace_by_dealer


@require_safe
@staff(Permission.DEALERS_VIEW)
def dealer_pace(request: RoomRequest) -> HttpResponse:
    """Hands per hour of everybody who dealt on a gaming day, today's unless another is named."""
    now = timezone.now()
    day = _day(request.GET.get("day", "")) or request.room.gaming_day(now)
    return page(request, "games/dealer_pace.html", {"day": day, "rows": pace_by_dealer(request.room, day, now)})


def _day(text: str) -> date | None:
    """The day that was asked for; None where none was."""
    if not text:
        return None
    try:
        return day_of(text)
    except ValueError as error:
        raise Http404("no such day") from error
