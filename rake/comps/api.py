"""The API of comps: one player's account of points."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.staff.roles import Permission
from config.web.api import RoomView
from players.models import CompEntry
from players.selectors.known import known_in
from rake.comps.exports import as_json
from rake.comps.told import AccountTold


class CompEntryAnswer(serializers.Serializer[Any]):
    """One entry of an account of points; `value` in minor units, `seconds` of play."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=CompEntry.Kind.choices)
    points = serializers.IntegerField(help_text="below zero where they leave the account")
    balance = serializers.IntegerField()
    value = serializers.IntegerField()
    gaming_day = serializers.DateField(help_text="on which it was booked")
    at = serializers.DateTimeField()
    for_day = serializers.DateField(allow_null=True, help_text="the locked day that was played")
    seconds = serializers.IntegerField()
    expires_on = serializers.DateField(allow_null=True)
    what = serializers.CharField()


class CompsAnswer(serializers.Serializer[Any]):
    """A player's points in the room and what they are worth, why nothing is redeemed, and the newest entries."""

    player = serializers.IntegerField()
    gaming_day = serializers.DateField()
    points = serializers.IntegerField(help_text="that can be redeemed")
    value = serializers.IntegerField()
    currency = serializers.CharField()
    seconds_in_period = serializers.IntegerField(help_text="of play that count in the earning period")
    why_not = serializers.ListField(child=serializers.CharField())
    entries = CompEntryAnswer(many=True)


class PlayerComps(RoomView):
    """The account of points of one player."""

    permission = Permission.COMP_VIEW

    @extend_schema(responses=CompsAnswer, operation_id="player_comps_read")
    def get(self, request: Request, pk: int) -> Response:
        """The account as it stands now."""
        player = get_object_or_404(known_in(self.room), pk=pk)
        return Response(as_json(AccountTold(self.room, player, timezone.now())))
