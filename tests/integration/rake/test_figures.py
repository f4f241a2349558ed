"""Every figure twice, from rollups and plainly from records; the same on the page, in files and through the API."""

import csv
import html
import io
import re
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qs

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cage.services import add_box
from config.errors import DomainError
from games.services.bookings import NEVER_OWED
from games.services.ticks import record_tick
from players.models import ListEntry
from players.services import come_back, go_away, note_arrival
from rake import services
from rake.audit_checks import wrong_times
from rake.figures.definitions import CHAPTERS, FIGURES, Chapter
from rake.figures.heat import heat_of
from rake.figures.measures import MEASURES, Quantity
from rake.figures.parts import By
from rake.figures.periods import Kind, Period, period_of
from rake.figures.scopes import Scope
from rake.figures.sheets import figures_by, sheet
from rake.figures.texts import shown
from rake.figures.units import IN_WORDS, Unit, decimals
from rake.models import PlayHour
from rake.open_items import reports_not_built
from rake.unbuilt import days_played_through, days_still_played
from rules.house.fee_schedule import FeeSchedule
from tables.models import Down, PlaqueVersion, TableSession
from tables.services import plan_tables, push_line, put_in, register_dealer, set_section, start_shift
from tables.services.planning import Planned
from tests.support.api import caller
from tests.support.arranged import arranged
from tests.support.boxes import counted, hung, pulled
from tests.support.desk import NLH, Desk, key, open_desk
from tests.support.drawers import close_exactly, running
from tests.support.lists import O8, Lists
from tests.support.looks import reader
from tests.support.people import signed_in
from tests.support.plain_figures import held_to_records
from tests.support.window import another_drawer
from tests.support.words import text as words_of

pytestmark = pytest.mark.django_db

DAY = date(2025, 3, 7)
NEXT = date(2025, 3, 8)


def _tick(desk: Desk, *, pot: int | None, rake: int, promo: int = 0) -> None:
    facts: dict[str, Any] = {"pot": pot, "rake_taken": rake, "promo_taken": promo, "confirmed": (NEVER_OWED,)}
    record_tick(session=desk.session, key=key(), by=desk.manager, at=desk.at(), **facts)


