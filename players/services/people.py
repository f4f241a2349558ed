"""People: registered with their document and kept up to date. Never deleted; exclusions are `exclusions`."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from config.audit.services import record
from config.compiled import Blank, compiled
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players.likeness import SAME, Known, document_key, is_readable, score, visible
from players.models import Player
from players.selectors.known import is_known
from players.selectors.namesakes import questions
from players.standing import standing
from players.tills import tills
from players.works_here import not_yet_players

NOT_STAFF = "not_staff"
"""The answer that somebody who is registered isn't the one of the staff who has that name."""
IS_STAFF = "is_staff"
"""The answer that they are."""
WHO = ("display_name", "legal_name", "date_of_birth", "document_kind", "document_number", "document_expires_on")
"""The fields that say who a person is."""
SHOWN = ("legal_name", "date_of_birth", "document_kind", "document_number")
"""Those of them that a document shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The facts that the desk knows of a person. Dates are days; empty text and None stand for "not asked yet"."""

    display_name: str
    legal_name: str = ""
    date_of_birth: date | None = None
    document_kind: str = ""
    document_number: str = ""
    document_expires_on: date | None = None
    notes: str = ""


@transaction.atomic
def register_player(
    *, room: Room, identity: Identity, by: User | None, at: datetime, confirmed: Collection[str] = ()
) -> Player:
    """Add a person to the players of the house; returns the record.

    Names are kept without signs that show nothing. Refuses a name or a document's number without a letter or digit that
    can be seen (`name_unreadable`, `document_unreadable`), a document that has expired (`document_expired`), and one
    that another player has shown already, however it is written (`document_known`; of one whom the room doesn't know
    yet no number is told, for their page opens once the document was searched for). Whoever has the name of one of the
    staff of whom no note says who that is among the players is asked about (`may_work_here`): `confirmed` says
    `NOT_STAFF` or `IS_STAFF`, which the trail keeps.
    """
    identity = _readable(identity)
    _refuse_expired(identity, None, room, at)
    told = _staff_told(room, identity, confirmed)
    player = Player(registered_at=at, registered_by=by, registered_in=room, **asdict(identity))
    _save(player, room)
    record("player.registered", player, room=room, by=by, at=at, after=_shown(player) | told)
    return player


def _staff_told(
    room: Room, identity: Identity, confirmed: Collection[str], *, before: Known | None = None
) -> dict[str, Any]:
    """The answer, for the trail, about people of the staff who have the name of somebody who is registered, or gets a
    name that they had not `before`, and of whom nobody has noted who they are among the players. Refuses
    (`may_work_here`) where nobody has answered."""
    named = _named(identity)
    works_here = [who.display_name for who in not_yet_players(room)]
    found = [name for name in works_here if _has_name(name, named) and not (before and _has_name(name, before))]
    if not found:
        return {}
    answer = next((code for code in (NOT_STAFF, IS_STAFF) if code in confirmed), "")
    if not answer:
        names = " and ".join(found)
        message = (
            f"{names} works here, and no note says who of the players that is: is it the same person? Say which; of "
            "the same person a manager notes it then on the player’s page, under “Works here”."
        )
        raise DomainError("may_work_here", message, allowed={"confirm": NOT_STAFF, "or": IS_STAFF})
    return {answer: found}


def _named(who: Identity | Player) -> Known:
    """The names that somebody is known by."""
    return Known(tuple(filter(None, (who.display_name, who.legal_name))))


def _has_name(name: str, named: Known) -> bool:
    """Whether somebody of the staff is called so: of names of one word nobody is asked, for they say too little."""
    return len(name.split()) > 1 and score(named, Known((name,))) >= SAME


@transaction.atomic
def edit_player(
    *,
    room: Room,
    player: Player,
    identity: Identity,
    by: User | None,
    at: datetime,
    second: User | None = None,
    confirmed: Collection[str] = (),
) -> Player:
    """Change what is known of a person; a guest whose legal name is now known is registered by it.

    Refuses and asks as `register_player` does, about people of the staff only where a name is new. What stops a person
    from playing is not edited away by one of the staff alone: where a date of birth, a name or a document did, or the
    person is barred, changing it takes a `second` person with the right to identify players (`second_needed`,
    `second_is_first`, `second_may_not`). So does another legal name, date of birth or document of somebody with a
    bank: who shows that document gets a new PIN for it. Who is described is named by a link to another record, never
    rewritten (`patron_described`).
    """
    identity = _readable(identity)
    player = lock_player(player)
    if player.is_described:
        message = f"{player} is described and stays as they were seen: say who it is, or register them."
        raise DomainError("patron_described", message)
    before, stopped, was = _shown(player), _stops(player, room, at), {name: getattr(player, name) for name in WHO}
    _refuse_expired(identity, player, room, at)
    named = _named(player)
    for name, value in asdict(identity).items():
        setattr(player, name, value)
    player.is_guest = player.is_guest and not identity.legal_name
    _save(player, room)
    rewritten = any(was[name] and was[name] != getattr(player, name) for name in WHO)
    if stopped - _stops(player, room, at) or (rewritten and "barred" in stopped):
        what = "what stops this person from playing is changed"
        refuse_alone(second, by, Permission.PLAYER_IDENTIFY, room, what, at=at)
    if any(was[name] and was[name] != getattr(player, name) for name in SHOWN) and tills().keeps_bank_of(player.pk):
        what = "the bank of this player opens for somebody of another name or document"
        refuse_alone(second, by, Permission.PLAYER_IDENTIFY, room, what, at=at)
    told = _staff_told(room, identity, confirmed, before=named)
    after = _shown(player) | told | ({"confirmed_by": second.pk} if second else {})
    record("player.edited", player, room=room, by=by, at=at, before=before, after=after)
    return player


