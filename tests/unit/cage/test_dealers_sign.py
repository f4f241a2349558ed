"""A dealer signs with their own badge and PIN where the tray is counted, filled or sends chips back (C-8)."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from cage.models import TransitAct, TrayCount
from config.audit.books import Finding, audit
from config.audit.models import AuditEvent
from config.rooms.models import Room
from players.models import Transfer
from tables.models import Dealer
from tables.services import (
    DealerSigned,
    close_table,
    end_shift,
    put_in,
    register_dealer,
    set_dealer_pin,
    start_shift,
    tap_out,
    undo_push,
)
from tests.support.arranged import arranged
from tests.support.desk import Desk
from tests.support.refusals import refused
from tests.support.slips import CREDIT, Slips, open_slips_desk

pytestmark = pytest.mark.django_db
P = TrayCount.Part
PIN = "4711"


@arranged
def slips() -> Slips:
    """A table whose tray holds 500; Mia, who has a PIN, deals there."""
    slips = open_slips_desk()
    slips.received(chips=500_00, table=slips.table)
    deal(slips.desk, "Mia", "D7", pin=PIN)
    return slips


def deal(desk: Desk, name: str, badge: str, *, pin: str = "") -> Dealer:
    """A dealer who comes on and deals at the first table."""
    facts = {"by": desk.manager, "at": desk.at()}
    dealer = register_dealer(room=desk.room, badge_number=badge, display_name=name, **facts)
    start_shift(dealer=dealer, **facts)
    put_in(session=desk.session, dealer=dealer, **facts)
    return set_dealer_pin(dealer=dealer, pin=pin, **facts) if pin else dealer


def signed(slips: Slips, name: str = "Mia") -> DealerSigned:
    """Badge and PIN of a dealer, just shown."""
    return DealerSigned(Dealer.objects.get(display_name=name).pk, slips.desk.at())


def asked(slips: Slips, setting: str) -> None:
    """The setting of the room, and of the table that the tests hold."""
    Room.objects.filter(pk=slips.desk.room.pk).update(dealers_sign=setting)
    slips.table.room.dealers_sign = setting


def faults() -> list[Finding]:
    connection.check_constraints()
    return [finding for finding in audit() if not finding.holds]


class TestCounts:
    def test_the_dealer_counts_and_a_supervisor_verifies(self, slips: Slips) -> None:
        count = slips.count(490_00, P.SHIFT, second=None, dealer=signed(slips))
        assert (count.is_dealer_signed, count.counted_by, count.verified_by) == (True, None, slips.floor)
        assert (count.counter, Transfer.objects.get(kind="variance").reason) == (
            "Mia",
            f"Mia counted, {slips.floor} verified",
        )
        told = AuditEvent.objects.get(verb="tray.counted").after
        assert (told["dealer_signed"], "counter" in told) == ("Mia", False)
        assert faults() == []

    def test_a_colleague_does_not_sign_for_them(self, slips: Slips) -> None:
        said = refused("dealer_must_sign", lambda: slips.count(500_00))
        assert "Mia" in said.message
        assert said.field == "dealer_badge"
        assert not TrayCount.objects.exists()

    def test_another_dealer_does_not_either(self, slips: Slips) -> None:
        deal(slips.desk, "Noor", "D8", pin=PIN)
        refused("dealer_must_sign", lambda: slips.count(500_00, second=None, dealer=signed(slips)))
        assert slips.count(500_00, second=None, dealer=signed(slips, "Noor")).counter == "Noor"

    def test_one_of_the_two_is_a_supervisor(self, slips: Slips) -> None:
        facts: dict[str, Any] = {"by": slips.dealer, "dealer": signed(slips)}
        assert "Mia" in refused("supervisor_needed", lambda: slips.count(500_00, second=None, **facts)).message
        count = slips.count(500_00, second=slips.floor, **facts)
        assert (count.counted_by, count.verified_by, count.counter) == (slips.dealer, slips.floor, "Mia")

    def test_who_has_set_the_pin_today_does_not_verify(self, slips: Slips) -> None:
        facts: dict[str, Any] = {"second": None, "dealer": signed(slips)}
        refused("dealer_pin_is_new", lambda: slips.count(500_00, by=slips.desk.manager, **facts))
        refused(
            "dealer_pin_is_new", lambda: slips.count(500_00, by=slips.dealer, **facts | {"second": slips.desk.manager})
        )

    def test_by_the_setting_nobody_those_with_a_pin_or_every_dealer_signs(self, slips: Slips) -> None:
        asked(slips, "nobody")
        assert slips.count(500_00).counted_by == slips.dealer
        asked(slips, "everybody")
        deal(slips.desk, "Noor", "D8")
        said = refused("dealer_pin_missing", lambda: slips.count(500_00))
        assert "under Dealers" in said.message
        asked(slips, "with_pin")
        assert not slips.count(500_00).is_dealer_signed

    def test_nobody_is_tapped_out_of_a_signature(self, slips: Slips) -> None:
        tap_out(session=slips.desk.session, by=slips.floor, at=slips.desk.at())
        said = refused("dealer_must_sign", lambda: slips.count(490_00))
        assert "Mia" in said.message
        assert slips.count(490_00, P.SHIFT, second=None, dealer=signed(slips)).counter == "Mia"

    def test_who_dealt_last_signs_until_the_tray_is_counted(self, slips: Slips) -> None:
        tap_out(session=slips.desk.session, by=slips.floor, at=slips.desk.at())
        slips.count(500_00, second=None, dealer=signed(slips))
        count = slips.count(500_00, P.SHIFT)
        assert (count.counted_by, count.dealer) == (slips.dealer, None), "nobody has dealt since"

    def test_a_closed_table_is_counted_by_who_dealt_it(self, slips: Slips) -> None:
        close_table(session=slips.desk.session, by=slips.floor, at=slips.desk.at())
        refused("dealer_must_sign", lambda: slips.count(500_00, P.CLOSING))
        assert slips.count(500_00, P.CLOSING, second=None, dealer=signed(slips)).is_dealer_signed

    def test_who_has_gone_off_is_named_and_does_not_sign(self, slips: Slips) -> None:
        desk = slips.desk
        tap_out(session=desk.session, by=slips.floor, at=desk.at())
        end_shift(dealer=Dealer.objects.get(display_name="Mia"), by=slips.floor, at=desk.at())
        count = slips.count(500_00, P.SHIFT)
        assert (str(count.dealer), count.is_dealer_signed) == ("Mia", False)

    def test_a_push_that_was_undone_is_no_down(self, slips: Slips) -> None:
        desk = slips.desk
        noor = register_dealer(room=desk.room, badge_number="D8", display_name="Noor", **desk.by())
        start_shift(dealer=noor, **desk.by())
        put_in(session=desk.session, dealer=noor, **desk.by())
        seen = [desk.session.downs.get(ended_at=None).pk]
        undo_push(room=desk.room, seen=seen, by=slips.floor, at=desk.at())
        tap_out(session=desk.session, by=slips.floor, at=desk.at())
        assert slips.count(500_00, second=None, dealer=signed(slips)).counter == "Mia"

    def test_the_database_keeps_no_count_of_nobody(self, slips: Slips) -> None:
        count = slips.count(500_00, second=None, dealer=signed(slips))
        values = {field.attname: getattr(count, field.attname) for field in TrayCount._meta.concrete_fields}
        values |= {"id": None, "request_key": "nobody's", "is_dealer_signed": False}
        with pytest.raises(IntegrityError), transaction.atomic():
            TrayCount.objects.create(**values)


class TestSlips:
    @pytest.mark.parametrize("step", ["received", "sent"])
    def test_the_dealer_verifies_what_comes_and_what_goes(self, slips: Slips, step: str) -> None:
        if step == "received":
            slip = slips.sent(chips=100_00, table=slips.table)
            refused("dealer_must_sign", lambda: slips.receive(slip))
            slips.receive(slip, verifier=None, dealer=signed(slips))
        else:
            slip = slips.authorise(slips.ask(CREDIT, chips=100_00, table=slips.table))
            refused("dealer_must_sign", lambda: slips.send(slip))
            slips.send(slip, verifier=None, dealer=signed(slips))
        act = TransitAct.objects.get(slip=slip, step=step)
        assert (act.is_dealer_signed, act.verifier, str(act.dealer)) == (True, None, "Mia")
        assert AuditEvent.objects.filter(verb=f"slip.{step}").latest("pk").after["dealer_signed"] == "Mia"
        assert faults() == []

    def test_no_chips_leave_a_tray_while_its_dealer_is_tapped_out(self, slips: Slips) -> None:
        slip = slips.authorise(slips.ask(CREDIT, 100_00, table=slips.table))
        tap_out(session=slips.desk.session, by=slips.floor, at=slips.desk.at())
        refused("dealer_must_sign", lambda: slips.send(slip))
        slips.send(slip, verifier=None, dealer=signed(slips))
        act = TransitAct.objects.get(slip=slip, step="sent")
        assert (act.is_dealer_signed, str(act.dealer)) == (True, "Mia")

    def test_at_the_vault_no_dealer_signs(self, slips: Slips) -> None:
        slip = slips.authorise(slips.ask(CREDIT, chips=100_00, table=slips.table))
        slips.send(slip, verifier=None, dealer=signed(slips))
        slips.receive(slip)
        assert not TransitAct.objects.get(slip=slip, step="received").is_dealer_signed

    @pytest.mark.parametrize("who", ["sender", "runner"])
    def test_who_has_set_the_pin_today_has_no_hand_in_it(self, slips: Slips, who: str) -> None:
        slip = slips.authorise(slips.ask(CREDIT, chips=100_00, table=slips.table))
        Dealer.objects.update(pin_set_by=slips.floor if who == "sender" else slips.runner)
        refused("dealer_pin_is_new", lambda: slips.send(slip, verifier=None, dealer=signed(slips)))

    def test_the_database_keeps_no_fill_that_nobody_verified(self, slips: Slips) -> None:
        slip = slips.sent(chips=100_00, table=slips.table)
        slips.receive(slip, verifier=None, dealer=signed(slips))
        other = slips.sent(chips=100_00, table=slips.table)
        act = TransitAct.objects.get(slip=slip, step="received")
        values = {field.attname: getattr(act, field.attname) for field in TransitAct._meta.concrete_fields}
        values |= {"id": None, "request_key": "nobody's", "slip_id": other.pk, "is_dealer_signed": False}
        with pytest.raises(IntegrityError, match="nobody verified"), transaction.atomic():
            TransitAct.objects.create(**values)
