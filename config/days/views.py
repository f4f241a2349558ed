"""The manager's day board: every gaming day with its state, and one of them with what keeps it open and its lock."""

from dataclasses import replace
from datetime import date

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from config.days import selectors, services
from config.days.forms import LockForm
from config.days.models import DayState
from config.days.registry import Note, OpenItem
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.reach import reach_of
from config.web.views import RoomRequest, done, page, show_refusal, staff


@require_safe
@staff(Permission.DAY_VIEW)
def days(request: RoomRequest) -> HttpResponse:
    """The gaming days of the room, today first, each with its state."""
    at = timezone.now()
    ahead = selectors.next_to_lock(request.room)
    waits = ahead if ahead and selectors.is_cut_off(request.room, ahead, at) else None
    return page(request, "days/days.html", {"days": selectors.days_of(request.room, at), "waits": waits})


@require_safe
@staff(Permission.DAY_VIEW)
def day(request: RoomRequest, day: date) -> HttpResponse:
    """One gaming day: what keeps it open, by whom, one tap away; its lock, or the form that locks it."""
    return _show(request, day)


@require_POST
@staff(Permission.DAY_LOCK)
def lock(request: RoomRequest, day: date) -> HttpResponse:
    """Lock the day, with the badge and PIN of a second person."""
    form = LockForm(request.POST, room=request.room)
    if form.is_valid():
        at = timezone.now()
        try:
            second, key = form.second(at=at), form.cleaned_data["key"]
            services.lock_gaming_day(room=request.room, day=day, second=second, key=key, by=request.user, at=at)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("day", args=[day]), gettext("The day is locked: nothing enters it any more."))
    return _show(request, day, form)


def open_items_for(request: RoomRequest, day: date) -> list[OpenItem]:
    """The things that keep a day open, each with a link only where whoever looks may go."""
    reaches = reach_of(request.user, request.room)
    items = selectors.open_items(request.room, day)
    return [item if item.href and reaches(item.href) else replace(item, place="") for item in items]


def notes_for(request: RoomRequest, day: date) -> list[Note]:
    """The notes of a day, each with a link only where whoever looks may go."""
    return _reached(request, selectors.notes_of(request.room, day))


def corrections_for(request: RoomRequest, day: date) -> list[Note]:
    """The later corrections of a day, each with a link only where whoever looks may go."""
    return _reached(request, selectors.corrected_since(request.room, day))


def _reached(request: RoomRequest, notes: list[Note]) -> list[Note]:
    reaches = reach_of(request.user, request.room)
    return [note if note.href and reaches(note.href) else replace(note, place="") for note in notes]


def _show(request: RoomRequest, day: date, form: LockForm | None = None) -> HttpResponse:
    row = selectors.day_row(request.room, day, timezone.now())
    if row is None:
        raise Http404("no such gaming day")
    context = {
        "row": row,
        "items": [] if row.state == DayState.LOCKED else open_items_for(request, day),
        "notes": notes_for(request, day),
        "corrections": corrections_for(request, day),
        "ahead": selectors.next_to_lock(request.room),
        "kept": selectors.kept_of(row.lock) if row.lock else (),
        "form": form or LockForm(room=request.room),
    }
    return page(request, "days/day.html", context, status=422 if form else 200)
