"""The forms of assurance: ask for a reading, close a flag."""

from typing import Self

from django.utils.translation import gettext_lazy as _

from config.rooms.models import Room
from config.web.forms import RequestKeyField, StrictForm, TextField
from rake.models import AssuranceFlag


class ReadForm(StrictForm):
    """Ask for the room to be read, once per page shown."""

    key = RequestKeyField()


class CloseForm(StrictForm):
    """The finding of whoever looked."""

    key = RequestKeyField()
    reason = TextField(label=_("What you found"), max_length=400)

    flag: AssuranceFlag

    @classmethod
    def about(cls, flag: AssuranceFlag, room: Room, data: object = None) -> Self:
        """The form of a flag; several stand on one page, each with ids of its own."""
        form = cls(data, room=room, auto_id=f"id_flag_{flag.pk}_%s")  # type: ignore[arg-type]  # a QueryDict or None
        form.flag = flag
        return form
