"""The pages of comps: rates and rules, an account, redeeming, correcting, the file, the API and the statement."""

import csv
import io
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.comps.terms import RateLine
from players.comps.week import WeekHours
from players.models import CompEntry, CompRate, CompRules, Player, StatementLink
from players.selectors.comps import rates_on
from players.services.comp_links import token_of
from players.services.comp_rules import DEAR_HOUR
from rake.comps.forms import DaysField, PlaqueField, RateForm
from tables.models import PlaqueVersion
from tests.support.api import caller
from tests.support.arranged import arranged
from tests.support.comps import TERMS, Comps
from tests.support.desk import key, open_desk
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.words import text

pytestmark = pytest.mark.django_db
PIN = "4711"


@arranged
def room() -> Comps:
    """Five hours of the day before were played, and are points since this morning."""
    desk = open_desk()
    desk.now = timezone.now() - timedelta(days=3)
    room = Comps(desk)
    desk.now = desk.room.start_of(room.today) + timedelta(hours=2)
    room.played(player=desk.player("Ann", legal_name="Ann Lee", document_number="X-77"), hours=5)
    room.end_day()
    for person in (room.auditor, room.floor):
        person.set_pin(PIN)
        person.save()
    desk.now = timezone.now()
    return room


@pytest.fixture
def ann(room: Comps) -> Player:
    return Player.objects.get()


def signed_by(who: Any) -> dict[str, Any]:
    return {"badge": who.badge_number, "pin": PIN, "key": key()}


def posting(room: Comps) -> dict[str, Any]:
    day = room.today + timedelta(days=1)
    return signed_by(room.auditor) | {"from_day": day.isoformat(), "source": "programme", "reason": "spring"}


def test_a_manager_posts_rules_and_a_rate_that_an_auditor_approves(room: Comps) -> None:
    manager = signed_in(room.desk.manager)
    terms = {
        "is_on": "on", "point_value": "0.02", "expires_days": "90", "earning_days": "30", "required_minutes": "600",
        "most_redemptions": "4", "player_day_points": "500", "cashier_day_points": "900", "alone_points": "100",
        "excluded_days": "2030-12-24", "no1_days": "56", "no1_from": "8", "no1_until": "10",
        "no2_days": "0", "no2_from": "3", "no2_until": "5",
        "excluded_plaques": str(room.desk.session.plaque_id),
    }  # fmt: skip
    answer = manager.post(reverse("comps_rules"), terms | posting(room))
    assert answer.status_code == 303, text(answer)
    rules = CompRules.objects.order_by("number").last()
    assert rules is not None
    assert (rules.point_value, rules.excluded_hours) == (2, [[[5, 6], 8, 10], [[0], 3, 5]])
    page = manager.get(reverse("comps_rules")).content.decode()
    assert '<option value="0" selected>Monday</option>' in page, "whoever posts rules anew loses none of their hours"
    rate = {"points": "100", "other1_days": "4", "other1_from": "22", "other1_until": "2", "other1_points": "250"}
    assert manager.post(reverse("comps_rates"), rate | posting(room)).status_code == 303
    assert CompRate.objects.order_by("number").last().hours == [[[*range(7)], 0, 24, 100], [[4], 22, 2, 250]]  # type: ignore[union-attr]
    shown = text(manager.get(reverse("comps")))
    assert "100 points every hour; 250 points Friday 22:00–02:00" in shown
    assert "Saturday, Sunday 08:00–10:00" in shown
    assert "24 December 2030" in shown
    late = posting(room) | {"from_day": room.today.isoformat()}
    answer = manager.post(reverse("comps_rates"), rate | late)
    assert answer.status_code == 422
    assert "has begun, and its hours stay as they are" in text(answer)


def test_a_plaque_is_numbered_once_where_it_is_chosen(room: Comps) -> None:
    plaque = room.desk.session.plaque
    said = PlaqueField(queryset=PlaqueVersion.objects.all()).label_from_instance(plaque)
    assert said == f"{plaque.table.name}: {plaque.short_name}, plaque {plaque.number}"


