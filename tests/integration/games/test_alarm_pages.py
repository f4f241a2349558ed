"""An alarm's page: what it is about, hand by hand, and putting it away in two taps."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Hand
from players.services import bar_player
from rake.watching import TAKINGS_OFF
from tables.alarms import KINDS, AlarmKind
from tables.models import SessionAlarm
from tables.services import raise_alarm
from tests.support.desk import person
from tests.support.jobs import run_jobs
from tests.support.people import signed_in
from tests.support.table import HandTable

REASON = "The dealer was told"


@pytest.fixture
def off(table: HandTable) -> Hand:
    """A hand of 70 with 5 dropped, where 3 are owed."""
    hand = table.tick(5_00, pot=70_00)
    run_jobs("rake.rate_hand")
    return hand


def alarm() -> SessionAlarm:
    return SessionAlarm.objects.get(kind=TAKINGS_OFF)


def test_the_tile_leads_to_the_alarm_and_the_alarm_to_its_hands(tablet: Client, off: Hand) -> None:
    address = f"/alarms/{alarm().pk}/"
    told = "Rake taken is 2 over what is owed, in 1 hand"
    assert f'<a href="{address}" title="{told}"><span>{told}</span></a>' in tablet.get("/floor/").content.decode()
    page = tablet.get(address).content.decode()
    for words in (f'href="/hands/{off.pk}/"', "rake 5 taken, 3 owed", REASON):
        assert words in page, words


def test_one_more_tap_puts_it_away(tablet: Client, off: Hand) -> None:
    answer = tablet.post(f"/alarms/{alarm().pk}/put-away/", {"seen": "1", "chosen": REASON})
    assert (answer.status_code, answer["Location"]) == (303, "/floor/")
    assert alarm().reason == REASON
    page = tablet.get("/floor/").content.decode()
    assert 'class="alarms"' not in page
    assert "Put away at" in page
    assert f"by {alarm().cleared_by}: {REASON}" in tablet.get(f"/alarms/{alarm().pk}/").content.decode()


def test_ones_own_words_do_as_well_and_none_are_refused(tablet: Client, off: Hand) -> None:
    address = f"/alarms/{alarm().pk}/put-away/"
    answer = tablet.post(address, {"seen": "1", "words": ""})
    assert answer.status_code == 422
    assert "Say in a few words" in answer.content.decode()
    assert tablet.post(address, {"seen": "1", "words": "the cap was posted at 5 today"}).status_code == 303
    assert alarm().reason == "the cap was posted at 5 today"


def test_what_has_changed_is_read_again_first(tablet: Client, table: HandTable, off: Hand) -> None:
    table.tick(5_00, pot=70_00)
    run_jobs("rake.rate_hand")
    answer = tablet.post(f"/alarms/{alarm().pk}/put-away/", {"seen": "1", "chosen": REASON})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "It says something else by now" in page
    assert 'name="seen" value="2"' in page
    assert tablet.post(f"/alarms/{alarm().pk}/put-away/", {"seen": "2", "chosen": REASON}).status_code == 303


def test_whoever_may_not_rule_may_only_read(table: HandTable, off: Hand) -> None:
    host = signed_in(person(table.desk.room, "host"))
    assert "A supervisor puts it away" in host.get(f"/alarms/{alarm().pk}/").content.decode()
    assert host.post(f"/alarms/{alarm().pk}/put-away/", {"seen": "1", "chosen": REASON}).status_code == 403


def test_what_goes_only_by_itself_says_where_it_is_dealt_with(tablet: Client, table: HandTable) -> None:
    player = table.sittings[2].player
    bar_player(room=table.desk.room, player=player, kind="barred", reason="test", **table.by())
    barred = SessionAlarm.objects.get()
    page = tablet.get(f"/alarms/{barred.pk}/").content.decode()
    assert f'href="/players/{player.pk}/"' in page
    assert "put-away" not in page
    answer = tablet.post(f"/alarms/{barred.pk}/put-away/", {"seen": "1", "chosen": "they promised"})
    assert answer.status_code == 422
    assert "goes by itself" in answer.content.decode()


def test_the_table_page_leads_there_too(tablet: Client, table: HandTable, off: Hand) -> None:
    page = tablet.get(f"/tables/{table.session.table_id}/").content.decode()
    assert f'<a href="/alarms/{alarm().pk}/">Rake taken is 2 over' in page


@pytest.mark.parametrize("page", ["/floor/", "/tables/{}/", "/tables/{}/hand/"])
@pytest.mark.parametrize("role", ["host", "cashier", "floor", "manager"])
def test_an_alarm_leads_only_where_who_reads_it_may_go(
    table: HandTable, monkeypatch: pytest.MonkeyPatch, role: str, page: str
) -> None:
    """One leads to a page of managers and auditors, one to the cashiers'."""
    for name in ("audit", "cage"):
        monkeypatch.setitem(KINDS, name, AlarmKind(name, rank=1, place=lambda alarm: reverse(alarm.kind)))
        raise_alarm(session=table.session, kind=name, subject="", text=f"alarm of {name}", at=table.later())
    reader = signed_in(person(table.desk.room, role))
    answer = reader.get(page.format(table.session.table_id))
    if page == "/tables/{}/hand/" and role in ("host", "cashier"):
        assert answer.status_code == 403  # they enter no hands
        return
    shown = answer.content.decode()
    for name in ("audit", "cage"):
        address = reverse(name)
        link = re.search(rf'<a href="{address}"[^>]*>(<span>)?alarm of {name}', shown)
        assert f"alarm of {name}" in shown
        assert bool(link) == (reader.get(address).status_code == 200), name