def _play(desk: Desk, hands: int, chance: Random, minutes: int = 7) -> None:
    for _ in range(hands):
        desk.now += timedelta(minutes=minutes - 1)
        pot = chance.choice([None, 40_00, 73_00, 255_00])
        rake = chance.choice([1_00, 2_00, 4_00]) if pot is None else min(pot // 20 // 100 * 100, 5_00)
        _tick(desk, pot=pot, rake=rake + chance.choice([0, 0, 1_00]))


@arranged
def desk() -> Desk:
    """Two tables of two games, dealers who push, players who come, wander off and leave, over two gaming days; a box
    short and one not counted, names on lists, one of which phoned, and a drawer over in chips and short in cash."""
    chance = Random(13)
    desk = open_desk()
    first = desk.session
    set_section(room=desk.room, tables=[first.table_id], section="Main floor", by=desk.manager, at=desk.at())
    dealers = []
    for number, name in enumerate(("Dora", "Dan", "Dee"), start=1):
        facts = {"by": desk.manager, "at": desk.at()}
        dealer = register_dealer(room=desk.room, badge_number=f"D{number}", display_name=name, **facts)
        start_shift(dealer=dealer, **facts)
        dealers.append(dealer)
    put_in(session=first, dealer=dealers[0], by=desk.manager, at=desk.at())
    sittings = [desk.seated(seat=seat) for seat in (1, 2, 3)]
    hung(desk, "R1")
    _play(desk, 6, chance)
    go_away(sitting=sittings[0], by=desk.manager, at=desk.at())
    second = desk.session = desk.open_table(O8)
    others = [desk.seated(60_00, seat=seat) for seat in (1, 4)]
    put_in(session=second, dealer=dealers[1], by=desk.manager, at=desk.at())
    _play(desk, 4, chance)
    come_back(sitting=sittings[0], by=desk.manager, at=desk.at())
    lists = Lists(desk)
    phoned = lists.join(source=ListEntry.Source.PHONE)
    desk.now += timedelta(minutes=15)
    note_arrival(entry=phoned, **desk.by())
    desk.buy_in(phoned.player, 200_00, session=first)
    desk.seat(phoned.player, 5, 200_00, session=first)
    lists.remove(lists.join())
    lists.join()
    desk.session = first
    for planned in PLANNED:
        plan_tables(room=desk.room, planned=planned, key=key(), by=desk.manager, at=desk.at())
    for number in ("R2", "R3"):
        add_box(room=desk.room, number=number, kind="rake", by=desk.manager, at=desk.at())
    counted(desk, pulled(desk, "R1", next_number="R2"), off=-2_00)
    seen = list(Down.objects.filter(ended_at=None).values_list("pk", flat=True))
    push_line(room=desk.room, start=None, seen=seen, by=desk.manager, at=desk.at(), again=True)
    _play(desk, 30, chance, minutes=30)
    desk.leave(others[0])
    pulled(desk, "R2", next_number="R3")
    window = another_drawer(desk)
    close_exactly(window, by=running(window).cashier, second=desk.second, at=desk.at(), chips=5_00, cash=-3_00)
    desk.room.dealer_minute_cost, desk.room.table_hour_cost = 45, 30_00
    desk.room.week_starts = SATURDAY
    desk.room.save()
    for day in (DAY, NEXT):
        services.rebuild_day(room=desk.room, gaming_day=day, at=desk.now)
    return desk


FRIDAY, SATURDAY = 4, 5
PLANNED = [
    Planned("NLH 1/3", 2, 20, 2, for_day=DAY), Planned("O8 4/8", 2, 18, 6, weekday=FRIDAY),
    Planned("O8 4/8", 0, 22, 0, for_day=DAY), Planned("NLH 1/3", 3, 10, 14, weekday=SATURDAY),
    Planned("NLH 1/3", 1, 20, 21, weekday=FRIDAY),
]  # fmt: skip
"""What is planned once both tables are open: more than is open, none of an open one, and for hours still to come."""
SHIFT = Period(Kind.SHIFT, DAY, DAY, 1)
PERIODS = [
    period_of(Kind.DAY, DAY), period_of(Kind.DAY, NEXT), period_of(Kind.WEEK, DAY, week_starts=SATURDAY),
    period_of(Kind.MONTH, DAY), SHIFT, period_of(Kind.DAYS, DAY, until=NEXT), period_of(Kind.DAY, date(2025, 3, 1)),
]  # fmt: skip


def asked_of(period: Period, chapter: Chapter, by: By) -> dict[str, Any]:
    """The query that asks for such a sheet."""
    facts = {"chapter": chapter.value, "period": period.kind.value, "day": period.first.isoformat(), "by": by.value}
    more = {"until": period.last.isoformat()} if period.kind == Kind.DAYS else {}
    return facts | more | ({"shift": str(period.shift)} if period.kind == Kind.SHIFT else {})


def test_every_figure_is_what_the_records_come_to(desk: Desk) -> None:
    """Each figure by each split that it has, in each kind of period, against sums made hand by hand (I-18)."""
    assert held_to_records(desk, PERIODS) > 500


def drawn_sheets(pairs: int) -> list[tuple[Period, Chapter, By]]:
    """Sheets drawn by chance, always the same, one of each chapter at least: so many definitions x periods in all."""
    every = [(period, chapter, by) for period in PERIODS for chapter in Chapter for by in By if figures_by(chapter, by)]
    Random(2025).shuffle(every)
    taken, seen = list[tuple[Period, Chapter, By]](), set[tuple[str, Period]]()
    for period, chapter, by in every:
        if len(seen) >= pairs and chapter in {each[1] for each in taken}:
            continue
        taken.append((period, chapter, by))
        seen |= {(figure.code, period) for figure in figures_by(chapter, by)}
    assert len(seen) >= pairs
    return taken


@pytest.mark.parametrize("quarter", range(4))
def test_page_files_and_api_say_the_same_of_200_definitions_and_periods(desk: Desk, quarter: int) -> None:
    for period, chapter, by in drawn_sheets(200)[quarter::4]:
        _says_the_same_everywhere(desk, period, chapter, by)


def _says_the_same_everywhere(desk: Desk, period: Period, chapter: Chapter, by: By) -> None:
    client, api = reader(desk.manager, desk.room), caller(desk.manager)
    query = asked_of(period, chapter, by)
    read = sheet(Scope(desk.room, period, timezone.now()), figures_by(chapter, by), by)
    sent = api.get("reports/figures/", **query).json()
    page = client.get(reverse("figures"), query).content.decode()
    lines = list(csv.reader(io.StringIO(b"".join(client.get(reverse("figures_csv"), query)).decode())))
    book = openpyxl.load_workbook(io.BytesIO(client.get(reverse("figures_xlsx"), query).content))
    cells = list(book["Figures"].iter_rows(values_only=True))
    assert lines[0][1:] == list(sent["total"]["values"]) == [figure.code for figure in read.figures]
    for number, row in enumerate([*read.rows, read.total], start=1):
        values = sent["rows"][number - 1]["values"] if number <= len(read.rows) else sent["total"]["values"]
        for column, (figure, value) in enumerate(zip(read.figures, row.values, strict=True), start=1):
            scale = Decimal(10) ** decimals(figure.unit, desk.room.exponent)
            assert values[figure.code] == value
            text, cell = lines[number][column], cells[number][column]
            assert (Decimal(text) * scale if text else None) == value
            assert (None if cell is None else round(Decimal(str(cell)) * scale)) == value
            assert f">{shown(value, figure.unit, desk.room.exponent)}<" in page or not read.rows
    assert ("figures follow within minutes" in page) == (not read.rows)
    pdf = client.get(reverse("figures_pdf"), query)
    assert pdf.content.startswith(b"%PDF-")
    assert sent["missing"] == [lack.sentence for lack in read.lacks]


def test_what_is_missing_is_said_and_what_is_not_counted_is_not_nothing(desk: Desk) -> None:
    drop = sheet(Scope(desk.room, period_of(Kind.DAYS, DAY, until=NEXT), desk.now), figures_by(Chapter.DROP, By.WHOLE))
    assert any("1 box was pulled and is not counted" in lack.sentence for lack in drop.lacks)
    shift = sheet(Scope(desk.room, SHIFT, desk.now), [FIGURES["rake_counted"]])
    assert shift.total.values == (None,)
    takings = sheet(Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), [FIGURES["rake_owed"]])
    assert any("have no known pot" in lack.sentence for lack in takings.lacks)
    sure = sheet(Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), [FIGURES["rake_taken"]])
    assert sure.is_complete
    _tick(desk, pot=None, rake=1_00)
    late = sheet(Scope(desk.room, period_of(Kind.DAY, NEXT), desk.now), [FIGURES["rake_taken"]])
    assert [lack.sentence for lack in late.lacks] == [
        "This gaming day goes on: what is still to come is in no figure.",
        "8 March 2025 has hands that its rollup doesn’t know yet.",
    ]


