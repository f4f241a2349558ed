"""What hands owed, and the gaming day's report made of it: right, repeatable, the same in every form."""

import csv
import io
from datetime import UTC, date, datetime, timedelta

import openpyxl
import pytest

from config.jobs.models import Job
from games.models import Hand
from games.services.ticks import record_tick
from rake import exports, services
from rake.models import RakeHour, Rating, ReportDay
from rake.selectors import Report, as_json, hands_off, hands_since, rake_report
from tests.support.desk import NLH, Desk, key, open_desk
from tests.support.jobs import run_jobs

pytestmark = pytest.mark.django_db

DAY = date(2025, 3, 7)


@pytest.fixture
def desk() -> Desk:
    desk = open_desk()
    desk.seated(seat=1)
    desk.seated(seat=2)
    return desk


def tick(desk: Desk, *, pot: int | None, rake: int, promo: int = 0, at: datetime | None = None) -> Hand:
    return record_tick(
        session=desk.session,
        pot=pot,
        rake_taken=rake,
        promo_taken=promo,
        key=key(),
        by=desk.manager,
        at=at or desk.at(),
    )


def built(desk: Desk, day: date = DAY) -> Report:
    services.rebuild_day(room=desk.room, gaming_day=day, at=desk.now)
    return rake_report(desk.room, day)


def test_a_hand_is_rated_by_the_plaque_of_its_start(desk: Desk) -> None:
    hand = tick(desk, pot=70_00, rake=3_00)
    run_jobs("rake.rate_hand")
    rating = Rating.objects.get(hand=hand)
    assert (rating.rake_owed, rating.rake_variance) == (3_00, 0)
    assert rating.steps
    assert all(step["citation"] for step in rating.steps)


@pytest.mark.parametrize(("taken", "variance"), [(2_00, -1_00), (4_00, 1_00), (0, -3_00)])
def test_the_variance_is_taken_less_owed(desk: Desk, taken: int, variance: int) -> None:
    hand = tick(desk, pot=70_00, rake=taken)
    rating = services.rate_hand(hand_id=hand.pk, at=desk.now)
    assert rating is not None
    assert (rating.rake_owed, rating.rake_variance) == (3_00, variance)


def test_rating_twice_rates_once(desk: Desk) -> None:
    hand = tick(desk, pot=70_00, rake=3_00)
    first = services.rate_hand(hand_id=hand.pk, at=desk.now)
    assert services.rate_hand(hand_id=hand.pk, at=desk.at()) == first
    assert Rating.objects.count() == 1


def test_a_tick_without_a_pot_is_counted_and_not_rated(desk: Desk) -> None:
    hand = tick(desk, pot=None, rake=2_00)
    assert services.rate_hand(hand_id=hand.pk, at=desk.now) is None
    report = built(desk)
    assert (report.total.hands, report.total.rated, report.total.rake_taken) == (1, 0, 2_00)
    assert report.stamp is not None
    assert report.stamp.without_pot == 1


def test_the_report_adds_up_by_table_game_and_hour(desk: Desk) -> None:
    other = desk.open_table(NLH)
    tick(desk, pot=70_00, rake=3_00)
    tick(desk, pot=40_00, rake=2_00, at=desk.now + timedelta(hours=1))
    desk.session = other
    desk.seated(seat=1)
    tick(desk, pot=70_00, rake=2_00)
    report = built(desk)
    total = report.total
    assert (total.hands, total.pot, total.rake_taken, total.rake_owed, total.rake_variance) == (
        3,
        180_00,
        7_00,
        8_00,
        -1_00,
    )
    for groups in (report.by_table, report.by_game, report.by_hour):
        assert sum(group.figures.rake_taken for group in groups) == total.rake_taken
        assert sum(group.figures.hands for group in groups) == total.hands
    assert [group.figures.hands for group in report.by_table] == [2, 1]
    assert len(report.by_hour) == 2
    assert [rating.hand.session for rating in hands_off(desk.room, DAY, "floor")] == [other]


