"""Named sums and returns against the papers of the day, definitions in versions, and what a month lacks."""

from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.audit.models import AuditEvent
from config.errors import KeyReused
from config.rooms.models import Room
from games.services import void_hand
from players.models import Transfer
from rake.figures.periods import Period, month_of
from rake.revenue.definitions import in_force, versions_of
from rake.revenue.moved import moved, sign_of, sums_by_day, transfers_of
from rake.revenue.returns import MonthlyReturn, monthly_return, usual_month
from rake.revenue.services import post_revenue_version
from rake.revenue.sums import BY_CODE, SUMS
from rake.revenue_models import RevenueVersion
from tests.support.arranged import arranged
from tests.support.boxes import counted, pulled
from tests.support.days import end_day, open_drawers
from tests.support.desk import Desk, key, open_desk, person
from tests.support.dispute import DisputeTable
from tests.support.people import a_room
from tests.support.plain_revenue import plain_changes, plain_sums
from tests.support.refusals import refused
from tests.support.revenue import DAY, NEXT, a_day_of_revenue, locked_at_once

pytestmark = pytest.mark.django_db
MARCH = month_of(DAY)
ALWAYS = date(2000, 1, 1), date(2099, 1, 1)
EVENING = Path(__file__).resolve().parents[2] / "data" / "hands" / "evening"


@arranged
def at() -> DisputeTable:
    return a_day_of_revenue()


@arranged
def desk() -> Desk:
    """A room whose books have one day, the 7 March 2025."""
    return open_desk()


def version(desk: Desk, code: str = "washington", **facts: Any) -> RevenueVersion:
    """A new version of a definition, for rake counted less petty cash."""
    given: dict[str, Any] = {"title": "Washington gross receipts", "terms": {"rake_counted": 1, "petty_out": -1}}
    given |= {"source": "the accountant", "from_day": NEXT, "reason": "asked for", "key": key()}
    given |= {"by": desk.manager, "at": desk.at()}
    return post_revenue_version(room=desk.room, code=code, **(given | facts))


def returned(room: Room, code: str = "washington", month: Period = MARCH, today: date = NEXT) -> MonthlyReturn:
    found = monthly_return(room, code, month, today)
    assert found is not None
    return found


class TestSums:
    def test_each_is_what_the_papers_of_the_day_say(self, at: DisputeTable) -> None:
        plain = plain_sums(at.table.desk.room, DAY)
        sums = sums_by_day(at.table.desk.room, DAY, DAY)[DAY]
        assert {code: sums[code] for code in plain} == plain
        assert len([code for code, amount in plain.items() if amount]) >= 16

    def test_over_and_short_is_all_in_them(self, at: DisputeTable) -> None:
        """Boxes, drawers, trays, fills and credits, the vault, and what was covered: what its two accounts lost."""
        room = at.table.desk.room
        sums, changes = sums_by_day(room, DAY, DAY)[DAY], plain_changes(room, DAY)
        names = ("boxes", "drawers", "trays", "transit", "vault")
        lost = -changes.get("over_short", 0) - changes.get("over_short_cash", 0)
        assert sum(sums[f"{name}_over_short"] for name in names) + sums["boxes_covered"] == lost
        assert sums["vault_over_short"] == -2_00
        assert sums["trays_over_short"] == -10_00

    def test_one_question_is_asked_however_many_days(self, at: DisputeTable) -> None:
        with CaptureQueriesContext(connection) as asked:
            sums_by_day(at.table.desk.room, MARCH.first, MARCH.last)
        assert len(asked) == 1

    def test_days_are_told_apart(self, at: DisputeTable) -> None:
        desk = at.table.desk
        before = sums_by_day(desk.room, DAY, DAY)[DAY]
        end_day(desk)
        open_drawers(desk)
        at.table.tick(2_00)
        both = sums_by_day(desk.room, MARCH.first, MARCH.last)
        assert both[DAY] == before
        assert both[NEXT]["rake_recorded"] == 2_00
        assert sums_by_day(desk.room, NEXT, NEXT) == {NEXT: both[NEXT]}

    def test_another_rooms_money_stays_there(self, at: DisputeTable) -> None:
        other = open_desk()
        assert not any(sums_by_day(other.room, DAY, DAY).get(DAY, {}).values())

    def test_imported_hands_are_no_revenue(self, desk: Desk) -> None:
        """Chips of a file are none of the room's, whatever their hands rake."""
        before, always = moved(desk.room, *ALWAYS), Transfer.objects.filter(room=desk.room)
        rows = always.count()
        call_command("import_hands", str(EVENING), table="Archive", room=desk.room.slug, stdout=StringIO())
        assert always.count() > rows
        assert moved(desk.room, *ALWAYS) == before

    @pytest.mark.parametrize("code", list(BY_CODE))
    def test_the_transfers_behind_it_come_to_it(self, at: DisputeTable, code: str) -> None:
        room, each = at.table.desk.room, BY_CODE[code]
        rows = transfers_of(room, each, DAY, DAY).select_related("source", "target")
        assert sum(sign_of(each, row) * row.amount for row in rows) == sums_by_day(room, DAY, DAY)[DAY][code]
        assert all(sign_of(each, row) for row in rows)