def test_a_box_that_waits_for_its_count_holds_not_nothing(desk: Desk) -> None:
    """On the second day a box of rake was pulled that nobody has counted: its revenue is unknown, and no loss."""
    codes = ("rake_counted", "revenue_counted", "contribution", "drop_over", "drop_under", "promo_counted")
    for by in (By.WHOLE, By.DAY):
        read = sheet(Scope(desk.room, period_of(Kind.DAY, NEXT), desk.now), [FIGURES[code] for code in codes], by)
        assert read.rows[0].values == read.total.values == (None, None, None, None, None, 0)
    both = sheet(Scope(desk.room, period_of(Kind.DAYS, DAY, until=NEXT), desk.now), [FIGURES["rake_counted"]])
    assert (both.total.values[0] or 0) > 0, "what was counted is told, and that a box is not"


def test_why_opens_the_sums_and_the_records(desk: Desk) -> None:
    client = reader(desk.manager, desk.room)
    query = asked_of(period_of(Kind.DAY, DAY), Chapter.TAKINGS, By.TABLE) | {"part": str(desk.session.table_id)}
    page = client.get(reverse("figure_why", args=["rake_per_table_hour"]), query).content.decode()
    assert "rake taken ÷ (table time − table time under a time charge)" in page
    assert "What is missing" in page
    gone = client.get(reverse("figure_why", args=["rake_per_table_hour"]), query | {"part": "999999"})
    assert gone.status_code == 404
    assert client.get(reverse("figure_why", args=["no-such"]), query).status_code == 404


def test_every_number_of_a_sheet_opens_why_it_is_so(desk: Desk) -> None:
    """A table that took rake and no time charge is a line of both, and each of its numbers leads somewhere."""
    client = reader(desk.manager, desk.room)
    query = asked_of(period_of(Kind.DAY, DAY), Chapter.DROP, By.TABLE)
    page = client.get(reverse("figures"), query).content.decode()
    links = re.findall(r'href="([^"]*part=[^"]+)"', page)
    assert any("time_collected" in link for link in links)
    assert {client.get(html.unescape(link)).status_code for link in links} == {200}


