"""The game-pace audit from records: hours of dealers, what is left out of them and why; the page and its file."""

import csv
import io
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from disputes.services import open_dispute
from disputes.services.opening import Report
from games.services.bookings import NEVER_OWED
from games.services.ticks import record_tick
from rake import services
from rake.figures.periods import Kind, period_of
from rake.pace import reckoning
from rake.pace.audit import PaceAudit, pace_audit
from tables.models import Dealer, Down
from tables.services import push_line, put_in, register_dealer, start_shift
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db

DAY = date(2025, 3, 7)


def _hour(desk: Desk, hands: int) -> None:
    """An hour of the clock, with so many hands spread over it."""
    facts = {"pot": None, "rake_taken": 2_00, "promo_taken": 0, "confirmed": (NEVER_OWED,)}
    start = desk.now
    for number in range(hands):
        at = start + timedelta(seconds=60 + number * (3500 // hands))
        record_tick(session=desk.session, key=key(), by=desk.manager, at=at, **facts)  # type: ignore[arg-type]
    desk.now = start + timedelta(hours=1)


@arranged
def desk() -> Desk:
    """Three players, and two dealers who deal two hours each, ten and twenty hands an hour."""
    desk = open_desk()
    for seat in (1, 2, 3):
        desk.seated(seat=seat)
    dealers = []
    for number, name in enumerate(("Dora", "Dan"), start=1):
        facts = {"by": desk.manager, "at": desk.at()}
        dealer = register_dealer(room=desk.room, badge_number=f"D{number}", display_name=name, **facts)
        start_shift(dealer=dealer, **facts)
        dealers.append(dealer)
    desk.now = desk.now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    put_in(session=desk.session, dealer=dealers[0], by=desk.manager, at=desk.now)
    for hands in (10, 10):
        _hour(desk, hands)
    seen = list(Down.objects.filter(ended_at=None).values_list("pk", flat=True))
    push_line(room=desk.room, start=None, seen=seen, by=desk.manager, at=desk.now, again=True)
    for hands in (20, 20):
        _hour(desk, hands)
    return desk


def _audit(desk: Desk) -> PaceAudit:
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    return pace_audit(desk.room, period_of(Kind.DAY, DAY), desk.now)


def test_each_dealer_stands_beside_the_house(desk: Desk) -> None:
    audit = _audit(desk)
    found = {line.dealer.display_name: line.pace for line in audit.lines}
    assert {name: (pace.hands, pace.seconds) for name, pace in found.items()} == {"Dora": (20, 7200), "Dan": (40, 7200)}
    assert found["Dora"].due == found["Dan"].due == 30
    assert (found["Dora"].rake, found["Dan"].rake) == (10 * 2_00, -10 * 2_00)
    assert not found["Dan"].has_figure
    assert not audit.left_out


def test_an_hour_with_a_dispute_is_left_out(desk: Desk) -> None:
    report = Report(kind="SEATING", facts="says that they were next on the list", seats=(2,))
    at = desk.now - timedelta(minutes=30)
    open_dispute(session=desk.session, report=report, key=key(), by=desk.manager, at=at)
    audit = _audit(desk)
    assert dict(audit.left_out) == {"a dispute": 1}
    assert {line.dealer.display_name: line.pace.hands for line in audit.lines} == {"Dora": 20, "Dan": 20}
    shown = text(signed_in(desk.manager).get(reverse("pace"), {"day": DAY.isoformat()}))
    assert "Left out: 1 hour with a dispute." in shown


def test_a_short_hour_is_left_out(desk: Desk) -> None:
    desk.now += timedelta(minutes=9)
    assert dict(_audit(desk).left_out) == {"less than ten minutes with a game": 1}
    desk.now += timedelta(minutes=1)
    assert dict(_audit(desk).left_out) == {}


def test_the_page_and_its_file_say_the_same(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    _audit(desk)
    manager, asked = signed_in(desk.manager), {"day": DAY.isoformat()}
    assert "Dan (D2) 40 2 h – – –" in text(manager.get(reverse("pace"), asked))
    monkeypatch.setattr(reckoning, "FEWEST_HANDS", 20)
    shown = text(manager.get(reverse("pace"), asked))
    assert "Dora (D1) 20 2 h 10 15 +20" in shown
    assert "Dan (D2) 40 2 h 20 15 −20" in shown
    sent = b"".join(manager.get(reverse("pace_csv"), asked)).decode()  # type: ignore[call-overload]
    rows = list(csv.reader(io.StringIO(sent.removeprefix("\ufeff"))))
    assert rows[1:] == [
        ["D1", "Dora", "20", "2", "10", "15", "20"],
        ["D2", "Dan", "40", "2", "20", "15", "-20"],
    ]


@pytest.mark.parametrize("asked", [{"period": "shift"}, {"period": "century"}, {"day": "1"}])
def test_what_is_no_period_is_told(desk: Desk, asked: dict[str, str]) -> None:
    client: Client = signed_in(desk.manager)
    assert client.get(reverse("pace"), asked).status_code == 422
    assert client.get(reverse("pace_csv"), asked).status_code == 422


def test_nobody_of_another_room_is_in_it(desk: Desk) -> None:
    _audit(desk)
    other = open_desk()
    assert pace_audit(other.room, period_of(Kind.DAY, DAY), desk.now).is_empty
    assert Dealer.objects.filter(room=desk.room).count() == 2
