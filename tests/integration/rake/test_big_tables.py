"""What is asked of the big tables stays as little whatever they hold: told by plans and rows read, never by time."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, QuerySet
from django.test.utils import CaptureQueriesContext

from config.audit.models import AuditEvent
from config.audit.selectors import _VERBS, verbs
from config.audit.services import record
from games.dealt import RecordedHands
from games.models import Hand
from games.selectors.hands import hands_of
from games.services.ticks import record_tick
from players.models import Transfer
from players.selectors.ledger import Search, _narrowed, everything, find
from rake.corrections import later_corrections
from rake.dealt import WHO_DEALT, dealer_of_hand
from rake.figures.definitions import FIGURES, Chapter, of_chapter
from rake.figures.parts import By
from rake.figures.periods import Kind, period_of
from rake.figures.scopes import Scope
from rake.figures.sheets import sheet
from rake.standing import in_figures
from rake.summing import figures_of
from rake.unbuilt import days_still_played, days_to_rebuild
from tables.alarms import KINDS, by_urgency
from tables.models import Down, SessionAlarm, TableSession
from tables.selectors.alarms import ClosedAlarms, alarms_of_closed
from tables.services import raise_alarm, register_dealer, start_shift
from tests.support.days import books_began, locked_day
from tests.support.desk import Desk, key, open_desk

pytestmark = pytest.mark.django_db
NO_SCANS = ("enable_seqscan",)
BITMAPS = ("enable_seqscan", "enable_indexscan", "enable_indexonlyscan")


def nodes(sql: str, params: Any = None, off: tuple[str, ...] = NO_SCANS) -> list[dict[str, Any]]:
    """The steps of a statement as PostgreSQL does it where it may not read a table whole, with the rows of each."""
    with connection.cursor() as cursor:
        cursor.execute("analyze")
        for name in off:
            cursor.execute(f"set local {name} = off")
        cursor.execute(f"explain (analyze, format json, timing off) {sql}", params)
        (told,) = cursor.fetchone()
        for name in off:
            cursor.execute(f"set local {name} = on")
    whole = told if isinstance(told, list) else json.loads(told)
    return list(_flat(whole[0]["Plan"]))


def _flat(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from _flat(child)


def of(rows: QuerySet[Any], off: tuple[str, ...] = NO_SCANS) -> list[dict[str, Any]]:
    """The steps of a query."""
    return nodes(*rows.query.sql_with_params(), off=off)


def indices(steps: list[dict[str, Any]]) -> set[str]:
    """The indices that are used."""
    return {step["Index Name"] for step in steps if "Index Name" in step}


def play(desk: Desk, hands: int) -> None:
    """Quick hands, and as many purchases."""
    for _ in range(hands):
        record_tick(session=desk.session, rake_taken=0, key=key(), by=desk.manager, at=desk.at())


@pytest.fixture
def desk() -> Desk:
    """A table with two players."""
    made = open_desk()
    for seat in (1, 2):
        made.seated(seat=seat)
    return made


def test_the_verbs_of_the_trail_are_found_in_a_step_for_each_verb(desk: Desk) -> None:
    """Not by reading every event there is."""
    read = []
    for _ in range(2):
        play(desk, 30)
        steps = nodes(_VERBS, {"room": desk.room.pk}, off=(*NO_SCANS, "enable_sort", "enable_bitmapscan"))
        read.append(sum(step["Actual Rows"] * step["Actual Loops"] for step in steps if "Index Name" in step))
    assert AuditEvent.objects.filter(room=desk.room).count() > 60
    occurring = AuditEvent.objects.filter(room=desk.room).values("verb").distinct().count()
    assert occurring <= read[0] == read[1] <= occurring + 2


def test_the_verbs_are_all_that_occur_each_once(desk: Desk) -> None:
    play(desk, 3)
    record("pin.set", desk.manager, room=None, by=desk.manager, at=desk.at())
    found = verbs(desk.room)
    assert found == sorted(set(found))
    assert set(found) == set(AuditEvent.objects.values_list("verb", flat=True))
    assert verbs(open_desk().room) != found


def test_hands_that_nobody_superseded_are_told_by_the_few_that_somebody_did(desk: Desk) -> None:
    play(desk, 3)
    for rows in (Hand.objects.filter(in_figures(), room=desk.room), hands_of(desk.room)):
        steps = of(rows)
        assert [step for step in steps if step.get("Join Type") == "Anti"], steps
        assert "hand_later" in indices(steps)


def test_the_newest_hands_of_a_room_come_from_an_index_in_their_order(desk: Desk) -> None:
    play(desk, 3)
    steps = of(hands_of(desk.room)[:2], off=(*NO_SCANS, "enable_sort"))
    assert "hand_newest" in indices(steps)
    assert not [step for step in steps if step["Node Type"].endswith("Sort")]


def test_the_dealer_of_a_hand_is_the_first_down_that_is_looked_at(desk: Desk) -> None:
    """Not one of all downs of the session, read and sorted for each hand."""
    play(desk, 3)
    hands = Hand.objects.filter(room=desk.room).order_by().annotate(dealer=dealer_of_hand())
    steps = of(hands, off=(*NO_SCANS, "enable_sort", "enable_bitmapscan"))
    assert "down_newest" in indices(steps), steps
    assert not [step for step in steps if step["Node Type"].endswith("Sort")], steps


def test_hands_are_found_by_their_number(desk: Desk) -> None:
    """By the room's numbers, or by those of its sessions: which of the two costs less is the planner's to say."""
    play(desk, 3)
    assert {"hand_numbered", "hand_number_version_once"} & indices(of(RecordedHands().numbered(desk.room, 2)))


def test_what_was_corrected_of_a_locked_day_is_found_without_the_other_hands(desk: Desk) -> None:
    play(desk, 60)  # of three, where rows of tests before lie about, the planner may read them all
    with CaptureQueriesContext(connection) as asked:
        later_corrections(desk.room, desk.room.gaming_day(desk.now))
    found = indices(nodes(asked[0]["sql"].partition(" ORDER BY")[0]))
    assert {"hand_of_locked_day", "games_hand_supersedes_id_key"} & found  # either holds corrections alone


@pytest.mark.parametrize("whose", ["player", "table"])
def test_the_ledger_of_somebody_is_looked_up_on_both_sides(desk: Desk, whose: str) -> None:
    """Where rows can only be found by indices, those of both sides are used; a subquery would read the whole ledger."""
    sitting = desk.seated(seat=3)
    search = Search(players=(sitting.player_id,)) if whose == "player" else Search(table=desk.session.table.name)
    assert find(desk.room, search).rows
    steps = of(_narrowed(Transfer.objects.all(), desk.room, search).order_by(), off=BITMAPS)
    assert "BitmapOr" in {step["Node Type"] for step in steps}, steps


def test_the_ledger_of_a_player_is_never_read_backwards_until_enough_is_met(desk: Desk) -> None:
    """Somebody who hasn't come for long would have the whole ledger read: their rows are looked up, then sorted."""
    sitting = desk.seated(seat=3)
    with CaptureQueriesContext(connection) as asked:
        find(desk.room, Search(players=(sitting.player_id,)))
    (sql,) = [each["sql"] for each in asked if "ORDER BY" in each["sql"] and "reverses_id" in each["sql"]]
    steps = nodes(sql, off=(*NO_SCANS, "enable_sort"))
    assert [step for step in steps if step["Node Type"] == "Sort"], steps


