"""The people who play, and who may not. Installation-wide: a person barred in one room is barred in all."""

from typing import ClassVar, Final, NewType, Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from config.compiled import Blank
from config.rooms.models import Room
from players.likeness import Known, document_key, name_keys

PlayerId = NewType("PlayerId", int)
"""The key of a player: who somebody is, wherever they sit."""

NO_PLAYER: Final[PlayerId] = PlayerId(0)
"""Stands where a player is asked for and nobody knows who it is."""


class PlayerQuerySet(QuerySet["Player"]):
    """People, by the person whom their records are of."""

    def of(self, player: "Player") -> Self:
        """Every record of the person whom `player` is a record of: one, unless somebody found that two are the same."""
        return self.of_record(player.pk)

    def of_record(self, pk: int | Blank) -> Self:
        """Every record of the person whom the record with this id is one of."""
        person = Player.objects.filter(pk=pk).values(person=PERSON)[:1]
        return self.alias(person=PERSON).filter(person=person)


PERSON = Coalesce("same_as_id", "pk")
"""The record that stands for the whole person: the one that the others are linked to, or the only one."""


def person_of(player: str) -> Coalesce:
    """`PERSON` of the record that rows name by this path, for a query: `person_of("player")`."""
    return Coalesce(f"{player}__same_as_id", f"{player}_id")


class Player(models.Model):
    """A person who plays. A guest is known by a display name alone (from a hand file, or not yet identified)."""

    class Document(models.TextChoices):
        PASSPORT = "passport", "passport"
        IDENTITY_CARD = "identity_card", "identity card"
        DRIVING_LICENCE = "driving_licence", "driving licence"
        OTHER = "other", "other"

    display_name = models.CharField(max_length=60, help_text="what the table and the public board call the player")
    legal_name = models.CharField(max_length=120, blank=True)
    date_of_birth = models.DateField(null=True, blank=True)
    document_kind = models.CharField(max_length=20, choices=Document.choices, blank=True)
    document_number = models.CharField(max_length=40, blank=True)
    document_expires_on = models.DateField(null=True, blank=True)
    notes = models.TextField(blank=True, max_length=2000)
    is_guest = models.BooleanField(default=False)
    is_described = models.BooleanField(
        default=False, db_default=False, editable=False, help_text="known by how they look (players.Description)"
    )
    guest_of = models.CharField(max_length=80, blank=True, help_text="the site or file that a guest's name comes from")
    registered_at = models.DateTimeField()
    registered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    registered_in = models.ForeignKey(Room, models.PROTECT, null=True, editable=False, related_name="+")
    document_key = models.CharField(max_length=60, blank=True, editable=False, help_text="the number's normal form")
    name_keys = ArrayField(models.CharField(max_length=8), default=list, editable=False, help_text="finds like names")
    same_as = models.ForeignKey(
        "self", models.PROTECT, null=True, editable=False, related_name="linked", help_text="the person's first record"
    )
    linked_at = models.DateTimeField(null=True, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["display_name"]
        constraints = [
            models.UniqueConstraint(
                fields=["document_kind", "document_key"], condition=~Q(document_key=""), name="player_document_known"
            ),
            models.CheckConstraint(condition=~Q(same_as=F("id")), name="player_linked_to_another"),
            models.CheckConstraint(
                condition=Q(same_as=None, linked_at=None) | Q(same_as__isnull=False, linked_at__isnull=False),
                name="player_linked_at_an_instant",
            ),
            models.UniqueConstraint(
                fields=["guest_of", "display_name"], condition=Q(is_guest=True), name="player_guest_once"
            ),
        ]
        indexes = [
            models.Index(fields=["display_name"], name="player_display_name"),
            models.Index(fields=["document_key"], name="player_document_key"),
            models.Index(fields=["date_of_birth"], name="player_born"),
            models.Index(Coalesce("same_as_id", "id"), name="player_person"),
            GinIndex(fields=["name_keys"], name="player_name_keys"),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def person_id(self) -> int:
        """The record that stands for the whole person: this one, unless it is linked to another."""
        return self.same_as_id or self.pk

    @property
    def has_papers(self) -> bool:
        """Whether a date of birth or a document is known."""
        return bool(self.date_of_birth or self.document_number)

    @property
    def known(self) -> Known:
        """The facts known of the person on paper, for a comparison with others."""
        names = tuple(name for name in (self.display_name, self.legal_name) if name)
        return Known(names, self.date_of_birth, self.document_key)

    def keep_keys(self) -> Self:
        """Bring the normal forms in step with names and document; whoever writes the row asks for it before."""
        self.document_key = document_key(self.document_number)
        self.name_keys = [] if self.is_described else name_keys([self.display_name, self.legal_name])
        return self


class Meeting(models.Model):
    """A room got to know a person of another room, who showed a document there or told name and birth date."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="meetings")
    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    met_at = models.DateTimeField()
    met_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "room"], name="meeting_once")]

    def __str__(self) -> str:
        return f"{self.player} in {self.room}"


class Ban(models.Model):
    """The reason why a player may not be listed, seated or bought in, from when, until when. Lifted, never deleted."""

    class Kind(models.TextChoices):
        BARRED = "barred", "barred by the house"
        SELF_EXCLUDED = "self_excluded", "self-excluded"
        EXCLUDED = "excluded", "excluded by the regulator"
        SUSPENDED = "suspended", "suspended"

    player = models.ForeignKey(Player, models.PROTECT, related_name="bans")
    room = models.ForeignKey(Room, models.PROTECT, null=True, related_name="+", help_text="the room that made it")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    reason = models.CharField(max_length=400)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    imposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    lifted_second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    lifted_reason = models.CharField(max_length=400, blank=True)
    notice = models.CharField(max_length=80, blank=True, help_text="the reference of the regulator’s notice")
    notice_day = models.DateField(null=True, help_text="the date of that notice")

    class Meta:
        ordering = ["-starts_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"


class IdentityDecision(models.Model):
    """A person's decision about two records: one person, or two. Append-only; the newest of a pair counts.

    `first` has the smaller id. Two people stay told apart until more speaks for one person than did then (`score`). A
    record that leaves a person has a row with each record that stays.
    """

    append_only: ClassVar[bool] = True

    class Outcome(models.TextChoices):
        ANOTHER = "another", "another person"
        SAME = "same", "the same person"
        PARTED = "parted", "two people, after they were taken for one"

    first = models.ForeignKey(Player, models.PROTECT, related_name="+")
    second = models.ForeignKey(Player, models.PROTECT, related_name="+")
    outcome = models.CharField(max_length=8, choices=Outcome.choices)
    score = models.PositiveSmallIntegerField(help_text="how alike they were, 0 to 100 (players.likeness)")
    reason = models.CharField(max_length=400)
    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    decided_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["-decided_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="decision_on_two"),
            models.CheckConstraint(condition=Q(score__lte=100), name="decision_score_in_bounds"),
        ]

    def __str__(self) -> str:
        return f"{self.first} and {self.second}: {self.get_outcome_display()}"

    def other(self, player: Player) -> Player:
        """The one of the two who is not `player`."""
        return self.second if player.pk == self.first_id else self.first
