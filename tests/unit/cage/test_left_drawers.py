"""A drawer whose cashier may work it no more: named, counted and closed by others, with the reason kept."""

from typing import Any

import pytest
from django.urls import reverse

from cage import services as cage
from cage.models import DrawerSession, DrawerVariance
from cage.open_items import drawers_still_open
from cage.selectors.drawers import drawer_rows
from cage.selectors.variances import sessions_of
from config.audit.books import audit
from config.staff.access_review import access_in
from config.staff.in_hand import in_hand
from config.staff.models import User
from config.staff.services import disable, end_role, grant_role
from players.models import Transfer
from tests.support.boxes import pulled
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import by_the_books, open_exactly, running
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.slips import open_slips_desk
from tests.support.words import text

pytestmark = pytest.mark.django_db
S = DrawerSession.State


def leave(desk: Desk, who: User | None = None, role: str = "cashier") -> User:
    """The cashier, or `who`, loses the role."""
    who = who or desk.cashier
    end_role(person=who, room=desk.room, role=role, by=person(desk.room, "administrator"), at=desk.at())
    return User.objects.get(pk=who.pk)


def begin(desk: Desk, by: User, **facts: Any) -> DrawerSession:
    return cage.begin_close(session=running(desk.drawer), by=by, at=desk.at(), **facts)


def count(desk: Desk, by: User, *, cash: int = 0) -> DrawerSession:
    sheet = by_the_books(desk.drawer, cash=cash)
    return cage.count_drawer(session=running(desk.drawer), counted=sheet, key=key(), by=by, at=desk.at())


def named(desk: Desk) -> tuple[str, str]:
    """The sentence of the day board about the drawer, and whom it waits for."""
    (item,) = drawers_still_open(desk.room, desk.room.gaming_day(desk.now))
    return item.sentence, item.by


class TestOpen:
    def test_two_supervisors_close_it_and_the_reason_stays(self, desk: Desk) -> None:
        one, two = person(desk.room, "floor"), person(desk.room, "cashier")
        refused("not_your_drawer", lambda: begin(desk, one, reason="left"))
        leave(desk)
        refused("reason_missing", lambda: begin(desk, one))
        refused("not_your_drawer", lambda: begin(desk, person(desk.room, "host"), reason="left"))
        begin(desk, one, reason="left in the review")
        count(desk, one, cash=-60_00)
        assert count(desk, two, cash=-60_00).state == S.CLOSED
        variance = DrawerVariance.objects.get()
        assert (variance.cash, variance.cashier) == (-60_00, desk.cashier)
        assert Transfer.objects.get(kind="closing_variance").reason == (
            f"{desk.cashier} worked it, {one} counted in their place"
        )
        (ended,) = sessions_of(desk.drawer)
        assert (ended.counter, ended.counter_reason) == (one, "left in the review")
        assert [fault for each in audit() if not each.holds for fault in each.faults] == []

    def test_who_has_seen_what_must_be_there_is_no_dead_end(self, desk: Desk) -> None:
        """The only manager has looked: whoever counts drawers begins in the place of a cashier who is gone."""
        leave(desk)
        cage.look_at_expected(drawer=desk.drawer, by=desk.manager, at=desk.at())
        refused("has_seen_expected", lambda: begin(desk, desk.manager, reason="left"))
        assert begin(desk, desk.second, reason="left").counter == desk.second

    def test_it_is_handed_on_to_who_works_next(self, desk: Desk) -> None:
        following = person(desk.room, "cashier")
        leave(desk)
        begin(desk, desk.second, reason="left", successor=following)
        count(desk, desk.second)
        count(desk, following)
        assert running(desk.drawer).cashier == following
        assert not drawer_rows(desk.room)[0].is_left

    def test_the_day_board_and_the_list_name_it(self, desk: Desk) -> None:
        assert (named(desk)[1], drawer_rows(desk.room)[0].is_left) == (str(desk.cashier), False)
        leave(desk)
        sentence, by = named(desk)
        assert f"{desk.cashier} may work it no more" in sentence
        assert (by, drawer_rows(desk.room)[0].is_left) == ("whoever counts drawers", True)

    def test_who_is_disabled_has_left_too(self, desk: Desk) -> None:
        admin = person(desk.room, "administrator")
        disable(person=desk.cashier, room=desk.room, by=admin, at=desk.at(), reason="gone")
        assert "may work it no more" in named(desk)[0]

    def test_who_has_another_role_may_work_it_no_more(self, desk: Desk) -> None:
        admin = person(desk.room, "administrator")
        leave(desk)
        grant_role(person=desk.cashier, room=desk.room, role="host", by=admin, at=desk.at())
        assert drawer_rows(desk.room)[0].is_left
        grant_role(person=desk.cashier, room=desk.room, role="cashier", by=admin, at=desk.at())
        assert not drawer_rows(desk.room)[0].is_left, "a role that was given again works on"

    def test_a_role_in_another_room_is_none_here(self, desk: Desk) -> None:
        other = open_desk().room
        leave(desk)
        admin = person(other, "administrator")
        grant_role(person=desk.cashier, room=other, role="cashier", by=admin, at=desk.at())
        assert drawer_rows(desk.room)[0].is_left
        refused("not_your_drawer", lambda: begin(desk, person(other, "floor"), reason="left"))


