"""Tokens: how another system signs in to the API. One to a user; who has it may do what that user's roles allow."""

from datetime import datetime

from django.db import transaction
from rest_framework.authtoken.models import Token

from config.audit import services as audit
from config.errors import DomainError
from config.staff.models import User


@transaction.atomic
def give_token(*, person: User, by: User | None, at: datetime) -> str:
    """Give a user a new token and return it; the one before ends. Refuses a disabled user (`person_disabled`)."""
    person = User.objects.select_for_update().get(pk=person.pk)
    if not person.is_active:
        raise DomainError("person_disabled", f"{person} is disabled: enable the person first.")
    ended, _ = Token.objects.filter(user=person).delete()
    token = Token.objects.create(user=person)
    audit.record("token.given", person, room=None, by=by, at=at, before={"tokens": ended}, after={"tokens": 1})
    return str(token.key)


@transaction.atomic
def end_token(*, person: User, by: User | None, at: datetime) -> bool:
    """End a user's token; False where there is none."""
    ended, _ = Token.objects.filter(user=person).delete()
    if ended:
        audit.record("token.ended", person, room=None, by=by, at=at, before={"tokens": ended}, after={"tokens": 0})
    return bool(ended)
