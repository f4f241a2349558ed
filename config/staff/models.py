"""The people who work here: sign-in, badge, PIN for re-authentication, and their roles in each room."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.hashers import check_password, make_password
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import cached_property

from config.compiled import Blank, compiled
from config.rooms.models import Room
from config.staff.review_models import AccessReview, ReviewedPerson  # noqa: F401 - Django finds an app's models here
from config.staff.roles import POWERFUL, ROLES, Permission

USERNAME = RegexValidator(r"\A[a-z0-9][a-z0-9._-]{1,39}\Z", "Use 2 to 40 small letters, digits, dots and dashes.")
BADGE = RegexValidator(r"\A[A-Z0-9-]{1,12}\Z", "Use up to 12 capital letters, digits and dashes.")


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        """The person with that name; names are written small, whatever somebody types."""
        return self.get(username=(username or "").lower())


class PinHolder:
    """A model with a PIN, kept as `pin_hash`: somebody who works here, a dealer, a player’s bank."""

    pin_hash: str

    @property
    def has_pin(self) -> bool:
        """Whether a PIN was set."""
        return bool(self.pin_hash)

    def set_pin(self, pin: str) -> None:
        """Keep a PIN (four to eight digits, checked by the service) as a hash."""
        self.pin_hash = make_password(pin)

    def check_pin(self, pin: str) -> bool:
        """Whether `pin` is the holder's; False where none was set. For people, `config.staff.pin` and
        `config.staff.pin_holders` count the wrong ones."""
        return self.has_pin and check_password(pin, self.pin_hash)


class User(PinHolder, AbstractBaseUser):
    """A person who works here. What they may do follows from their roles in the room (`config.staff.roles`)."""

    username = models.CharField(max_length=40, unique=True, validators=[USERNAME])
    badge_number = models.CharField(max_length=12, unique=True, validators=[BADGE])
    display_name = models.CharField(max_length=60)
    one_time_until = models.DateTimeField(
        null=True, blank=True, help_text="the password is a one-time one, good until then and to be changed at once"
    )
    password_at = models.DateTimeField(null=True, blank=True, help_text="when the person chose the password")
    last_day = models.DateField(null=True, blank=True, help_text="the last day of work, where it is known")
    pin_hash = models.CharField(max_length=200, blank=True)
    authenticator_nonce = models.CharField(
        max_length=64, blank=True, help_text="what the authenticator's secret is made of, with the server's own key"
    )
    authenticator_step = models.BigIntegerField(default=0, help_text="the last step of time whose code was used")
    authenticator_at = models.DateTimeField(null=True, blank=True, help_text="when the authenticator was set up")
    session_series = models.PositiveIntegerField(default=0, help_text="grows to end every session at once")
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)

    objects = UserManager()
    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["badge_number", "display_name"]

    class Meta:
        ordering = ["display_name"]
        constraints = [
            models.CheckConstraint(condition=Q(username=Lower("username")), name="user_name_written_small"),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def with_badge(self) -> str:
        """The name as papers and sums tell it: two people of one name are not one."""
        return f"{self}, badge {self.badge_number}"

    def may_sign_in(self, at: datetime) -> bool:
        """Whether the person may sign in at all: not disabled, and no one-time password that has run out."""
        return self.is_active and (self.one_time_until is None or at <= self.one_time_until)

    def password_is_old(self, at: datetime) -> bool:
        """Whether the house's rules ask for another password than the one that the person has."""
        age = settings.PASSWORD_AGE
        return bool(age) and at - (self.password_at or self.joined_at) >= age

    @cached_property
    def postings(self) -> tuple["StaffRole", ...]:
        """The roles that this person holds now with their rooms, by name of the room (remembered: one query)."""
        held = _postings(self.pk)
        for each in held:
            each.user = self
        return tuple(held)

    def forget_postings(self) -> None:
        """Ask anew for the roles, because they changed."""
        self.__dict__.pop("postings", None)

    def roles_in(self, room: Room) -> frozenset[str]:
        """The roles this person holds in `room` now."""
        return frozenset(posting.role for posting in self.postings if posting.room_id == room.pk)

    def rooms_of_work(self) -> list[Room]:
        """The rooms in which this person holds a role, by name."""
        return list({posting.room_id: posting.room for posting in self.postings}.values())

    def room_of_work(self, chosen: object = None) -> Room | None:
        """The room with the id `chosen` if this person works there, else the one in which they hold a role longest;
        None where they work in none."""
        chosen_one = next((room for room in self.rooms_of_work() if room.pk == chosen), None)
        if chosen_one is not None or not self.postings:
            return chosen_one
        return min(self.postings, key=lambda posting: posting.granted_at).room

    def may(self, permission: Permission, room: Room) -> bool:
        """Whether one of this person's roles in `room` carries `permission`."""
        return self.is_active and any(permission in ROLES[role].permissions for role in self.roles_in(room))

    def may_everywhere(self, permission: Permission) -> bool:
        """Whether this person may do it in every room of the house; one query more than `may`."""
        return all(self.may(permission, room) for room in Room.objects.all())

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        """The hash that a session must match to be this person's: it changes with the password and with the series."""
        salt = "config.staff.models.User.session"
        return salted_hmac(
            salt, f"{self.session_series}:{self.password}", secret=secret, algorithm="sha256"
        ).hexdigest()


