"""The room: its gaming day, its settings, and what stays once money was booked."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from config.audit.models import AuditEvent
from config.errors import DomainError
from config.rooms import services
from config.rooms.forms import SettingsForm
from config.rooms.models import Room
from config.staff import reauthentication
from tests.support.people import LONG_AGO, a_person, a_room, signed_in
from tests.support.words import text

SETTINGS: dict[str, Any] = {
    "name": "The Room", "currency": "EUR", "currency_symbol": "€", "exponent": 2, "smallest_chip": 50,
    "time_zone": "Europe/Vienna", "gaming_day_start": time(7, 30), "helpline": "0800 1",
    "identity_asked": "document",
}  # fmt: skip
FORM = SETTINGS | {"smallest_chip": "0.50", "exponent": "2", "gaming_day_start": "07:30"}
SOURCE = re.compile(r"[Hh]ouse\b|\bSource: |\b(CFR|CCR|WAC|LA|MS|COMAR|ISO|IAC) [\d:]|allcasinoguide|law of the place")
KNOWN_BY_THE_PAGE = ("second_factor",)
NEW_YEAR = datetime(2024, 1, 1, tzinfo=UTC)
WITH_CLOCK_CHANGES = ["America/Los_Angeles", "Europe/Vienna", "Australia/Lord_Howe", "UTC", "Asia/Kathmandu"]


@given(
    st.integers(0, 3 * 366 * 24 * 60).map(lambda minutes: NEW_YEAR + timedelta(minutes=minutes)),
    st.sampled_from(WITH_CLOCK_CHANGES),
    st.times().map(lambda at: at.replace(second=0, microsecond=0)),
)
def test_gaming_days_tile_time(at: datetime, zone: str, start: time) -> None:
    room = Room(time_zone=zone, gaming_day_start=start)
    day = room.gaming_day(at)
    assert room.gaming_day(at + timedelta(minutes=1)) in (day, day + timedelta(days=1))
    assert room.gaming_day(at + timedelta(hours=25, minutes=31)) > day
    assert room.gaming_day(at - timedelta(hours=25, minutes=31)) < day


def test_a_gaming_day_has_23_hours_when_the_clocks_go_forward() -> None:
    room = Room(time_zone="America/Los_Angeles", gaming_day_start=time(6))
    starts = datetime(2025, 3, 8, 14, tzinfo=UTC)
    assert room.gaming_day(starts - timedelta(seconds=1)) == date(2025, 3, 7)
    assert room.gaming_day(starts) == date(2025, 3, 8)
    assert room.gaming_day(starts + timedelta(hours=23)) == date(2025, 3, 9)


pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def desk(room: Room, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    return signed_in(a_person(room, "administrator"))


def test_whoever_only_reads_the_settings_reads_words(room: Room) -> None:
    shown = text(signed_in(a_person(room, "manager")).get("/room/"))
    assert "An administrator changes these." in shown
    assert f"Before chips are sold {room.get_identity_asked_display()}" in shown
    assert f"At their tray sign with their own PIN {room.get_dealers_sign_display()}" in shown
    assert "Second person’s badge" not in shown
    assert "Their PIN" not in shown
    assert "with_pin" not in shown
    assert "Weeks start on Monday" in shown


@pytest.mark.parametrize("setting", ["identity_asked", "second_factor", *services.Staying.__annotations__])
def test_every_setting_of_the_house_stands_there_with_its_source(setting: str) -> None:
    """Both for who changes it and for who looks it up; a law or manual, or the house."""
    told = str(SettingsForm.base_fields[setting].help_text)
    assert SOURCE.search(told), told
    kept = str(Room._meta.get_field(setting).help_text)
    assert setting in KNOWN_BY_THE_PAGE or SOURCE.search(kept), kept


def test_whoever_only_reads_the_settings_reads_their_sources(room: Room) -> None:
    shown = text(signed_in(a_person(room, "manager")).get("/room/"))
    assert "A drop goes on for minutes 60 After each of these times;" in shown
    assert "Source: 11 CCR 2053(b), WAC 230-15-050, all of it." in shown


def test_the_page_changes_the_room_and_notes_what_changed(desk: Client, room: Room) -> None:
    assert desk.post("/room/", FORM | {"name": room.name})["Location"] == "/room/"
    room.refresh_from_db()
    assert (room.currency, room.smallest_chip, room.gaming_day_start) == ("EUR", 50, time(7, 30))
    event = AuditEvent.objects.filter(verb="room.changed").latest("id")
    assert (event.before["smallest_chip"], event.after["smallest_chip"]) == (100, 50)
    assert "name" not in event.after


def test_weeks_start_on_another_day_from_the_page(desk: Client, room: Room) -> None:
    desk.post("/room/", FORM | {"name": room.name, "week_starts": "6"})
    room.refresh_from_db()
    assert room.week_starts == Room.Weekday.SUNDAY
    desk.post("/room/", FORM | {"name": room.name})
    room.refresh_from_db()
    assert room.week_starts == Room.Weekday.SUNDAY
    assert '<option value="6" selected>Sunday</option>' in desk.get("/room/").content.decode()


def test_another_rule_for_newcomers_holds_from_now_on(desk: Client, room: Room) -> None:
    """Who sat down before it owes by the rule of then."""
    desk.post("/room/", FORM | {"name": room.name, "late_time": "prorata", "courtesy_hand": "False"})
    room.refresh_from_db()
    (earlier,) = room.earlier_late_time
    changed = datetime.fromisoformat(earlier["until"])
    assert (room.late_time_at(changed - timedelta(seconds=1)), room.late_time_at(changed)) == ("free", "prorata")
    assert not room.courtesy_hand
    desk.post("/room/", FORM | {"name": room.name})
    room.refresh_from_db()
    assert (room.late_time, room.earlier_late_time, room.courtesy_hand) == ("prorata", [earlier], False)
    shown = text(signed_in(a_person(room, "manager")).get("/room/"))
    assert "Who sits down within a half hour pays for what is left of it" in shown


def test_how_many_may_wait_holds_from_now_on(desk: Client, room: Room) -> None:
    """Who sat down before it owes as many waited then."""
    desk.post("/room/", FORM | {"name": room.name, "late_waiting": "3"})
    room.refresh_from_db()
    (earlier,) = room.earlier_late_time
    changed = datetime.fromisoformat(earlier["until"])
    assert (room.late_waiting_at(changed - timedelta(seconds=1)), room.late_waiting_at(changed)) == (1, 3)
    desk.post("/room/", FORM | {"name": room.name, "late_waiting": "3"})
    room.refresh_from_db()
    assert room.earlier_late_time == [earlier]


def test_minutes_amounts_and_ages_are_set_on_the_page(desk: Client, room: Room) -> None:
    wanted = {
        "refill_minutes": "15", "push_minutes": "5", "courtesy_minutes": "4", "courtesy_hands": "2",
        "late_waiting": "0", "opening_looks": "1", "vault_most": "5000.00", "minimum_age": "25",
        "at_work_minutes": "45",
    }  # fmt: skip
    assert desk.post("/room/", FORM | {"name": room.name} | wanted)["Location"] == "/room/"
    room.refresh_from_db()
    kept = {name: str(getattr(room, name)) for name in wanted}
    assert kept == wanted | {"vault_most": "500000"}
    desk.post("/room/", FORM | {"name": room.name} | dict.fromkeys(wanted, ""))
    assert {name: str(getattr(Room.objects.get(pk=room.pk), name)) for name in wanted} == kept, "left empty they stay"


@pytest.mark.parametrize(
    ("field", "text"),
    [("late_time", "half"), ("vault_most", "0"), ("minimum_age", "15"), ("opening_looks", "0"),
     ("smallest_chip", "0"), ("smallest_chip", "0.505"), ("smallest_chip", "-1"), ("currency", "euro"),
     ("currency", "XXX"), ("exponent", "9"),
     ("time_zone", "Europe/Atlantis"), ("gaming_day_start", "25:00"), ("gaming_day_start", "06:00:30"),
     ("name", "a\tb"), ("week_starts", "7")],
)  # fmt: skip
def test_settings_that_cannot_be_are_refused_beside_their_field(
    desk: Client, room: Room, field: str, text: str
) -> None:
    response = desk.post("/room/", FORM | {field: text})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert Room.objects.get(pk=room.pk).name == room.name


def test_the_currency_stays_once_money_was_booked(room: Room) -> None:
    services.open_books(room, at=LONG_AGO)
    facts = {"room": room, "by": None, "at": LONG_AGO}
    with pytest.raises(DomainError, match="its currency and decimals stay"):
        services.change_settings(**facts, **SETTINGS)
    services.change_settings(**facts, **(SETTINGS | {"currency": "USD"}))


def test_two_rooms_do_not_share_a_name(room: Room) -> None:
    other = a_room()
    with pytest.raises(DomainError) as error:
        services.change_settings(room=room, by=None, at=LONG_AGO, **(SETTINGS | {"name": other.name.upper()}))
    assert error.value.field == "name"


@pytest.mark.parametrize("wrong", [{"smallest_chip": 0}, {"exponent": 5}])
def test_the_database_refuses_it_too(room: Room, wrong: dict[str, int]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Room.objects.filter(pk=room.pk).update(**wrong)


def test_fewer_dealers_sign_only_before_two(room: Room) -> None:
    boss, facts = a_person(room, "administrator"), SETTINGS | {"currency": room.currency, "at": LONG_AGO}
    room = services.change_settings(room=room, by=boss, dealers_sign="everybody", **facts)
    for fewer in ("with_pin", "nobody"):
        with pytest.raises(DomainError, match="fewer dealers sign") as caught:
            services.change_settings(room=room, by=boss, dealers_sign=fewer, **facts)
        assert caught.value.code == "second_needed"
    second = a_person(room, "manager")
    room = services.change_settings(room=room, by=boss, dealers_sign="with_pin", second=second, **facts)
    assert AuditEvent.objects.filter(verb="room.changed").latest("pk").after["second"] == second.pk
    assert room.dealers_sign == services.change_settings(room=room, by=boss, **facts).dealers_sign == "with_pin"


def test_days_are_locked_without_the_pools_reconciliation_again_only_before_two(room: Room) -> None:
    boss, facts = a_person(room, "administrator"), SETTINGS | {"currency": room.currency, "at": LONG_AGO}
    assert not room.pools_signed, "not asked for at first"
    room = services.change_settings(room=room, by=boss, pools_signed=True, **facts)
    assert services.change_settings(room=room, by=boss, **facts).pools_signed, "it stays where nobody says otherwise"
    with pytest.raises(DomainError, match="without the pools’ reconciliation") as caught:
        services.change_settings(room=room, by=boss, pools_signed=False, **facts)
    assert caught.value.code == "second_needed"
    second = a_person(room, "manager")
    assert not services.change_settings(room=room, by=boss, pools_signed=False, second=second, **facts).pools_signed


def test_awards_need_no_deposit_again_only_before_two(room: Room) -> None:
    boss, facts = a_person(room, "administrator"), SETTINGS | {"currency": room.currency, "at": LONG_AGO}
    assert not room.awards_need_deposit, "not asked for at first"
    room = services.change_settings(room=room, by=boss, awards_need_deposit=True, **facts)
    assert services.change_settings(room=room, by=boss, **facts).awards_need_deposit
    with pytest.raises(DomainError, match="awarded before it is deposited") as caught:
        services.change_settings(room=room, by=boss, awards_need_deposit=False, **facts)
    assert caught.value.code == "second_needed"
    second = a_person(room, "manager")
    room = services.change_settings(room=room, by=boss, awards_need_deposit=False, second=second, **facts)
    assert not room.awards_need_deposit


def test_pools_money_waits_longer_for_its_deposit_only_before_two(room: Room) -> None:
    """Where it is 0 nothing is asked: that is the longest."""
    boss, facts = a_person(room, "administrator"), SETTINGS | {"currency": room.currency, "at": LONG_AGO}
    room = services.change_settings(room=room, by=boss, pool_deposit_within=3, **facts)
    room = services.change_settings(room=room, by=boss, pool_deposit_within=2, **facts)
    for longer in (3, 0):
        with pytest.raises(DomainError, match="waits longer for its deposit"):
            services.change_settings(room=room, by=boss, pool_deposit_within=longer, **facts)
    second = a_person(room, "manager")
    assert services.change_settings(room=room, by=boss, pool_deposit_within=0, second=second, **facts)


def test_deposits_are_asked_for_from_the_page(desk: Client, room: Room) -> None:
    desk.post("/room/", FORM | {"name": room.name, "awards_need_deposit": "True", "pool_deposit_within": "2"})
    room.refresh_from_db()
    assert (room.awards_need_deposit, room.pool_deposit_within) == (True, 2)
    shown = text(signed_in(a_person(room, "manager")).get("/room/"))
    assert "Awards out of pools need a deposit yes: counted, and deposited first" in shown
    assert "Then it is deposited within days 2" in shown


def test_the_pools_reconciliation_is_asked_for_from_the_page(desk: Client, room: Room) -> None:
    desk.post("/room/", FORM | {"name": room.name, "pools_signed": "True"})
    room.refresh_from_db()
    assert room.pools_signed
    shown = text(signed_in(a_person(room, "manager")).get("/room/"))
    assert "The pools’ reconciliation signed before the day is locked" in shown
