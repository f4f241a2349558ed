"""The manager's page of the chips of the house: sets with their pieces, slips, and alarms that tell no counter."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cage import services as cage
from cage.counted import Counted
from cage.models import ChipAlarm, ChipSet, ChipSlip, ExpectedLook
from config.staff.services import set_own_pin
from players.models import AccountKind
from tests.support.desk import Desk, key, person
from tests.support.drawers import running
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
PIN = "4711"


@pytest.fixture
def office(desk: Desk) -> Client:
    return signed_in(desk.manager)


def signature(desk: Desk) -> dict[str, str]:
    set_own_pin(person=desk.cashier, pin=PIN, at=desk.now)
    return {"badge": desk.cashier.badge_number, "pin": PIN}


def send(client: Client, to: str, **data: Any) -> Any:
    return client.post(reverse(to), {"key": key()} | data)


def received(desk: Desk, office: Client, **facts: Any) -> ChipSet:
    given = {"chips_10000": "10", "name": "Blue", "use": "secondary", "reason": "papers 17"} | facts
    answer = send(office, "chips_receive", **given, **signature(desk))
    assert answer.status_code == 303, text(answer)
    return ChipSet.objects.get(name="Blue")


def test_chips_come_and_go_by_their_pieces(desk: Desk, office: Client) -> None:
    blue = received(desk, office)
    assert desk.held(AccountKind.VAULT_CHIPS) == 1_000_00
    two = signature(desk)
    send(office, "chips_receive", chip_set=blue.pk, chips_10000="1", use="primary", reason="more", **two)
    gone = send(office, "chips_destroy", chip_set=blue.pk, chips_10000="4", reason="worn", **two)
    slip = ChipSlip.objects.get(kind="destruction")
    assert (gone.status_code, gone["Location"]) == (303, reverse("chip_slip", args=[slip.pk]))
    shown = text(office.get(reverse("chip_sets")))
    assert "Blue secondary Value Pieces issued 100 7 Issued 700" in shown
    assert "destruction of chips" in shown


def test_what_is_refused_stays_as_it_was_filled_in(desk: Desk, office: Client) -> None:
    alone = send(office, "chips_receive", chips_10000="10", name="Blue", use="secondary", reason="papers 17")
    assert (alone.status_code, "before two people" in text(alone)) == (422, True)
    assert 'value="10"' in alone.content.decode()
    blue = received(desk, office)
    more = send(office, "chips_destroy", chip_set=blue.pk, chips_10000="11", reason="worn", **signature(desk))
    assert (more.status_code, "has 10 pieces issued, not 11" in text(more)) == (422, True)
    none = send(office, "chips_destroy", chip_set=blue.pk, reason="worn", **signature(desk))
    assert (none.status_code, "Enter how many pieces" in text(none)) == (422, True)


def test_a_set_is_retired_until_a_day(desk: Desk, office: Client) -> None:
    blue = received(desk, office)
    day = desk.room.gaming_day(desk.now)
    facts = {"chip_set": blue.pk, "last_day": day.isoformat(), "reason": "a new design", **signature(desk)}
    facts["confirmed"] = "on"
    assert send(office, "chip_set_retire", **facts).status_code == 303
    assert f"Redeemed until the end of {day:%-d %b %Y}" in text(office.get(reverse("chip_sets")))
    again = send(office, "chip_set_retire", **facts)
    assert again.status_code == 422


def test_what_the_only_set_means_stands_there_before_and_after(desk: Desk, office: Client) -> None:
    desk.buy_in(desk.player(), 200_00)
    before = text(office.get(reverse("chip_sets")))
    assert "House chips is the only set in use, and 200 of chips are in play" in before
    assert "A retirement is not taken back." in before
    facts = {"last_day": desk.room.gaming_day(desk.now) + timedelta(days=30), "reason": "new ones", "key": key()}
    house = ChipSet.objects.get(room=desk.room)
    cage.retire_set(chip_set=house, confirmed=True, **facts, **desk.at_the_vault())
    after = text(office.get(reverse("chip_sets")))
    assert "House chips is retired, and no other set is in use. The room sells no chips" in after
    assert "is the only set in use" not in after
    sale = text(signed_in(desk.cashier).get(reverse("cage_player", args=[desk.player("Bea").pk]) + "?do=sell"))
    assert "no chips are sold. Call a manager, who receives another set" in sale
    assert "Take the cash" not in sale


def test_nothing_is_said_of_an_only_set_where_there_are_two(desk: Desk, office: Client) -> None:
    received(desk, office)
    assert "is the only set in use" not in text(office.get(reverse("chip_sets")))


def test_who_may_only_look_is_asked_for_nothing(desk: Desk) -> None:
    shown = text(signed_in(person(desk.room, "auditor")).get(reverse("chip_sets")))
    assert "House chips" in shown
    assert "Receive chips" not in shown


class TestAlarms:
    @pytest.fixture
    def alarm(self, desk: Desk) -> ChipAlarm:
        session = cage.begin_close(session=running(desk.drawer), by=desk.cashier, at=desk.now)
        facts = {"key": key(), "by": desk.cashier, "at": desk.now}
        cage.count_drawer(session=session, counted=Counted({5_000_00: 11}), **facts)
        return ChipAlarm.objects.get()

    def test_who_counts_is_told_nothing(self, desk: Desk, alarm: ChipAlarm) -> None:
        window = signed_in(desk.cashier)
        for address in (reverse("drawer", args=[desk.drawer.pk]), reverse("cage"), reverse("drawers")):
            assert "issued" not in text(window.get(address))

    def test_a_manager_is_told_where_drawers_are_and_answers(
        self, desk: Desk, office: Client, alarm: ChipAlarm
    ) -> None:
        assert "1 alarm about chips" in text(office.get(reverse("drawers")))
        shown = text(office.get(reverse("chip_sets")))
        assert "More chips of 5,000 than were issued" in shown
        assert "11 pieces were counted in the house, 10 were issued" in shown
        address = reverse("chip_alarm_answer", args=[alarm.pk])
        empty = office.post(address, {"reason": ""})
        assert empty.status_code == 422
        assert office.post(address, {"reason": "ten and a button"}).status_code == 303
        assert "alarm about chips" not in text(office.get(reverse("drawers")))
        assert "ten and a button" in text(office.get(reverse("chip_sets")))

    def test_who_reads_what_was_counted_counts_no_more(self, desk: Desk, office: Client, alarm: ChipAlarm) -> None:
        office.get(reverse("chip_sets"))
        assert ExpectedLook.objects.filter(by=desk.manager, session__drawer=desk.drawer).exists()


def test_more_sets_and_slips_ask_no_more(desk: Desk, office: Client) -> None:
    received(desk, office)
    with CaptureQueriesContext(connection) as few:
        office.get(reverse("chip_sets"))
    for number in range(5):
        send(
            office,
            "chips_receive",
            chips_100="1",
            name=f"Set {number}",
            use="secondary",
            reason="test",
            **signature(desk),
        )
    with CaptureQueriesContext(connection) as many:
        office.get(reverse("chip_sets"))
    assert len(many) == len(few)
