"""Forms of the floor about time charges: what a table or a seat owes is collected, waived, or voided again."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from config.staff.forms import SecondPersonForm
from config.web.forms import IdField, RequestKeyField, StrictForm, TextField


class CollectTimeForm(StrictForm):
    """The seat that pays, by its sitting; without one the whole table."""

    key = RequestKeyField()
    sitting = IdField(required=False)


class WaiveTimeForm(SecondPersonForm):
    """The player who is let off, by their sitting, and why; a second person confirms more than one waives alone."""

    key = RequestKeyField()
    sitting = IdField()
    reason = TextField(max_length=400, label=_("Why"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.say_when_needed("badge", "pin", when="needed above what you move alone a day")


class VoidTimeForm(SecondPersonForm):
    """The payment of a seat for time, by one of its charges, and what was wrong; a second person confirms as for a
    waiver."""

    key = RequestKeyField()
    charge = IdField()
    reason = TextField(max_length=400, label=_("What was wrong"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.say_when_needed("badge", "pin", when="needed above what you move alone a day, and on a later day")
