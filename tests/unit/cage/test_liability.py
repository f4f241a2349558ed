"""Chips in use, and the money that covers them: whoever holds a chip, the sums are right to the unit."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from cage import services
from cage.models import BankStatement
from cage.selectors.liability import IN_USE, WITH_THE_HOUSE, Liability, liability
from cage.services.pools import Terms
from config.audit.models import AuditEvent
from config.days.selectors import notes_of
from players import four_eyes
from players.models import AccountKind, Transfer
from players.models.ledger import CASH_KINDS
from tables.selectors.alarms import alarms_of_room
from tests.support.boxes import counted, pulled
from tests.support.desk import Desk, key, person
from tests.support.refusals import refused
from tests.support.table import open_hand_table

pytestmark = pytest.mark.django_db


def now(desk: Desk) -> Liability:
    return liability(desk.room, at=desk.now, now=True)


def state(desk: Desk, amount: int, *, account: str = "First Bank", days_ago: int = 0, **facts: Any) -> BankStatement:
    """A statement that two people have read."""
    on = desk.now.date() - timedelta(days=days_ago)
    given: dict[str, Any] = {"by": desk.manager, "second": person(desk.room, "auditor"), "at": desk.at()}
    return services.enter_statement(
        room=desk.room, account=account, amount=amount, stated_on=on, key=key(), **given | facts
    )


def post_terms(desk: Desk) -> None:
    """A pool that keeps nothing for the administration, fed by the desk's table."""
    terms = Terms(employees="yes", reserve_percent=40, tables=(desk.session.table_id,))
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


def test_a_statement_that_is_too_old_covers_nothing(desk: Desk) -> None:
    """By the days that the room sets, counted on the day that is asked about."""
    cash = now(desk).cover
    old = state(desk, 500_00, days_ago=31)
    assert (now(desk).cover, now(desk).outdated) == (cash + 500_00, ())
    later = liability(desk.room, at=desk.now + timedelta(days=1), now=True)
    assert (later.cover, later.statements, later.outdated) == (cash, (), (old,))
    desk.room.statement_days = 32
    desk.room.save()
    assert liability(desk.room, at=desk.now + timedelta(days=1), now=True).statements == (old,)
    desk.room.statement_days = 30
    desk.room.save()
    newer = state(desk, 400_00)
    assert (now(desk).statements, now(desk).outdated) == ((newer,), ())


def test_one_person_states_what_one_moves_alone_over_all_accounts(desk: Desk) -> None:
    """Ten accounts with a little each are as much as one with much; a newer statement of one replaces it."""
    alone = four_eyes.limit_for(desk.room)
    cover = now(desk).cover
    refused("second_needed", lambda: state(desk, alone + 1, second=None))
    state(desk, alone, second=None)
    refused("second_needed", lambda: state(desk, 1, account="Second Bank", second=None))
    assert state(desk, alone, account="FIRST bank", second=None).second is None
    assert state(desk, 1, account="Second Bank", second=None, by=person(desk.room, "manager")), "another’s word"
    refused("second_is_first", lambda: state(desk, 9_000_00, second=desk.manager))
    refused("second_may_not", lambda: state(desk, 9_000_00, second=desk.cashier))
    stated = state(desk, 9_000_00)
    assert now(desk).cover == cover + 9_000_00 + 1
    assert AuditEvent.objects.filter(verb="bank.stated").latest("pk").after["second"] == stated.second_id
    assert state(desk, alone, account="Third Bank", second=None), "what two have read is not on one’s word"


def test_the_database_knows_no_second_who_is_the_first(desk: Desk) -> None:
    row = state(desk, 9_000_00)
    row.pk, row.second, row.request_key = None, row.by, key()
    with pytest.raises(IntegrityError, match="bank_statement_by_two_people"), transaction.atomic():
        row.save()


def test_what_is_not_covered_is_an_alarm_of_the_room_until_it_is(desk: Desk) -> None:
    desk.buy_in(desk.player("Ann"), 300_00)
    day = desk.room.gaming_day(timezone.now())
    assert alarms_of_room(desk.room, desk.now) == notes_of(desk.room, day) == []
    desk.room.cover_asked = 5000
    desk.room.save()
    (alarm,) = alarms_of_room(desk.room, desk.now)
    assert (alarm.kind, alarm.href, alarm.needs) == ("cover_lacking", reverse("liability"), "money_vault_view")
    assert not any(letter.isdigit() for letter in alarm.text)
    (note,) = notes_of(desk.room, day)
    assert "covers less of the chips in use" in note.sentence
    assert note.href == reverse("liability")
    assert notes_of(desk.room, day - timedelta(days=1)) == [], "it stands on the day that runs"
    state(desk, 9_000_00)
    assert alarms_of_room(desk.room, desk.now) == []


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
    refused("statement_ahead", lambda: state(desk, 500_00, days_ago=-1))
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
