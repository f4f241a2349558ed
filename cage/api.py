"""The API of the cage: drawers, buy in, cash out, chips in use."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cage import services
from cage.models import BankStatement, BuyIn, CashOut, Drawer, DrawerSession
from cage.selectors.liability import liability
from config.staff.roles import Permission
from config.web.api import AmountField, IdField, RoomView, StrictSerializer, created
from config.web.days import SentInstantField
from players.api import player_of
from players.forms.desk import EXCEPTIONS
from players.models import HouseException
from tables.models import TableSession


class DrawerAnswer(serializers.ModelSerializer[Drawer]):
    """A cashier's drawer."""

    is_open = serializers.BooleanField(help_text="whether chips and cash go in and out")

    class Meta:
        model = Drawer
        fields = ("id", "name", "is_open")


def _confirm() -> serializers.ListField:
    """Questions that the sender answers with yes, by the code of the refusal that asks."""
    child = serializers.ChoiceField(choices=[services.SAME_AGAIN])
    return serializers.ListField(child=child, required=False, max_length=1, default=list)


class BuyInBody(StrictSerializer):
    """Chips for one game. `exception` names the house's reason where the plaque's limits do not bind. The same sale as
    one of a moment ago is asked about (`same_again`) until `confirm` names that."""

    session = IdField()
    player = IdField()
    drawer = IdField()
    amount = AmountField(min_value=1)
    exception = serializers.ChoiceField(choices=EXCEPTIONS, required=False)
    confirm = _confirm()


class BuyInAnswer(serializers.ModelSerializer[BuyIn]):
    """A buy-in; `sitting` is set where the chips went straight to a seat, `voided_at` where it was taken back."""

    player_name = serializers.CharField(source="player.display_name")
    exception = serializers.CharField()
    voided_at = serializers.DateTimeField(source="void.at", allow_null=True, read_only=True)

    class Meta:
        model = BuyIn
        fields = (
            "id",
            "session",
            "player",
            "player_name",
            "drawer",
            "amount",
            "exception",
            "sitting",
            "plaque",
            "receipt",
            "gaming_day",
            "at",
            "voided_at",
        )


class CashOutBody(StrictSerializer):
    """Chips of a player's rack for cash. The same payment as one of a moment ago is asked about (`same_again`) until
    `confirm` names that."""

    player = IdField()
    drawer = IdField()
    amount = AmountField(min_value=1)
    is_late = serializers.BooleanField(
        default=False, help_text="some of the chips are of a retired set whose last day is over"
    )
    confirm = _confirm()


class CashOutAnswer(serializers.ModelSerializer[CashOut]):
    """A cash-out; `voided_at` is set where it was taken back."""

    player_name = serializers.CharField(source="player.display_name")
    voided_at = serializers.DateTimeField(source="void.at", allow_null=True, read_only=True)

    class Meta:
        model = CashOut
        fields = ("id", "player", "player_name", "drawer", "amount", "receipt", "gaming_day", "at", "voided_at")


class Drawers(RoomView):
    """The cage's drawers."""

    permission = Permission.MONEY_VIEW

    @extend_schema(responses=DrawerAnswer(many=True), operation_id="drawers_list")
    def get(self, request: Request) -> Response:
        """The drawers of the room, newest first: buy-ins and cash-outs name one."""
        running = DrawerSession.objects.filter(drawer=OuterRef("pk"), state=DrawerSession.State.OPEN)
        return self.pages(Drawer.objects.filter(room=self.room).annotate(is_open=Exists(running)), DrawerAnswer)


class BuyIns(RoomView):
    """The buy-ins of the room."""

    permission = {"get": Permission.MONEY_VIEW, "post": Permission.BUY_IN}

    @extend_schema(responses=BuyInAnswer(many=True), operation_id="buy_ins_list")
    def get(self, request: Request) -> Response:
        """Buy-ins, newest first. They tell what others' drawers took, so it is noted that you looked, as it is at the
        desk's whole day: you count none of those that are open now."""
        services.note_desk_look(room=self.room, by=self.person, at=timezone.now())
        return self.pages(BuyIn.objects.filter(room=self.room).select_related("player", "void"), BuyInAnswer)

    @extend_schema(request=BuyInBody, responses={201: BuyInAnswer}, operation_id="buy_ins_create")
    def post(self, request: Request) -> Response:
        """Sell chips to a player, held to the plaque; a rule's refusal is 409 with what would have been allowed."""
        body = self.read(BuyInBody)
        bought = services.buy_in(
            room=self.room,
            session=self.find(TableSession.objects.all(), body["session"], field="session"),
            player=player_of(self.room, body),
            drawer=self.find(Drawer.objects.all(), body["drawer"], field="drawer"),
            amount=body["amount"],
            exception=body.get("exception", HouseException.NONE),
            confirmed=body["confirm"],
            **self.acting,
        )
        return created(bought, BuyInAnswer)


