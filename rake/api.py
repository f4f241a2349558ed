"""The API of the reports."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cage.services import note_box_looks
from config import replica
from config.jobs.models import Job
from config.staff.roles import Permission
from config.web.api import ReadFromAnswer, RoomView, StrictSerializer, created, request_key
from config.web.days import SentDayField
from rake import selectors, services
from rake.figures.asking import asked, refuse_unknown_split
from rake.figures.definitions import FIGURES
from rake.figures.files import definition_as_json, sheet_as_json
from rake.figures.forms import SheetQuery
from tables.models import TableSession


class ReportBody(StrictSerializer):
    """A gaming day whose report shall be built (again)."""

    gaming_day = SentDayField()


class DayQuery(serializers.Serializer[Any]):
    """The choice of a report: the gaming day, floor play or imported hands."""

    gaming_day = SentDayField(required=False)
    source = serializers.ChoiceField(choices=TableSession.Source.choices, required=False)  # type: ignore[assignment]  # DRF has its own


class FiguresAnswer(serializers.Serializer[Any]):
    """Counts of hands, and amounts in minor units. Owed, over and under are of the rated hands only; what is taken from
    pots is null where every hand was played under a time charge."""

    hands = serializers.IntegerField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """One field per figure of the report."""
        from_pots = {name: serializers.IntegerField(allow_null=True) for name in selectors.FROM_POTS}
        return super().get_fields() | {name: serializers.IntegerField() for name in selectors.FIGURES} | from_pots


class TableFigures(FiguresAnswer):
    """The day at one table."""

    table = serializers.CharField()


class GameFigures(FiguresAnswer):
    """The day of one game, as its plaque is called."""

    game = serializers.CharField()


class HourFigures(FiguresAnswer):
    """The day in one hour of the room's clock."""

    hour = serializers.CharField()


class LineAnswer(FiguresAnswer):
    """One line of the report: a table, a game and an hour."""

    table = serializers.CharField()
    game = serializers.CharField()
    plaque = serializers.CharField()
    hour = serializers.DateTimeField()


class ReportAnswer(serializers.Serializer[Any]):
    """The report of a gaming day; `built_at` is null and everything is 0 while it was not built."""

    gaming_day = serializers.DateField()
    source = serializers.ChoiceField(choices=TableSession.Source.choices)  # type: ignore[assignment]  # DRF has its own
    currency = serializers.CharField()
    built_at = serializers.DateTimeField(allow_null=True)
    without_pot = serializers.IntegerField(allow_null=True, help_text="ticks that can't be rated")
    total = FiguresAnswer()
    by_table = TableFigures(many=True)
    by_game = GameFigures(many=True)
    by_hour = HourFigures(many=True)
    lines = LineAnswer(many=True)
    read_from = ReadFromAnswer(allow_null=True, help_text="null: no replica is named")


class JobAnswer(serializers.ModelSerializer[Job]):
    """A piece of work and how far it is."""

    page = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = ("id", "name", "state", "done", "total", "error", "asked_at", "finished_at", "page")

    def get_page(self, job: Job) -> str:
        """The address where a browser sees its progress."""
        return reverse("job", args=[job.pk])


class Reports(RoomView):
    """The rake report of a gaming day."""

    permission = {"get": Permission.REPORT_VIEW, "post": Permission.REPORT_BUILD}
    query = DayQuery

    @extend_schema(parameters=[DayQuery], responses=ReportAnswer, operation_id="reports_read")
    def get(self, request: Request) -> Response:
        """The report as it was last built: totals by table, game and hour, and every line. Minor units."""
        asked = self.asked()
        day = asked.get("gaming_day") or self.room.gaming_day(timezone.now())
        source = asked.get("source", TableSession.Source.FLOOR)
        note_box_looks(room=self.room, by=self.person, at=timezone.now())
        report, where = replica.read(partial(selectors.rake_report, self.room, day, source))
        return Response(selectors.as_json(report) | {"read_from": where.as_json()})

    @extend_schema(request=ReportBody, responses={201: JobAnswer}, operation_id="reports_build")
    def post(self, request: Request) -> Response:
        """Ask for the report of a gaming day to be built; answers with the job."""
        body = self.read(ReportBody)
        job = services.ask_for_day(
            room=self.room,
            gaming_day=body["gaming_day"],
            key=request_key(request),
            by=self.person,
            at=timezone.now(),
        )
        return created(job, JobAnswer)


class DefinitionAnswer(serializers.Serializer[Any]):
    """The one definition of a figure."""

    code = serializers.CharField()
    title = serializers.CharField()
    chapter = serializers.CharField()
    formula = serializers.CharField()
    unit = serializers.CharField()
    scale = serializers.IntegerField(help_text="how many of a whole value’s smallest parts make one")
    means = serializers.CharField()
    rests_on = serializers.CharField()
    by = serializers.ListField(child=serializers.CharField(), help_text="what it can be split by")


class DefinitionsAnswer(serializers.Serializer[Any]):
    """Every figure with its definition."""

    definitions = DefinitionAnswer(many=True)


class SheetRow(serializers.Serializer[Any]):
    """One part, with a value for each of the sheet's figures by its code; null where nobody knows it."""

    key = serializers.CharField()
    name = serializers.CharField()
    values = serializers.DictField(child=serializers.IntegerField(allow_null=True))


class SheetAnswer(serializers.Serializer[Any]):
    """Figures of a period by its parts: whole numbers of each figure's smallest parts, as its definition says."""

    chapter = serializers.CharField()
    period = serializers.CharField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    by = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # DRF has its own
    currency = serializers.CharField()
    read_at = serializers.DateTimeField()
    is_complete = serializers.BooleanField()
    missing = serializers.ListField(child=serializers.CharField())
    total = SheetRow()
    before = SheetRow()
    rows = SheetRow(many=True)
    read_from = ReadFromAnswer(allow_null=True, help_text="null: no replica is named")


class Figures(RoomView):
    """The figures of a period, by their definitions."""

    permission = Permission.REPORT_VIEW
    query = SheetQuery

    @extend_schema(parameters=[SheetQuery], responses=SheetAnswer, operation_id="figures_read")
    def get(self, request: Request) -> Response:
        """A chapter's figures of a shift, a day, a week, a month or days in a row, split as asked."""
        wanted = asked(self.asked(), self.room, self.room.gaming_day(timezone.now()))
        refuse_unknown_split(wanted)
        note_box_looks(room=self.room, by=self.person, at=timezone.now())
        sheet, where = replica.read(lambda: wanted.sheet(self.room, timezone.now()))
        return Response(sheet_as_json(wanted, sheet) | {"read_from": where.as_json()})


class Definitions(RoomView):
    """The definitions of all figures."""

    permission = Permission.REPORT_VIEW

    @extend_schema(responses=DefinitionsAnswer, operation_id="figures_definitions")
    def get(self, request: Request) -> Response:
        """Every figure: code, formula, unit, what it rests on, what it can be split by."""
        return Response({"definitions": [definition_as_json(figure) for figure in FIGURES.values()]})


class ReportJob(RoomView):
    """A report that is being built."""

    permission = Permission.REPORT_VIEW

    @extend_schema(responses=JobAnswer, operation_id="reports_jobs_read")
    def get(self, request: Request, pk: UUID) -> Response:
        """Return how far the building of a report is."""
        job = Job.objects.filter(pk=pk, room=self.room, name="rake.rebuild_day").first()
        if job is None:
            raise Http404
        return Response(JobAnswer(job).data)
