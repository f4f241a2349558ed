"""Plaques under older house rules are posted again in one act: which can be, what changes, and who may."""

from collections.abc import Callable
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.audit.models import AuditEvent
from config.staff import reauthentication
from config.staff.services import set_own_pin
from rules.house.house import LIVE, House
from rules.house.house_rules import HOUSE_RULES
from rules.house.plaque import Plaque
from tables import services
from tables.models import HouseRulesVersion, PlaqueVersion, Table, TableSession
from tables.selectors import plaques_to_repost
from tests.support.arranged import arranged
from tests.support.desk import NLH, Desk, key, open_desk, person
from tests.support.lists import O8
from tests.support.people import signed_in
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db

FOUR_RAISES = LIVE.with_answers(raise_cap=4)
ADDRESS = "/house-rules/plaques/"


@arranged
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def manager(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A manager who has just entered their PIN."""
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    return signed_in(desk.manager)


def new_rules(desk: Desk, house: House = FOUR_RAISES) -> HouseRulesVersion:
    return services.post_house_rules(room=desk.room, house=house, by=desk.manager, at=desk.at())


def repost(desk: Desk, rules: HouseRulesVersion, *plaques: PlaqueVersion, **facts: Any) -> list[PlaqueVersion]:
    facts = {"key": key(), "by": desk.manager, "at": desk.at()} | facts
    return services.repost_plaques(room=desk.room, rules=rules, plaques=[each.pk for each in plaques], **facts)


def newest(session: TableSession) -> PlaqueVersion:
    return session.table.plaque_versions.latest("number")


def without_omaha(house: House) -> House:
    return replace(house, offers={game: offer for game, offer in house.offers.items() if game != O8.game})


# ---------------------------------------------------------------------------------------------------------- the act


def test_all_are_posted_as_they_were_under_the_new_rules_and_told_once(desk: Desk) -> None:
    sessions = [desk.session, desk.open_table(O8)]
    olds, rules = [session.plaque for session in sessions], new_rules(desk)
    posted = repost(desk, rules, *olds, reason="four raises")
    assert [(each.table_id, each.plaque, each.number) for each in posted] == [(o.table_id, o.plaque, 2) for o in olds]
    assert {(each.house_rules, each.posted_by, each.reason) for each in posted} == {
        (rules, desk.manager, "four raises")
    }
    (event,) = AuditEvent.objects.filter(verb="plaques.reposted")
    assert event.after == {"plaques": [p.pk for p in posted], "tables": [s.table.name for s in sessions]}
    assert AuditEvent.objects.filter(verb="plaque.posted").count() == 2, "the two that were posted first"


def test_a_hand_in_play_ends_under_the_old_plaque(desk: Desk) -> None:
    old = desk.session.plaque
    services.claim_hand(session=desk.session, by=desk.manager, at=desk.at())
    (new,) = repost(desk, new_rules(desk), old)
    assert TableSession.objects.get(pk=desk.session.pk).plaque == old
    services.release_hand(session=desk.session, recorded=True)
    assert services.claim_hand(session=desk.session, by=desk.manager, at=desk.at()).plaque == new


def test_one_that_cannot_stay_keeps_all_of_them_back(desk: Desk) -> None:
    omaha = desk.open_table(O8)
    rules = new_rules(desk, without_omaha(LIVE))
    error = refused("game_not_offered", lambda: repost(desk, rules, desk.session.plaque, omaha.plaque))
    assert error.message.startswith(f"{omaha.table}: ")
    assert error.rule
    assert newest(desk.session) == desk.session.plaque


def test_a_plaque_with_fewer_seats_than_are_taken_since_stays_as_it_is(desk: Desk) -> None:
    """It was posted while nobody sat beyond it and waits for the next hand; then somebody sat down in seat 8."""
    six = services.post_plaque(table=desk.session.table, plaque=replace(NLH, seats=6), by=desk.manager, at=desk.at())
    desk.seated(200_00, seat=8)
    rules = new_rules(desk)
    refused("seat_outside_sign", lambda: repost(desk, rules, six), seats=6)
    assert newest(desk.session) == six


def test_the_same_request_again_posts_nothing(desk: Desk) -> None:
    rules, facts = new_rules(desk), {"key": key()}
    first = repost(desk, rules, desk.session.plaque, **facts)
    assert repost(desk, rules, desk.session.plaque, **facts) == first
    assert newest(desk.session).number == 2


def _posted_already(desk: Desk, rules: HouseRulesVersion) -> None:
    repost(desk, rules, desk.session.plaque)


def _another_was_posted(desk: Desk, rules: HouseRulesVersion) -> None:
    other = replace(NLH, buy_in_max=200_00)
    services.post_plaque(table=desk.session.table, plaque=other, by=desk.manager, at=desk.at())


def _newer_rules(desk: Desk, rules: HouseRulesVersion) -> None:
    new_rules(desk, LIVE.with_answers(raise_cap=5))


def _retired(desk: Desk, rules: HouseRulesVersion) -> None:
    Table.objects.filter(pk=desk.session.table_id).update(is_retired=True)


@pytest.mark.parametrize(
    ("meanwhile", "code"),
    [
        (_posted_already, "plaque_changed"),
        (_another_was_posted, "plaque_changed"),
        (_newer_rules, "house_rules_changed"),
        (_retired, "plaque_changed"),
    ],
)
def test_what_changed_since_it_was_shown_is_refused(
    desk: Desk, meanwhile: Callable[[Desk, HouseRulesVersion], None], code: str
) -> None:
    rules = new_rules(desk)
    meanwhile(desk, rules)
    before = PlaqueVersion.objects.count()
    refused(code, lambda: repost(desk, rules, desk.session.plaque))
    assert PlaqueVersion.objects.count() == before


def test_no_plaque_and_those_of_another_room_are_refused(desk: Desk) -> None:
    rules, elsewhere = new_rules(desk), open_desk()
    refused("plaque_missing", lambda: repost(desk, rules))
    refused("plaque_changed", lambda: repost(desk, rules, elsewhere.session.plaque))
    refused("house_rules_changed", lambda: repost(desk, elsewhere.session.plaque.house_rules, desk.session.plaque))


# --------------------------------------------------------------------------------------------------------- the page


def sent(client: Client) -> dict[str, Any]:
    """The fields of a browser that presses the button of the page as it is shown."""
    form = client.get(ADDRESS).context["form"]
    return {"key": str(form["key"].value()), "rules": str(form["rules"].value()), "plaques": list(form.chosen)}


def test_the_page_shows_what_changes_and_chooses_all_that_can_be(desk: Desk, manager: Client) -> None:
    omaha = desk.open_table(O8)
    rules = new_rules(desk, without_omaha(FOUR_RAISES))
    response = manager.get(ADDRESS)
    (older,) = response.context["older"]
    assert [change.question for change in older.changes] == [HOUSE_RULES["raise_cap"].question]
    text = unescape(response.content.decode())
    assert text.count('name="plaques"') == text.count(" checked>") == 1
    refusal = next(plaque.refusal for plaque in older.plaques if plaque.version == omaha.plaque)
    assert refusal is not None
    assert refusal.message in text
    assert reverse("plaque", args=[omaha.table_id]) in text
    assert manager.post(ADDRESS, sent(manager)).status_code == 303
    assert newest(desk.session).house_rules == rules
    assert newest(omaha) == omaha.plaque


def test_a_second_press_is_answered_as_the_first(desk: Desk, manager: Client) -> None:
    new_rules(desk)
    data = sent(manager)
    assert [manager.post(ADDRESS, data).status_code for _ in range(2)] == [303, 303]
    assert newest(desk.session).number == 2
    assert "Every plaque goes by the house rules in force" in manager.get(ADDRESS).content.decode()


@pytest.mark.parametrize("changed", [{"plaques": []}, {"plaques": ["x"]}, {"plaques": ["9" * 30]}, {"rules": "x"}])
def test_what_was_not_on_the_page_is_refused_in_words(desk: Desk, manager: Client, changed: dict[str, Any]) -> None:
    new_rules(desk)
    response = manager.post(ADDRESS, sent(manager) | changed)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert newest(desk.session).number == 1


def test_newer_rules_since_then_are_looked_at_first(desk: Desk, manager: Client) -> None:
    new_rules(desk)
    data = sent(manager)
    newer = new_rules(desk, LIVE.with_answers(raise_cap=5))
    refusal = manager.post(ADDRESS, data)
    assert refusal.status_code == 422
    assert f"{newer} is in force by now" in refusal.content.decode()
    assert sent(manager)["rules"] == str(newer.pk)
    assert manager.post(ADDRESS, sent(manager)).status_code == 303


def test_the_pin_is_asked_for_once_and_nothing_is_typed_again(desk: Desk) -> None:
    desk.open_table(NLH)
    new_rules(desk)
    set_own_pin(person=desk.manager, pin="2719", at=desk.at())
    client = signed_in(desk.manager)
    data = sent(client)
    asked = client.post(ADDRESS, data)
    assert asked.status_code == 422
    assert asked.content.decode().count('name="plaques"') == 2
    assert newest(desk.session).number == 1
    assert client.post(ADDRESS, data | {"reauthentication_pin": "2719"}).status_code == 303
    assert newest(desk.session).number == 2


def test_who_posts_no_plaques_posts_none_again(desk: Desk) -> None:
    new_rules(desk)
    auditor, floor = (signed_in(person(desk.room, role)) for role in ("auditor", "floor"))
    page = auditor.get(ADDRESS)
    assert page.status_code == 200
    assert 'name="plaques"' not in page.content.decode()
    assert [client.post(ADDRESS, {}).status_code for client in (auditor, floor)] == [403, 403]


def test_both_pages_of_the_manager_lead_there(desk: Desk, manager: Client) -> None:
    assert ADDRESS not in manager.get(reverse("tables")).content.decode()
    new_rules(desk)
    for page in ("tables", "house_rules"):
        assert ADDRESS in manager.get(reverse(page)).content.decode()


def test_more_tables_ask_no_more_queries(desk: Desk, manager: Client) -> None:
    rules = new_rules(desk)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            plaques_to_repost(desk.room, rules, desk.at())
        counts.append(len(queries))
        _tables_on_older_rules(desk, NLH, rules)
    assert counts == [4, 4]


def _tables_on_older_rules(desk: Desk, plaque: Plaque, rules: HouseRulesVersion) -> None:
    """Three more tables, whose plaques stood before `rules`."""
    for _ in range(3):
        table = desk.open_table(plaque).table
        PlaqueVersion.objects.create(
            room=desk.room, table=table, number=2, house_rules=desk.session.plaque.house_rules,
            plaque_json=plaque.to_json(), short_name="", game=plaque.game, structure=plaque.structure,
            effective_at=desk.now, posted_at=desk.now,
        )  # fmt: skip
