"""The pages of assurance: what the newest reading found, its file, and the closing of a flag."""

from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.spreadsheets import csv_file
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from rake.assurance import exports, services
from rake.assurance.forms import CloseForm, ReadForm
from rake.assurance.selectors import first_day, flags_of, newest_reading
from rake.assurance.split import ALPHA, Signal
from rake.assurance.words import ACTS, TITLES, nothing_to_judge, odds
from rake.models import AssuranceFlag


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.REPORT_BUILD, read=Permission.ASSURANCE_VIEW)
def assurance(request: RoomRequest) -> HttpResponse:
    """The newest reading: who is worth a look, why, and what the room would find; a new reading is asked for here."""
    form = ReadForm(sent(request), room=request.room)
    if form.is_valid():
        facts = {"key": form.cleaned_data["key"], "by": request.user, "at": timezone.now()}
        services.ask_for_reading(room=request.room, **facts)
        return done(request, reverse("assurance"), gettext("The room is being read: reload this page in a minute."))
    return _page(request, form)


def _page(request: RoomRequest, read_form: ReadForm, refused: CloseForm | None = None) -> HttpResponse:
    services.note_look(room=request.room, by=request.user, at=timezone.now(), what="page")
    reading = newest_reading(request.room)
    flags = [_told(flag, request, refused) for flag in flags_of(request.room)]
    context: dict[str, Any] = {
        "reading": reading,
        "found": reading.found if reading else None,
        "nothing": nothing_to_judge(reading.found, first_day(request.room)) if reading else "",
        "open": [flag for flag in flags if flag["form"]],
        "closed": [flag for flag in flags if not flag["form"]],
        "read_form": read_form,
        "one_in": round(1 / ALPHA),
    }
    return page(request, "rake/assurance.html", context, status=422 if refused or read_form.is_bound else 200)


def _told(flag: AssuranceFlag, request: RoomRequest, refused: CloseForm | None) -> dict[str, Any]:
    """A flag in words, with the form that closes it while it is open."""
    is_open = not hasattr(flag, "closing")
    form = refused if refused and refused.flag == flag else CloseForm.about(flag, request.room)
    signal = Signal(flag.signal)
    facts = {"flag": flag, "title": TITLES[signal], "odds": odds(flag.evidence / 1000), "next": ACTS[signal]}
    return facts | {"form": form if is_open else None}


@require_GET
@staff(Permission.ASSURANCE_VIEW)
def assurance_csv(request: RoomRequest) -> StreamingHttpResponse:
    """The newest reading as CSV. Refused before the first (`no_reading`)."""
    reading = newest_reading(request.room)
    if reading is None:
        raise DomainError("no_reading", "The room was not read yet: ask for a reading on the page of rake assurance.")
    services.note_look(room=request.room, by=request.user, at=timezone.now(), what="file")
    lines = exports.csv_lines(reading.found, request.room, nothing_to_judge(reading.found, first_day(request.room)))
    day = request.room.gaming_day(reading.read_at)
    return csv_file(lines, f"rake-assurance-{day.isoformat()}.csv")


@require_POST
@staff(Permission.ASSURANCE_CLOSE)
def close(request: RoomRequest, flag_id: int) -> HttpResponse:
    """Close a flag with what was found."""
    flag = get_object_or_404(flags_of(request.room), pk=flag_id)
    form = CloseForm.about(flag, request.room, request.POST)
    if form.is_valid():
        facts = {"by": request.user, "at": timezone.now(), **form.cleaned_data}
        try:
            services.close_flag(flag=flag, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("assurance"), gettext("It is closed: what came before counts no more."))
    return _page(request, ReadForm(room=request.room), form)
