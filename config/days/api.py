"""The API of gaming days: the state of each, and what keeps one open. Read only: days are locked by two people."""

from datetime import date
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.days.models import DayState
from config.days.registry import OpenItem
from config.days.selectors import DayRow, day_row, days_of, open_items
from config.staff.roles import Permission
from config.web.api import RoomView
from config.web.pagination import Pages


class DayAnswer(serializers.Serializer[DayRow]):
    """A gaming day: when it starts and ends, its state, and who locked it."""

    day = serializers.DateField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=DayState.choices)
    is_next = serializers.BooleanField(help_text="whether it is the one to be locked next")
    locked_at = serializers.DateTimeField(source="lock.locked_at", allow_null=True, default=None)
    locked_by_name = serializers.CharField(source="lock.locked_by.display_name", allow_null=True, default=None)
    second_name = serializers.CharField(source="lock.second.display_name", allow_null=True, default=None)


class OpenItemAnswer(serializers.Serializer[OpenItem]):
    """One thing that keeps a day open: a code for machines, the sentence of what ends it, and whom it waits for."""

    code = serializers.CharField()
    sentence = serializers.CharField()
    by = serializers.CharField(help_text="the person or the role that it waits for")
    href = serializers.CharField(help_text="the page where it is done")


class OneDayAnswer(DayAnswer):
    """A gaming day with everything that keeps it open, in the order in which it is settled."""

    open_items = OpenItemAnswer(many=True)


class Days(RoomView):
    """The gaming days of the room."""

    permission = Permission.DAY_VIEW

    @extend_schema(responses=DayAnswer(many=True), operation_id="gaming_days_list")
    def get(self, request: Request) -> Response:
        """The last sixty gaming days, today first, in one page."""
        Pages().get_page_size(request)  # a size that is no number is refused, as by any list
        rows: Any = days_of(self.room, timezone.now())
        return Response({"next": None, "previous": None, "results": DayAnswer(rows, many=True).data})


class OneDay(RoomView):
    """One gaming day."""

    permission = Permission.DAY_VIEW

    @extend_schema(responses=OneDayAnswer, operation_id="gaming_days_retrieve")
    def get(self, request: Request, day: date) -> Response:
        """A gaming day with its state and what keeps it open."""
        row = day_row(self.room, day, timezone.now())
        if row is None:
            raise Http404
        items: Any = [] if row.state == DayState.LOCKED else open_items(self.room, day)
        answer: dict[str, Any] = dict(DayAnswer(row).data)
        return Response(answer | {"open_items": OpenItemAnswer(items, many=True).data})
