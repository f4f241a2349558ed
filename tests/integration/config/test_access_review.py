"""The review of access: everybody with a result, signed by two, due every 100 days."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.db import DatabaseError, transaction

from config.audit.models import AuditEvent
from config.errors import KeyReused
from config.rooms.models import Room
from config.staff import reauthentication, services
from config.staff.access_review import Result, Standing, access_in, review_access, reviews_of
from config.staff.models import AccessReview, User
from rake.morning.right_now import right_now
from tests.support.people import LONG_AGO, a_person, a_room, signed_in
from tests.support.refusals import refused
from tests.support.words import text

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)
PIN = "4711"


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def boss(room: Room) -> User:
    return a_person(room, "administrator")


@pytest.fixture
def manager(room: Room) -> User:
    return a_person(room, "manager")


def everybody_keeps(room: Room) -> dict[int, Result]:
    return {each.person.pk: Result(each.codes, keeps=True) for each in access_in(room, NOON)}


def loses(room: Room, person: User, reason: str = "left in May") -> dict[int, Result]:
    results = everybody_keeps(room)
    return results | {person.pk: Result(results[person.pk].seen, keeps=False, reason=reason)}


def sign(room: Room, results: dict[int, Result], by: User, second: User | None, key: str | None = None) -> AccessReview:
    return review_access(room=room, results=results, by=by, second=second, key=key or str(uuid4()), at=NOON)


def test_everybody_with_a_role_here_stands_on_it_and_nobody_else(room: Room, boss: User, manager: User) -> None:
    cashier, gone = a_person(room, "cashier", "runner"), a_person(room, "floor")
    a_person(a_room(), "manager")
    services.end_role(person=gone, room=room, role="floor", by=boss, at=NOON)
    assert {each.person: each.codes for each in access_in(room, NOON)} == {
        boss: "administrator", manager: "manager", cashier: "cashier,runner",
    }  # fmt: skip


def test_whoever_is_disabled_and_holds_a_role_still_stands_on_it_and_loses_it(
    room: Room, boss: User, manager: User
) -> None:
    """Enabled again, they had every power of it back, and no review had asked about it."""
    ida = a_person(room, "floor")
    services.disable(person=ida, room=room, by=boss, at=NOON, reason="left")
    assert "disabled: enabled again, they have these roles" in text(signed_in(boss).get("/staff/review/"))
    sign(room, loses(room, ida), boss, manager)
    assert not User.objects.get(pk=ida.pk).roles_in(room)


def test_who_has_not_signed_in_for_long_is_pointed_out(room: Room) -> None:
    now, before, never = (a_person(room, "floor") for _ in range(3))
    for person, days in ((now, 59), (before, 61)):
        User.objects.filter(pk=person.pk).update(last_login=NOON - timedelta(days=days))
    assert {each.person for each in access_in(room, NOON) if each.is_long_away} == {before, never}


def test_a_review_keeps_a_result_of_each_and_ends_what_it_says(room: Room, boss: User, manager: User) -> None:
    cashier, floor = a_person(room, "cashier", "runner"), a_person(room, "floor")
    client = signed_in(cashier)
    assert client.get("/account/").status_code == 200
    sign(room, loses(room, cashier), boss, manager)
    (review,) = reviews_of(room)
    assert (review.by, review.approved_by) == (boss, manager)
    assert {(each.person, each.roles, each.keeps, each.reason) for each in review.people.all()} == {
        (boss, "administrator", True, ""), (manager, "manager", True, ""), (floor, "floor", True, ""),
        (cashier, "cashier,runner", False, "left in May"),
    }  # fmt: skip
    assert cashier.staff_roles.filter(ended_at=None).count() == 0
    assert client.get("/account/").status_code == 302
    told = AuditEvent.objects.get(room=room, verb="staff.reviewed")
    assert told.after == {"people": 4, "ended": [cashier.pk], "second": manager.pk}
    assert AuditEvent.objects.filter(room=room, verb="staff.role_ended").count() == 2


def test_asked_twice_it_is_signed_once(room: Room, boss: User, manager: User) -> None:
    key, results = str(uuid4()), everybody_keeps(room)
    assert sign(room, results, boss, manager, key) == sign(room, results, boss, manager, key)
    assert AccessReview.objects.count() == 1


def test_a_key_signs_one_review_of_one_administrator(room: Room, boss: User, manager: User) -> None:
    """Somebody went back to the signed page, and chose otherwise; or another room's form brought the key."""
    key, floor = str(uuid4()), a_person(room, "floor")
    sign(room, everybody_keeps(room), boss, manager, key)
    for again, by in ((loses(room, floor), boss), (everybody_keeps(room), a_person(room, "manager"))):
        with pytest.raises(KeyReused):
            sign(room, again, by, manager, key)
    assert floor.staff_roles.filter(ended_at=None).exists()


