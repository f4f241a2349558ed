"""Fills without a slip are by their pieces: kept, told on the slip, and known where chips are counted by value."""

from typing import Any

import pytest

from cage import services as cage
from cage.counted import Counted
from cage.models import DrawerFill
from cage.selectors.drawer_pieces import drawer_pieces
from cage.selectors.vault_counts import PLACE, vault_pieces
from cage.selectors.vault_moves import vault_move, vault_moves, vault_paper
from cage.services.drawers import tills_of
from players.models import Transfer
from tests.support.desk import Desk, key
from tests.support.drawers import close_exactly, open_exactly
from tests.support.refusals import refused
from tests.support.vault import begun, entered

pytestmark = pytest.mark.django_db
PIECES = Counted({25_00: 20, 5_00: 4}, {100_00: 3})


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A room with 9,000 in chips and 9,000 in cash in its vault, counted; its drawer is open as counted."""
    facts = {"chips": 9_000_00, "cash": 9_000_00, "key": key(), "reason": "a delivery"}
    cage.stock_vault(room=desk.room, **facts, **desk.at_the_vault())  # type: ignore[arg-type]
    count = begun(desk)
    for who in (desk.manager, desk.second):
        entered(count, who, desk.at(), Counted({25_00: 200, 5_00: 400, 1_00: 2000}, {100_00: 90}))
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
    open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
    return desk


def fill(desk: Desk, counted: Counted | None = PIECES, **facts: Any) -> DrawerFill:
    given = {"drawer": desk.drawer, "counted": counted, "key": key(), "again": True} | desk.at_the_vault()
    cage.fund_drawer(**(given | facts))
    return DrawerFill.objects.latest("pk")


def slip(desk: Desk) -> list[tuple[str, str]]:
    """The facts of the newest slip of the vault."""
    day = desk.room.gaming_day(desk.now)
    return list(vault_paper(vault_moves(desk.room, day)[0], desk.room).facts)


def lying(desk: Desk, value: int) -> tuple[int, int]:
    """The least pieces of a value in the vault and in the drawer."""
    return vault_pieces(desk.room)[PLACE].get(value, 0), drawer_pieces(desk.room)[str(desk.drawer)].get(value, 0)


def test_the_amounts_follow_from_the_pieces(desk: Desk) -> None:
    before = [till.balance for till in tills_of(desk.drawer)]
    made = fill(desk, reason="the evening")
    assert [till.balance for till in tills_of(desk.drawer)] == [before[0] + 520_00, before[1] + 300_00]
    assert (made.chips, made.cash, made.is_spread) == ({"2500": 20, "500": 4}, {"10000": 3}, False)
    assert (made.chips_amount, made.cash_amount, made.drawer) == (520_00, 300_00, desk.drawer)
    facts = slip(desk)
    assert ("Chips", "520") in facts
    told = [("Chips of 25", "20 pieces"), ("Chips of 5", "4 pieces"), ("Cash of 100", "3 pieces")]
    assert [fact for fact in facts if "pieces" in fact[1]] == told


def test_an_amount_alone_is_spread_and_its_slip_says_so(desk: Desk) -> None:
    made = fill(desk, None, chips=500_00, cash=20_00)
    assert sum(int(value) * count for value, count in made.chips.items()) == made.chips_amount == 500_00
    assert (made.is_spread, made.cash, len(made.chips) > 1) == (True, {}, True)
    assert ("Pieces", "not stated; spread over the values") in slip(desk)


def test_what_can_t_be_filled_is_refused(desk: Desk) -> None:
    refused("denomination_unknown", lambda: fill(desk, Counted({7_00: 1})))
    refused("denomination_unknown", lambda: fill(desk, Counted({}, {7_00: 1})))
    refused("fill_empty", lambda: fill(desk, Counted({5_00: 0})))
    refused("vault_short", lambda: fill(desk, Counted({100_00: 91})))
    assert DrawerFill.objects.filter(is_spread=False).count() == 0


def test_chips_that_no_set_in_use_has_don_t_go_out(desk: Desk) -> None:
    two = desk.at_the_vault()
    dear = cage.receive_chips(
        room=desk.room, pieces={1_000_00: 2}, reason="plaques", name="Plaques", use="secondary", key=key(), **two
    )
    day = desk.room.gaming_day(desk.now)
    cage.retire_set(chip_set=dear.chip_set, last_day=day, reason="worn", key=key(), confirmed=True, **two)
    refused("set_retired", lambda: fill(desk, Counted({1_000_00: 1})))
    assert fill(desk).chips_amount == 520_00


def test_the_vault_has_the_less_and_the_drawer_the_more(desk: Desk) -> None:
    vault, drawer = lying(desk, 25_00)
    fill(desk)
    assert lying(desk, 25_00) == (vault - 20, drawer + 20)
    assert (vault, lying(desk, 1_00)[0]) == (200, 2000)


def test_of_an_amount_alone_any_pieces_may_have_gone_and_none_have_surely_come(desk: Desk) -> None:
    vault, drawer = lying(desk, 25_00)
    fill(desk, None, chips=500_00)
    assert lying(desk, 25_00) == (vault - 20, drawer)
    fill(desk, None, chips=500_00)
    assert lying(desk, 5_00)[0] == 400 - 200


def test_what_was_taken_back_lies_in_no_drawer(desk: Desk) -> None:
    _, drawer = lying(desk, 25_00)
    fill(desk, Counted({25_00: 20}))
    number = Transfer.objects.filter(room=desk.room, kind="fill").latest("pk").chain_number
    assert vault_move(desk.room, number)
    cage.void_vault_move(room=desk.room, number=number, reason="the wrong drawer", key=key(), **desk.at_the_vault())
    assert lying(desk, 25_00)[1] <= drawer
