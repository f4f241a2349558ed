"""Reading what the cage has on record: sessions of drawers, slips, boxes and gaming days, to whom it may concern."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cage import services as cage
from cage.models import BoxHanging, BoxLook, DrawerSession, ExpectedLook
from config.days.models import DayLock
from config.rooms.models import Room
from tests.support.api import Caller, caller
from tests.support.arranged import arranged
from tests.support.boxes import chips, hung, pulled, two_counters
from tests.support.days import locked_day
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import by_the_books, close_exactly, open_exactly
from tests.support.slips import Slips
from tests.support.table import open_hand_table

pytestmark = pytest.mark.django_db


@arranged
def slips() -> Slips:
    """A room with a drawer and a table with a tray."""
    return Slips(open_desk())


def system(desk: Desk, role: str) -> Caller:
    return caller(person(desk.room, role))


def test_a_drawer_tells_who_worked_it_and_no_more_to_a_cashier(slips: Slips) -> None:
    desk = slips.desk
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
    rows = system(desk, "cashier").get(f"drawers/{desk.drawer.pk}/sessions/").json()["results"]
    assert [(row["state"], row["cashier_name"]) for row in rows] == [("closed", str(desk.cashier))]
    assert {"expected_chips", "expected_cash", "variances"}.isdisjoint(rows[0])
    assert not BoxLook.objects.exists()


def test_a_drawer_that_is_being_counted_takes_and_gives_nothing(slips: Slips) -> None:
    desk, reader = slips.desk, system(slips.desk, "cashier")
    assert [row["is_open"] for row in reader.get("drawers/").json()["results"]] == [True]
    cage.begin_close(session=DrawerSession.objects.get(drawer=desk.drawer), **desk.by())
    assert [row["is_open"] for row in reader.get("drawers/").json()["results"]] == [False]


def test_who_may_see_what_must_be_there_does_and_it_is_noted(slips: Slips) -> None:
    desk = slips.desk
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
    session = DrawerSession.objects.get(drawer=desk.drawer)
    open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
    manager = person(desk.room, "manager")
    runs, closed = caller(manager).get(f"drawers/{desk.drawer.pk}/sessions/").json()["results"]
    assert (closed["expected_chips"], closed["expected_cash"]) == (session.expected_chips, session.expected_cash)
    assert (closed["variances"], runs["state"], runs["expected_chips"]) == ([], "open", None)
    assert ExpectedLook.objects.get(by=manager).session_id == runs["id"]


def test_a_variance_is_told_with_its_part(slips: Slips) -> None:
    desk = slips.desk
    session = cage.begin_close(session=DrawerSession.objects.get(drawer=desk.drawer), **desk.by())
    sheet = by_the_books(desk.drawer, cash=-20_00)
    for who in (desk.cashier, desk.second):
        cage.count_drawer(session=session, counted=sheet, key=key(), by=who, at=desk.at())
    (row,) = system(desk, "manager").get(f"drawers/{desk.drawer.pk}/sessions/").json()["results"]
    assert row["variances"] == [{"part": "closing", "chips": 0, "cash": -20_00}]


def test_a_slip_tells_each_act_and_who_signed(slips: Slips) -> None:
    slip = slips.received(chips=300_00, table=slips.table)
    floor = system(slips.desk, "floor")
    (row,) = floor.get("slips/").json()["results"]
    assert (row["id"], row["kind"], row["number"], row["state"], row["table"]) == (
        slip.pk, "fill", 1, "received", slips.table.pk,
    )  # fmt: skip
    assert [act["step"] for act in row["acts"]] == ["requested", "authorised", "sent", "received"]
    assert (row["acts"][2]["runner_name"], row["acts"][3]["verifier_name"]) == (str(slips.runner), str(slips.dealer))
    assert row["chips_amount"] == sum(int(value) * count for value, count in row["chips"].items()) == 300_00
    assert floor.get(f"slips/{slip.pk}/").json() == row


def test_boxes_and_pulls_hide_their_counts_until_two_found_the_same() -> None:
    at = open_hand_table()
    at.tick()
    hung(at.desk, "7")
    cage.add_box(room=at.desk.room, number="8", kind="rake", by=at.desk.manager, at=at.desk.at())
    pull = pulled(at.desk, "7", next_number="8")
    cashier, manager = (system(at.desk, role) for role in ("cashier", "manager"))
    (row,) = cashier.get("box-pulls/").json()["results"]
    assert (row["id"], row["state"], row["counts"], row["counted"]) == (pull.pk, pull.state, [], None)
    assert {"expected", "variance"}.isdisjoint(row)
    assert pull.expected
    first, second = two_counters(at.desk)
    sheet = chips(at.desk.room, pull.expected)
    cage.count_box(pull=pull, counted=sheet, key=key(), by=first, at=at.desk.at())
    assert cashier.get("box-pulls/").json()["results"][0]["counts"] == []
    cage.count_box(pull=pull, counted=sheet, key=key(), by=second, at=at.desk.at())
    (row,) = cashier.get("box-pulls/").json()["results"]
    assert ([count["amount"] for count in row["counts"]], "expected" in row) == ([pull.expected] * 2, False)
    (row,) = manager.get("box-pulls/").json()["results"]
    assert (row["expected"], row["variance"]) == (pull.expected, 0)
    assert BoxLook.objects.count() == 1


def test_a_box_says_where_it_hangs(slips: Slips) -> None:
    desk = slips.desk
    hung(desk, "7")
    cage.add_box(room=desk.room, number="8", kind="promo", by=desk.manager, at=desk.at())
    hung(desk, "9", holds="promo")
    cage.take_off_box(hanging=BoxHanging.objects.get(box__number="9"), by=desk.manager, at=desk.at())
    rows = system(desk, "floor").get("boxes/").json()["results"]
    told = [(row["number"], row["kind"], row["table"], row["holds"]) for row in rows]
    off = [(number, "promo", None, None) for number in ("9", "8")]
    assert sorted(told) == sorted([*off, ("7", "rake", desk.session.table_id, "rake")])


def test_a_gaming_day_says_its_state_and_what_keeps_it_open(slips: Slips, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = slips.desk
    slips.ask(table=slips.table)
    day = desk.room.gaming_day(desk.now)
    monkeypatch.setattr("config.days.api.timezone.now", lambda: desk.now + timedelta(days=1))
    manager = system(desk, "manager")
    today, row = manager.get("gaming-days/").json()["results"]
    assert (today["state"], row["day"], row["state"], row["is_next"]) == ("open", day.isoformat(), "cut_off", True)
    told = manager.get(f"gaming-days/{day}/").json()
    assert {name: told[name] for name in row} == row
    assert "slip_open" in [item["code"] for item in told["open_items"]]
    assert all(item["sentence"] for item in told["open_items"])
    assert manager.get(f"gaming-days/{day - timedelta(days=1)}/").status_code == 404


def test_a_locked_day_names_both_who_locked_it() -> None:
    desk = open_desk()
    day = locked_day(desk)
    lock = DayLock.objects.get(room=desk.room, gaming_day=day)
    told = caller(desk.manager).get(f"gaming-days/{day}/").json()
    assert (told["locked_by_name"], told["second_name"]) == (str(lock.locked_by), str(lock.second))
    assert (told["state"], told["open_items"]) == ("locked", [])
    assert lock.locked_by != lock.second


@pytest.mark.parametrize(
    ("role", "path"),
    [("host", "drawers/1/sessions/"), ("host", "slips/"), ("host", "box-pulls/"), ("runner", "gaming-days/")],
)
def test_who_lacks_the_permission_gets_403(slips: Slips, role: str, path: str) -> None:
    assert system(slips.desk, role).get(path).status_code == 403


def test_another_room_tells_nothing(slips: Slips) -> None:
    other = open_desk()
    slip = slips.ask()
    manager = system(other, "manager")
    assert manager.get(f"drawers/{slips.desk.drawer.pk}/sessions/").status_code == 404
    assert manager.get(f"slips/{slip.pk}/").status_code == 404
    assert [manager.get(path).json()["results"] for path in ("slips/", "boxes/", "box-pulls/")] == [[], [], []]


def test_lists_ask_the_database_as_often_for_fifty_rows_as_for_five(slips: Slips) -> None:
    desk = slips.desk
    manager = system(desk, "manager")
    paths = [f"drawers/{desk.drawer.pk}/sessions/", "slips/", "boxes/"]

    def grow(rows: int) -> None:
        for _ in range(rows):
            slips.authorise(slips.ask(table=slips.table))
            number = str(desk.room.boxes.count() + 1)
            cage.add_box(room=desk.room, number=number, kind="rake", by=desk.manager, at=desk.at())
        for _ in range(rows // 5):
            close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
            open_exactly(desk.drawer, by=desk.cashier, at=desk.at())

    grow(5)
    _asked(manager, paths)
    few = _asked(manager, paths)
    grow(45)
    _asked(manager, paths)
    assert _asked(manager, paths) == few
    assert max(few.values()) <= 16


def test_pulls_take_as_many_queries_however_many_there_are() -> None:
    """Each pulled from the table and counted by two, so that all of a row is there to be read."""
    at = open_hand_table()
    counters, manager = two_counters(at.desk), system(at.desk, "manager")
    hung(at.desk, "1")

    def grow(rows: int) -> None:
        for number in range(at.desk.room.boxes.count(), at.desk.room.boxes.count() + rows):
            at.tick()
            cage.add_box(room=at.desk.room, number=str(number + 1), kind="rake", by=at.desk.manager, at=at.desk.at())
            pull = pulled(at.desk, str(number), next_number=str(number + 1))
            for who in counters:
                sheet = chips(at.desk.room, pull.expected)
                cage.count_box(pull=pull, counted=sheet, key=key(), by=who, at=at.desk.at())

    grow(2)
    _asked(manager, ["box-pulls/"])
    few = _asked(manager, ["box-pulls/"])
    grow(10)
    _asked(manager, ["box-pulls/"])
    assert _asked(manager, ["box-pulls/"]) == few
    assert len(manager.get("box-pulls/").json()["results"]) == 12


def test_gaming_days_take_as_many_queries_however_many_there_are(slips: Slips) -> None:
    """The days of a room lie between its first books and now."""
    manager, counts = system(slips.desk, "manager"), []
    for days in (5, 50):
        began = timezone.now() - timedelta(days=days - 1)
        Room.objects.filter(pk=slips.desk.room.pk).update(books_opened_at=began)
        assert len(manager.get("gaming-days/").json()["results"]) == days
        counts.append(_asked(manager, ["gaming-days/"])["gaming-days/"])
    assert counts[0] == counts[1]


def _asked(system: Caller, paths: list[str]) -> dict[str, int]:
    counted = {}
    for path in paths:
        with CaptureQueriesContext(connection) as queries:
            assert system.get(path, page_size=100).status_code == 200
        counted[path] = len(queries)
    return counted