class RoleException(models.Model):
    """An exception that lets one person of the room hold two roles that conflict; ended, never deleted."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="role_exceptions")
    first = models.CharField(max_length=20)
    second = models.CharField(max_length=20)
    reason = models.CharField(max_length=400)
    posted_at = models.DateTimeField()
    posted_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    approved_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["room", "first", "second"], condition=Q(ended_at=None), name="role_exception_posted_once"
            ),
            models.CheckConstraint(
                condition=~Q(posted_by=models.F("approved_by")), name="role_exception_approved_by_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} and {self.second} in {self.room}"

    @property
    def conflict(self) -> str:
        """The two roles in words."""
        return f"{ROLES[self.first].title} and {ROLES[self.second].title.lower()}"


class StaffRole(models.Model):
    """One role of one person in one room, from when until when. Ended, never deleted."""

    user = models.ForeignKey(User, models.PROTECT, related_name="staff_roles")
    room = models.ForeignKey(Room, models.PROTECT, related_name="staff_roles")
    role = models.CharField(max_length=20, choices=[(role.code, role.title) for role in ROLES.values()])
    granted_at = models.DateTimeField(default=timezone.now)
    granted_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "room", "role"],
                condition=Q(ended_at=None),
                name="staff_role_held_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} as {self.role} in {self.room}"

    @property
    def title(self) -> str:
        """The role in words."""
        return ROLES[self.role].title

    @property
    def is_powerful(self) -> bool:
        """Whether two people give and end it."""
        return self.role in POWERFUL


@compiled
def _postings(person: Blank) -> QuerySet[StaffRole]:
    """The roles that a person holds; every request asks for them."""
    held = StaffRole.objects.filter(user=person, ended_at=None)
    return held.select_related("room").order_by("room__name", "role")


class WrongGuesses(models.Model):
    """The number of wrong PINs or codes of one person that were tried in a colleague's session at one device; or of
    badges and PINs of people of other rooms, which stand with whoever tried them."""

    class Kind(models.TextChoices):
        PIN = "pin", "PIN"
        CODE = "code", "code"
        BADGE = "badge", "badge and PIN"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    guesser = models.ForeignKey(User, models.PROTECT, related_name="+")
    device = models.CharField(max_length=80, blank=True, help_text="address of the tablet or machine")
    person = models.ForeignKey(User, models.PROTECT, related_name="+", help_text="whose PIN or code was tried")
    failures = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["guesser", "kind", "device", "person"], name="wrong_guesses_counted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.failures} of {self.person} by {self.guesser}"


class RecoveryCode(models.Model):
    """One code that opens once where the authenticator is lost; kept as a hash."""

    user = models.ForeignKey(User, models.PROTECT, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, help_text="when it was used, or replaced by others")

    def __str__(self) -> str:
        return f"a recovery code of {self.user}"


class ApiToken(models.Model):
    """A key by which another system signs in to the API in one person's name: in one room, until a day, for as much as
    its scope allows. Kept as a hash; ended, never deleted.
    """

    class Scope(models.TextChoices):
        READ = "read", "reads"
        RECORD = "record", "reads and records"

    user = models.ForeignKey(User, models.PROTECT, related_name="api_tokens")
    room = models.ForeignKey(Room, models.PROTECT, related_name="api_tokens")
    scope = models.CharField(max_length=10, choices=Scope.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    given_at = models.DateTimeField()
    given_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    good_until = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, help_text="written at most once a minute")
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "room"], condition=Q(ended_at=None), name="api_token_one_in_a_room")
        ]

    def __str__(self) -> str:
        return f"a token of {self.user} in {self.room}"

    def is_good(self, at: datetime) -> bool:
        """Whether it lets in at that instant."""
        return self.ended_at is None and at < self.good_until
