"""The pages of the sample: the pot that is asked for at the table, a day's report, its file, and the rate."""

import csv
import io
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.staff.services import set_own_pin
from games.models import Hand
from rake.models import PotAnswer, SamplingDay, SamplingRate
from tests.integration.rake.test_sampling import asks, tell
from tests.support.arranged import arranged
from tests.support.days import locked_day
from tests.support.desk import key, open_desk_now, person
from tests.support.looks import reader
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db
PIN = "4711"


@arranged
def table() -> HandTable:
    table = open_hand_table()
    asks(table)
    return table


@pytest.fixture
def tablet(table: HandTable) -> Client:
    return signed_in(table.floor)


@pytest.fixture
def manager(table: HandTable) -> Client:
    return reader(table.desk.manager, table.desk.room)


def page_of(table: HandTable, name: str = "sampling_report") -> str:
    return reverse(name, args=[table.desk.room.gaming_day(table.desk.now)])


def pot_of(hand: Hand) -> str:
    return reverse("hand_pot", args=[hand.pk])


class TestAsking:
    def test_the_question_comes_with_the_answer_to_the_takings_and_not_before(self, tablet: Client) -> None:
        desk = open_desk_now()
        table = HandTable(desk, {seat: desk.seated(seat=seat) for seat in (1, 2)})
        asks(table)
        tablet = signed_in(table.floor)
        tick = reverse("tick", args=[table.session.table_id])
        assert "was drawn" not in text(tablet.get(tick))
        form = {"rake_taken": "3", "promo_taken": "", "key": key()}
        answer = tablet.post(tick, form, headers={"HX-Request": "true", "HX-Target": "tick"})
        assert answer.status_code == 200, answer.content.decode()
        assert "Hand 1 was drawn: how large was its pot?" in text(answer)

    @pytest.mark.parametrize("name", ["table", "console", "tick"])
    def test_it_stands_where_quick_hands_are_entered(self, table: HandTable, tablet: Client, name: str) -> None:
        hand = table.tick(3_00)
        shown = tablet.get(reverse(name, args=[table.session.table_id])).content.decode()
        assert f'action="{pot_of(hand)}"' in shown
        assert SamplingDay.objects.get().seed not in shown

    def test_one_field_answers_it(self, table: HandTable, tablet: Client) -> None:
        hand = table.tick(3_00)
        form = {"pot": "70", "key": key()}
        answer = tablet.post(pot_of(hand), form)
        assert (answer.status_code, answer["Location"]) == (303, reverse("table", args=[table.session.table_id]))
        assert PotAnswer.objects.get().pot == 70_00
        assert tablet.post(pot_of(hand), form).status_code == 303
        assert PotAnswer.objects.count() == 1

    def test_the_part_alone_comes_to_who_asks_for_it(self, table: HandTable, tablet: Client) -> None:
        first, second = table.tick(3_00), table.tick(3_00)
        asked = {"HX-Request": "true", "HX-Target": "pots"}
        answer = tablet.post(pot_of(second), {"pot": "70", "key": key()}, headers=asked)
        shown = answer.content.decode()
        assert answer.status_code == 200
        assert "<html" not in shown
        assert "The pot of hand 2 is on record." in shown
        assert pot_of(first) in shown
        assert pot_of(second) not in shown

    @pytest.mark.parametrize("pot", ["", "many", "70.50", "-5", "1"])
    def test_what_is_no_pot_is_refused_beside_its_field(self, table: HandTable, tablet: Client, pot: str) -> None:
        hand = table.tick(3_00)
        answer = tablet.post(pot_of(hand), {"pot": pot, "key": key()})
        assert answer.status_code == 422
        assert pot_of(hand) in answer.content.decode()
        assert not PotAnswer.objects.exists()

    def test_an_answered_hand_says_so(self, table: HandTable, tablet: Client) -> None:
        hand = table.tick(3_00)
        tell(table, hand)
        answer = tablet.post(pot_of(hand), {"pot": "90", "key": key()})
        assert answer.status_code == 422
        assert "stays as it was told" in text(answer)

    def test_another_rooms_hand_is_not_there(self, table: HandTable, tablet: Client) -> None:
        other = open_hand_table()
        asks(other)
        hand = other.tick(3_00)
        assert tablet.post(pot_of(hand), {"pot": "70", "key": key()}).status_code == 404
        assert not PotAnswer.objects.exists()


