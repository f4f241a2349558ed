"""What one person voids alone at the window: raised by two, and never more than the room had set; and what the audit
finds of voids that came past all of it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from cage import services as cage
from cage.checks.slips import unmoved_voids
from cage.models import BuyIn, SlipVoid
from config.audit.models import AuditEvent
from config.audit.services import record
from config.audit.telling import told
from config.days.selectors import notes_of
from config.requests.services import claim
from config.rooms.models import Room
from config.rooms.services import change_settings
from players.checks.limits import voids_nobody_allowed
from players.four_eyes import SLIP_VOID, approve
from players.ledger import next_receipt, reverse
from players.models import Transfer
from tests.support.desk import Desk, key, person
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
KEPT = (
    "name", "currency", "currency_symbol", "exponent", "smallest_chip", "time_zone", "gaming_day_start", "helpline",
    "identity_asked",
)  # fmt: skip


def set_alone(desk: Desk, amount: int, **facts: Any) -> Room:
    """Set what one person may void alone, by an administrator; everything else stays."""
    room = Room.objects.get(pk=desk.room.pk)
    given = {name: getattr(room, name) for name in KEPT} | {"by": person(room, "administrator"), "at": desk.at()}
    desk.room = change_settings(room=room, void_alone=amount, **given | facts)
    return desk.room


def void(desk: Desk, slip: BuyIn, **facts: Any) -> SlipVoid:
    return cage.void_buy_in(bought=slip, **{"reason": "typed twice", "key": key()} | desk.by() | facts)


class TestRaising:
    def test_more_takes_two(self, desk: Desk) -> None:
        refused("second_needed", lambda: set_alone(desk, 101_00))
        assert Room.objects.get(pk=desk.room.pk).void_alone == 100_00

    def test_whoever_asks_is_not_the_second(self, desk: Desk) -> None:
        boss = person(desk.room, "administrator")
        refused("second_is_first", lambda: set_alone(desk, 101_00, by=boss, second=boss))

    def test_a_second_who_answers_for_nothing_here(self, desk: Desk) -> None:
        refused("second_may_not", lambda: set_alone(desk, 101_00, second=desk.cashier))

    def test_two_raise_it_and_stand_in_the_trail(self, desk: Desk) -> None:
        set_alone(desk, 500_00, second=desk.manager)
        event = AuditEvent.objects.filter(verb="room.changed").latest("pk")
        assert (event.before["void_alone"], event.after["void_alone"]) == (100_00, 500_00)
        assert event.after["second"] == desk.manager.pk
        assert void(desk, desk.buy_in(desk.player(), 300_00)).second is None

    def test_raised_used_and_lowered_again_stands_among_the_notes_of_the_day(self, desk: Desk) -> None:
        boss, day = person(desk.room, "administrator"), desk.room.gaming_day(desk.now)
        set_alone(desk, 5_000_00, by=boss, second=desk.manager)
        set_alone(desk, 100_00, by=boss, second=desk.manager)
        up, down = [each for each in notes_of(desk.room, day) if "by one person alone" in each.sentence]
        label = "“Voids at the window, by one person alone”"
        assert up.sentence.startswith(f"{boss} changed {label} from $100 to $5,000 at ")
        assert up.sentence.endswith(f", confirmed by {desk.manager}.")
        assert f"from $5,000 to $100 at {desk.now.astimezone(desk.room.zone):%H:%M}." in down.sentence
        assert [each for each in notes_of(desk.room, day + timedelta(days=1)) if "changed" in each.sentence] == []

    def test_who_was_sent_along_where_nobody_is_asked_has_confirmed_nothing(self, desk: Desk) -> None:
        set_alone(desk, 50_00, second=desk.manager)
        assert "second" not in AuditEvent.objects.filter(verb="room.changed").latest("pk").after

    def test_the_trail_tells_a_limit_as_money(self, desk: Desk) -> None:
        set_alone(desk, 50_00)
        (row,) = told([AuditEvent.objects.filter(verb="room.changed").latest("pk")], desk.room)
        assert ("$50" in str(row), "5000" in str(row)) == (True, False)

    def test_the_refusal_of_a_second_names_whom_to_ask(self, desk: Desk) -> None:
        bought, host = desk.buy_in(desk.player(), 300_00), person(desk.room, "host")
        said = refused("second_may_not", lambda: void(desk, bought, second=host)).message
        assert said.endswith("ask a floor supervisor or a manager.")

    def test_less_or_the_same_takes_one(self, desk: Desk) -> None:
        assert set_alone(desk, 100_00).void_alone == 100_00
        assert set_alone(desk, 0).void_alone == 0
        bought = desk.buy_in(desk.player(), 100_00)
        refused("second_needed", lambda: void(desk, bought))

    def test_lowered_and_raised_again_takes_two(self, desk: Desk) -> None:
        """Not what it was once counts, but what it is now."""
        set_alone(desk, 50_00)
        refused("second_needed", lambda: set_alone(desk, 100_00))


class TestWhatOneMightVoidAlone:
    def test_a_void_by_the_limit_of_its_time_is_no_fault_afterwards(self, desk: Desk) -> None:
        void(desk, desk.buy_in(desk.player(), 100_00))
        set_alone(desk, 500_00, second=desk.manager)
        void(desk, desk.buy_in(desk.player(), 200_00))
        set_alone(desk, 10_00)
        assert list(voids_nobody_allowed()) == []

    def test_a_void_by_a_limit_that_the_room_never_had(self, desk: Desk) -> None:
        request = key()
        claim(request, "theft", {}, **desk.by())
        act = approve(SLIP_VOID, room=desk.room, amount=300_00, second=None, limit=900_00, key=request, **desk.by())
        said = f"act {act.pk} (slip_void of 30000) went by a limit of 90000, which the room hasn't had"
        assert list(voids_nobody_allowed()) == [said]

    def test_the_limit_of_another_room_is_none_here(self, desk: Desk) -> None:
        Room.objects.create(name="Other", slug="other", void_alone=900_00)
        request = key()
        claim(request, "theft", {}, **desk.by())
        approve(SLIP_VOID, room=desk.room, amount=300_00, second=None, limit=900_00, key=request, **desk.by())
        assert len(list(voids_nobody_allowed())) == 1

    def test_a_void_by_two_goes_by_no_limit(self, desk: Desk) -> None:
        void(desk, desk.buy_in(desk.player(), 300_00), second=desk.second)
        assert list(voids_nobody_allowed()) == []


class TestWhatMovedByAVoid:
    """The rows that a commit would refuse are looked at before it, and taken back."""

    @pytest.fixture(autouse=True)
    def _taken_back(self, desk: Desk) -> Iterator[None]:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)

    def test_what_the_services_do_is_no_fault(self, desk: Desk) -> None:
        void(desk, desk.buy_in(desk.player(), 100_00))
        sitting = desk.seated(100_00)
        void(desk, desk.buy_in(sitting.player, 50_00), second=desk.second)
        assert list(unmoved_voids()) == []

    def test_a_void_that_moved_nothing(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        self.voided(desk, bought, key())
        assert list(unmoved_voids()) == [f"buy-in {bought.pk} is 2 transfers, 0 went back, 0 of them by its void"]

    def test_chips_that_went_back_without_a_void(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        self.taken_back(desk, bought)
        assert list(unmoved_voids()) == [f"buy-in {bought.pk} is 2 transfers, 2 went back, 0 of them by its void"]

    def test_a_payment_that_went_back_without_a_void(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 100_00)
        paid = desk.cash_out(player, 100_00)
        self.taken_back(desk, paid)
        assert list(unmoved_voids()) == [f"cash-out {paid.pk} is 2 transfers, 2 went back, 0 of them by its void"]

    def test_half_of_a_sale_that_went_back(self, desk: Desk) -> None:
        """The cash went back by the void, and the chips stayed with the player."""
        bought = desk.buy_in(desk.player(), 100_00)
        request = self.taken_back(desk, bought, rows=1)
        self.voided(desk, bought, request)
        assert list(unmoved_voids()) == [f"buy-in {bought.pk} is 2 transfers, 1 went back, 1 of them by its void"]

    def test_another_request_that_took_it_back_than_its_void(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        self.taken_back(desk, bought)
        self.voided(desk, bought, key())
        assert list(unmoved_voids()) == [f"buy-in {bought.pk} is 2 transfers, 2 went back, 0 of them by its void"]

    def voided(self, desk: Desk, bought: BuyIn, request: str) -> None:
        SlipVoid.objects.create(
            room=desk.room, buy_in=bought, reason="test", receipt=next_receipt(desk.room), gaming_day=bought.gaming_day,
            at=desk.now, by=desk.cashier, request_key=request,
        )  # fmt: skip

    def taken_back(self, desk: Desk, slip: Any, rows: int = 2) -> str:
        """The rows of a slip reversed, as no service does it; returns the request."""
        request, facts = key(), desk.by()
        claim(request, "theft", {}, **facts)
        record("buy_in.voided", desk.session, room=desk.room, **facts)
        moved = list(Transfer.objects.filter(request_key=slip.request_key).order_by("number"))[:rows]
        reverse(transfers=moved, key=request, reason="test", **facts)
        return request
