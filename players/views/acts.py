"""The table of acts: who may move money after the fact, or change a right, a limit or a rule, and before whom."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.staff.roles import Permission
from config.web.views import RoomRequest, page, staff
from players import four_eyes
from players.selectors.acts import acts_of_today, counts_of_day
from players.table_of_acts import TABLE_OF_ACTS


@require_safe
@staff(Permission.ROOM_VIEW)
def acts(request: RoomRequest) -> HttpResponse:
    """Every act, and what was moved today by whom, alone or by two."""
    context = {
        "table": TABLE_OF_ACTS,
        "limit": four_eyes.limit_for(request.room),
        "today": acts_of_today(request.room, timezone.now()),
        "counts": counts_of_day(request.room, request.room.gaming_day(timezone.now())),
    }
    return page(request, "players/acts.html", context)
