"""What was taken back of a day since it ended: on its page and in its morning, with its figures as they were."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from cage import services as cage
from cage.models import BuyIn
from config.days.models import KeptFigures
from config.days.selectors import corrected_since, notes_of
from games.services import supersede_tick
from players.models import Transfer
from tests.support.arranged import arranged
from tests.support.days import locked_day, open_drawers
from tests.support.desk import key, person
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db
DAY = date(2025, 3, 7)
NEXT = DAY + timedelta(days=1)


@arranged
def table() -> HandTable:
    """A locked day with a sale that nobody played and a quick hand, and the morning after it."""
    table = open_hand_table()
    table.tick(3_00)
    table.desk.buy_in(table.desk.player(), 100_00)
    locked_day(table.desk)
    open_drawers(table.desk)
    return table


@pytest.fixture(autouse=True)
def _the_room_s_time(table: HandTable) -> Iterator[None]:
    with time_machine.travel(table.desk.now + timedelta(hours=1), tick=False):
        yield


@pytest.fixture
def manager(table: HandTable) -> Client:
    return signed_in(table.desk.manager)


def voided(table: HandTable) -> str:
    """The newest sale is voided on the day after; returns the key of its group."""
    sale = BuyIn.objects.latest("pk")
    facts = {"reason": "sold twice", "key": key(), "second": person(table.desk.room, "manager")}
    return cage.void_buy_in(bought=sale, by=table.desk.cashier, at=table.desk.at(), **facts).request_key


def said(table: HandTable, day: date = DAY) -> list[str]:
    return [note.sentence for note in corrected_since(table.desk.room, day)]


def test_a_void_of_a_locked_day_stands_on_its_page_and_in_its_morning(table: HandTable, manager: Client) -> None:
    assert said(table) == []
    assert "Corrected since" not in text(manager.get(reverse("day", args=[DAY])))
    group = voided(table)
    (sentence,) = said(table)
    assert "Chips sold, 100, at " in sentence
    assert sentence.endswith(f"voided on the gaming day 8 March 2025 by {table.desk.cashier}, sold twice.")
    for page in (reverse("day", args=[DAY]), f"{reverse('morning')}?day={DAY.isoformat()}"):
        shown = manager.get(page)
        assert sentence in text(shown), page
        assert f'href="{reverse("ledger_group", args=[group])}"' in shown.content.decode(), page
    assert said(table, NEXT) == []


def test_what_was_kept_of_the_day_is_as_it_was(table: HandTable, manager: Client) -> None:
    def kept() -> list[tuple[str, str]]:
        return list(KeptFigures.objects.filter(lock__gaming_day=DAY).order_by("code").values_list("code", "digest"))

    before = kept()
    voided(table)
    manager.get(reverse("day", args=[DAY]))
    assert kept() == before


def test_what_is_voided_on_its_own_day_is_no_later_correction(table: HandTable) -> None:
    sale = table.desk.buy_in(table.desk.player(), 100_00)
    facts = {"reason": "sold twice", "key": key(), "second": person(table.desk.room, "manager")}
    cage.void_buy_in(bought=sale, by=table.desk.cashier, at=table.desk.at(), **facts)
    assert said(table, NEXT) == []


def test_a_corrected_hand_stands_there_with_what_it_changes(table: HandTable) -> None:
    hand = table.session.hands.get()
    facts = {"rake_taken": 2_00, "reason": "mis-keyed", "key": key(), "confirmed": ("takings_never_owed",)}
    supersede_tick(tick=hand, by=person(table.desk.room, "floor"), at=table.desk.at(), **facts)
    (note,) = corrected_since(table.desk.room, DAY)
    assert note.sentence == f"{hand} corrected on the gaming day 8 March 2025: rake −1, promo 0."
    assert note.href == reverse("hand", args=[hand.superseded_by.pk])
    twice = [each.sentence for each in notes_of(table.desk.room, DAY) if "since by" in each.sentence]
    assert twice == [], "told among the notes too"


def test_the_transfer_and_its_group_name_the_day_they_belong_to(table: HandTable, manager: Client) -> None:
    group = voided(table)
    row = Transfer.objects.filter(request_key=group).first()
    assert row is not None
    assert "Belongs to gaming day 7 Mar 2025" in text(manager.get(reverse("ledger_transfer", args=[row.pk])))
    page = text(manager.get(reverse("ledger_group", args=[group])))
    assert "Booked on the gaming day 8 Mar 2025; it belongs to 7 Mar 2025" in page
    own = row.reverses
    assert own is not None
    assert "Belongs to" not in text(manager.get(reverse("ledger_transfer", args=[own.pk])))


def test_the_transfers_of_a_corrected_hand_name_its_day(table: HandTable, manager: Client) -> None:
    hand = table.session.hands.get()
    facts = {"rake_taken": 2_00, "reason": "mis-keyed", "key": key(), "confirmed": ("takings_never_owed",)}
    again = supersede_tick(tick=hand, by=person(table.desk.room, "floor"), at=table.desk.at(), **facts)
    page = text(manager.get(reverse("ledger_group", args=[again.request_key])))
    assert "it belongs to 7 Mar 2025" in page
