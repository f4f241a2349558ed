"""Manage the people who work here: add, give and end roles, disable, reset; and what people do for their own account.

Nobody gives themselves a role, and a room keeps an administrator: its last can't be ended or disabled.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.db import transaction

from config.audit import services as audit
from config.errors import DomainError
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.agreement import refuse_without_agreement
from config.staff.elsewhere import refuse_for_self_or_others, refuse_own_account
from config.staff.models import StaffRole, User
from config.staff.open_sessions import end_sessions_in
from config.staff.passwords import ONE_TIME_LASTS, one_time_password
from config.staff.pin import refuse_plain
from config.staff.role_exceptions import refuse_conflicts
from config.staff.roles import ROLES
from config.staff.tokens import end_every_token, end_tokens_in
from config.staff.two_administrators import refuse_by_one

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
    second: User | None = None,
) -> tuple[User, str]:
    """Add a person with roles in `room`; returns the person and a one-time password, which nobody can read again.

    Raises DomainError `badge_taken`, `username_taken`, `role_unknown`, `roles_missing`, `roles_conflict`; and as
    `refuse_by_one` does, where the roles are powerful and no `second` person confirms them.
    """
    badge_number, username = badge_number.upper(), username.lower()
    if not roles:
        raise DomainError("roles_missing", "Give the person at least one role.", field="roles")
    if User.objects.filter(badge_number=badge_number).exists():
        raise DomainError("badge_taken", f"Badge {badge_number} belongs to somebody already.", field="badge_number")
    if User.objects.filter(username=username).exists():
        raise DomainError("username_taken", f"The name “{username}” is taken: choose another.", field="username")
    what = f"{display_name} is given a powerful role"
    refuse_by_one(room=room, person=None, roles=roles, by=by, second=second, what=what, at=at)
    person = User(badge_number=badge_number, username=username, display_name=display_name, joined_at=at)
    password = _give_one_time_password(person, by, at)
    for role in sorted(roles):
        _grant(person, room, role, by, at)
    after: dict[str, Any] = {"badge": badge_number, "username": username, "name": display_name, "roles": sorted(roles)}
    after |= _confirmed(second)
    audit.record("staff.added", person, room=room, by=by, at=at, after=after)
    return person, password


@transaction.atomic
def grant_role(
    *,
    person: User,
    room: Room,
    role: str,
    by: User | None,
    at: datetime,
    second: User | None = None,
    agrees: User | None = None,
) -> StaffRole:
    """Give a person a role in `room`; returns it. Having it already is no fault.

    Whoever works in other rooms alone `agrees` to it, by badge and PIN (`who_agrees`). Raises DomainError `own_role`
    (nobody gives themselves a role), `not_agreed`, `person_disabled`, `role_unknown`, `roles_conflict` (with a role
    held here already, and no exception is posted for the two); and as `refuse_by_one` does, where the role is powerful
    and no `second` person confirms it.
    """
    person = _locked(person)
    if by is not None and by.pk == person.pk:
        raise DomainError("own_role", "Nobody gives themselves a role: ask another administrator.")
    if not person.is_active:
        raise DomainError("person_disabled", f"{person} is disabled: enable the person first.")
    if held := StaffRole.objects.filter(user=person, room=room, role=role, ended_at=None).first():
        return held
    refuse_without_agreement(person, room, by, agrees)
    refuse_conflicts(person, room, role)
    what = f"{person} is given a powerful role"
    refuse_by_one(room=room, person=person, roles={role}, by=by, second=second, what=what, at=at)
    granted = _grant(person, room, role, by, at)
    after = {"role": role} | _confirmed(second) | ({"agreed": True} if agrees else {})
    audit.record("staff.role_granted", person, room=room, by=by, at=at, after=after)
    return granted


@transaction.atomic
def end_role(*, person: User, room: Room, role: str, by: User | None, at: datetime, second: User | None = None) -> None:
    """End a person's role in `room`, and their sessions and token there with it.

    Raises DomainError `role_not_held`, `last_administrator`, `own_role`; and as `refuse_by_one` does, where the role is
    powerful and no `second` person confirms it.
    """
    administrators = _lock_administrators(room)
    person = _locked(person)
    ended = StaffRole.objects.filter(user=person, room=room, role=role, ended_at=None)
    if not ended.exists():
        raise DomainError("role_not_held", f"{person} does not hold that role in {room}.")
    if role == _ADMINISTRATOR:
        _refuse_to_lose_the_last(administrators, person, room)
    if by is not None and by.pk == person.pk:
        raise DomainError("own_role", "Nobody changes their own roles: ask another administrator.")
    what = f"a powerful role of {person} ends"
    refuse_by_one(room=room, person=person, roles={role}, by=by, second=second, what=what, at=at)
    _end_sessions_in(person, room, by, at)
    ended.update(ended_at=at, ended_by=by)
    after = _confirmed(second) or None
    audit.record("staff.role_ended", person, room=room, by=by, at=at, before={"role": role}, after=after)


@transaction.atomic
def disable(
    *, person: User, room: Room, by: User | None, at: datetime, reason: str, second: User | None = None
) -> None:
    """Let a person sign in no more, from this moment: their sessions and tokens end.

    Raises DomainError `own_account`, `not_his_administrator`, `last_administrator`, `reason_missing`; and
    as `refuse_by_one` does, where the person holds a powerful role and no `second` person confirms it.
    """
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why, for whoever reads it later.", field="reason")
    rooms = Room.objects.filter(staff_roles__user=person, staff_roles__ended_at=None).distinct().order_by("pk")
    administrators = {each: _lock_administrators(each) for each in rooms}
    person = _locked(person)
    refuse_for_self_or_others(person, by)
    for each, holders in administrators.items():
        _refuse_to_lose_the_last(holders, person, each)
    what, held = f"{person} is disabled", person.roles_in(room)
    refuse_by_one(room=room, person=person, roles=held, by=by, second=second, what=what, at=at)
    person.is_active = False
    person.save(update_fields=["is_active"])
    _end_sessions(person, by, at)
    audit.record(
        "staff.disabled", person, room=room, by=by, at=at, before={"active": True},
        after=_confirmed(second) or None, reason=reason,
    )  # fmt: skip


@transaction.atomic
def end_access(
    *, person: User, room: Room, by: User | None, at: datetime, reason: str, second: User | None = None
) -> None:
    """End every role that a person holds in `room`, from this moment, with their sessions and token there: for somebody
    who works in other rooms too, where they go on working.

    Raises DomainError `own_account`, `last_administrator`, `reason_missing`, `role_not_held`; and as `refuse_by_one`
    does, where a role is powerful and no `second` person confirms it.
    """
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why, for whoever reads it later.", field="reason")
    administrators = _lock_administrators(room)
    person = _locked(person)
    refuse_own_account(person, by)
    roles = sorted(person.roles_in(room))
    if not roles:
        raise DomainError("role_not_held", f"{person} holds no role in {room} any more.")
    if _ADMINISTRATOR in roles:
        _refuse_to_lose_the_last(administrators, person, room)
    what = f"every role of {person} ends"
    refuse_by_one(room=room, person=person, roles=roles, by=by, second=second, what=what, at=at)
    _end_sessions_in(person, room, by, at)
    StaffRole.objects.filter(user=person, room=room, ended_at=None).update(ended_at=at, ended_by=by)
    facts: dict[str, Any] = {"room": room, "by": by, "at": at, "after": _confirmed(second) or None, "reason": reason}
    for role in roles:
        audit.record("staff.role_ended", person, before={"role": role}, **facts)


@transaction.atomic
def enable(*, person: User, room: Room, by: User | None, at: datetime, second: User | None = None) -> str:
    """Let a disabled person in again; returns a one-time password. Raises as `reset_password` does."""
    person = _locked(person)
    refuse_for_self_or_others(person, by, second)
    person.is_active = True
    password = _give_one_time_password(person, by, at)
    audit.record("staff.enabled", person, room=room, by=by, at=at, after={"active": True} | _confirmed(second))
    return password


@transaction.atomic
def reset_password(*, person: User, room: Room, by: User | None, at: datetime, second: User | None = None) -> str:
    """Give a person a one-time password, good for a day, to be changed at once; returns it. Their sessions end.

    Raises DomainError `own_account` (people change their own), `not_his_administrator` where they work in other rooms
    too and no administrator of those is the `second` person, `person_disabled`.
    """
    person = _locked(person)
    refuse_for_self_or_others(person, by, second)
    if not person.is_active:
        raise DomainError("person_disabled", f"{person} is disabled: enable the person instead.")
    password = _give_one_time_password(person, by, at)
    audit.record("staff.password_reset", person, room=room, by=by, at=at, after=_confirmed(second) or None)
    return password


@transaction.atomic
def change_own_password(*, person: User, new: str, at: datetime) -> User:
    """Let a person choose their password; returns them as they are now. All their sessions end, the caller keeps the
    current one alive.

    The caller has confirmed the current one (`config.staff.identity`). Raises DomainError `password_unchanged`,
    `password_weak`.
    """
    person = _locked(person)
    if person.check_password(new):
        raise DomainError("password_unchanged", "The new password is the old one: choose another.", field="new")
    _refuse_weak(new, person)
    person.set_password(new)
    person.one_time_until, person.password_at = None, at
    person.save(update_fields=["password", "one_time_until", "password_at"])
    _end_sessions(person, person, at)
    audit.record("staff.password_changed", person, room=None, by=person, at=at)
    return person


@transaction.atomic
def set_own_pin(*, person: User, pin: str, at: datetime, second: User | None = None) -> None:
    """Let a person set their PIN of four to eight digits. The caller has confirmed the password, and where there was a
    PIN before, that one, a code of the authenticator or the badge and PIN of a `second` person.

    Raises DomainError `pin_unreadable`, `pin_too_plain`.
    """
    person = _locked(person)
    refuse_plain(pin, known={person.badge_number})
    person.set_pin(pin)
    person.save(update_fields=["pin_hash"])
    after = {"second": second.pk} if second else None
    audit.record("pin.set", person, room=None, by=person, at=at, after=after)


def end_own_sessions(*, person: User, at: datetime) -> User:
    """End every session of a person; returns them as they are now, so that the caller can keep the current one
    alive."""
    with transaction.atomic():
        person = _locked(person)
        _end_sessions(person, person, at)
        audit.record("staff.sessions_ended", person, room=None, by=person, at=at)
    return person


@transaction.atomic
def end_sessions_of(*, person: User, room: Room, by: User, at: datetime) -> None:
    """End the sessions and the token of a colleague, whose tablet was left or lost: those in `room` where they work in
    other rooms too, else every one. The password stays. A session that goes on elsewhere comes here no more
    (`config.staff.room_of_session`).

    Raises DomainError `own_account`.
    """
    person = _locked(person)
    refuse_own_account(person, by)
    _end_sessions_in(person, room, by, at)
    audit.record("staff.signed_out_by", person, room=room, by=by, at=at)


@transaction.atomic
def note_sign_in(*, person: User, room: Room | None, at: datetime, facts: Mapping[str, Any] | None = None) -> None:
    """Record that a person signed in; at a device where they never had, with its facts (`facts_of_sign_in`)."""
    audit.record("staff.signed_in", person, room=room, by=person, at=at, after=facts)


@transaction.atomic
def note_failed_sign_in(*, username: str, by: User | None, at: datetime) -> None:
    """Record that somebody didn't sign in under a name: of whom, if the name is known; else the name isn't kept, for
    it may be a password. As long either way, so that nothing tells which names are known.
    """
    person = User.objects.filter(username=username.lower()).first() or User(pk=0)
    audit.record("staff.sign_in_failed", person, room=None, by=by, at=at)


@transaction.atomic
def note_sign_out(*, person: User, room: Room | None, at: datetime) -> None:
    """Record that a person signed out."""
    audit.record("staff.signed_out", person, room=room, by=person, at=at)


def _confirmed(second: User | None) -> dict[str, int]:
    """The facts that the trail keeps of who confirmed."""
    return {"second": second.pk} if second else {}


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
    refuse_conflicts(person, room, role)
    return StaffRole.objects.create(user=person, room=room, role=role, granted_at=at, granted_by=by)


def _refuse_to_lose_the_last(administrators: list[StaffRole], person: User, room: Room) -> None:
    if {row.user_id for row in administrators} == {person.pk}:
        message = f"{person} is the last administrator of {room}: make somebody else one first."
        raise DomainError("last_administrator", message)


def _give_one_time_password(person: User, by: User | None, at: datetime) -> str:
    password = one_time_password()
    person.set_password(password)
    person.one_time_until = at + ONE_TIME_LASTS
    person.session_series += 1
    person.save()
    end_every_token(person, by, at)
    return password


def _end_sessions_in(person: User, room: Room, by: User | None, at: datetime) -> None:
    """End what a person has open in a room: each room's administrators decide about that room alone."""
    if all(each == room for each in person.rooms_of_work()):
        _end_sessions(person, by, at)
        return
    end_sessions_in(person, room, at)
    end_tokens_in(person, room, by, at)


def _end_sessions(person: User, by: User | None, at: datetime) -> None:
    person.session_series += 1
    person.save(update_fields=["session_series"])
    end_every_token(person, by, at)


def _refuse_weak(password: str, person: User) -> None:
    try:
        password_validation.validate_password(password, person)
    except ValidationError as error:
        raise DomainError("password_weak", " ".join(error.messages), field="new") from error
