"""Managing people: nobody gives themselves a role, a room keeps an administrator, resets are handed over once."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from config.audit.models import AuditEvent
from config.errors import DomainError
from config.rooms.models import Room
from config.staff import reauthentication, services
from config.staff.models import ApiToken, StaffRole, User
from config.staff.passwords import one_time_password
from config.staff.tokens import give_token
from tests.support.people import PASSWORD, a_person, a_room, signed_in

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)
FACTS = {"badge_number": "B7", "username": "ada", "display_name": "Ada Byron", "roles": ["floor"]}


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def boss(room: Room) -> User:
    return a_person(room, "administrator")


def code(act: Callable[[], object]) -> str:
    with pytest.raises(DomainError) as error:
        act()
    return error.value.code


def verbs(room: Room) -> list[str]:
    return list(AuditEvent.objects.filter(room=room).order_by("id").values_list("verb", flat=True))[1:]


def test_a_person_is_added_with_roles_and_a_one_time_password(room: Room, boss: User) -> None:
    ada, password = services.add_person(room=room, by=boss, at=NOON, **FACTS)
    assert ada.check_password(password)
    assert ada.roles_in(room) == {"floor"}
    event = AuditEvent.objects.filter(room=room).latest("id")
    assert (event.verb, event.by, event.after) == (
        "staff.added", boss, {"badge": "B7", "username": "ada", "name": "Ada Byron", "roles": ["floor"]},
    )  # fmt: skip
    assert password not in str(event.after)


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"username": "ADA", "badge_number": "B8"}, "username_taken"),
        ({"username": "bob", "badge_number": "b7"}, "badge_taken"),
        ({"username": "bob", "badge_number": "B8", "roles": []}, "roles_missing"),
        ({"username": "bob", "badge_number": "B8", "roles": ["emperor"]}, "role_unknown"),
    ],
)
def test_what_is_taken_or_unknown_is_refused_and_nothing_kept(
    room: Room, boss: User, change: dict[str, object], refusal: str
) -> None:
    services.add_person(room=room, by=boss, at=NOON, **FACTS)
    before = (User.objects.count(), AuditEvent.objects.count())
    assert code(lambda: services.add_person(room=room, by=boss, at=NOON, **(FACTS | change))) == refusal
    assert (User.objects.count(), AuditEvent.objects.count()) == before


def test_nobody_gives_themselves_a_role(room: Room, boss: User) -> None:
    assert code(lambda: services.grant_role(person=boss, room=room, role="manager", by=boss, at=NOON)) == "own_role"


def test_giving_a_role_twice_is_no_fault_and_ending_one_not_held_is(room: Room, boss: User) -> None:
    ada = a_person(room, "host")
    first = services.grant_role(person=ada, room=room, role="floor", by=boss, at=NOON)
    assert services.grant_role(person=ada, room=room, role="floor", by=boss, at=NOON) == first
    services.end_role(person=ada, room=room, role="floor", by=boss, at=NOON)
    assert code(lambda: services.end_role(person=ada, room=room, role="floor", by=boss, at=NOON)) == "role_not_held"
    assert ada.roles_in(room) == {"host"}
    assert StaffRole.objects.get(pk=first.pk).ended_by == boss


def test_a_room_keeps_its_last_administrator(room: Room, boss: User) -> None:
    other = a_person(room, "host")
    last = "last_administrator"
    assert code(lambda: services.end_role(person=boss, room=room, role="administrator", by=boss, at=NOON)) == last
    assert code(lambda: services.disable(person=boss, room=room, by=None, at=NOON, reason="test")) == last
    services.grant_role(person=other, room=room, role="administrator", by=boss, at=NOON)
    services.end_role(person=boss, room=room, role="administrator", by=other, at=NOON)
    assert not boss.roles_in(room)


def test_a_disabled_administrator_does_not_count(room: Room, boss: User) -> None:
    other = a_person(room, "administrator")
    services.disable(person=other, room=room, by=boss, at=NOON, reason="left")
    act = lambda: services.end_role(person=boss, room=room, role="administrator", by=None, at=NOON)  # noqa: E731
    assert code(act) == "last_administrator"


def test_two_administrators_cannot_end_each_other_at_once(
    committed_db: str, together: Callable[..., list[object]]
) -> None:
    room = a_room()
    one, two = a_person(room, "administrator"), a_person(room, "administrator")

    def end(person: User, by: User) -> Callable[[], None]:
        return lambda: services.end_role(person=person, room=room, role="administrator", by=by, at=NOON)

    outcomes = together(end(one, two), end(two, one))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DomainError", "NoneType"]
    assert StaffRole.objects.filter(room=room, role="administrator", ended_at=None).count() == 1


def test_nobody_disables_or_resets_themselves(room: Room, boss: User) -> None:
    a_person(room, "administrator")
    facts = {"person": boss, "room": room, "by": boss, "at": NOON}
    assert code(lambda: services.disable(**facts, reason="test")) == "own_account"
    assert code(lambda: services.reset_password(**facts)) == "own_account"


def test_an_administrator_has_no_hold_over_people_who_work_elsewhere_too(room: Room, boss: User) -> None:
    ada, other = a_person(room, "host"), a_room()
    services.grant_role(person=ada, room=other, role="manager", by=None, at=NOON)
    facts = {"person": ada, "room": room, "by": boss, "at": NOON}
    assert code(lambda: services.reset_password(**facts)) == "not_his_administrator"
    assert code(lambda: services.disable(**facts, reason="test")) == "not_his_administrator"
    services.end_role(person=ada, room=room, role="host", by=boss, at=NOON)


def test_disabling_asks_why_and_ends_tokens(room: Room, boss: User) -> None:
    ada = a_person(room, "host")
    give_token(person=ada, room=room, scope="read", days=1, by=None, at=NOON)
    assert code(lambda: services.disable(person=ada, room=room, by=boss, at=NOON, reason="")) == "reason_missing"
    services.disable(person=ada, room=room, by=boss, at=NOON, reason="left the house")
    assert not ApiToken.objects.filter(user=ada, ended_at=None).exists()
    assert AuditEvent.objects.latest("id").reason == "left the house"


def test_nobody_is_disabled_who_is_another_rooms_last_administrator(room: Room, boss: User) -> None:
    other = a_room()
    both = a_person(other, "administrator")
    services.grant_role(person=both, room=room, role="host", by=None, at=NOON)
    act = lambda: services.disable(person=both, room=room, by=None, at=NOON, reason="left")  # noqa: E731
    assert code(act) == "last_administrator"


def test_to_work_where_somebody_else_works_too_gives_no_hold_over_them(room: Room, boss: User) -> None:
    """A host there, who manages the staff here alone."""
    ada, other = a_person(room, "host"), a_room()
    services.grant_role(person=ada, room=other, role="manager", by=None, at=NOON)
    services.grant_role(person=boss, room=other, role="host", by=None, at=NOON)
    boss = User.objects.get(pk=boss.pk)
    assert code(lambda: services.reset_password(person=ada, room=room, by=boss, at=NOON)) == "not_his_administrator"


@pytest.mark.parametrize("act", ["reset_password", "enable", "end_sessions_of", "end_role"])
def test_who_is_let_in_anew_or_no_more_leaves_no_token(room: Room, boss: User, act: str) -> None:
    """A system that has it would go on in the name of somebody whose password was known to others."""
    ada = a_person(room, "host")
    give_token(person=ada, room=room, scope="read", days=1, by=None, at=NOON)
    more = {"role": "host"} if act == "end_role" else {}
    getattr(services, act)(person=ada, room=room, by=boss, at=NOON, **more)
    assert not ApiToken.objects.filter(user=ada, ended_at=None).exists()


def test_a_reset_is_good_for_a_day_and_leads_to_ones_own_password_first(room: Room, boss: User) -> None:
    ada = a_person(room, "floor")
    now = datetime.now(UTC)
    password = services.reset_password(person=ada, room=room, by=boss, at=now)
    client = Client()
    assert client.post("/sign-in/", {"username": ada.username, "password": password}).status_code == 303
    for address in ("/account/", "/rooms/", "/audit/", "/room/"):
        response = client.get(address)
        assert (response.status_code, response["Location"]) == (302, "/account/password/"), address
    new = {"current": password, "new": PASSWORD, "again": PASSWORD}
    assert client.post("/account/password/", new).status_code == 303
    assert client.get("/account/").status_code == 200


def test_a_one_time_password_that_ran_out_lets_nobody_in(room: Room, boss: User) -> None:
    ada = a_person(room, "floor")
    password = services.reset_password(person=ada, room=room, by=boss, at=datetime.now(UTC) - timedelta(hours=25))
    assert Client().post("/sign-in/", {"username": ada.username, "password": password}).status_code == 422


@pytest.mark.parametrize(
    "weak", ["short", "cardroom-poker", "password123", "1234567890123", "Person-Badge", "omahaholdem1"]
)
def test_a_weak_password_is_refused_with_its_reason(room: Room, weak: str) -> None:
    ada = a_person(room, "floor", password=PASSWORD)
    ada.display_name = "Person Badge"
    ada.save()
    assert code(lambda: services.change_own_password(person=ada, new=weak, at=NOON)) == "password_weak"
    assert code(lambda: services.change_own_password(person=ada, new=PASSWORD, at=NOON)) == "password_unchanged"


def test_one_time_passwords_differ_and_can_be_read_out() -> None:
    made = {one_time_password() for _ in range(200)}
    assert len(made) == 200
    assert all(len(password) == 19 and not set(password) & set("01oil") for password in made)


# ----------------------------------------------------------------------------------------------------- the pages


@pytest.fixture
def desk(boss: User, monkeypatch: pytest.MonkeyPatch) -> Client:
    """The administrator's browser, with the PIN just entered."""
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    return signed_in(boss)


