"""The people who work here: sign-in, badge, PIN for re-authentication, and their roles in each room."""

from typing import ClassVar

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone

from config.rooms.models import Room
from config.staff.roles import ROLES, Permission


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)


class User(AbstractBaseUser):
    """A person who works here. What he may do follows from his roles in the room (`config.staff.roles`)."""

    username = models.CharField(max_length=40, unique=True)
    badge_number = models.CharField(max_length=12, unique=True)
    display_name = models.CharField(max_length=60)
    pin_hash = models.CharField(max_length=200, blank=True)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)

    objects = UserManager()
    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["badge_number", "display_name"]

    class Meta:
        ordering = ["display_name"]

    def __str__(self) -> str:
        return self.display_name

    def set_pin(self, pin: str) -> None:
        """Keep a PIN (four to eight digits, checked by the service) as a hash."""
        self.pin_hash = make_password(pin)

    def check_pin(self, pin: str) -> bool:
        """Whether `pin` is this person's PIN; False where none was set."""
        return bool(self.pin_hash) and check_password(pin, self.pin_hash)

    def roles_in(self, room: Room) -> frozenset[str]:
        """The roles this person holds in `room` now (cached for the life of this object)."""
        cache: dict[int, frozenset[str]] = self.__dict__.setdefault("_roles_by_room", {})
        if room.pk not in cache:
            rows = self.staff_roles.filter(room=room, ended_at=None).values_list("role", flat=True)
            cache[room.pk] = frozenset(rows)
        return cache[room.pk]

    def may(self, permission: Permission, room: Room) -> bool:
        """Whether one of this person's roles in `room` carries `permission`."""
        return self.is_active and any(permission in ROLES[role].permissions for role in self.roles_in(room))


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
                condition=models.Q(ended_at=None),
                name="staff_role_held_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} as {self.role} in {self.room}"
