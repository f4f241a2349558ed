"""A down as it begins and ends; whoever calls holds the lock of its session."""

from datetime import datetime

from config.audit.services import record
from config.staff.models import User
from tables.models import DealerShift, Down, TableSession


def down_at(session: TableSession) -> Down | None:
    """The down at a table now, None where nobody deals."""
    downs = session.downs.filter(ended_at=None)
    return downs.select_related("shift__dealer", "session__table", "session__room").first()


def begin_down(session: TableSession, shift: DealerShift, by: User | None, at: datetime) -> Down:
    """The dealer of `shift` deals at the table from now on."""
    down = Down.objects.create(session=session, shift=shift, started_at=at, started_by=by)
    after = {"dealer": shift.dealer.display_name, "table": session.table.name}
    record("dealer.in", down, room=session.room, by=by, at=at, after=after)
    return down


def end_down(down: Down | None, how: Down.End, by: User | None, at: datetime) -> None:
    """The dealer goes out; where nobody dealt, nothing happens."""
    if down is None:
        return
    down.ended_at, down.ended_by, down.ended_with = at, by, how
    down.save(update_fields=["ended_at", "ended_by", "ended_with"])
    after = {"dealer": down.shift.dealer.display_name, "table": down.session.table.name, "how": how.label}
    record("dealer.out", down, room=down.session.room, by=by, at=at, after=after)
