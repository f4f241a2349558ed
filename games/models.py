"""The play: hands in both tiers, and the draft of the hand that is being entered."""

from datetime import date
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, When

from config.jobs.models import Job
from config.rooms.models import Room
from players.models import Player, Sitting
from rules.entry.story import TellingHand
from rules.play.misdeals import VOIDS
from tables.models import HouseRulesVersion, PlaqueVersion, Table, TableSession

PLAYED = {"superseded_by": None, "is_void": False, "void_cause": ""}
"""The newest versions of the hands that were played out and count: no misdeal, and nothing that was voided since. Of
the hands of a session; where a room's are asked for, `is_newest` is."""


def is_newest(prefix: str = "", **later: object) -> Q:
    """The hands that no later version supersedes, or none that is as said; `prefix` leads to the hand ("hand__").

    It is asked so that PostgreSQL knows how few are superseded, and looks at these alone (`hand_later`), whatever the
    number of hands: `superseded_by=None` it takes for something that hardly any hand is.
    """
    found = Hand.objects.filter(supersedes=OuterRef(f"{prefix}pk"), supersedes__isnull=False, **later)
    return Q(~Exists(found))


def figures_day(prefix: str = "") -> Case:
    """The gaming day whose figures a hand is in, as `Hand.played_on` says, to be asked in a query."""
    corrects = Q(**{f"{prefix}supersedes__isnull": False, f"{prefix}belongs_to_day__isnull": False})
    return Case(When(corrects, then=F(f"{prefix}belongs_to_day")), default=F(f"{prefix}gaming_day"))


