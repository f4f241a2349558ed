"""Waiting lists: who waits for which game, in order of request; and who at a table wants another seat."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from config.rooms.models import Room
from players.models.people import Player
from players.models.seating import Sitting
from tables.models import TableSession


class WaitingList(models.Model):
    """The one list of a room for a game at its limits; an interest list while no table plays it."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="waiting_lists")
    key = models.SlugField(max_length=80, help_text="game, structure and limits: players.list_games")
    name = models.CharField(max_length=60, help_text="what the plaque calls the game: NLH 1/3")
    game = models.CharField(max_length=24)
    structure = models.CharField(max_length=16)
    last_number = models.PositiveIntegerField(default=0, help_text="of the last name that was put on it")
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["room", "key"]
        constraints = [models.UniqueConstraint(fields=["room", "key"], name="list_once_per_game")]

    def __str__(self) -> str:
        return self.name


class ListEntry(models.Model):
    """A name on a list. `number` is the order of request, or lower than any where the name was put on top; it never
    changes, so a name that is put back has its place.

    Its state moves by claims (`filter(state=...).update(...)`), each with an audit event; an ended entry stays.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        CALLED = "called", "called"
        HELD = "held", "on hold"
        SEATED = "seated", "seated"
        DECLINED = "declined", "declined"
        NO_SHOW = "no_show", "no-show"
        REMOVED = "removed", "removed"

    class Source(models.TextChoices):
        WALK_IN = "walk_in", "is here"
        PHONE = "phone", "phoned"
        RESERVATION = "reservation", "reserved"

    waiting_list = models.ForeignKey(WaitingList, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="list_entries")
    number = models.IntegerField(help_text="order of request within the list; below 1: put on top of it")
    source = models.CharField(max_length=12, choices=Source.choices, default=Source.WALK_IN)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    token = models.CharField(max_length=43, unique=True, help_text="of the private page about the place")
    mobile = models.CharField(max_length=20, blank=True)
    email = models.EmailField(max_length=120, blank=True)
    quoted_minutes = models.PositiveIntegerField(null=True, help_text="the wait that was told; null: unknown")
    joined_at = models.DateTimeField()
    joined_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    expected_at = models.DateTimeField(null=True, help_text="when the player said to come")
    arrived_at = models.DateTimeField(null=True, help_text="since when the player is in the room")
    changed_at = models.DateTimeField(help_text="when its state last changed")
    calls = models.PositiveSmallIntegerField(default=0, help_text="how often the player was called")
    called_at = models.DateTimeField(null=True)
    called_until = models.DateTimeField(null=True, help_text="until when the seat is kept for the player")
    called_session = models.ForeignKey(TableSession, models.PROTECT, null=True, related_name="calls")
    called_seat = models.PositiveSmallIntegerField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    sitting = models.OneToOneField(Sitting, models.PROTECT, null=True, related_name="list_entry")

    LIVE = (State.WAITING, State.CALLED, State.HELD)

    class Meta:
        ordering = ["waiting_list", "number"]
        indexes = [models.Index(fields=["waiting_list", "ended_at"], name="list_ended")]
        constraints = [
            models.UniqueConstraint(fields=["waiting_list", "number"], name="list_number_once"),
            models.UniqueConstraint(
                fields=["waiting_list", "player"],
                condition=Q(state__in=["waiting", "called", "held"]),
                name="list_player_once",
            ),
            models.UniqueConstraint(fields=["player"], condition=Q(state="called"), name="player_called_once"),
            models.UniqueConstraint(
                fields=["called_session", "called_seat"], condition=Q(state="called"), name="seat_called_once"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "called", "held"], ended_at=None)
                | (~Q(state__in=["waiting", "called", "held"]) & Q(ended_at__isnull=False)),
                name="list_entry_ended_by_state",
            ),
            models.CheckConstraint(
                condition=~Q(state="called") | Q(called_until__isnull=False), name="list_call_has_its_time"
            ),
            models.CheckConstraint(condition=~Q(state="seated") | Q(sitting__isnull=False), name="list_seated_sits"),
        ]

    def __str__(self) -> str:
        return f"{self.player} for {self.waiting_list}"

    @property
    def is_live(self) -> bool:
        """Whether the name is on the list still."""
        return self.state in self.LIVE

    def is_overdue(self, at: datetime) -> bool:
        """Whether the player was called and has not come in time."""
        return self.state == self.State.CALLED and self.called_until is not None and self.called_until <= at

    def has_turn(self, at: datetime) -> bool:
        """Whether the turn can come: the player waits, and is here or due; who comes later is passed over, not passed
        by."""
        due = self.arrived_at is not None or self.expected_at is None or self.expected_at <= at
        return self.state == self.State.WAITING and due


class SeatChange(models.Model):
    """A seated player who wants another seat of their table: they go before the list (WSOP 83-99)."""

    class State(models.TextChoices):
        OPEN = "open", "waits for the seat"
        DONE = "done", "changed"
        WITHDRAWN = "withdrawn", "withdrawn"

    sitting = models.ForeignKey(Sitting, models.PROTECT, related_name="seat_changes")
    seat = models.PositiveSmallIntegerField(null=True, help_text="null: any other seat")
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["asked_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["sitting"], condition=Q(state="open"), name="seat_change_asked_once"),
            models.CheckConstraint(condition=Q(seat=None) | Q(seat__range=(1, 10)), name="seat_change_seat_one_to_ten"),
            models.CheckConstraint(
                condition=Q(state="open", ended_at=None) | (~Q(state="open") & Q(ended_at__isnull=False)),
                name="seat_change_ended_by_state",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting} wants {f'seat {self.seat}' if self.seat else 'another seat'}"


class Message(models.Model):
    """A text that a player was told by mail or text message, or would have been; kept whether or not it was sent."""

    class Channel(models.TextChoices):
        MAIL = "mail", "mail"
        SMS = "sms", "text message"

    class State(models.TextChoices):
        WAITING = "waiting", "on its way"
        SENT = "sent", "sent"
        LOGGED = "logged", "kept, not sent"
        STALE = "stale", "not sent: too late"

    entry = models.ForeignKey(ListEntry, models.PROTECT, related_name="messages")
    kind = models.CharField(
        max_length=16, choices=[("joined", "on the list"), ("called", "seat open"), ("closed", "list closed")]
    )
    channel = models.CharField(max_length=4, choices=Channel.choices)
    address = models.CharField(max_length=120)
    subject = models.CharField(max_length=120)
    body = models.CharField(max_length=600)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    written_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, help_text="when it was sent, or found too late")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.subject}: {self.get_state_display()}"
