"""The manager's morning: every number leads to the rows behind it, and a changed row changes its own sentences only."""

import re
from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from cage.services import add_box
from config.days.selectors import open_items
from disputes.services import open_dispute
from disputes.services.opening import Report
from games.services.bookings import NEVER_OWED
from games.services.ticks import record_tick
from rake import services
from rake.figures.definitions import FIGURES
from rake.figures.periods import Kind, period_of
from rake.morning.charts import busy_hours, money_by_day, players_by_hour
from rake.morning.phrases import PHRASES, Subject
from rake.morning.right_now import right_now
from rake.morning.sentences import DayTold, Sentence, Teller, tell
from tables.services import close_table
from tests.support.arranged import arranged
from tests.support.boxes import counted, hung, pulled
from tests.support.desk import Desk, key, open_desk, person
from tests.support.lists import Lists
from tests.support.looks import reader
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db

FRIDAY, NEXT_FRIDAY = date(2025, 3, 7), date(2025, 3, 14)


def _tick(desk: Desk, rake: int, pot: int | None = None) -> None:
    desk.now += timedelta(minutes=5)
    facts = {"pot": pot, "rake_taken": rake, "promo_taken": 0, "confirmed": (NEVER_OWED,)}
    record_tick(session=desk.session, key=key(), by=desk.manager, at=desk.at(), **facts)  # type: ignore[arg-type]


def _build(desk: Desk, *days: date) -> None:
    for day in days:
        services.rebuild_day(room=desk.room, gaming_day=day, at=desk.now)


@arranged
def desk() -> Desk:
    """The same table on two Fridays: ten hands on the first, four and a box that is short on the second."""
    desk = open_desk()
    for seat in (1, 2, 3):
        desk.seated(seat=seat)
    hung(desk, "R1")
    for number in ("R2", "R3"):
        add_box(room=desk.room, number=number, kind="rake", by=desk.manager, at=desk.at())
    for _ in range(10):
        _tick(desk, 3_00, 60_00)
    counted(desk, pulled(desk, "R1", next_number="R2"))
    desk.now += timedelta(days=7) - timedelta(minutes=50)
    for _ in range(4):
        _tick(desk, 3_00)
    counted(desk, pulled(desk, "R2", next_number="R3"), off=-2_00)
    lists = Lists(desk)
    lists.remove(lists.join())
    lists.join()
    desk.now += timedelta(days=1)
    _build(desk, *(FRIDAY + timedelta(days=number) for number in range(8)))
    return desk


@pytest.fixture
def manager(desk: Desk) -> Client:
    return reader(desk.manager, desk.room)


def sentences(told: DayTold) -> dict[str, Sentence]:
    return {each.code: each for part in told.told for each in part.sentences}


def test_the_day_is_told_beside_the_same_weekday(desk: Desk) -> None:
    told = sentences(tell(desk.room, NEXT_FRIDAY, desk.now))
    assert told["hands"].text == "4 hands were recorded, less than last Friday’s 10."
    assert told["rake_taken"].text == "As recorded, 12 of rake was dropped, less than last Friday’s 30."
    assert told["revenue_counted"].text == "Rake and time as counted came to 10, less than last Friday’s 30."
    assert told["drop_under"].text == "Box by box, 2 of what was recorded was not there, more than last Friday’s 0."
    assert told["names"].text == "1 name left the lists, more than last Friday’s 0."
    assert not {"drop_over", "cases_opened"} & set(told), "what is nothing on both days is left out"


def test_what_nobody_knows_is_named_and_not_told(desk: Desk) -> None:
    day = tell(desk.room, NEXT_FRIDAY, desk.now)
    unknown = {words.text for part in day.told for words in part.unknown}
    assert "Mean wait" in unknown
    assert "Wait beyond the quote" in unknown
    assert "Time to ruling" in unknown
    assert "Hands" not in unknown


def test_a_day_without_one_to_compare_with_is_told_alone(desk: Desk, manager: Client) -> None:
    day = tell(desk.room, FRIDAY, desk.now)
    assert sentences(day)["hands"].text == "10 hands were recorded."
    assert not any(each.stands_out or "last Friday" in each.text for each in sentences(day).values())
    assert "Nothing is recorded of the same day last week" in text(manager.get(reverse("morning"), {"day": FRIDAY}))
    empty = tell(desk.room, FRIDAY - timedelta(days=1), desk.now)
    assert empty.is_empty
    assert not empty.told


