"""One person works one drawer at a time: what one lacks is not carried over from another before it is counted."""

from typing import Any

import pytest

from cage import services as cage
from cage.models import Drawer, DrawerSession
from config.staff.models import StaffRole, User
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import by_the_books, close_exactly, open_exactly, opened, running
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.words import text

S = DrawerSession.State


def another(desk: Desk, name: str = "Window 2", kind: Drawer.Kind = Drawer.Kind.WINDOW) -> Drawer:
    return cage.add_drawer(room=desk.room, name=name, kind=kind, by=desk.manager, at=desk.at())


def opens(desk: Desk, drawer: Drawer, by: User | None = None) -> DrawerSession:
    return open_exactly(drawer, by=by or desk.cashier, at=desk.at())


def refused_beside(desk: Desk, drawer: Drawer, by: User | None = None) -> str:
    """The words in which the drawer is refused."""
    refusal = refused("works_another_drawer", lambda: opens(desk, drawer, by))
    return refusal.message


def counts(desk: Desk, session: DrawerSession, by: User, **off: int) -> DrawerSession:
    sheet = by_the_books(session.drawer, **off)
    return cage.count_drawer(session=session, counted=sheet, key=key(), by=by, at=desk.at())


class TestOpening:
    def test_who_works_a_window_opens_no_other(self, desk: Desk) -> None:
        second = another(desk)
        words = "You work Window 1: close it, or hand it over, before you open Window 2."
        assert refused_beside(desk, second) == words
        assert not second.sessions.exists()
        assert opens(desk, second, person(desk.room, "cashier")).state == S.OPEN

    def test_the_next_one_is_opened_once_the_first_is_closed(self, desk: Desk) -> None:
        second = another(desk)
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        assert opens(desk, second).state == S.OPEN
        assert refused_beside(desk, desk.drawer).startswith("You work Window 2: close it")

    def test_a_drawer_that_is_being_counted_is_still_theirs(self, desk: Desk) -> None:
        cage.begin_close(session=running(desk.drawer), **desk.by())
        said = refused_beside(desk, another(desk))
        assert said.startswith("Window 1, which you work, is being counted: let the count be finished")

    def test_a_drawer_that_differs_is_no_reason_to_open_the_next(self, desk: Desk) -> None:
        """Who opens one after the other would learn where the money lies that another lacks."""
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        off = by_the_books(desk.drawer, cash=-20_00)
        session = cage.open_drawer(drawer=desk.drawer, counted=off, key=key(), **desk.by())
        second = another(desk)
        assert refused_beside(desk, second).startswith("You are opening Window 1: finish its opening count, or give it")
        cage.give_up_count(session=session, **desk.by())
        assert opens(desk, second).state == S.OPEN

    def test_a_window_and_a_chip_runners_bank_are_two_drawers(self, desk: Desk) -> None:
        bank = another(desk, "Runner 1", Drawer.Kind.RUNNER)
        assert refused_beside(desk, bank).startswith("You work Window 1")
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        opens(desk, bank)
        assert refused_beside(desk, desk.drawer).startswith("You work Runner 1")

    def test_the_other_room_is_named(self, desk: Desk) -> None:
        other = open_desk()
        StaffRole.objects.create(user=desk.cashier, room=other.room, role="cashier")
        said = refused_beside(desk, another(other), User.objects.get(pk=desk.cashier.pk))
        assert said == f"You work Window 1 in {desk.room}: close it, or hand it over, before you open Window 2."

    def test_who_stands_in_for_a_cashier_works_no_drawer_by_it(self, desk: Desk) -> None:
        StaffRole.objects.create(user=desk.manager, room=desk.room, role="cashier")
        desk.manager.forget_postings()
        second = opened(desk.room, "Window 2", cashier=desk.manager, by=desk.manager, at=desk.at())
        facts = {"by": desk.manager, "at": desk.at(), "reason": "went home ill"}
        session = cage.begin_close(session=running(desk.drawer), **facts)
        counts(desk, session, desk.manager)
        assert counts(desk, session, desk.second).state == S.CLOSED
        assert running(second).cashier == desk.manager


class TestHandOver:
    @pytest.fixture
    def busy(self, desk: Desk) -> User:
        """A cashier who works Window 2."""
        cashier = person(desk.room, "cashier")
        opened(desk.room, "Window 2", cashier=cashier, by=desk.manager, at=desk.at())
        return cashier

    def test_nobody_is_handed_a_drawer_beside_their_own(self, desk: Desk, busy: User) -> None:
        facts: dict[str, Any] = {"session": running(desk.drawer), "successor": busy}
        refusal = refused("works_another_drawer", lambda: cage.begin_close(**facts, **desk.by()))
        words = f"{busy} works Window 2: let it be closed or handed over first, or choose somebody else."
        assert (refusal.message, refusal.field) == (words, "successor")
        assert running(desk.drawer).state == S.OPEN

    @pytest.mark.parametrize("is_cashier_last", [True, False])
    def test_nor_one_who_opened_another_meanwhile(self, desk: Desk, is_cashier_last: bool) -> None:
        """Whichever count comes last hands the drawer over."""
        successor = person(desk.room, "cashier")
        session = cage.begin_close(session=running(desk.drawer), successor=successor, **desk.by())
        first, last = (successor, desk.cashier) if is_cashier_last else (desk.cashier, successor)
        counts(desk, session, first)
        theirs = another(desk)
        opens(desk, theirs, successor)
        refusal = refused("works_another_drawer", lambda: counts(desk, session, last))
        assert refusal.message.endswith("closed or handed over first, or give the count up.")
        close_exactly(theirs, by=successor, second=desk.second, at=desk.at())
        assert counts(desk, session, last).state == S.CLOSED
        assert running(desk.drawer).cashier == successor

    def test_nor_by_a_count_of_three(self, desk: Desk) -> None:
        successor, third = person(desk.room, "cashier"), desk.second
        session = cage.begin_close(session=running(desk.drawer), successor=successor, **desk.by())
        counts(desk, session, desk.cashier)
        session = counts(desk, session, successor, cash=-5_00)
        opens(desk, another(desk), successor)
        sheet = by_the_books(desk.drawer)
        three = {"second": successor, "third": third, "key": key(), **desk.by()}
        refused("works_another_drawer", lambda: cage.recount_drawer(session=session, counted=sheet, **three))
        facts = {"second": desk.second, "reason": "called away", **desk.by()}
        assert cage.give_up_count(session=session, **facts).state == S.OPEN

    def test_a_count_that_is_given_up_lets_the_drawer_go_to_somebody_else(self, desk: Desk) -> None:
        successor = person(desk.room, "cashier")
        session = cage.begin_close(session=running(desk.drawer), successor=successor, **desk.by())
        opens(desk, another(desk), successor)
        session = cage.give_up_count(session=session, **desk.by())
        session = cage.begin_close(session=session, **desk.by())
        for who in (desk.cashier, desk.second):
            session = counts(desk, session, who)
        assert session.state == S.CLOSED


def test_the_page_of_a_drawer_leads_to_the_one_that_is_worked(desk: Desk) -> None:
    second = another(desk)
    answer = signed_in(desk.cashier).get(f"/cage/drawers/{second.pk}/")
    said = text(answer)
    assert "You work Window 1: close it, or hand it over, before you open Window 2." in said
    assert f'href="/cage/drawers/{desk.drawer.pk}/"' in answer.content.decode()
    assert "Open the drawer" not in said
    assert "Open the drawer" in text(signed_in(person(desk.room, "cashier")).get(f"/cage/drawers/{second.pk}/"))