class Hand(models.Model):
    """One recorded hand: a tick (number, rake, promo) or a full hand (every action and card). Append-only.

    A hand is never edited: a further version supersedes it, and both are kept. `rake_taken` and `promo_taken`
    are facts and may be wrong; what is owed is the rating (`rake.Rating`).
    """

    append_only: ClassVar[bool] = True

    class Tier(models.TextChoices):
        TICK = "tick", "tick"
        FULL = "full", "full hand"

    id = models.BigAutoField(primary_key=True)
    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    session = models.ForeignKey(TableSession, models.PROTECT, related_name="hands", db_index=False)
    number = models.PositiveIntegerField(help_text="1, 2, 3 … within the session, without gaps")
    version = models.PositiveSmallIntegerField(default=1)
    supersedes = models.OneToOneField("self", models.PROTECT, null=True, related_name="superseded_by")
    tier = models.CharField(max_length=4, choices=Tier.choices)
    plaque = models.ForeignKey(PlaqueVersion, models.PROTECT, related_name="hands")
    house_rules = models.ForeignKey(HouseRulesVersion, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    belongs_to_day = models.DateField(
        null=True,
        help_text="the locked gaming day whose hand this version corrects or voids, or of a first version the "
        "day before the cut-off that it was played on; null for all others",
    )
    started_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    reason = models.CharField(max_length=400, blank=True, help_text="why it supersedes, or was entered late")
    is_void = models.BooleanField(default=False, help_text="the hand doesn't count: everything that it moved went back")
    places = models.JSONField(
        null=True, help_text="seats of button, sb and bb; those of the next hand follow from them"
    )
    players_dealt = models.PositiveSmallIntegerField(null=True)
    flop_dealt = models.BooleanField(null=True)
    called_pots = models.JSONField(null=True, help_text="minor units per pot, main pot first; null where unknown")
    pot = models.BigIntegerField(null=True, help_text="called money, minor units; null where unknown")
    rake_taken = models.BigIntegerField()
    promo_taken = models.BigIntegerField(default=0)
    phh = models.TextField(blank=True, help_text="the hand as a PHH document (full hands)")
    winners = models.JSONField(null=True, help_text="seats that took part of the pot; null where unknown")
    has_low = models.BooleanField(
        null=True, help_text="ticks of a hi-lo pot that several won: whether a low took a half; null where unsaid"
    )
    killer_seat = models.PositiveSmallIntegerField(
        null=True, help_text="the seat whose kill the hand was played under; null where none was on"
    )
    void_cause = models.CharField(
        max_length=32,
        blank=True,
        default="",
        help_text="code of rules.play.misdeals.VOIDS: the hand is void, every chip went back; empty for all others",
    )
    settlement = models.JSONField(null=True, help_text="rules.play.settlement.Settlement.to_json()")
    request_key = models.CharField(max_length=80, unique=True)
    source_file = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["session", "number", "version"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number", "version"], name="hand_number_version_once"),
            models.CheckConstraint(
                condition=Q(rake_taken__gte=0, promo_taken__gte=0), name="hand_takings_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(pot=None) | Q(pot__gte=F("rake_taken") + F("promo_taken")), name="hand_takings_within_pot"
            ),
            models.CheckConstraint(condition=Q(number__gte=1, version__gte=1), name="hand_numbers_from_one"),
            models.CheckConstraint(
                condition=Q(belongs_to_day=None) | Q(belongs_to_day__lt=F("gaming_day")),
                name="hand_belongs_to_a_day_before",
            ),
            models.CheckConstraint(
                condition=Q(void_cause="") | Q(pot=0, rake_taken=0, promo_taken=0), name="hand_void_is_empty"
            ),
            models.CheckConstraint(
                condition=Q(is_void=False)
                | Q(supersedes__isnull=False, rake_taken=0, promo_taken=0, pot=None, places=None) & ~Q(reason=""),
                name="hand_void_moves_nothing",
            ),
        ]
        indexes = [
            models.Index(fields=["room", "gaming_day"], name="hand_day"),
            models.Index(fields=["room", "-recorded_at", "-id"], name="hand_newest"),
            models.Index(fields=["room", "number"], name="hand_numbered"),
            models.Index(fields=["supersedes"], condition=Q(supersedes__isnull=False), name="hand_later"),
            models.Index(
                fields=["room", "belongs_to_day"], condition=Q(belongs_to_day__isnull=False), name="hand_of_locked_day"
            ),
            models.Index(fields=["session", "started_at"], name="hand_started"),
            models.Index(fields=["session", "number"], condition=Q(tier="full"), name="hand_full"),
        ]

    def __str__(self) -> str:
        return f"{self.session.table} hand {self.number}"

    @property
    def played_on(self) -> date:
        """The gaming day whose figures the hand is in: a later version of a hand of a locked day leaves it there, and a
        hand that came after the cut-off of its own day is in those of the day that it is booked on."""
        return (self.belongs_to_day if self.supersedes_id else None) or self.gaming_day

    @property
    def is_of_another_day(self) -> bool:
        """Whether it was recorded for the first time after the cut-off of the day that it was played on."""
        return self.supersedes_id is None and self.belongs_to_day is not None

    @property
    def is_imported(self) -> bool:
        """Whether it was played elsewhere and comes from a file: its chips are not in this room."""
        return self.session.source == TableSession.Source.IMPORT

    @property
    def as_played(self) -> "Hand":
        """The version that tells how it was played: itself, or for a void one the version that it takes back."""
        return self.supersedes if self.is_void and self.supersedes else self

    @property
    def ended_as(self) -> str:
        """The name of a void hand, "misdeal" or "fouled deck"; empty for one that was played."""
        return VOIDS[self.void_cause].term if self.void_cause else ""


class HandSeat(models.Model):
    """The chips that one player brought to a full hand, put in and took out, in minor units. Append-only."""

    append_only: ClassVar[bool] = True

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField(help_text="1 is left of the button, as pN of the file")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="hand_seats")
    sitting = models.ForeignKey(Sitting, models.PROTECT, related_name="hand_seats")
    starting_stack = models.BigIntegerField(null=True)
    put_in = models.BigIntegerField()
    took_out = models.BigIntegerField()

    class Meta:
        ordering = ["hand", "position"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "seat"], name="hand_seat_once"),
            models.UniqueConstraint(fields=["hand", "position"], name="hand_position_once"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.hand}"


