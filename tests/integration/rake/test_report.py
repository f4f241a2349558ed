"""The rake that hands owed, and the gaming day's report made of it: right, repeatable, the same in every form."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from config.jobs.models import Job
from config.web.spreadsheets import text_cell
from games.models import Hand
from games.services.bookings import NEVER_OWED
from games.services.superseding import supersede_tick
from games.services.ticks import record_tick
from rake import services
from rake.audit_checks import wrong_reports
from rake.models import RakeHour, Rating, ReportDay
from rake.selectors import FIGURES, Report, as_json, days_around, hands_off, rake_report
from rake.unbuilt import days_to_rebuild
from rules.house.fee_schedule import live_time
from tables.services import put_in, register_dealer, start_shift
from tests.support.arranged import arranged
from tests.support.desk import NLH, Desk, key, open_desk, person
from tests.support.jobs import run_jobs

pytestmark = pytest.mark.django_db

DAY = date(2025, 3, 7)


@arranged
def desk() -> Desk:
    return a_room_at_play()


def a_room_at_play() -> Desk:
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
        confirmed=(NEVER_OWED,),
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
    assert (total.hands, total.pot, total.rake_taken, total.rake_owed, total.rake_over, total.rake_under) == (
        3,
        180_00,
        7_00,
        8_00,
        0,
        1_00,
    )
    for groups in (report.by_table, report.by_game, report.by_hour):
        assert sum(group.figures.rake_taken for group in groups) == total.rake_taken
        assert sum(group.figures.hands for group in groups) == total.hands
    assert [group.figures.hands for group in report.by_table] == [2, 1]
    assert len(report.by_hour) == 2
    assert [rating.hand.session for rating in hands_off(desk.room, DAY, "floor").worst] == [other]


def test_too_much_and_too_little_are_never_set_off_against_each_other(desk: Desk) -> None:
    tick(desk, pot=70_00, rake=19_00)
    tick(desk, pot=70_00, rake=1_00)
    total = built(desk).total
    assert (total.rake_owed, total.rake_over, total.rake_under) == (6_00, 16_00, 2_00)
    assert as_json(rake_report(desk.room, DAY))["total"]["rake_over"] == 16_00


def test_a_table_with_a_time_charge_shows_no_zero_for_what_is_not_taken_from_pots(desk: Desk) -> None:
    desk.session = desk.open_table(replace(NLH, fee=live_time(5_00)))
    desk.seated(seat=1)
    tick(desk, pot=70_00, rake=0)
    (line,) = built(desk).lines
    assert (line.figures.timed, line.figures.is_timed) == (1, True)
    assert [line.figures.shown(name) for name in ("rake_taken", "rake_owed", "promo_under", "pot")] == [
        None, None, None, 70_00,
    ]  # fmt: skip


def test_building_again_gives_the_same_day(desk: Desk) -> None:
    tick(desk, pot=70_00, rake=3_00)
    first = as_json(built(desk))
    assert as_json(built(desk)) == first
    assert RakeHour.objects.count() == 1
    assert ReportDay.objects.filter(source="floor").count() == 1


def test_a_late_hand_shows_as_missing_until_the_next_build(desk: Desk) -> None:
    tick(desk, pot=70_00, rake=3_00)
    report = built(desk)
    assert (report.new_hands, report.is_complete) == (0, True)
    tick(desk, pot=70_00, rake=3_00)
    report = rake_report(desk.room, DAY)
    assert (report.new_hands, report.is_complete, report.total.hands) == (1, False, 1)
    assert days_to_rebuild(desk.room) == [DAY]
    assert built(desk).new_hands == 0
    assert days_to_rebuild(desk.room) == []


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


def corrected(desk: Desk, hand: Hand, at: datetime) -> Hand:
    facts = {"tick": hand, "rake_taken": 3_00, "pot": 70_00, "reason": "miskeyed", "key": key()}
    return supersede_tick(**facts, by=person(desk.room, "manager"), at=at)


def test_a_corrected_hand_makes_the_report_old(desk: Desk) -> None:
    """The hands that stand are as many as before; one of them says something else."""
    hand = tick(desk, pot=70_00, rake=2_00)
    assert built(desk).total.rake_taken == 2_00
    corrected(desk, hand, desk.at())
    report = rake_report(desk.room, DAY)
    assert (report.new_hands, report.is_complete) == (1, False)
    assert days_to_rebuild(desk.room) == [DAY]
    report = built(desk)
    assert (report.total.hands, report.total.rake_taken, report.total.rake_under) == (1, 3_00, 0)
    assert (report.new_hands, days_to_rebuild(desk.room)) == (0, [])


def test_a_correction_on_another_day_makes_both_days_old(desk: Desk) -> None:
    """The wrong version leaves the day of the hand, the right one counts where its money was booked."""
    hand, later = tick(desk, pot=70_00, rake=2_00), DAY + timedelta(days=1)
    built(desk)
    corrected(desk, hand, desk.at() + timedelta(days=1))
    assert [rake_report(desk.room, day).new_hands for day in (DAY, later)] == [1, 1]
    assert days_to_rebuild(desk.room) == [DAY, later]
    assert [built(desk, day).total.hands for day in (DAY, later)] == [0, 1]
    assert days_to_rebuild(desk.room) == []


def test_the_hour_that_autumn_brings_twice_is_two_hours(desk: Desk) -> None:
    """New York's clocks go back at 06:00 UTC on 2 November 2025."""
    desk.room.time_zone = "America/New_York"
    desk.room.save()
    for hour in (5, 6):  # 01:30 summer time, 01:30 winter time
        tick(desk, pot=40_00, rake=2_00, at=datetime(2025, 11, 2, hour, 30, tzinfo=UTC))
    report = built(desk, date(2025, 11, 1))
    assert [group.name for group in report.by_hour] == ["01:00 EDT", "01:00 EST"]
    assert [group.figures.hands for group in report.by_hour] == [1, 1]
    assert [line.hour.astimezone(UTC).hour for line in report.lines] == [5, 6]