class TestReturn:
    def test_it_is_the_sum_of_its_sums_and_of_its_days(self, at: DisputeTable) -> None:
        room = at.table.desk.room
        plain = plain_sums(room, DAY)
        shown = returned(room)
        assert shown.total == plain["rake_recorded"] + plain["time_recorded"] + plain["admin_fees"]
        assert shown.parts == {code: plain[code] for code in ("rake_recorded", "time_recorded", "admin_fees")}
        assert shown.total == sum(shown.parts.values()) == sum(line.total or 0 for line in shown.lines)
        assert [each.code for each in shown.sums] == ["rake_recorded", "time_recorded", "admin_fees"]

    def test_washington_takes_nothing_off_and_no_contribution(self, at: DisputeTable) -> None:
        """WAC 230-05-112: before over and short, with administration fees, without contributions."""
        shown, sums = returned(at.table.desk.room), sums_by_day(at.table.desk.room, DAY, DAY)[DAY]
        assert sums["boxes_over_short"]
        assert sums["promo_contributions"]
        assert sums["admin_fees"]
        assert shown.total == sums["rake_recorded"] + sums["time_recorded"] + sums["admin_fees"]

    def test_as_counted_takes_off_what_was_covered(self, at: DisputeTable) -> None:
        shown, sums = returned(at.table.desk.room, "as_counted"), sums_by_day(at.table.desk.room, DAY, DAY)[DAY]
        assert sums["boxes_covered"]
        counts = sums["rake_counted"] + sums["time_counted"] + sums["admin_fees"]
        assert shown.total == counts - sums["boxes_covered"]
        assert shown.parts["boxes_covered"] == -sums["boxes_covered"]

    def test_every_day_of_the_books_has_a_line(self, desk: Desk) -> None:
        shown = returned(desk.room, today=DAY + timedelta(days=4))
        assert [line.day.day for line in shown.lines] == [7, 8, 9, 10, 11]
        assert returned(desk.room, month=month_of(date(2025, 2, 1))).lines == []

    def test_what_is_no_definition_has_none(self, desk: Desk) -> None:
        assert monthly_return(desk.room, "nevada", MARCH, NEXT) is None

    def test_the_month_before_is_the_one_that_is_due_once_the_books_had_it(self, desk: Desk) -> None:
        assert usual_month(desk.room, date(2025, 4, 1)) == month_of(DAY)
        assert usual_month(desk.room, date(2026, 1, 31)) == month_of(date(2025, 12, 1))
        assert usual_month(desk.room, date(2025, 3, 31)) == month_of(DAY), "the books began in it"
        assert usual_month(a_room(), date(2025, 3, 31)) == month_of(DAY), "they haven't begun"