def test_an_hour_of_the_ledger_is_looked_up_among_the_days_around_it(desk: Desk) -> None:
    """Also where a range of days is asked for: the narrower of both."""
    desk.seated(seat=3)
    hour = Search(from_time=desk.now - timedelta(hours=1), to_time=desk.now + timedelta(hours=1))
    assert find(desk.room, hour).rows == find(desk.room, Search()).rows
    asked = str(_narrowed(Transfer.objects.all(), desk.room, hour).query).partition(" WHERE ")[2]
    assert '"gaming_day" >= 2025-03-06' in asked
    assert '"gaming_day" <= 2025-03-08' in asked
    assert hour.is_of_hours
    assert not replace(
        hour, to_time=None
    ).is_of_hours  # all since then may be the whole ledger: that is read in its order
    assert not replace(hour, to_time=desk.now + timedelta(days=2)).is_of_hours
    tomorrow = desk.room.gaming_day(desk.now) + timedelta(days=1)
    assert not find(desk.room, replace(hour, since=tomorrow)).rows


def test_the_ledger_is_found_by_an_amount(desk: Desk) -> None:
    for _ in range(160):  # among a few rows of a room its own index is as good
        desk.buy_in(desk.player(), 100_00)
    steps = of(_narrowed(Transfer.objects.filter(room=desk.room), desk.room, Search(exactly=200_00)).order_by())
    assert "transfer_amount" in indices(steps)


def test_names_that_left_a_list_are_found_by_when(desk: Desk) -> None:
    scope = Scope(desk.room, period_of(Kind.DAY, desk.room.gaming_day(desk.now)), desk.now)
    with CaptureQueriesContext(connection) as asked:
        sheet(scope, of_chapter(Chapter.LISTS))
    sql = next(each["sql"] for each in asked if "players_listentry" in each["sql"])
    assert "list_ended" in indices(nodes(sql, off=(*NO_SCANS, "enable_hashjoin", "enable_mergejoin")))


