"""The alarm about a tray that was counted short or over: raised with its investigation, and over with it."""

from datetime import datetime

from cage.models import TrayCount, TrayOff
from cage.selectors.trays import TRAY_OFF, last_session_at
from cage.services.investigations import investigate
from config.staff.models import User
from tables.models import SessionAlarm
from tables.services import clear_alarm, raise_alarm


def ask_about(count: TrayCount) -> None:
    """Let somebody who didn't count find out about a tray that is off beyond the room's notice, and let its table say
    so; by how much stands in no alarm, since it is counted blind again. Where nobody plays it stands at the table's
    last session. A first count that differed is made again, and asks nothing."""
    if count.is_first or not count.variance or investigate(TrayOff(count), at=count.at) is None:
        return
    session = count.session or last_session_at(count.table)
    if session is None:
        return
    who = f"{count.counter} counted, {count.verified_by} verified"
    text = f"The tray was not what the books say {count.get_part_display()}: {who}"
    raise_alarm(session=session, kind=TRAY_OFF, subject=str(count.pk), text=text, at=count.at)


def end_tray_alarm(count: TrayCount, *, by: User, at: datetime) -> None:
    """Take the alarm about a count off the board, its investigation being settled."""
    for alarm in SessionAlarm.objects.filter(kind=TRAY_OFF, subject=str(count.pk), cleared_at=None):
        clear_alarm(alarm=alarm, by=by, at=at)
