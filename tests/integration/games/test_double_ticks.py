"""One hand that two people tick at two tablets, or that is sent again from an old page, is asked about first."""

import re
from datetime import timedelta
from typing import Any

import time_machine
from django.test import Client
from django.urls import reverse

from games.models import Hand
from tests.support.desk import key
from tests.support.table import HandTable


def tick(client: Client, table: HandTable, number: int, **data: Any) -> Any:
    """Tick a hand on a page that shows it under this number, at the desk's next minute."""
    shown = {"session": table.session.pk, "number": number, "rake_taken": "3", "key": key()}
    with time_machine.travel(table.desk.at(), tick=False):
        return client.post(reverse("tick", args=[table.session.table_id]), shown | data)


def test_two_tablets_that_show_one_number_are_asked_whether_it_is_one_hand(
    table: HandTable, tablet: Client, other_tablet: Client
) -> None:
    assert tick(tablet, table, 1).status_code == 303
    asked = tick(other_tablet, table, 1)
    assert asked.status_code == 422
    assert f"{table.floor} entered hand 1 at" in asked.text
    assert "It is another hand: tick it" in asked.text
    assert Hand.objects.count() == 1
    assert tick(other_tablet, table, 1, confirm=" hand_meanwhile").status_code == 303
    assert list(Hand.objects.values_list("number", flat=True)) == [1, 2]


def test_every_page_that_ticks_says_which_hand_it_shows(table: HandTable, tablet: Client) -> None:
    """Else nothing is known of what it showed, and nothing is asked."""
    table.tick()
    at = {"args": [table.session.table_id]}
    for page in (reverse("table", **at), reverse("tick", **at), reverse("console", **at)):
        form = tablet.get(page).text.partition('name="rake_taken"')[0]
        assert re.search(r'name="number" value="2"', form), page
        assert re.search(rf'name="session" value="{table.session.pk}"', form), page


def test_a_form_that_one_goes_back_to_is_asked_about_too(table: HandTable, tablet: Client) -> None:
    assert tick(tablet, table, 1).status_code == 303
    assert "You entered hand 1 at" in tick(tablet, table, 1).text
    assert tick(tablet, table, 2).status_code == 303


def test_an_old_page_is_asked_about_the_hand_of_a_moment_ago_alone(
    table: HandTable, tablet: Client, other_tablet: Client
) -> None:
    """A page of half an hour ago shows the number of then: the hand that is ticked on it now is the newest, or none."""
    assert tick(tablet, table, 1).status_code == 303
    table.desk.now += timedelta(minutes=30)
    assert tick(other_tablet, table, 1).status_code == 303
    assert "entered hand 2 at" in tick(tablet, table, 1).text
    assert Hand.objects.count() == 2