def test_what_was_not_known_a_week_before_is_said(desk: Desk) -> None:
    teller = Teller(desk.room, period_of(Kind.DAY, NEXT_FRIDAY), is_alone=False)
    told = teller.sentence(FIGURES["mean_wait"], 12_5, None)
    assert told.text.endswith("had waited 12.5 min on average; of last Friday nobody knows it.")
    assert not told.surprise


def test_no_number_stands_without_the_page_that_takes_it_apart(desk: Desk, manager: Client) -> None:
    day, seen = tell(desk.room, NEXT_FRIDAY, desk.now), 0
    for sentence in sentences(day).values():
        for words in sentence.words:
            if not words.href:
                assert not re.search(r"\d", words.text), sentence.text
                continue
            assert words.text in text(manager.get(words.href)), sentence.text
            seen += 1
    assert seen > 20
    for line in right_now(desk.room, desk.now):
        for words in line.words:
            assert bool(words.href) == bool(re.search(r"\d", words.text)), line.text


def test_a_changed_row_changes_its_own_sentences(desk: Desk) -> None:
    """One more hand recorded of the second Friday: what is made of hands is told anew, and nothing else."""
    before = sentences(tell(desk.room, NEXT_FRIDAY, desk.now))
    again = sentences(tell(desk.room, NEXT_FRIDAY, desk.now + timedelta(minutes=1)))
    assert {code: each.text for code, each in before.items()} == {code: each.text for code, each in again.items()}
    facts = {"pot": None, "rake_taken": 4_00, "promo_taken": 0, "confirmed": (NEVER_OWED,)}
    late = desk.now - timedelta(days=1)
    record_tick(session=desk.session, key=key(), by=desk.manager, at=late, **facts)  # type: ignore[arg-type]
    _build(desk, NEXT_FRIDAY)
    after = sentences(tell(desk.room, NEXT_FRIDAY, desk.now))
    changed = {code for code in before | after if before.get(code) != after.get(code)}
    of_hands = {code for code in PHRASES if {"ticks", "rake_taken"} & {m.code for m in FIGURES[code].measures}}
    assert of_hands == {"hands", "rake_taken", "rake_per_table_hour", "hands_per_hour"}
    assert {"hands", "rake_taken"} <= changed <= of_hands


def test_the_most_unlike_comes_first_in_each_part(desk: Desk) -> None:
    told = tell(desk.room, NEXT_FRIDAY, desk.now).told
    assert [part.subject for part in told] == [each for each in Subject if each in {p.subject for p in told}]
    for part in told:
        surprises = [each.surprise for each in part.sentences]
        assert surprises == sorted(surprises, reverse=True)
    found = sentences(tell(desk.room, NEXT_FRIDAY, desk.now))
    assert found["hands"].surprise == Fraction(6, 4 + 10 + 10)
    assert found["rake_taken"].surprise == Fraction(18_00, 12_00 + 30_00 + 100_00)
    assert found["hands"].stands_out
    assert not found["rake_taken"].stands_out


def test_the_words_tell_and_never_explain() -> None:
    causes = re.compile(r"becaus|caus|due to|thanks|owing|led to|made|brought|result|therefore|explain|since\b", re.I)
    for code, phrase in PHRASES.items():
        assert code in FIGURES
        assert not causes.search(f"{phrase.before} {phrase.after} {phrase.one}"), phrase


def test_the_room_right_now(desk: Desk) -> None:
    lines = {line.text: line.waits for line in right_now(desk.room, desk.now)}
    assert any(line.startswith("1 table is open, with 3 players and ") for line in lines)
    assert lines["1 table has no dealer."]
    assert lines["1 table has an empty seat while names wait for the game."]
    waits = "1 name is on the lists; of those here and not called the longest waits 24 h"
    assert any(line.startswith(waits) for line in lines), lines
    assert "1 dispute waits for a ruling." not in lines
    report = Report(kind="SEATING", facts="says that they were next on the list", seats=(2,))
    open_dispute(session=desk.session, report=report, key=key(), by=desk.manager, at=desk.at())
    assert {line.text: line.waits for line in right_now(desk.room, desk.now)}["1 dispute waits for a ruling."]


