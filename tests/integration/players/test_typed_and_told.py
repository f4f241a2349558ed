"""What is typed at the desk and the lists is what the room keeps and shows: days and hours by the room's clock, every
field, each name's own message."""

from datetime import date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from config.audit.models import AuditEvent
from players.forms.desk import BanForm
from players.forms.lists import GameForm, JoinForm
from players.models import ListEntry
from players.selectors.board import place_of
from players.services import bar_player
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk
from tests.support.lists import NLH_LIST, Lists
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
ADD = f"/lists/{NLH_LIST.key}/add/"


@arranged
def far() -> Desk:
    """A room in Los Angeles, whose clock is eight hours behind UTC."""
    return open_desk(time_zone="America/Los_Angeles")


# ------------------------------------------------------------------------------------------------ by the room's clock


def test_a_ban_holds_to_the_end_of_its_last_gaming_day(far: Desk) -> None:
    form = BanForm({"kind": "suspended", "reason": "a fight", "ends_on": "2025-03-09"}, room=far.room)
    assert form.is_valid()
    assert form.ends_at() == far.room.start_of(date(2025, 3, 10))
    assert far.room.gaming_day(form.ends_at() - timedelta(seconds=1)) == date(2025, 3, 9)


@pytest.mark.parametrize(
    ("typed", "comes"),
    [("18:30", (7, 18, 30)), ("10:05", (7, 10, 5)), ("09:30", (8, 9, 30))],
    ids=["tonight", "in five minutes", "the hour is over for today"],
)
def test_who_phones_comes_at_the_next_such_hour_of_the_rooms_clock(
    far: Desk, typed: str, comes: tuple[int, int, int]
) -> None:
    now = datetime(2025, 3, 7, 10, 0, tzinfo=far.room.zone)
    form = JoinForm({"key": key(), "guest": "Al", "source": "phone", "expected": typed}, room=far.room)
    assert form.is_valid(), form.errors
    day, hour, minute = comes
    expected = form.expected_at(now.astimezone(far.at().tzinfo))
    assert expected == datetime(2025, 3, day, hour, minute, tzinfo=far.room.zone)


def test_who_is_here_is_expected_at_no_other_time(far: Desk) -> None:
    form = JoinForm({"key": key(), "guest": "Al", "source": "walk_in", "expected": "18:30"}, room=far.room)
    assert form.is_valid()
    assert form.expected_at(far.now) is None


# ------------------------------------------------------------------------------------------------------- every field


def test_a_name_on_the_list_keeps_every_way_to_reach_it(lists: Lists, floor: Client) -> None:
    fields = {"key": key(), "guest": "Al", "source": "reservation", "mobile": "+17025550143", "email": "al@example.org"}
    assert floor.post(ADD, fields).status_code == 303
    entry = ListEntry.objects.get()
    assert (entry.player.display_name, entry.source) == ("Al", "reservation")
    assert (entry.mobile, entry.email) == ("+17025550143", "al@example.org")


@pytest.mark.parametrize(
    ("game", "structure", "named"),
    [
        ("holdem", "no_limit", "NLH 5/10"),
        ("holdem", "fixed_limit", "Hold'em 5/10"),
        ("holdem", "spread", "Hold'em 5-10"),
    ],
)
def test_a_list_is_named_by_both_amounts(far: Desk, game: str, structure: str, named: str) -> None:
    fields = {"game": game, "structure": structure, "low": "5", "high": "10"}
    form = GameForm(fields, games=(), room=far.room)
    assert form.is_valid(), form.errors
    assert form.wanted().name == named


# --------------------------------------------------------------------------------------------------- who is told what


@pytest.fixture
def gateway(settings) -> None:  # noqa: ANN001
    settings.MESSAGES, settings.SMS_GATEWAY = True, "https://gateway.test/"


def said_of(floor: Client, entry: ListEntry) -> str:
    floor.post(reverse("list_call", args=[entry.pk]))
    return text(floor.get(reverse("lists")))


def test_the_message_of_an_earlier_call_is_none_of_this_one(lists: Lists, floor: Client, gateway: None) -> None:
    """Who was told once, and is called again when no message can go out, is called by voice."""
    entry = lists.join(lists.desk.player("Ann"), mobile="+17025550143")
    assert "A message tells them." in said_of(floor, entry)
    floor.post(reverse("list_hold", args=[entry.pk]))
    floor.post(reverse("list_resume", args=[entry.pk]))
    ListEntry.objects.filter(pk=entry.pk).update(mobile="")
    assert "A message tells them." not in said_of(floor, entry)


def test_who_is_called_again_is_told_again(lists: Lists, floor: Client, gateway: None) -> None:
    entry = lists.join(lists.desk.player("Ann"), mobile="+17025550143")
    for _ in range(2):
        assert "A message tells them." in said_of(floor, entry)
        floor.post(reverse("list_hold", args=[entry.pk]))
        floor.post(reverse("list_resume", args=[entry.pk]))


def test_only_who_was_told_that_the_list_closes_is_counted(lists: Lists, gateway: None) -> None:
    """Not whoever was told something else before."""
    entry = lists.join(lists.desk.player("Ann"), mobile="+17025550143")
    lists.call(entry)
    ListEntry.objects.filter(pk=entry.pk).update(mobile="")
    lists.join(lists.desk.player("Ben"))
    manager = signed_in(lists.desk.manager)
    assert manager.post(f"/lists/{NLH_LIST.key}/close/", {"reason": "the room closes"}).status_code == 303
    assert "2 off it, 0 of them told by a message" in text(manager.get(reverse("lists")))


def test_the_holder_of_a_link_reads_how_many_are_ahead(lists: Lists) -> None:
    entries = [lists.join() for _ in range(3)]
    told = [place_of(ListEntry.objects.select_related("player", "waiting_list__room").get(pk=each.pk), lists.desk.now)
            for each in entries]  # fmt: skip
    assert [each.ahead for each in told] == [0, 1, 2]


def test_whoever_compares_two_people_has_read_the_papers_of_both(far: Desk) -> None:
    born = date(1971, 8, 23)
    ann = far.player("Ann", legal_name="Ann Archer", date_of_birth=born)
    other = far.player("Annie", legal_name="Ann Archer", date_of_birth=born)
    bar_player(player=other, room=far.room, kind="barred", reason="cheating", by=far.manager, at=far.at())
    assert "Annie" in text(signed_in(far.cashier).get(reverse("player_who", args=[ann.pk])))
    read = AuditEvent.objects.filter(verb="player.papers_read", by=far.cashier)
    assert set(read.values_list("subject_id", flat=True)) == {str(ann.pk), str(other.pk)}
