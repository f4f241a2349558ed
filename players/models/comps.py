"""Comps: what an hour of play earns, the rules of it, and each player's account of points. Apart from the chips."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from players.models.people import Player
from tables.models import PlaqueVersion


class CompVersion(models.Model):
    """The facts of what two people of different roles have posted about comps, from a gaming day on. Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    number = models.PositiveIntegerField(help_text="of the version in its room, from 1")
    from_day = models.DateField(help_text="the first gaming day for which it holds, after the day on which it is made")
    source = models.CharField(max_length=400, help_text="the rule or the book that it follows")
    reason = models.CharField(max_length=400)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    made_on = models.DateField(help_text="the gaming day on which it was made")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        abstract = True


class CompRules(CompVersion):
    """One version of the rules of comps in a room: worth, expiry, who may redeem, and what one person may do alone."""

    is_on = models.BooleanField(help_text="whether points are earned and redeemed at all")
    point_value = models.PositiveBigIntegerField(help_text="minor units that one point is worth")
    expires_days = models.PositiveIntegerField(help_text="gaming days after which points are gone; 0: never")
    earning_days = models.PositiveIntegerField(help_text="the last so many gaming days are the earning period")
    required_minutes = models.PositiveIntegerField(
        help_text="of play in the earning period, before anything is redeemed"
    )
    most_redemptions = models.PositiveIntegerField(help_text="in the earning period; 0: as many as one likes")
    player_day_points = models.PositiveBigIntegerField(help_text="the most that one person redeems on a gaming day")
    cashier_day_points = models.PositiveBigIntegerField(help_text="the most that one of the staff redeems on a day")
    alone_points = models.PositiveBigIntegerField(help_text="of these, so many without a second person")
    cash_allowed = models.BooleanField(
        help_text="whether the window may pay points out, as the comp of its closed list"
    )
    excluded_days = models.JSONField(help_text="gaming days that earn nothing, as ISO dates")
    excluded_hours = models.JSONField(help_text="hours of the week that earn nothing: [days, from, until]")
    excluded_plaques = models.JSONField(help_text="the ids of plaques that earn nothing")

    class Meta:
        ordering = ["room", "number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="comp_rules_once"),
            models.CheckConstraint(condition=~Q(reason="") & ~Q(source=""), name="comp_rules_have_reason"),
            models.CheckConstraint(condition=~Q(second=F("made_by")), name="comp_rules_by_two"),
            models.CheckConstraint(condition=Q(from_day__gt=F("made_on")), name="comp_rules_ahead"),
            models.CheckConstraint(
                condition=Q(point_value__gte=1, earning_days__gte=1, alone_points__lte=F("cashier_day_points")),
                name="comp_rules_in_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"comp rules {self.number}"


class CompRate(CompVersion):
    """One version of what an hour of play earns: under one plaque, or (without one) where no plaque has a rate."""

    plaque = models.ForeignKey(PlaqueVersion, models.PROTECT, related_name="+", null=True)
    hours = models.JSONField(
        help_text="points an hour by hours of the week: [days, from, until, points]; the last counts"
    )

    class Meta:
        ordering = ["room", "number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="comp_rate_once"),
            models.CheckConstraint(condition=~Q(reason="") & ~Q(source=""), name="comp_rate_has_reason"),
            models.CheckConstraint(condition=~Q(second=F("made_by")), name="comp_rate_by_two"),
            models.CheckConstraint(condition=Q(from_day__gt=F("made_on")), name="comp_rate_ahead"),
        ]

    def __str__(self) -> str:
        return f"comp rate {self.number}"


class HoursCorrection(models.Model):
    """Play of a locked day that the books have not, or that they have and nobody played. Append-only, by two people.

    Hours themselves are never written down: they follow from seats and absences, and from these rows.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    for_day = models.DateField(help_text="the locked gaming day that it is about")
    plaque = models.ForeignKey(PlaqueVersion, models.PROTECT, related_name="+")
    began_at = models.DateTimeField()
    until = models.DateTimeField()
    adds = models.BooleanField(help_text="whether it was played and is not in the books; else the other way round")
    reason = models.CharField(max_length=400)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    gaming_day = models.DateField(help_text="the day on which it was entered")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(until__gt=F("began_at")), name="hours_correction_lasts"),
            models.CheckConstraint(condition=~Q(second=F("by")) & ~Q(reason=""), name="hours_correction_by_two"),
            models.CheckConstraint(condition=Q(gaming_day__gt=F("for_day")), name="hours_correction_of_the_past"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: hours of {self.for_day:%-d %B %Y}"


class CompEntry(models.Model):
    """One change of a player's account of points in a room, with the balance after it. Append-only, numbered.

    What is earned names the locked day that it belongs to (`for_day`), the seconds of play that count, and how the
    points come of them (`lines`: plaque, hour, seconds, points an hour, and why an hour earns nothing).
    """

    append_only: ClassVar[bool] = True

    class Kind(models.TextChoices):
        EARNED = "earned", "earned"
        DIFFERENCE = "difference", "hours corrected"
        REDEEMED = "redeemed", "redeemed"
        REVERSED = "reversed", "redemption taken back"
        EXPIRED = "expired", "expired"

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="comp_entries")
    number = models.PositiveIntegerField(help_text="of the entry in its account, from 1 without a gap")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    points = models.BigIntegerField(help_text="below zero where they leave the account")
    balance = models.BigIntegerField(help_text="after it")
    value = models.BigIntegerField(help_text="minor units, at what a point was worth then; the sign of the points")
    rules = models.ForeignKey(CompRules, models.PROTECT, related_name="+", help_text="under which it was made")
    for_day = models.DateField(null=True, help_text="the locked gaming day that was played, of what is earned")
    seconds = models.BigIntegerField(default=0, help_text="of play that count, of what is earned")
    lines = models.JSONField(default=list)
    expires_on = models.DateField(null=True, help_text="the first gaming day on which these points are gone")
    what = models.CharField(max_length=200, blank=True, help_text="what was given for it, or why nothing was earned")
    is_cash = models.BooleanField(default=False, help_text="whether the window paid it in cash")
    reverses = models.OneToOneField("self", models.PROTECT, null=True, related_name="reversed_by")
    reason = models.CharField(max_length=400, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    gaming_day = models.DateField(help_text="the open day on which it is booked")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["room", "player", "number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "player", "number"], name="comp_entry_once"),
            models.UniqueConstraint(
                fields=["room", "player", "for_day"], condition=Q(kind="earned"), name="comp_earned_once_a_day"
            ),
            models.CheckConstraint(condition=Q(balance__gte=0), name="comp_balance_not_negative"),
            models.CheckConstraint(
                condition=Q(kind="earned", points__gte=0)
                | Q(kind="difference")
                | Q(kind="reversed", points__gt=0)
                | Q(kind__in=["redeemed", "expired"], points__lt=0),
                name="comp_points_have_their_sign",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["earned", "difference"], for_day__isnull=False)
                | (~Q(kind__in=["earned", "difference"]) & Q(for_day=None, seconds=0)),
                name="comp_earned_for_a_day",
            ),
            models.CheckConstraint(
                condition=Q(kind="reversed", reverses__isnull=False) | (~Q(kind="reversed") & Q(reverses=None)),
                name="comp_reversal_names_its_entry",
            ),
        ]
        indexes = [
            models.Index(fields=["room", "gaming_day"], name="comp_entry_day"),
            models.Index(fields=["room", "for_day"], name="comp_entry_for_day"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.points} points {self.get_kind_display()}"


class CompDay(models.Model):
    """A locked gaming day of which everybody has what they earned. Append-only; one for each day with comps."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    for_day = models.DateField()
    rules = models.ForeignKey(CompRules, models.PROTECT, related_name="+")
    players = models.PositiveIntegerField()
    settled_at = models.DateTimeField()

    class Meta:
        ordering = ["room", "for_day", "pk"]
        constraints = [models.UniqueConstraint(fields=["room", "for_day"], name="comp_day_once")]

    def __str__(self) -> str:
        return f"comps of {self.for_day:%-d %B %Y}"


class StatementLink(models.Model):
    """A private address of a player's statement: until when it opens, and who ended it before. Never deleted."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    nonce = models.CharField(max_length=40, unique=True, help_text="chance; the address is this, signed")
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(expires_at__gt=F("made_at")), name="statement_link_lasts"),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_by=None) | Q(ended_at__isnull=False, ended_by__isnull=False),
                name="statement_link_ended_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"statement of {self.player}, until {self.expires_at:%-d %B %Y}"