def test_a_sheet_reads_each_source_once_for_its_parts_and_their_total(desk: Desk) -> None:
    books_began(desk, desk.now - timedelta(days=30))
    scope = Scope(desk.room, period_of(Kind.DAY, desk.room.gaming_day(desk.now)), desk.now)
    with CaptureQueriesContext(connection) as asked:
        sheet(scope, [FIGURES["rake_taken"]], By.TABLE)
    read = [each["sql"] for each in asked if 'FROM "rake_rakeday"' in each["sql"]]
    assert len(read) == 2  # the period, and the one before


def test_a_file_of_the_ledger_asks_once_for_its_rows_and_their_places(desk: Desk) -> None:
    counts = []
    for _ in range(2):
        for seat in range(3, 6):
            desk.seated(seat=seat + 3 * len(counts))
        with CaptureQueriesContext(connection) as asked:
            rows = sum(len(page) for page in everything(desk.room, Search()))
        assert rows == Transfer.objects.filter(room=desk.room).count()
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_alarms_of_closed_tables_are_read_as_far_as_they_are_shown(desk: Desk) -> None:
    """The most urgent first, in the order of the board, and the others counted in the same question."""
    kinds = ["no_such_kind", *KINDS]
    for number in range(30):
        kind = kinds[number % len(kinds)]
        raise_alarm(session=desk.session, kind=kind, subject=f"{number}", text=f"off {number}", at=desk.at())
    TableSession.objects.filter(pk=desk.session.pk).update(closed_at=desk.at())
    due = [alarm.text for alarm in by_urgency(SessionAlarm.objects.all())]
    with CaptureQueriesContext(connection) as asked:
        found = alarms_of_closed(desk.room, most=20)
    assert [alarm.line.text for alarm in found.first] == due[:20]
    assert found.more == 10
    (sql,) = [each["sql"] for each in asked]
    assert nodes(sql)[0]["Actual Rows"] == 20
    assert alarms_of_closed(desk.room, most=30) == ClosedAlarms(alarms_of_closed(desk.room, most=99).first, 0)
    assert alarms_of_closed(open_desk().room, most=20) == ClosedAlarms()


def test_hands_joined_to_downs_have_the_dealers_that_are_found_one_by_one(desk: Desk) -> None:
    """Before the first down, in a push that was undone, at a down's first and last instant, between two, and in the one
    that goes on; of two that began together in the one that was entered last, of two at once in the later one."""
    facts = {"by": desk.manager, "at": desk.at()}
    shifts = []
    for number in range(3):
        dealer = register_dealer(room=desk.room, badge_number=f"D{number}", display_name=f"Dealer {number}", **facts)
        shifts.append(start_shift(dealer=dealer, **facts))
    began = desk.now
    spans = [
        *((1, 2, 4, "undo"), (0, 5, 7, "push"), (1, 7, 9, "undo"), (0, 7, 12, "push"), (2, 14, 14, "push")),
        *((1, 14, 18, "tap"), (0, 16, 18, "tap"), (2, 20, None, "")),
    ]
    for shift, since, until, ended in spans:
        until_at = until and began + timedelta(minutes=until)
        started_at = began + timedelta(minutes=since)
        Down.objects.create(
            session=desk.session, shift=shifts[shift], started_at=started_at, ended_at=until_at, ended_with=ended
        )
    for minute in range(24):
        at = began + timedelta(minutes=minute)
        record_tick(session=desk.session, rake_taken=0, key=key(), by=desk.manager, at=at)
    found = Hand.objects.order_by().annotate(dealer=dealer_of_hand()).values_list("dealer").annotate(n=Count("pk"))
    due, lines = dict(found), figures_of(desk.room, desk.room.gaming_day(began))
    assert {line["dealer_id"]: line["ticks"] for line in lines} == due
    assert [due[shift.dealer_id] for shift in shifts] == [9, 2, 4]
    assert due[None] == 9


def test_the_dealers_of_a_day_are_read_of_its_tables_alone(desk: Desk) -> None:
    """Not out of every down that there ever was: those of the day's sessions, by the index of downs."""
    play(desk, 3)
    steps = nodes(WHO_DEALT, [desk.room.pk, desk.room.gaming_day(desk.now)])
    assert [step for step in steps if "session_id = ANY" in step.get("Index Cond", "")], steps


def test_nothing_is_asked_of_the_hands_of_days_that_are_locked() -> None:
    desk = open_desk()
    play(desk, 1)
    day = locked_day(desk)
    with CaptureQueriesContext(connection) as asked:
        sheet(Scope(desk.room, period_of(Kind.DAY, day), desk.now), of_chapter(Chapter.TAKINGS))
    assert not [each["sql"] for each in asked if 'FROM "games_hand"' in each["sql"]]
    play(desk, 1)
    after = day + timedelta(days=1)
    assert days_to_rebuild(desk.room, (day, after)) == [after]
    assert days_to_rebuild(desk.room, (day, day)) == days_still_played(desk.room, (day, day)) == []
