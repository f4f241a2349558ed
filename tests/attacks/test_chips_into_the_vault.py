"""A person who stocks the vault, fills drawers and has friends at the window makes no chips alone, and no fortune by
two."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from cage import services as cage
from config.rooms.models import Room
from players.checks.books import unapproved_money, unconfirmed_money
from players.ledger import Move, house_account, post
from players.models import AccountKind, MoneyAct, TransferKind
from tests.support.arranged import arranged
from tests.support.corrections import faults
from tests.support.desk import Desk, key, open_desk, person
from tests.support.refusals import refused

FORTUNE = 10**13


@arranged
def desk() -> Desk:
    return open_desk()


def stock(desk: Desk, chips: int = 100_00, **facts: Any) -> None:
    given: dict[str, Any] = {"room": desk.room, "chips": chips, "cash": 0, "key": key(), "reason": "delivery"}
    cage.stock_vault(**(given | desk.at_the_vault() | facts))


def fill(desk: Desk, chips: int, **facts: Any) -> None:
    given: dict[str, Any] = {"drawer": desk.drawer, "chips": chips, "cash": 0, "key": key()}
    cage.fund_drawer(**(given | desk.at_the_vault() | facts))


def test_a_manager_alone_puts_nothing_into_the_vault(desk: Desk) -> None:
    refused("above_most", lambda: stock(desk, FORTUNE, second=None))
    refused("second_needed", lambda: stock(desk, 1_00, second=None))
    refused("second_is_first", lambda: stock(desk, second=desk.manager))
    refused("second_may_not", lambda: stock(desk, second=person(desk.room, "host")))
    assert desk.held(AccountKind.VAULT_CHIPS) == 0


@pytest.mark.parametrize("what", ["chips", "cash"])
def test_two_of_them_bring_no_fortune_and_it_is_written_down_who_they_were(desk: Desk, what: str) -> None:
    refused("above_most", lambda: stock(desk, **({"chips": 0} | {what: FORTUNE})), most=desk.room.vault_most)
    stock(desk, 100_00)
    act = MoneyAct.objects.latest("pk")
    assert (act.act, act.amount, act.by, act.second) == ("stock", 100_00, desk.manager, desk.cashier)
    assert faults() == []


def test_what_comes_at_once_at_most_the_room_sets(desk: Desk) -> None:
    Room.objects.update(vault_most=100_00)
    desk.room.refresh_from_db()
    refused("above_most", lambda: stock(desk, 101_00))
    refused("above_most", lambda: stock(desk, 0, cash=100_01))
    stock(desk, 100_00, cash=100_00)


def test_nobody_fills_a_drawer_alone(desk: Desk) -> None:
    stock(desk, 100_00)
    before = desk.held(AccountKind.DRAWER_CHIPS)
    refused("second_needed", lambda: fill(desk, 100_00, second=None))
    refused("second_is_first", lambda: fill(desk, 100_00, by=desk.cashier))
    assert desk.held(AccountKind.DRAWER_CHIPS) == before
    fill(desk, 100_00)
    assert (desk.held(AccountKind.DRAWER_CHIPS), faults()) == (before + 100_00, [])


def test_chips_that_no_act_answers_for_are_named(desk: Desk) -> None:
    issue, vault = (house_account(desk.room, kind) for kind in (AccountKind.CHIP_ISSUE, AccountKind.VAULT_CHIPS))
    post(room=desk.room, key="back door", moves=[Move(issue, vault, 5_00, TransferKind.ISSUE)], **desk.by())
    assert list(unapproved_money()) == ["request back door moved 500 after the fact; no act says who answers for it"]
    with pytest.raises(IntegrityError, match="nobody asked for these transfers"), transaction.atomic():
        connection.check_constraints()
    transaction.set_rollback(True)


def test_an_act_of_two_that_one_did_is_named(desk: Desk) -> None:
    day = desk.room.gaming_day(desk.now)
    facts = {"room": desk.room, "act": "stock", "amount": 0, "limit": 0, "by": desk.manager, "at": desk.now}
    act = MoneyAct.objects.create(**facts, gaming_day=day, request_key="alone")
    assert list(unconfirmed_money()) == [f"act {act.pk} was not confirmed by somebody else"]
