"""The second factor: codes of an authenticator application (TOTP, RFC 6238), and recovery codes where it is lost.

The authenticator's secret is not kept: it is made of a nonce in the person's row and the server's SECRET_KEY, so that a
copy of the database makes no codes. django-otp computes them; its devices are not used, for they keep their secrets
and recovery codes in plain.
"""

import base64
import secrets
from datetime import datetime
from hashlib import sha256

from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import urlencode
from django_otp.oath import TOTP  # type: ignore[import-untyped]

from config.audit import services as audit
from config.errors import DomainError
from config.rooms.models import Room
from config.staff import guesses
from config.staff.elsewhere import refuse_for_self_or_others, rooms_of_others
from config.staff.models import RecoveryCode, User, WrongGuesses
from config.staff.passwords import one_time_password
from config.staff.roles import ROLES
from config.staff.second import refuse_without_approver
from config.staff.services import reset_password

RECOVERY_CODES = 10
_MARK, _PENDING = "second_factor_passed", "authenticator_pending"
_CODE = WrongGuesses.Kind.CODE
_STEPS_APART = 1
"""A code is good for its own half minute, and for the one before and after: clocks differ."""


def is_asked(user: User, room: Room | None) -> bool:
    """Whether the room in which the person works now asks for it in one of their roles there; no query of its own.

    Another room of theirs asks when they enter it: it locks nobody out in the middle of a shift elsewhere.
    """
    return any(
        posting.room.second_factor == Room.SecondFactor.EVERYBODY
        or (posting.room.second_factor == Room.SecondFactor.WEIGHTY and ROLES[posting.role].is_weighty)
        for posting in user.postings
        if room is not None and posting.room_id == room.pk
    )


def is_passed(request: HttpRequest) -> bool:
    """Whether this session has shown the second factor."""
    return bool(request.session.get(_MARK))


def remember(request: HttpRequest) -> None:
    """Let this session pass; it ends like every other when the authenticator is replaced or taken away."""
    request.session[_MARK] = True
    request.session.pop(_PENDING, None)


def ask_again(request: HttpRequest) -> None:
    """Let this session pass no more until another authenticator is set up."""
    request.session.pop(_MARK, None)


def pending_nonce(request: HttpRequest) -> str:
    """The nonce of the authenticator that is being set up in this session, the same until it is."""
    if _PENDING not in request.session:
        request.session[_PENDING] = secrets.token_urlsafe(24)
    return str(request.session[_PENDING])


def secret_of(nonce: str) -> str:
    """The secret of an authenticator, as people type it: 32 letters and digits (160 bits)."""
    return base64.b32encode(_key(nonce)).decode()


def otpauth_address(person: User, nonce: str) -> str:
    """The content of the picture: the address by which an application takes the secret over."""
    facts = {"secret": secret_of(nonce), "issuer": "Cardroom", "digits": "6", "period": "30"}
    return f"otpauth://totp/Cardroom:{person.username}?{urlencode(facts)}"


