"""The API of people and seats: register, seat, add on, leave."""

from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.web.api import AmountField, IdField, RoomView, StrictSerializer, WholeField, WordsField, created
from config.web.days import SentDayField
from players.counts import LONGEST_REASON
from players.forms.desk import EXCEPTIONS, OLDEST
from players.models import HouseException, Player, Sitting
from players.selectors import people
from players.selectors.known import known_in
from players.services import Identity, add_on, leave_seat, meet, register_player, seat_player
from players.services.people import IS_STAFF, NOT_STAFF
from tables.models import PlaySource, TableSession


class PlayerBody(StrictSerializer):
    """The facts that the desk knows of a person. The document is kept and never given out again.

    Who has the name of somebody of the staff is asked about (`may_work_here`): `confirm` says `not_staff` or
    `is_staff`, which stays in the audit trail.
    """

    display_name = WordsField(max_length=60)
    legal_name = WordsField(max_length=120, required=False)
    date_of_birth = SentDayField(required=False)
    document_kind = serializers.ChoiceField(choices=Player.Document.choices, required=False)
    document_number = WordsField(max_length=40, required=False)
    document_expires_on = SentDayField(required=False)
    confirm = serializers.ListField(
        child=serializers.ChoiceField(choices=(NOT_STAFF, IS_STAFF)), required=False, max_length=1
    )

    def validate_date_of_birth(self, born: date) -> date:
        """A day in the past, in the lifetime of somebody who can walk in."""
        if not OLDEST <= born <= timezone.now().date():
            raise serializers.ValidationError("This is the day on which the person was born.")
        return born

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A document has both its kind and its number."""
        if ("document_kind" in attrs) != ("document_number" in attrs):
            raise serializers.ValidationError({"document_number": ["A document has a kind and a number."]})
        return attrs


class PlayerAnswer(serializers.Serializer[people.PersonRow]):
    """A person: the name at the table, whether they may play, their chips off the table here, and where they sit."""

    id = serializers.IntegerField(source="player.pk")
    display_name = serializers.CharField(source="player.display_name")
    is_guest = serializers.BooleanField(source="player.is_guest")
    guest_of = serializers.CharField(source="player.guest_of")
    may_play = serializers.BooleanField(source="standing.may_play")
    rack = serializers.IntegerField(help_text="chips off the table in this room, minor units")
    sitting = serializers.IntegerField(source="sitting.pk", default=None, allow_null=True)
    registered_at = serializers.DateTimeField(source="player.registered_at")


class PlayerQuery(serializers.Serializer[Any]):
    """The text to look for."""

    search = serializers.CharField(required=False, max_length=60, help_text="words of a name, a document, an id")


class SeatBody(StrictSerializer):
    """A player sits down with chips of the rack. `exception` says why the plaque's limits do not bind."""

    player = IdField()
    seat = WholeField(min_value=1, max_value=10)
    amount = AmountField(min_value=1)
    exception = serializers.ChoiceField(choices=EXCEPTIONS, required=False)
    past_list = serializers.CharField(max_length=200, required=False, help_text="why this player goes before the list")


class AddOnBody(StrictSerializer):
    """Chips of the player's rack on top of the stack."""

    amount = AmountField(min_value=1)


class LeaveBody(StrictSerializer):
    """`counted` is the stack as counted at the table, where somebody counted it, as they must after quick hands
    (`count_missing`); `count_reason` why it isn't what the books say: `ticks` (what ticks dropped since the last
    count), `played`, `miscounted`, `left_lying`, or own words.
    """

    counted = AmountField(required=False)
    count_reason = WordsField(required=False, max_length=LONGEST_REASON)


class SittingAnswer(serializers.ModelSerializer[Sitting]):
    """A player in a seat; `stack` is what lies in front of them by the books, minor units.

    `plays_over` is the sitting of the absent player whose seat is used; from `kept_at` on the seat belongs to the
    player who came.
    """

    player_name = serializers.CharField(source="player.display_name")
    stack = serializers.IntegerField(source="account.balance", default=0)

    class Meta:
        model = Sitting
        fields = (
            "id", "session", "player", "player_name", "seat", "stack", "seated_at", "plays_over", "kept_at",
            "left_at", "left_with",
        )  # fmt: skip


class Players(RoomView):
    """The people who play."""

    permission = {"get": Permission.PLAYER_VIEW, "post": Permission.PLAYER_EDIT}
    query = PlayerQuery

    @extend_schema(parameters=[PlayerQuery], responses=PlayerAnswer(many=True), operation_id="players_list")
    def get(self, request: Request) -> Response:
        """People, newest first: all, or those whose name, document or id is searched for."""
        search = self.asked().get("search", "")
        at = timezone.now()
        if search:
            meet(text=search, room=self.room, by=self.person, at=at)
        return self.pages(people.found(search, self.room), PlayerAnswer, lambda page: people.rows(page, self.room, at))

    @extend_schema(request=PlayerBody, responses={201: PlayerAnswer}, operation_id="players_create")
    def post(self, request: Request) -> Response:
        """Register a person. A document that another person has shown already is refused."""
        acting = self.acting
        player = _register_once(self.room, self.read(PlayerBody), **acting)
        return Response(PlayerAnswer(people.row(player, self.room, acting["at"])).data, status=201)


