"""The names of a list follow their table to its new game."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from config.errors import Malformed
from config.staff.roles import Permission
from config.web.forms import IdField, RequestKeyField, StrictForm
from config.web.views import RoomRequest, done, staff
from players.models import WaitingList
from players.services.list_following import follow_table
from tables.models import TableSession


class FollowForm(StrictForm):
    """The table that the names follow."""

    session = IdField()
    key = RequestKeyField()


@require_POST
@staff(Permission.SEAT)
def follow(request: RoomRequest, key: str) -> HttpResponse:
    """Take everybody on a list over to the game that its table plays now."""
    waiting_list = get_object_or_404(WaitingList, room=request.room, key=key)
    form = FollowForm(request.POST, room=request.room)
    if not form.is_valid():
        raise Malformed("malformed", "This page is incomplete. Reload it and press again.")
    sessions = TableSession.objects.filter(room=request.room, closed_at=None, source=TableSession.Source.FLOOR)
    session = get_object_or_404(sessions.select_related("table", "plaque", "room"), pk=form.cleaned_data["session"])
    facts = {"key": form.cleaned_data["key"], "by": request.user, "at": timezone.now()}
    moved = follow_table(waiting_list=waiting_list, session=session, **facts)
    names = f"{len(moved)} name{'' if len(moved) == 1 else 's'}"
    return done(
        request,
        reverse("lists"),
        gettext("%(names)s of %(waiting_list)s wait for %(plaque)s now.")
        % {"names": names, "waiting_list": waiting_list, "plaque": session.plaque.short_name},
    )
