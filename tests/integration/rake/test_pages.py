"""The rake report as a page, as CSV, as a workbook and through the API: the same figures, and the way to new ones."""

import csv
import html
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import openpyxl
import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.audit.models import AuditEvent
from config.jobs.models import Job
from config.jobs.services import enqueue
from rake import selectors, services
from rake.models import RakeHour
from rake.words import AMOUNTS, COUNTS, MEANINGS, TITLES
from rules.house.fee_schedule import live_time
from tables.models import Table
from tests.integration.rake.test_report import DAY, built, tick
from tests.support.arranged import arranged
from tests.support.desk import NLH, Desk, key, open_desk, person
from tests.support.jobs import run_jobs
from tests.support.looks import reader
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db

PAGE = reverse("rake_report", args=[DAY])


@arranged
def desk() -> Desk:
    desk = open_desk()
    desk.seated(seat=1)
    desk.seated(seat=2)
    return desk


@pytest.fixture
def manager(desk: Desk) -> Client:
    return reader(desk.manager, desk.room)


def a_day(desk: Desk) -> None:
    """Two tables, two hours, two games, hands that are right and hands that are off, one without a pot."""
    tick(desk, pot=70_00, rake=3_00, promo=1_00)
    tick(desk, pot=33_50, rake=2_00)
    tick(desk, pot=None, rake=2_00, at=desk.now + timedelta(hours=2))
    desk.session = desk.open_table(NLH)
    desk.seated(seat=1)
    tick(desk, pot=1_250_00, rake=4_00, at=desk.now + timedelta(hours=1))


def words(response: Any) -> str:
    text = html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode()))
    return re.sub(r"\s+", " ", text)


def body(response: Any) -> str:
    return b"".join(response.streaming_content).decode()


# -------------------------------------------------------------------------------------- the same figures four times


def test_page_csv_workbook_and_api_show_the_same_figures(desk: Desk, manager: Client) -> None:
    a_day(desk)
    built(desk)
    api = manager.get("/api/v1/reports/", {"gaming_day": DAY.isoformat()}).json()
    assert api["total"]["hands"] == 4
    lines, total = api["lines"], api["total"]
    for rows in (csv_rows(manager), workbook_rows(manager)):
        assert [figures_of(row) for row in rows] == [
            {name: line[name] for name in COUNTS + AMOUNTS} for line in [*lines, total]
        ]
    table = list(page_rows(manager.get(PAGE)))
    assert table == [[line["table"], line["plaque"], *shown(line)] for line in lines]
    heads = words(manager.get(PAGE))
    for name, label in {"hands": "hands", "rake_taken": "rake taken", "rake_owed": "rake owed"}.items():
        number = total[name] if name == "hands" else major(total[name])
        assert f"{label} {number} " in heads
    assert f"Their pots: {major(total['pot'])}." in heads


def test_the_groups_add_up_to_the_day_on_the_page(desk: Desk, manager: Client) -> None:
    a_day(desk)
    report = built(desk)
    page = words(manager.get(PAGE))
    for groups in (report.by_table, report.by_game, report.by_hour):
        for group in groups:
            assert f" {group.name} {group.figures.hands} {group.figures.rated} {major(group.figures.pot)} " in page


def csv_rows(client: Client) -> list[dict[str, Any]]:
    text = body(client.get(reverse("rake_csv", args=[DAY])))
    assert text.endswith("\r\n")
    return list(csv.DictReader(io.StringIO(text)))


def workbook_rows(client: Client) -> list[dict[str, Any]]:
    book = openpyxl.load_workbook(io.BytesIO(client.get(reverse("rake_xlsx", args=[DAY])).content))
    heading, *rows = book.worksheets[0].iter_rows(values_only=True)
    return [dict(zip(heading, row, strict=True)) for row in rows]


def figures_of(row: dict[str, Any]) -> dict[str, int]:
    """The counts, and the amounts in minor units."""
    counts = {name: int(row[TITLES[name]]) for name in COUNTS}
    return counts | {name: int(Decimal(str(row[TITLES[name]])) * 100) for name in AMOUNTS}


def page_rows(response: Any) -> Iterator[list[str]]:
    """The cells of the table of every line, without the hour."""
    part = response.content.decode().split('aria-label="Every line"')[1]
    for row in re.findall(r"<tr>(.*?)</tr>", part, re.DOTALL)[1:]:
        table, plaque, _, *figures = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)
        yield [table, plaque, *figures]


def shown(line: dict[str, Any]) -> list[str]:
    amounts = ("pot", "rake_taken", "rake_owed", "rake_over", "rake_under", "promo_taken")
    return [str(line["hands"]), str(line["rated"]), *(major(line[name]) for name in amounts)]


