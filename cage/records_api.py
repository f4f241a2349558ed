"""The API of what the cage has on record: sessions of drawers, fills and credits, boxes and their pulls. Read only."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cage import services
from cage.models import Box, BoxHanging, BoxPull, Drawer, DrawerSession, DrawerVariance, TransitAct, TransitSlip
from config.staff.roles import Permission
from config.web.api import RoomView

_S = DrawerSession.State
_OF_SLIP = ("id", "kind", "year", "number", "state", "drawer", "table", "chips", "cash", "chips_amount", "cash_amount")


class VarianceAnswer(serializers.ModelSerializer[DrawerVariance]):
    """A drawer counted short (below zero) or over at its opening or its close, minor units."""

    class Meta:
        model = DrawerVariance
        fields = ("part", "chips", "cash")


class DrawerSessionAnswer(serializers.ModelSerializer[DrawerSession]):
    """A cashier's time at a drawer. `expected_chips`, `expected_cash` (by the books at its close, minor units) and
    `variances` are left out for whoever may not see what a drawer must hold."""

    cashier_name = serializers.CharField(source="cashier.display_name")
    expected_chips = serializers.IntegerField(required=False, allow_null=True)
    expected_cash = serializers.IntegerField(required=False, allow_null=True)
    variances = VarianceAnswer(many=True, required=False)

    class Meta:
        model = DrawerSession
        fields = (
            "id",
            "drawer",
            "state",
            "cashier",
            "cashier_name",
            "began_at",
            "opened_at",
            "closed_at",
            "expected_chips",
            "expected_cash",
            "variances",
        )

    def to_representation(self, instance: DrawerSession) -> Any:
        """The session, without what its reader may not see."""
        shown = super().to_representation(instance)
        if not self.context.get("sees_expected"):
            for name in ("expected_chips", "expected_cash", "variances"):
                del shown[name]
        return shown


class TransitActAnswer(serializers.ModelSerializer[TransitAct]):
    """One act of a fill or a credit: who answers for it, and the pieces that were asked for, sent or counted."""

    person_name = serializers.CharField(source="person.display_name")
    runner_name = serializers.CharField(source="runner.display_name", allow_null=True, default=None)
    verifier_name = serializers.CharField(source="verifier.display_name", allow_null=True, default=None)
    dealer_name = serializers.CharField(source="dealer.display_name", allow_null=True, default=None)
    chips = serializers.DictField(child=serializers.IntegerField(), help_text="pieces by value in minor units")
    cash = serializers.DictField(child=serializers.IntegerField(), help_text="pieces by value in minor units")

    class Meta:
        model = TransitAct
        fields = (
            "step",
            "person_name",
            "runner_name",
            "verifier_name",
            "dealer_name",
            "is_dealer_signed",
            "chips",
            "cash",
            "chips_amount",
            "cash_amount",
            "reason",
            "at",
        )


class TransitSlipAnswer(serializers.ModelSerializer[TransitSlip]):
    """A fill or a credit of a drawer or of a table's tray, with its acts in their order."""

    acts = TransitActAnswer(many=True)
    chips = serializers.DictField(child=serializers.IntegerField(), help_text="pieces by value in minor units")
    cash = serializers.DictField(child=serializers.IntegerField(), help_text="pieces by value in minor units")

    class Meta:
        model = TransitSlip
        fields = (*_OF_SLIP, "gaming_day", "at", "acts")


class BoxAnswer(serializers.ModelSerializer[Box]):
    """A drop box; `table` and `holds` where it hangs somewhere."""

    table = serializers.SerializerMethodField()
    holds = serializers.SerializerMethodField()

    class Meta:
        model = Box
        fields = ("id", "number", "kind", "table", "holds")

    def get_table(self, box: Box) -> int | None:
        """The id of the table at which it hangs."""
        return next((hanging.table_id for hanging in box.hanging_now), None)  # type: ignore[attr-defined]

    def get_holds(self, box: Box) -> str | None:
        """The kind of takings that it takes there."""
        return next((hanging.holds for hanging in box.hanging_now), None)  # type: ignore[attr-defined]


