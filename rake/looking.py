"""Days whose boxes are still to be counted are told to nobody who counts boxes before they know what that means."""

from datetime import date

from django.http import HttpResponse
from django.utils import timezone

from cage.services import is_barred_by_box_look, note_box_looks_of
from config.web.views import RoomRequest, page


def warned(request: RoomRequest, *, first: date, last: date, onward: str = "") -> HttpResponse | None:
    """The page that says what whoever reads these gaming days counts no more, with the way to look all the same, which
    is `onward` or the address that is asked for; None where it bars them from nothing, and where they have chosen to
    look."""
    chosen = "look" in request.GET
    if chosen or not is_barred_by_box_look(room=request.room, first=first, last=last, by=request.user):
        return None
    asked = request.GET.copy()
    asked["look"] = "yes"
    return page(request, "rake/look.html", {"onward": onward or f"{request.path}?{asked.urlencode()}"})


def note_looks(request: RoomRequest, *, first: date, last: date) -> None:
    """Note that whoever reads is shown what these gaming days recorded: of the boxes that hold it and are still to be
    counted they count none."""
    note_box_looks_of(room=request.room, first=first, last=last, by=request.user, at=timezone.now())
