"""The pages of fills, credits and trays: the next act is the one button, and no sheet tells what must be there."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from cage.models import Drawer, FeltResidual, TransitSlip, TrayCount
from cage.services.drawers import tills_of
from config.errors import DomainError
from config.staff.models import User
from config.staff.services import set_own_pin
from games.views import kept_tiles
from players.services.table_money import count_stack
from rake.morning.right_now import right_now
from tables.models import Dealer
from tables.selectors.alarms import alarms_of_room
from tables.services import put_in, register_dealer, start_shift
from tests.support.banks import a_runner
from tests.support.desk import Desk, key, person
from tests.support.figures import tells
from tests.support.people import signed_in
from tests.support.slips import CREDIT, Slips
from tests.support.words import text

pytestmark = pytest.mark.django_db
S = TransitSlip.State
PIN = "4711"


@pytest.fixture
def slips(desk: Desk) -> Slips:
    """A room at play now; everybody of a slip has a PIN."""
    slips = Slips(desk)
    for who in (slips.floor, slips.other_floor, slips.runner, slips.dealer, slips.desk.cashier, slips.desk.manager):
        set_own_pin(person=who, pin=PIN, at=slips.desk.now)
    return slips


def signed(who: User, name: str = "") -> dict[str, str]:
    """Badge and PIN of somebody at another's tablet."""
    return {f"{name}badge": who.badge_number, f"{name}pin": PIN}


def post(client: Client, name: str, pk: int, **data: Any) -> Any:
    return client.post(reverse(name, args=[pk]), {"key": key()} | data)


def the_slip() -> TransitSlip:
    return TransitSlip.objects.latest("pk")


@pytest.mark.parametrize("is_late", [False, True])
def test_a_slip_of_a_drawer_that_is_open_too_long_is_an_alarm_of_the_room(slips: Slips, *, is_late: bool) -> None:
    """A tray's stands at its table, and the end of a slip ends its alarm."""
    slip = slips.ask(chips=300_00)
    slips.ask(chips=200_00, table=slips.table)
    at = slip.at + timedelta(minutes=15, seconds=is_late)
    alarms = alarms_of_room(slips.desk.room, at)
    assert [alarm.href for alarm in alarms] == [reverse("slip", args=[slip.pk])] * is_late
    assert [line.text for line in right_now(slips.desk.room, at) if "slip" in line.text] == (
        ["2 slips are open for too long."] if is_late else []
    )
    if is_late:
        assert alarms[0].text == f"{slip} for Window 1 is open for too long: asked for"
        kept_tiles._alarms.clear()
        with patch("games.views.floor.timezone.now", return_value=at):
            assert alarms[0].text in text(signed_in(slips.floor).get(reverse("floor")))
        slips.end(slip, "refuse")
        assert alarms_of_room(slips.desk.room, at) == []


def test_a_fill_from_asking_to_receipt_at_one_tablet(slips: Slips) -> None:
    desk, tablet = slips.desk, signed_in(slips.desk.cashier)
    assert "Ask for a fill" in text(tablet.get(reverse("drawer", args=[desk.drawer.pk])))
    before = tills_of(desk.drawer)[0].balance
    assert post(tablet, "drawer_ask_fill", desk.drawer.pk, chips_10000="3").status_code == 303
    pk = the_slip().pk
    assert "Authorise it" in text(tablet.get(reverse("slip", args=[pk])))
    alone = post(tablet, "slip_authorise", pk)
    assert (alone.status_code, "may not authorise" in text(alone)) == (422, True)
    assert post(tablet, "slip_authorise", pk, **signed(slips.floor)).status_code == 303
    lacking = post(tablet, "slip_send", pk, **signed(desk.manager))
    assert (lacking.status_code, "Somebody carries it" in text(lacking)) == (422, True)
    both = signed(desk.manager) | signed(slips.runner, "runner_")
    assert post(tablet, "slip_send", pk, **both).status_code == 303
    assert "Received at Window 1" in text(tablet.get(reverse("slip", args=[pk])))
    short = post(tablet, "slip_receive", pk, chips_10000="2")
    assert (short.status_code, "not what was sent: count it again" in text(short)) == (422, True)
    assert "Counted again: it is so" in text(short)
    assert post(tablet, "slip_receive", pk, chips_10000="2", is_so="on").status_code == 303
    shown = text(tablet.get(reverse("slip", args=[pk])))
    assert "Not what was sent has come" in shown
    assert f"carried by {slips.runner}" in shown
    assert tills_of(desk.drawer)[0].balance == before + 200_00
    assert "200 of 300" in text(tablet.get(reverse("slips")))


