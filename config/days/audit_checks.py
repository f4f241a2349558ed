"""Questions of the audit of the books about locked gaming days."""

from collections.abc import Iterator
from datetime import timedelta

from config.audit.checks import register
from config.days.models import DayLock, KeptFigures
from config.days.registry import end_of
from config.days.services import digest_of


@register("I-19", "Gaming days are locked in order, without a gap, after they were over")
def days_out_of_order() -> Iterator[str]:
    """Locks that leave a day out, or were made before their day had ended."""
    before: dict[int, DayLock] = {}
    for lock in DayLock.objects.select_related("room").order_by("room", "gaming_day"):
        last = before.get(lock.room_id)
        if last and lock.gaming_day != last.gaming_day + timedelta(days=1):
            yield f"room {lock.room_id}: {lock.gaming_day} was locked, the day before it was not"
        if lock.locked_at < end_of(lock.room, lock.gaming_day):
            yield f"room {lock.room_id}: {lock.gaming_day} was locked before it had ended"
        before[lock.room_id] = lock


@register("I-19", "The figures that were kept of a locked day are those of their digest")
def figures_changed() -> Iterator[str]:
    """Kept figures whose text another digest belongs to."""
    for kept in KeptFigures.objects.select_related("lock").order_by("pk").iterator(chunk_size=100):
        if digest_of(kept.text) != kept.digest:
            yield f"room {kept.lock.room_id}: {kept.code} of {kept.lock.gaming_day} is not what was kept"