@transaction.atomic
def find_guests(*, room: Room, names: Iterable[str], source: str, by: User | None, at: datetime) -> dict[str, Player]:
    """The guests that `source` (a site, a file) knows by these names, made where they are new; by name."""
    wanted = sorted(set(names))
    known = {guest.display_name: guest for guest in _guests(source, wanted)}
    missing = [name for name in wanted if name[:60] not in known]
    Player.objects.bulk_create(
        [
            Player(
                display_name=name[:60],
                is_guest=True,
                guest_of=source[:80],
                registered_at=at,
                registered_by=by,
                registered_in=room,
            ).keep_keys()
            for name in missing
        ],
        ignore_conflicts=True,
    )
    if missing:
        known = {guest.display_name: guest for guest in _guests(source, wanted)}
        _record_guests([known[name[:60]] for name in missing], room, by, at)
    return {name: known[name[:60]] for name in wanted}


@transaction.atomic
def add_guest(*, room: Room, name: str, by: User | None, at: datetime) -> Player:
    """The guest of this gaming day whom the lists of the room know by `name`, made if there is none.

    Refuses a name without a letter that can be seen (`name_unreadable`).
    """
    _refuse_unreadable(name, "display_name")
    name = visible(name)
    source = f"list of {room.slug}, {room.gaming_day(at)}"
    return find_guests(room=room, names=[name], source=source, by=by, at=at)[name]


def lock_player(player: Player) -> Player:
    """The player's row as it is now, locked with every other record of that person, in the order of their ids.

    The first lock in the order of all (player, session, accounts, ledger head).
    """
    for _ in range(_LINKED_MEANWHILE):
        if found := next((record for record in _locked(player.pk) if record.pk == player.pk), None):
            return found
    raise Player.DoesNotExist(player.pk)


@compiled
def _locked(player: Blank) -> QuerySet[Player]:
    return Player.objects.of_record(player).select_for_update(of=("self",), no_key=True).order_by("pk")


_LINKED_MEANWHILE = 3
"""The number of times that the records are asked for: one that was linked to another while we waited for it is asked
for again."""


def _guests(source: str, names: list[str]) -> Iterable[Player]:
    return Player.objects.filter(is_guest=True, guest_of=source[:80], display_name__in=[name[:60] for name in names])


def _record_guests(guests: list[Player], room: Room, by: User | None, at: datetime) -> None:
    for guest in guests:
        after = {"display_name": guest.display_name, "guest_of": guest.guest_of}
        record("player.guest_made", guest, room=room, by=by, at=at, after=after)


def _save(player: Player, room: Room) -> None:
    """Write the row with its normal forms, or say whose document that is already, and how that record is opened: one
    that the room doesn't know is met by a search for the document."""
    player.keep_keys()
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        shown = Player.objects.filter(document_kind=player.document_kind, document_key=player.document_key)
        if not player.document_key or not (known := shown.exclude(pk=player.pk or 0).first()):
            raise
        if is_known(known, room):
            message = f"That document belongs to {known}, player {known.pk}: open that page instead."
            facts = {"player": known.pk}
        else:
            message = f"That document belongs to {known}, whom this room doesn’t know yet: search the players for the "
            message += "whole number of the document, and open the page that is found."
            facts = {}
        raise DomainError("document_known", message, field="document_number", allowed=facts) from error


def _shown(player: Player) -> dict[str, Any]:
    """The identity as the audit trail keeps it: the document by its last four characters."""
    return {
        "display_name": player.display_name,
        "legal_name": player.legal_name,
        "date_of_birth": player.date_of_birth.isoformat() if player.date_of_birth else None,
        "document": f"{player.document_kind} …{player.document_number[-4:]}" if player.document_number else "",
        "notes": player.notes,
    }


def _stops(player: Player, room: Room, at: datetime) -> set[str]:
    """The reasons that stop a person from playing, by what is written of them now: a ban, their age, whom they may
    be."""
    records = sorted(Player.objects.of(player), key=lambda record: record.pk != player.pk)
    stands = standing(records, room=room, at=at)
    asked = questions(records, room=room, at=at)
    stops = {f"may be {question.other.pk}" for question in asked}
    return stops | ({"barred"} if stands.ban else set()) | ({"under age"} if stands.is_under_age else set())


def _readable(identity: Identity) -> Identity:
    """The same with names as they are seen; refused where nothing of one, or of a document's number, is."""
    _refuse_unreadable(identity.display_name, "display_name")
    if identity.legal_name:
        _refuse_unreadable(identity.legal_name, "legal_name")
    if identity.document_number and not document_key(identity.document_number):
        message = "That number has no letter or digit that can be seen: write it as the document states it."
        raise DomainError("document_unreadable", message, field="document_number")
    return replace(identity, display_name=visible(identity.display_name), legal_name=visible(identity.legal_name))


def _refuse_unreadable(name: str, field: str) -> None:
    if not is_readable(name):
        message = {
            "display_name": "That name has no letter that can be seen: write what the table calls this player.",
            "legal_name": "That name has no letter that can be seen: write it as the document states it.",
        }[field]
        raise DomainError("name_unreadable", message, field=field)


def _refuse_expired(identity: Identity, before: Player | None, room: Room, at: datetime) -> None:
    """Refuse a document that had expired when it was shown; one that was valid then may run out on the record."""
    ends = identity.document_expires_on
    shown = (identity.document_number, ends)
    if before and shown == (before.document_number, before.document_expires_on):
        return
    if ends is not None and ends < room.gaming_day(at):
        message = f"That document expired on {ends:%d %B %Y}: ask for one that is valid."
        raise DomainError("document_expired", message, field="document_expires_on")
