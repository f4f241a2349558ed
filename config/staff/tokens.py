"""Tokens: how another system signs in to the API in one person's name. One in a room, kept as a hash alone.

Who has a token may do what that person's roles in its room allow, as far as its scope goes, until it ends.
"""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Q, QuerySet

from config.audit import services as audit
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import ApiToken, User
from config.staff.own_making import refuse_own_making
from config.staff.second import refuse_without_approver

USUAL_DAYS, MOST_DAYS = 90, 366
_NOTED_EVERY = timedelta(minutes=1)


def hash_of(token: str) -> str:
    """The hash that is kept of a token; one of 160 random bits needs no slow hash."""
    return sha256(token.encode()).hexdigest()


@transaction.atomic
def give_token(
    *,
    person: User,
    room: Room,
    scope: str,
    days: int,
    by: User | None,
    at: datetime,
    second: User | None = None,
) -> str:
    """Give a person a token for `room` that is good for so many days, and return it; the one before ends there.

    A token that records acts in the person's name: with `by`, a `second` person confirms it, who may be the person.
    Raises DomainError `person_disabled`, `not_of_this_room`, `token_too_long`, `own_account`, and as `refuse_alone`.
    """
    person = User.objects.select_for_update().get(pk=person.pk)
    if not person.is_active:
        raise DomainError("person_disabled", f"{person} is disabled: enable the person first.")
    if not person.roles_in(room):
        raise DomainError("not_of_this_room", f"{person} holds no role in {room}: give one first.")
    if not 1 <= days <= MOST_DAYS:
        raise DomainError("token_too_long", f"A token is good for 1 to {MOST_DAYS} days.", field="days")
    _refuse_by_one(person, room, scope, by, second, at=at)
    ended = _end(ApiToken.objects.filter(user=person, room=room, ended_at=None), by, at)
    token = secrets.token_hex(20)
    row = ApiToken.objects.create(
        user=person, room=room, scope=scope, token_hash=hash_of(token), given_at=at, given_by=by,
        good_until=at + timedelta(days=days),
    )  # fmt: skip
    after = {"scope": scope, "until": row.good_until.isoformat()} | ({"second": second.pk} if second else {})
    audit.record("token.given", person, room=room, by=by, at=at, before={"tokens": ended}, after=after)
    return token


@transaction.atomic
def end_token(*, person: User, room: Room | None = None, by: User | None, at: datetime) -> bool:
    """End a person's token in `room` (None: in every room); False where there is none."""
    open_ones = ApiToken.objects.filter(user=person, ended_at=None)
    ended = _end(open_ones.filter(room=room) if room else open_ones, by, at)
    if ended:
        audit.record("token.ended", person, room=room, by=by, at=at, before={"tokens": ended})
    return bool(ended)


def end_tokens_in(person: User, room: Room, by: User | None, at: datetime) -> None:
    """End the token of somebody in one room; within the caller's act and its event."""
    _end(ApiToken.objects.filter(user=person, room=room, ended_at=None), by, at)


def end_every_token(person: User, by: User | None, at: datetime) -> None:
    """End the tokens of somebody who is let in no more, or otherwise; within the caller's act and its event."""
    _end(ApiToken.objects.filter(user=person, ended_at=None), by, at)


def token_of(key: str) -> ApiToken | None:
    """The token that this is, whether it is still good or not, with its person and room; one query."""
    return ApiToken.objects.filter(token_hash=hash_of(key)).select_related("user", "room").first()


def note_use(token: ApiToken, at: datetime) -> None:
    """Keep when a token was used last, at most once a minute."""
    before = at - _NOTED_EVERY
    if token.last_used_at is None or token.last_used_at <= before:
        unnoted = Q(last_used_at=None) | Q(last_used_at__lte=before)
        ApiToken.objects.filter(unnoted, pk=token.pk).update(last_used_at=at)


def _refuse_by_one(person: User, room: Room, scope: str, by: User | None, second: User | None, *, at: datetime) -> None:
    if by is None:
        return
    if by.pk == person.pk:
        raise DomainError("own_account", "This is your own account: ask another administrator.")
    if scope != ApiToken.Scope.RECORD:
        return
    if second is None or second.pk != person.pk:
        refuse_without_approver(second, by, person, room, f"a system records in the name of {person}", at=at)
    refuse_own_making(second, by, room, at)


def _end(tokens: QuerySet[ApiToken], by: User | None, at: datetime) -> int:
    return tokens.update(ended_at=at, ended_by=by)
