"""The residuals of tables: their trays, their boxes and their felts, each as its own last count left it."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from django.db.models import BigIntegerField, Case, F, OuterRef, Subquery, Sum, When
from django.db.models.functions import Coalesce, Greatest
from django.urls import reverse

from cage.models import BoxPull, Holds, TrayCount
from players.models import Account, AccountKind, Transfer, TransferKind
from tables.models import Table, TableSession
from tables.residuals import Residual, residual


@residual("tray")
def trays_off(sessions: Collection[TableSession]) -> Mapping[int, Sequence[Residual]]:
    """The last count of each table's tray less the books before it; one query, none where no table has a tray."""
    with_tray = [session for session in sessions if session.table.has_tray]
    if not with_tray:
        return {}
    counts = {count.table_id: count for count in newest_counts([session.table_id for session in with_tray])}
    return {session.pk: [_tray(session.table, counts.get(session.table_id))] for session in with_tray}


@residual("felt")
def felts_off(sessions: Collection[TableSession]) -> Mapping[int, Sequence[Residual]]:
    """The felt of each table as the last count left it, with its time: of stacks that were another than the books', or
    of the whole table, whatever was found; one query.

    The chips that lie there by the books are those that the stacks lacked: the felt is off by so much less. Quick hands
    drop what only the next count finds missing from the stacks, and don't touch what the last one said.
    """
    felts = Account.objects.filter(session__in=[session.pk for session in sessions], kind=AccountKind.FELT)
    counts = Transfer.objects.filter(kind=TransferKind.COUNT).order_by("-pk")
    numbers = (Subquery(counts.filter(**{side: OuterRef("pk")}).values("pk")[:1]) for side in ("source", "target"))
    told = felts.annotate(last=Greatest(*numbers, "counted_after"))
    counted = Subquery(Transfer.objects.filter(pk=OuterRef("last")).values("at"))
    told = told.annotate(at=Case(When(last=F("counted_after"), then=F("counted_at")), default=counted))
    told = told.annotate(came=_moved_since("target"), went=_moved_since("source"))
    found = {session.pk: [Residual("felt")] for session in sessions}
    for session, balance, at, came, went in told.values_list("session_id", "balance", "at", "came", "went"):
        if at:
            href = reverse("whole_table", args=[session])
            found[session] = [Residual("felt", came - went - balance, at, href, needs="hand_view")]
    return found


def _moved_since(side: str) -> Coalesce:
    """The chips that moved to (`target`) or from (`source`) a felt since its `last` count, minor units."""
    later = Transfer.objects.filter(**{side: OuterRef("pk")}, pk__gt=OuterRef("last")).order_by()
    sums = later.values(side).annotate(moved=Sum("amount")).values("moved")
    return Coalesce(Subquery(sums), 0, output_field=BigIntegerField())


@residual("box")
def boxes_off(sessions: Collection[TableSession]) -> Mapping[int, Sequence[Residual]]:
    """The last count of a box of each kind of each table less what the books said lay in it: those that are off, by
    their kinds, and where none is, the newest; one query.

    Each kind by itself: promo that is right hides no rake that is short. What players gave their dealers is in no
    books, so that a box of tokes has nothing to be held against.
    """
    tables = {session.table_id for session in sessions}
    pulls = BoxPull.objects.filter(table__in=tables, state=BoxPull.State.COUNTED).exclude(holds=Holds.TOKES)
    newest: dict[int, list[BoxPull]] = defaultdict(list)
    for pull in pulls.order_by("table_id", "holds", "-counted_at", "-pk").distinct("table_id", "holds"):
        newest[pull.table_id].append(pull)
    return {session.pk: _boxes(newest[session.table_id]) for session in sessions if session.table_id in newest}


def newest_counts(tables: Collection[int]) -> list[TrayCount]:
    """The newest count that stands of each of these tables' trays; one query."""
    counts = TrayCount.objects.filter(table__in=tables, is_first=False).select_related("counted_by", "verified_by")
    return list(counts.order_by("table_id", "-pk").distinct("table_id"))


def _tray(table: Table, count: TrayCount | None) -> Residual:
    href = reverse("tray", args=[table.pk])
    if count is None:
        return Residual("tray", href=href, needs="tray_count")
    return Residual("tray", count.variance, count.at, href, needs="tray_count")


def _boxes(pulls: Sequence[BoxPull]) -> Sequence[Residual]:
    """The residuals of the newest boxes of a table, one of each kind: of those that are off, or of the newest."""
    off = [_box(pull, f"{pull.get_holds_display()} box") for pull in pulls if pull.counted != pull.expected]
    return off or [_box(max(pulls, key=lambda pull: (pull.counted_at, pull.pk)), "box")]


def _box(pull: BoxPull, name: str) -> Residual:
    href = reverse("drop_compare", args=[pull.gaming_day])
    return Residual(name, (pull.counted or 0) - pull.expected, pull.counted_at, href, needs="money_expected")
