"""The form of a void at the window."""

from django.utils.translation import gettext_lazy as _

from config.staff.forms import SecondPersonForm
from config.web.forms import RequestKeyField, TextField


class VoidForm(SecondPersonForm):
    """The reason why a slip is voided, and who confirms it where one person may not."""

    key = RequestKeyField()
    reason = TextField(label=_("What was wrong"), max_length=400)