def test_what_was_sent_comes_back_and_is_counted(slips: Slips) -> None:
    slip, office = slips.sent(), signed_in(slips.desk.manager)
    assert "It came back" in text(office.get(reverse("slip", args=[slip.pk])))
    silent = post(office, "slip_void", slip.pk, chips_10000="3")
    assert (silent.status_code, "Say in a few words why" in text(silent)) == (422, True)
    assert post(office, "slip_void", slip.pk, chips_10000="3", reason="the wrong window").status_code == 303
    listed = text(office.get(reverse("slips") + "?unused=1"))
    assert "the wrong window" in listed
    assert f"{slip}" in listed


def test_what_comes_back_short_is_what_was_counted(slips: Slips) -> None:
    slip, office = slips.sent(), signed_in(slips.desk.manager)
    back = {"chips_10000": "2", "reason": "the wrong window"}
    assert "Badge of who carried it" not in text(office.get(reverse("slip", args=[slip.pk])))
    asked = post(office, "slip_void", slip.pk, **back)
    assert (asked.status_code, "not what was sent: count it again" in text(asked)) == (422, True)
    assert "Badge of who carried it" in text(asked)
    alone = post(office, "slip_void", slip.pk, is_so="on", **back)
    assert (alone.status_code, f"{slips.runner}, who carried it, signs" in text(alone)) == (422, True)
    both = back | {"is_so": "on"} | signed(slips.runner, "runner_")
    assert post(office, "slip_void", slip.pk, **both).status_code == 303
    assert f"verified by {slips.runner}" in text(office.get(reverse("slip", args=[slip.pk])))
    assert slip.acts.latest("pk").chips_amount == 200_00
    assert slips.on_the_way(slip) == (0, 0)


def test_the_list_says_what_is_open_and_what_is_late(slips: Slips) -> None:
    slip, auditor = slips.ask(), signed_in(person(slips.desk.room, "auditor"))
    assert "asked for" in text(auditor.get(reverse("slips")))
    slips.desk.room.slip_minutes = 0
    slips.desk.room.save()
    assert "for too long" in text(signed_in(slips.desk.cashier).get(reverse("drawer", args=[slips.desk.drawer.pk])))
    assert "open for more than" in text(auditor.get(reverse("slip", args=[slip.pk])))
    assert post(auditor, "slip_void", slip.pk).status_code == 403


def test_a_tray_is_counted_by_two_and_told_to_nobody(slips: Slips) -> None:
    slips.received(chips=700_00, table=slips.table)
    floor = signed_in(slips.floor)
    shown = text(floor.get(reverse("tray", args=[slips.table.pk])))
    assert not tells(shown, "700")
    alone = post(floor, "tray", slips.table.pk, part="opening", chips_10000="6")
    assert (alone.status_code, "Two people sign" in text(alone)) == (422, True)
    for _ in range(2):
        done = post(floor, "tray", slips.table.pk, part="opening", chips_10000="6", **signed(slips.dealer))
        assert done.status_code == 303
        shown = text(floor.get(reverse("tray", args=[slips.table.pk])))
        assert not any(tells(shown, secret) for secret in ("700", "600", "−100"))
        assert ("Count it again" in shown) == (TrayCount.objects.count() == 1)
    assert [count.is_first for count in TrayCount.objects.order_by("pk")] == [True, False]
    assert TrayCount.objects.first().variance == -100_00
    tile = text(floor.get("/floor/"))
    assert "tray −100" in tile
    assert "box not counted" in tile


