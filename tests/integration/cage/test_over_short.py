"""The page of what was short or over tells of the whole account in the ledger, boxes among the rest."""

import pytest
from django.urls import reverse

from cage.selectors.over_short import Counted, over_short
from config.rooms.models import Room
from players.models import AccountKind
from tests.support.boxes import counted, pulled
from tests.support.desk import Desk
from tests.support.drawers import close_exactly
from tests.support.people import signed_in
from tests.support.slips import Slips, open_slips_desk
from tests.support.table import HandTable
from tests.support.vault import vault_counted
from tests.support.words import text

pytestmark = pytest.mark.django_db
FROM, TO = "What short and over comes to", "Since the books began"


def account(desk: Desk) -> str:
    shown = text(signed_in(desk.manager).get(reverse("variances")))
    return shown[shown.index(FROM) : shown.index(TO)] if FROM in shown else ""


@pytest.fixture
def slips() -> Slips:
    return open_slips_desk()


def test_what_everything_was_off_by_adds_up_to_the_account(slips: Slips) -> None:
    desk = slips.desk
    table = HandTable(desk, {seat: desk.seated(200_00, seat=seat) for seat in (1, 2, 3)})
    table.tick(500)
    counted(desk, pulled(desk, "P1"), -200)
    slips.count(500_00 - 25_00)
    slips.count(500_00 - 25_00)
    slips.receive(slips.sent(chips=300_00), chips=275_00)
    vault_counted(desk, chips=1_00, cash=-2_00)
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at(), cash=-3_00)
    told = over_short(desk.room)
    assert told
    assert [(part.what, part.chips, part.cash) for part in told.parts] == [
        (Counted.DRAWERS, 0, -3_00), (Counted.SLIPS, -25_00, 0), (Counted.TRAYS, 475_00, 0),
        (Counted.VAULT, 1_00, -2_00), (Counted.BOXES, -2_00, 0),
    ]  # fmt: skip
    assert (told.chips, told.cash) == (sum(part.chips for part in told.parts), sum(part.cash for part in told.parts))
    held = [-desk.held(kind) for kind in (AccountKind.OVER_SHORT, AccountKind.OVER_SHORT_CASH)]
    assert [told.chips, told.cash] == held == [449_00, -5_00]
    said = account(desk)
    assert "In this account boxes are 2 short, and are not listed here" in said
    for line in ("Drawers right 3 short", "Boxes 2 short right", "The account in the ledger 449 over 5 short"):
        assert line in said, line
    page = signed_in(desk.manager).get(reverse("variances")).content.decode()
    assert f'href="{reverse("drop_reports")}"' in page
    assert over_short(Room.objects.create(name="Empty", slug="empty")) is None


def test_a_room_without_any_has_no_such_part(slips: Slips) -> None:
    assert over_short(slips.desk.room) is None
    assert account(slips.desk) == ""


def test_where_no_box_was_off_no_sentence_speaks_of_them(slips: Slips) -> None:
    vault_counted(slips.desk, chips=1_00)
    said = account(slips.desk)
    assert "The vault 1 over right" in said
    assert "boxes" not in said
