"""The parts that every view of the API is made of: the room, the idempotency key, fields that take nothing but what
they say."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import Http404
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.amounts import MOST, parse_minor
from config.errors import Malformed
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.web.forms import composed
from config.web.pagination import Pages
from config.web.parsers import StrictJSONParser
from config.web.views import Access

LARGEST_ID = 2**63 - 1
SHORTEST_KEY, LONGEST_KEY = 8, 60


class WholeField(serializers.IntegerField):
    """A JSON integer, and nothing that could be taken for one."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            raise serializers.ValidationError("This is a whole number.")
        return int(super().to_internal_value(data))


class AmountField(WholeField):
    """An integer of minor units, from 0; a float, a text or a truth value is refused."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": MOST} | kwargs)

    def to_internal_value(self, data: Any) -> int:
        try:
            return parse_minor(data)
        except Malformed as error:
            raise serializers.ValidationError(error.message) from error


class IdField(WholeField):
    """The id of a row: a JSON integer."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": LARGEST_ID} | kwargs)


class TextField(serializers.CharField):
    """A JSON string; a number is not written out as one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError("This is a text.")
        return str(super().to_internal_value(data))


class WordsField(TextField):
    """Words of people on one line, kept in Unicode's composed form; control characters are refused."""

    def to_internal_value(self, data: Any) -> str:
        try:
            return composed(super().to_internal_value(data))
        except ValidationError as error:
            raise serializers.ValidationError(error.messages) from error


class TruthField(serializers.BooleanField):
    """true or false, and no other word for either."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            raise serializers.ValidationError("This is true or false.")
        return data


class StrictSerializer(serializers.Serializer[Any]):
    """A body with the fields that it states and no others: what nobody asked for is refused, not dropped."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (unknown := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError({name[:60]: ["There is no such field."] for name in unknown[:20]})
        return super().to_internal_value(data)


class RoomView(APIView):
    """A view in the caller's room. It states its `permission`, by method where they differ."""

    permission: Permission | Access | dict[str, Permission]
    pagination_class = Pages
    query: type[serializers.Serializer[Any]] | None = None
    """The fields that a GET may ask for behind its question mark, besides the page of a list."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check who calls and whether they may; then what they ask: a parameter that nobody reads is refused, not
        dropped."""
        super().initial(request, *args, **kwargs)
        if request.method not in self.allowed_methods:
            return  # answered with 405, whatever it asks
        known = (
            (*self.query().fields, *Pages.PARAMETERS) if self.query and request.method == "GET" else Pages.PARAMETERS
        )
        given = request.query_params
        faults = {name: "There is no such parameter." for name in given if name not in known}
        faults |= {name: "Give this parameter once." for name in given if len(given.getlist(name)) > 1}
        if faults:
            raise serializers.ValidationError({name[:60]: [fault] for name, fault in list(faults.items())[:20]})

    @property
    def room(self) -> Room:
        """The room that the caller names in the header `Room`, or works in."""
        return self.request._request.room  # type: ignore[attr-defined]  # put there by the permission

    @property
    def person(self) -> User:
        """The person who calls."""
        return cast("User", self.request.user)  # the permission let nobody else in

    @property
    def acting(self) -> dict[str, Any]:
        """The keywords of every service: the request's key, who, and when."""
        return {"key": request_key(self.request), "by": self.person, "at": timezone.now()}

    def read(self, serializer: type[StrictSerializer]) -> dict[str, Any]:
        """The body as `serializer` reads it. Malformed fields answer 400, each with its reason; no JSON, 415."""
        sent = self.request.content_type
        if sent and sent.split(";")[0].strip() != StrictJSONParser.media_type:
            raise UnsupportedMediaType(sent)
        body = serializer(data=self.request.data)
        body.is_valid(raise_exception=True)
        return dict(body.validated_data)

    def asked(self) -> dict[str, Any]:
        """The values that the address asks for behind its question mark, read by the view's `query`. Malformed answers
        400."""
        if self.query is None:
            return {}
        query = self.query(data=self.request.query_params.dict())
        query.is_valid(raise_exception=True)
        return dict(query.validated_data)

    def find(self, rows: QuerySet[Any], pk: int, *, field: str) -> Any:
        """The row of this room that a body names; 400 with the field where the room has none."""
        row = rows.filter(pk=pk, room=self.room).first()
        if row is None:
            raise serializers.ValidationError({field: ["There is no such thing in this room."]})
        return row

    def find_or_404(self, rows: QuerySet[Any], pk: int, *, room: str = "room") -> Any:
        """The row of this room that the address names; 404 where the room has none. `room` is the way to it."""
        return self.known_or_404(rows.filter(**{room: self.room}), pk)

    def known_or_404(self, rows: QuerySet[Any], pk: int) -> Any:
        """The row that the address names, in whatever room; 404 where there is none."""
        row = rows.filter(pk=pk).first() if pk <= LARGEST_ID else None
        if row is None:
            raise Http404
        return row

    def pages(
        self,
        rows: QuerySet[Any],
        serializer: type[serializers.BaseSerializer[Any]],
        shown: Callable[[Sequence[Any]], Sequence[Any]] = lambda page: page,
        context: Mapping[str, Any] | None = None,
    ) -> Response:
        """One page of `rows`, newest first; `shown` makes of the rows of a page what the serializer shows, which knows
        its `context`."""
        pages = self.pagination_class()
        page = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response(serializer(shown(page or []), many=True, context=dict(context or {})).data)


def request_key(request: Request) -> str:
    """The request's idempotency key, kept apart by caller. Raises Malformed where the header is missing or no key."""
    key = request.headers.get("Idempotency-Key", "")
    if not SHORTEST_KEY <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise Malformed(
            "idempotency_key_missing",
            f"Send a header Idempotency-Key of {SHORTEST_KEY} to {LONGEST_KEY} plain characters, the same one when you "
            "try again.",
            field="Idempotency-Key",
        )
    return f"api:{request.user.pk}:{key}"


def created(row: Model, serializer: type[serializers.BaseSerializer[Any]]) -> Response:
    """201 with the row; a retry gets the same row and the same answer."""
    return Response(serializer(row).data, status=201)


class ReadFromAnswer(serializers.Serializer[Any]):
    """The place that a report was read from, where a replica is named: that one, as of an instant; or the primary, and
    why."""

    as_of = serializers.DateTimeField(
        allow_null=True, help_text="all that was committed until then is in it; null: read from the primary"
    )
    seconds_behind = serializers.IntegerField(allow_null=True)
    why_not = serializers.CharField(help_text="why the replica was not read; empty where it was")
