"""The sample's pages: a day's report and its file, the pot of a hand that was drawn, how many hands are asked."""

from datetime import date
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from config.errors import DomainError
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.web.bands import Band, BandChart
from config.web.spreadsheets import csv_file
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from games.models import Hand
from rake.looking import note_looks, warned
from rake.sampling import exports, services
from rake.sampling.forms import PotForm, RateForm
from rake.sampling.reports import Sample, SamplingReport, answers_of, sampling_report
from rake.sampling.selectors import one_in, rate_of, waiting
from rake.sampling.words import MEANINGS, chosen_in_words, counts_in_words, owed_in_words

TEMPLATE = "rake/sampling.html"


@require_GET
@staff(Permission.REPORT_VIEW)
def report(request: RoomRequest, day: date) -> HttpResponse:
    """The sample of one gaming day: by table and of the room, in words, and the draws that it rests on."""
    if first := warned(request, first=day, last=day):
        return first
    note_looks(request, first=day, last=day)
    shown = sampling_report(request.room, day)
    context = {
        "report": shown,
        "said": [(sample, *_said(sample, shown)) for sample in (shown.total, *shown.tables)],
        "bands": _bands(shown),
        "answers": answers_of(request.room, day),
        "rate": rate_of(request.room),
        "one_in": one_in(request.room),
        "meanings": MEANINGS,
    }
    return page(request, TEMPLATE, context)


def _bands(report: SamplingReport) -> BandChart | None:
    """The rake owed by the sample beside what was taken, table by table; None where no table has a band."""
    bands = [
        Band(table.name, owed.least, owed.about, owed.most, owed.taken)
        for table in report.tables
        for owed in table.owed
        if owed.fee == "rake" and owed.least is not None and owed.about is not None and owed.most is not None
    ]
    if not bands:
        return None
    sentence = "Of the hands that might have been asked: what they owed by the sample, and what was taken of them."
    return BandChart("Rake owed and taken", sentence, bands, "owed", "taken", "Table", say=report.room.money)


@require_GET
@staff(Permission.REPORT_VIEW)
def report_csv(request: RoomRequest, day: date) -> HttpResponseBase:
    """The sample of one gaming day as CSV."""
    if first := warned(request, first=day, last=day):
        return first
    note_looks(request, first=day, last=day)
    lines = exports.csv_lines(sampling_report(request.room, day))
    return csv_file(lines, f"sampling-{day.isoformat()}.csv")


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.ROOM_MANAGE, read=Permission.ROOM_VIEW)
def rate(request: RoomRequest) -> HttpResponse:
    """The share of hands that is asked for its pot; set from each table's next gaming day on."""
    form = RateForm(sent(request), initial={"one_in": one_in(request.room)}, room=request.room)
    return _set_rate(request, form) if form.is_valid() else _rate_page(request, form)


@reauthenticated
def _set_rate(request: RoomRequest, form: RateForm) -> HttpResponse:
    """Keep the setting: whoever does so has just shown the PIN."""
    facts: dict[str, Any] = form.cleaned_data | {"by": request.user, "at": timezone.now()}
    try:
        services.set_sampling_rate(room=request.room, **facts)
    except DomainError as error:
        show_refusal(form, error)
        return _rate_page(request, form)
    return done(request, reverse("sampling_rate"), gettext("It holds for each table from its next gaming day on."))


def _rate_page(request: RoomRequest, form: RateForm) -> HttpResponse:
    context = {"rate": rate_of(request.room), "one_in": one_in(request.room), "rate_form": form}
    return page(request, "rake/sampling_rate.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "POST"])
@staff(Permission.HAND_RECORD)
def pot(request: RoomRequest, hand_id: int) -> HttpResponse:
    """The pots that a table's last hands are asked for, and the answer of one of them."""
    hand = get_object_or_404(Hand.objects.select_related("session__table", "session__room", "session__plaque"),
                             pk=hand_id, room=request.room)  # fmt: skip
    form = PotForm.about(hand, request.room, request.POST if request.method == "POST" else None)
    said = _answer(request, hand, form) if form.is_valid() else ""
    if said and not request.htmx:
        return done(request, reverse("table", args=[hand.session.table_id]), said)
    forms = [PotForm.about(each, request.room) for each in waiting(hand.session)]
    if form.errors:
        forms = [form, *(each for each in forms if each.hand.pk != hand.pk)]
    context: dict[str, Any] = {"session": hand.session, "asked": forms, "answered": said}
    return page(request, "rake/pots.html", context, status=422 if form.errors else 200)


def _answer(request: RoomRequest, hand: Hand, form: PotForm) -> str:
    """Keep the answer; what is said of it, "" where it was refused, which stands on the form."""
    data = form.cleaned_data
    try:
        services.answer_pot(hand=hand, pot=data["pot"], key=data["key"], by=request.user, at=timezone.now())
    except DomainError as error:
        show_refusal(form, error)
        return ""
    return f"The pot of hand {hand.number} is on record."


def _said(sample: Sample, shown: SamplingReport) -> tuple[str, list[str], list[str]]:
    room = shown.room
    owed = [owed_in_words(each, room) for each in sample.owed] if sample.sampled else []
    chosen = [chosen_in_words(each, room) for each in sample.chosen] if sample.by_choice else []
    return counts_in_words(sample), owed, chosen
