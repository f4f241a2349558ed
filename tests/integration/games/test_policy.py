"""House policy for anyone who asks: the house in force first, each point with its lines."""

import pytest
from django.test import Client

from games.views.policy import BOOKED
from tests.support.people import signed_in
from tests.support.table import open_hand_table

pytestmark = pytest.mark.django_db


def test_anyone_may_read_any_house() -> None:
    assert set(BOOKED) == {"solaire", "columbus", "cardroom_a", "cardroom_b", "live"}
    for house, title in BOOKED.items():
        answer = Client().get(f"/policy/{house}/")
        assert answer.status_code == 200
        assert title in answer.content.decode()
    assert Client().get("/policy/nowhere/").status_code == 404


def test_a_point_stands_with_its_line_and_the_helpline_with_the_house() -> None:
    shown = Client().get("/policy/live/").content.decode()
    assert "Say it when you go all-in." in shown
    assert "line 26" in shown
    assert "1-800-GAMBLER" in shown
    assert "GAMBLER" not in Client().get("/policy/solaire/").content.decode()


def test_the_rooms_own_house_comes_first() -> None:
    table = open_hand_table()
    answer = signed_in(table.desk.manager).get("/policy/")
    assert answer["Location"] == f"/policy/{table.session.plaque.house_rules.house.name}/"
    assert Client().get("/policy/")["Location"] == "/policy/live/"
