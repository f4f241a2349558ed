"""Private addresses of a player's statement: signed, until a day, and ended by whoever works here."""

import secrets
from datetime import datetime, timedelta

from django.core import signing
from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import claim
from config.rooms.models import Room
from config.staff.models import User
from players.models import Player, StatementLink

LONGEST_DAYS = 90
_SALT = "players.statement"


@transaction.atomic
def make_link(*, room: Room, player: Player, days: int, key: str, by: User, at: datetime) -> StatementLink:
    """Make an address under which a player reads their own statement for so many days, without signing in; returns it.

    Refuses `days_out_of_bounds`, and who is known by a name alone (`guest_unidentified`).
    """
    if claim(key, "make_link", {"room": room.pk, "player": player.pk, "days": days}, by=by, at=at):
        return StatementLink.objects.get(request_key=key)
    if not 1 <= days <= LONGEST_DAYS:
        message = f"The address opens for 1 to {LONGEST_DAYS} days: enter how many."
        raise DomainError("days_out_of_bounds", message, allowed={"most": LONGEST_DAYS}, field="days")
    if player.is_guest or player.is_described:
        message = f"{player} is nobody whom the room knows by name: register them, and say who they are."
        raise DomainError("guest_unidentified", message)
    link = StatementLink.objects.create(
        room=room, player=player, nonce=secrets.token_urlsafe(24), made_at=at, made_by=by,
        expires_at=at + timedelta(days=days), request_key=key,
    )  # fmt: skip
    after = {"player": player.pk, "expires_at": link.expires_at.isoformat()}
    record("comps.link_made", link, room=room, by=by, at=at, after=after)
    return link


@transaction.atomic
def end_link(*, link: StatementLink, by: User, at: datetime) -> StatementLink:
    """Let an address open no more from now on; returns it. Refuses one that was ended (`link_ended`)."""
    if not StatementLink.objects.filter(pk=link.pk, ended_at=None).update(ended_at=at, ended_by=by):
        raise DomainError("link_ended", "That address opens no more already: reload the page.")
    link.refresh_from_db()
    record("comps.link_ended", link, room=link.room, by=by, at=at, after={"player": link.player_id})
    return link


def token_of(link: StatementLink) -> str:
    """The end of the private address: the link's nonce with a signature of this installation."""
    return signing.Signer(salt=_SALT).sign(link.nonce)


def link_of(token: str, at: datetime) -> StatementLink | None:
    """The link that a private address ends with, while it opens; None for any other, expired or ended."""
    try:
        nonce = signing.Signer(salt=_SALT).unsign(token)
    except signing.BadSignature:
        return None
    links = StatementLink.objects.select_related("room", "player")
    return links.filter(nonce=nonce, ended_at=None, expires_at__gt=at).first()
