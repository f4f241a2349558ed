"""The drawers of the cage. Their chips and cash are places of the ledger, which knows a drawer by its number alone."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper

from config.rooms.models import Room


class Drawer(models.Model):
    """A cashier's drawer at the cage, with its chips and its cash. Who works it now: its running `DrawerSession`.

    A chip runner's bank is a drawer that walks: opened, counted and closed like any other.
    """

    class Kind(models.TextChoices):
        WINDOW = "window", "window"
        RUNNER = "runner", "chip runner’s bank"

    room = models.ForeignKey(Room, models.PROTECT, related_name="drawers")
    name = models.CharField(max_length=40)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.WINDOW, db_default=Kind.WINDOW)
    sessions_from = models.BigIntegerField(
        default=0,
        db_default=0,
        help_text="the last row of the room’s ledger that was booked before sessions of this drawer were kept",
    )

    working_capital = models.BigIntegerField(
        null=True,
        help_text="the most cash that lies in it before a credit is due, minor units; null: none is asked for "
        "(house; cages keep such a limit for each window)",
    )
    credit_step = models.BigIntegerField(
        null=True, help_text="what is brought back to the vault then, minor units: always the same (house; R39)"
    )

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint("room", Upper("name"), name="drawer_name_once_per_room"),
            models.CheckConstraint(
                condition=Q(working_capital=None, credit_step=None)
                | Q(credit_step__gte=1, working_capital__gte=F("credit_step")),
                name="drawer_credit_within_its_limit",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_runner(self) -> bool:
        """Whether it is a chip runner's bank."""
        return self.kind == self.Kind.RUNNER