def test_the_figures_open_and_say_in_all_once(room: Comps) -> None:
    manager = signed_in(room.desk.manager)
    page = manager.get(reverse("comps")).content.decode()
    (address,) = re.findall(r'href="([^"]*)">Figures<', page)
    answer = manager.get(address.replace("&amp;", "&"))
    assert answer.status_code == 200
    assert answer.content.decode().count('<th scope="row">In all</th>') == 1


def test_an_hour_worth_a_fortune_is_asked_about(room: Comps) -> None:
    """A point is worth a cent, the smallest chip 1: above 25 an hour the page asks, and posts what is meant."""
    manager, address = signed_in(room.desk.manager), reverse("comps_rates")
    assert manager.post(address, {"points": "2500"} | posting(room)).status_code == 303
    asked = manager.post(address, {"points": "2501"} | posting(room))
    assert (asked.status_code, CompRate.objects.filter(hours__0__3=2501).count()) == (422, 0)
    assert "are 25.01 for each hour of play, more than 25" in text(asked)
    assert f' {DEAR_HOUR}">It is meant so' in asked.content.decode()
    assert manager.post(address, {"points": "2501", "confirm": DEAR_HOUR} | posting(room)).status_code == 303


def test_a_point_worth_a_fortune_is_asked_about(room: Comps) -> None:
    """A hundred points an hour at a quarter are 25; at 26 cents it is more."""
    room.post(replace(TERMS, point_value=25), before=0)
    refused("comps_dear_hour", lambda: room.post(replace(TERMS, point_value=26), before=0))
    room.post(replace(TERMS, point_value=26), before=0, confirmed=(DEAR_HOUR,))


def test_of_two_versions_for_the_same_day_the_page_says_which_holds(room: Comps) -> None:
    first, second = (room.rate([RateLine(WeekHours(), points)], before=0) for points in (110, 120))
    old, new = room.post(before=0), room.post(before=0)
    assert rates_on(room.desk.room, second.from_day).by_plaque[None] == second
    rows = re.split("<tr>", signed_in(room.desk.manager).get(reverse("comps")).content.decode())
    told = {rate.number: next(row for row in rows if f"Rate {rate.number}, " in row) for rate in (first, second)}
    assert f"doesn’t hold: rate {second.number}, posted later for the same day, does" in told[first.number]
    assert "to come" in told[second.number]
    shown = text(signed_in(room.desk.manager).get(reverse("comps")))
    assert f"(doesn’t hold: rules {new.number}, posted later for the same day, do)" in shown
    assert f"rules {old.number}, posted later" not in shown


def test_points_are_redeemed_and_taken_back_on_the_player_s_page(room: Comps, ann: Player) -> None:
    cashier = signed_in(room.desk.cashier)
    page = reverse("player_comps", args=[ann.pk])
    assert "Played 5 h 00 min since" in text(cashier.get(page))
    address = reverse("comps_redeem", args=[ann.pk])
    answer = cashier.post(address, {"points": "501", "what": "dinner", "key": key()})
    assert answer.status_code == 422
    assert "Ann has 500 points" in text(answer)
    assert cashier.post(address, {"points": "300", "what": "dinner", "key": key()}).status_code == 303
    entry = CompEntry.objects.get(kind="redeemed")
    back = {"reason": "closed"} | signed_by(room.floor)
    assert cashier.post(reverse("comp_reverse", args=[entry.pk]), back).status_code == 303
    shown = text(cashier.get(page))
    assert "taken back" in shown
    used = text(signed_in(room.auditor).get(reverse("comps")))
    assert f"{room.desk.cashier}" in used
    assert "One of the staff redeems at most 10,000 points" in used


def test_a_rate_goes_on_with_the_days_that_it_has(room: Comps) -> None:
    """Any days of the week, not the usual sets alone: who posts a rate anew loses none of its lines."""
    line = RateLine(WeekHours((0, 1, 3), 6, 12), 200)
    room.rate([RateLine(WeekHours(), 100), line])
    page = signed_in(room.desk.manager).get(reverse("comps_rates")).content.decode()
    assert '<option value="013" selected>Monday, Tuesday, Thursday</option>' in page
    form = RateForm({"other1_days": "013", "other1_from": "6", "other1_until": "12"}, room=room.desk.room)
    form.is_valid()
    assert "other1_days" not in form.errors
    assert form.hours("other1") == line.hours
    assert not DaysField(label="Days").valid_value("310")


