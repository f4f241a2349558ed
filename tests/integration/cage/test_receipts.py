"""Receipts: numbered one by one in each room, with the gaming day; a refusal takes no number."""

from collections.abc import Callable

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from cage.checks.slips import receipts_missing
from cage.models import BuyIn, CashOut
from config.errors import DomainError
from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk
from tests.support.people import signed_in


@arranged
def desk() -> Desk:
    return open_desk()


def numbers(desk: Desk) -> list[int]:
    """All the receipt numbers of the room, in the order of time."""
    done = [*BuyIn.objects.filter(room=desk.room), *CashOut.objects.filter(room=desk.room)]
    return [each.receipt for each in sorted(done, key=lambda each: (each.at, each.receipt))]


def test_buy_ins_and_cash_outs_share_one_row_of_numbers(desk: Desk) -> None:
    ann, bob = desk.player("Ann"), desk.player("Bob")
    desk.buy_in(ann, 200_00)
    desk.cash_out(ann, 100_00)
    desk.buy_in(bob, 100_00)
    assert numbers(desk) == [1, 2, 3]


def test_a_refused_sale_takes_no_number(desk: Desk) -> None:
    ann = desk.player("Ann")
    desk.buy_in(ann, 200_00)
    for refused in (lambda: desk.buy_in(ann, 10**12), lambda: desk.cash_out(ann, 300_00)):
        with pytest.raises(DomainError):
            refused()
    desk.cash_out(ann, 200_00)
    assert numbers(desk) == [1, 2]
    assert list(receipts_missing()) == []


def test_each_room_counts_for_itself(desk: Desk) -> None:
    other = open_desk()
    desk.buy_in(desk.player("Ann"), 200_00)
    other.buy_in(other.player("Bob"), 200_00)
    assert numbers(desk) == numbers(other) == [1]


def test_the_receipt_shows_its_number_and_the_gaming_day(desk: Desk) -> None:
    window: Client = signed_in(desk.cashier)
    bought = desk.buy_in(desk.player("Ann"), 200_00)
    page = window.get(reverse("buy_in_receipt", args=[bought.pk])).content.decode()
    assert f"Receipt {bought.receipt} · buy-in" in page
    assert f"<dt>Gaming day</dt><dd>{bought.gaming_day:%-d %b %Y}</dd>" in page


def test_sales_at_once_are_numbered_without_a_gap(committed_db: str, together: Callable[..., list[object]]) -> None:
    desk = open_desk()
    people = [desk.player(f"Player {number}") for number in range(6)]
    outcomes = together(*(lambda person=person: desk.buy_in(person, 200_00) for person in people))
    assert all(isinstance(outcome, BuyIn) for outcome in outcomes), outcomes
    assert sorted(numbers(desk)) == [1, 2, 3, 4, 5, 6]
    assert list(receipts_missing()) == []


def test_a_lost_receipt_is_named_by_the_audit(committed_db: str) -> None:
    desk = open_desk()
    bought = desk.buy_in(desk.player("Ann"), 200_00)
    desk.buy_in(desk.player("Bob"), 200_00)
    with connections["owner"].cursor() as cursor:
        cursor.execute("alter table cage_buyin disable trigger user")
        cursor.execute("delete from cage_buyin where id = %s", [bought.pk])
        cursor.execute("alter table cage_buyin enable trigger user")
    (said,) = receipts_missing()
    assert "2 receipts were given, 1 are kept, the last is number 2" in said
