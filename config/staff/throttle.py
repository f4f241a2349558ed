"""How many wrong passwords are too many: counted before any password is hashed, so that guessing costs us nothing.

Three limits over the same quarter of an hour: one name from one address (AXES_FAILURE_LIMIT), one address whatever
names it tries (a room's tablets share one), one name whatever addresses try it.
"""

from typing import Any

from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.db.models import Q, QuerySet, Sum
from django.http import HttpRequest

MOST_FROM_AN_ADDRESS = 60
MOST_FOR_A_NAME = 100


class SignInThrottle(AxesDatabaseHandler):
    """The handler of django-axes with the two wider limits added."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Whether another attempt is refused without looking at the password."""
        if super().is_locked(request, credentials):
            return True
        recent = AccessAttempt.objects.filter(attempt_time__gte=get_cool_off_threshold(request))
        address = getattr(request, "axes_ip_address", None)
        name = (credentials or {}).get("username")
        return (
            _failures(recent, Q(ip_address=address or None)) >= MOST_FROM_AN_ADDRESS
            or _failures(recent, Q(username=name)) >= MOST_FOR_A_NAME
        )


def _failures(attempts: QuerySet[AccessAttempt], which: Q) -> int:
    return attempts.filter(which).aggregate(failures=Sum("failures_since_start"))["failures"] or 0
