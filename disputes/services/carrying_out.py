"""A ruling on a hand that is still being played is carried out there, and no undo takes it back."""

from datetime import datetime

from config.audit.services import record
from config.staff.models import User
from disputes.models import Ruling
from disputes.on_the_hand import on_the_hand
from games.replay import write_action
from games.services.drafts import enter_ruled


def carry_out(*, ruling: Ruling, seat: int | None, by: User, at: datetime) -> None:
    """Declare the hand dead, or void the hand, as the ruling says; nothing where it says neither.

    The caller holds the session. Refuses as `on_the_hand`.
    """
    found = on_the_hand(ruling.dispute, ruling.outcome, seat)
    if found is None:
        return
    draft, action = found
    line = write_action(action, ruling.dispute.room)
    enter_ruled(draft=draft, action=action, by=by, at=at)
    after = {"table": draft.session.table.name, "number": draft.number, "line": line, "rule": action.why}
    after |= {"case": ruling.dispute_id}
    record("hand.irregularity", draft, room=ruling.dispute.room, by=by, at=at, after=after)
