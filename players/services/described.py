"""Patrons without a document: described by how they look, and served as everybody is."""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import TextChoices

from config.audit.services import record
from config.errors import DomainError
from config.locks import LockKind, hold
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players.likeness import visible
from players.models import Description, Player

_LOOKS: dict[str, type[TextChoices]] = {
    "sex": Description.Sex, "age_band": Description.AgeBand, "height": Description.Height, "hair": Description.Hair,
}  # fmt: skip
_NAME = Player._meta.get_field("display_name").max_length or 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The look of a patron: codes of `players.Description`, and words."""

    sex: str
    age_band: str
    height: str
    hair: str
    clothing: str = ""
    seat: str = ""
    note: str = ""


@transaction.atomic
def describe_patron(*, room: Room, look: Look, key: str, by: User | None, at: datetime) -> Player:
    """Add a patron who is described instead of registered; returns the record, which has chips, seats and bans as
    everybody's. The same `key` adds one.

    Refuses a look that the lists don't have (`look_unknown`), and any where the room asks for more than a name before
    it sells chips (`identity_required`). Source: 68 IAC 15-2-3(c).
    """
    if earlier := claim(key, "describe_patron", {"room": room.pk} | asdict(look), by=by, at=at):
        return Player.objects.get(pk=(earlier.answer or {})["player"])
    if room.identity_asked != Room.IdentityAsked.NAME:
        asked = Room.IdentityAsked(room.identity_asked).label
        raise DomainError(
            "identity_required", f"This room asks for {asked} before chips are sold: register the patron."
        )
    for name, known in _LOOKS.items():
        if getattr(look, name) not in known.values:
            raise DomainError("look_unknown", "Choose one of the answers shown.", field=name)
    day = room.gaming_day(at)
    hold(LockKind.DESCRIPTIONS, room=room.pk, thing=day.toordinal())
    number = Description.objects.filter(room=room, gaming_day=day).count() + 1
    told = Description(
        room=room, number=number, gaming_day=day, at=at, by=by, request_key=key,
        **{name: visible(text) for name, text in asdict(look).items()},
    )  # fmt: skip
    told.player = Player(
        display_name=f"Patron {day:%d%m}-{number}: {told}"[:_NAME], is_described=True, registered_at=at,
        registered_by=by, registered_in=room,
    ).keep_keys()  # fmt: skip
    told.player.save()
    told.save()
    after = {"display_name": told.player.display_name, "looks": str(told)}
    record("player.described", told.player, room=room, by=by, at=at, after=after)
    answered(key, {"player": told.player.pk})
    return told.player
