"""The API of hands and ticks: check one without recording it, record it, read it back."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import Malformed
from config.staff.roles import Permission
from config.web.api import AmountField, RoomView, StrictSerializer, TextField, TruthField, WholeField, created
from games import phh_json
from games.models import Hand
from games.services import record_phh, record_tick
from games.services.bookings import NEVER_OWED as TAKINGS_NEVER_OWED
from games.services.same_hand import SAME_HAND_AGAIN
from players.counts import LONGEST_REASON
from rules.check.checker import Checker
from rules.phh.bounds import LARGEST_HAND
from rules.phh.reader import read_hand
from rules.phh.values import PhhHand, Unreadable
from tables.models import TableSession
from tables.services import house_rules_in_force

_AMOUNT = {
    "oneOf": [
        {"type": "integer"},
        {"type": "string", "pattern": r"^(-?(0|[1-9][0-9]{0,15})(\.[0-9]{1,4})?|inf)$"},
    ],
    "description": "major units, as PHH has them",
}
_NAME = {"oneOf": [{"type": "integer"}, {"type": "string"}]}
_OWN = {"type": "object", "additionalProperties": {}}
_MOST_ACTIONS = 2000


class _AsItIs(serializers.Field[Any, Any, Any, Any]):
    """A value that `games.phh_json` reads, with the field's name in what it says."""

    def to_internal_value(self, data: Any) -> Any:
        return data


@extend_schema_field({"type": "array", "items": _AMOUNT})
class _AmountList(_AsItIs):
    """Amounts in major units: integers, or text with decimals."""


@extend_schema_field(_AMOUNT)
class _Amount(_AsItIs):
    """One amount in major units."""


@extend_schema_field(_NAME)
class _NameOrNumber(_AsItIs):
    """The name that the file gives to a hand or a table."""


@extend_schema_field(_OWN)
class _OwnTable(_AsItIs):
    """A table of our own fields beyond the standard."""


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$"})
class _Clock(_AsItIs):
    """A time of day."""


