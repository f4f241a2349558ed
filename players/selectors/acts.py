"""Acts that moved money after the fact, on one gaming day."""

from dataclasses import dataclass
from datetime import datetime

from config.rooms.models import Room
from players.four_eyes import ACTS
from players.models import MoneyAct


@dataclass(frozen=True, slots=True)
class ActRow:
    """One act as it was done, and its name for people."""

    done: MoneyAct
    name: str


def acts_of_today(room: Room, at: datetime) -> list[ActRow]:
    """What was moved after the fact in the room on the gaming day of `at`, the newest first; one query."""
    done = MoneyAct.objects.filter(room=room, gaming_day=room.gaming_day(at)).exclude(act="earlier")
    rows = done.select_related("by", "second", "session__table").order_by("-pk")
    return [ActRow(each, ACTS[each.act].name if each.act in ACTS else each.act) for each in rows]