class HandDraft(models.Model):
    """The hand that is being entered at a table, kept after every action: a dead tablet loses nothing."""

    deletable: ClassVar[bool] = True

    session = models.OneToOneField(TableSession, models.PROTECT, related_name="draft")
    number = models.PositiveIntegerField()
    plaque = models.ForeignKey(PlaqueVersion, models.PROTECT, related_name="+")
    house_rules = models.ForeignKey(HouseRulesVersion, models.PROTECT, related_name="+")
    setup = models.JSONField(help_text="rules.table.setup.Setup.to_json()")
    places = models.JSONField(null=True, help_text="as Hand.places")
    sittings = models.JSONField(help_text="sitting id by position, position 1 first")
    found = models.JSONField(
        default=dict, help_text="what counting the stacks at the deal found above the books, by seat, minor units"
    )
    count_reason = models.CharField(max_length=400, blank=True, help_text="why those stacks are not the books'")
    counted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, help_text="who found those stacks"
    )
    count_second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, help_text="who confirmed that count"
    )
    actions = models.JSONField(default=list, help_text="PHH action lines in order")
    steps = models.JSONField(default=list, help_text="what each tap changed, so that undo takes back one tap")
    version = models.PositiveIntegerField(default=1, help_text="grows with every action and undo")
    supersedes = models.ForeignKey(
        Hand, models.PROTECT, null=True, related_name="+", help_text="the recorded hand that this one corrects"
    )
    reason = models.CharField(max_length=400, blank=True, help_text="why it corrects that hand")
    request_key = models.CharField(max_length=80, unique=True)
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    touched_at = models.DateTimeField()
    touched_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)

    told: TellingHand | None = None
    """The hand as a service has just played it, not stored: the page that answers needn't play it again."""

    def __str__(self) -> str:
        return f"draft of {self.session.table} hand {self.number}"


class TableNote(models.Model):
    """Words that somebody wrote down at a table: what the next shift or a later question should find. Append-only."""

    append_only: ClassVar[bool] = True

    session = models.ForeignKey(TableSession, models.PROTECT, related_name="notes")
    text = models.CharField(max_length=400)
    written_at = models.DateTimeField()
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["session", "pk"]

    def __str__(self) -> str:
        return f"note at {self.session.table}"


class FileImport(models.Model):
    """A file of hands that somebody chose on the page of imports, and what came of its hands. A room takes the same
    bytes once."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    job = models.OneToOneField(Job, models.PROTECT, related_name="+")
    name = models.CharField(max_length=200, help_text="what the file was called where it was chosen; never a path here")
    digest = models.CharField(max_length=64, help_text="SHA-256 of its bytes")
    house = models.CharField(max_length=40, blank=True, help_text="whose rules hold; empty where the file says it")
    text = models.TextField(blank=True, help_text="what it holds, until its hands are in; empty afterwards")
    hands = models.PositiveIntegerField(help_text="the hands that it seems to hold, counted before they are read")
    recorded = models.PositiveIntegerField(default=0)
    known = models.PositiveIntegerField(default=0, help_text="recorded already, by an earlier run or the command")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, help_text="when the last of its hands had been looked at")

    class Meta:
        ordering = ["-asked_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["room", "digest"], name="file_import_once")]

    def __str__(self) -> str:
        return self.name


class RefusedHand(models.Model):
    """A hand of an imported file that stayed out, where it stands in the file and why: it was refused, or recorded
    from another file before (`KNOWN`). Written anew with every run."""

    deletable: ClassVar[bool] = True
    KNOWN: ClassVar[str] = "known"

    file_import = models.ForeignKey(FileImport, models.PROTECT, related_name="refused_hands")
    hand = models.CharField(max_length=80, blank=True, help_text="what the file calls it")
    line = models.PositiveIntegerField(help_text="the line at which it begins; 0 where the file as a whole is meant")
    code = models.CharField(max_length=40, help_text="code of the refusal; unreadable where it can't be read")
    reason = models.TextField()
    rule = models.TextField(blank=True)
    citation = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["file_import", "pk"]

    def __str__(self) -> str:
        return f"hand {self.hand} of {self.file_import}"
