"""The pages of the schedule lab: a question in the fields of a plaque's fee, its answer, and the answer's file."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.db.models.fields.json import KeyTransform
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import DomainError
from config.jobs.selectors import next_look
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.spreadsheets import csv_file
from config.web.views import RoomRequest, done, page, sent, staff
from rake.lab import charts, words
from rake.lab.asking import Question
from rake.lab.ceiling import ceiling_of
from rake.lab.exports import csv_lines
from rake.lab.family import AIMS, Wish
from rake.lab.forms import LabForm
from rake.lab.judging import Answer, ceiling_in, house_of
from rake.lab.naming import named
from rake.lab.reading import Where
from rake.lab.services import ask_lab
from rake.looking import note_looks, warned
from rake.models import LabTrial
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES
from rules.house.rake import starting_schedule
from tables.models import PlaqueVersion
from tables.selectors import table_rows

SHOWN = 20
_Row = TypeVar("_Row", bound=Model)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.REPORT_BUILD, read=Permission.REPORT_VIEW)
def schedule_lab(request: RoomRequest) -> HttpResponse:
    """Ask what another schedule would have made of past hands; the last questions stand beside it."""
    house = house_of(request.room, timezone.now())
    ceiling = ceiling_of(house)
    facts: dict[str, Any] = {"room": request.room, "house": house, "has_ceiling": ceiling.is_set}
    form = _form(request, facts)
    if form.is_bound and form.is_valid():
        given = {"question": form.cleaned_data["question"], "key": form.cleaned_data["key"]}
        try:
            trial = ask_lab(room=request.room, by=request.user, at=timezone.now(), **given)
        except DomainError as error:
            form.show_refusal(error)
        else:
            return done(request, reverse("lab_trial", args=[trial.pk]))
    told = {name: KeyTransform(name, "answer") for name in ("now", "then", "judged")}
    trials = LabTrial.objects.filter(room=request.room).select_related("job", "asked_by")
    trials = trials.defer("answer").annotate(**{f"told_{name}": of for name, of in told.items()})
    context = {
        "lab_form": form,
        "ceiling": ceiling.in_words(request.room.money),
        "starts": _starts(request),
        "houses": [(name, each.title) for name, each in HOUSES.items()],
        "trials": [(each, *_listed(each, request)) for each in trials[:SHOWN]],
    }
    return page(request, "rake/lab.html", context, status=422 if form.errors else 200)


@require_safe
@staff(Permission.REPORT_VIEW)
def trial(request: RoomRequest, trial_id: int) -> HttpResponse:
    """The answer to one question, or how far its job is."""
    row = get_object_or_404(LabTrial.objects.select_related("job", "asked_by"), pk=trial_id, room=request.room)
    question = Question.from_json(row.question)
    if row.answer is not None and (first := warned(request, first=question.first, last=question.last)):
        return first
    has_ceiling = _has_ceiling(row, question)
    asked = words.asked(question, request.room, has_ceiling=has_ceiling)
    context = {"trial": row, "question": question, "asked": asked, "held_fixed": words.HELD_FIXED}
    if row.answer is None:
        waits = {"job": row.job, "again": request.get_full_path(), "back": request.path}
        context |= waits | {"pause": next_look(row.job, timezone.now())}
    else:
        note_looks(request, first=question.first, last=question.last)
        context |= _said(question, Answer.from_json(row.answer), request.room)
    return page(request, "rake/lab_trial.html", context)


@require_safe
@staff(Permission.REPORT_VIEW)
def trial_csv(request: RoomRequest, trial_id: int) -> HttpResponseBase:
    """The answer as CSV."""
    row = get_object_or_404(LabTrial.objects.select_related("room", "asked_by"), pk=trial_id, room=request.room)
    if row.answer is None:
        raise Http404("not answered yet")
    question = Question.from_json(row.question)
    if first := warned(request, first=question.first, last=question.last):
        return first
    note_looks(request, first=question.first, last=question.last)
    answer = Answer.from_json(row.answer)
    lines = csv_lines(row, answer, _empty(question, answer, request.room))
    return csv_file(lines, f"schedule-lab-{row.pk}.csv")


def _form(request: RoomRequest, facts: dict[str, Any]) -> LabForm:
    """The form as it was sent; as it was typed, where only the fields of another fee are asked for; else filled in."""
    if "look" in request.POST:
        return LabForm.as_typed(request.POST, **facts)
    if (data := sent(request)) is not None:
        return LabForm(data, **facts)
    if again := _asked_before(request):
        return LabForm.again(*again, **facts)
    return LabForm.about(_start(request), request.room.gaming_day(timezone.now()), **facts)


def _asked_before(request: RoomRequest) -> tuple[Question, FeeSchedule] | None:
    """The question that the address names to be asked again, with its own schedule or the best that was found."""
    trial = _by_number(LabTrial.objects.filter(room=request.room), request.GET.get("again", ""))
    if trial is None:
        return None
    question, best = Question.from_json(trial.question), (trial.answer or {}).get("best")
    if request.GET.get("best") and best and best["schedule"]:
        return question, FeeSchedule.from_json(best["schedule"])
    return question, question.other


def _by_number(rows: QuerySet[_Row], number: str) -> _Row | None:
    return rows.filter(pk=int(number)).first() if number.isascii() and number.isdigit() and len(number) < 10 else None


def _start(request: RoomRequest) -> FeeSchedule | None:
    """The schedule to start from: that of the plaque or house that the address names, else of a plaque in force."""
    if house := HOUSES.get(request.GET.get("like_house", "")):
        return starting_schedule(house)
    posted = PlaqueVersion.objects.filter(room=request.room)
    asked = request.GET.get("like", "")
    version = _by_number(posted, asked)
    if not asked:
        in_force = [row.plaque for row in table_rows(request.room, timezone.now()) if row.plaque]
        version = next((each for each in in_force if each.plaque.fee and each.plaque.fee.rakes), None)
    return version.plaque.fee if version else None


def _starts(request: RoomRequest) -> list[tuple[str, int, str]]:
    """The plaques in force to start from: table, id, and the line of the fee."""
    rows = [(row.table.name, row.plaque) for row in table_rows(request.room, timezone.now()) if row.plaque]
    told = ((name, version, version.plaque.fee) for name, version in rows)
    return [(name, version.pk, named(fee, request.room)) for name, version, fee in told if fee and fee.mode != "time"]


def _listed(row: Any, request: RoomRequest) -> tuple[str, str, str]:
    """A question that was asked before: its schedule, its hands, and the difference that was found."""
    question, room = Question.from_json(row.question), request.room
    apart = words.signed(room, row.told_then["rake"] - row.told_now["rake"]) if row.told_judged else ""
    found = apart if apart else "no hands" if row.answered_at else ""
    return named(question.other, room), words.asked_of(question), found


def _has_ceiling(row: LabTrial, question: Question) -> bool:
    """Whether the question is judged by a ceiling: the one of its answer, before that the room's or the typed one."""
    if row.answer is not None:
        return ceiling_in(Answer.from_json(row.answer)).is_set
    return question.typed.is_set or ceiling_of(house_of(row.room, timezone.now())).is_set


