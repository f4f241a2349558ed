"""The people who play, and who may not. Installation-wide: a person barred in one room is barred in all."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Player(models.Model):
    """A person who plays. A guest is known by a display name alone (from a hand file, or not yet identified)."""

    class Document(models.TextChoices):
        PASSPORT = "passport", "passport"
        IDENTITY_CARD = "identity_card", "identity card"
        DRIVING_LICENCE = "driving_licence", "driving licence"
        OTHER = "other", "other"

    display_name = models.CharField(max_length=60, help_text="what the table and the public board call him")
    legal_name = models.CharField(max_length=120, blank=True)
    date_of_birth = models.DateField(null=True, blank=True)
    document_kind = models.CharField(max_length=20, choices=Document.choices, blank=True)
    document_number = models.CharField(max_length=40, blank=True)
    document_expires_on = models.DateField(null=True, blank=True)
    notes = models.TextField(blank=True, max_length=2000)
    is_guest = models.BooleanField(default=False)
    guest_of = models.CharField(max_length=80, blank=True, help_text="the site or file that a guest's name comes from")
    registered_at = models.DateTimeField()
    registered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["display_name"]
        constraints = [
            models.UniqueConstraint(
                fields=["document_kind", "document_number"],
                condition=~Q(document_number=""),
                name="player_document_once",
            ),
            models.UniqueConstraint(
                fields=["guest_of", "display_name"], condition=Q(is_guest=True), name="player_guest_once"
            ),
        ]
        indexes = [models.Index(fields=["display_name"], name="player_display_name")]

    def __str__(self) -> str:
        return self.display_name


class Ban(models.Model):
    """Why a player may not be listed, seated or bought in, from when, until when. Lifted, never deleted."""

    class Kind(models.TextChoices):
        BARRED = "barred", "barred by the house"
        SELF_EXCLUDED = "self_excluded", "self-excluded"
        EXCLUDED = "excluded", "excluded by the regulator"
        SUSPENDED = "suspended", "suspended"

    player = models.ForeignKey(Player, models.PROTECT, related_name="bans")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    reason = models.CharField(max_length=400)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    imposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    lifted_reason = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["-starts_at"]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"