def test_building_again_gives_the_same_day(desk: Desk) -> None:
    tick(desk, pot=70_00, rake=3_00)
    first = as_json(built(desk))
    assert as_json(built(desk)) == first
    assert RakeHour.objects.count() == 1
    assert ReportDay.objects.filter(source="floor").count() == 1


def test_a_late_hand_shows_as_missing_until_the_next_build(desk: Desk) -> None:
    tick(desk, pot=70_00, rake=3_00)
    report = built(desk)
    assert hands_since(report) == 0
    tick(desk, pot=70_00, rake=3_00)
    assert hands_since(report) == 1
    assert services.days_to_rebuild(desk.room) == [DAY]
    assert hands_since(built(desk)) == 0
    assert services.days_to_rebuild(desk.room) == []


def test_the_day_is_the_gaming_day_and_the_hour_the_rooms(desk: Desk) -> None:
    """New York's clocks go forward at 07:00 UTC on 9 March 2025; the gaming day starts at 06:00 local."""
    desk.room.time_zone = "America/New_York"
    desk.room.save()
    before_start = datetime(2025, 3, 9, 9, 59, tzinfo=UTC)  # 05:59 in New York: still the day before
    tick(desk, pot=40_00, rake=2_00, at=before_start)
    tick(desk, pot=40_00, rake=2_00, at=before_start + timedelta(minutes=1))
    saturday, sunday = built(desk, date(2025, 3, 8)), built(desk, date(2025, 3, 9))
    assert [line.hour.hour for line in saturday.lines] == [5]
    assert [line.hour.hour for line in sunday.lines] == [6]


def test_page_files_and_api_show_the_same_figures(desk: Desk) -> None:
    tick(desk, pot=70_00, rake=3_00, promo=1_00)
    tick(desk, pot=33_00, rake=2_00)
    report = built(desk)
    api = as_json(report)
    rows = list(csv.DictReader(io.StringIO("".join(exports.csv_lines(report)))))
    sheet = openpyxl.load_workbook(io.BytesIO(exports.workbook(report))).active
    cells = [list(row) for row in sheet.iter_rows(values_only=True)]
    assert tuple(cells[0]) == exports.HEADINGS == tuple(rows[0])
    for name in exports.AMOUNTS:
        column = exports.HEADINGS.index(exports.TITLES[name])
        cents = api["total"][name]
        assert round(float(rows[-1][exports.TITLES[name]]) * 100) == cents
        assert round(cells[-1][column] * 100) == cents
        assert sum(line[name] for line in api["lines"]) == cents


def test_text_cells_are_no_formulas(desk: Desk) -> None:
    for text in ("=cmd|' /C calc'!A0", "+1", "-1", "@x", "\tx", "＝1"):
        assert exports.text_cell(text) == f"'{text}"
    assert exports.text_cell("Table 1") == "Table 1"


def test_the_worker_builds_the_day_and_shows_its_progress(desk: Desk) -> None:
    tick(desk, pot=70_00, rake=3_00)
    Job.objects.update(state=Job.State.FAILED)  # the rating is lost: the day's build rates what is unrated
    job = services.ask_for_day(room=desk.room, gaming_day=DAY, key=key(), by=desk.manager, at=desk.now)
    [ran] = run_jobs("rake.rebuild_day")
    assert ran == job
    assert ran.state == Job.State.DONE
    assert (ran.done, ran.total) == (2, 2)
    assert rake_report(desk.room, DAY).total.rated == 1


def test_asking_twice_with_one_key_asks_once(desk: Desk) -> None:
    same = key()
    facts = {"room": desk.room, "gaming_day": DAY, "key": same, "by": desk.manager, "at": desk.now}
    assert services.ask_for_day(**facts) == services.ask_for_day(**facts)
    assert Job.objects.filter(name="rake.rebuild_day").count() == 1


def test_a_report_that_was_never_built_says_so(desk: Desk) -> None:
    report = rake_report(desk.room, DAY)
    assert report.stamp is None
    assert report.lines == ()