REFUSED: dict[str, Callable[[Room, User, User, User], object]] = {
    "second_needed": lambda room, boss, manager, floor: sign(room, everybody_keeps(room), boss, None),
    "second_is_first": lambda room, boss, manager, floor: sign(room, everybody_keeps(room), boss, boss),
    "second_may_not": lambda room, boss, manager, floor: sign(room, everybody_keeps(room), boss, floor),
    "reason_missing": lambda room, boss, manager, floor: sign(room, loses(room, floor, ""), boss, manager),
    "own_role": lambda room, boss, manager, floor: (
        a_person(room, "administrator") and sign(room, loses(room, boss), boss, manager)
    ),
    "last_administrator": lambda room, boss, manager, floor: sign(room, loses(room, boss), boss, manager),
}  # fmt: skip


@pytest.mark.parametrize("code", REFUSED)
def test_what_is_refused_leaves_everything_as_it_was(code: str, room: Room, boss: User, manager: User) -> None:
    floor = a_person(room, "floor")
    refused(code, lambda: REFUSED[code](room, boss, manager, floor))
    assert AccessReview.objects.count() == 0
    assert floor.staff_roles.filter(ended_at=None).exists()


def test_nobody_is_judged_unseen(room: Room, boss: User, manager: User) -> None:
    """Somebody was given a role, or another, while an administrator looked."""
    seen = everybody_keeps(room)
    newcomer = a_person(room, "floor")
    refused("review_outdated", lambda: sign(room, seen, boss, manager))
    seen = everybody_keeps(room)
    services.grant_role(person=newcomer, room=room, role="host", by=None, at=LONG_AGO)
    refused("review_outdated", lambda: sign(room, seen, boss, manager))
    refused(
        "review_outdated", lambda: sign(room, everybody_keeps(room) | {10**6: Result("", keeps=True)}, boss, manager)
    )
    sign(room, everybody_keeps(room), boss, manager)


def test_it_is_due_100_days_after_the_last_and_late_from_the_next_day(room: Room, boss: User, manager: User) -> None:
    sign(room, everybody_keeps(room), boss, manager)
    standing = Standing.of(room)
    assert standing is not None
    assert standing.due == NOON + timedelta(days=100)
    assert [standing.days_late(NOON + timedelta(days=days)) for days in (99, 100, 101, 130)] == [0, 0, 1, 30]
    lines = {days: [line.text for line in right_now(room, NOON + timedelta(days=days))] for days in (100, 101)}
    said = "The review of access is 1 day late: an administrator looks through everybody (Staff, Review of access)."
    assert (said in lines[100], said in lines[101]) == (False, True)


def test_without_a_review_it_is_due_100_days_after_the_first_role(room: Room) -> None:
    assert Standing.of(room) is None
    person = a_person(room)
    services.grant_role(person=person, room=room, role="administrator", by=None, at=NOON)
    standing = Standing.of(room)
    assert standing is not None
    assert (standing.last, standing.due) == (None, NOON + timedelta(days=100))


def test_a_signed_review_is_never_changed(room: Room, boss: User, manager: User) -> None:
    review = sign(room, everybody_keeps(room), boss, manager)
    for statement in ("update staff_reviewedperson set keeps = false", "delete from staff_accessreview"):
        with pytest.raises(DatabaseError), transaction.atomic():
            AccessReview.objects.raw(f"{statement} returning id")[0]
    assert reviews_of(room) == [review]


def test_on_the_page_an_administrator_signs_it_with_a_manager(
    room: Room, boss: User, manager: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    manager.set_pin(PIN)
    manager.save()
    floor, host = a_person(room, "floor"), a_person(room, "host")
    with time_machine.travel(NOON, tick=False):
        client = signed_in(boss)
        said = client.get("/staff/review/").content.decode()
        assert all(each.display_name in said for each in (boss, manager, floor, host))
        form = {f"keeps_{each.pk}": "yes" for each in (boss, manager, host)} | {f"keeps_{floor.pk}": "no"}
        form |= {f"seen_{pk}": result.seen for pk, result in everybody_keeps(room).items()}
        form |= {"badge": manager.badge_number, "pin": PIN, "request_key": str(uuid4())}
        answer = client.post("/staff/review/sign/", form)
        assert (answer.status_code, "Say why" in answer.content.decode()) == (422, True)
        themselves = client.post(
            "/staff/review/sign/",
            form | {f"keeps_{boss.pk}": "no", f"reason_{boss.pk}": "test"} | {f"keeps_{floor.pk}": "yes"},
        )
        assert 'class="said">' in themselves.content.decode(), "a refusal stands as in every form"
        assert client.post("/staff/review/sign/", form | {f"reason_{floor.pk}": "gone"}).status_code == 303
        assert "ended, gone" in client.get("/staff/review/").content.decode()
    assert not floor.staff_roles.filter(ended_at=None).exists()


def test_an_auditor_reads_the_reviews_and_signs_none(room: Room, boss: User, manager: User) -> None:
    sign(room, everybody_keeps(room), boss, manager)
    client = signed_in(a_person(room, "auditor"))
    said = client.get("/staff/review/").content.decode()
    assert "Signed by" in said
    assert "Sign the review" not in said
    assert client.post("/staff/review/sign/", {}).status_code == 403
