"""The API of the reports."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.jobs.models import Job
from config.staff.roles import Permission
from config.web.api import IDEMPOTENCY, RoomView, StrictSerializer, created, request_key
from rake import selectors, services
from tables.models import TableSession


class ReportBody(StrictSerializer):
    """A gaming day whose report shall be built (again)."""

    gaming_day = serializers.DateField()


class DayQuery(serializers.Serializer[Any]):
    """Which report: the gaming day, floor play or imported hands."""

    gaming_day = serializers.DateField(required=False)
    source = serializers.ChoiceField(choices=TableSession.Source.choices, required=False)


class JobAnswer(serializers.ModelSerializer[Job]):
    """A piece of work and how far it is."""

    page = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = ("id", "name", "state", "done", "total", "error", "asked_at", "finished_at", "page")

    def get_page(self, job: Job) -> str:
        """Where a browser sees its progress."""
        return reverse("job", args=[job.pk])


class Reports(RoomView):
    """The rake report of a gaming day."""

    permission = Permission.REPORT_VIEW

    @extend_schema(
        parameters=[
            OpenApiParameter("gaming_day", OpenApiTypes.DATE, description="the current one if left out"),
            OpenApiParameter("source", str, enum=TableSession.Source.values),
        ],
        responses=OpenApiTypes.OBJECT,
        operation_id="reports_read",
    )
    def get(self, request: Request) -> Response:
        """The report as it was last built: totals by table, game and hour, and every line. Minor units."""
        query = DayQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        day = query.validated_data.get("gaming_day") or self.room.gaming_day(timezone.now())
        source = query.validated_data.get("source", TableSession.Source.FLOOR)
        return Response(selectors.as_json(selectors.rake_report(self.room, day, source)))

    @extend_schema(
        request=ReportBody, responses={201: JobAnswer}, parameters=[IDEMPOTENCY], operation_id="reports_build"
    )
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
