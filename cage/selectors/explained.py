"""The rows of the ledger that can explain a count which is not what the books said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from cage.box_places import places_at
from cage.models import (
    BoxPull,
    BoxVariance,
    Carried,
    DrawerSession,
    DrawerVariance,
    FeltResidual,
    TrayCount,
    TrayOff,
    VaultCount,
    VaultVariance,
)
from cage.selectors.undone import end_of_count, moved_at, undone
from players.four_eyes import COUNT
from players.ledger import custody_account, drawer_account, house_account, table_account, transit_account, tray_account
from players.models import AccountKind, MoneyAct, Transfer, TransferKind
from players.models.ledger import VAULT_KINDS

Investigated = DrawerVariance | BoxVariance | Carried | TrayOff | VaultVariance | FeltResidual
"""The counts that can be investigated."""


def named_by(variance: Investigated) -> set[int]:
    """The keys of the people whom a variance names, and who counted: they don't settle it. Of a box those who pulled
    and carried it too, of a slip whoever had it in hand, of a felt everybody who counted a stack there, or confirmed
    one. Takes no query where the counts were fetched along, and two of a felt."""
    if isinstance(variance, Carried):
        acts = variance.slip.acts.all()
        return _people((act.person_id, act.runner_id, act.verifier_id, act.by_id) for act in acts)
    if isinstance(variance, BoxVariance):
        return named_by_box(variance.pull) | _people([(variance.by_id,)])
    if isinstance(variance, TrayOff):
        count = variance.count
        return _people([(count.counted_by_id, count.verified_by_id, count.by_id)])
    if isinstance(variance, VaultVariance):
        sheets = variance.count.sheets.all()
        return _people((one.counted_by_id, one.second_id, one.third_id, one.by_id) for one in sheets)
    if isinstance(variance, FeltResidual):
        return counters_at(variance) | _people([(variance.by_id, variance.second_id)])
    counts = [(one.counted_by_id, one.second_id, one.third_id, one.by_id) for one in variance.session.counts.all()]
    return _people([(variance.cashier_id, variance.closed_by_id, variance.by_id), *counts])


def counters_at(felt: FeltResidual) -> set[int]:
    """The keys of the people who counted stacks of a table in the session that left its felt so, or confirmed such a
    count: what a stack is counted short lies on the felt. Two queries."""
    of_table = Q(source__session=felt.session_id) | Q(target__session=felt.session_id)
    counted = Transfer.objects.filter(of_table, kind=TransferKind.COUNT).order_by().values_list("by").distinct()
    confirmed = MoneyAct.objects.filter(session=felt.session_id, act=COUNT.code).values_list("second").distinct()
    return _people([*counted, *confirmed])


def named_by_box(pull: BoxPull) -> set[int]:
    """The keys of the people who pulled, carried or counted a box so far: they don't settle what it is off by."""
    counted = [(one.counted_by_id, one.second_id, one.third_id, one.by_id) for one in pull.counts.all()]
    carried = [(one.receiver_id, one.by_id) for one in pull.handovers.all()]
    return _people([(pull.puller_id, pull.watcher_id), *counted, *carried])


def _people(rows: Iterable[tuple[int | None, ...]]) -> set[int]:
    return {person for row in rows for person in row if person is not None}


@dataclass(frozen=True, slots=True)
class Told:
    """The rows that were named, by their numbers in the room's ledger: `unknown` the ledger hasn't, `strange` have
    nothing to do with what was counted, `undone` moved nothing there with the others that are named for each, which
    took it back; `chips` and `cash` is what the rows that have to do with it moved there, minor units."""

    unknown: list[int]
    strange: list[int]
    undone: dict[int, list[int]]
    chips: int
    cash: int

    def left_of(self, chips: int, cash: int) -> int:
        """The part of a difference that the rows don't reach, minor units; below zero by what they move beyond it.

        Chips and cash are held against each other apart. A row that stands in the books and didn't happen points the
        other way than one that takes it back since: only the sizes are compared.
        """
        parts = [abs(chips) - abs(self.chips), abs(cash) - abs(self.cash)]
        beyond = sum(part for part in parts if part < 0)
        return beyond or sum(parts)