class TestLacks:
    def test_days_that_are_not_locked_are_named(self, desk: Desk) -> None:
        shown = returned(desk.room, today=NEXT)
        assert not shown.is_complete
        assert [lack.sentence for lack in shown.lacks] == [
            "The month goes on until 31 March 2025.",
            "2 gaming days, from 7 March 2025 on, are not locked yet.",
        ]
        assert shown.lacks[1].href == "/days/2025-03-07/"

    def test_a_month_whose_days_are_all_locked_is_complete(self, desk: Desk) -> None:
        locked_at_once(desk, date(2025, 3, 31))
        shown = returned(desk.room, today=date(2025, 4, 2))
        assert shown.is_complete
        assert all(line.is_locked for line in shown.lines)
        assert returned(desk.room, today=date(2025, 3, 31)).lacks[0].sentence.startswith("The month goes on")

    def test_a_month_before_the_books_is_not_complete(self, desk: Desk) -> None:
        month = month_of(date(2025, 2, 1))
        shown = monthly_return(desk.room, "washington", month, date(2025, 4, 2))
        assert shown is not None
        assert [lack.sentence for lack in shown.lacks] == ["The books have no gaming day in this month."]

    def test_one_day_is_named_by_itself(self, desk: Desk) -> None:
        locked_at_once(desk)
        assert [lack.sentence for lack in returned(desk.room).lacks][1:] == ["8 March 2025 is not locked yet."]