def test_the_administrator_adds_a_person_and_hands_the_password_over_once(desk: Client, room: Room) -> None:
    response = desk.post("/staff/add/", FACTS | {"badge_number": "b7", "username": "Ada"})
    assert response.status_code == 200
    ada = User.objects.get(username="ada", badge_number="B7")
    assert ada.check_password(response.context["password"])
    assert response.context["password"] not in desk.get(f"/staff/{ada.pk}/").content.decode()


def test_a_refused_form_comes_back_with_its_sentence(desk: Client, boss: User) -> None:
    response = desk.post("/staff/add/", FACTS | {"badge_number": boss.badge_number})
    assert response.status_code == 422
    assert "belongs to somebody already" in response.content.decode()


def test_the_pages_give_end_disable_enable_and_reset(desk: Client, room: Room) -> None:
    ada = a_person(room, "host")
    here = f"/staff/{ada.pk}/"
    assert desk.post(here + "grant/", {"role": "floor"})["Location"] == here
    assert desk.post(here + "end/", {"role": "host"})["Location"] == here
    assert desk.post(here + "disable/", {"reason": ""}).status_code == 422
    assert desk.post(here + "disable/", {"reason": "left"})["Location"] == here
    assert "disabled" in desk.get(here).content.decode()
    assert desk.post(here + "enable/").status_code == 200
    assert desk.post(here + "reset/").status_code == 200
    assert verbs(room)[-5:] == [
        "staff.role_granted", "staff.role_ended", "staff.disabled", "staff.enabled", "staff.password_reset",
    ]  # fmt: skip