def _empty(question: Question, answer: Answer, room: Room) -> str:
    """The sentence about a period without hands; empty where there are some."""
    return "" if answer.hands else words.no_hands(Where(room, question).days_with_hands)


def _said(question: Question, answer: Answer, room: Room) -> dict[str, Any]:
    """The answer as the page tells it; nothing but a sentence where no hand could be judged."""
    if not answer.judged:
        empty = _empty(question, answer, room)
        return {"answer": answer, "nothing": [empty] if empty else words.coverage(answer)}
    changes = [
        {**each, "pot": room.money(each["pot"]), "now": room.money(each["now"]), "then": room.money(each["then"]),
         "by": words.signed(room, each["then"] - each["now"])}
        for each in answer.changes
    ]  # fmt: skip
    players = [
        (name, hands, room.money(now), room.money(then), words.signed(room, then - now))
        for name, hands, now, then in answer.players
    ]
    return {
        "answer": answer,
        "difference": words.signed(room, answer.difference),
        "coverage": words.coverage(answer),
        "chance": words.chance(answer, room),
        "hours": words.hours_in_words(answer),
        "breaches": words.breaches(answer, room),
        "figures": list(words.rows(answer, room)),
        "changes": changes,
        "players": players,
        "schedules": [(named(FeeSchedule.from_json(fee), room), hands) for fee, _, hands, *_ in answer.schedules],
        "ladder_chart": charts.ladders(answer, question.other, room),
        "elsewhere": words.changes_elsewhere(answer, room),
        "players_chart": charts.who_pays(answer, room),
        "best": _best(answer, room),
    }


def _best(answer: Answer, room: Room) -> dict[str, Any] | None:
    found = answer.best
    if found is None:
        return None
    schedule = found["schedule"] and FeeSchedule.from_json(found["schedule"])
    return {
        "tried": found["tried"],
        "words": named(schedule, room) if schedule else "",
        "aim": AIMS[Wish.from_json(found["wish"]).aim],
        "keeps": words.best_keeps_to(answer, room),
        "rake": words.best_rake(answer, room),
        "warning": words.ON_THE_SAME_HANDS,
    }
