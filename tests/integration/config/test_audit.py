"""The audit page: searched, paged without a gap, and its reading noted."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from config.audit import selectors, services
from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff.models import User
from tests.support.people import a_person, a_room, signed_in

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 3, 6, 20, tzinfo=UTC)


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def ada(room: Room) -> User:
    return a_person(room, "floor")


@pytest.fixture
def desk(room: Room) -> Client:
    return signed_in(a_person(room, "auditor"))


def happen(room: Room, by: User, verb: str = "table.opened", at: datetime = EVENING, **facts: object) -> AuditEvent:
    return services.record(verb, by, room=room, by=by, at=at, **facts)  # type: ignore[arg-type]


def found(desk: Client, **search: object) -> list[AuditEvent]:
    return [event for event in desk.get("/audit/", search).context["found"].events if event.verb != "audit.read"]


def test_an_event_knows_who_in_which_role_from_where(room: Room, ada: User) -> None:
    event = happen(room, ada, before={"a": 1}, after={"a": 2}, reason="because")
    assert (event.roles, event.subject_kind, event.subject_id) == ("floor", "user", str(ada.pk))


def test_events_are_found_by_person_verb_subject_and_gaming_day(desk: Client, room: Room, ada: User) -> None:
    bob = a_person(room, "host")
    mine, his = happen(room, ada), happen(room, bob, "table.closed")
    late = happen(room, ada, "table.closed", at=datetime(2026, 3, 7, 13, 59, tzinfo=UTC))  # 05:59 in Los Angeles
    early = happen(room, ada, "table.closed", at=datetime(2026, 3, 7, 14, 0, tzinfo=UTC))
    assert set(found(desk, badge=bob.badge_number.lower())) >= {his}
    assert mine not in found(desk, badge=bob.badge_number)
    assert set(found(desk, verb="table.opened")) == {mine}
    assert his in found(desk, subject_kind="user", subject_id=str(bob.pk))
    assert set(found(desk, day="2026-03-06")) == {mine, his, late}
    assert set(found(desk, day="2026-03-07")) == {early}


def test_other_rooms_are_not_shown_but_what_ones_own_people_did_to_themselves_is(desk: Client, ada: User) -> None:
    elsewhere = a_room()
    stranger = a_person(elsewhere, "floor")
    hidden = {happen(elsewhere, stranger), services.record("pin.set", stranger, room=None, by=stranger, at=EVENING)}
    shown = services.record("pin.set", ada, room=None, by=ada, at=EVENING)
    events = set(found(desk))
    assert shown in events
    assert not hidden & events


def test_pages_follow_each_other_without_gap_while_events_are_added(
    desk: Client, room: Room, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "PAGE", 10)
    wanted = [happen(room, ada).pk for _ in range(25)][::-1]
    seen, before = [], None
    for _ in range(4):
        page = selectors.find(room, selectors.Search(verb="table.opened", before=before))
        seen += [event.pk for event in page.events]
        happen(room, ada)
        before = page.next_before
        if before is None:
            break
    assert seen == wanted
    assert 'rel="next"' in desk.get("/audit/").content.decode()


def test_a_search_is_noted_once_and_its_further_pages_are_not(desk: Client, room: Room, ada: User) -> None:
    happen(room, ada)
    desk.get("/audit/", {"badge": ada.badge_number, "verb": ""})
    desk.get("/audit/", {"badge": ada.badge_number, "before": "999999"})
    read = AuditEvent.objects.filter(room=room, verb="audit.read")
    assert [event.after for event in read] == [{"badge": ada.badge_number}]


@pytest.mark.parametrize(
    "search", [{"before": "x"}, {"before": "0"}, {"day": "yesterday"}, {"verb": "no.such"}, {"badge": "x" * 99}]
)
def test_a_search_that_cannot_be_read_is_refused_beside_its_field(desk: Client, search: dict[str, str]) -> None:
    assert desk.get("/audit/", search).status_code == 422


def test_the_page_costs_the_same_for_five_events_as_for_fifty(
    desk: Client, room: Room, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    desk.get("/audit/")
    for count in (5, 45):
        for _ in range(count):
            happen(room, a_person(room, "host"))
        with django_assert_num_queries(6):  # session, person, roles, verbs, events, the note of the reading
            desk.get("/audit/")


def test_values_are_shown_as_text(desk: Client, room: Room, ada: User) -> None:
    happen(room, ada, after={"name": "<script>alert(1)</script>"})
    assert "<script>alert(1)" not in desk.get("/audit/").content.decode()
