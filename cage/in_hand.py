"""The drawers, boxes, keys and slips that people of the cage have in hand."""

from collections.abc import Iterator

from cage.models import BoxKeyTaking, TransitAct, TransitSlip
from cage.selectors.boxes import waiting_boxes
from cage.selectors.drawers import running_sessions
from config.rooms.models import Room
from config.staff.in_hand import tells_in_hand


@tells_in_hand
def of_the_cage(room: Room) -> Iterator[tuple[int, str]]:
    """Drawers that are not closed, boxes that are not counted, keys that are out and slips on their way."""
    for session in running_sessions(room):
        yield session.cashier_id, str(session.drawer)
    for waiting in waiting_boxes(room):
        yield waiting.holder.pk, str(waiting.pull)
    for taking in BoxKeyTaking.objects.filter(room=room, returned_at=None):
        yield taking.taken_by_id, taking.get_lock_display()
    carried = TransitAct.objects.filter(room=room, step=TransitSlip.State.SENT, slip__state=TransitSlip.State.SENT)
    for act in carried.select_related("slip"):
        if act.runner_id is not None:
            yield act.runner_id, str(act.slip)