class HandBody(StrictSerializer):
    """A hand: `phh` as the text of a PHH document, or the document's fields one by one (https://phh.readthedocs.io).

    Amounts in PHH are the format's own, major units. Fields beyond the standard begin with an underscore, as in the
    documents that this API gives out.
    """

    phh = TextField(max_length=LARGEST_HAND, required=False, trim_whitespace=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The fields of the format, each of its kind."""
        fields = super().get_fields()
        fields |= {name: _AmountList(required=False) for name in phh_json.AMOUNT_LISTS}
        fields |= {name: _Amount(required=False) for name in phh_json.AMOUNTS}
        fields |= {name: TextField(required=False, max_length=200, allow_blank=True) for name in phh_json.TEXTS}
        fields |= {name: _texts() for name in phh_json.TEXT_LISTS}
        fields |= {name: WholeField(required=False) for name in phh_json.WHOLE}
        fields |= {name: _NameOrNumber(required=False) for name in phh_json.NAMES}
        fields |= {name: _OwnTable(required=False) for name in phh_json.TABLES}
        seats = serializers.ListField(child=WholeField(), required=False, max_length=10)
        fields |= {name: TruthField(required=False) for name in phh_json.TRUTHS}
        return fields | {"seats": seats, "time": _Clock(required=False)}


def _texts() -> serializers.ListField:
    texts = TextField(max_length=400, allow_blank=True, trim_whitespace=False)
    return serializers.ListField(child=texts, required=False, max_length=_MOST_ACTIONS)


def _confirm(*codes: str) -> serializers.ListField:
    """Questions that the sender answers with yes, by the code of the refusal that asks."""
    child = serializers.ChoiceField(choices=codes)
    return serializers.ListField(child=child, required=False, max_length=len(codes), default=list)


class RecordBody(HandBody):
    """A hand to be recorded: as for a check, and what was dropped, in minor units.

    Left out, `rake_taken` and `promo_taken` are what the document states, else what the plaque's schedule owes.
    `count_reason` says why starting stacks aren't those of the books (`count_reason_missing` without it): one of
    `ticks` (which explains what ticks dropped since the last count and no more), `played`, `miscounted`, `left_lying`,
    or own words. What is asked about (`takings_never_owed`: no hand under the plaque owes so much;
    `same_hand_again`: this hand is recorded already) is recorded once `confirm` names it.
    """

    rake_taken = AmountField(required=False)
    promo_taken = AmountField(required=False)
    confirm = _confirm(TAKINGS_NEVER_OWED, SAME_HAND_AGAIN)
    count_reason = TextField(required=False, max_length=LONGEST_REASON)


class TickBody(StrictSerializer):
    """A hand by its takings. `pot` and `winners` (seats) are asked for under a plaque with a kill.

    Several winners split high and low, unless `has_low` is false. `killer_seat` is the seat whose kill the hand was
    played under as the sender knows it, 0 for none: another one than the hands before ask for is refused. Takings that
    no hand under the plaque owes are asked about (`takings_never_owed`) until `confirm` names that.
    """

    rake_taken = AmountField()
    promo_taken = AmountField(required=False, default=0)
    pot = AmountField(required=False, allow_null=True, default=None)
    winners = serializers.ListField(
        child=WholeField(min_value=1, max_value=10), required=False, max_length=10, allow_null=True, default=None
    )
    has_low = TruthField(required=False, allow_null=True, default=None)
    killer_seat = WholeField(min_value=0, max_value=10, required=False, allow_null=True, default=None)
    confirm = _confirm(TAKINGS_NEVER_OWED)


@extend_schema_field({"type": "object", "additionalProperties": {}, "nullable": True})
class _Told(serializers.JSONField):
    """An object that a library of ours explains: see the description of the operation."""


class CheckAnswer(serializers.Serializer[Any]):
    """The outcome of checking a hand; amounts are texts in the hand's own currency, major units."""

    file = serializers.CharField()
    hand = serializers.CharField()
    variant = serializers.CharField()
    legal = serializers.BooleanField()
    complete = serializers.BooleanField()
    missing = serializers.ListField(child=serializers.CharField(), help_text="facts without which it can't be settled")
    violation = _Told(help_text="code, index, action, actor, seat, message, rule, citation, allowed")
    settlement = _Told(help_text="pots, returned, rake, drop, finishing_stacks, net, steps")
    next = _Told(help_text="whose turn it is: actor, call, may_raise, min_raise_to, max_raise_to")
    agrees = serializers.BooleanField(help_text="whether the document's own results are the same")
    disagreements = serializers.ListField(child=serializers.CharField())
    winnings_agree = serializers.BooleanField(allow_null=True)
    warnings = serializers.ListField(child=serializers.CharField())


class HandRow(serializers.ModelSerializer[Hand]):
    """A recorded hand or tick in a list; amounts in minor units."""

    called_pots = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    winners = serializers.ListField(child=serializers.IntegerField(), allow_null=True)

    class Meta:
        model = Hand
        fields: tuple[str, ...] = (
            "id",
            "session",
            "number",
            "version",
            "supersedes",
            "tier",
            "plaque",
            "gaming_day",
            "started_at",
            "recorded_at",
            "players_dealt",
            "flop_dealt",
            "pot",
            "called_pots",
            "winners",
            "has_low",
            "killer_seat",
            "void_cause",
            "rake_taken",
            "promo_taken",
        )


class HandAnswer(HandRow):
    """A recorded hand with its PHH document and its settlement (both empty for a tick)."""

    settlement = _Told()

    class Meta(HandRow.Meta):
        fields = (*HandRow.Meta.fields, "phh", "settlement")


class CheckHand(RoomView):
    """Check a hand; nothing is recorded."""

    permission = Permission.HAND_VIEW
    records = False

    @extend_schema(request=HandBody, responses=CheckAnswer, operation_id="hands_check")
    def post(self, request: Request) -> Response:
        """Whether every action is legal, and what the hand settles to, under the house rules of the room.

        A document that names its own house (`_house`) is checked under that one. Nothing is recorded.
        """
        body = self.read(HandBody)
        phh = _read(_text(body))
        posted = None if "_house" in phh.extras else house_rules_in_force(self.room, timezone.now())
        try:
            return Response(Checker(posted.house if posted else None).check(phh).to_json())
        except Unreadable as problem:
            raise _unreadable(problem) from problem


class Hands(RoomView):
    """Every hand of the room."""

    permission = Permission.HAND_VIEW

    @extend_schema(responses=HandRow(many=True), operation_id="hands_list")
    def get(self, request: Request) -> Response:
        """Recorded hands and ticks, newest first, every version of them."""
        return self.pages(Hand.objects.filter(room=self.room), HandRow)


class OneHand(RoomView):
    """One hand."""

    permission = Permission.HAND_VIEW

    @extend_schema(responses=HandAnswer, operation_id="hands_read")
    def get(self, request: Request, pk: int) -> Response:
        """One recorded hand with its PHH document and its settlement."""
        return Response(HandAnswer(self.find_or_404(Hand.objects.all(), pk)).data)


class SessionHands(RoomView):
    """The hands of one table session."""

    permission = {"get": Permission.HAND_VIEW, "post": Permission.HAND_RECORD}

    @extend_schema(responses=HandRow(many=True), operation_id="table_sessions_hands_list")
    def get(self, request: Request, pk: int) -> Response:
        """The session's hands and ticks, newest first."""
        session = self.find_or_404(_sessions(), pk)
        return self.pages(Hand.objects.filter(session=session), HandRow)

    @extend_schema(request=RecordBody, responses={201: HandAnswer}, operation_id="table_sessions_hands_create")
    def post(self, request: Request, pk: int) -> Response:
        """Validate a full hand under the plaque in force and record it; the engine's refusal is 409."""
        session = self.find_or_404(_sessions(), pk)
        body = self.read(RecordBody)
        hand = record_phh(
            session=session,
            phh_text=_text(body),
            rake_taken=body.get("rake_taken"),
            promo_taken=body.get("promo_taken"),
            count_reason=body.get("count_reason", ""),
            confirmed=body["confirm"],
            **self.acting,
        )
        return created(hand, HandAnswer)


class SessionTicks(RoomView):
    """The ticks of one table session."""

    permission = {"get": Permission.HAND_VIEW, "post": Permission.HAND_RECORD}

    @extend_schema(responses=HandRow(many=True), operation_id="table_sessions_ticks_list")
    def get(self, request: Request, pk: int) -> Response:
        """The session's ticks, newest first."""
        session = self.find_or_404(_sessions(), pk)
        return self.pages(Hand.objects.filter(session=session, tier=Hand.Tier.TICK), HandRow)

    @extend_schema(request=TickBody, responses={201: HandAnswer}, operation_id="table_sessions_ticks_create")
    def post(self, request: Request, pk: int) -> Response:
        """Count one hand and book what was dropped."""
        session = self.find_or_404(_sessions(), pk)
        body = self.read(TickBody)
        confirmed = body.pop("confirm")
        return created(record_tick(session=session, confirmed=confirmed, **body, **self.acting), HandAnswer)


def _sessions() -> QuerySet[TableSession]:
    return TableSession.objects.select_related("room", "table", "plaque")


def _text(body: dict[str, Any]) -> str:
    """The PHH document of a body. Raises Malformed where it holds both forms or neither."""
    fields = {name: body[name] for name in phh_json.FIELDS if name in body}
    if ("phh" in body) == bool(fields):
        raise Malformed("malformed", "Send the hand as `phh` text or as its fields, one of the two.", field="phh")
    return str(body["phh"]) if "phh" in body else phh_json.phh_text(fields)


def _read(text: str) -> PhhHand:
    """The hand of a document. Raises Malformed where it can't be read, with the line."""
    try:
        return read_hand(text)
    except Unreadable as problem:
        raise _unreadable(problem) from problem


def _unreadable(problem: Unreadable) -> Malformed:
    return Malformed("phh_unreadable", f"The hand can't be read: {problem}.", field="phh")