def test_each_number_of_a_line_leads_to_why_it_is_so(desk: Desk) -> None:
    client = reader(desk.manager, desk.room)
    query = asked_of(period_of(Kind.DAY, DAY), Chapter.TAKINGS, By.PLAQUE)
    read = sheet(
        Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), figures_by(Chapter.TAKINGS, By.PLAQUE), By.PLAQUE
    )
    page = client.get(reverse("figures"), query).content.decode()
    table = page.rpartition("<tbody>")[2].partition("</tbody>")[0]
    linked = re.findall(r'<td class="num"><a href="([^"]*)">([^<]*)</a></td>', table)
    assert [text for _, text in linked] == [
        shown(value, figure.unit, desk.room.exponent)
        for row in read.rows
        for figure, value in zip(read.figures, row.values, strict=True)
    ]
    parts = [parse_qs(html.unescape(address).partition("?")[2])["part"] for address, _ in linked]
    assert parts == [[row.part.key] for row in read.rows for _ in read.figures]
    assert len(read.rows) == 2
    for address, text in linked[:: len(read.figures) + 1]:
        assert text in client.get(html.unescape(address)).content.decode()


def test_a_line_more_asks_for_no_address_more(desk: Desk) -> None:
    """A room of 456 tables has thousands of numbers on a sheet, and to find an address takes longer than to show it."""
    client, asked = reader(desk.manager, desk.room), []
    for by in (By.WHOLE, By.HOUR):
        with patch("rake.views.figures.reverse", wraps=reverse) as found:
            page = client.get(reverse("figures"), asked_of(period_of(Kind.DAY, DAY), Chapter.TAKINGS, by))
        asked.append((found.call_count, page.content.decode().count('<th scope="row">')))
    assert asked[0][0] == asked[1][0] == len(figures_by(Chapter.TAKINGS, By.HOUR))
    assert asked[0][1] < asked[1][1]


def test_weeks_start_on_the_day_that_the_room_says(desk: Desk) -> None:
    """DAY is a Friday, the last day of a week here, and NEXT begins another."""
    client = reader(desk.manager, desk.room)
    page = client.get(reverse("figures"), {"period": "week", "day": DAY.isoformat()}).content.decode()
    assert "week of 1 March 2025" in page
    assert "week of 8 March 2025" in page  # the next one
    days = sheet(Scope(desk.room, period_of(Kind.DAYS, DAY, until=NEXT), desk.now), [FIGURES["hands"]], By.WEEKDAY)
    assert [row.part.name for row in days.rows] == ["Saturday", "Friday"]
    hours = sheet(Scope(desk.room, days.scope.period, desk.now), [FIGURES["hands"]], By.WEEKDAY_HOUR)
    assert heat_of(hours, 0, title="Hands", sentence="Hands dealt.").rows == ["Saturday", "Friday"]


def test_a_figure_is_refused_by_a_split_that_it_has_not(desk: Desk) -> None:
    with pytest.raises(DomainError) as said:
        sheet(Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), [FIGURES["drawers_over"]], By.TABLE)
    assert said.value.code == "figure_not_split"
    page = reader(desk.manager, desk.room).get(
        reverse("figures"), asked_of(period_of(Kind.DAY, DAY), Chapter.LISTS, By.DEALER)
    )
    assert page.status_code == 422
    assert "known by dealer" in page.content.decode()


@pytest.mark.parametrize(
    "nonsense",
    [{"by": "colour"}, {"day": "2025-13-01"}, {"period": "days", "day": "2025-03-07", "until": "2025-03-01"},
     {"period": "days", "day": "2023-01-01", "until": "2025-03-01"}, {"period": "shift", "shift": "9"}],
)  # fmt: skip
def test_nonsense_is_told_and_shows_the_day(desk: Desk, nonsense: dict[str, str]) -> None:
    client = reader(desk.manager, desk.room)
    page = client.get(reverse("figures"), nonsense)
    assert page.status_code == 422
    assert client.get(reverse("figures_csv"), nonsense).status_code == 422


def test_a_sheet_takes_as_many_questions_for_two_lines_as_for_many(desk: Desk) -> None:
    def questions(by: By) -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            sheet(Scope(desk.room, period_of(Kind.MONTH, DAY), desk.now), figures_by(Chapter.TAKINGS, by), by)
        return len(asked)

    assert questions(By.HOUR) == questions(By.DAY)
    assert questions(By.TABLE) <= questions(By.DAY) + 1


