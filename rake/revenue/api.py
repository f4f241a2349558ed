"""The API of revenue: the monthly return, and the journal of a locked day."""

from datetime import date
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cage.services import note_box_looks
from config import replica
from config.staff.roles import Permission
from config.web.api import ReadFromAnswer, RoomView, StrictSerializer
from config.web.days import SentMonthField
from rake.figures.periods import month_of
from rake.revenue import exports, services
from rake.revenue.definitions import SUPPLIED_DEFINITIONS
from rake.revenue.journal import read_lines
from rake.revenue.returns import monthly_return, usual_month
from rake.revenue_models import DayJournal


class ReturnQuery(serializers.Serializer[Any]):
    """The choice of a return: its month (2026-11) or any day of it, the last month if left out, and the code of the
    definition."""

    month = SentMonthField(required=False)
    definition = serializers.SlugField(max_length=40, required=False)


class FormulaAnswer(serializers.Serializer[Any]):
    """A version of a definition: its formula as +sum and -sum."""

    number = serializers.IntegerField()
    from_day = serializers.DateField(allow_null=True, help_text="null: from the first gaming day on")
    formula = serializers.ListField(child=serializers.CharField())
    source = serializers.CharField()  # type: ignore[assignment]  # DRF has its own


class ReturnDay(serializers.Serializer[Any]):
    """A gaming day of a return; amounts in minor units, below zero where a sum is taken off."""

    gaming_day = serializers.DateField()
    is_locked = serializers.BooleanField()
    version = serializers.IntegerField(allow_null=True)
    parts = serializers.DictField(child=serializers.IntegerField())
    total = serializers.IntegerField(allow_null=True)


class ReturnAnswer(serializers.Serializer[Any]):
    """A definition of revenue over a month; amounts in minor units."""

    definition = serializers.CharField()
    title = serializers.CharField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    currency = serializers.CharField()
    is_complete = serializers.BooleanField()
    missing = serializers.ListField(child=serializers.CharField())
    versions = FormulaAnswer(many=True)
    days = ReturnDay(many=True)
    parts = serializers.DictField(child=serializers.IntegerField())
    total = serializers.IntegerField()
    read_from = ReadFromAnswer(allow_null=True, help_text="null: no replica is named")


class NoBody(StrictSerializer):
    """A body without fields: {}."""


class JournalLine(serializers.Serializer[Any]):
    """A line of a journal: a debit or a credit in minor units, the other of the two being 0."""

    entry = serializers.CharField()
    is_back = serializers.BooleanField(help_text="whether it takes earlier transfers back")
    side = serializers.CharField(help_text="the kind of place in the ledger")
    number = serializers.CharField(help_text="of the account in the room’s books")
    name = serializers.CharField()
    debit = serializers.IntegerField()
    credit = serializers.IntegerField()


class JournalAnswer(serializers.Serializer[Any]):
    """The journal of a locked gaming day as it was exported first."""

    gaming_day = serializers.DateField()
    currency = serializers.CharField()
    exported_at = serializers.DateTimeField()
    accounts = serializers.IntegerField(allow_null=True, help_text="the version of the room’s accounts; null: plain")
    digest = serializers.CharField(help_text="sha256 of the CSV file")
    lines = JournalLine(many=True)


class Returns(RoomView):
    """The monthly return by a definition of revenue."""

    permission = Permission.REPORT_VIEW
    query = ReturnQuery

    @extend_schema(parameters=[ReturnQuery], responses=ReturnAnswer, operation_id="revenue_read")
    def get(self, request: Request) -> Response:
        """The month’s return: the total, each named sum, each gaming day, and what it lacks. Minor units."""
        asked = self.asked()
        today = self.room.gaming_day(timezone.now())
        month = month_of(asked["month"]) if "month" in asked else usual_month(self.room, today)
        code = asked.get("definition", SUPPLIED_DEFINITIONS[0].code)
        shown, where = replica.read(lambda: monthly_return(self.room, code, month, today))
        if shown is None:
            raise Http404
        if not all(line.is_locked for line in shown.lines):
            note_box_looks(room=self.room, by=self.person, at=timezone.now())
        return Response(exports.as_json(shown) | {"read_from": where.as_json()})


class Journals(RoomView):
    """The journal of a locked gaming day."""

    permission = {"get": Permission.REPORT_VIEW, "post": Permission.REPORT_BUILD}

    @extend_schema(responses=JournalAnswer, operation_id="journals_read")
    def get(self, request: Request, day: date) -> Response:
        """The journal as it was exported: balanced lines by the accounts of the room’s books. Minor units."""
        return Response(_journal_as_json(services.exported(self.room, day)))

    @extend_schema(request=NoBody, responses={201: JournalAnswer}, operation_id="journals_export")
    def post(self, request: Request, day: date) -> Response:
        """Export the journal of a locked day; whoever exports it again gets the same."""
        self.read(NoBody)
        kept = services.export_journal(room=self.room, day=day, **self.acting)
        return Response(_journal_as_json(kept), status=201)


def _journal_as_json(kept: DayJournal) -> dict[str, Any]:
    return {
        "gaming_day": kept.lock.gaming_day.isoformat(),
        "currency": kept.lock.room.currency,
        "exported_at": kept.exported_at.isoformat(),
        "accounts": kept.accounts.number if kept.accounts else None,
        "digest": kept.digest,
        "lines": [
            {
                "entry": line.entry, "is_back": line.is_back, "side": line.side, "number": line.number,
                "name": line.name, "debit": line.debit, "credit": line.credit,
            }
            for line in read_lines(kept.lines)
        ],
    }  # fmt: skip
