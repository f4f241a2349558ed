"""What a password may not be made of, and the one-time passwords that an administrator hands over."""

import secrets
from datetime import timedelta

from django.core.exceptions import ValidationError

from config.staff.models import User

ONE_TIME_LASTS = timedelta(hours=24)
LONGEST_PASSWORD = 128
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without 0, o, 1, i and l, which people read to each other wrongly."""
_OURS = ("cardroom", "poker", "casino", "holdem", "omaha", "cashier", "floorman", "password", "allin", "royalflush")


def one_time_password() -> str:
    """A password of 16 letters and digits in groups of four, to be read out or written down once (79 bits)."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


class ContextWords:
    """Refuses a password that is little more than a word everybody in a card room would try first."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Refused when fewer than six characters are left without the room's words."""
        rest = "".join(character for character in password.lower() if character.isalnum())
        for word in _OURS:
            rest = rest.replace(word, "")
        if len(rest) < 6:
            raise ValidationError(self.get_help_text(), code="password_of_context_words")

    def get_help_text(self) -> str:
        """The rule in a sentence."""
        return "Don't build the password from words of the card room."