def major(cents: int) -> str:
    sign, (whole, part) = "−" if cents < 0 else "", divmod(abs(cents), 100)
    return f"{sign}{whole:,}" + (f".{part:02}" if part else "")


# --------------------------------------------------------------------------------------------------------- the files


@pytest.mark.parametrize("name", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "＝1"])
def test_a_hostile_name_is_no_formula_in_any_file(desk: Desk, manager: Client, name: str) -> None:
    Table.objects.filter(pk=desk.session.table_id).update(name=name)
    tick(desk, pot=70_00, rake=3_00)
    built(desk)
    assert csv_rows(manager)[0]["Table"] == f"'{name}"
    book = openpyxl.load_workbook(io.BytesIO(manager.get(reverse("rake_xlsx", args=[DAY])).content))
    cell = book.worksheets[0].cell(row=2, column=2)
    assert (cell.data_type, cell.value) == ("s", name)


def test_the_workbook_says_what_it_rests_on(desk: Desk, manager: Client) -> None:
    a_day(desk)
    built(desk)
    tick(desk, pot=70_00, rake=3_00)
    book = openpyxl.load_workbook(io.BytesIO(manager.get(reverse("rake_xlsx", args=[DAY])).content))
    about = {row[0]: row[1] for row in book["About"].iter_rows(values_only=True)}
    assert about["From hands"] == "4"
    assert about["Complete"] == "no: 1 since, 0 not rated"
    assert about["Rake over"] == MEANINGS["rake_over"]


def test_a_report_that_was_not_built_has_files_with_headings_and_zeros(desk: Desk, manager: Client) -> None:
    for rows in (csv_rows(manager), workbook_rows(manager)):
        assert [figures_of(row) for row in rows] == [dict.fromkeys(COUNTS + AMOUNTS, 0)]


def test_files_are_named_after_their_day(manager: Client) -> None:
    for name, kind in (("rake_csv", "text/csv"), ("rake_xlsx", "spreadsheetml")):
        response = manager.get(reverse(name, args=[DAY]))
        assert kind in response["Content-Type"]
        assert response["Content-Disposition"] == f'attachment; filename="rake-{DAY}.{name[5:]}"'


# ---------------------------------------------------------------------------------------------------------- the page


def test_the_page_says_what_it_was_built_from_and_what_it_lacks(desk: Desk, manager: Client) -> None:
    assert "Nothing to report yet" in words(manager.get(PAGE))
    a_day(desk)
    assert "4 hands recorded; this day’s report was not built yet." in words(manager.get(PAGE))
    built(desk)
    page = words(manager.get(PAGE))
    assert "complete Built from 4 hands" in page
    assert "incomplete" not in page
    assert "3 of 4 rated, 1 without a pot: counted, not rated" in page
    assert "Of the rake taken, 2 is of hands that aren’t rated: nothing says what they owed." in page
    tick(desk, pot=70_00, rake=3_00)
    page = words(manager.get(PAGE))
    assert "incomplete Built from 4 hands" in page
    assert "1 recorded since" in page


def test_a_day_that_goes_on_is_complete_so_far(desk: Desk) -> None:
    a_day(desk)
    built(desk)
    with time_machine.travel(desk.now, tick=False):
        assert "complete so far Built from 4 hands" in words(reader(desk.manager, desk.room).get(PAGE))


def test_every_figure_has_its_meaning_on_the_page(desk: Desk, manager: Client) -> None:
    a_day(desk)
    built(desk)
    page = manager.get(PAGE).content.decode()
    asked = re.findall(r'href="#means-(\w+)"', page)
    assert len(asked) > 5
    assert all(f'id="means-{name}"' in page for name in asked)


def test_hands_that_are_off_are_a_link_away(desk: Desk, manager: Client) -> None:
    right, wrong = tick(desk, pot=70_00, rake=3_00), tick(desk, pot=70_00, rake=5_00)
    built(desk)
    page = manager.get(PAGE)
    assert reverse("hand", args=[wrong.pk]) in page.content.decode()
    assert reverse("hand", args=[right.pk]) not in page.content.decode()
    assert "1 hand is off:" in words(page)


def test_a_day_without_a_fault_says_so(desk: Desk, manager: Client) -> None:
    tick(desk, pot=70_00, rake=3_00)
    built(desk)
    assert "none off" in words(manager.get(PAGE))


def test_imported_hands_are_reported_apart(desk: Desk, manager: Client) -> None:
    a_day(desk)
    built(desk)
    page = words(manager.get(PAGE, {"source": "import"}))
    assert "imported hands" in page
    assert "No hands on this gaming day" in page
    assert manager.get(PAGE, {"source": "elsewhere"}).status_code == 404