class TestVersions:
    def test_a_day_is_reckoned_by_the_version_that_held_then(self, at: DisputeTable) -> None:
        desk = at.table.desk
        before = returned(desk.room).lines[0]
        posted = version(desk)
        end_day(desk)
        open_drawers(desk)
        at.table.tick(3_00)
        counted(desk, pulled(desk, "R9"))
        shown = returned(desk.room)
        assert shown.lines[0].total == before.total
        assert (shown.lines[1].total, shown.lines[1].version) == (3_00, posted)
        assert [each.number for each in shown.versions] == [1, 2]
        assert [each.code for each in shown.sums] == [
            each.code for each in SUMS
            if each.code in ("rake_recorded", "time_recorded", "rake_counted", "admin_fees", "petty_out")
        ]  # fmt: skip
        assert "petty_out" not in shown.lines[0].parts
        assert "rake_recorded" not in shown.lines[1].parts

    def test_earlier_versions_stay_as_they_were(self, desk: Desk) -> None:
        first = versions_of(desk.room)["washington"][0]
        version(desk)
        kept = versions_of(desk.room)["washington"]
        assert [each.number for each in kept] == [1, 2]
        assert (kept[0].terms, kept[0].from_day, kept[0].source) == (first.terms, None, first.source)
        assert RevenueVersion.objects.filter(room=desk.room, code="washington").count() == 2
        assert versions_of(open_desk().room)["washington"][0].terms == first.terms

    def test_the_last_of_a_day_holds(self, desk: Desk) -> None:
        version(desk)
        last = version(desk, terms={"admin_fees": 1})
        versions = versions_of(desk.room)["washington"]
        assert in_force(versions, NEXT) == last
        first = in_force(versions, DAY)
        assert first is not None
        assert first.number == 1

    def test_a_definition_of_the_rooms_own(self, desk: Desk) -> None:
        made = version(desk, "", title="Net of petty cash", from_day=NEXT)
        assert (made.code, made.number) == ("net-of-petty-cash", 1)
        shown = returned(desk.room, made.code)
        assert (shown.lines[0].total, shown.lines[1].total) == (None, 0)
        assert shown.lacks[-1].sentence.startswith("Until 7 March 2025 no version of this definition held")

    def test_it_is_on_record_who_why_and_what(self, desk: Desk) -> None:
        made = version(desk)
        event = AuditEvent.objects.filter(verb="revenue.version").latest("pk")
        assert (event.by, event.reason) == (desk.manager, "asked for")
        assert event.after["formula"] == made.terms == ["+rake_counted", "-petty_out"]
        assert event.before["formula"] == ["+rake_recorded", "+time_recorded", "+admin_fees"]

    def test_the_same_request_makes_one(self, desk: Desk) -> None:
        same = key()
        first = version(desk, key=same)
        assert version(desk, key=same) == first
        with pytest.raises(KeyReused):
            version(desk, key=same, reason="another")
        assert versions_of(desk.room)["washington"][-1].number == 2

    @pytest.mark.parametrize(
        ("code", "facts"),
        [
            ("reason_missing", {"reason": " "}),
            ("source_missing", {"source": " "}),
            ("title_missing", {"title": "—"}),
            ("formula_empty", {"terms": {}}),
            ("formula_empty", {"terms": {"rake_counted": 0}}),
            ("sum_unknown", {"terms": {"luck": 1}}),
            ("definition_unknown", {"code": "nevada"}),
            ("definition_exists", {"code": "", "title": "washington"}),
            ("definition_exists", {"code": "", "title": "WASHINGTON gross receipts"}),
        ],
    )
    def test_nonsense_is_refused(self, desk: Desk, code: str, facts: dict[str, Any]) -> None:
        refused(code, lambda: version(desk, **facts))
        assert not RevenueVersion.objects.filter(room=desk.room).exists()

    def test_no_version_reaches_back_behind_the_last(self, desk: Desk) -> None:
        version(desk, from_day=NEXT + timedelta(days=3))
        refused("version_backwards", lambda: version(desk), **{"from": "2025-03-11"})
        version(desk, from_day=NEXT + timedelta(days=3), source="the regulator")

    def test_what_reaches_back_over_a_day_takes_two(self, desk: Desk) -> None:
        end_day(desk)
        other = person(desk.room, "auditor")
        refused("second_needed", lambda: version(desk, from_day=DAY))
        refused("second_is_first", lambda: version(desk, from_day=DAY, second=desk.manager))
        refused("second_may_not", lambda: version(desk, from_day=DAY, second=person(desk.room, "host")))
        assert not RevenueVersion.objects.exists()
        made = version(desk, from_day=DAY, second=other)
        event = AuditEvent.objects.get(verb="revenue.version", subject_id=str(made.pk))
        assert event.after["second"] == other.badge_number  # type: ignore[index]

    def test_what_begins_today_or_is_the_first_takes_one(self, desk: Desk) -> None:
        version(desk, from_day=DAY)
        end_day(desk)
        version(desk, "", title="Net of petty cash", from_day=DAY)
        version(desk, from_day=NEXT, terms={"admin_fees": 1})

    def test_the_same_again_is_no_version(self, desk: Desk) -> None:
        version(desk)
        refused("nothing_changed", lambda: version(desk))
        assert version(desk, terms={"rake_counted": 1}).number == 3

    def test_nor_into_a_day_that_is_locked(self, desk: Desk) -> None:
        locked_at_once(desk)
        refused("version_too_early", lambda: version(desk, from_day=DAY))
        version(desk, from_day=NEXT)

    def test_a_new_definition_may_look_back(self, desk: Desk) -> None:
        """It changes nothing that was reckoned before."""
        locked_at_once(desk)
        version(desk, "", title="Another look", from_day=DAY)


def test_a_void_after_the_lock_is_in_the_day_on_which_it_was_posted(at: DisputeTable) -> None:
    desk = at.table.desk
    hand = at.table.tick(4_00)
    before = sums_by_day(desk.room, DAY, DAY)[DAY]
    locked_at_once(desk)
    open_drawers(desk)
    void_hand(hand=hand, reason="entered twice", key=key(), second=person(desk.room, "floor"), **at.table.by())
    both = sums_by_day(desk.room, MARCH.first, MARCH.last)
    assert both[DAY] == before
    assert both[NEXT]["rake_recorded"] == -4_00
