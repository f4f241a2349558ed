"""Chips in use, and the money that covers them: whoever holds a chip, the sums are right to the unit."""

from dataclasses import replace
from datetime import timedelta

import pytest

from cage import services
from cage.models import BankStatement
from cage.selectors.liability import IN_USE, WITH_THE_HOUSE, Liability, liability
from cage.services.pools import Terms
from config.errors import DomainError
from players.models import AccountKind, Transfer
from players.models.ledger import CASH_KINDS
from tests.support.boxes import counted, pulled
from tests.support.desk import Desk, key, person
from tests.support.table import open_hand_table

pytestmark = pytest.mark.django_db


def now(desk: Desk) -> Liability:
    return liability(desk.room, at=desk.now, now=True)


def state(desk: Desk, amount: int, *, account: str = "First Bank", days_ago: int = 0) -> BankStatement:
    on = desk.now.date() - timedelta(days=days_ago)
    return services.enter_statement(
        room=desk.room, account=account, amount=amount, stated_on=on, key=key(), **desk.by()
    )


def post_terms(desk: Desk) -> None:
    """A pool that keeps nothing for the administration, fed by the desk's table."""
    terms = Terms(reserve_percent=40, tables=(desk.session.table_id,))
    facts = {"by": desk.manager, "second": person(desk.room, "auditor"), "at": desk.at(), "key": key()}
    services.post_pool(room=desk.room, name="Bad beat", terms=terms, **facts)


def test_every_place_of_chips_is_the_house_s_or_in_use() -> None:
    places = set(AccountKind) - set(CASH_KINDS) - {AccountKind.CHIP_ISSUE}
    assert places == WITH_THE_HOUSE.keys() | IN_USE.keys()
    assert not WITH_THE_HOUSE.keys() & IN_USE.keys()


def test_chips_sold_are_in_use_and_the_cash_covers_them(desk: Desk) -> None:
    assert (now(desk).chips_in_use, now(desk).lacking) == (0, 0)
    desk.buy_in(desk.player("Ann"), 300_00)
    desk.seated(200_00)
    found = now(desk)
    held = {place.code: place.amount for place in found.in_use if place.amount}
    assert held == {"seat": 200_00, "rack": 300_00}
    assert found.chips_in_use == sum(held.values()) == found.owed
    assert found.issued == found.with_the_house + found.chips_in_use == 50_000_00


def test_an_earlier_instant_is_answered_as_it_was_then(desk: Desk) -> None:
    asked = []
    for amount in (100_00, 200_00, 300_00):
        desk.seated(amount, seat=amount // 100_00)
        then = Transfer.objects.filter(room=desk.room).latest("id").at
        asked.append((then, liability(desk.room, at=then, now=True)))
    for then, found in asked:
        assert liability(desk.room, at=then) == found
    assert liability(desk.room, at=asked[0][0] - timedelta(days=1)).issued == 0


def test_in_use_is_the_sum_over_the_holders_at_every_instant(desk: Desk) -> None:
    ann = desk.seated(300_00, seat=1)
    desk.leave(ann)
    desk.cash_out(ann.player, 300_00)
    instants = Transfer.objects.filter(room=desk.room).values_list("at", flat=True).distinct()
    assert len(instants) > 4
    for at in instants:
        found = liability(desk.room, at=at)
        assert found.chips_in_use == sum(place.amount for place in found.in_use)


def test_cover_is_cash_and_the_newest_statement_of_each_account(desk: Desk) -> None:
    cash = now(desk).cover
    state(desk, 500_00, days_ago=3)
    state(desk, 900_00, days_ago=1)
    state(desk, 100_00, account="first bank", days_ago=2)
    state(desk, 40_00, account="Second Bank")
    assert now(desk).cover == cash + 940_00
    state(desk, 800_00, account="FIRST BANK", days_ago=1)
    assert now(desk).cover == cash + 840_00


def test_a_statement_covers_nothing_before_it_was_entered(desk: Desk) -> None:
    before = desk.now - timedelta(hours=1)
    state(desk, 500_00, days_ago=3)
    assert liability(desk.room, at=before).statements == ()


def test_lacking_is_what_the_room_asks_beyond_the_cover(desk: Desk) -> None:
    desk.buy_in(desk.player("Ann"), 300_00)
    cover = now(desk).cover
    desk.room.cover_asked = 5000
    assert now(desk).lacking == 50 * 300_00 - cover
    desk.room.cover_asked = 100
    assert now(desk).lacking == 0


def test_needed_is_rounded_up(desk: Desk) -> None:
    found = now(desk)
    owed = replace(found, issued=found.issued + 1_01)
    assert [replace(owed, asked=asked).needed for asked in (0, 33, 100)] == [0, 34, 101]


def test_a_statement_of_a_day_to_come_is_refused(desk: Desk) -> None:
    with pytest.raises(DomainError) as refused:
        state(desk, 500_00, days_ago=-1)
    assert refused.value.code == "statement_ahead"
    assert not BankStatement.objects.exists()


def test_promo_money_in_its_box_is_owed_to_the_players() -> None:
    table = open_hand_table()
    before = now(table.desk)
    table.tick(300, promo_taken=100)
    found = now(table.desk)
    assert (found.chips_in_use, found.promo) == (before.chips_in_use - 400, 100)
    assert found.owed == before.owed - 300


def test_promo_money_is_owed_to_the_players_while_its_box_waits_for_the_count() -> None:
    """From the hand to the pool it is theirs: on the trolley too."""
    table = open_hand_table()
    post_terms(table.desk)
    table.tick(300, promo_taken=100)
    hanging = now(table.desk)
    pull = pulled(table.desk, "P1", holds="promo")
    waiting, then = now(table.desk), table.desk.now
    assert (waiting.promo, waiting.owed) == (hanging.promo, hanging.owed) == (100, hanging.owed)
    assert {place.code: place.amount for place in waiting.house if place.amount}["custody"] == 100
    rake = pulled(table.desk, "R1")
    assert now(table.desk).promo == 100, "the rake of another box is the house's"
    counted(table.desk, pull)
    counted(table.desk, rake)
    assert (now(table.desk).promo, now(table.desk).owed) == (100, hanging.owed)
    assert liability(table.desk.room, at=then) == replace(waiting, at=then)
