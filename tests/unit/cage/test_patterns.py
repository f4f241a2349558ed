"""What one person is short or over on a gaming day counts together, wherever they were: nobody takes a little under the
notice all night and is asked nothing (R28)."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from cage import services as cage
from cage.models import BoxHanging, BoxPull, Drawer, Investigation, TrayCount
from cage.selectors.regulator_notes import not_told
from config.staff.models import User
from players.ledger import tray_account
from tables.models import Table, TableSession
from tables.services import add_table, put_in, register_dealer, start_shift, tap_out
from tests.support.arranged import arranged
from tests.support.banks import a_runner
from tests.support.boxes import counted, hung, pulled
from tests.support.desk import key, open_desk, person
from tests.support.drawers import by_the_books, close_exactly, open_exactly, opened
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.slips import Slips, open_slips_desk
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db
P = TrayCount.Part


@arranged
def hands() -> HandTable:
    """A table that plays."""
    return open_hand_table()


@arranged
def slips() -> Slips:
    """A table whose tray holds 500."""
    slips = open_slips_desk()
    slips.received(chips=500_00, table=slips.table)
    return slips


def asked() -> int:
    """The number of variances that somebody is asked about."""
    return Investigation.objects.count()


def carry_short(slips: Slips, by: int, runner: User | None = None) -> None:
    """A fill of the drawer of which so much less came than was sent."""
    slip = slips.send(slips.authorise(slips.ask()), runner=runner or slips.runner)
    slips.receive(slip, chips=slip.chips_amount - by)


def close_short(slips: Slips, by: int, second: User | None = None) -> None:
    """The drawer is closed by so much short in chips, and opened again."""
    desk = slips.desk
    close_exactly(desk.drawer, by=desk.cashier, second=second or desk.second, at=desk.at(), chips=-by)
    open_exactly(desk.drawer, by=desk.cashier, at=desk.at())


class TestWhoCarries:
    def test_a_little_on_the_way_of_each_slip_adds_up(self, slips: Slips) -> None:
        carry_short(slips, 4_00)
        assert asked() == 0
        carry_short(slips, 4_00)
        assert [each.carried is not None for each in Investigation.objects.all()] == [True]

    def test_each_begins_anew_by_person_and_by_day(self, slips: Slips) -> None:
        carry_short(slips, 4_00)
        carry_short(slips, 4_00, runner=person(slips.desk.room, "floor"))
        slips.desk.now = slips.desk.now.replace(day=slips.desk.now.day + 1)
        carry_short(slips, 4_00)
        assert asked() == 0

    def test_what_came_as_sent_asks_nothing(self, slips: Slips) -> None:
        carry_short(slips, 4_00)
        carry_short(slips, 0)
        assert asked() == 0

    def test_the_regulator_is_told_of_what_comes_to_it_together(self, slips: Slips) -> None:
        carry_short(slips, 120_00)
        assert not_told(slips.desk.room) == []
        carry_short(slips, 120_00)
        assert len(not_told(slips.desk.room)) == 1


class TestWhoIsSeveral:
    def test_who_carries_and_counts_a_tray_is_one_person(self, slips: Slips) -> None:
        carry_short(slips, 4_00)
        slips.count(496_00, P.SHIFT, by=slips.runner)
        assert Investigation.objects.get().tray is not None

    def test_a_chip_runner_s_bank_counts_with_what_they_carry(self) -> None:
        slips = open_slips_desk()
        desk, runner = slips.desk, person(slips.desk.room, "runner")
        facts: dict[str, Any] = {"by": desk.manager, "at": desk.at()}
        bank = opened(desk.room, "Runner 1", cashier=runner, kind=Drawer.Kind.RUNNER, **facts)
        cage.fund_drawer(drawer=bank, chips=100_00, cash=0, key=key(), second=runner, **facts)
        close_exactly(bank, by=runner, second=desk.second, at=desk.at(), chips=-4_00)
        assert asked() == 0
        open_exactly(bank, by=runner, at=desk.at())
        close_exactly(bank, by=runner, second=desk.second, at=desk.at(), chips=-4_00)
        assert asked() == 1

    def test_what_one_person_is_short_of_in_parts_is_settled_by_two(self) -> None:
        """40 short twice a day is 80, however often the bank is closed between; another day begins anew."""
        slips = open_slips_desk(variance_notice=20_00, investigation_from=50_00)
        desk, runner = slips.desk, person(slips.desk.room, "runner")
        bank = a_runner(desk, by=runner)
        close_exactly(bank, by=runner, second=desk.second, at=desk.at(), chips=-40_00)
        open_exactly(bank, by=runner, at=desk.at())
        close_exactly(bank, by=runner, second=desk.second, at=desk.at(), chips=-40_00)
        first, second = Investigation.objects.order_by("pk")
        facts: dict[str, Any] = {"outcome": Investigation.State.ACCEPTED, "text": "not found", "by": desk.manager}
        assert signed_in(desk.manager).get(reverse("variances")).content.decode().count('name="badge"') == 2
        refused("second_needed", lambda: cage.settle_investigation(investigation=first, **facts, at=desk.at()))
        facts["second"] = person(desk.room, "cashier")
        cage.settle_investigation(investigation=first, **facts, at=desk.at())
        refused("second_needed", lambda: cage.settle_investigation(
            investigation=second, **(facts | {"second": None}), at=desk.at()
        ))  # fmt: skip
        desk.now += timedelta(days=1)
        open_exactly(bank, by=runner, at=desk.at())
        close_exactly(bank, by=runner, second=desk.second, at=desk.at(), chips=-40_00)
        alone = Investigation.objects.latest("pk")
        cage.settle_investigation(investigation=alone, **(facts | {"second": None}), at=desk.at())


class TestTrays:
    def tray(self, slips: Slips) -> Table:
        desk = slips.desk
        table = add_table(room=desk.room, name=f"Table {key()[:6]}", seats=9, by=desk.manager, at=desk.at())
        cage.set_tray(table=table, imprest=500_00, by=desk.manager, at=desk.at())
        slips.received(chips=500_00, table=table)
        return table

    def test_who_verifies_a_little_short_at_each_table_is_asked(self, slips: Slips) -> None:
        for table, expected in ((slips.table, 0), (self.tray(slips), 1)):
            host = person(slips.desk.room, "host")
            slips.count(tray_account(table).balance - 4_00, P.SHIFT, table=table, second=host)
            assert asked() == expected

    def test_what_makes_up_for_it_at_another_table_of_others_does_not(self, slips: Slips) -> None:
        slips.count(496_00, P.SHIFT)
        other = {"by": slips.other_floor, "second": person(slips.desk.room, "host")}
        slips.count(504_00 - 12_00, P.SHIFT, **other)
        assert asked() == 1, "the tray itself is short by 8 in the day"

    def test_a_dealer_is_short_at_whatever_table(self, slips: Slips) -> None:
        desk = slips.desk
        dora = register_dealer(room=desk.room, badge_number="D7", display_name="Dora", **desk.by())
        start_shift(dealer=dora, **desk.by())
        for session, expected in ((desk.session, 0), (desk.open_table(), 1)):
            table = session.table
            if session != desk.session:
                cage.set_tray(table=table, imprest=500_00, by=desk.manager, at=desk.at())
                slips.received(chips=500_00, table=table)
            put_in(session=session, dealer=dora, **desk.by())
            two = {"by": person(desk.room, "floor"), "second": person(desk.room, "host")}
            slips.count(496_00, P.SHIFT, table=table, **two)
            assert asked() == expected
            tap_out(session=session, **desk.by())


class TestBoxes:
    """A little out of each box all night adds up, as it does elsewhere."""

    def pull(self, hands: HandTable, session: TableSession, **people: Any) -> BoxPull:
        """A box into which 5.00 of rake went, pulled by people who take part in nothing else, but for those that are
        named; another hangs in its place."""
        desk, table = hands.desk, session.table
        hanging = BoxHanging.objects.filter(table=table, taken_at=None).select_related("box").first()
        box = hanging.box if hanging else hung(desk, key()[:6].upper(), table=table)
        hands.tick(5_00, session=session)
        spare = cage.add_box(room=desk.room, number=key()[:6].upper(), kind="rake", **desk.by())
        two = {"by": person(desk.room, "floor"), "second": person(desk.room, "floor")} | people
        return pulled(desk, box.number, next_number=spare.number, table=table, **two)

    def short(self, hands: HandTable, missing: int, session: TableSession | None = None, **people: Any) -> None:
        """A box is pulled, and counted so much short."""
        counters = people.pop("counters", None)
        counted(hands.desk, self.pull(hands, session or hands.session, **people), off=-missing, by=counters)

    def another(self, hands: HandTable) -> TableSession:
        """Another table at which people play."""
        session = hands.desk.open_table()
        for seat in (1, 2):
            player = hands.desk.player()
            hands.desk.buy_in(player, 200_00, session=session)
            hands.desk.seat(player, seat, 200_00, session=session)
        return session

    def test_those_of_one_table_and_kind(self, hands: HandTable) -> None:
        self.short(hands, 4_00)
        assert asked() == 0
        self.short(hands, 4_00)
        assert Investigation.objects.get().box_variance is not None

    @pytest.mark.parametrize("part", ["by", "second", "counters"])
    def test_those_that_one_person_had_in_hand(self, hands: HandTable, part: str) -> None:
        room = hands.desk.room
        one = person(room, "floor")
        people = lambda: {part: (one, person(room, "floor")) if part == "counters" else one}  # noqa: E731 - for this test
        self.short(hands, 4_00, **people())
        assert asked() == 0
        self.short(hands, 4_00, self.another(hands), **people())
        assert asked() == 1

    def test_those_that_one_person_carried(self, hands: HandTable) -> None:
        desk, one = hands.desk, person(hands.desk.room, "floor")
        for session, expected in ((hands.session, 0), (self.another(hands), 1)):
            puller = person(desk.room, "floor")
            pull = self.pull(hands, session, by=puller)
            facts = {"by": puller, "second": one, "at": desk.at()}
            cage.hand_over_boxes(room=desk.room, pulls=[pull.pk], key=key(), **facts)
            counted(desk, pull, off=-4_00)
            assert asked() == expected

    def test_each_person_and_table_stands_alone(self, hands: HandTable) -> None:
        self.short(hands, 4_00)
        self.short(hands, 4_00, self.another(hands))
        assert asked() == 0

    def test_what_is_over_makes_up_for_what_is_short(self, hands: HandTable) -> None:
        """Boxes hold what many hands recorded: errors both ways are no pattern, and nothing for the regulator."""
        hands.desk.room.regulator_note_from = 8_00
        hands.desk.room.save()
        for off in (4_00, -4_00, 4_00):
            self.short(hands, off)
        assert asked() == 0

    def test_those_that_one_dealer_alone_dealt_into(self, hands: HandTable) -> None:
        desk, dealers = hands.desk, []
        for number in range(2):
            dealer = register_dealer(room=desk.room, badge_number=f"D{number}", display_name="Dora", **desk.by())
            start_shift(dealer=dealer, **desk.by())
            dealers.append(dealer)
        for session, dealer, expected in (
            (hands.session, dealers[0], 0), (self.another(hands), dealers[1], 0), (self.another(hands), dealers[0], 1)
        ):  # fmt: skip
            put_in(session=session, dealer=dealer, **desk.by())
            self.short(hands, 4_00, session)
            tap_out(session=session, **desk.by())
            assert asked() == expected


def test_who_closed_a_drawer_that_opens_short_is_asked_too() -> None:
    """Whoever takes a little after each close is named by each opening, whoever opens."""
    desk = open_desk()
    for expected in (0, 1):
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        other = person(desk.room, "cashier")
        facts: dict[str, Any] = {"by": other, "at": desk.at()}
        sheet = by_the_books(desk.drawer, cash=-4_00)
        session = cage.open_drawer(drawer=desk.drawer, counted=sheet, key=key(), **facts)
        cage.accept_opening(session=session, key=key(), second=desk.second, **facts)
        assert asked() == expected
        close_exactly(desk.drawer, by=other, second=desk.second, at=desk.at())
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
