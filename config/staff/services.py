"""Manage the people who work here: add, give and end roles, disable, reset; and what each does for himself.

Nobody gives himself a role, and a room keeps an administrator: its last can't be ended or disabled.
"""

from collections.abc import Collection
from datetime import datetime

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.db import transaction
from rest_framework.authtoken.models import Token

from config.audit import services as audit
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import StaffRole, User
from config.staff.passwords import ONE_TIME_LASTS, one_time_password
from config.staff.roles import ROLES, Permission

_ADMINISTRATOR = "administrator"


@transaction.atomic
def add_person(
    *,
    room: Room,
    badge_number: str,
    username: str,
    display_name: str,
    roles: Collection[str],
    by: User | None,
    at: datetime,
) -> tuple[User, str]:
    """Add a person with roles in `room`; returns him and his one-time password, which nobody can read again.

    Raises DomainError `badge_taken`, `username_taken`, `role_unknown`, `roles_missing`.
    """
    badge_number, username = badge_number.upper(), username.lower()
    if not roles:
        raise DomainError("roles_missing", "Give the person at least one role.", field="roles")
    if User.objects.filter(badge_number=badge_number).exists():
        raise DomainError("badge_taken", f"Badge {badge_number} belongs to somebody already.", field="badge_number")
    if User.objects.filter(username=username).exists():
        raise DomainError("username_taken", f"The name “{username}” is taken: choose another.", field="username")
    person = User(badge_number=badge_number, username=username, display_name=display_name, joined_at=at)
    password = _give_one_time_password(person, at)
    for role in sorted(roles):
        _grant(person, room, role, by, at)
    after = {"badge": badge_number, "username": username, "name": display_name, "roles": sorted(roles)}
    audit.record("staff.added", person, room=room, by=by, at=at, after=after)
    return person, password


@transaction.atomic
def grant_role(*, person: User, room: Room, role: str, by: User | None, at: datetime) -> StaffRole:
    """Give a person a role in `room`; returns it. Having it already is no fault.

    Raises DomainError `own_role` (nobody gives himself a role), `person_disabled`, `role_unknown`.
    """
    person = _locked(person)
    if by is not None and by.pk == person.pk:
        raise DomainError("own_role", "Nobody gives himself a role: ask another administrator.")
    if not person.is_active:
        raise DomainError("person_disabled", f"{person} is disabled: enable the person first.")
    if held := StaffRole.objects.filter(user=person, room=room, role=role, ended_at=None).first():
        return held
    granted = _grant(person, room, role, by, at)
    audit.record("staff.role_granted", person, room=room, by=by, at=at, after={"role": role})
    return granted


@transaction.atomic
def end_role(*, person: User, room: Room, role: str, by: User | None, at: datetime) -> None:
    """End a person's role in `room`, and his sessions with it.

    Raises DomainError `role_not_held`, `last_administrator`.
    """
    administrators = _lock_administrators(room)
    person = _locked(person)
    ended = StaffRole.objects.filter(user=person, room=room, role=role, ended_at=None)
    if not ended.exists():
        raise DomainError("role_not_held", f"{person} does not hold that role in {room}.")
    if role == _ADMINISTRATOR:
        _refuse_to_lose_the_last(administrators, person, room)
    ended.update(ended_at=at, ended_by=by)
    _end_sessions(person)
    audit.record("staff.role_ended", person, room=room, by=by, at=at, before={"role": role})


@transaction.atomic
def disable(*, person: User, room: Room, by: User | None, at: datetime, reason: str) -> None:
    """Let a person sign in no more, from this moment: his sessions and tokens end.

    Raises DomainError `own_account`, `not_his_administrator`, `last_administrator`, `reason_missing`.
    """
    if not reason:
        raise DomainError("reason_missing", "Say why, for whoever reads it later.", field="reason")
    rooms = Room.objects.filter(staff_roles__user=person, staff_roles__ended_at=None).distinct().order_by("pk")
    administrators = {each: _lock_administrators(each) for each in rooms}
    person = _locked(person)
    _refuse_for_self_or_others(person, by)
    for each, holders in administrators.items():
        _refuse_to_lose_the_last(holders, person, each)
    person.is_active = False
    person.save(update_fields=["is_active"])
    _end_sessions(person)
    audit.record("staff.disabled", person, room=room, by=by, at=at, before={"active": True}, reason=reason)


@transaction.atomic
def enable(*, person: User, room: Room, by: User | None, at: datetime) -> str:
    """Let a disabled person in again; returns a one-time password. Raises as `disable` does."""
    person = _locked(person)
    _refuse_for_self_or_others(person, by)
    person.is_active = True
    password = _give_one_time_password(person, at)
    audit.record("staff.enabled", person, room=room, by=by, at=at, after={"active": True})
    return password


