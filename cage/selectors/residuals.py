"""The residuals of tables: their trays and their boxes by the last count, their felts by the books since the stacks
were counted."""

from collections.abc import Collection, Mapping

from django.db.models import OuterRef, Subquery
from django.urls import reverse

from cage.models import BoxPull, TrayCount
from players.models import Account, AccountKind, Transfer, TransferKind
from tables.models import Table, TableSession
from tables.residuals import Residual, residual


@residual("tray")
def trays_off(sessions: Collection[TableSession]) -> Mapping[int, Residual]:
    """The last count of each table's tray less the books before it; one query, none where no table has a tray."""
    with_tray = [session for session in sessions if session.table.has_tray]
    if not with_tray:
        return {}
    counts = {count.table_id: count for count in newest_counts([session.table_id for session in with_tray])}
    return {session.pk: _tray(session.table, counts.get(session.table_id)) for session in with_tray}


@residual("felt")
def felts_off(sessions: Collection[TableSession]) -> Mapping[int, Residual]:
    """The felt of each table now, with the time of the last count that moved something there; one query."""
    felts = Account.objects.filter(session__in=[session.pk for session in sessions], kind=AccountKind.FELT)
    counts = Transfer.objects.filter(kind=TransferKind.COUNT).order_by("-pk").values("at")
    came, went = (Subquery(counts.filter(**{side: OuterRef("pk")})[:1]) for side in ("target", "source"))
    told = felts.annotate(came=came, went=went)
    found = {session.pk: Residual("felt") for session in sessions}
    for session, balance, came, went in told.values_list("session_id", "balance", "came", "went"):
        if at := max((each for each in (came, went) if each), default=None):
            href = reverse("whole_table", args=[session])
            found[session] = Residual("felt", balance, at, href, needs="hand_view")
    return found


@residual("box")
def boxes_off(sessions: Collection[TableSession]) -> Mapping[int, Residual]:
    """The last count of a box of each table less what the books said lay in it; one query."""
    counted = BoxPull.objects.filter(
        table__in={session.table_id for session in sessions}, state=BoxPull.State.COUNTED
    ).order_by("table_id", "-counted_at", "-pk")
    newest = {pull.table_id: pull for pull in counted.distinct("table_id")}
    return {session.pk: _box(newest[session.table_id]) for session in sessions if session.table_id in newest}


def newest_counts(tables: Collection[int]) -> list[TrayCount]:
    """The newest count that stands of each of these tables' trays; one query."""
    counts = TrayCount.objects.filter(table__in=tables, is_first=False).select_related("counted_by", "verified_by")
    return list(counts.order_by("table_id", "-pk").distinct("table_id"))


def _tray(table: Table, count: TrayCount | None) -> Residual:
    href = reverse("tray", args=[table.pk])
    if count is None:
        return Residual("tray", href=href, needs="tray_count")
    return Residual("tray", count.variance, count.at, href, needs="tray_count")


def _box(pull: BoxPull) -> Residual:
    href = reverse("box_count", args=[pull.pk])
    return Residual("box", (pull.counted or 0) - pull.expected, pull.counted_at, href, needs="money_expected")