class TestInHand:
    """Whoever ends a role is told what its holder has in hand."""

    def test_a_drawer_until_it_is_closed(self, desk: Desk) -> None:
        assert in_hand(desk.room) == {desk.cashier.pk: ["Window 1"]}
        begin(desk, desk.cashier)
        count(desk, desk.cashier)
        assert in_hand(desk.room) == {desk.cashier.pk: ["Window 1"]}
        count(desk, desk.second)
        assert in_hand(desk.room) == {}

    def test_the_review_of_access_and_the_persons_page_tell_it(self, desk: Desk) -> None:
        at_work = {each.person: each.in_hand for each in access_in(desk.room, desk.now)}
        assert (at_work[desk.cashier], at_work[desk.manager]) == (("Window 1",), ())
        tablet = signed_in(person(desk.room, "administrator"))
        assert "has in hand: Window 1" in text(tablet.get(reverse("staff:review")))
        assert "Has in hand: Window 1." in text(tablet.get(reverse("staff:person", args=[desk.cashier.pk])))
        assert "Has in hand" not in text(tablet.get(reverse("staff:person", args=[desk.manager.pk])))

    def test_a_slip_a_box_and_a_key(self) -> None:
        slips = open_slips_desk()
        slip = slips.sent()
        desk = slips.desk
        facts = {"room": desk.room, "lock": "release", "reason": "the drop", "key": key(), "at": desk.at()}
        taking = cage.take_key(**facts, by=desk.second, second=desk.manager)
        pull = pulled(desk, "R1", by=desk.second, second=desk.manager)
        assert in_hand(desk.room)[slips.runner.pk] == [str(slip)]
        assert in_hand(desk.room)[desk.second.pk] == [str(pull), taking.get_lock_display()]
        slips.receive(slip)
        assert slips.runner.pk not in in_hand(desk.room)


