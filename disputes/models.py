"""Disputed cases: what was reported, what is held meanwhile, how it was ruled, and the one appeal. All append-only."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from games.directed import What
from players.models import Player, Sitting
from rules.disputes.kinds import KINDS, Kind
from tables.models import Dealer, HouseRulesVersion, PlaqueVersion, TableSession


class Dispute(models.Model):
    """One case as it was reported. What became of it are rows beside it: nothing here is ever changed.

    `hand` is the version that was recorded when the case was opened; a hand that was still being played has only its
    number and the instant of its deal, by which it is found once it is recorded.
    """

    append_only: ClassVar[bool] = True

    class Hold(models.TextChoices):
        NONE = "none", "nothing"
        WHOLE = "whole", "the whole pot"
        PART = "part", "part of it"

    id = models.BigAutoField(primary_key=True)
    room = models.ForeignKey(Room, models.PROTECT, related_name="disputes")
    session = models.ForeignKey(TableSession, models.PROTECT, related_name="disputes")
    plaque = models.ForeignKey(PlaqueVersion, models.PROTECT, related_name="+")
    house_rules = models.ForeignKey(HouseRulesVersion, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=32, help_text="code of rules.disputes.kinds")
    hand = models.ForeignKey("games.Hand", models.PROTECT, null=True, related_name="disputes")
    hand_number = models.PositiveIntegerField(null=True)
    hand_started_at = models.DateTimeField(null=True, help_text="the deal of the disputed hand")
    next_dealt_at = models.DateTimeField(null=True, help_text="the next deal, where it came before the case was opened")
    street = models.CharField(max_length=20, blank=True)
    action_index = models.PositiveSmallIntegerField(null=True, help_text="the disputed act, 0 being the first")
    acts = models.JSONField(default=list, help_text="all that was done up to the disputed act, disputes.acts")
    act_words = models.CharField(max_length=160, blank=True, help_text="the disputed act for people, as it was then")
    facts = models.TextField(max_length=2000)
    cards = models.CharField(max_length=120, blank=True)
    chips = models.BigIntegerField(null=True, help_text="what is in dispute, minor units")
    reporter = models.CharField(max_length=60, blank=True)
    dealer = models.ForeignKey(Dealer, models.PROTECT, null=True, related_name="disputes", help_text="who dealt")
    cameras_asked = models.BooleanField(default=False)
    hold = models.CharField(max_length=5, choices=Hold.choices, default=Hold.NONE)
    hold_amount = models.BigIntegerField(null=True, help_text="minor units, where part of the pot is held")
    reported_at = models.DateTimeField(help_text="when it was reported at the table, as stated")
    opened_at = models.DateTimeField(help_text="when it was entered, by the server's clock")
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    gaming_day = models.DateField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(reported_at__lte=F("opened_at")), name="dispute_reported_before_opened"),
            models.CheckConstraint(
                condition=Q(hand_number=None, hand_started_at=None, hand=None, hold="none")
                | Q(hand_number__isnull=False, hand_started_at__isnull=False),
                name="dispute_hand_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(hold="part", hold_amount__gt=0) | (~Q(hold="part") & Q(hold_amount=None)),
                name="dispute_holds_an_amount",
            ),
        ]
        indexes = [
            models.Index(fields=["room", "gaming_day"], name="dispute_day"),
            models.Index(fields=["session", "hand_number"], name="dispute_hand"),
        ]

    def __str__(self) -> str:
        return f"case {self.pk}"

    @property
    def sort(self) -> Kind:
        """The kind of the dispute, with its rule and remedies."""
        return KINDS[self.kind]

    @property
    def dealer_badge(self) -> str:
        """The badge of who dealt; empty where the case doesn't say it."""
        return self.dealer.badge_number if self.dealer else ""

    @property
    def dealer_name(self) -> str:
        """The dealer's name, for people: "D7 Dora"; empty where the case doesn't say it."""
        return f"{self.dealer.badge_number} {self.dealer}" if self.dealer else ""

    @property
    def was_in_play(self) -> bool:
        """Whether the hand was still being played when it was reported."""
        return self.hand_number is not None and self.hand_id is None

    @property
    def is_timely(self) -> bool:
        """Whether it was reported before the next deal (RRoP 2 #5, WSOP 51)."""
        return self.next_dealt_at is None or self.reported_at < self.next_dealt_at

    @property
    def rests_on_a_statement(self) -> bool:
        """Whether it is timely only by the time that was stated: the next hand was dealt before it was entered."""
        return self.next_dealt_at is not None and self.is_timely


