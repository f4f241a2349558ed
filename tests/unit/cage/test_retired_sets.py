"""Chips of a retired set come in and go out no more, whichever way leads to the players."""

from datetime import timedelta

import pytest

from cage import services as cage
from cage.counted import Counted
from cage.models import ChipSet, TransitSlip
from cage.services.drawers import tills_of
from tests.support.arranged import arranged
from tests.support.desk import key
from tests.support.refusals import refused
from tests.support.slips import CREDIT, FILL, Slips, open_slips_desk

pytestmark = pytest.mark.django_db


@arranged
def slips() -> Slips:
    return open_slips_desk()


def retire_the_set(slips: Slips) -> None:
    """Retire the only set of the room."""
    desk = slips.desk
    facts = {"chip_set": ChipSet.objects.get(room=desk.room), "last_day": desk.room.gaming_day(desk.now)}
    facts["last_day"] += timedelta(days=30)
    cage.retire_set(**facts, reason="a new design", key=key(), confirmed=True, **desk.at_the_vault())


def test_no_fill_of_them_is_asked_for(slips: Slips) -> None:
    retire_the_set(slips)
    told = refused("set_retired", lambda: slips.ask(table=slips.table)).message
    assert told.endswith("no other set is in use, so let a manager receive one first.")
    refused("set_retired", slips.ask)
    assert not TransitSlip.objects.exists(), "a refused request takes no number"
    assert slips.ask(FILL, 0, 100_00).cash_amount == 100_00


def test_nor_one_sent_that_was_asked_for_before(slips: Slips) -> None:
    asked = [slips.authorise(slips.ask(FILL, **place)) for place in ({"table": slips.table}, {})]
    retire_the_set(slips)
    for slip in asked:
        refused("set_retired", lambda held=slip: slips.send(held))
        assert slips.on_the_way(slip) == (0, 0)


def test_what_is_under_way_arrives_and_what_lies_there_comes_back(slips: Slips) -> None:
    slips.received(chips=500_00, table=slips.table)
    sent = slips.sent(chips=300_00)
    retire_the_set(slips)
    slips.receive(sent)
    slips.received(CREDIT, 200_00, table=slips.table)
    assert slips.in_tray == 300_00
    slips.received(CREDIT, 100_00)


def test_a_fill_of_the_set_in_its_place_goes_out(slips: Slips) -> None:
    retire_the_set(slips)
    facts = {"pieces": {100_00: 50, 25_00: 50}, "name": "New", "use": "primary", "reason": "papers", "key": key()}
    cage.receive_chips(room=slips.desk.room, **facts, **slips.desk.at_the_vault())
    new = Counted({100_00: 3, 25_00: 8})
    assert slips.sent(counted=new, table=slips.table).chips_amount == 500_00
    assert "Chips of 500" in refused("set_retired", lambda: slips.ask(chips=500_00, table=slips.table)).message


def test_no_drawer_is_filled_with_them_by_amount(slips: Slips) -> None:
    desk = slips.desk
    retire_the_set(slips)
    cash, chips = tills_of(desk.drawer)[::-1]
    facts = {"drawer": desk.drawer, **desk.at_the_vault()}
    refused("set_retired", lambda: cage.fund_drawer(chips=100_00, cash=0, key=key(), **facts))
    cage.fund_drawer(chips=0, cash=100_00, key=key(), **facts)
    assert [till.balance for till in tills_of(desk.drawer)] == [chips.balance, cash.balance + 100_00]
