"""Even exchanges: chips for other chips and notes for other notes, of one amount, by their pieces."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cage.models.drawer_sessions import DrawerSession
from config.rooms.models import Room
from players.models import Player


class Exchange(models.Model):
    """Pieces that came into a drawer for others of the same amount: of a patron, or with the vault before a second
    person. Append-only. The ledger knows nothing of it: no amount changes.

    `player` is the patron whose cash was exchanged for cash, which is currency of their day both ways (31 CFR
    1021.311); null where it was less than the room logs and nobody was named, and in rows of before patrons were.
    """

    append_only: ClassVar[bool] = True

    class What(models.TextChoices):
        CHIPS = "chips", "chips"
        CASH = "cash", "cash"

    class Side(models.TextChoices):
        PATRON = "patron", "a patron"
        VAULT = "vault", "the vault"

    class Currency(models.TextChoices):
        """The two sides of cash that a patron exchanged, each currency of their day."""

        TAKEN = "exchange_taken", "even exchange, taken"
        GIVEN = "exchange_given", "even exchange, given"

    room = models.ForeignKey(Room, models.PROTECT, related_name="exchanges")
    session = models.ForeignKey(DrawerSession, models.PROTECT, related_name="exchanges")
    side = models.CharField(max_length=6, choices=Side.choices, help_text="with whom")
    what = models.CharField(max_length=5, choices=What.choices)
    taken = models.JSONField(help_text="pieces into the drawer, by value in minor units")
    given = models.JSONField(help_text="pieces out of the drawer, by value in minor units")
    amount = models.BigIntegerField(help_text="what either side comes to, minor units")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        help_text="who confirmed one with the vault",
    )
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="exchanges", null=True, help_text="whose cash was exchanged for cash"
    )
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="exchange_amount_positive"),
            models.CheckConstraint(
                condition=Q(side="patron", second=None) | (Q(side="vault", second__isnull=False) & ~Q(second=F("by"))),
                name="exchange_with_vault_by_two_people",
            ),
            models.CheckConstraint(
                condition=Q(player=None) | Q(side="patron", what="cash"), name="exchange_patron_of_cash"
            ),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="exchange_day")]

    def __str__(self) -> str:
        return f"exchange of {self.amount} in {self.what}"
