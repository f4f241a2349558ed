"""Counts of the vault: which end of a shift or a gaming day one answers for, what is due, and what was found (R25)."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from cage.counted import Pieces, pieces_of
from cage.models import DrawerFill, VaultCount, VaultLook, VaultVariance
from cage.selectors.chip_sets import counts_pieces
from cage.selectors.sheets import Sheet, sheet_of
from config.days.registry import end_of
from config.days.selectors import is_locked
from config.rooms.models import Room
from config.staff.models import User
from players.models import Account, AccountKind, Transfer, TransferKind
from players.models.ledger import VAULT_KINDS

COUNTS = 40
PLACE = "the vault"
"""The name of the vault among the places where chips are counted."""
_S, _K = VaultCount.State, TransferKind
_BY_HAND = (_K.ISSUE, _K.FUNDING, _K.FILL, _K.CREDIT, _K.SEED, _K.SEED_BACK)
"""The moves of the vault that people make there: after its count they are counted again."""


def running_count(room: Room) -> VaultCount | None:
    """The count of the vault that goes on, None where none does; one query."""
    running = VaultCount.objects.filter(room=room, state__in=VaultCount.RUNS)
    return running.select_related("room", "counter").first()


def last_count(room: Room) -> VaultCount | None:
    """The newest count of the vault that was brought to its end, None where there is none; one query."""
    return VaultCount.objects.filter(room=room, state=_S.COUNTED).order_by("-pk").first()


def counts_of(room: Room, *, most: int = COUNTS) -> list[VaultCount]:
    """The newest counts of the vault that ended, given up ones too, each with its sheets and its variance; two
    queries."""
    ended = VaultCount.objects.filter(room=room).exclude(state__in=VaultCount.RUNS)
    people = ("given_up_by", "second", "variance", "room")
    return list(ended.select_related(*people).prefetch_related("sheets__counted_by")[:most])


def vault_off(room: Room, *, most: int = COUNTS) -> list[VaultVariance]:
    """The newest counts of the vault that were short or over, each with its investigation; two queries."""
    people = ("investigation__settled_by", "investigation__second")
    found = VaultVariance.objects.filter(room=room).select_related(*people)
    return list(found.prefetch_related("count__sheets__counted_by")[:most])


def sheet_of_vault(running: VaultCount, user: User) -> Sheet:
    """The count sheet of the vault for `user`: whose count it would be, and who else signs it; two queries at most."""
    made = running.sheets.select_related("counted_by").order_by("part")
    return sheet_of(running.state, running.room, user, list(made))


def has_looked_at_vault(room: Room, person: User) -> bool:
    """Whether somebody was shown what the vault must hold since it was counted last; one query."""
    counted = VaultCount.objects.filter(room=room, state=_S.COUNTED, ended_at__gte=OuterRef("at"))
    return VaultLook.objects.filter(~Exists(counted), room=room, by=person).exists()


def answers_for(room: Room, at: datetime) -> datetime:
    """The end of the shift or the gaming day for which a count that is begun at an instant answers: the one that has
    passed, where its day still waits for that, else the one that comes."""
    ends = _ends(room, at)
    passed = max(end for end in ends if end <= at)
    day = room.gaming_day(passed - timedelta(microseconds=1))
    if is_locked(room, day) or not _lacks(room, day, passed):
        return min(end for end in ends if end > at)
    return passed


def count_due(room: Room, day: date, at: datetime) -> datetime | None:
    """The end of a shift or of the gaming day for which the vault still waits for its count: of those that have passed
    at an instant the last, else the last of the day. None where it was counted for all of the day and nobody moved
    anything there since, and where nothing lay in it and nothing moved: there is nothing to count. Ten queries at
    most."""
    ends = [end for end in _ends(room, room.start_of(day)) if room.start_of(day) < end <= end_of(room, day)]
    last = max(ends, default=end_of(room, day))
    passed = max((end for end in ends if end <= at), default=last)
    if _lacks(room, day, passed):
        return passed
    return last if _lacks(room, day, last) else None


def _lacks(room: Room, day: date, end: datetime) -> bool:
    """Whether no count answers for an end of a shift, or of a day, by which there was something to count, or somebody
    moved something after it."""
    return not _is_counted(room, end) and _had_anything(room, room.start_of(day), end)


def _is_counted(room: Room, end: datetime) -> bool:
    """Whether a count answers for an end of a shift, or of a day, and nobody moved anything after it by then."""
    count = _answered(room, end)
    return count is not None and not _moved_since(count, end).exists()


def _answered(room: Room, end: datetime) -> VaultCount | None:
    """The last count of the vault that answers for an end of a shift, or of a day."""
    counts = VaultCount.objects.filter(room=room, state=_S.COUNTED, until__gte=end)
    return counts.order_by("-pk").first()


def _moved_since(count: VaultCount, end: datetime) -> QuerySet[Transfer]:
    """The rows by which people brought something into the vault after a count and before an instant, or took something
    out of it, in their order.

    Boxes that are counted in are none of them: two people counted what came, and many rooms count them last. Nor are
    rows that move nothing that lies there: debts that are written off, and what a table lacked.
    """
    ends = Q(source__kind__in=VAULT_KINDS) | Q(target__kind__in=VAULT_KINDS)
    rows = Transfer.objects.filter(ends, room=count.room_id, kind__in=_BY_HAND, at__lt=end)
    return rows.filter(chain_number__gt=count.last_number or 0).order_by("chain_number")


def moved_after(room: Room, end: datetime) -> tuple[VaultCount, list[Transfer]] | None:
    """The last count that answered for an end of a shift, or of a day, and the first row of each move that people made
    at the vault after it by then; None where no count did. Two queries."""
    count = _answered(room, end)
    if count is None:
        return None
    moves: dict[str, Transfer] = {}
    for row in _moved_since(count, end).select_related("by"):
        moves.setdefault(row.request_key, row)
    return count, list(moves.values())


def _had_anything(room: Room, since: datetime, until: datetime) -> bool:
    """Whether something lay in the vault at an instant, or had moved there since the other."""
    places = list(Account.objects.filter(room=room, kind__in=VAULT_KINDS, is_import=False))
    at_vault = Transfer.objects.filter(Q(source__in=places) | Q(target__in=places), room=room, at__gte=since)
    if at_vault.filter(at__lt=until).exists():
        return True
    later = at_vault.filter(at__gte=until)
    return any(place.balance != _net(later, place) for place in places)


def _net(moved: QuerySet[Transfer], place: Account) -> int:
    """The amount that rows brought to a place, less what they took."""
    sums = moved.aggregate(
        came=Sum("amount", filter=Q(target=place), default=0), went=Sum("amount", filter=Q(source=place), default=0)
    )
    return int(sums["came"] - sums["went"])


def _ends(room: Room, at: datetime) -> Sequence[datetime]:
    """The instants round another at which shifts of the room end, or gaming days, by its setting."""
    near = [timedelta(days=number) for number in (-1, 0, 1, 2)]
    if room.vault_counted == Room.VaultCounted.DAILY:
        today = room.gaming_day(at)
        return [room.start_of(today + days) for days in near]
    zone, starts = room.clock_at(at).zone, [time.fromisoformat(start) for start in room.shift_starts]
    today = at.astimezone(zone).date()
    return [datetime.combine(today + days, start, zone) for days in near for start in starts]


@counts_pieces
def vault_pieces(room: Room) -> dict[str, Pieces]:
    """The least pieces by value in the vault: as they were counted last, less those that fills took by their pieces,
    and less what else may have gone out since; four queries."""
    last = last_count(room)
    if last is None:
        return {}
    sheet = last.sheets.latest("pk")
    went = Transfer.objects.filter(
        room=room, source__kind=AccountKind.VAULT_CHIPS, chain_number__gt=last.last_number or 0
    )
    stated = DrawerFill.objects.filter(room=room, is_spread=False, request_key__in=went.values("request_key"))
    filled: Counter[int] = Counter()
    for fill in stated:
        filled.update(pieces_of(fill.chips))
    by_pieces = sum(value * number for value, number in filled.items())
    out = went.aggregate(sum=Sum("amount", default=0))["sum"] - by_pieces
    lying = pieces_of(sheet.chips)
    pieces = {value: number - filled[value] - out // value for value, number in lying.items()}
    return {PLACE: {value: number for value, number in pieces.items() if number > 0}}
