"""The form that locks a gaming day."""

from config.staff.forms import TwoPeopleForm
from config.web.forms import RequestKeyField


class LockForm(TwoPeopleForm):
    """A second person confirms the lock: badge and PIN."""

    key = RequestKeyField()
