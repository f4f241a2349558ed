"""Variances have deadlines: until when they are settled, and until when the regulator is told of the large ones."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from cage import services as cage
from cage.models import DrawerSession, Investigation, RegulatorNote
from cage.selectors.regulator_notes import not_told
from config.audit.models import AuditEvent
from config.days.registry import OpenItem
from config.days.selectors import open_items
from config.rooms.services import change_settings
from config.staff.models import User
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import close_exactly, open_exactly
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.words import text

pytestmark = pytest.mark.django_db


def close(desk: Desk, by: User | None = None, **off: int) -> DrawerSession:
    return close_exactly(desk.drawer, by=by or desk.cashier, second=desk.second, at=desk.at(), **off)


def reopen(desk: Desk, by: User | None = None) -> None:
    open_exactly(desk.drawer, by=by or desk.cashier, at=desk.at())


def note(desk: Desk, investigation: Investigation | None = None, **facts: Any) -> RegulatorNote:
    given = {"investigation": investigation or Investigation.objects.latest("pk"), "key": key()}
    given |= {"text": "By telephone, report 17", "by": desk.manager, "at": desk.at()}
    return cage.note_regulator(**(given | facts))


def settle(desk: Desk) -> None:
    facts = {"outcome": Investigation.State.ACCEPTED, "text": "nothing was found", **desk.by_two()}
    cage.settle_investigation(investigation=Investigation.objects.latest("pk"), **facts)


def items(desk: Desk, code: str) -> list[OpenItem]:
    """The open items of the day with that code, as told now in the room."""
    with time_machine.travel(desk.now, tick=False):
        return [each for each in open_items(desk.room, desk.room.gaming_day(desk.now)) if each.code == code]


class TestDeadlines:
    def test_a_variance_is_due_in_so_many_days_as_the_room_says(self, desk: Desk) -> None:
        close(desk, cash=-6_00)
        opened = Investigation.objects.get()
        assert opened.due_at == opened.opened_at + timedelta(days=3)
        assert opened.note_due_at is None

    @pytest.mark.parametrize(("off", "is_told"), [(-199_00, False), (-200_00, True), (200_00, True)])
    def test_the_regulator_is_told_from_the_amount_on_either_way_within_a_day(
        self, desk: Desk, off: int, is_told: bool
    ) -> None:
        close(desk, cash=off)
        opened = Investigation.objects.get()
        due = opened.opened_at + timedelta(hours=24) if is_told else None
        assert opened.note_due_at == due

    def test_what_a_cashier_is_short_and_over_on_a_day_counts_together(self, desk: Desk) -> None:
        """A pattern: neither by little and little, nor by what one is over for another, does it stay below."""
        for off, is_told in ((-90_00, False), (90_00, False), (-20_00, True), (-1_00, True)):
            close(desk, cash=off)
            found = Investigation.objects.latest("pk")
            assert (found.variance is not None, found.note_due_at is not None) == (True, is_told)
            reopen(desk)
        assert Investigation.objects.count() == 4, "one below the notice too, once the regulator is told of the others"

    def test_each_cashier_and_each_day_begins_anew(self, desk: Desk) -> None:
        close(desk, cash=-150_00)
        other = person(desk.room, "cashier")
        reopen(desk, other)
        close(desk, other, cash=-150_00)
        desk.now += timedelta(days=1)
        reopen(desk)
        close(desk, cash=-150_00)
        assert Investigation.objects.count() == 3
        assert not not_told(desk.room)

    def test_no_note_is_asked_where_the_room_says_0(self) -> None:
        desk = open_desk(regulator_note_from=0)
        close(desk, cash=-900_00)
        assert not not_told(desk.room)

    def test_other_settings_hold_for_later_variances_alone(self, desk: Desk) -> None:
        close(desk, cash=-300_00)
        due = Investigation.objects.get().note_due_at
        desk.room.regulator_note_hours, desk.room.regulator_note_from = 1, 900_00
        desk.room.save()
        assert [each.note_due_at for each in not_told(desk.room)] == [due]


class TestNote:
    def test_it_is_written_down_by_whom_it_doesn_t_name(self, desk: Desk) -> None:
        close(desk, cash=-200_00)
        for named in (desk.cashier, desk.second):
            refused("not_your_variance", lambda named=named: note(desk, by=named))
        refused("reason_missing", lambda: note(desk, text="  "))
        written = note(desk)
        assert (written.text, written.by, written.is_late) == ("By telephone, report 17", desk.manager, False)
        assert not not_told(desk.room)
        assert AuditEvent.objects.filter(verb="investigation.noted", reason=written.text).count() == 1

    def test_what_is_added_is_another_note(self, desk: Desk) -> None:
        close(desk, cash=-200_00)
        first = note(desk)
        desk.now += timedelta(hours=25)
        assert note(desk, text="And the letter").is_late
        assert not RegulatorNote.objects.get(pk=first.pk).is_late

    def test_none_is_written_of_a_small_one(self, desk: Desk) -> None:
        close(desk, cash=-20_00)
        refused("note_not_asked", lambda: note(desk))

    def test_nor_from_another_room(self, desk: Desk) -> None:
        close(desk, cash=-200_00)
        address = f"/cage/investigations/{Investigation.objects.get().pk}/note/"
        sent = {"key": key(), "text": "Report 17"}
        assert signed_in(open_desk().manager).post(address, sent).status_code == 404
        assert not RegulatorNote.objects.exists()


class TestOpenItems:
    def test_the_day_stays_open_until_it_is_written_down(self, desk: Desk) -> None:
        close(desk, cash=-200_00)
        settle(desk)
        (item,) = items(desk, "regulator_not_told")
        assert item.sentence.startswith(f"{desk.drawer} was counted short or over: tell the regulator")
        assert "tell the regulator by 8 March 2025 " in item.sentence
        assert item.href == "/cage/variances/#regulator"
        note(desk)
        assert not items(desk, "regulator_not_told")

    def test_what_is_overdue_says_so(self, desk: Desk) -> None:
        close(desk, cash=-200_00)
        day = desk.room.gaming_day(desk.now)
        for code, late in (("variance_open", timedelta(days=3)), ("regulator_not_told", timedelta(hours=24))):
            for after, is_late in ((late, False), (late + timedelta(minutes=1), True)):
                with time_machine.travel(desk.now + after, tick=False):
                    (item,) = (each for each in open_items(desk.room, day) if each.code == code)
                assert ("overdue." in item.sentence) == is_late, (code, after)


def test_the_page_tells_both_deadlines_and_takes_the_note() -> None:
    desk = open_desk()
    close(desk, cash=-200_00)
    investigation = Investigation.objects.get()
    manager, address = signed_in(desk.manager), "/cage/variances/"
    said = text(manager.get(address))
    assert "Overdue: it was to be settled by" in said, "the room plays years ago"
    assert "Overdue: the regulator was to be told by" in said
    form = {"key": key(), "text": ""}
    assert manager.post(f"/cage/investigations/{investigation.pk}/note/", form).status_code == 422
    manager.post(f"/cage/investigations/{investigation.pk}/note/", form | {"text": "Report 17"})
    said = text(manager.get(address))
    assert "Report 17" in said
    assert "the regulator was to be told by" not in said
    assert "late" in said


def test_who_is_named_is_not_offered_the_form() -> None:
    desk = open_desk()
    close_exactly(desk.drawer, by=desk.cashier, second=desk.manager, at=desk.at(), cash=-200_00)
    said = text(signed_in(desk.manager).get("/cage/variances/"))
    assert "ask another manager to tell the regulator" in said
    assert "The regulator was told" not in said


def test_telling_of_none_is_told_of_less(desk: Desk) -> None:
    """0 asks for no note: nobody sets it alone, as nobody raises the amount alone."""
    room = desk.room
    names = (
        "name", "currency", "currency_symbol", "exponent", "smallest_chip", "time_zone", "gaming_day_start",
        "helpline", "identity_asked",
    )  # fmt: skip
    facts = {name: getattr(room, name) for name in names} | {"room": room, "by": desk.manager, "at": desk.at()}
    refused("second_needed", lambda: change_settings(**facts, regulator_note_from=0))
    assert change_settings(**facts, regulator_note_from=1_00).regulator_note_from == 1_00
