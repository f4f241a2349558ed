"""The page of chips in use and its API: the same sums, for whoever may see the vault."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cage.models import BankStatement
from cage.selectors.liability import liability
from config.rooms.models import Room
from games.importing import Importer
from players.models import Transfer
from rules.phh.files import look_at
from tests.attacks.test_imported_chips import FOUR_DOLLARS
from tests.support.desk import Desk, key, person
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
ADDRESS, ANSWER = reverse("liability"), reverse("api_liability")
PAGE = f"{ADDRESS}?look=yes"


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A room at play now, with chips on a table."""
    desk.seated(300_00)
    return desk


@pytest.fixture
def manager(desk: Desk) -> Client:
    return signed_in(desk.manager)


def statement(**changed: str) -> dict[str, str]:
    return {"account": "First Bank", "amount": "1250", "stated_on": "2026-01-31", "key": key()} | changed


def test_the_page_tells_who_holds_the_chips_and_what_covers_them(manager: Client) -> None:
    page = text(manager.get(PAGE))
    assert "In front of players 300" in page
    assert "10,300 covers 300, as the room asks (100 %)." in page


def test_an_entered_statement_covers(desk: Desk, manager: Client) -> None:
    answer = manager.post(reverse("bank_statement"), statement())
    assert (answer.status_code, answer["Location"]) == (303, ADDRESS)
    assert "First Bank statement of 31 Jan 2026 1,250" in text(manager.get(PAGE))
    assert BankStatement.objects.get(room=desk.room).by == desk.manager


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"stated_on": "2999-01-01"}, "A statement speaks of a day that has come"),
        ({"amount": "-1"}, "is not an amount"),
        ({"account": ""}, "required"),
    ],
)
def test_a_statement_that_cannot_be_is_refused(manager: Client, changed: dict[str, str], said: str) -> None:
    answer = manager.post(reverse("bank_statement"), statement(**changed))
    assert answer.status_code == 422
    assert said in text(answer)
    assert not BankStatement.objects.exists()


def test_the_page_says_what_is_lacking(desk: Desk, manager: Client) -> None:
    Room.objects.filter(pk=desk.room.pk).update(cover_asked=4000)
    assert "1,700 more is needed to cover 4000 % of it." in text(manager.get(PAGE))


def test_an_instant_before_is_shown_as_it_was(desk: Desk, manager: Client) -> None:
    first = Transfer.objects.filter(room=desk.room).earliest("id").at
    before = (first - timedelta(hours=1)).astimezone(desk.room.zone)
    page = text(manager.get(ADDRESS, {"look": "yes", "at": before.strftime("%Y-%m-%dT%H:%M")}))
    assert "Issued 0 " in page
    later = (timezone.now() + timedelta(days=1)).astimezone(desk.room.zone)
    refused = manager.get(PAGE, {"at": later.strftime("%Y-%m-%dT%H:%M")})
    assert refused.status_code == 422
    assert "The books tell of instants that have come" in text(refused)


def test_the_api_answers_the_same(desk: Desk, manager: Client) -> None:
    then = Transfer.objects.filter(room=desk.room).latest("id").at
    answer = manager.get(ANSWER, {"at": then.isoformat()}).json()
    found = liability(desk.room, at=then)
    for name in ("issued", "chips_in_use", "owed", "needed", "cover", "lacking", "promo", "asked"):
        assert answer[name] == getattr(found, name), name
    assert {place["code"]: place["amount"] for place in answer["in_use"]}["seat"] == 300_00
    assert manager.get(ANSWER).json()["chips_in_use"] == 300_00


@pytest.mark.parametrize("year", ["0001", "1899", "2999", "9999", "99999"])
def test_an_instant_out_of_bounds_is_refused(manager: Client, year: str) -> None:
    assert manager.get(ANSWER, {"at": f"{year}-01-01T00:00:00+14:00"}).status_code == 400
    assert manager.get(PAGE, {"at": f"{year}-01-01T00:00"}).status_code == 422


def test_a_cashier_sees_no_sums_of_the_drawers_here(desk: Desk) -> None:
    assert signed_in(desk.cashier).get(PAGE).status_code == 403
    assert signed_in(person(desk.room, "auditor")).get(PAGE).status_code == 200


def test_imported_chips_are_none_of_the_room_s(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "four.phh"
    path.write_text(FOUR_DOLLARS)
    before = liability(desk.room, at=timezone.now(), now=True)
    with Importer(desk.session.table) as importer:
        list(importer.record(look_at(path)))
    last = Transfer.objects.filter(room=desk.room).latest("id").at
    for found in (liability(desk.room, at=last, now=True), liability(desk.room, at=max(last, timezone.now()))):
        assert (found.issued, found.chips_in_use) == (before.issued, before.chips_in_use)