class TestReport:
    def test_it_says_in_words_what_was_found(self, table: HandTable, manager: Client) -> None:
        first, _ = table.tick(5_00), table.tick(5_00)
        tell(table, first)
        table.tick(3_00, pot=70_00)
        shown = text(manager.get(page_of(table)))
        assert "Of 2 hands without a pot 2 were asked for it: 1 told, 1 missing." in shown
        assert (
            "Rake taken 10; owed about 6, surely between 3 and 8: more was taken than was owed, worth a look." in shown
        )
        assert "By choice, apart from all that: 1 hand." in shown
        assert "theft" not in shown
        assert re.search(r"Rake owed and taken .* Table \w+ 3 6 8 10 ", shown), "the bands with their numbers"

    def test_without_a_told_pot_there_is_no_band(self, table: HandTable, manager: Client) -> None:
        table.tick(5_00)
        assert "Rake owed and taken" not in text(manager.get(page_of(table)))

    def test_the_secret_is_on_the_page_after_the_lock_alone(self, table: HandTable, manager: Client) -> None:
        hand = table.tick(3_00)
        tell(table, hand)
        day, address = SamplingDay.objects.get(), page_of(table)
        for name in (address, page_of(table, "sampling_csv")):
            answer = manager.get(name)
            shown = b"".join(answer) if answer.streaming else answer.content
            assert day.seed not in shown.decode()
        assert day.commitment in manager.get(address).content.decode()
        locked_day(table.desk)
        shown = text(manager.get(address))
        assert day.seed in shown
        assert "the secret has this digest" in shown
        assert "every told pot was drawn" in shown
        assert f"{hand.session_id}:1" in shown

    def test_a_day_without_hands_says_so(self, table: HandTable, manager: Client) -> None:
        day = table.desk.room.gaming_day(table.desk.now) - timedelta(days=9)
        assert "Nothing was drawn on this gaming day." in text(manager.get(reverse("sampling_report", args=[day])))

    def test_the_file_holds_what_the_page_shows(self, table: HandTable, manager: Client) -> None:
        first, _ = table.tick(5_00), table.tick(5_00)
        tell(table, first)
        answer: Any = manager.get(page_of(table, "sampling_csv"))
        rows = list(csv.DictReader(io.StringIO(b"".join(answer).decode())))
        assert [row["Table"] for row in rows if row["Fee"] == "rake"] == [table.session.table.name, "Room"]
        room = next(row for row in rows if row["Table"] == "Room" and row["Fee"] == "rake")
        names = ("Asked", "Told", "Missing", "Taken", "Owed about", "Owed at least", "Owed at most")
        assert [room[name] for name in names] == ["2", "1", "1", "10", "6", "3", "8"]

    def test_the_rake_report_leads_there(self, table: HandTable, manager: Client) -> None:
        assert page_of(table) in manager.get(page_of(table, "rake_report")).content.decode()


class TestRate:
    def test_a_room_sets_it_with_a_reason_and_the_pin(self, table: HandTable) -> None:
        administrator = person(table.desk.room, "administrator")
        set_own_pin(person=administrator, pin=PIN, at=timezone.now())
        boss = signed_in(administrator)
        form = {"one_in": "5", "reason": "a new dealer school", "key": key()}
        assert boss.post(reverse("sampling_rate"), form).status_code == 422
        assert boss.post(reverse("sampling_rate"), form | {"reauthentication_pin": PIN}).status_code == 303
        assert SamplingRate.objects.latest("pk").one_in == 5
        assert "One quick hand in 5 is asked for its pot" in text(boss.get(reverse("sampling_rate")))

    @pytest.mark.parametrize("form", [{"one_in": "5", "reason": ""}, {"one_in": "2000", "reason": "none of them"}])
    def test_nonsense_comes_back(self, table: HandTable, form: dict[str, str]) -> None:
        boss = signed_in(person(table.desk.room, "administrator"))
        assert boss.post(reverse("sampling_rate"), form | {"key": key()}).status_code == 422
        assert SamplingRate.objects.count() == 1
