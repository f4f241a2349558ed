"""The API of the cage: drawers, buy in, cash out."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cage import services
from cage.models import BuyIn, CashOut, Drawer
from config.staff.roles import Permission
from config.web.api import AmountField, IdField, RoomView, StrictSerializer, created
from players.api import player_of
from players.forms.desk import EXCEPTIONS
from players.models import HouseException
from tables.models import TableSession


class DrawerAnswer(serializers.ModelSerializer[Drawer]):
    """A cashier's drawer."""

    class Meta:
        model = Drawer
        fields = ("id", "name", "is_open")


class BuyInBody(StrictSerializer):
    """Chips for one game. `exception` names the house's reason where the plaque's limits do not bind."""

    session = IdField()
    player = IdField()
    drawer = IdField()
    amount = AmountField(min_value=1)
    exception = serializers.ChoiceField(choices=EXCEPTIONS, required=False)


class BuyInAnswer(serializers.ModelSerializer[BuyIn]):
    """A buy-in; `sitting` is set where the chips went straight to a seat."""

    player_name = serializers.CharField(source="player.display_name")
    exception = serializers.CharField()

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
        )


class CashOutBody(StrictSerializer):
    """Chips of a player's rack for cash."""

    player = IdField()
    drawer = IdField()
    amount = AmountField(min_value=1)


class CashOutAnswer(serializers.ModelSerializer[CashOut]):
    """A cash-out."""

    player_name = serializers.CharField(source="player.display_name")

    class Meta:
        model = CashOut
        fields = ("id", "player", "player_name", "drawer", "amount", "receipt", "gaming_day", "at")


class Drawers(RoomView):
    """The cage's drawers."""

    permission = Permission.MONEY_VIEW

    @extend_schema(responses=DrawerAnswer(many=True), operation_id="drawers_list")
    def get(self, request: Request) -> Response:
        """The drawers of the room, newest first: buy-ins and cash-outs name one."""
        return self.pages(Drawer.objects.filter(room=self.room), DrawerAnswer)


class BuyIns(RoomView):
    """The buy-ins of the room."""

    permission = {"get": Permission.MONEY_VIEW, "post": Permission.BUY_IN}

    @extend_schema(responses=BuyInAnswer(many=True), operation_id="buy_ins_list")
    def get(self, request: Request) -> Response:
        """Buy-ins, newest first."""
        return self.pages(BuyIn.objects.filter(room=self.room).select_related("player"), BuyInAnswer)

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
            **self.acting,
        )
        return created(bought, BuyInAnswer)


class CashOuts(RoomView):
    """The cash-outs of the room."""

    permission = {"get": Permission.MONEY_VIEW, "post": Permission.CASH_OUT}

    @extend_schema(responses=CashOutAnswer(many=True), operation_id="cash_outs_list")
    def get(self, request: Request) -> Response:
        """Cash-outs, newest first."""
        return self.pages(CashOut.objects.filter(room=self.room).select_related("player"), CashOutAnswer)

    @extend_schema(request=CashOutBody, responses={201: CashOutAnswer}, operation_id="cash_outs_create")
    def post(self, request: Request) -> Response:
        """Turn chips of a player's rack into cash."""
        body = self.read(CashOutBody)
        drawer = self.find(Drawer.objects.all(), body["drawer"], field="drawer")
        paid = services.cash_out(
            room=self.room, player=player_of(self.room, body), drawer=drawer, amount=body["amount"], **self.acting
        )
        return created(paid, CashOutAnswer)