def test_a_tray_asks_for_its_own_fill(slips: Slips) -> None:
    floor = signed_in(slips.floor)
    assert "Tray" in text(floor.get(reverse("table", args=[slips.table.pk])))
    assert post(floor, "tray_ask_fill", slips.table.pk, chips_10000="2").status_code == 303
    assert (the_slip().table, the_slip().chips_amount) == (slips.table, 200_00)
    assert post(floor, "tray_ask_credit", slips.table.pk).status_code == 422


def test_the_floor_is_told_who_gives_a_table_its_tray(slips: Slips) -> None:
    table = slips.desk.open_table().table
    floor = signed_in(slips.floor)
    to = reverse("tray", args=[table.pk])
    assert f'href="{to}"' in floor.get(reverse("table", args=[table.pk])).content.decode()
    assert "A manager says here what it should hold" in text(floor.get(to))


def test_a_manager_gives_a_table_its_tray(slips: Slips) -> None:
    office, table = signed_in(slips.desk.manager), slips.desk.open_table().table
    assert post(office, "tray_set", table.pk, imprest="500").status_code == 303
    table.refresh_from_db()
    assert table.tray_imprest == 500_00
    assert post(office, "tray_set", table.pk, imprest="x").status_code == 422


def test_a_credit_is_received_by_the_vault(slips: Slips) -> None:
    slip, office = slips.sent(CREDIT, 0, 500_00), signed_in(slips.desk.manager)
    assert "Received at the vault" in text(office.get(reverse("slip", args=[slip.pk])))
    assert post(office, "slip_receive", slip.pk, cash_10000="5").status_code == 303
    slip.refresh_from_db()
    assert slip.state == S.RECEIVED


@pytest.mark.parametrize("verb", ["void", "refuse"])
def test_a_credit_that_was_sent_comes_back_to_its_tray(slips: Slips, verb: str) -> None:
    """Counted by who answers for the table, against who carried it: nobody else signs that."""
    slips.received(chips=300_00, table=slips.table)
    held, slip = slips.in_tray, slips.sent(CREDIT, 200_00, table=slips.table)
    assert slips.in_tray == held - 200_00
    slips.end(slip, verb)
    assert slips.in_tray == held
    slip.refresh_from_db()
    assert slip.state == {"void": S.VOIDED, "refuse": S.REFUSED}[verb]


def test_the_close_of_a_table_asks_before_it_books_what_the_felt_holds(slips: Slips) -> None:
    desk, floor = slips.desk, signed_in(slips.floor)
    sitting = desk.seated(200_00)
    count_stack(sitting=sitting, key=key(), **desk.counted(160_00, "recount"))
    desk.leave(sitting)
    asked = floor.post(reverse("close_table", args=[slips.table.pk]))
    assert (asked.status_code, "under your name" in text(asked)) == (422, True)
    assert "Book it, and close" in text(asked)
    again = floor.post(reverse("close_table", args=[slips.table.pk]), {"confirm": "residual"})
    assert (again.status_code, "Book it, and close" in text(again)) == (422, True)
    assert "What became of the chips needed to book it" in text(again)
    told = {"confirm": "residual", "close_reason": "carried off"}
    half = floor.post(reverse("close_table", args=[slips.table.pk]), told | {"badge": "nobody", "pin": "0000"})
    assert (half.status_code, 'value="residual"' in half.content.decode()) == (422, True), "asked once, not again"
    assert floor.post(reverse("close_table", args=[slips.table.pk]), told).status_code == 303
    assert (FeltResidual.objects.get().amount, FeltResidual.objects.get().reason) == (40_00, "carried off")
    shown = text(floor.get(reverse("felt_settle", args=[desk.session.pk])))
    assert "nothing to settle" in shown


def test_a_room_fills_by_slips_and_says_where(slips: Slips) -> None:
    slips.desk.room.fills_by_slip = True
    slips.desk.room.save()
    assert "Drawers are filled by slips here" in text(signed_in(slips.desk.manager).get(reverse("drawers")))


