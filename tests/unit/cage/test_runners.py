"""Chip runners: a drawer that walks sells to players in their seats, and does nothing else."""

from typing import Any

import pytest
from django.urls import reverse

from cage import services as cage
from cage.models import Drawer
from cage.selectors.working_capital import runners_above_limit
from cage.services.drawers import tills_of
from config.audit.checks import CHECKS
from config.staff.models import User
from players.models import Ban
from players.services import bar_player
from tables.selectors.alarms import alarms_of_room
from tables.services import claim_hand, release_hand
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import by_the_books, close_exactly, opened, running
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.words import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def runner(desk: Desk) -> User:
    return person(desk.room, "runner")


@pytest.fixture
def walks(desk: Desk, runner: User) -> Drawer:
    """The runner's bank, with chips for 1,000; 9,000 in chips and as much cash lie in the vault behind it."""
    facts = {"by": desk.manager, "at": desk.at()}
    drawer = opened(desk.room, "Runner 1", cashier=runner, kind=Drawer.Kind.RUNNER, **facts)
    two = facts | {"second": desk.cashier}
    cage.stock_vault(room=desk.room, chips=10_000_00, cash=9_000_00, key=key(), reason="more", **two)
    cage.fund_drawer(drawer=drawer, chips=1_000_00, cash=0, key=key(), **two | {"second": runner})
    return drawer


def books_agree() -> None:
    for name, check in CHECKS.items():
        if check.faults.__module__.startswith(("players", "cage")):
            assert list(check.faults()) == [], name


def till(drawer: Drawer) -> tuple[int, int]:
    chips, cash = tills_of(drawer)
    return chips.balance, cash.balance


def test_a_sale_goes_on_to_the_stack_of_who_sits(desk: Desk, runner: User, walks: Drawer) -> None:
    sitting = desk.seated(100_00)
    bought = desk.buy_in(sitting.player, 50_00, drawer=walks, by=runner)
    assert (bought.sitting, bought.drawer, desk.stack(sitting)) == (sitting, walks, 150_00)
    assert till(walks) == (950_00, 50_00)
    books_agree()


def test_it_is_held_to_the_plaque_and_waits_for_the_hand(desk: Desk, runner: User, walks: Drawer) -> None:
    sitting = desk.seated(100_00)
    refused("above_max_buyin", lambda: desk.buy_in(sitting.player, 250_00, drawer=walks, by=runner))
    claim_hand(session=desk.session, **desk.by())
    refused("mid_hand", lambda: desk.buy_in(sitting.player, 50_00, drawer=walks, by=runner))
    release_hand(session=desk.session, recorded=False)
    desk.buy_in(sitting.player, 50_00, drawer=walks, by=runner)
    assert desk.stack(sitting) == 150_00


def test_who_does_not_sit_goes_to_the_window(desk: Desk, runner: User, walks: Drawer) -> None:
    refused("runner_sells_at_seats", lambda: desk.buy_in(desk.player(), 200_00, drawer=walks, by=runner))


def test_nobody_sells_from_another_s_bank(desk: Desk, walks: Drawer) -> None:
    sitting = desk.seated(100_00)
    refused("not_your_drawer", lambda: desk.buy_in(sitting.player, 50_00, drawer=walks))


def test_who_was_excluded_in_between_buys_nothing(desk: Desk, runner: User, walks: Drawer) -> None:
    sitting = desk.seated(100_00)
    facts = {"room": desk.room, "kind": Ban.Kind.SELF_EXCLUDED, "reason": "asked for it"}
    bar_player(player=sitting.player, **facts, by=desk.manager, at=desk.at())
    refused("player_barred", lambda: desk.buy_in(sitting.player, 50_00, drawer=walks, by=runner))


def test_it_redeems_where_the_room_says_so_alone(desk: Desk, runner: User, walks: Drawer) -> None:
    sitting = desk.seated(100_00)
    desk.buy_in(sitting.player, 100_00, drawer=walks, by=runner)
    desk.leave(sitting)
    refused("runner_redeems_not", lambda: desk.cash_out(sitting.player, 50_00, drawer=walks, by=runner))
    desk.room.runners_redeem = True
    desk.room.save()
    desk.cash_out(sitting.player, 50_00, drawer=walks, by=runner)
    assert till(walks) == (950_00, 50_00)
    books_agree()


def test_it_carries_no_more_than_the_room_lets_it(desk: Desk, runner: User, walks: Drawer) -> None:
    facts: dict[str, Any] = {"drawer": walks, "by": desk.manager, "second": runner}
    refusal = refused(
        "runner_above_limit", lambda: cage.fund_drawer(chips=500_00, cash=501_00, key=key(), at=desk.at(), **facts)
    )
    assert refusal.allowed == {"most": 2_000_00}
    cage.fund_drawer(chips=500_00, cash=500_00, key=key(), at=desk.at(), **facts)
    assert till(walks) == (1_500_00, 500_00)


