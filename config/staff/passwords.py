"""The rules of what a password may not be made of, and the one-time passwords that an administrator hands over."""

import secrets
from datetime import timedelta

from django.contrib.auth.password_validation import CommonPasswordValidator
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


class CommonWords(CommonPasswordValidator):
    """Refuses a password of Django's list of the 20,000 most common of those that leaked, also with digits and signs
    around it: most of the list is shorter than what we accept, and is lengthened in just this way.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Refused as it is, and without the digits and signs at its ends."""
        super().validate(password, user)
        first = next((place for place, each in enumerate(password) if each.isalpha()), 0)
        last = next((place for place, each in enumerate(reversed(password)) if each.isalpha()), 0)
        super().validate(password[first : len(password) - last], user)


class ContextWords:
    """Refuses a password that is little more than what others would try first: the room's words, the person's name."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Refused when, without the words of the room and the person, fewer than six characters are left besides
        digits; a password without any such word may be of digits."""
        whole = rest = _plain(password)
        for word in sorted({*_OURS, *_of_person(user)}, key=len, reverse=True):
            rest = rest.replace(word, "")
        left = rest if rest == whole else "".join(character for character in rest if not character.isdigit())
        if len(left) < 6:
            raise ValidationError(self.get_help_text(), code="password_of_context_words")

    def get_help_text(self) -> str:
        """The rule in a sentence."""
        return "Don't build the password from words of the card room, or from your name and digits."


def _plain(text: str) -> str:
    """Letters and digits, small."""
    return "".join(character for character in text.casefold() if character.isalnum())


def _of_person(user: User | None) -> set[str]:
    """The words that a colleague knows of somebody: sign-in, badge, each part of the name; pieces of two letters tell
    nothing."""
    if user is None:
        return set()
    known = [user.username, user.badge_number, user.display_name, *user.display_name.split(), *user.username.split(".")]
    return {word for word in map(_plain, known) if len(word) >= 3}
