"""Fills from the vault and cash sent to the bank, taken back by two on their day and before a count (R34, R69)."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from cage import services as cage
from cage.models import Drawer
from cage.selectors.drawers import vault
from cage.selectors.vault_moves import vault_moves
from cage.services.drawers import tills_of
from config.audit.books import audit
from players.models import AccountKind, MoneyAct, Transfer
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import close_exactly, open_exactly
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.slips import open_slips_desk
from tests.support.vault import begun, vault_counted
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    """A room with 900 in chips and 800 in cash in its vault."""
    desk = open_desk()
    cage.stock_vault(room=desk.room, chips=900_00, cash=800_00, key=key(), reason="delivery", **desk.at_the_vault())
    return desk


def filled(desk: Desk, *, chips: int = 300_00, cash: int = 200_00) -> int:
    """A fill of the drawer; the number of its first row."""
    same = key()
    cage.fund_drawer(drawer=desk.drawer, chips=chips, cash=cash, key=same, again=True, **desk.at_the_vault())
    return Transfer.objects.get(request_key=same, number=1).chain_number


def banked(desk: Desk) -> int:
    same = key()
    cage.bank_cash(room=desk.room, amount=500_00, key=same, reason="slip 12", **desk.at_the_vault())
    return Transfer.objects.get(request_key=same).chain_number


def void(desk: Desk, number: int, **facts: Any) -> Transfer:
    given = {"room": desk.room, "number": number, "reason": "the wrong drawer", "key": key()} | desk.at_the_vault()
    return cage.void_vault_move(**(given | facts))


def held(drawer: Drawer) -> tuple[int, ...]:
    return tuple(till.balance for till in tills_of(drawer))


def faults() -> list[str]:
    connection.check_constraints()
    return [fault for each in audit() if not each.holds for fault in each.faults]


def test_a_fill_goes_back_whole(desk: Desk) -> None:
    before = held(desk.drawer)
    number = filled(desk)
    back = void(desk, number)
    assert (held(desk.drawer), vault(desk.room)) == (before, (900_00, 800_00))
    assert (back.reverses.request_key, back.reason) == (
        Transfer.objects.get(chain_number=number).request_key, "the wrong drawer",
    )  # fmt: skip
    act = MoneyAct.objects.latest("pk")
    assert (act.act, act.amount, act.by, act.second) == ("fill", 500_00, desk.manager, desk.cashier)
    assert faults() == []


def test_cash_that_was_sent_to_the_bank_comes_back(desk: Desk) -> None:
    bank = desk.held(AccountKind.BANK)
    void(desk, banked(desk))
    assert (vault(desk.room)[1], desk.held(AccountKind.BANK)) == (800_00, bank)
    assert MoneyAct.objects.latest("pk").act == "stock"
    assert faults() == []


def test_once_and_by_two_for_a_reason(desk: Desk) -> None:
    number, same = filled(desk), key()
    refused("second_needed", lambda: void(desk, number, second=None))
    refused("cashier_confirms", lambda: void(desk, number, second=person(desk.room, "cashier")))
    refused("reason_missing", lambda: void(desk, number, reason="x"))
    two = desk.at_the_vault()
    assert void(desk, number, key=same, **two) == void(desk, number, key=same, **two)
    refused("already_reversed", lambda: void(desk, number))


def test_not_once_the_drawer_was_counted(desk: Desk) -> None:
    number = filled(desk)
    close_exactly(desk.drawer, by=desk.cashier, second=person(desk.room, "floor"), at=desk.at())
    refused("drawer_closed", lambda: void(desk, number))
    open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
    assert "send a credit" in refused("counted_since", lambda: void(desk, number)).message


def test_not_once_the_vault_was_counted(desk: Desk) -> None:
    numbers = filled(desk), banked(desk)
    vault_counted(desk)
    for number in numbers:
        assert "The vault was counted" in refused("counted_since", lambda number=number: void(desk, number)).message
    begun(desk)
    refused("counted_since", lambda: void(desk, numbers[0]))


def test_not_while_the_vault_is_counted(desk: Desk) -> None:
    number = banked(desk)
    begun(desk)
    refused("vault_counting", lambda: void(desk, number))


def test_not_on_another_day(desk: Desk) -> None:
    numbers = filled(desk), banked(desk)
    desk.now += timedelta(days=1)
    for number in numbers:
        refused("day_is_over", lambda number=number: void(desk, number))


def test_not_what_the_drawer_no_longer_holds(desk: Desk) -> None:
    number = filled(desk, chips=300_00, cash=0)
    for _ in range(170):
        desk.buy_in(desk.player(), 300_00) if held(desk.drawer)[0] >= 300_00 else None
    refused("drawer_short", lambda: void(desk, number))


def test_nothing_else_is_taken_back_here(desk: Desk) -> None:
    stocked = Transfer.objects.filter(kind="funding").earliest("pk").chain_number
    for number in (stocked, 0):
        refused("not_voidable", lambda number=number: void(desk, number))
    fill = filled(desk)
    refused("not_voidable", lambda: void(desk, fill + 1))  # half of it
    back = void(desk, fill)
    refused("not_voidable", lambda: void(desk, back.chain_number))


def test_nor_what_a_slip_moved() -> None:
    slips = open_slips_desk()
    slips.send(slips.authorise(slips.ask()))
    sent = Transfer.objects.filter(kind="fill").latest("pk").chain_number
    refused("not_voidable", lambda: void(slips.desk, sent))


def test_both_slips_stay_and_name_each_other(desk: Desk) -> None:
    number = filled(desk)
    office = signed_in(desk.manager)
    assert "Void it" in text(office.get(f"/cage/vault/slips/{number}/"))
    back = void(desk, number)
    moves = {move.number: move for move in vault_moves(desk.room, desk.room.gaming_day(desk.now))}
    assert (moves[number].voided_by, moves[back.chain_number].voids) == (back.chain_number, number)
    shown = text(office.get(f"/cage/vault/slips/{number}/"))
    assert (f"VOID by vault slip {back.chain_number}" in shown, "Void it" in shown) == (True, False)
    assert f"vault slip {number}" in text(office.get(f"/cage/vault/slips/{back.chain_number}/"))
    assert "Chips back into the vault" in text(office.get(f"/cage/vault/slips/{filled(desk)}/void/"))