class TestDealersOwn:
    @pytest.fixture
    def mia(self, slips: Slips) -> Dealer:
        """A dealer at the first table, who chose a PIN at the manager's tablet."""
        desk, facts = slips.desk, {"by": slips.desk.manager, "at": slips.desk.now}
        mia = register_dealer(room=desk.room, badge_number="D7", display_name="Mia", **facts)
        start_shift(dealer=mia, **facts)
        put_in(session=desk.session, dealer=mia, **facts)
        chosen = {"own_pin": "5822", "again": "5822"}
        assert signed_in(desk.manager).post(reverse("dealer_pin", args=[mia.pk]), chosen).status_code == 303
        return Dealer.objects.get(pk=mia.pk)

    def test_a_tray_is_counted_by_the_dealer_at_the_supervisors_tablet(self, slips: Slips, mia: Dealer) -> None:
        tablet, pk = signed_in(slips.floor), slips.table.pk
        shown = text(tablet.get(reverse("tray", args=[pk])))
        assert "Badge of Mia, who deals" in shown
        assert "Badge of the supervisor" not in shown
        sheet = {"part": "opening", "chips_100": "0"}
        lacking = post(tablet, "tray", pk, **sheet)
        assert (lacking.status_code, "Mia signs for this tray" in text(lacking)) == (422, True)
        wrong = post(tablet, "tray", pk, **sheet, dealer_badge="D7", dealer_pin="9999")
        assert (wrong.status_code, "That is not Mia’s PIN" in text(wrong)) == (422, True)
        assert post(tablet, "tray", pk, **sheet, dealer_badge="D7", dealer_pin="5822").status_code == 303
        assert TrayCount.objects.get().is_dealer_signed
        assert "Mia signed" in text(tablet.get(reverse("tray", args=[pk])))

    def test_who_is_no_supervisor_is_asked_for_one(self, slips: Slips, mia: Dealer) -> None:
        tablet, pk = signed_in(slips.dealer), slips.table.pk
        assert "Badge of the supervisor" in text(tablet.get(reverse("tray", args=[pk])))
        sheet = {"part": "opening", "chips_100": "0", "dealer_badge": "D7", "dealer_pin": "5822"}
        assert post(tablet, "tray", pk, **sheet).status_code == 422
        assert post(tablet, "tray", pk, **sheet, **signed(slips.floor)).status_code == 303

    def test_a_fill_is_received_with_the_dealers_own_badge(self, slips: Slips, mia: Dealer) -> None:
        slip, tablet = slips.sent(chips=100_00, table=slips.table), signed_in(slips.floor)
        assert "Badge of Mia, who deals" in text(tablet.get(reverse("slip", args=[slip.pk])))
        refused = post(tablet, "slip_receive", slip.pk, chips_10000="1", **signed(slips.dealer, "dealer_"))
        assert (refused.status_code, "enter Mia’s own badge" in text(refused)) == (422, True)
        own = {"dealer_badge": "D7", "dealer_pin": "5822"}
        assert post(tablet, "slip_receive", slip.pk, chips_10000="1", **own).status_code == 303
        assert "verified and signed by Mia" in text(tablet.get(reverse("slip", args=[slip.pk])))

    def test_another_pin_takes_a_second_person(self, slips: Slips, mia: Dealer) -> None:
        tablet, chosen = signed_in(slips.floor), {"own_pin": "6933", "again": "6933"}
        at = reverse("dealer_pin", args=[mia.pk])
        differs = tablet.post(at, chosen | {"again": "6934"})
        assert (differs.status_code, "not the same PIN" in text(differs)) == (422, True)
        alone = tablet.post(at, chosen)
        assert (alone.status_code, "A second person confirms" in text(alone)) == (422, True)
        assert tablet.post(at, chosen | signed(slips.other_floor)).status_code == 303
        assert Dealer.objects.get(pk=mia.pk).check_pin("6933")