def test_yesterday_is_a_tap_away(desk: Desk, manager: Client) -> None:
    a_day(desk)
    tick(desk, pot=None, rake=1_00, at=desk.now + timedelta(days=1))
    later = DAY + timedelta(days=1)
    assert (
        f'href="{PAGE}?source=floor" rel="prev"' in manager.get(reverse("rake_report", args=[later])).content.decode()
    )


@pytest.mark.parametrize(
    ("asked", "to"),
    [
        ({}, None), ({"day": "2025-03-07"}, "2025-03-07"), ({"day": "nonsense"}, None), ({"day": "2025-02-30"}, None),
        ({"day": "2025-03-07", "source": "import"}, "2025-03-07/?source=import"),
    ],
)  # fmt: skip
def test_the_way_in_leads_to_a_day(desk: Desk, manager: Client, asked: dict[str, str], to: str | None) -> None:
    response = manager.get(reverse("reports"), asked)
    assert response.status_code == 302
    assert response["Location"].startswith(f"/reports/rake/{to}" if to else "/reports/morning/")
    assert manager.get(response["Location"]).status_code == 200


@pytest.mark.parametrize("day", ["1900-01-01", "2999-12-31"])
def test_the_first_and_last_day_that_is_taken_are_days_like_others(desk: Desk, manager: Client, day: str) -> None:
    assert manager.get(f"/reports/rake/{day}/").status_code == 200
    assert manager.get(f"/reports/rake/{day}.csv").status_code == 200


@pytest.mark.parametrize("day", ["2025-02-30", "2025-13-01", "0000-01-01", "20250307", "1899-12-31", "3000-01-01"])
def test_what_is_no_day_is_not_found(manager: Client, day: str) -> None:
    assert manager.get(f"/reports/rake/{day}/").status_code == 404


# -------------------------------------------------------------------------------------------------------- build again


def ask_to_build(client: Client, **fields: str) -> Any:
    return client.post(reverse("rake_rebuild", args=[DAY]), {"key": key()} | fields)


def test_building_shows_its_progress_and_then_the_new_figures(desk: Desk, manager: Client) -> None:
    a_day(desk)
    response = ask_to_build(manager)
    assert response.status_code == 302
    waiting = manager.get(response["Location"])
    job = Job.objects.get(name="rake.rebuild_day")
    page = waiting.content.decode()
    assert "Waiting for its turn" in page
    assert f'hx-get="/jobs/{job.pk}/"' in page
    assert f'<noscript><a class="button small" href="{html.escape(response["Location"])}">' in page
    assert "Build again" not in page
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, done=2, total=5)
    assert 'value="2" max="5"' in manager.get(response["Location"]).content.decode()
    Job.objects.filter(pk=job.pk).update(state=Job.State.WAITING)
    run_jobs("rake.rebuild_day")
    htmx = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{response['Location']}"}
    finished = manager.get(f"/jobs/{job.pk}/", headers=htmx).content.decode()
    assert f'hx-get="{PAGE}?source=floor"' in finished
    assert "Built from 4 hands" in words(manager.get(response["Location"]))
    assert AuditEvent.objects.filter(verb="report.asked", by=desk.manager).count() == 1


