"""Chips of a retired set after its last day: refused with the way on, or approved by somebody above (C-7)."""

from datetime import timedelta
from typing import Any

import pytest

from cage import services as cage
from cage.counted import Counted
from cage.models import CashOut, ChipSet
from cage.selectors.chip_sets import has_late_sets
from config.audit.models import AuditEvent
from config.rooms.models import Room
from players.models import AccountKind
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.refusals import refused
from tests.support.window import carried_off
from tests.unit.cage.test_tokes import a_dealer, books_agree

pytestmark = pytest.mark.django_db
RED, BLUE = {25_00: 4}, {100_00: 1}


@arranged
def desk() -> Desk:
    """A room with blue chips of 1 and 100 in use, and red ones of 25 whose last day is over."""
    desk = open_desk(chips=0, cash=0)
    for name, pieces, use in (("Blue", {100_00: 500, 1_00: 5_000}, "primary"), ("Red", {25_00: 400}, "secondary")):
        facts = {"pieces": pieces, "name": name, "use": use, "reason": "papers", "key": key()}
        cage.receive_chips(room=desk.room, **facts, **desk.at_the_vault())
    cage.stock_vault(room=desk.room, chips=0, cash=50_000_00, key=key(), reason="bank", **desk.at_the_vault())
    cage.fund_drawer(drawer=desk.drawer, chips=20_000_00, cash=20_000_00, key=key(), **desk.at_the_vault())
    carried_off(desk, 100_00, desk.drawer)
    retire(desk, "Red")
    desk.now += timedelta(days=2)
    return desk


def retire(desk: Desk, name: str) -> None:
    """A set is retired, with the next gaming day as its last."""
    facts = {"chip_set": ChipSet.objects.get(name=name), "reason": "new ones", "confirmed": True}
    last = desk.room.gaming_day(desk.now) + timedelta(days=1)
    cage.retire_set(last_day=last, key=key(), **facts, **desk.at_the_vault())


def asked(desk: Desk, setting: str, way: str = "") -> None:
    Room.objects.filter(pk=desk.room.pk).update(late_chips=setting, late_chips_way=way)
    desk.room.refresh_from_db()


def present(desk: Desk, pieces: dict[int, int] | None, **facts: Any) -> Any:
    """Chips of 100 that the books don't know, laid on the counter."""
    given = {"patron": desk.player("Ann"), "amount": 100_00, "origin": "brought_back", "pieces": pieces}
    return cage.redeem_presented(room=desk.room, drawer=desk.drawer, key=key(), **(given | desk.by() | facts))


def cash_out(desk: Desk, **facts: Any) -> CashOut:
    """100 of a rack with 200."""
    player = desk.player("Ann")
    desk.buy_in(player, 200_00)
    given = {"player": player, "amount": 100_00, "drawer": desk.drawer, "room": desk.room, "key": key()}
    return cage.cash_out(**(given | desk.by() | facts))


class TestPresented:
    def test_until_the_last_day_is_over_they_are_paid(self, desk: Desk) -> None:
        desk.now -= timedelta(days=1)
        assert present(desk, RED).amount == 100_00

    def test_afterwards_they_are_refused_with_the_way_on(self, desk: Desk) -> None:
        before = desk.held(AccountKind.ABROAD)
        said = refused("last_day_over", lambda: present(desk, RED))
        assert said.message == (
            "Chips of 25 are of Red, whose last day was 8 March 2025. Give them back, or let a manager approve it with "
            "badge and PIN."
        )
        assert (said.field, desk.held(AccountKind.ABROAD)) == ("badge", before)

    def test_others_are_paid_and_all_are_counted(self, desk: Desk) -> None:
        assert "Red" in refused("count_missing", lambda: present(desk, None)).message
        assert present(desk, BLUE).amount == 100_00

    def test_one_late_chip_among_others_is_one_too_many(self, desk: Desk) -> None:
        refused("last_day_over", lambda: present(desk, {25_00: 1, 1_00: 75}))

    def test_somebody_above_approves_it_and_is_in_the_trail(self, desk: Desk) -> None:
        refused("second_is_first", lambda: present(desk, RED, second=desk.cashier, second_pieces=RED))
        refused("second_may_not", lambda: present(desk, RED, second=person(desk.room, "host"), second_pieces=RED))
        slip = present(desk, RED, second=desk.manager, second_pieces=RED)
        assert slip.second == desk.manager
        told = AuditEvent.objects.get(verb="chips.presented").after
        assert told["late_chips_approved_by"] == desk.manager.display_name
        books_agree()

    def test_where_nobody_takes_them_the_patron_is_told_where_to_turn(self, desk: Desk) -> None:
        asked(desk, "refused", "the gaming commission, within a year")
        said = refused("last_day_over", lambda: present(desk, RED, second=desk.manager, second_pieces=RED))
        assert said.message.endswith("Give them back: the patron turns to the gaming commission, within a year.")
        asked(desk, "refused")
        assert "the manager of the room" in refused("last_day_over", lambda: present(desk, RED)).message


