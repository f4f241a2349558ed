"""People: registered with their document, kept up to date, barred and let in again. Never deleted."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max

from config.audit.services import record
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from players.models import Ban, Player, Sitting
from players.services.list_endings import off_all_lists
from players.standing import binding_bans
from tables.models import SessionAlarm
from tables.services import clear_alarm, raise_alarm

BARRED_SEATED = "barred_seated"
"""The alarm at a table where someone sits who was barred meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What the desk knows of a person. Dates are days; empty text and None stand for "not asked yet"."""

    display_name: str
    legal_name: str = ""
    date_of_birth: date | None = None
    document_kind: str = ""
    document_number: str = ""
    document_expires_on: date | None = None
    notes: str = ""


@transaction.atomic
def register_player(*, room: Room, identity: Identity, by: User | None, at: datetime) -> Player:
    """Add a person to the players of the house and return him.

    Refuses a document that another player has shown already (`document_known`).
    """
    player = Player(registered_at=at, registered_by=by, **asdict(identity))
    _save(player)
    record("player.registered", player, room=room, by=by, at=at, after=_shown(player))
    return player


@transaction.atomic
def edit_player(*, room: Room, player: Player, identity: Identity, by: User | None, at: datetime) -> Player:
    """Change what is known of a person; a guest whose legal name is now known is registered by it.

    Refuses a document that another player has shown already (`document_known`).
    """
    player = lock_player(player)
    before = _shown(player)
    for name, value in asdict(identity).items():
        setattr(player, name, value)
    player.is_guest = player.is_guest and not identity.legal_name
    _save(player)
    record("player.edited", player, room=room, by=by, at=at, before=before, after=_shown(player))
    return player


@transaction.atomic
def find_guests(*, room: Room, names: Iterable[str], source: str, by: User | None, at: datetime) -> dict[str, Player]:
    """The guests that `source` (a site, a file) knows by these names, made where they are new; by name."""
    wanted = sorted(set(names))
    known = {guest.display_name: guest for guest in _guests(source, wanted)}
    missing = [name for name in wanted if name[:60] not in known]
    Player.objects.bulk_create(
        [
            Player(display_name=name[:60], is_guest=True, guest_of=source[:80], registered_at=at, registered_by=by)
            for name in missing
        ],
        ignore_conflicts=True,
    )
    if missing:
        known = {guest.display_name: guest for guest in _guests(source, wanted)}
        _record_guests([known[name[:60]] for name in missing], room, by, at)
    return {name: known[name[:60]] for name in wanted}


@transaction.atomic
def bar_player(
    *,
    room: Room,
    player: Player,
    kind: Ban.Kind,
    reason: str,
    by: User | None,
    at: datetime,
    ends_at: datetime | None = None,
) -> Ban:
    """Bar a person from now on, until `ends_at` or for good: no list, no seat, no buy-in; cashing out stays open.

    Where he sits at that moment an alarm is raised at the table, and from every list his name is gone. Refuses a
    missing reason (`reason_missing`) and an end that is not ahead (`ban_ended`).
    """
    if not reason.strip():
        raise DomainError("reason_missing", "Say why: whoever meets him next must know.", field="reason")
    if ends_at is not None and ends_at <= at:
        raise DomainError("ban_ended", "The ban must end later than now, or leave its end open.", field="ends_at")
    player = lock_player(player)
    starts_at = max([at, *_served(player)])
    ban = Ban.objects.create(
        player=player, kind=kind, reason=reason, starts_at=starts_at, ends_at=ends_at, imposed_by=by
    )
    for sitting in player.sittings.filter(left_at=None, is_import=False).select_related("session__table"):
        _raise_barred(sitting, ban, at)
    off_all_lists(player, reason="barred", by=by, at=at)
    after = {"kind": kind, "ends_at": ends_at.isoformat() if ends_at else None}
    record("player.barred", player, room=room, by=by, at=at, after=after, reason=reason)
    return ban


@transaction.atomic
def lift_ban(*, room: Room, ban: Ban, reason: str, by: User | None, at: datetime) -> Ban:
    """Let a person in again; where he sits, and no other ban binds him, the alarm comes down.

    Refuses a missing reason (`reason_missing`) and a ban that was lifted (`ban_lifted`).
    """
    if not reason.strip():
        raise DomainError("reason_missing", "Say why he may come back.", field="reason")
    player = lock_player(ban.player)
    lifted = {"lifted_at": at, "lifted_by": by, "lifted_reason": reason}
    if Ban.objects.filter(pk=ban.pk, lifted_at=None).update(**lifted) != 1:
        raise DomainError("ban_lifted", "That ban was lifted already: reload the page.")
    ban.refresh_from_db()
    if not binding_bans(at).filter(player=player).exists():
        _clear_barred(player, by, at)
    record("player.let_in", player, room=room, by=by, at=at, before={"kind": ban.kind}, reason=reason)
    return ban


def _served(player: Player) -> Iterable[datetime]:
    """When he last sat down, bought in and joined a list: what came before a ban could lock his row is not under it."""
    seated = player.sittings.filter(is_import=False).aggregate(at=Max("seated_at"))
    bought, joined = player.buy_ins.aggregate(at=Max("at")), player.list_entries.aggregate(at=Max("joined_at"))
    return (last["at"] for last in (seated, bought, joined) if last["at"])


def lock_player(player: Player) -> Player:
    """The player's row, locked: the first lock in the order of all (player, session, accounts, ledger head)."""
    return Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _guests(source: str, names: list[str]) -> Iterable[Player]:
    return Player.objects.filter(is_guest=True, guest_of=source[:80], display_name__in=[name[:60] for name in names])


def _record_guests(guests: list[Player], room: Room, by: User | None, at: datetime) -> None:
    for guest in guests:
        after = {"display_name": guest.display_name, "guest_of": guest.guest_of}
        record("player.guest_made", guest, room=room, by=by, at=at, after=after)


def _save(player: Player) -> None:
    """Write the row, or say whose document that is already."""
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        holder = Player.objects.filter(
            document_kind=player.document_kind, document_number=player.document_number
        ).exclude(pk=player.pk or 0)
        if not player.document_number or not (known := holder.first()):
            raise
        message = f"That document belongs to {known}, player {known.pk}: open his page instead."
        raise DomainError("document_known", message, field="document_number", allowed={"player": known.pk}) from error


def _shown(player: Player) -> dict[str, Any]:
    """The identity as the audit trail keeps it: the document by its last four characters."""
    return {
        "display_name": player.display_name,
        "legal_name": player.legal_name,
        "date_of_birth": player.date_of_birth.isoformat() if player.date_of_birth else None,
        "document": f"{player.document_kind} …{player.document_number[-4:]}" if player.document_number else "",
        "notes": player.notes,
    }


def _raise_barred(sitting: Sitting, ban: Ban, at: datetime) -> None:
    raise_alarm(
        session=sitting.session,
        kind=BARRED_SEATED,
        subject=f"player {sitting.player_id}",
        text=f"{sitting.player} in seat {sitting.seat} is {ban.get_kind_display()}: he leaves with his chips now.",
        at=at,
    )


def _clear_barred(player: Player, by: User | None, at: datetime) -> None:
    standing = SessionAlarm.objects.filter(kind=BARRED_SEATED, subject=f"player {player.pk}", cleared_at=None)
    for alarm in standing.select_related("session__room"):
        clear_alarm(alarm=alarm, by=by, at=at)