class DisputeParty(models.Model):
    """A player whom a case concerns, in the seat that they had. Append-only."""

    append_only: ClassVar[bool] = True

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="parties")
    seat = models.PositiveSmallIntegerField()
    sitting = models.ForeignKey(Sitting, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="disputes")

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["dispute", "seat"], name="dispute_party_once")]

    def __str__(self) -> str:
        return f"{self.seat} {self.player}"


class Holding(models.Model):
    """The chips that a case has impounded of one player's award until it is ruled, in minor units. Append-only."""

    append_only: ClassVar[bool] = True

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="holdings")
    hand = models.ForeignKey("games.Hand", models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, models.PROTECT, related_name="+")
    amount = models.BigIntegerField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["dispute", "sitting"], name="dispute_holds_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="dispute_holds_something"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} of {self.sitting}"


class Ruling(models.Model):
    """The ruling of a case: by a supervisor, once more by the manager where there was an appeal, and as amended.

    An amendment `amends` the ruling before it and says why; what it moved is the difference alone. The second person
    is somebody else than the first, and is there where the ruling needs one (I-21). Append-only.
    """

    append_only: ClassVar[bool] = True

    class Level(models.IntegerChoices):
        FLOOR = 1, "supervisor"
        APPEAL = 2, "manager, on appeal"
        AMENDED = 3, "manager, amending"

    id = models.BigAutoField(primary_key=True)
    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="rulings")
    level = models.PositiveSmallIntegerField(choices=Level.choices)
    outcome = models.CharField(max_length=120)
    rule_code = models.CharField(max_length=60)
    rule = models.CharField(max_length=400, help_text="the rule's sentence as it was then")
    citation = models.CharField(max_length=300)
    words = models.TextField(max_length=2000, blank=True)
    objection = models.CharField(max_length=400, blank=True)
    moved = models.BigIntegerField(default=0, help_text="what the remedies move, minor units")
    takes_back = models.OneToOneField("self", models.PROTECT, null=True, related_name="taken_back_by")
    amends = models.OneToOneField("self", models.PROTECT, null=True, related_name="amended_by")
    why_second = models.CharField(max_length=300, blank=True, help_text="why it needs a second person")
    ruled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    ruled_at = models.DateTimeField()
    gaming_day = models.DateField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["dispute", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["dispute", "level"], condition=Q(level__in=(1, 2)), name="dispute_ruled_once_by_level"
            ),
            models.CheckConstraint(
                condition=Q(level__in=(1, 2), amends=None) | (Q(level=3, amends__isnull=False) & ~Q(words="")),
                name="ruling_amends_with_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(second=None) | ~Q(second=F("ruled_by")), name="ruling_second_is_another"
            ),
            models.CheckConstraint(condition=Q(why_second="") | Q(second__isnull=False), name="ruling_has_its_second"),
            models.CheckConstraint(condition=Q(moved__gte=0), name="ruling_moves_something_or_nothing"),
        ]

    def __str__(self) -> str:
        return f"ruling on {self.dispute}"


class Place(models.TextChoices):
    """The place that the chips of a remedy come from or go to."""

    SEAT = "seat", "a player"
    RAKE = "rake_box", "the rake"
    PROMO = "promo_box", "the promo"


