"""The API of tables, plaques and sessions; read only: what stands on the floor is changed by people."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.staff.roles import Permission
from config.web.api import RoomView
from tables.models import PlaqueVersion, TableSession
from tables.selectors import table_rows


class PlaqueAnswer(serializers.ModelSerializer[PlaqueVersion]):
    """One version of a plaque; `plaque` holds the sign with its amounts in minor units."""

    class Meta:
        model = PlaqueVersion
        fields = ("id", "number", "short_name", "game", "structure", "effective_at", "plaque")


class TableAnswer(serializers.Serializer[object]):
    """A table, the plaque on it, and whether it is open."""

    id = serializers.IntegerField(source="table.pk")
    name = serializers.CharField(source="table.name")
    seats = serializers.IntegerField(source="table.seats")
    is_open = serializers.BooleanField()
    plaque = PlaqueAnswer(allow_null=True)


class SessionAnswer(serializers.ModelSerializer[TableSession]):
    """One opening of a table."""

    table = serializers.CharField(source="table.name")
    plaque = PlaqueAnswer()

    class Meta:
        model = TableSession
        fields = (
            "id",
            "table",
            "source",
            "gaming_day",
            "opened_at",
            "closed_at",
            "hand_open",
            "hands_recorded",
            "button_seat",
            "plaque",
        )


class Tables(RoomView):
    """The tables on the floor."""

    permission = Permission.FLOOR_VIEW

    @extend_schema(responses=TableAnswer(many=True), operation_id="tables_list")
    def get(self, request: Request) -> Response:
        """Every table in the floor's order, with the plaque in force."""
        return Response(TableAnswer(table_rows(self.room, timezone.now()), many=True).data)


class Sessions(RoomView):
    """The table sessions."""

    permission = Permission.FLOOR_VIEW

    @extend_schema(responses=SessionAnswer(many=True), operation_id="table_sessions_list")
    def get(self, request: Request) -> Response:
        """Table sessions, newest first."""
        rows = TableSession.objects.filter(room=self.room).select_related("table", "plaque")
        return self.pages(rows, SessionAnswer)


class Session(RoomView):
    """One table session."""

    permission = Permission.FLOOR_VIEW

    @extend_schema(responses=SessionAnswer, operation_id="table_sessions_read")
    def get(self, request: Request, pk: int) -> Response:
        """One table session with the plaque in force."""
        session = self.find_or_404(TableSession.objects.select_related("table", "plaque"), pk)
        return Response(SessionAnswer(session).data)