class BoxPullAnswer(serializers.ModelSerializer[BoxPull]):
    """A box that was pulled off a table. `counts`, one for each counter, stay empty until two have found the same;
    `expected` and `variance` (minor units) are left out for whoever may not see what a box must hold."""

    counts = serializers.SerializerMethodField()
    expected = serializers.IntegerField(required=False)
    variance = serializers.SerializerMethodField(required=False)

    class Meta:
        model = BoxPull
        fields = (
            "id",
            "table",
            "number",
            "holds",
            "why",
            "state",
            "gaming_day",
            "at",
            "counted",
            "counted_at",
            "counts",
            "expected",
            "variance",
        )

    def get_counts(self, pull: BoxPull) -> list[dict[str, Any]]:
        """The counts of a box that is counted: who, and the pieces by value; those of an earlier round were given
        up."""
        if pull.state != BoxPull.State.COUNTED:
            return []
        return [
            {
                "part": count.part,
                "round": count.round,
                "counted_by_name": str(count.counted_by),
                "chips": count.chips,
                "amount": count.amount,
            }
            for count in pull.counts.all()
        ]

    def get_variance(self, pull: BoxPull) -> int | None:
        """The chips more than the books said, below zero: less; null until it is counted."""
        return None if pull.counted is None else pull.counted - pull.expected

    def to_representation(self, instance: BoxPull) -> Any:
        """The pull, without what its reader may not see."""
        shown = super().to_representation(instance)
        if not self.context.get("sees_expected"):
            for name in ("expected", "variance"):
                del shown[name]
        return shown


class ExpectedView(RoomView):
    """A view that shows what must be somewhere to those alone who may see it, and notes that they saw it: they count
    none of it afterwards."""

    def looked(self) -> Mapping[str, Any]:
        """The facts about the reader that the serializer goes by."""
        sees = self.person.may(Permission.EXPECTED, self.room)
        if sees:
            services.note_looks(room=self.room, by=self.person, at=timezone.now())
        return {"sees_expected": sees}


class DrawerSessions(ExpectedView):
    """The sessions of one drawer."""

    permission = Permission.MONEY_VIEW

    @extend_schema(responses=DrawerSessionAnswer(many=True), operation_id="drawer_sessions_list")
    def get(self, request: Request, pk: int) -> Response:
        """Sessions with their cashiers, newest first; what the drawer must have held, for whoever may see that."""
        drawer = self.find_or_404(Drawer.objects.all(), pk)
        made = DrawerSession.objects.filter(drawer=drawer).select_related("cashier").prefetch_related("variances")
        return self.pages(made, DrawerSessionAnswer, context=self.looked())


class TransitSlips(RoomView):
    """The fills and credits of the room."""

    permission = Permission.SLIP_VIEW

    @extend_schema(responses=TransitSlipAnswer(many=True), operation_id="slips_list")
    def get(self, request: Request) -> Response:
        """Fills and credits with their acts, newest first."""
        return self.pages(_slips(self), TransitSlipAnswer)


class OneTransitSlip(RoomView):
    """One fill or credit."""

    permission = Permission.SLIP_VIEW

    @extend_schema(responses=TransitSlipAnswer, operation_id="slips_retrieve")
    def get(self, request: Request, pk: int) -> Response:
        """A fill or a credit with its acts."""
        return Response(TransitSlipAnswer(self.find_or_404(_slips(self), pk)).data)


class Boxes(RoomView):
    """The drop boxes of the room."""

    permission = Permission.BOX_VIEW

    @extend_schema(responses=BoxAnswer(many=True), operation_id="boxes_list")
    def get(self, request: Request) -> Response:
        """The boxes, newest first, with where they hang."""
        hanging = Prefetch("hangings", BoxHanging.objects.filter(taken_at=None), to_attr="hanging_now")
        return self.pages(Box.objects.filter(room=self.room).prefetch_related(hanging), BoxAnswer)


class BoxPulls(ExpectedView):
    """The boxes of the room that were pulled off tables: to those alone who see amounts, as the drop sheet."""

    permission = Permission.MONEY_VIEW

    @extend_schema(responses=BoxPullAnswer(many=True), operation_id="box_pulls_list")
    def get(self, request: Request) -> Response:
        """Pulled boxes with their counts, newest first; what they must have held, for whoever may see that."""
        pulls = BoxPull.objects.filter(room=self.room).prefetch_related("counts__counted_by")
        return self.pages(pulls, BoxPullAnswer, context=self.looked())


def _slips(view: RoomView) -> Any:
    acts = TransitAct.objects.select_related("person", "runner", "verifier", "dealer").order_by("pk")
    return TransitSlip.objects.filter(room=view.room).prefetch_related(Prefetch("acts", acts))