def told_by(variance: Investigated, numbers: Sequence[int]) -> Told:
    """The rows that somebody names for a variance; a fixed number of queries.

    They have to do with it where they moved something in that drawer since its session began (of an opening: since the
    session before), in the boxes of that kind at the table since the pull before, on the way of a slip and at its ends
    since it was sent, on a felt in its session, or in a tray or the vault since it was counted before. The row that
    brought the books to the count explains nothing, nor does one that took a box off its table, or that was taken back
    on the same side of the count (`cage.selectors.undone`).
    """
    named = Transfer.objects.filter(room=variance.room, chain_number__in=set(numbers)).select_related(
        "source", "target"
    )
    rows = {row.chain_number: row for row in named}
    places, since = _places(variance)
    fitting = [
        row for row in rows.values()
        if row.chain_number > since
        and row.request_key != variance.request_key
        and row.kind != TransferKind.DROP
        and (row.source_id in places or row.target_id in places)
    ]  # fmt: skip
    known = {row.chain_number for row in fitting}
    pull = variance.pull if isinstance(variance, BoxVariance) else None
    until = end_of_count(variance.request_key, pull, variance.room.pk)
    return Told(
        unknown=sorted(set(numbers) - set(rows)),
        strange=sorted(set(rows) - known),
        undone=undone(fitting, places, since, until),
        chips=sum(moved_at(row, places) for row in fitting if not row.source.holds_cash),
        cash=sum(moved_at(row, places) for row in fitting if row.source.holds_cash),
    )


def _places(variance: Investigated) -> tuple[set[int], int]:
    """The accounts that were counted, and the number of the ledger's last row before what they took."""
    if isinstance(variance, BoxVariance):
        pull = variance.pull
        at_table = set(places_at(pull.table, pull.holds).values_list("pk", flat=True))
        return at_table | {custody_account(pull.room, pull.pk).pk}, pull.after_number
    if isinstance(variance, Carried):
        return _of_slip(variance), _sent_after(variance)
    if isinstance(variance, TrayOff):
        return {tray_account(variance.count.table).pk}, _counted_before(variance.count)
    if isinstance(variance, VaultVariance):
        return {house_account(variance.room, kind).pk for kind in VAULT_KINDS}, _vault_before(variance.count)
    if isinstance(variance, FeltResidual):
        return {table_account(variance.session, AccountKind.FELT).pk}, 0
    session = variance.session
    kinds = (AccountKind.DRAWER_CHIPS, AccountKind.DRAWER_CASH)
    tills = {drawer_account(session.room, kind, session.drawer_id).pk for kind in kinds}
    return tills, _before(session) if variance.part == DrawerVariance.Part.OPENING else session.after_number


def _of_slip(carried: Carried) -> set[int]:
    """The places of a slip: its way, the vault and its other end."""
    slip = carried.slip
    ways = [transit_account(slip.room, kind, slip.pk) for kind in (AccountKind.TRANSIT, AccountKind.TRANSIT_CASH)]
    ends = [house_account(slip.room, kind) for kind in VAULT_KINDS]
    if slip.drawer_id:
        tills = (AccountKind.DRAWER_CHIPS, AccountKind.DRAWER_CASH)
        ends += [drawer_account(slip.room, kind, slip.drawer_id) for kind in tills]
    elif slip.table is not None:
        ends.append(tray_account(slip.table))
    return {each.pk for each in (*ways, *ends)}


def _sent_after(carried: Carried) -> int:
    """The number of the last row before a slip was sent."""
    sent = Transfer.objects.filter(room=carried.room, request_key=carried.sent.request_key)
    return (sent.order_by("chain_number").values_list("chain_number", flat=True).first() or 1) - 1


def _counted_before(count: TrayCount) -> int:
    """The end of the ledger at the count of a tray that stood before this one, 0 where there is none."""
    earlier = TrayCount.objects.filter(table=count.table_id, is_first=False, pk__lt=count.pk).order_by("-pk").first()
    return earlier.last_number if earlier else 0


def _vault_before(count: VaultCount) -> int:
    """The end of the ledger at the count of the vault before this one, 0 where there is none."""
    earlier = VaultCount.objects.filter(room=count.room_id, state=VaultCount.State.COUNTED, pk__lt=count.pk)
    return earlier.order_by("-pk").values_list("last_number", flat=True).first() or 0


def _before(session: DrawerSession) -> int:
    """The end of the ledger at the beginning of the session before this one, 0 where there is none."""
    earlier = DrawerSession.objects.filter(drawer=session.drawer_id, pk__lt=session.pk).order_by("-pk").first()
    return earlier.after_number if earlier else 0