def test_definitions_stand_on_a_page_and_in_the_api(desk: Desk) -> None:
    page = signed_in(desk.manager).get(reverse("figure_definitions")).content.decode()
    told = {row["code"]: row for row in caller(desk.manager).get("reports/definitions/").json()["definitions"]}
    assert set(told) == set(FIGURES)
    for figure in FIGURES.values():
        assert f'id="{figure.code}"' in page
        assert told[figure.code]["formula"] == figure.formula_in_words
    assert all(title in page for title in CHAPTERS.values())


def test_each_place_says_the_unit_that_it_shows(desk: Desk) -> None:
    """Pages and workbooks show major units and decimals: none of them speaks of smallest parts."""
    client, query = reader(desk.manager, desk.room), {"chapter": "takings", "period": "day", "day": DAY.isoformat()}
    book = openpyxl.load_workbook(io.BytesIO(client.get(reverse("figures_xlsx"), query).content))
    units = {row[0]: row[3] for row in book["Definitions"].iter_rows(min_row=2, values_only=True)}
    assert units["rake_taken"] == "money, in the room’s currency"
    assert {units[code] for code in units} <= set(IN_WORDS.values())
    places = [client.get(reverse("figure_definitions")), client.get(reverse("figure_why", args=["rake_taken"]), query)]
    for shown_there in [*(place.content.decode() for place in places), *map(str, units.values())]:
        assert not re.search("minor units|in tenths|in hundredths|tenths of a percent", shown_there)
    assert "In money, in the room’s currency; code" in words_of(places[1])


def test_pots_of_hands_under_a_time_charge_bear_no_share(desk: Desk) -> None:
    """They are known pots, and no rake is taken of them by right."""
    shares = [FIGURES["rake_share"], FIGURES["hands"]]
    scope = Scope(desk.room, period_of(Kind.DAY, NEXT), desk.now + timedelta(days=2))
    services.rebuild_day(room=desk.room, gaming_day=NEXT, at=scope.at)
    share, hands = sheet(scope, shares).total.values
    timed = desk.session = desk.open_table(
        replace(NLH, blinds=(200, 500), fee=FeeSchedule(mode="time", time_charge=6_00))
    )
    for seat in (1, 2, 3):
        desk.seated(seat=seat)
    _tick(desk, pot=900_00, rake=0)
    services.rebuild_day(room=desk.room, gaming_day=NEXT, at=scope.at)
    assert sheet(scope, shares).total.values == (share, (hands or 0) + 1)
    rows = {row.part.key: row.values for row in sheet(scope, shares, By.TABLE).rows}
    assert rows[str(timed.table_id)] == (None, 1)
    assert share


def test_a_day_is_built_again_until_it_has_ended(desk: Desk) -> None:
    assert days_still_played(desk.room) == [NEXT]
    services.rebuild_day(room=desk.room, gaming_day=NEXT, at=desk.now + timedelta(days=2))
    assert days_still_played(desk.room) == []
    open_seconds = sum(PlayHour.objects.filter(gaming_day=NEXT).values_list("open_seconds", flat=True))
    assert open_seconds == 2 * 24 * 3600  # two tables, neither closed


def test_a_table_that_plays_through_a_day_has_it_built(desk: Desk) -> None:
    """No hand was recorded and no table opened on the day: two tables played through it."""
    services.rebuild_day(room=desk.room, gaming_day=NEXT, at=desk.now + timedelta(days=2))
    later, at = NEXT + timedelta(days=1), desk.now + timedelta(days=2)
    assert days_played_through(desk.room, at) == [later, later + timedelta(days=1)]
    assert days_played_through(desk.room, at, (later, later)) == [later]
    assert [item.code for item in reports_not_built(desk.room, later)] == ["report_too_early"]
    closed = desk.room.start_of(later + timedelta(days=1))
    TableSession.objects.filter(room=desk.room, closed_at=None).update(closed_at=closed)
    assert days_played_through(desk.room, at) == [later], "a table that closes with the day plays on none"
    services.rebuild_day(room=desk.room, gaming_day=later, at=at)
    assert days_played_through(desk.room, at) == []
    assert list(reports_not_built(desk.room, later)) == []
    seconds = PlayHour.objects.filter(gaming_day=later).values_list("open_seconds", flat=True)
    assert sum(seconds) == 2 * 24 * 3600