def test_people_of_other_rooms_are_nobodys_business_until_their_badge_is_known(desk: Client, room: Room) -> None:
    stranger = a_person(a_room(), "manager")
    assert desk.get(f"/staff/{stranger.pk}/").status_code == 404
    assert desk.post(f"/staff/{stranger.pk}/reset/").status_code == 404
    assert stranger.display_name not in desk.get("/staff/").content.decode()
    services.set_own_pin(person=stranger, pin="4711", at=NOON)
    agreed = {"badge_number": stranger.badge_number, "own_pin": "4711", "role": "host"}
    assert desk.post("/staff/bring/", agreed | {"badge_number": "NOBODY"}).status_code == 422
    brought = desk.post("/staff/bring/", agreed)
    assert brought["Location"] == f"/staff/{stranger.pk}/"
    assert User.objects.get(pk=stranger.pk).roles_in(room) == {"host"}


def test_the_roles_page_says_what_each_role_may(desk: Client) -> None:
    page = desk.get("/staff/roles/").content.decode()
    assert "Floor supervisor" in page
    assert "open and close tables" in page


def test_the_list_costs_the_same_for_five_people_as_for_fifty(
    desk: Client, room: Room, django_assert_num_queries: Callable[..., object]
) -> None:
    desk.get("/staff/")
    for count in (5, 45):
        for _ in range(count):
            a_person(room, "host", "floor")
        with django_assert_num_queries(8):  # type: ignore[attr-defined] # session, person, roles, people, their roles, leavers; two of the review
            assert desk.get("/staff/").status_code == 200


def test_the_list_is_searched_by_name_and_badge(desk: Client, room: Room) -> None:
    ada = a_person(room, "host")
    rows = desk.get("/staff/", {"q": ada.badge_number.lower()}).context["rows"]
    assert ada in [row.person for row in rows]
    assert desk.get("/staff/", {"q": "%_'; --"}).context["rows"] == []
