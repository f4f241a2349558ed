"""The limit of wrong passwords: counted before any password is hashed, so that guessing costs us nothing.

Limits over the same quarter of an hour: one name from one address (AXES_FAILURE_LIMIT), one address whatever names it
tries (a room's tablets share one), one name whatever addresses try it. A device that people have signed in at is
counted by itself: nobody else at its address shuts it out, nor those people's names there.
"""

from typing import Any

from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Q, QuerySet, Sum
from django.http import HttpRequest

from config.staff import devices

MOST_FROM_AN_ADDRESS = 60
MOST_FOR_A_NAME = 100
MOST_FROM_A_DEVICE = 15


class SignInThrottle(AxesDatabaseHandler):
    """The handler of django-axes with the wider limits, and those of known devices."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Whether another attempt is refused without looking at the password."""
        device, name = _note_device(request), str((credentials or {}).get("username") or "")
        recent = AccessAttempt.objects.filter(attempt_time__gte=get_cool_off_threshold(request))
        if device is None:
            return self._is_stranger_locked(request, credentials, recent)
        here = Q(user_agent=device.mark)
        if _failures(recent, here) >= MOST_FROM_A_DEVICE:
            return True
        if device.knows(name):
            return _failures(recent, here & Q(username=name)) >= settings.AXES_FAILURE_LIMIT
        return bool(super().is_locked(request, credentials)) or _failures(recent, Q(username=name)) >= MOST_FOR_A_NAME

    def user_login_failed(
        self, sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any
    ) -> None:
        """Keep the attempt under the device that it came from."""
        if request is not None:
            _note_device(request)
        super().user_login_failed(sender, credentials, request, **kwargs)

    def _is_stranger_locked(
        self, request: HttpRequest, credentials: dict[str, Any] | None, recent: QuerySet[AccessAttempt]
    ) -> bool:
        if super().is_locked(request, credentials):
            return True
        address = getattr(request, "axes_ip_address", None)
        strangers = recent.exclude(user_agent__startswith=devices.MARK)
        return (
            _failures(strangers, Q(ip_address=address or None)) >= MOST_FROM_AN_ADDRESS
            or _failures(recent, Q(username=(credentials or {}).get("username"))) >= MOST_FOR_A_NAME
        )


def _note_device(request: HttpRequest) -> devices.Device | None:
    """The known device of the request, under whose mark its attempts are kept; nobody else gets to use such a mark."""
    device = devices.known(request)
    said: str = getattr(request, "axes_user_agent", "") or ""
    if device is not None:
        request.axes_user_agent = device.mark  # type: ignore[attr-defined]  # django-axes keeps it there
    elif said.startswith(devices.MARK):
        request.axes_user_agent = f"({said})"[:255]  # type: ignore[attr-defined]
    return device


def _failures(attempts: QuerySet[AccessAttempt], which: Q) -> int:
    return attempts.filter(which).aggregate(failures=Sum("failures_since_start"))["failures"] or 0