def test_a_manager_corrects_hours_by_the_room_s_clock(room: Comps, ann: Player) -> None:
    day = CompEntry.objects.get().for_day
    assert day is not None
    since = room.desk.room.start_of(day) + timedelta(hours=2)
    local = since.astimezone(room.desk.room.zone)
    facts = {"day": day.isoformat(), "plaque": str(room.desk.session.plaque_id), "adds": "take", "reason": "camera"}
    facts |= {"since": f"{local:%Y-%m-%dT%H:%M}", "until": f"{local + timedelta(hours=1):%Y-%m-%dT%H:%M}"}
    address = reverse("hours_correct", args=[ann.pk])
    answer = signed_in(room.desk.manager).post(address, facts | signed_by(room.floor))
    assert answer.status_code == 303, text(answer)
    assert CompEntry.objects.get(kind="difference").points == -100
    entry = text(signed_in(room.desk.manager).get(reverse("comp_entry", args=[CompEntry.objects.last().pk])))  # type: ignore[union-attr]
    assert "All hours of that day as they are now" in entry


def test_the_file_and_the_api_say_what_the_page_says(room: Comps, ann: Player) -> None:
    room.redeem(ann, 120)
    file = signed_in(room.desk.manager).get(reverse("player_comps_csv", args=[ann.pk])).getvalue().decode()
    rows = list(csv.DictReader(io.StringIO(file)))
    assert [(row["Kind"], row["Points"], row["Balance"], row["Value"]) for row in rows] == [
        ("redeemed", "-120", "380", "-1.20"), ("earned", "500", "500", "5"),
    ]  # fmt: skip
    told = caller(room.desk.manager).get(f"players/{ann.pk}/comps/").json()
    assert (told["points"], told["value"], told["seconds_in_period"], told["why_not"]) == (380, 380, 5 * 3600, [])
    assert [entry["kind"] for entry in told["entries"]] == ["redeemed", "earned"]


class TestStatement:
    def link(self, room: Comps, ann: Player) -> StatementLink:
        client = signed_in(room.desk.cashier)
        assert client.post(reverse("statement_link", args=[ann.pk]), {"days": "3", "key": key()}).status_code == 303
        return StatementLink.objects.get()

    def test_it_shows_hours_and_points_without_signing_in_and_nothing_of_papers(self, room: Comps, ann: Player) -> None:
        other = room.desk.player("Zoe")
        answer = Client().get(reverse("statement", args=[token_of(self.link(room, ann))]))
        shown = text(answer)
        assert "5 h 00 min" in shown
        for secret in ("Ann Lee", "X-77", other.display_name, room.desk.cashier.display_name, "Redeem"):
            assert secret not in shown, secret
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["Cache-Control"] == "no-store"
        assert answer["Referrer-Policy"] == "no-referrer"

    def test_it_is_not_there_once_it_is_over_ended_or_changed(self, room: Comps, ann: Player) -> None:
        link = self.link(room, ann)
        address, client = reverse("statement", args=[token_of(link)]), Client()
        assert client.get(address).status_code == 200
        other = "y" if address[-2] == "x" else "x"
        assert client.get(f"{address[:-2]}{other}/").status_code == 404
        StatementLink.objects.update(expires_at=timezone.now())
        assert client.get(address).status_code == 404
        StatementLink.objects.update(expires_at=timezone.now() + timedelta(days=1))
        ended = signed_in(room.desk.cashier).post(reverse("statement_link_end", args=[link.pk]))
        assert ended.status_code == 303
        gone = client.get(address)
        assert (gone.status_code, gone["Cache-Control"]) == (404, "no-store")
        assert "This address opens no more" in text(gone)
        assert "Ask at the cashier’s window" in text(gone)
        assert "Records are never deleted here" not in text(gone)
