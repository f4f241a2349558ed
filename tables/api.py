"""The API of tables, plaques and sessions; read only: what stands on the floor is changed by people."""

from collections.abc import Sequence

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.staff.roles import Permission
from config.web.api import RoomView
from tables.models import PlaqueVersion, PlaySource, Table, TableSession
from tables.selectors import TableRow, table_rows


class PlaqueAnswer(serializers.ModelSerializer[PlaqueVersion]):
    """One version of a plaque; `plaque` is what stands on it, with its amounts in minor units."""

    plaque = serializers.DictField(source="plaque_json")

    class Meta:
        model = PlaqueVersion
        fields = ("id", "number", "short_name", "game", "structure", "effective_at", "plaque")


class TableAnswer(serializers.Serializer[TableRow]):
    """A table, the plaque on it, and whether it is open."""

    id = serializers.IntegerField(source="table.pk")
    name = serializers.CharField(source="table.name")
    seats = serializers.IntegerField(source="table.seats")
    is_open = serializers.BooleanField()
    plaque = PlaqueAnswer(allow_null=True)


class SessionAnswer(serializers.ModelSerializer[TableSession]):
    """One opening of a table; `plaque` is the one in force at it."""

    table_name = serializers.CharField(source="table.name")
    source = serializers.ChoiceField(choices=PlaySource.choices)  # type: ignore[assignment]  # DRF has its own
    plaque = PlaqueAnswer()

    class Meta:
        model = TableSession
        fields = (
            "id",
            "table",
            "table_name",
            "source",
            "gaming_day",
            "opened_at",
            "closed_at",
            "hand_open",
            "hands_recorded",
            "button_seat",
            "plaque",
        )


class SessionQuery(serializers.Serializer[object]):
    """The choice of sessions: open ones, those of one table, those of one source."""

    is_open = serializers.BooleanField(required=False, allow_null=True, default=None)
    table = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    source = serializers.ChoiceField(choices=PlaySource.choices, required=False)  # type: ignore[assignment]  # DRF has its own


class Tables(RoomView):
    """The tables on the floor."""

    permission = Permission.FLOOR_VIEW

    @extend_schema(responses=TableAnswer(many=True), operation_id="tables_list")
    def get(self, request: Request) -> Response:
        """Every table, the newest first, with the plaque in force."""
        return self.pages(Table.objects.filter(room=self.room, is_retired=False), TableAnswer, self._rows)

    def _rows(self, tables: Sequence[Table]) -> Sequence[TableRow]:
        rows = {row.table.pk: row for row in table_rows(self.room, timezone.now())}
        return [rows[table.pk] for table in tables]


class OneTable(RoomView):
    """One table."""

    permission = Permission.FLOOR_VIEW

    @extend_schema(responses=TableAnswer, operation_id="tables_read")
    def get(self, request: Request, pk: int) -> Response:
        """One table with the plaque in force."""
        table = self.find_or_404(Table.objects.filter(is_retired=False), pk)
        rows = {row.table.pk: row for row in table_rows(self.room, timezone.now())}
        return Response(TableAnswer(rows[table.pk]).data)


class Plaques(RoomView):
    """The plaques of one table."""

    permission = Permission.FLOOR_VIEW

    @extend_schema(responses=PlaqueAnswer(many=True), operation_id="tables_plaques_list")
    def get(self, request: Request, pk: int) -> Response:
        """Every plaque that stood on the table, newest first; superseded ones are kept."""
        table = self.find_or_404(Table.objects.all(), pk)
        return self.pages(PlaqueVersion.objects.filter(table=table, source=PlaySource.FLOOR), PlaqueAnswer)


class Sessions(RoomView):
    """The table sessions."""

    permission = Permission.FLOOR_VIEW
    query = SessionQuery

    @extend_schema(parameters=[SessionQuery], responses=SessionAnswer(many=True), operation_id="table_sessions_list")
    def get(self, request: Request) -> Response:
        """Table sessions, newest first: all, or those that are asked for."""
        asked = self.asked()
        rows = TableSession.objects.filter(room=self.room).select_related("table", "plaque")
        if asked["is_open"] is not None:
            rows = rows.filter(closed_at__isnull=asked["is_open"])
        return self.pages(
            rows.filter(**{name: asked[name] for name in ("table", "source") if name in asked}), SessionAnswer
        )


class Session(RoomView):
    """One table session."""

    permission = Permission.FLOOR_VIEW

    @extend_schema(responses=SessionAnswer, operation_id="table_sessions_read")
    def get(self, request: Request, pk: int) -> Response:
        """One table session with the plaque in force."""
        session = self.find_or_404(TableSession.objects.select_related("table", "plaque"), pk)
        return Response(SessionAnswer(session).data)