@transaction.atomic
def set_up(*, person: User, nonce: str, code: str, at: datetime) -> tuple[User, list[str]]:
    """Keep an authenticator once it shows the right code; returns the person as they are now and the recovery codes,
    which nobody can read again. All their sessions end, the caller keeps the current one alive.

    The caller has confirmed the password. Raises DomainError `authenticator_kept`, `code_wrong`.
    """
    person = User.objects.select_for_update().get(pk=person.pk)
    if person.authenticator_nonce:
        raise DomainError("authenticator_kept", "You have an authenticator: replace it on your account page.")
    step = _step_of(nonce, code, after=0, at=at)
    if step is None:
        message = "That is not the code that it shows now. Look whether the clock of the device is right."
        raise DomainError("code_wrong", message, field="code")
    person.authenticator_nonce, person.authenticator_step, person.authenticator_at = nonce, step, at
    person.session_series += 1
    person.save(update_fields=["authenticator_nonce", "authenticator_step", "authenticator_at", "session_series"])
    codes = [one_time_password() for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.filter(user=person, ended_at=None).update(ended_at=at)
    RecoveryCode.objects.bulk_create([RecoveryCode(user=person, code_hash=_hash(each), made_at=at) for each in codes])
    audit.record("second_factor.set_up", person, room=None, by=person, at=at, after={"recovery_codes": len(codes)})
    return person, codes


def verify_code(person: User, code: str, *, at: datetime) -> None:
    """Return where `code` is one that the person's authenticator shows, or a recovery code, and wasn't used before.

    Raises DomainError `authenticator_missing`, `code_locked` while this session waits after wrong ones, `code_wrong`.
    What is counted stays counted, though the refusal is raised.
    """
    if refusal := _check(person, code, at):
        raise refusal


@transaction.atomic
def end_own(*, person: User, at: datetime) -> User:
    """Let a person's authenticator and recovery codes end, so that another is set up; returns the person as they are
    now. All their sessions end, the caller keeps the current one alive. The caller has confirmed password and code.
    """
    person = User.objects.select_for_update().get(pk=person.pk)
    _end(person, at)
    audit.record("second_factor.ended", person, room=None, by=person, at=at)
    return person


@transaction.atomic
def reset(*, person: User, room: Room, by: User, second: User | None, at: datetime) -> None:
    """Take away the authenticator and the recovery codes that somebody lost; their sessions end, and another is set up
    at the next sign-in. Two people do it, neither of them for themselves.

    Raises DomainError `own_account`, `not_his_administrator`, `authenticator_missing`, and as
    `refuse_without_approver` does.
    """
    person = User.objects.select_for_update().get(pk=person.pk)
    refuse_for_self_or_others(person, by, second)
    if not person.authenticator_nonce:
        raise DomainError("authenticator_missing", f"{person} has no authenticator: there is nothing to reset.")
    if not rooms_of_others(person, by):  # there, the second is an administrator of the other room
        refuse_without_approver(second, by, person, room, f"the authenticator of {person} is taken away", at=at)
    _end(person, at)
    after = {"second": second.pk if second else None}
    audit.record("second_factor.reset", person, room=room, by=by, at=at, after=after)


@transaction.atomic
def let_in_again(*, person: User, room: Room, at: datetime) -> str:
    """Take away what somebody lost, and give them a one-time password; returns it. Done on the server alone, for whom
    nobody in the rooms can: the only administrator. The trail says that nobody who works here did it.

    Raises DomainError `person_disabled`.
    """
    person = User.objects.select_for_update().get(pk=person.pk)
    if person.authenticator_nonce:
        _end(person, at)
        audit.record("second_factor.reset", person, room=room, by=None, at=at, after={"second": None})
    return reset_password(person=person, room=room, by=None, at=at)


def recovery_codes_left(person: User) -> int:
    """Return how many of the person's recovery codes still open."""
    return RecoveryCode.objects.filter(user=person, ended_at=None).count()


@transaction.atomic
def _check(user: User, code: str, at: datetime) -> DomainError | None:
    guesser = guesses.guesser_for(user)
    person = guesser if guesser.pk == user.pk else User.objects.select_for_update().get(pk=user.pk)
    if not person.authenticator_nonce:
        return DomainError("authenticator_missing", "You have no authenticator yet: set one up first.", field="code")
    if end := guesses.waits_until(guesser, _CODE, at=at):
        return _locked(end, at)
    if _use_code(person, code, at) or _use_recovery_code(person, code, at):
        guesses.forget(guesser, person, _CODE)
        return None
    if end := guesses.count(guesser, person, _CODE, at=at):
        return _locked(end, at)
    message = "That code is wrong or was used already. Wait for the next one and enter it."
    return DomainError("code_wrong", message, field="code")


def _use_code(person: User, code: str, at: datetime) -> bool:
    step = _step_of(person.authenticator_nonce, code, after=person.authenticator_step, at=at)
    if step is None:
        return False
    return User.objects.filter(pk=person.pk, authenticator_step__lt=step).update(authenticator_step=step) == 1


def _use_recovery_code(person: User, code: str, at: datetime) -> bool:
    unused = RecoveryCode.objects.filter(user=person, code_hash=_hash(code), ended_at=None)
    if unused.update(ended_at=at) != 1:
        return False
    after = {"recovery_codes": recovery_codes_left(person)}
    audit.record("second_factor.recovered", person, room=None, by=person, at=at, after=after)
    return True


def _step_of(nonce: str, code: str, *, after: int, at: datetime) -> int | None:
    """The step of time, later than `after`, whose code this is; None where it is none of those that count now."""
    said = "".join(code.split())
    totp = TOTP(_key(nonce))
    totp.time = at.timestamp()
    for apart in range(-_STEPS_APART, _STEPS_APART + 1):
        totp.drift = apart
        if totp.t() > after and constant_time_compare(f"{totp.token():06}", said):
            return int(totp.t())
    return None


def _end(person: User, at: datetime) -> None:
    person.authenticator_nonce, person.authenticator_at = "", None
    person.session_series += 1
    person.save(update_fields=["authenticator_nonce", "authenticator_at", "session_series"])
    RecoveryCode.objects.filter(user=person, ended_at=None).update(ended_at=at)


def _key(nonce: str) -> bytes:
    return salted_hmac("config.staff.second_factor", nonce, algorithm="sha256").digest()[:20]


def _hash(code: str) -> str:
    """The hash of a recovery code as it is typed; one of 79 random bits needs no slow hash."""
    return sha256("".join(each for each in code.lower() if each.isalnum()).encode()).hexdigest()


def _locked(end: datetime, at: datetime) -> DomainError:
    waits = guesses.minutes_until(end, at)
    return DomainError("code_locked", f"Too many wrong codes: wait {waits}, or ask an administrator.", field="code")