def test_a_limit_that_is_lowered_asks_for_a_credit(desk: Desk, runner: User, walks: Drawer) -> None:
    elsewhere = open_desk()
    lower(desk, 1_000_00)
    assert (runners_above_limit(desk.room), alarms_of_room(desk.room, desk.now)) == ([], [])
    desk.buy_in(desk.seated(100_00).player, 50_00, drawer=walks, by=runner)
    assert runners_above_limit(desk.room) == [], "chips and cash together are what they were"
    lower(desk, 999_99)
    assert runners_above_limit(desk.room) == [running(walks)]
    (alarm,) = alarms_of_room(desk.room, desk.now)
    assert (alarm.kind, alarm.href) == ("runner_above_limit", reverse("drawer", args=[walks.pk]))
    assert (alarm.needs, str(runner) in alarm.text) == ("money_view", True)
    assert not any(letter.isdigit() for letter in alarm.text.replace(str(walks), "").replace(str(runner), ""))
    assert alarms_of_room(elsewhere.room, desk.now) == []
    for who, address in ((runner, "/runner/"), (desk.manager, alarm.href)):
        assert "Runner 1: a credit is due." in text(signed_in(who).get(address))
    assert "a credit is due" not in text(signed_in(desk.manager).get(reverse("drawer", args=[desk.drawer.pk])))
    close_exactly(walks, by=runner, second=desk.second, at=desk.at())
    assert runners_above_limit(desk.room) == [], "nobody carries a bank that is closed"


def lower(desk: Desk, limit: int) -> None:
    desk.room.runner_limit = limit
    desk.room.save()


def test_a_window_carries_what_it_is_given(desk: Desk, walks: Drawer) -> None:
    facts = {"by": desk.manager, "second": desk.cashier, "at": desk.at()}
    cage.fund_drawer(drawer=desk.drawer, chips=5_000_00, cash=0, key=key(), **facts)


def test_each_works_their_own_kind_of_drawer(desk: Desk, runner: User, walks: Drawer) -> None:
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
    sheet = by_the_books(desk.drawer)
    refused(
        "drawer_may_not",
        lambda: cage.open_drawer(drawer=desk.drawer, counted=sheet, key=key(), by=runner, at=desk.at()),
    )
    close_exactly(walks, by=runner, second=desk.second, at=desk.at())
    sheet = by_the_books(walks)
    host = person(desk.room, "host")
    refused("drawer_may_not", lambda: cage.open_drawer(drawer=walks, counted=sheet, key=key(), by=host, at=desk.at()))
    cage.open_drawer(drawer=walks, counted=sheet, key=key(), by=desk.cashier, at=desk.at())


def test_a_bank_is_handed_over_to_another_runner(desk: Desk, runner: User, walks: Drawer) -> None:
    sitting = desk.seated(100_00)
    other, host = person(desk.room, "runner"), person(desk.room, "host")
    desk.buy_in(sitting.player, 50_00, drawer=walks, by=runner)
    session = running(walks)
    refused("successor_may_not", lambda: cage.begin_close(session=session, successor=host, by=runner, at=desk.at()))
    cage.begin_close(session=session, successor=other, by=runner, at=desk.at())
    refused("drawer_counting", lambda: desk.buy_in(sitting.player, 50_00, drawer=walks, by=runner))
    sheet = by_the_books(walks)
    for who in (runner, other):
        cage.count_drawer(session=session, counted=sheet, key=key(), by=who, at=desk.at())
    refused("not_your_drawer", lambda: desk.buy_in(sitting.player, 50_00, drawer=walks, by=runner))
    desk.buy_in(sitting.player, 50_00, drawer=walks, by=other)
    assert till(walks) == (900_00, 100_00)
    books_agree()


def test_a_runner_s_sale_is_voided_by_the_runner(desk: Desk, runner: User, walks: Drawer) -> None:
    sitting = desk.seated(100_00)
    bought = desk.buy_in(sitting.player, 50_00, drawer=walks, by=runner)
    cage.void_buy_in(bought=bought, reason="wrong seat", key=key(), by=runner, at=desk.at())
    assert (till(walks), desk.stack(sitting)) == ((1_000_00, 0), 100_00)
    books_agree()


def test_a_retry_sells_once(desk: Desk, runner: User, walks: Drawer) -> None:
    sitting, again = desk.seated(100_00), key()
    for _ in range(2):
        desk.buy_in(sitting.player, 50_00, drawer=walks, by=runner, key=again)
    assert desk.stack(sitting) == 150_00