@transaction.atomic
def reset_password(*, person: User, room: Room, by: User | None, at: datetime) -> str:
    """Give a person a one-time password, good for a day, to be changed at once; returns it. His sessions end.

    Raises DomainError `own_account` (he changes it himself), `not_his_administrator`, `person_disabled`.
    """
    person = _locked(person)
    _refuse_for_self_or_others(person, by)
    if not person.is_active:
        raise DomainError("person_disabled", f"{person} is disabled: enable the person instead.")
    password = _give_one_time_password(person, at)
    audit.record("staff.password_reset", person, room=room, by=by, at=at)
    return password


@transaction.atomic
def change_own_password(*, person: User, new: str, at: datetime) -> User:
    """Let a person choose his password; returns him as he is now. All his sessions end, the caller keeps his own alive.

    The caller has confirmed the current one (`config.staff.identity`). Raises DomainError `password_unchanged`,
    `password_weak`.
    """
    person = _locked(person)
    if person.check_password(new):
        raise DomainError("password_unchanged", "The new password is the old one: choose another.", field="new")
    _refuse_weak(new, person)
    person.set_password(new)
    person.one_time_until = None
    person.save(update_fields=["password", "one_time_until"])
    _end_sessions(person)
    audit.record("staff.password_changed", person, room=None, by=person, at=at)
    return person


@transaction.atomic
def set_own_pin(*, person: User, pin: str, at: datetime) -> None:
    """Let a person set his PIN of four to eight digits. The caller has confirmed his password.

    Raises DomainError `pin_unreadable`, `pin_too_plain`.
    """
    person = _locked(person)
    if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 8):
        raise DomainError("pin_unreadable", "A PIN is four to eight digits.", field="pin")
    if len(set(pin)) == 1 or pin in "01234567890" or pin in "09876543210" or pin == person.badge_number:
        raise DomainError("pin_too_plain", "Choose a PIN that nobody would try first.", field="pin")
    person.set_pin(pin)
    person.pin_failures, person.pin_locked_until = 0, None
    person.save(update_fields=["pin_hash", "pin_failures", "pin_locked_until"])
    audit.record("pin.set", person, room=None, by=person, at=at)


def end_own_sessions(*, person: User, at: datetime) -> User:
    """End every session of a person; returns him as he is now, so that the caller can keep his own alive."""
    with transaction.atomic():
        person = _locked(person)
        _end_sessions(person)
        audit.record("staff.sessions_ended", person, room=None, by=person, at=at)
    return person


@transaction.atomic
def note_sign_in(*, person: User, room: Room | None, at: datetime) -> None:
    """Record that a person signed in."""
    audit.record("staff.signed_in", person, room=room, by=person, at=at)


@transaction.atomic
def note_sign_out(*, person: User, room: Room | None, at: datetime) -> None:
    """Record that a person signed out."""
    audit.record("staff.signed_out", person, room=room, by=person, at=at)


def _locked(person: User) -> User:
    person.forget_postings()
    return User.objects.select_for_update().get(pk=person.pk)


def _lock_administrators(room: Room) -> list[StaffRole]:
    """The open roles of the room's active administrators, locked: two of them can't end each other at once."""
    rows = StaffRole.objects.select_for_update(of=("self",)).filter(room=room, role=_ADMINISTRATOR, ended_at=None)
    return list(rows.filter(user__is_active=True).order_by("pk"))


def _grant(person: User, room: Room, role: str, by: User | None, at: datetime) -> StaffRole:
    if role not in ROLES:
        raise DomainError("role_unknown", f"There is no role “{role}”.", field="roles")
    return StaffRole.objects.create(user=person, room=room, role=role, granted_at=at, granted_by=by)


def _refuse_for_self_or_others(person: User, by: User | None) -> None:
    """Refused for one's own account, and for people who work where `by` does not manage the staff."""
    if by is None:
        return
    if by.pk == person.pk:
        raise DomainError("own_account", "This is your own account: ask another administrator.")
    elsewhere = [room.name for room in person.rooms_of_work() if not by.may(Permission.STAFF_MANAGE, room)]
    if elsewhere:
        message = f"{person} also works in {', '.join(elsewhere)}: ask an administrator there."
        raise DomainError("not_his_administrator", message)


def _refuse_to_lose_the_last(administrators: list[StaffRole], person: User, room: Room) -> None:
    if {row.user_id for row in administrators} == {person.pk}:
        message = f"{person} is the last administrator of {room}: make somebody else one first."
        raise DomainError("last_administrator", message)


def _give_one_time_password(person: User, at: datetime) -> str:
    password = one_time_password()
    person.set_password(password)
    person.one_time_until = at + ONE_TIME_LASTS
    person.session_series += 1
    person.save()
    Token.objects.filter(user=person).delete()
    return password


def _end_sessions(person: User) -> None:
    person.session_series += 1
    person.save(update_fields=["session_series"])
    Token.objects.filter(user=person).delete()


def _refuse_weak(password: str, person: User) -> None:
    try:
        password_validation.validate_password(password, person)
    except ValidationError as error:
        raise DomainError("password_weak", " ".join(error.messages), field="new") from error
