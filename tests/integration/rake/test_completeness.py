"""Whatever a sheet is of, it says what is still to come, what the books don’t know, and what waits for somebody."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse

from config.days.models import DayLock
from disputes.selectors.statistics import statistics_of
from disputes.services.opening import Report, open_dispute
from games.services.bookings import NEVER_OWED
from games.services.ticks import record_tick
from players.models import TimeCharge
from rake import services
from rake.figures.definitions import FIGURES, Chapter
from rake.figures.files import about, compared_with
from rake.figures.parts import By
from rake.figures.periods import Kind, period_of
from rake.figures.scopes import Scope
from rake.figures.sheets import Sheet, figures_by, sheet
from rake.morning.charts import money_by_day, players_by_hour
from tables.models import TableSession
from tables.services import put_in, register_dealer, start_shift
from tests.support.arranged import arranged
from tests.support.boxes import hung
from tests.support.comps import Comps
from tests.support.days import time_is_collected
from tests.support.desk import Desk, key, open_desk, person
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db

DAY = date(2025, 3, 7)
"""The first day of the books."""


@arranged
def desk() -> Desk:
    """A table with two players and a box, and one name that waits: the evening of the first day of the books."""
    desk = open_desk()
    for seat in (1, 2):
        desk.seated(seat=seat)
    hung(desk, "R1")
    desk.waits()
    return desk


def _read(desk: Desk, chapter: Chapter, day: date = DAY, kind: Kind = Kind.DAY, **asked: int) -> Sheet:
    scope = Scope(desk.room, period_of(kind, day, **asked), desk.now)
    return sheet(scope, figures_by(chapter, By.WHOLE))


def _lacks(desk: Desk, chapter: Chapter, day: date = DAY, kind: Kind = Kind.DAY, **asked: int) -> list[str]:
    return [lack.sentence for lack in _read(desk, chapter, day, kind, **asked).lacks]


@pytest.mark.parametrize("chapter", Chapter)
def test_no_figure_of_a_day_that_goes_on_is_complete(desk: Desk, chapter: Chapter) -> None:
    assert "This gaming day goes on: what is still to come is in no figure." in _lacks(desk, chapter)
    assert "This gaming day has not begun: nothing of it is in any figure." in _lacks(
        desk, chapter, DAY + timedelta(days=1)
    )
    assert "The room’s books began on 7 March 2025: nothing of these days is in any figure." in _lacks(
        desk, chapter, DAY - timedelta(days=1)
    )


def test_a_day_that_is_over_is_complete_and_a_month_with_days_before_the_books_is_not(desk: Desk) -> None:
    desk.now += timedelta(days=40)
    assert _read(desk, Chapter.LISTS).is_complete
    month = "The room’s books began on 7 March 2025: nothing of the days before is in any figure."
    assert _lacks(desk, Chapter.LISTS, kind=Kind.MONTH) == [month]


def test_a_shift_goes_on_until_its_last_hour_ends(desk: Desk) -> None:
    """Seven in the evening is in the second shift of three."""
    shifts = [_lacks(desk, Chapter.LISTS, kind=Kind.SHIFT, shift=number)[:1] for number in range(3)]
    assert [bool(said and said[0].startswith("This shift goes on")) for said in shifts].count(True) == 1
    assert shifts[2] == ["This shift has not begun: nothing of it is in any figure."]


def test_files_of_other_rooms_know_days_before_the_books(desk: Desk) -> None:
    scope = Scope(desk.room, period_of(Kind.DAY, date(2009, 7, 1)), desk.now, TableSession.Source.IMPORT)
    assert sheet(scope, figures_by(Chapter.TAKINGS, By.WHOLE)).is_complete
    assert not scope.is_before_the_books


def test_what_waits_is_said(desk: Desk) -> None:
    """A name on a list, a case without a ruling, a box with chips that nobody has pulled."""
    assert "1 name waits on lists still: a name counts once it has left its list." in _lacks(desk, Chapter.LISTS)
    _dispute(desk)
    said = "1 case has no ruling yet: how long a ruling took is told of the others."
    assert said in _lacks(desk, Chapter.DISPUTES)


def test_chips_in_a_box_that_hangs_are_missed(desk: Desk) -> None:
    empty = _lacks(desk, Chapter.DROP)
    facts: dict[str, Any] = {"pot": 40_00, "rake_taken": 2_00, "promo_taken": 0, "confirmed": (NEVER_OWED,)}
    record_tick(session=desk.session, key=key(), by=desk.manager, at=desk.at(), **facts)
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    said = "1 box hangs at tables with chips of these days or earlier ones, which count once pulled."
    assert said in set(_lacks(desk, Chapter.DROP)) - set(empty)


def test_points_of_a_day_that_nobody_locked_are_missed(desk: Desk) -> None:
    said = "1 day that is over is not locked: players earn points for locked days."
    desk.now += timedelta(days=1)
    assert said not in _lacks(desk, Chapter.COMPS), "this room gives no points"
    Comps(desk)
    assert said in _lacks(desk, Chapter.COMPS)


def test_the_chart_of_money_holds_like_against_like() -> None:
    """Time that was collected is in both of its lines, or in none."""
    desk = open_desk()
    time_is_collected(desk)
    taken = sum(TimeCharge.objects.filter(session__room=desk.room).values_list("amount", flat=True))
    assert taken
    recorded, counted = money_by_day(desk.room, DAY, desk.now).series
    assert recorded.values[-1] == taken
    assert (recorded.name, counted.name) == ("rake and time as recorded", "rake and time as counted")


def test_the_hour_that_goes_on_is_in_no_chart_of_hours(desk: Desk) -> None:
    desk.now += timedelta(minutes=90)
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    hours = players_by_hour(desk.room, DAY, desk.now).labels
    assert hours
    assert f"{desk.now.astimezone(desk.room.zone):%H}:00" not in hours
    later = players_by_hour(desk.room, DAY, desk.now + timedelta(days=1)).labels
    assert len(later) == len(hours) + 1


def _dispute(desk: Desk) -> None:
    report = Report(kind="SEATING", facts="Two say that the seat is theirs.")
    open_dispute(session=desk.session, report=report, key=key(), by=desk.manager, at=desk.at())


def test_a_case_that_names_no_dealer_is_of_whoever_was_down(desk: Desk) -> None:
    _dispute(desk)
    facts = {"by": desk.manager, "at": desk.at()}
    dealer = register_dealer(room=desk.room, badge_number="D5", display_name="Dora", **facts)
    start_shift(dealer=dealer, **facts)
    put_in(session=desk.session, dealer=dealer, by=desk.manager, at=desk.at())
    _dispute(desk)
    read = sheet(Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), [FIGURES["cases_opened"]], By.DEALER)
    assert [(row.part.name, row.values) for row in read.rows] == [("Dora (D5)", (1,)), ("nobody put down", (1,))]
    groups = dict(statistics_of(desk.room).groups)
    assert {(each.name, each.cases) for each in groups["Dealer"]} == {("D5 Dora", 1), ("nobody put down", 1)}


def test_what_a_period_before_the_books_held_nobody_knows(desk: Desk) -> None:
    read = _read(desk, Chapter.LISTS)
    assert set(read.before.values) == set(read.changes) == {None}
    assert compared_with(read) == "Friday 28 February 2025 (no books then)"
    assert ("Compared with", compared_with(read)) in list(about(read))
    desk.now += timedelta(days=7)
    later = _read(desk, Chapter.LISTS, DAY + timedelta(days=7))
    assert later.before.values[0] == 0
    assert compared_with(later) == "Friday 7 March 2025"
    assert compared_with(_read(desk, Chapter.LISTS, date(2025, 4, 1), Kind.MONTH)) == "March 2025 (books since 7 March)"


def test_the_page_says_so(desk: Desk) -> None:
    page = signed_in(desk.manager).get(reverse("figures"), {"chapter": "lists", "day": "2030-01-01"}).content.decode()
    assert "has not begun" in page
    assert '<span class="chip ok">complete</span>' not in page


def test_a_report_of_a_day_before_the_books_leads_to_no_journal_and_names_no_head(desk: Desk) -> None:
    facts = {"locked_by": desk.manager, "second": person(desk.room, "auditor"), "request_key": key()}
    DayLock.objects.create(room=desk.room, gaming_day=DAY, locked_at=desk.now, **facts)
    client = signed_in(desk.manager)
    own = client.get(reverse("rake_report", args=[DAY])).content.decode()
    before = client.get(reverse("rake_report", args=["2020-01-01"])).content.decode()
    assert reverse("journal", args=[DAY]) in own
    assert reverse("journal", args=["2020-01-01"]) not in before
    assert "The room’s books know no such day" in before


def test_a_morning_of_a_day_to_come_has_not_begun(desk: Desk) -> None:
    client = signed_in(desk.manager)
    page = client.get(reverse("morning"), {"day": "2030-01-01"}).content.decode()
    assert "The day has not begun." in page
    assert "/days/2030-01-01/" not in page


@pytest.mark.parametrize("name", ["morning", "figures", "pace", "lost_rake"])
def test_a_refused_period_says_what_stands_in_its_place(desk: Desk, name: str) -> None:
    answer = signed_in(desk.manager).get(reverse(name), {"day": "abc"})
    assert answer.status_code == 422
    assert "Below stands" in answer.content.decode()


def test_a_chapter_that_cannot_be_split_so_says_how_in_words(desk: Desk) -> None:
    page = signed_in(desk.manager).get(reverse("figures"), {"chapter": "lists", "by": "dealer"}).content.decode()
    assert "Waiting lists: no figure of them is known by dealer. Choose one of these: in all, game, " in page
    assert "weekday-hour" not in page.partition('role="alert"')[2].partition("</div>")[0]


def test_a_split_that_tells_one_figure_alone_is_not_offered(desk: Desk) -> None:
    """Drop by dealer would be the costs, and nothing else."""
    page = signed_in(desk.manager).get(reverse("figures"), {"chapter": "drop"}).content.decode()
    splits = page.partition('aria-label="Split by"')[2].partition("</nav>")[0]
    assert "by=table" in splits
    assert "by=dealer" not in splits


def test_why_a_contribution_is_not_known_leads_to_the_costs(desk: Desk) -> None:
    query = {"day": DAY.isoformat(), "by": "whole"}
    page = signed_in(desk.manager).get(reverse("figure_why", args=["contribution"]), query).content.decode()
    assert "settings don’t say what a dealer’s minute costs" in page
    assert f'href="{reverse("room_settings")}"' in page
