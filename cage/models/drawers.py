"""The drawers of the cage. Their chips and cash are places of the ledger, which knows a drawer by its number alone."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Upper

from config.rooms.models import Room


class Drawer(models.Model):
    """A cashier's drawer at the cage, with its chips and its cash."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="drawers")
    name = models.CharField(max_length=40)
    cashier = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True, help_text="who works it now"
    )
    is_open = models.BooleanField(default=False)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint("room", Upper("name"), name="drawer_name_once_per_room")]

    def __str__(self) -> str:
        return self.name
