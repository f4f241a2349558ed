"""The manager's pages: the rake report of a gaming day, its files, and a hand's rating."""

from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from config import replica
from config.audit.chain_state import day_head
from config.days.selectors import day_row
from config.errors import DomainError
from config.jobs.models import Job
from config.jobs.selectors import next_look
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.charts import Chart, Series
from config.web.views import RoomRequest, page, staff
from games.models import Hand
from rake import exports, selectors, services
from rake.corrections import corrections_of_other_days, later_corrections
from rake.forms import BuildForm, DayForm
from rake.looking import note_looks, warned
from rake.morning.charts import first_shown
from rake.time_taken import time_taken
from rake.words import MEANINGS, TITLES
from tables.models import TableSession

Answer = TypeVar("Answer", HttpResponse, StreamingHttpResponse)


@require_GET
@staff(Permission.REPORT_VIEW)
def reports(request: RoomRequest) -> HttpResponse:
    """The way into the reports: the chosen gaming day's rake report, and where none is chosen the morning; whoever
    would count boxes no more once they have read it is told so first."""
    form = DayForm(request.GET)
    if not form.is_valid() or not (form.cleaned_data["day"] or form.cleaned_data["source"]):
        day = request.room.gaming_day(timezone.now()) - timedelta(days=1)
        onward = f"{reverse('morning')}?look=yes"
        return warned(request, first=first_shown(day), last=day, onward=onward) or redirect("morning")
    day = form.day_or(request.room.gaming_day(timezone.now()))
    return redirect(_address("rake_report", day, form.source_or_floor()))


@require_GET
@staff(Permission.REPORT_VIEW)
def rake_report(request: RoomRequest, day: date) -> HttpResponse:
    """One gaming day: key figures, chart by hour, by table, by game, every line, and the hands that are off."""
    if first := warned(request, first=day, last=day):
        return first
    job = _job(request)  # before the report: a job that ends in between is still waited for
    note_looks(request, first=day, last=day)
    reader = partial(_of_day, request.room, day, _source(request))
    # whoever waits for a report to be built is shown what was built, which a replica may not have yet
    shown, where = (reader(), replica.PRIMARY) if job else replica.read(reader)
    report = shown["report"]
    row = day_row(request.room, day, timezone.now())
    context = {
        **shown,
        "read_from": where.words(request.room.zone),
        "total": report.total,
        "form": DayForm({"day": day, "source": report.source}),
        "build_form": BuildForm(room=request.room),
        "chart": _chart(report),
        "has_journal": row is not None and row.lock is not None,
        "has_day": row is not None,
        "today": request.room.gaming_day(timezone.now()),
        "head": day_head(request.room, day) if row else None,
        "meanings": [(name, TITLES.get(name, "Rake a hand"), words) for name, words in MEANINGS.items()],
        **_waiting_for(job, request, report),
    }
    return page(request, "rake/report.html", context)


def _of_day(room: Room, day: date, source: str) -> dict[str, Any]:
    """The day as the page shows it, all from one place: the report, the hands that are off, the days around it, and of
    the floor's play its time and the corrections that cross a lock."""
    before, after = selectors.days_around(room, day)
    of_floor = source == TableSession.Source.FLOOR
    return {
        "report": selectors.rake_report(room, day, source),
        "off": selectors.hands_off(room, day, source),
        "before": before,
        "after": after,
        "of_others": corrections_of_other_days(room, day) if of_floor else None,
        "later": later_corrections(room, day) if of_floor else None,
        "time": time_taken(room, day) if of_floor else None,
    }


@require_POST
@staff(Permission.REPORT_BUILD)
def rebuild(request: RoomRequest, day: date) -> HttpResponse:
    """Ask for the day's report to be built again; answers with the page that shows the job's progress."""
    form = BuildForm(request.POST, room=request.room)
    if not form.is_valid():
        raise DomainError("key_missing", "This page is incomplete: reload it and build the report again.")
    key = form.cleaned_data["key"]
    job = services.ask_for_day(room=request.room, gaming_day=day, key=key, by=request.user, at=timezone.now())
    return redirect(f"{_address('rake_report', day, _source(request))}&job={job.pk}")


@require_GET
@staff(Permission.REPORT_VIEW)
def rake_csv(request: RoomRequest, day: date) -> HttpResponseBase:
    """The report as CSV."""
    if first := warned(request, first=day, last=day):
        return first
    response = StreamingHttpResponse(exports.csv_lines(_of_file(request, day)), content_type="text/csv; charset=utf-8")
    return _download(response, f"rake-{day.isoformat()}.csv")


@require_GET
@staff(Permission.REPORT_VIEW)
def rake_xlsx(request: RoomRequest, day: date) -> HttpResponse:
    """The report as a workbook."""
    if first := warned(request, first=day, last=day):
        return first
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    content = exports.workbook(_of_file(request, day))
    return _download(HttpResponse(content, content_type=kind), f"rake-{day.isoformat()}.xlsx")


@require_GET
@staff(Permission.HAND_VIEW)
def hand_rating(request: RoomRequest, hand_id: int) -> HttpResponse:
    """The part of a hand's page that says what it owed, what was taken, and why; a page of its own without script."""
    hands = Hand.objects.select_related("rating", "session__table")
    hand = get_object_or_404(hands, pk=hand_id, room=request.room)
    return page(request, "rake/hand_rating.html", {"hand": hand, "rating": getattr(hand, "rating", None)})


def _of_file(request: RoomRequest, day: date) -> selectors.Report:
    """The report as a file holds it. That of a locked day is the same to the byte, wherever it was read."""
    note_looks(request, first=day, last=day)
    report, where = replica.read(partial(selectors.rake_report, request.room, day, _source(request)))
    return report if report.is_locked else replace(report, read_from=where.words(request.room.zone))


def _chart(report: selectors.Report) -> Chart:
    hours = report.by_hour
    taken = Series("taken", [group.figures.rake_taken for group in hours])
    owed = Series("owed", [group.figures.rake_owed for group in hours])
    sentence = "Rake taken, and rake owed by the hands whose pot is known."
    return Chart("Rake by hour", sentence, [group.name for group in hours], [taken, owed], say=report.room.money)


def _source(request: HttpRequest) -> str:
    source = request.GET.get("source") or TableSession.Source.FLOOR
    if source not in TableSession.Source.values:
        raise Http404("no such source")
    return source


def _waiting_for(job: Job | None, request: RoomRequest, report: selectors.Report) -> dict[str, Any]:
    """The job that builds the report while it does, for the part that asks after it; nothing once it is done."""
    if job is None or job.state == Job.State.DONE:
        return {}
    back = _address("rake_report", report.gaming_day, report.source)
    return {"job": job, "again": request.get_full_path(), "back": back, "pause": next_look(job, timezone.now())}


def _job(request: RoomRequest) -> Job | None:
    try:
        asked = UUID(request.GET.get("job", ""))
    except ValueError:
        return None
    return Job.objects.filter(pk=asked, room=request.room, name="rake.rebuild_day").first()


def _address(name: str, day: date, source: str) -> str:
    return f"{reverse(name, args=[day])}?source={source}"


def _download(response: Answer, name: str) -> Answer:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