class TestRunnersBank:
    """A chip runner fills the own bank, and brings back what is in it, by slips like a cashier's (C-8)."""

    @pytest.fixture
    def bank(self, slips: Slips) -> Drawer:
        """A runner's bank with 1,000 of chips."""
        return a_runner(slips.desk)

    @pytest.fixture
    def runner(self, slips: Slips, bank: Drawer) -> User:
        """Whoever works it, with a PIN."""
        worker = bank.sessions.get(state="open").cashier
        set_own_pin(person=worker, pin=PIN, at=slips.desk.now)
        return worker

    def test_a_runner_sends_a_credit_with_the_four_acts(self, slips: Slips, bank: Drawer, runner: User) -> None:
        tablet = signed_in(runner)
        shown = text(tablet.get(reverse("runner")))
        assert ("Ask for a fill" in shown, "Send a credit" in shown) == (True, True)
        assert post(tablet, "runner_ask_credit", bank.pk, chips_10000="4").status_code == 303
        pk = the_slip().pk
        for page in (reverse("runner"), reverse("drawer", args=[bank.pk])):
            assert reverse("runner_slip", args=[pk]) in tablet.get(page).content.decode()
        alone = post(tablet, "runner_slip_authorise", pk)
        assert (alone.status_code, "may not authorise" in text(alone)) == (422, True)
        assert post(tablet, "runner_slip_authorise", pk, **signed(slips.floor)).status_code == 303
        itself = post(tablet, "runner_slip_send", pk, **signed(runner, "runner_"))
        assert itself.status_code == 422
        sent = post(tablet, "runner_slip_send", pk, **signed(slips.runner, "runner_"))
        assert sent["Location"] == reverse("runner_slip", args=[pk])
        assert tills_of(bank)[0].balance == 600_00
        assert post(signed_in(slips.desk.manager), "slip_receive", pk, chips_10000="4").status_code == 303
        assert the_slip().state == S.RECEIVED

    def test_a_runner_is_filled_and_counts_what_came(self, slips: Slips, bank: Drawer, runner: User) -> None:
        tablet = signed_in(runner)
        assert post(tablet, "runner_ask_fill", bank.pk, chips_10000="3").status_code == 303
        pk = the_slip().pk
        assert "Authorise it" in text(tablet.get(reverse("runner_slip", args=[pk])))
        slips.authorise(the_slip())
        slips.send(the_slip())
        assert "Received at" in text(tablet.get(reverse("runner_slip", args=[pk])))
        assert post(tablet, "runner_slip_receive", pk, chips_10000="3").status_code == 303
        assert tills_of(bank)[0].balance == 1_300_00

    def test_a_runner_answers_for_no_other_place(self, slips: Slips, bank: Drawer, runner: User) -> None:
        tablet, other = signed_in(runner), a_runner(slips.desk)
        assert post(tablet, "runner_ask_fill", other.pk, chips_10000="3").status_code == 404
        assert post(tablet, "runner_ask_fill", slips.desk.drawer.pk, chips_10000="3").status_code == 404
        windows = slips.ask()
        assert tablet.get(reverse("runner_slip", args=[windows.pk])).status_code == 404
        slips.authorise(windows)
        with pytest.raises(DomainError) as refused:
            slips.send(the_slip(), runner=runner)
        assert (refused.value.code, refused.value.field) == ("slip_may_not", "badge")
        assert post(tablet, "runner_slip_void", windows.pk, reason="no").status_code == 404
        with pytest.raises(DomainError) as refused:
            slips.ask(by=runner)
        assert refused.value.code == "slip_may_not"

    def test_a_manager_asks_with_the_runners_signature(self, slips: Slips, bank: Drawer, runner: User) -> None:
        office = signed_in(slips.desk.manager)
        refused = post(office, "drawer_ask_credit", bank.pk, chips_10000="1")
        assert "is worked by" in text(refused)
        assert post(office, "drawer_ask_credit", bank.pk, chips_10000="1", **signed(runner)).status_code == 303