class Remedy(models.Model):
    """Chips that a ruling moves, in minor units. Append-only.

    `impounded` of it came out of what the case held of that player, `shortfall` is owed to the case because they had no
    more: a remedy never overdraws a seat, and whoever it goes to waits for that part.
    """

    append_only: ClassVar[bool] = True

    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="remedies")
    number = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=10, choices=Place.choices)
    source_sitting = models.ForeignKey(Sitting, models.PROTECT, null=True, related_name="+")
    target = models.CharField(max_length=10, choices=Place.choices)
    target_sitting = models.ForeignKey(Sitting, models.PROTECT, null=True, related_name="+")
    amount = models.BigIntegerField()
    impounded = models.BigIntegerField(default=0)
    shortfall = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["ruling", "number"]
        constraints = [
            models.UniqueConstraint(fields=["ruling", "number"], name="remedy_number_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0, impounded__gte=0, shortfall__gte=0)
                & Q(amount__gte=F("impounded") + F("shortfall")),
                name="remedy_adds_up",
            ),
            models.CheckConstraint(
                condition=(Q(source="seat") & Q(source_sitting__isnull=False))
                | (~Q(source="seat") & Q(source_sitting=None)),
                name="remedy_source_is_a_place",
            ),
            models.CheckConstraint(
                condition=(Q(target="seat") & Q(target_sitting__isnull=False))
                | (~Q(target="seat") & Q(target_sitting=None)),
                name="remedy_target_is_a_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} from {self.source} to {self.target}"


class RulingNetted(models.Model):
    """A ruling whose chips a later version of its hand counts: what it moved is part of what that version says.

    From then on the ruling moves nothing besides the hand any more, and is not taken back. Append-only.
    """

    append_only: ClassVar[bool] = True

    ruling = models.OneToOneField(Ruling, models.PROTECT, related_name="netted")
    hand = models.ForeignKey("games.Hand", models.PROTECT, related_name="netted")

    def __str__(self) -> str:
        return f"{self.ruling}, counted by {self.hand}"


class Directive(models.Model):
    """The direction of a ruling for the next hand, where no chips are moved: its kill, its button, a player's blinds.

    It acts on the hands after number `after_hand`, or, where a hand dealt at `open_dealt_at` was being played, on those
    after that one. `missed` is what a player owes, nothing where it is empty. Append-only.
    """

    append_only: ClassVar[bool] = True

    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="directives")
    number = models.PositiveSmallIntegerField()
    session = models.ForeignKey(TableSession, models.PROTECT, related_name="directives")
    plaque = models.ForeignKey(PlaqueVersion, models.PROTECT, related_name="+", help_text="that of the table then")
    what = models.CharField(max_length=7, choices=What.choices)
    seat = models.PositiveSmallIntegerField(null=True)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+", help_text="who sat there")
    missed = models.CharField(
        max_length=5, blank=True, choices=[("small", "the small blind"), ("big", "the big blind"), ("both", "both")]
    )
    after_hand = models.PositiveIntegerField(help_text="the last recorded hand before it")
    open_dealt_at = models.DateTimeField(null=True, help_text="the deal of the hand that was being played")

    class Meta:
        ordering = ["ruling", "number"]
        constraints = [
            models.UniqueConstraint(fields=["ruling", "number"], name="directive_number_once"),
            models.CheckConstraint(
                condition=Q(what__in=("kill", "blinds"), seat__isnull=False, player__isnull=False)
                | Q(what="button", seat__isnull=False, player=None)
                | Q(what="no_kill", seat=None, player=None),
                name="directive_says_whose",
            ),
            models.CheckConstraint(condition=Q(missed="") | Q(what="blinds"), name="directive_misses_blinds"),
        ]
        indexes = [models.Index(fields=["session", "what"], name="directive_session")]

    def __str__(self) -> str:
        return f"{self.get_what_display()}, {self.ruling}"


class DirectiveWithdrawal(models.Model):
    """A directive that was taken back on appeal before a hand was dealt by it. Append-only."""

    append_only: ClassVar[bool] = True

    directive = models.OneToOneField(Directive, models.PROTECT, related_name="withdrawal")
    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="withdrawals")

    def __str__(self) -> str:
        return f"{self.directive}, taken back"


class Appeal(models.Model):
    """A ruling taken to the manager, once, where the house knows that (WSOP 6). Append-only."""

    append_only: ClassVar[bool] = True

    dispute = models.OneToOneField(Dispute, models.PROTECT, related_name="appeal")
    party = models.CharField(max_length=60, help_text="who asks for it")
    words = models.TextField(max_length=2000)
    taken_at = models.DateTimeField()
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80, unique=True)

    def __str__(self) -> str:
        return f"appeal in {self.dispute}"
