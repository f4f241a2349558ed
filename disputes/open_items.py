"""Open items of the cases of a gaming day: those that hold chips."""

from collections.abc import Iterator
from datetime import date

from config.days.registry import OpenItem, Step, keeps_open
from config.rooms.models import Room
from disputes.models import Dispute
from disputes.selectors.cases import with_state
from players.models import Account, AccountKind


@keeps_open(Step.PLAY)
def cases_that_hold(room: Room, day: date) -> Iterator[OpenItem]:
    """Cases of the day that impound chips, and those that ask for it and are not ruled yet."""
    cases = list(with_state(Dispute.objects.filter(room=room, gaming_day=day)).select_related("session__table"))
    ids = [case.pk for case in cases]
    impounded = Account.objects.filter(kind=AccountKind.IMPOUND, case_id__in=ids).exclude(balance=0)
    held = dict(impounded.values_list("case_id", "balance"))
    for case in sorted(cases, key=lambda case: case.pk):
        if amount := held.get(case.pk):
            said = f"holds {room.money(amount)}"
        elif case.rank == 0 and case.hold != Dispute.Hold.NONE:
            said = "is to hold chips of its hand"
        else:
            continue
        who = "a manager" if case.state == "appealed" else "a supervisor"
        sentence = f"Case {case.pk} at {case.session.table} {said}: rule on it."
        yield OpenItem("case_holds", sentence, who, "dispute", (case.pk,))