def test_the_time_of_a_locked_day_is_held_against_its_records(desk: Desk) -> None:
    with patch("rake.audit_checks.locked_until", return_value=DAY):
        assert list(wrong_times()) == []
        line = PlayHour.objects.filter(gaming_day=DAY, played_seconds__gt=60).earliest("pk")
        PlayHour.objects.filter(pk=line.pk).update(played_seconds=line.played_seconds - 60)
        told = f"played_seconds {line.played_seconds - 60}, not {line.played_seconds}"
        assert [fault.partition(" says ")[2] for fault in wrong_times()] == [told]
        PlayHour.objects.filter(pk=line.pk).delete()
        (fault,) = wrong_times()
        assert fault.endswith("lacks its line")
    assert list(wrong_times()) == [], "an open day is built again before it is locked"


def test_a_plaque_of_another_unit_is_not_mixed_up(desk: Desk) -> None:
    """A change of plaque within an hour makes lines of its own."""
    read = sheet(Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), [FIGURES["table_hours"]], By.LIMIT)
    posted = set(PlaqueVersion.objects.filter(room=desk.room).values_list("short_name", flat=True))
    assert {row.part.name for row in read.rows} == posted


def test_units_of_figures_are_what_their_measures_are() -> None:
    """Money is made of money, hours and minutes of seconds, and a share of two sums of one kind."""
    for figure in FIGURES.values():
        top, *others = (MEASURES[code].quantity for code in figure.formula.measures())
        wanted = {Unit.MONEY: Quantity.MONEY, Unit.HOURS: Quantity.SECONDS, Unit.MINUTES: Quantity.SECONDS}
        assert top == wanted.get(figure.unit, top), figure.code
        if figure.unit == Unit.SHARE:
            assert set(others) == {top}, figure.code
        if figure.unit in (Unit.COUNT, Unit.RATE):
            assert top == Quantity.COUNT, figure.code


COSTS = ("costs", "contribution", "contribution_per_table_hour")


def test_contribution_is_what_dealers_and_tables_leave(desk: Desk) -> None:
    """By hand: the revenue of the day, less 0.45 a minute dealt and 30.00 an open hour."""
    read = sheet(Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), [FIGURES[code] for code in COSTS], By.WHOLE)
    sums = read.total.sums
    dealt = read.total.sums["dealer_cost"]
    assert dealt
    assert dealt % 45 == 0
    costs, contribution, an_hour = read.total.values
    revenue = (sums["rake_counted"] or 0) + (sums["time_counted"] or 0)
    assert costs == dealt + (sums["table_cost"] or 0)
    assert contribution == revenue - (costs or 0)
    assert an_hour == round(Fraction(contribution or 0) * 3600 / (sums["open_seconds"] or 0))
    assert sums["table_cost"] == round(Fraction((sums["open_seconds"] or 0) * 30_00, 3600))


def test_costs_are_unknown_until_the_room_states_them(desk: Desk) -> None:
    """Revenue is no contribution; what a day was built with stays, whatever the room says later."""
    before = sheet(Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), [FIGURES[code] for code in COSTS], By.WHOLE)
    desk.room.dealer_minute_cost = desk.room.table_hour_cost = 0
    desk.room.save()
    kept = sheet(Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), [FIGURES[code] for code in COSTS], By.WHOLE)
    assert kept.total.values == before.total.values
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    unset = sheet(Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), [FIGURES[code] for code in COSTS], By.WHOLE)
    assert unset.total.values == (None, None, None)


@pytest.mark.parametrize("stated", ["dealer_minute_cost", "table_hour_cost"])
def test_one_cost_alone_is_not_what_a_table_costs(desk: Desk, stated: str) -> None:
    """The other one is not nothing: nobody has said what it is."""
    desk.room.dealer_minute_cost = desk.room.table_hour_cost = 0
    setattr(desk.room, stated, 45)
    desk.room.save()
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    read = sheet(Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), [FIGURES[code] for code in COSTS], By.WHOLE)
    assert read.total.values == (None, None, None)
    assert {name for name in ("dealer_cost", "table_cost") if read.total.sums[name] is None} == {
        "dealer_cost" if stated == "table_hour_cost" else "table_cost"
    }


@pytest.mark.parametrize("by", [By.WHOLE, By.TABLE, By.HOUR])
def test_the_total_is_of_all_the_lines(desk: Desk, by: By) -> None:
    read = sheet(Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), [FIGURES["hands"]], by)
    assert len(read.rows) > 1 or by == By.WHOLE
    assert read.total.part.name == "In all"
    assert read.total.values[0] == sum(row.values[0] or 0 for row in read.rows) > 0