class OnePlayer(RoomView):
    """One person."""

    permission = Permission.PLAYER_VIEW

    @extend_schema(responses=PlayerAnswer, operation_id="players_read")
    def get(self, request: Request, pk: int) -> Response:
        """One person: whether they may play, their chips off the table, and where they sit."""
        player = self.known_or_404(known_in(self.room), pk)
        return Response(PlayerAnswer(people.row(player, self.room, timezone.now())).data)


class Sittings(RoomView):
    """The sittings at one table session."""

    permission = {"get": Permission.FLOOR_VIEW, "post": Permission.SEAT}

    @extend_schema(responses=SittingAnswer(many=True), operation_id="table_sessions_sittings_list")
    def get(self, request: Request, pk: int) -> Response:
        """List who sits there or sat there, newest first; `left_at` is null while the player sits."""
        session = self.find_or_404(TableSession.objects.all(), pk)
        return self.pages(_sittings().filter(session=session), SittingAnswer)

    @extend_schema(request=SeatBody, responses={201: SittingAnswer}, operation_id="table_sessions_sittings_create")
    def post(self, request: Request, pk: int) -> Response:
        """Seat a player with chips of the rack, held to the plaque."""
        session = self.find_or_404(TableSession.objects.filter(source=PlaySource.FLOOR), pk)
        body = self.read(SeatBody)
        sitting = seat_player(
            session=session,
            player=player_of(self.room, body),
            seat=body["seat"],
            amount=body["amount"],
            exception=body.get("exception", HouseException.NONE),
            past_list=body.get("past_list", ""),
            **self.acting,
        )
        return _seated(sitting)


class OneSitting(RoomView):
    """One sitting."""

    permission = Permission.FLOOR_VIEW

    @extend_schema(responses=SittingAnswer, operation_id="sittings_read")
    def get(self, request: Request, pk: int) -> Response:
        """One player in one seat, with the stack by the books."""
        return Response(SittingAnswer(self.find_or_404(_sittings(), pk, room="session__room")).data)


class AddOns(RoomView):
    """Chips added to a stack."""

    permission = Permission.SEAT

    @extend_schema(request=AddOnBody, responses={201: SittingAnswer}, operation_id="sittings_add_ons_create")
    def post(self, request: Request, pk: int) -> Response:
        """Put chips of the rack on top of the stack, between hands and held to the plaque."""
        sitting = self.find_or_404(_sittings(), pk, room="session__room")
        return _seated(add_on(sitting=sitting, amount=self.read(AddOnBody)["amount"], **self.acting))


class Leave(RoomView):
    """Leaving a seat."""

    permission = Permission.SEAT

    @extend_schema(request=LeaveBody, responses={201: SittingAnswer}, operation_id="sittings_leave_create")
    def post(self, request: Request, pk: int) -> Response:
        """Let a player leave with the whole stack, which goes to the rack."""
        sitting = self.find_or_404(_sittings(), pk, room="session__room")
        body = self.read(LeaveBody)
        counted = {"counted": body.get("counted"), "reason": body.get("count_reason", "")}
        return _seated(leave_seat(sitting=sitting, **counted, **self.acting))


@transaction.atomic
def _register_once(room: Room, known: dict[str, Any], *, key: str, by: User | None, at: datetime) -> Player:
    """Register a person, or return the one whom the same request registered."""
    if earlier := claim(key, "player", {"room": room.pk} | known, by=by, at=at):
        return Player.objects.get(pk=(earlier.answer or {})["player"])
    facts = {name: said for name, said in known.items() if name != "confirm"}
    confirmed = known.get("confirm", ())
    player = register_player(room=room, identity=Identity(**facts), by=by, at=at, confirmed=confirmed)
    answered(key, {"player": player.pk})
    return player


def player_of(room: Room, body: dict[str, Any]) -> Player:
    """The player that a body names, of those whom the room knows."""
    player = known_in(room).filter(pk=body["player"]).first()
    if player is None:
        raise serializers.ValidationError(
            {
                "player": [
                    "This room knows nobody by that number: search for the player’s document, or register the player."
                ]
            }
        )
    return player


def _sittings() -> QuerySet[Sitting]:
    return Sitting.objects.select_related("player", "session", "account")


def _seated(sitting: Sitting) -> Response:
    """201 with the sitting as the books have it now."""
    return created(_sittings().get(pk=sitting.pk), SittingAnswer)
