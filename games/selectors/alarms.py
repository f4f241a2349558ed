"""An alarm as its page shows it: what it says, of which hands, and how it may end."""

from dataclasses import dataclass

from config.web.reach import needed_for
from games.models import Hand
from tables.alarms import kind_of
from tables.models import SessionAlarm


@dataclass(frozen=True, slots=True)
class AlarmPage:
    """An alarm with the hands that it is about, each with what there is to say of it, and the likely reasons to put it
    away (none where it goes only by itself)."""

    alarm: SessionAlarm
    hands: list[tuple[Hand, str]]
    reasons: tuple[str, ...]
    place: str
    """The address where it is dealt with."""
    rows: str
    """The address of the ledger's rows that explain it; "" where none do."""

    @property
    def needs(self) -> str:
        """The code of the right that the page there asks for, as templates write it; nothing where it asks for none."""
        return needed_for(self.place)


def alarm_page(alarm: SessionAlarm) -> AlarmPage:
    """The page of an alarm; one query."""
    hands = Hand.objects.filter(pk__in=alarm.hands, room=alarm.session.room_id).order_by("number")
    kind = kind_of(alarm)
    about, rows = [(hand, alarm.hands[str(hand.pk)]) for hand in hands], kind.rows(alarm) if kind.rows else ""
    return AlarmPage(alarm, about, kind.reasons, kind.place(alarm), rows)