class TestCashOuts:
    def test_the_cashier_says_that_some_are_late(self, desk: Desk) -> None:
        said = refused("last_day_over", lambda: cash_out(desk, is_late=True))
        assert "Some of these chips are of Red" in said.message
        assert not CashOut.objects.exists()
        assert cash_out(desk).amount == 100_00

    def test_it_is_approved_by_somebody_above(self, desk: Desk) -> None:
        refused("second_may_not", lambda: cash_out(desk, is_late=True, second=person(desk.room, "host")))
        cash_out(desk, is_late=True, second=desk.manager)
        told = AuditEvent.objects.get(verb="cash_out.paid").after
        assert told["late_chips_approved_by"] == desk.manager.display_name

    def test_nothing_is_late_before(self, desk: Desk) -> None:
        desk.now -= timedelta(days=1)
        assert not has_late_sets(desk.room, desk.now)
        assert cash_out(desk, is_late=True).amount == 100_00

    def test_where_no_set_is_taken_every_chip_is_late(self, desk: Desk) -> None:
        player = desk.player("Bea")
        desk.buy_in(player, 200_00)
        retire(desk, "Blue")
        desk.now += timedelta(days=2)
        facts = {"room": desk.room, "player": player, "amount": 200_00, "drawer": desk.drawer, "key": key()}
        refused("last_day_over", lambda: cage.cash_out(**facts, **desk.by()))
        assert cage.cash_out(second=desk.manager, **facts, **desk.by()).amount == 200_00


class TestElsewhere:
    def exchange(self, desk: Desk, taken: Any, given: Any, **facts: Any) -> Any:
        pieces = {"what": "chips", "taken": taken, "given": given, "key": key()}
        return cage.exchange(drawer=desk.drawer, **(pieces | desk.by() | facts))

    def test_an_even_exchange_takes_none_unless_somebody_approves(self, desk: Desk) -> None:
        refused("last_day_over", lambda: self.exchange(desk, RED, BLUE))
        self.exchange(desk, RED, BLUE, second=desk.manager)
        told = AuditEvent.objects.get(verb="drawer.exchanged").after
        assert told["late_chips_approved_by"] == desk.manager.display_name

    def test_they_go_back_to_the_vault_and_not_out_of_it(self, desk: Desk) -> None:
        vault = {"side": "vault", "second": desk.manager}
        assert self.exchange(desk, BLUE, RED, **vault).amount == 100_00
        refused("set_retired", lambda: self.exchange(desk, RED, BLUE, **vault))

    def test_dealers_bring_none_as_tokes(self, desk: Desk) -> None:
        facts = {"dealer": a_dealer(desk, "D1"), "counted": Counted(RED), "drawer": desk.drawer, "key": key()}
        refused("last_day_over", lambda: cage.exchange_tokes(second=desk.second, **facts, **desk.by()))
        assert cage.exchange_tokes(second=desk.manager, **facts, **desk.by()).amount == 100_00