def test_a_build_that_ends_while_the_page_is_drawn_is_still_waited_for(
    desk: Desk, manager: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page was read before the report was there: it must ask again, or it would say "not built" for ever."""
    a_day(desk)
    page = ask_to_build(manager)["Location"]
    read = selectors.rake_report

    def read_just_before_the_end(*asked: Any) -> selectors.Report:
        report = read(*asked)
        run_jobs("rake.rebuild_day")
        return report

    monkeypatch.setattr(selectors, "rake_report", read_just_before_the_end)
    assert 'id="job"' in manager.get(page).content.decode()


def test_a_build_that_failed_says_so_and_can_be_asked_for_again(desk: Desk, manager: Client) -> None:
    location = ask_to_build(manager)["Location"]
    Job.objects.filter(name="rake.rebuild_day").update(state=Job.State.FAILED, attempts=8)
    page = words(manager.get(location))
    assert "failed It was tried 8 times." in page
    assert "Build the report" in page


def test_a_second_press_builds_once(desk: Desk, manager: Client) -> None:
    same = key()
    assert ask_to_build(manager, key=same)["Location"] == ask_to_build(manager, key=same)["Location"]
    assert Job.objects.filter(name="rake.rebuild_day").count() == 1


@pytest.mark.parametrize("sent", ["", "no-uuid"])
def test_a_press_without_its_key_is_refused(desk: Desk, manager: Client, sent: str) -> None:
    manager.raise_request_exception = False
    response = ask_to_build(manager, key=sent)
    assert response.status_code in (409, 422)
    assert "reload it" in words(response)
    assert not Job.objects.filter(name="rake.rebuild_day").exists()


def test_another_rooms_job_is_not_shown(desk: Desk, manager: Client) -> None:
    other = open_desk()
    theirs = enqueue("rake.rebuild_day", room=other.room, by=other.manager, room_id=other.room.pk, gaming_day=str(DAY))
    for job in (theirs.pk, "nonsense"):
        assert 'id="job"' not in manager.get(PAGE, {"job": str(job)}).content.decode()


def test_the_api_shows_no_other_rooms_job_either(desk: Desk, manager: Client) -> None:
    other = open_desk()
    asked = [
        enqueue("rake.rebuild_day", room=each.room, by=each.manager, room_id=each.room.pk, gaming_day=str(DAY))
        for each in (desk, other)
    ]
    assert [manager.get(f"/api/v1/reports/jobs/{job.pk}/").status_code for job in asked] == [200, 404]


def test_the_api_tells_imported_hands_apart(desk: Desk, manager: Client) -> None:
    a_day(desk)
    built(desk)
    day = {"gaming_day": DAY.isoformat()}
    floor, files = (manager.get("/api/v1/reports/", day | {"source": name}).json() for name in ("floor", "import"))
    assert (floor["source"], floor["total"]["hands"]) == ("floor", 4)
    assert (files["source"], files["total"]["hands"], files["lines"]) == ("import", 0, [])


def test_a_time_charge_leaves_the_cells_of_takings_empty_in_every_file(desk: Desk, manager: Client) -> None:
    desk.session = desk.open_table(replace(NLH, fee=live_time(5_00)))
    desk.seated(seat=1)
    tick(desk, pot=70_00, rake=0)
    built(desk)
    rows = list(csv.reader(io.StringIO(body(manager.get(reverse("rake_csv", args=[DAY]))))))
    book = openpyxl.load_workbook(io.BytesIO(manager.get(reverse("rake_xlsx", args=[DAY])).content))
    sheet = [[cell.value for cell in row] for row in book.worksheets[0].rows]
    for title in ("rake_taken", "rake_owed", "promo_under"):
        column = rows[0].index(TITLES[title])
        assert [row[column] for row in rows[1:]] == ["", ""]
        assert [row[column] for row in sheet[1:]] == [None, None]
    api = manager.get("/api/v1/reports/", {"gaming_day": DAY.isoformat()}).json()
    assert [api["total"][name] for name in ("rake_taken", "rake_owed", "promo_under", "pot")] == [None] * 3 + [70_00]
    assert api["lines"][0]["rake_taken"] is None


# ------------------------------------------------------------------------------------------------- a hand's rating


def test_a_hands_rating_is_told_step_by_step(desk: Desk, manager: Client) -> None:
    hand = tick(desk, pot=70_00, rake=2_00)
    address = reverse("hand_rating", args=[hand.pk])
    assert "The worker is rating this hand." in words(manager.get(address))
    run_jobs("rake.rate_hand")
    page = manager.get(address)
    assert "rake −1 off" in words(page)
    assert "Rake taken 2 Rake owed 3" in words(page)
    part = manager.get(address, headers={"HX-Request": "true", "HX-Target": "rating"}).content.decode()
    assert "<html" not in part
    assert part.strip().startswith("<section")


def test_a_tick_without_a_pot_has_no_rating_to_wait_for(desk: Desk, manager: Client) -> None:
    page = manager.get(reverse("hand_rating", args=[tick(desk, pot=None, rake=2_00).pk]))
    assert "counted, not rated" in words(page)
    assert "data-poll" not in page.content.decode()


# -------------------------------------------------------------------------------------------- who may, and how often


@pytest.mark.parametrize(("role", "status"), [("manager", 200), ("auditor", 200), ("cashier", 403), ("host", 403)])
def test_who_may_read_reports(desk: Desk, role: str, status: int) -> None:
    client = signed_in(person(desk.room, role))
    for address in (PAGE, reverse("rake_csv", args=[DAY]), reverse("rake_xlsx", args=[DAY])):
        assert client.get(address).status_code == status


def test_the_page_asks_the_database_as_often_for_fifty_lines_as_for_five(desk: Desk, manager: Client) -> None:
    counts = []
    for tables in (2, 10):
        for _ in range(tables):
            desk.session = desk.open_table(NLH)
            desk.seated(seat=1)
            for hour in range(5):
                tick(desk, pot=70_00, rake=1_00, at=desk.now + timedelta(hours=hour))
        services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
        manager.get(PAGE)
        with CaptureQueriesContext(connection) as asked:
            assert manager.get(PAGE).status_code == 200
        counts.append(len(asked))
    assert RakeHour.objects.count() >= 50
    assert counts[0] == counts[1]
