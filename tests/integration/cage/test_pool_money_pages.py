"""The page of a pool: its money, and the forms of seed, of its recovery and of deposits."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cage.models import PoolDeposit, PoolSeed, PromoPool
from cage.selectors.pool_money import money_in
from config.rooms.models import Room
from config.staff.models import User
from players.models import Transfer
from tests.attacks.test_crafted_pool_days import otherwise, the_row
from tests.support.arranged import arranged
from tests.support.awards import a_pool, deposited, feed, seeded, stocked
from tests.support.days import end_day
from tests.support.desk import Desk, at_play_now, key, person
from tests.support.figures import tells
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db
PIN = "4711"


@arranged
def opened() -> HandTable:
    """A table that feeds a pool of 6 with a reserve of 4, whose terms announce a seed of 50."""
    table = open_hand_table()
    stocked(table.desk, chips=90_00, cash=80_00)
    a_pool(table.desk, seed=50_00)
    feed(table)
    return table


@pytest.fixture
def desk(opened: HandTable) -> Desk:
    return at_play_now(opened.desk)


@pytest.fixture
def pool(desk: Desk) -> PromoPool:
    return PromoPool.objects.get(room=desk.room, name="Bad beat")


@pytest.fixture
def manager(desk: Desk) -> Client:
    return signed_in(desk.manager)


def with_pin(someone: User) -> dict[str, str]:
    someone.set_pin(PIN)
    someone.save()
    return {"badge": someone.badge_number, "pin": PIN}


def seed_form(desk: Desk, amount: str, **changed: Any) -> dict[str, Any]:
    said = {"key": key(), "amount": amount, "reason": "it was won"} | with_pin(person(desk.room, "auditor"))
    return said | changed


def deposit_form(desk: Desk, amount: str, **changed: Any) -> dict[str, Any]:
    return {"key": key(), "amount": amount, "reference": "no. 4711"} | with_pin(desk.cashier) | changed


def shown(client: Client, pool: PromoPool) -> str:
    return text(client.get(reverse("pool", args=[pool.pk])))


def test_the_page_tells_the_seed_and_what_is_deposited(desk: Desk, pool: PromoPool, manager: Client) -> None:
    seeded(desk, pool, 20_00)
    deposited(desk, pool, 7_00)
    told = shown(manager, pool)
    assert "Announced 50 Put in 20 Taken back 0 Awarded 0 Lies there 20" in told
    assert "Counted for it, all time 10 Deposited, all time 7 Deposited, not awarded 7 Not deposited yet 23" in told
    assert "From the vault, up to 30." in told
    assert "Into the vault, up to 20." in told
    assert "own bank account, up to 23." in told
    assert f'href="{reverse("pool", args=[pool.pk])}"' in manager.get(reverse("pools")).content.decode()


def test_seed_goes_in_and_comes_back_with_a_slip_of_the_vault(desk: Desk, pool: PromoPool, manager: Client) -> None:
    for name, kind in (("pool_seed", "put_in"), ("pool_seed_recover", "recovered")):
        answer = manager.post(reverse(name, args=[pool.pk]), seed_form(desk, "12"))
        assert answer.status_code == 303, text(answer)
        seed = PoolSeed.objects.latest("pk")
        assert (seed.kind, seed.amount, seed.by) == (kind, 12_00, desk.manager)
        number = Transfer.objects.get(request_key=seed.request_key).chain_number
        assert answer.headers["Location"] == reverse("vault_slip", args=[number])
        slip = text(manager.get(answer.headers["Location"]))
        assert "Bad beat: it was won" in slip
        assert seed.second.badge_number in slip
        assert "Void it" not in slip
    told = shown(manager, pool)
    assert "Put in 12 Taken back 12 Awarded 0 Lies there 0" in told
    assert "taken back 12 it was won" in told


def test_a_refused_seed_stays_on_the_page_and_says_what_would_do(desk: Desk, pool: PromoPool, manager: Client) -> None:
    answer = manager.post(reverse("pool_seed", args=[pool.pk]), seed_form(desk, "51"))
    assert answer.status_code == 422
    told = text(answer)
    assert "announce a seed of 50, and 0 of it lies there: up to 50 goes in." in told
    assert 'value="51"' in answer.content.decode()
    answer = manager.post(reverse("pool_seed_recover", args=[pool.pk]), seed_form(desk, "1"))
    assert answer.status_code == 422
    assert "Up to 0 comes back" in text(answer)
    answer = manager.post(reverse("pool_seed", args=[pool.pk]), seed_form(desk, "5", pin="0000"))
    assert (answer.status_code, PoolSeed.objects.exists()) == (422, False)


def test_a_deposit_has_a_slip_and_is_taken_back_on_a_page_of_its_own(
    desk: Desk, pool: PromoPool, manager: Client
) -> None:
    answer = manager.post(reverse("pool_deposit", args=[pool.pk]), deposit_form(desk, "7"))
    assert answer.status_code == 303, text(answer)
    slip = manager.get(answer.headers["Location"])
    assert "Bad beat: deposit, slip no. 4711" in text(slip)
    assert "Void it" not in text(slip)
    assert reverse("pool", args=[pool.pk]) in slip.content.decode()
    deposit = PoolDeposit.objects.get()
    void = reverse("pool_deposit_void", args=[deposit.pk])
    assert void in manager.get(reverse("pool", args=[pool.pk])).content.decode()
    assert "Both rows stay." in text(manager.get(void))
    answer = manager.post(void, {"key": key(), "reason": "another pool’s"} | with_pin(desk.cashier))
    assert answer.headers["Location"] == reverse("pool", args=[pool.pk]), text(answer)
    told = shown(manager, pool)
    assert "Deposited, all time 0" in told
    assert f"{desk.manager} and {desk.cashier}: another pool’s" in told
    assert void not in manager.get(reverse("pool", args=[pool.pk])).content.decode()
    again = manager.post(void, {"key": key(), "reason": "twice"} | with_pin(desk.cashier))
    assert (again.status_code, "corrected already" in text(again)) == (422, True)


def test_a_refused_deposit_says_how_much_isn_t_deposited(desk: Desk, pool: PromoPool, manager: Client) -> None:
    answer = manager.post(reverse("pool_deposit", args=[pool.pk]), deposit_form(desk, "10.01"))
    assert (answer.status_code, money_in(pool).deposited) == (422, 0)
    assert "10 of what was counted for Bad beat lies there and isn’t deposited" in text(answer)


def test_who_only_reads_is_shown_no_form(desk: Desk, pool: PromoPool) -> None:
    seeded(desk, pool, 20_00)
    deposited(desk, pool, 7_00)
    told = shown(signed_in(person(desk.room, "auditor")), pool)
    assert "Deposited, all time 7" in told
    assert not [word for word in ("Put seed in", "Take seed back", "Deposit it", "Take it back") if word in told]


def test_forms_that_nothing_is_left_for_are_not_shown(desk: Desk, pool: PromoPool, manager: Client) -> None:
    seeded(desk, pool, 50_00)
    deposited(desk, pool, 60_00)
    told = shown(manager, pool)
    assert ("Put seed in" in told, "Take seed back" in told, "Deposit it" in told) == (False, True, False)


def test_the_default_pool_has_no_seed(opened: HandTable, desk: Desk, manager: Client) -> None:
    a_pool(desk, tables=())
    feed(opened)
    default = PromoPool.objects.get(room=desk.room, is_default=True)
    told = shown(manager, default)
    assert "No terms announce a seed for it." in told
    assert tells(told, "10")
    assert "Put seed in" not in told


def test_a_pool_of_another_room_is_not_there(pool: PromoPool) -> None:
    other = open_hand_table().desk
    client = signed_in(other.manager)
    assert client.get(reverse("pool", args=[pool.pk])).status_code == 404
    assert client.post(reverse("pool_seed", args=[pool.pk]), seed_form(other, "1")).status_code == 404


def test_what_is_late_stands_on_the_page_and_keeps_the_day_open(opened: HandTable) -> None:
    desk, pool = opened.desk, PromoPool.objects.get(name="Bad beat")
    Room.objects.filter(pk=desk.room.pk).update(awards_need_deposit=True, pool_deposit_within=1)
    desk.room.refresh_from_db()
    end_day(desk)
    day = end_day(desk)
    client = signed_in(desk.manager)
    told = shown(client, pool)
    assert "10 lies here for 1 gaming day and longer, and isn’t deposited." in told
    assert "Nothing is awarded before it is deposited (WAC 230-15-400(3))." in told
    assert "10 of Bad beat is not deposited in its bank account" in text(client.get(reverse("day", args=[day])))


def test_the_sheet_of_the_day_tells_the_seed(desk: Desk, pool: PromoPool, manager: Client) -> None:
    seeded(desk, pool, 20_00)
    sheet = text(manager.get(reverse("pool_day", args=[desk.room.gaming_day(desk.now)])))
    assert "Put in by the house, as its seed 20 20 0" in sheet
    assert "Put in by the house 20: the pool begins" in sheet


def test_a_sheet_that_was_signed_before_seed_was_told_stays_as_it_was(opened: HandTable) -> None:
    end_day(opened.desk)

    def of_before(figures: dict[str, Any]) -> None:
        for each in figures["pools"]:
            del each["seeds"], each["lines"]["seeded"], each["lines"]["recovered"]

    the_row(opened, text=otherwise(opened, of_before))
    sheet = text(signed_in(opened.desk.manager).get(reverse("pool_day", args=[opened.session.gaming_day])))
    assert "Counted for it 10 10 0 Awarded 0 0 0" in sheet
