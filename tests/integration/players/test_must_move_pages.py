"""The must-move page: linked, moved in one tap, declined; refusals above the page."""

from typing import Any

import pytest
from django.urls import reverse

from players.models import Sitting
from players.services import seat_player
from tables.models import TableSession
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    """A room that is ready for play."""
    return open_desk()


def _sit(desk: Desk, session: TableSession, name: str, seat: int) -> Sitting:
    player = desk.player(name)
    desk.buy_in(player, 200_00, session=session)
    return seat_player(session=session, player=player, seat=seat, amount=200_00, key=key(), **desk.by())


def _post(desk: Desk, name: str, pk: int, **data: Any) -> Any:
    return signed_in(desk.manager).post(reverse(name, args=[pk]), data)


def _page(desk: Desk, session: TableSession) -> str:
    return signed_in(desk.manager).get(reverse("must_move", args=[session.pk])).content.decode()


def test_a_table_is_linked_and_its_first_player_moves_in_one_tap(desk: Desk) -> None:
    feeder = desk.open_table()
    assert "Make" in _page(desk, feeder)
    assert _post(desk, "must_move_feed", feeder.pk, main=desk.session.pk).status_code == 303
    ann, ben = _sit(desk, feeder, "Ann", 5), _sit(desk, feeder, "Ben", 2)
    assert f"Ann to {desk.session.table}, seat 1" in _page(desk, feeder)
    wrong = _post(desk, "sitting_must_move", ben.pk, key=key(), seat=1)
    assert wrong.status_code == 422
    assert "came first and moves first" in wrong.content.decode()
    assert _post(desk, "sitting_must_move", ann.pk, key=key(), seat=1).status_code == 303
    assert Sitting.objects.get(player=ann.player, left_at=None).session == desk.session
    assert _post(desk, "sitting_decline", ben.pk, key=key()).status_code == 303
    assert not feeder.sittings.filter(left_at=None).exists()
    assert _post(desk, "must_move_end", feeder.pk).status_code == 303
    assert _post(desk, "must_move_end", feeder.pk).status_code == 422


def test_a_table_alone_in_its_game_has_nothing_to_feed(desk: Desk) -> None:
    assert "No other table plays this game" in _page(desk, desk.session)
    assert _post(desk, "must_move_feed", desk.session.pk, main=desk.session.pk).status_code == 422


def test_one_button_of_the_table_is_gold_and_it_is_what_is_due(desk: Desk) -> None:
    feeder = desk.open_table()
    _sit(desk, desk.session, "Cal", 1)
    client, table, tick = (
        signed_in(desk.manager),
        *(reverse(name, args=[desk.session.table_id]) for name in ("table", "tick")),
    )
    gold = "button primary"
    assert client.get(table).content.decode().count(gold) == 1
    _post(desk, "must_move_feed", feeder.pk, main=desk.session.pk)
    _sit(desk, feeder, "Ann", 5)
    page = client.get(table).content.decode()
    assert (page.count(gold), f'{gold} push" href="{reverse("must_move", args=[feeder.pk])}' in page) == (1, True)
    ticked = client.post(tick, {"rake_taken": "0", "promo_taken": "0", "key": key()}, headers={"HX-Request": "true"})
    assert (ticked.status_code, "is ticked" in ticked.content.decode()) == (200, True)
    assert gold not in ticked.content.decode()


def test_a_due_move_is_a_button_only_for_who_may_seat(desk: Desk) -> None:
    feeder = desk.open_table()
    _post(desk, "must_move_feed", feeder.pk, main=desk.session.pk)
    _sit(desk, feeder, "Ann", 5)
    link = f'href="{reverse("must_move", args=[feeder.pk])}"'
    said = f"Ann: {feeder.table} to {desk.session.table}, seat 1"
    for role, offered in (("floor", True), ("host", True), ("auditor", False)):
        client = signed_in(person(desk.room, role))
        for address in ("/floor/", "/lists/"):
            page = client.get(address)
            if page.status_code == 200:
                assert (link in page.content.decode()) is offered, (role, address)
        page = client.get("/floor/").content.decode()
        assert said in page, role
