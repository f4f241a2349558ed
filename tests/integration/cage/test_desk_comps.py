"""Comps in cash are offered at the desk only where the room's rules let points become cash."""

from dataclasses import replace

import pytest
import time_machine

from tests.support.arranged import arranged
from tests.support.comps import TERMS, Comps
from tests.support.desk import key
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def room() -> Comps:
    return Comps()


def test_the_desk_does_not_offer_what_the_room_never_pays(room: Comps) -> None:
    player = room.desk.player("Tess")
    with time_machine.travel(room.desk.now, tick=False):
        window = signed_in(room.desk.cashier)
        page = f"/cage/players/{player.pk}/"
        shown, typed = window.get(page), window.get("/cage/?q=cp+20+tess")
        asked = window.get(f"{page}?do=cp&amount=20")
    assert "do=cp" not in shown.content.decode()
    assert "do=pp" in shown.content.decode()
    for answer in (typed, asked):
        assert answer.status_code == 200
        assert "never paid in cash: redeem them on the player’s page" in text(answer)
        assert "Pay the comp" not in text(answer)


def test_the_desk_offers_comps_where_the_room_pays_them(room: Comps) -> None:
    room.post(replace(TERMS, cash_allowed=True))
    player = room.desk.player("Tess")
    with time_machine.travel(room.desk.now, tick=False):
        window = signed_in(room.desk.cashier)
        page = f"/cage/players/{player.pk}/"
        assert "do=cp" in window.get(page).content.decode()
        assert window.get("/cage/?q=cp+20+tess").headers["Location"] == f"{page}?do=cp&amount=20"
        assert "Pay the comp" in text(window.get(f"{page}?do=cp&amount=20"))


def test_a_comp_above_the_points_says_how_many_there_are(room: Comps) -> None:
    room.post(replace(TERMS, cash_allowed=True))
    player = room.desk.player("Tess")
    form = {"kind": "cp", "amount": "20", "what": "a late night", "key": key(), "drawer": room.desk.drawer.pk}
    with time_machine.travel(room.desk.now, tick=False):
        answer = signed_in(room.desk.cashier).post(f"/cage/players/{player.pk}/cash/", form)
    assert answer.status_code == 422
    assert "Tess has 0 points" in text(answer)
    assert list(answer.context["other_form"].errors) == ["amount"]
