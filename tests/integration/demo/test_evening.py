"""The demo room: the day before is locked with what went wrong explained, and the evening goes on in the same room.

One hour of the day is tried; with PROOFS=whole those at which the gaming day begins at noon,
and days of 23 and 25 hours.
"""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from cage.models import BoxHanging, DrawerSession, DrawerVariance, PlayerBank, TrayCount
from config.audit.books import audit
from config.days.models import DayLock
from config.rooms.models import Room
from demo import evening as demo_evening
from demo.evening import AWAY, LENGTH, SEATED, Evening
from demo.simulation.house import House
from demo.simulation.room import Played, play
from demo.simulation.script import Script
from disputes.models import Dispute
from games.models import Hand, HandDraft
from players.models import ListEntry, Sitting
from tables.models import SessionAlarm, TableSession
from tests.support.proofs import WHOLE

pytestmark = pytest.mark.django_db
HOURS = {
    "evening": datetime(2026, 11, 20, 1, 30, tzinfo=UTC),
    "early morning": datetime(2026, 11, 20, 11, 30, tzinfo=UTC),
    "morning": datetime(2026, 11, 20, 13, 40, tzinfo=UTC),
    "after a long day": datetime(2026, 11, 2, 1, 30, tzinfo=UTC),
    "after a short day": datetime(2026, 3, 9, 1, 30, tzinfo=UTC),
}
TRIED = HOURS if WHOLE else {"evening": HOURS["evening"]}


@pytest.mark.committed_db  # each act of the day before is a transaction, as in a room
@pytest.mark.parametrize("now", TRIED.values(), ids=list(TRIED))
def test_the_evening_follows_a_day_that_is_locked(now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = ["the day before was not played"]

    def watched(script: Script, house: House) -> Played:
        played = play(script, house=house)
        faults[:] = played.report().faults
        return played

    monkeypatch.setattr(demo_evening, "play", watched)
    Evening(now=now).make()
    room = Room.objects.get()
    lock = DayLock.objects.get(room=room)
    assert lock.gaming_day + timedelta(days=1) == room.gaming_day(now - LENGTH) == room.gaming_day(now)
    assert faults == []
    assert DrawerVariance.objects.filter(gaming_day=lock.gaming_day).exists()
    assert Hand.objects.filter(gaming_day=lock.gaming_day).count() > 100
    assert not SessionAlarm.objects.filter(session__closed_at__lt=now - LENGTH, cleared_at=None).exists()
    assert [fault for found in audit() if not found.holds for fault in found.faults] == []

    assert set(TableSession.objects.filter(closed_at=None).values_list("table__name", flat=True)) == set(SEATED)
    there = Sitting.objects.filter(left_at=None).exclude(session__table__name=AWAY[0], seat=AWAY[1])
    assert there.count() == sum(map(len, SEATED.values())) - 1
    assert DrawerSession.objects.exclude(state=DrawerSession.State.CLOSED).count() == 1
    assert BoxHanging.objects.filter(taken_at=None, hung_at__gte=now - LENGTH).exists()
    assert TrayCount.objects.filter(part=TrayCount.Part.OPENING, at__gte=now - LENGTH).exists()
    assert HandDraft.objects.count() == 1
    assert PlayerBank.objects.get(room=room).player.display_name == "Tess"
    assert Dispute.objects.filter(gaming_day=room.gaming_day(now), rulings=None).count() == 1
    assert ListEntry.objects.filter(state=ListEntry.State.CALLED).count() == 3


def test_the_room_is_made_once_and_before_any_head_lies_outside() -> None:
    with (
        override_settings(DEMO=True, DEMO_PASSWORD="kites over the river", ANCHORS=["/nowhere"]),
        pytest.raises(CommandError, match="without CARDROOM_ANCHORS"),
    ):
        call_command("demo", stdout=StringIO())
    assert not Room.objects.exists()
