"""A debt on the pages of its case, its player and the cage; collected, paid at the window, written off."""

import pytest
from django.test import Client

from config.staff.services import set_own_pin
from disputes.services import Payment
from players.models import Debt, DebtEntry
from tests.support.arranged import arranged
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.people import signed_in


@arranged
def desk() -> DisputeTable:
    return open_dispute_table()


@pytest.fixture
def debt(desk: DisputeTable) -> Debt:
    """60 of 119, by a player who has left with 59."""
    case = desk.open(desk.showdown())
    desk.table.desk.leave(desk.sitting(desk.winner))
    desk.table.desk.cash_out(desk.sitting(desk.winner).player, 200_00)
    desk.rule(case, Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 119_00), second=desk.other)
    return Debt.objects.get()


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_case_and_player_and_cage_say_what_they_owe(desk: DisputeTable, debt: Debt) -> None:
    floor, cashier = signed_in(desk.table.floor), signed_in(desk.table.desk.cashier)
    assert f'href="/debts/{debt.pk}/collect/"' in page(floor, f"/disputes/{debt.case_id}/")
    assert f"owes 60 to case {debt.case_id}" in page(floor, f"/players/{debt.player_id}/")
    at_the_cage = page(cashier, f"/cage/players/{debt.player_id}/")
    assert f"owes 60 to case {debt.case_id}" in at_the_cage
    assert f'href="/cage/debts/{debt.pk}/"' in at_the_cage


def test_he_pays_part_at_the_window_and_the_supervisor_reads_the_rest(desk: DisputeTable, debt: Debt) -> None:
    cashier, address = signed_in(desk.table.desk.cashier), f"/cage/debts/{debt.pk}/"
    sent = {"how": "cash", "amount": "25", "drawer": desk.table.desk.drawer.pk, "key": key()}
    assert f'<option value="{desk.table.desk.drawer.pk}" selected>' in page(cashier, address)
    assert cashier.post(address, sent).status_code == 303
    floor = signed_in(desk.table.floor)
    shown = page(floor, f"/debts/{debt.pk}/")
    assert "35 owed" in shown
    assert "cash at the cage, Window 1" in shown
    more = cashier.post(address, sent | {"amount": "36", "key": key()})
    assert more.status_code == 422
    assert "owes 35: enter that, or less" in more.content.decode()
    assert cashier.post(address, sent | {"amount": "35", "key": key()}).status_code == 303
    assert "nothing owed" in page(floor, f"/debts/{debt.pk}/")
    assert "owes 60" not in page(cashier, f"/cage/players/{debt.player_id}/")


def test_a_supervisor_collects_chips_that_are_there(desk: DisputeTable, debt: Debt) -> None:
    floor = signed_in(desk.table.floor)
    refused = floor.post(f"/debts/{debt.pk}/collect/", {"how": "seat", "amount": "5", "key": key()})
    assert refused.status_code == 422
    assert "sits nowhere" in refused.content.decode()
    assert floor.post(f"/cage/debts/{debt.pk}/", {}).status_code == 403
    assert floor.get(f"/debts/{debt.pk}/write-off/").status_code == 403


def test_a_manager_writes_off_with_a_second_persons_pin(desk: DisputeTable, debt: Debt) -> None:
    set_own_pin(person=desk.other, pin="2580", at=desk.table.later())
    manager, address = signed_in(desk.manager), f"/debts/{debt.pk}/write-off/"
    sent = {"reason": "gone", "badge": desk.other.badge_number, "pin": "1111", "key": key()}
    wrong = manager.post(address, sent)
    assert wrong.status_code == 422
    assert f"That is not the PIN of {desk.other}" in wrong.content.decode()
    short = manager.post(address, sent | {"pin": "2580"})
    assert "The vault has not enough chips" in short.content.decode()
    assert DebtEntry.objects.count() == 0


def test_a_debt_of_another_room_is_none(desk: DisputeTable, debt: Debt) -> None:
    stranger = open_dispute_table().table.floor
    assert signed_in(stranger).get(f"/debts/{debt.pk}/").status_code == 404