class TestHalfCounted:
    def test_an_opening_is_given_up_by_others(self, desk: Desk) -> None:
        session = running(desk.drawer)
        cage.begin_close(session=session, **desk.by())
        for who in (desk.cashier, desk.second):
            count(desk, who)
        sheet = by_the_books(desk.drawer, cash=-1_00)
        opening = cage.open_drawer(drawer=desk.drawer, counted=sheet, key=key(), **desk.by())
        give_up = lambda: cage.give_up_count(session=opening, by=desk.second, at=desk.at())  # noqa: E731
        refused("not_your_drawer", give_up)
        leave(desk)
        assert give_up().state == S.CLOSED

    def test_a_count_of_who_has_left_is_given_up_and_made_by_others(self, desk: Desk) -> None:
        one, two = person(desk.room, "cashier"), person(desk.room, "floor")
        session = cage.begin_close(session=running(desk.drawer), **desk.by())
        leave(desk)
        give_up = lambda: cage.give_up_count(session=session, by=one, at=desk.at())  # noqa: E731
        assert give_up().state == S.OPEN
        begin(desk, two, reason="left")
        count(desk, two)
        assert count(desk, one).state == S.CLOSED

    def test_two_counts_that_differ_are_given_up_before_a_supervisor(self, desk: Desk) -> None:
        one, boss = person(desk.room, "floor"), desk.manager
        session = cage.begin_close(session=running(desk.drawer), **desk.by())
        count(desk, desk.cashier)
        count(desk, one, cash=-1_00)
        leave(desk)
        gone = {"session": session, "by": one, "second": boss, "at": desk.at(), "reason": "the first counter left"}
        assert cage.give_up_count(**gone).state == S.OPEN

    def test_a_successor_who_may_sell_no_more_takes_nothing_over(self, desk: Desk) -> None:
        following = person(desk.room, "cashier")
        session = begin(desk, desk.cashier, successor=following)
        admin = person(desk.room, "administrator")
        leave(desk, following)
        grant_role(person=following, room=desk.room, role="floor", by=admin, at=desk.at())
        following = User.objects.get(pk=following.pk)
        count(desk, desk.cashier)
        refused("successor_may_not", lambda: count(desk, following))
        cage.give_up_count(session=session, by=desk.cashier, at=desk.at())
        assert running(desk.drawer).cashier == desk.cashier

    def test_nor_by_a_count_together(self, desk: Desk) -> None:
        following, third = person(desk.room, "cashier"), person(desk.room, "floor")
        session = begin(desk, desk.cashier, successor=following)
        count(desk, desk.cashier)
        count(desk, following, cash=-1_00)
        admin = person(desk.room, "administrator")
        leave(desk, following)
        grant_role(person=following, room=desk.room, role="floor", by=admin, at=desk.at())
        following = User.objects.get(pk=following.pk)
        sheet = by_the_books(desk.drawer)
        facts = {"session": session, "counted": sheet, "key": key(), "second": following, "third": third}
        refused("successor_may_not", lambda: cage.recount_drawer(**facts, **desk.by()))


class TestLooking:
    """Nobody counts who has seen what must be there, whenever they looked."""

    def test_a_stand_in_who_looks_before_counting_first(self, desk: Desk) -> None:
        session = begin(desk, desk.manager, reason="went home ill")
        cage.look_at_expected(drawer=desk.drawer, by=desk.manager, at=desk.at())
        refused("has_seen_expected", lambda: count(desk, desk.manager))
        assert cage.give_up_count(session=session, by=desk.manager, at=desk.at()).state == S.OPEN

    def test_who_looks_between_the_counts_and_the_count_together(self, desk: Desk) -> None:
        session = begin(desk, desk.cashier)
        count(desk, desk.cashier)
        assert count(desk, desk.manager, cash=-1_00).state == S.RECOUNT
        cage.look_at_expected(drawer=desk.drawer, by=desk.manager, at=desk.at())
        facts = {"session": session, "counted": by_the_books(desk.drawer), "key": key(), "second": desk.manager}
        said = refused(
            "has_seen_expected", lambda: cage.recount_drawer(**facts, third=person(desk.room, "floor"), **desk.by())
        )
        assert "give the count up" in said.message

    def test_the_next_session_is_another(self, desk: Desk) -> None:
        cage.look_at_expected(drawer=desk.drawer, by=desk.manager, at=desk.at())
        begin(desk, desk.cashier)
        count(desk, desk.cashier)
        count(desk, desk.second)
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
        begin(desk, desk.manager, reason="ill")
        assert count(desk, desk.manager).state == S.COUNTING
