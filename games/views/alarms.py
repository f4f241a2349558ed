"""An alarm at a table: read with its hands, and put away by somebody who has looked at them."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff
from games.alarm_form import PutAwayForm
from games.selectors.alarms import alarm_page
from tables.models import SessionAlarm
from tables.services import put_away_alarm


@require_safe
@staff(Permission.FLOOR_VIEW)
def alarm(request: RoomRequest, alarm_id: int) -> HttpResponse:
    """Show what an alarm is about, hand by hand; whoever rules on disputes may put it away."""
    shown = _alarm(request, alarm_id)
    return _show(request, shown, PutAwayForm(initial={"seen": shown.version}, room=request.room))


@require_POST
@staff(Permission.DISPUTE_RULE)
def put_away(request: RoomRequest, alarm_id: int) -> HttpResponse:
    """Put an alarm away, with a reason."""
    shown = _alarm(request, alarm_id)
    form = PutAwayForm(request.POST, room=request.room)
    if form.is_valid():
        facts = {"seen": form.cleaned_data["seen"], "reason": form.reason}
        try:
            put_away_alarm(alarm=shown, by=request.user, at=timezone.now(), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                reverse("floor"),
                gettext("Put away at %(table)s: %(text)s.") % {"table": shown.session.table, "text": shown.text},
            )
    return _show(request, shown, form)


def _alarm(request: RoomRequest, alarm_id: int) -> SessionAlarm:
    alarms = SessionAlarm.objects.select_related("session__table", "session__room", "cleared_by")
    return get_object_or_404(alarms, pk=alarm_id, session__room=request.room)


def _show(request: RoomRequest, shown: SessionAlarm, form: PutAwayForm) -> HttpResponse:
    context = {"shown": alarm_page(shown), "alarm": shown, "form": form}
    return page(request, "games/alarm.html", context, status=422 if form.errors else 200)