def test_money_that_does_not_cover_the_chips_in_use_waits_for_somebody(desk: Desk) -> None:
    said = "The house’s money covers less of the chips in use than the room asks."
    told = lambda: {line.text: line.waits for line in right_now(desk.room, desk.now)}  # noqa: E731
    assert said not in told()
    desk.room.cover_asked = 10_000
    assert told()[said]


def test_nothing_is_open_in_an_empty_room() -> None:
    desk = open_desk()
    close_table(session=desk.session, by=desk.manager, at=desk.at())
    assert "No table is open." in [line.text for line in right_now(desk.room, desk.now)]


def test_the_charts_show_the_figures(desk: Desk) -> None:
    money = money_by_day(desk.room, NEXT_FRIDAY, desk.now)
    assert (money.labels[0], money.labels[6], money.labels[-1], len(money.labels)) == ("1 Mar", "7 Mar", "14 Mar", 14)
    taken, revenue = (list(row.values) for row in money.series)
    assert (taken[6], taken[-1], taken[0]) == (30_00, 12_00, None)
    assert revenue[-1] == 10_00
    players = players_by_hour(desk.room, FRIDAY, desk.now)
    assert dict(zip(players.labels, players.series[0].values, strict=True))["19:00"] == 3_00
    heat = busy_hours(desk.room, NEXT_FRIDAY, desk.now)
    rows = {name: dict(zip(heat.columns, row, strict=True)) for name, row in zip(heat.rows, heat.cells, strict=True)}
    assert rows["Saturday"]["20:00"] == 3_00
    assert next(iter(heat.columns)) == f"{desk.room.gaming_day_start:%H:%M}"


def test_the_page_shows_the_day_and_what_keeps_it_open(desk: Desk, manager: Client) -> None:
    page = manager.get(reverse("morning"), {"day": NEXT_FRIDAY.isoformat()})
    shown = text(page)
    assert "4 hands were recorded" in shown
    assert "Right now" in shown
    assert "Busy hours" in shown
    items = open_items(desk.room, NEXT_FRIDAY)
    assert items
    assert all(item.sentence in shown for item in items)
    unasked = manager.get(reverse("reports"))
    assert unasked["Location"] == reverse("morning")
    assert manager.get(unasked["Location"]).status_code == 200


def test_heat_is_by_weekday_and_hour_on_the_page_of_figures(desk: Desk, manager: Client) -> None:
    asked = {"chapter": "play", "period": "month", "day": FRIDAY.isoformat(), "by": "weekday-hour"}
    shown = manager.get(reverse("figures"), asked).content.decode()
    assert 'class="chart heat"' in shown
    assert "Table-hours by weekday and hour" in shown
    assert 'class="chart heat"' not in manager.get(reverse("figures"), asked | {"by": "weekday"}).content.decode()


def test_a_number_of_hands_leads_to_hands_of_the_floor_and_of_its_table(desk: Desk, manager: Client) -> None:
    asked = {"chapter": "takings", "period": "day", "day": FRIDAY.isoformat(), "by": "table"}
    table = desk.session.table_id
    shown = manager.get(reverse("figure_why", args=["hands"]), asked | {"part": str(table)}).content.decode()
    address = f"{reverse('hands')}?day={FRIDAY}&amp;source=floor&amp;table={table}"
    assert f'href="{address}"' in shown
    listed = manager.get(address.replace("&amp;", "&"))
    assert listed.context["page"].paginator.count == 10
    of_files = manager.get(reverse("hands"), {"day": FRIDAY.isoformat(), "source": "import"})
    assert of_files.context["page"].paginator.count == 0


def test_a_day_that_is_not_built_is_built_from_there(desk: Desk, manager: Client) -> None:
    morning, wanted = reverse("morning"), "Build the day’s figures now"
    assert wanted not in text(manager.get(morning, {"day": NEXT_FRIDAY.isoformat()}))
    later = NEXT_FRIDAY + timedelta(days=1)
    _tick(desk, 3_00)
    page = manager.get(morning, {"day": later.isoformat()})
    assert wanted in text(page)
    assert wanted not in text(signed_in(person(desk.room, "auditor")).get(morning, {"day": later.isoformat()}))
    sent = re.search(r'name="key" value="([^"]+)"', page.content.decode())
    assert sent
    answer = manager.post(reverse("rake_rebuild", args=[later]), {"key": sent[1]})
    assert answer.status_code == 302
    assert f"/reports/rake/{later}/" in answer["Location"]
