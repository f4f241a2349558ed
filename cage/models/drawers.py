"""The drawers of the cage. Their chips and cash are places of the ledger, which knows a drawer by its number alone."""

from django.db import models
from django.db.models.functions import Upper

from config.rooms.models import Room


class Drawer(models.Model):
    """A cashier's drawer at the cage, with its chips and its cash. Who works it now: its running `DrawerSession`."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="drawers")
    name = models.CharField(max_length=40)
    sessions_from = models.BigIntegerField(
        default=0,
        db_default=0,
        help_text="the last row of the room’s ledger that was booked before sessions of this drawer were kept",
    )

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint("room", Upper("name"), name="drawer_name_once_per_room")]

    def __str__(self) -> str:
        return self.name
