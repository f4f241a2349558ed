"""A credit that every manager had in hand: who may not receive is told before counting, and the page that settles what
is missing says who stands in the way and what to do."""

import pytest
from django.urls import reverse

from cage import services as cage
from cage.models import BoxPull, Investigation, TransitSlip
from config.days.selectors import open_items
from config.staff.models import StaffRole, User
from tests.support.boxes import counted, hung, pulled
from tests.support.desk import Desk, person
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.slips import CREDIT, Slips
from tests.support.words import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def slips(desk: Desk) -> Slips:
    return Slips(desk)


@pytest.fixture
def deputy(desk: Desk) -> User:
    return person(desk.room, "manager")


def on_its_way(slips: Slips, **facts: User) -> TransitSlip:
    """A credit of cash that the manager carries."""
    return slips.send(slips.authorise(slips.ask(CREDIT, 0, 500_00), **facts), runner=slips.desk.manager)


def shown(slip: TransitSlip, to: User) -> str:
    return text(signed_in(to).get(reverse("slip", args=[slip.pk])))


def test_who_may_not_receive_is_told_before_the_count(slips: Slips, deputy: User) -> None:
    slip = on_its_way(slips)
    assert "You carried it: somebody else counts and receives it." in shown(slip, slips.desk.manager)
    assert "somebody else counts and receives it" not in shown(slip, deputy)
    assert slips.receive(slip, by=deputy).state == TransitSlip.State.RECEIVED


def test_two_people_who_had_it_in_hand_are_told_so(slips: Slips, deputy: User) -> None:
    slip = slips.send(slips.authorise(slips.ask(CREDIT, 0, 500_00), by=deputy))
    assert "Three people at least have a slip in hand" in shown(slip, deputy)
    assert "Three people at least" not in shown(slip, slips.desk.manager)


class TestWhereAllAreNamed:
    def short(self, slips: Slips, deputy: User) -> Investigation:
        slips.receive(on_its_way(slips), cash=300_00, by=deputy)
        return Investigation.objects.get()

    def test_the_page_the_refusal_and_the_day_say_who_and_what_to_do(self, slips: Slips, deputy: User) -> None:
        desk = slips.desk
        investigation = self.short(slips, deputy)
        said = f"Nobody in {desk.room} may settle it now. {desk.manager}, {deputy}: each of them counted it, carried it"
        way = "An administrator brings a manager of another room (Staff, From another room) or adds one"
        page = text(signed_in(deputy).get(reverse("variances")))
        assert said in page
        assert way in page
        assert "ask another manager to settle it" not in page
        facts = {"outcome": Investigation.State.ACCEPTED, "text": "x", "by": deputy, "at": desk.at()}
        message = refused("not_your_variance", lambda: cage.settle_investigation(investigation=investigation, **facts))
        assert way in message.message
        (item,) = [
            each for each in open_items(desk.room, desk.room.gaming_day(desk.now)) if each.code == "variance_open"
        ]
        assert way in item.sentence

    def test_with_another_manager_there_is_a_way_on(self, slips: Slips, deputy: User) -> None:
        investigation, third = self.short(slips, deputy), person(slips.desk.room, "manager")
        assert "may settle it now" not in text(signed_in(deputy).get(reverse("variances")))
        facts = {"outcome": Investigation.State.ACCEPTED, "text": "not found", "at": slips.desk.at()}
        done = cage.settle_investigation(investigation=investigation, by=third, second=slips.other_floor, **facts)
        assert done.settled_by == third


class TestTheLastWhoMaySettleABox:
    """A manager who pulled a box and another who counts it leave nobody who settles what it is off by."""

    @pytest.fixture
    def pull(self, desk: Desk) -> BoxPull:
        hung(desk, "R1")
        cage.add_box(room=desk.room, number="R2", kind="rake", by=desk.manager, at=desk.at())
        puller = person(desk.room, "manager")
        facts = {"why": "emergency", "reason": "the lid is broken", "by": puller, "next_number": "R2"}
        return pulled(desk, "R1", **facts)

    def test_the_count_warns_the_last_and_names_who_is_left_to_others(self, desk: Desk, pull: BoxPull) -> None:
        boss, floor = person(desk.room, "manager"), person(desk.room, "floor")
        StaffRole.objects.filter(user=desk.manager).update(ended_at=desk.at())
        page = reverse("box_count", args=[pull.pk])
        assert "You are the last here who may settle" in text(signed_in(boss).get(page))
        assert f"After your count that may: {boss}." in text(signed_in(floor).get(page))
        other = person(desk.room, "manager")
        assert f"After your count that may: {other}." in text(signed_in(boss).get(page))

    def test_where_nobody_is_left_it_says_who_brings_one(self, desk: Desk, pull: BoxPull) -> None:
        StaffRole.objects.filter(user=desk.manager).update(ended_at=desk.at())
        page = signed_in(person(desk.room, "floor")).get(reverse("box_count", args=[pull.pk]))
        assert "Nobody is left here who may settle" in text(page)

    def test_the_report_and_its_refusal_name_who_settles_it(self, desk: Desk, pull: BoxPull) -> None:
        counted(desk, pull, 600_00)
        report = Investigation.objects.get(box_variance__pull=pull)
        facts = {"outcome": Investigation.State.ACCEPTED, "text": "not found", "at": desk.at()}
        settle = lambda: cage.settle_investigation(investigation=report, by=pull.puller, **facts)  # noqa: E731
        assert f"{desk.manager} may settle it." in refused("not_your_variance", settle).message
        assert f"{desk.manager} may settle it." in text(signed_in(pull.puller).get(reverse("drop_reports")))
        StaffRole.objects.filter(user=desk.manager).update(ended_at=desk.at())
        assert "An administrator brings a manager of another room" in refused("not_your_variance", settle).message
