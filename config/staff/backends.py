"""The back end that says who may sign in, and whose sessions go on."""

from django.contrib.auth.backends import ModelBackend
from django.utils import timezone

from config.staff.models import User


class StaffBackend(ModelBackend):
    """Name and password; nobody who is disabled, and no one-time password that has run out."""

    def user_can_authenticate(self, user: User) -> bool:  # type: ignore[override]  # our own user
        """Asked at sign-in, after the password was checked, and again with every request of a session."""
        return user.may_sign_in(timezone.now())