def test_an_hour_without_hands_is_shown_with_zeros(desk: Desk) -> None:
    tick(desk, pot=40_00, rake=2_00)
    tick(desk, pot=40_00, rake=2_00, at=desk.now + timedelta(hours=3))
    report = built(desk)
    assert [group.figures.hands for group in report.by_hour] == [1, 0, 0, 1]
    assert len({group.name for group in report.by_hour}) == 4
    assert len(report.lines) == 2


def test_the_hands_that_are_off_come_worst_first(desk: Desk) -> None:
    for rake in (2_00, 3_00, 0, 5_00):
        services.rate_hand(hand_id=tick(desk, pot=70_00, rake=rake).pk, at=desk.now)
    off = hands_off(desk.room, DAY, "floor", most=2)
    assert [rating.rake_variance for rating in off.worst] == [-3_00, 2_00]
    assert off.count == 3


def test_the_days_around_are_those_with_hands(desk: Desk) -> None:
    for days in (0, 3, 10):
        tick(desk, pot=None, rake=1_00, at=desk.now + timedelta(days=days))
    assert days_around(desk.room, DAY) == (None, DAY + timedelta(days=3))
    assert days_around(desk.room, DAY + timedelta(days=5)) == (DAY + timedelta(days=3), DAY + timedelta(days=10))
    assert days_around(desk.room, DAY + timedelta(days=10)) == (DAY + timedelta(days=3), None)


def test_hands_of_another_room_are_off_there_and_make_no_day_here(desk: Desk) -> None:
    other = a_room_at_play()
    services.rate_hand(hand_id=tick(other, pot=70_00, rake=0).pk, at=other.now)
    tick(other, pot=None, rake=1_00, at=other.now + timedelta(days=1))
    tick(desk, pot=70_00, rake=3_00)
    tick(desk, pot=None, rake=1_00)
    for room in (desk.room, other.room):
        assert hands_off(room, DAY, "floor").count == (room == other.room)
    assert days_around(desk.room, DAY) == (None, None)


def test_a_day_that_another_room_has_built_is_not_built_here(desk: Desk) -> None:
    other = a_room_at_play()
    for each in (desk, other):
        tick(each, pot=70_00, rake=3_00)
    built(other)
    assert (days_to_rebuild(desk.room), days_to_rebuild(other.room)) == ([DAY], [])


def test_text_cells_are_no_formulas(desk: Desk) -> None:
    for text in ("=cmd|' /C calc'!A0", "+1", "-1", "@x", "\tx", "＝1"):
        assert text_cell(text) == f"'{text}"
    assert text_cell("Table 1") == "Table 1"


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


def test_a_report_of_an_earlier_release_is_held_to_its_hands(desk: Desk) -> None:
    """Its lines name the plaque, and neither which one it was nor who dealt."""
    tick(desk, pot=70_00, rake=3_00)
    facts = {"by": desk.manager, "at": desk.at()}
    dealer = register_dealer(room=desk.room, badge_number="D1", display_name="Dora", **facts)
    start_shift(dealer=dealer, **facts)
    put_in(session=desk.session, dealer=dealer, **facts)
    tick(desk, pot=33_50, rake=2_00)
    built(desk)
    now = list(RakeHour.objects.values())
    assert len(now) == 2, "one of each dealer"
    labels = ("room_id", "gaming_day", "source", "table_id", "game", "plaque_name", "hour_starts_at")
    sums = {name: sum(row[name] for row in now) for name in FIGURES}
    RakeHour.objects.all().delete()
    earlier = RakeHour.objects.create(**{name: now[0][name] for name in labels}, **sums)
    assert list(wrong_reports()) == []
    RakeHour.objects.filter(pk=earlier.pk).update(rake_taken=4_00)
    assert [fault.partition(" says ")[2] for fault in wrong_reports()] == ["rake_taken 400, not 500"]