class CashOuts(RoomView):
    """The cash-outs of the room."""

    permission = {"get": Permission.MONEY_VIEW, "post": Permission.CASH_OUT}

    @extend_schema(responses=CashOutAnswer(many=True), operation_id="cash_outs_list")
    def get(self, request: Request) -> Response:
        """Cash-outs, newest first. They tell what others' drawers paid, so it is noted that you looked, as it is at the
        desk's whole day: you count none of those that are open now."""
        services.note_desk_look(room=self.room, by=self.person, at=timezone.now())
        return self.pages(CashOut.objects.filter(room=self.room).select_related("player", "void"), CashOutAnswer)

    @extend_schema(request=CashOutBody, responses={201: CashOutAnswer}, operation_id="cash_outs_create")
    def post(self, request: Request) -> Response:
        """Turn chips of a player's rack into cash."""
        body = self.read(CashOutBody)
        drawer = self.find(Drawer.objects.all(), body["drawer"], field="drawer")
        facts = {"amount": body["amount"], "is_late": body["is_late"], "confirmed": body["confirm"]}
        paid = services.cash_out(
            room=self.room, player=player_of(self.room, body), drawer=drawer, **facts, **self.acting
        )
        return created(paid, CashOutAnswer)


class LiabilityQuery(StrictSerializer):
    """The instant that is asked about, with its time zone; left out, now."""

    at = SentInstantField(required=False)

    def validate_at(self, at: datetime) -> datetime:
        """The instant. Refused where it has not come yet."""
        if at > timezone.now():
            raise serializers.ValidationError("The books tell of instants that have come.")
        return at


class PlaceAnswer(serializers.Serializer[Any]):
    """One kind of place, and the amount there in minor units; a few may be below zero."""

    code = serializers.CharField()
    name = serializers.CharField()
    amount = serializers.IntegerField()


class StatementAnswer(serializers.ModelSerializer[BankStatement]):
    """The newest statement of a bank account."""

    class Meta:
        model = BankStatement
        fields = ("account", "amount", "stated_on")


class LiabilityAnswer(serializers.Serializer[Any]):
    """Chips issued, who holds them, and the money that covers those in use; amounts in minor units."""

    at = serializers.DateTimeField()
    issued = serializers.IntegerField()
    chips_in_use = serializers.IntegerField()
    house = PlaceAnswer(many=True)
    in_use = PlaceAnswer(many=True)
    promo = serializers.IntegerField()
    deposits = serializers.IntegerField(help_text="players’ banks")
    owed = serializers.IntegerField(help_text="chips in use, promo money and players’ banks")
    asked = serializers.IntegerField(help_text="percent of what is owed that must be covered")
    needed = serializers.IntegerField()
    cash = PlaceAnswer(many=True)
    statements = StatementAnswer(many=True)
    outdated = StatementAnswer(many=True, help_text="statements that are too old to cover anything")
    cover = serializers.IntegerField()
    lacking = serializers.IntegerField()


class ChipsInUse(RoomView):
    """The room's liability for its chips."""

    permission = Permission.VAULT_VIEW
    query = LiabilityQuery

    @extend_schema(parameters=[LiabilityQuery], responses=LiabilityAnswer, operation_id="liability_retrieve")
    def get(self, request: Request) -> Response:
        """Chips in use and what covers them, now or at the instant that is asked about."""
        at, now = self.asked().get("at"), timezone.now()
        services.note_looks(room=self.room, by=self.person, at=now)
        return Response(LiabilityAnswer(liability(self.room, at=at or now, now=at is None)).data)
