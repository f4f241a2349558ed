"""The wall screen with the lists, for everybody; and the page on which one player sees their own place."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.rooms.models import Room
from config.web.views import page, public
from players.models import ListEntry
from players.selectors.board import place_of, public_board
from players.selectors.lists import lists_version

_NO_ROBOTS = "noindex, nofollow"


@require_safe
@public
def board(request: HttpRequest) -> HttpResponse:
    """The lists of a room on the wall; `?room=` names one where there are several."""
    named, now = request.GET.get("room", ""), timezone.now()
    rooms = list(Room.objects.filter(slug=named) if named else Room.objects.all()[:50])
    if len(rooms) != 1:
        if named:
            raise Http404("no such room")
        return _shown(request, {"rooms": rooms})
    (room,) = rooms
    version = lists_version(room, now)
    if request.headers.get("HX-Request") and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    return _shown(request, {"room": room, "board": public_board(room, now), "version": version, "at": now})


@require_safe
@public
def place(request: HttpRequest, token: str) -> HttpResponse:
    """The place of one name, for whoever holds its link; there is none once a name that ended is a day old."""
    entries = ListEntry.objects.select_related("player", "waiting_list__room", "called_session__table")
    entry = get_object_or_404(entries, token=token)
    now, room = timezone.now(), entry.waiting_list.room
    if entry.ended_at and room.gaming_day(entry.ended_at) != room.gaming_day(now):
        raise Http404("long over")
    context = {"room": room, "place": place_of(entry, now), "entry": entry}
    response = page(request, "players/place.html", context)
    response["X-Robots-Tag"] = _NO_ROBOTS
    return response


def _shown(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    response = page(request, "players/board.html", context)
    response["X-Robots-Tag"] = _NO_ROBOTS
    return response
