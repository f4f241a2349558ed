"""The page of chips in use and its API: the same sums, for whoever may see the vault."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from cage import services
from cage.models import BankStatement
from cage.selectors.liability import liability
from config.rooms.models import Room
from config.staff.services import set_own_pin
from games.importing import Importer
from games.views import kept_tiles
from players.models import Transfer
from rules.phh.files import look_at
from tests.attacks.test_imported_chips import FOUR_DOLLARS
from tests.support.boxes import counted, hung, pulled
from tests.support.desk import Desk, key, person
from tests.support.people import signed_in
from tests.support.table import open_hand_table
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
    today = timezone.now().date().isoformat()
    return {"account": "First Bank", "amount": "1250", "stated_on": today, "key": key()} | changed


def test_the_page_tells_who_holds_the_chips_and_what_covers_them(manager: Client) -> None:
    page = text(manager.get(PAGE))
    assert "In front of players 300" in page
    assert "10,300 covers 300, as the room asks (100 %)." in page


def test_an_entered_statement_covers(desk: Desk, manager: Client) -> None:
    asked = manager.post(reverse("bank_statement"), statement())
    assert asked.status_code == 422
    assert "1,250 covers chips in use: one person states up to 100 alone." in text(asked)
    auditor = person(desk.room, "auditor")
    set_own_pin(person=auditor, pin="4711", at=desk.now)
    two = {"badge": auditor.badge_number, "pin": "4711"}
    answer = manager.post(reverse("bank_statement"), statement(**two))
    assert (answer.status_code, answer["Location"]) == (303, ADDRESS)
    assert f"First Bank statement of {timezone.now():%-d %b %Y} 1,250" in text(manager.get(PAGE))
    entered = BankStatement.objects.get(room=desk.room)
    assert (entered.by, entered.second) == (desk.manager, auditor)


def test_the_page_says_that_a_statement_is_too_old(desk: Desk, manager: Client) -> None:
    long_ago = timezone.now().date() - timedelta(days=40)
    manager.post(reverse("bank_statement"), statement(amount="90", stated_on=long_ago.isoformat()))
    page = text(manager.get(PAGE))
    assert f"First Bank statement of {long_ago:%-d %b %Y}, older than 31 days: covers nothing (90)" in page
    assert "10,300 covers 300" in page
    answer = manager.get(ANSWER).json()
    assert (answer["statements"], answer["outdated"][0]["amount"]) == ([], 90_00)


def test_what_is_not_covered_stands_on_the_floor_for_who_may_see_the_vault(desk: Desk, manager: Client) -> None:
    kept_tiles._alarms.clear()
    said = "The house’s money covers less of the chips in use than the room asks"
    assert said not in text(manager.get(reverse("floor")))
    Room.objects.filter(pk=desk.room.pk).update(cover_asked=4000)
    kept_tiles._alarms.clear()
    page = manager.get(reverse("floor"))
    assert said in text(page)
    assert f'<a href="{ADDRESS}">{said}</a>' in page.content.decode()
    assert said not in text(signed_in(person(desk.room, "floor")).get(reverse("floor")))
    assert said in text(manager.get(reverse("day", args=[desk.room.gaming_day(timezone.now())])))
    assert said in text(manager.get(reverse("morning")))


def test_the_alarms_of_the_room_are_read_once_a_minute(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten tablets ask every two seconds: what all of the room's money comes to is not summed up each time."""
    read: list[int] = []
    monkeypatch.setattr(kept_tiles, "alarms_of_room", lambda room, at: read.append(room.pk) or [])
    kept_tiles._alarms.clear()
    now = timezone.now().replace(second=0, microsecond=0)
    for seconds in (0, 2, 58, 60):
        clock = lambda seconds=seconds: now + timedelta(seconds=seconds)  # noqa: E731
        kept_tiles.kept_board(desk.room, clock, may=frozenset(), draw=lambda _: SafeString(""))
    assert len(read) == 2
    kept_tiles._alarms.clear()


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


@pytest.mark.parametrize(
    ("off", "said"), [(38_00, "Counted over, not known from whom -38"), (-38_00, "Counted short, holder unknown 38")]
)
def test_what_a_box_was_counted_off_by_is_said_either_way(off: int, said: str) -> None:
    table = open_hand_table()
    desk = table.desk
    hung(desk, "R1")
    table.tick(50_00)
    services.add_box(room=desk.room, number="R2", kind="rake", by=desk.manager, at=desk.at())
    counted(desk, pulled(desk, "R1", next_number="R2", why="emergency", reason="the lid is broken"), off)
    assert said in text(signed_in(desk.manager).get(PAGE)).replace("−", "-")
    (place,) = [each for each in liability(desk.room, at=desk.at()).in_use if each.code == "over_short"]
    assert said.lower().startswith(place.name)
