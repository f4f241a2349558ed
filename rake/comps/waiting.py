"""The locked days whose points nobody has given yet."""

from datetime import date

from config.days.models import DayLock
from config.rooms.models import Room
from players.models import CompDay, CompRules
from players.selectors.comps import rules_on


def days_to_earn(room: Room) -> list[date]:
    """The locked gaming days of a room, with comps on, that lack their points; the earliest first."""
    first = CompRules.objects.filter(room=room).order_by("from_day", "number").first()
    if first is None:
        return []
    done = CompDay.objects.filter(room=room).values("for_day")
    waiting = DayLock.objects.filter(room=room, gaming_day__gte=first.from_day).exclude(gaming_day__in=done)
    days = waiting.order_by("gaming_day").values_list("gaming_day", flat=True)
    return [day for day in days if rules_on(room, day)]
