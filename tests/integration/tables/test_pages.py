"""The manager's pages of tables, plaques and house rules, as a browser with and without script asks for them."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.staff import reauthentication
from config.staff.services import set_own_pin
from rules.house.house import HOUSES, LIVE
from rules.house.plaque import Plaque
from tables import services
from tables.forms.plaque import PlaqueForm
from tables.models import HouseRulesVersion, PlaqueVersion, Table
from tests.integration.tables.test_plaque_form import filled
from tests.support.arranged import arranged
from tests.support.desk import NLH, Desk, open_desk, person
from tests.support.people import a_person, a_room, signed_in

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@arranged
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def manager(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A manager who has just entered their PIN."""
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    return signed_in(desk.manager)


def of(desk: Desk) -> Table:
    return desk.session.table


def sent(desk: Desk, plaque: Plaque = NLH, **fields: str) -> Any:
    """The answer to what a browser sends to post `plaque`, some fields otherwise."""
    data = filled(PlaqueForm.of(plaque, room=desk.room, house=LIVE))
    for name, value in fields.items():
        data[name] = value
    return data


def post(client: Client, address: str, data: Any, **headers: str) -> Any:
    encoded = data.urlencode() if hasattr(data, "urlencode") else data
    kind = {"content_type": "application/x-www-form-urlencoded"} if isinstance(encoded, str) else {}
    return client.post(address, encoded, headers=headers or None, **kind)  # type: ignore[arg-type]


def words(response: Any) -> str:
    """The text of a page with its white space joined."""
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text)


# ----------------------------------------------------------------------------------------------------------- tables


def test_the_tables_stand_with_their_plaques(desk: Desk, manager: Client) -> None:
    bare = services.add_table(room=desk.room, name="Bare", seats=6, by=desk.manager, at=desk.at())
    text = words(manager.get(reverse("tables")))
    assert "NLH 1/3" in text
    assert "100–300" in text
    assert "no plaque yet: it can’t open" in text
    assert reverse("plaque", args=[bare.pk]) in manager.get(reverse("tables")).content.decode()


def test_a_table_is_added_and_its_plaque_comes_next(desk: Desk, manager: Client) -> None:
    response = post(manager, reverse("tables"), {"name": "Table 77", "seats": "8"})
    table = Table.objects.get(name="Table 77")
    assert (response.status_code, response["Location"]) == (303, reverse("plaque", args=[table.pk]))
    assert table.seats == 8


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    ("name", "seats", "said"),
    [("", "9", "required"), ("T", "11", "from 2 to 10"), ("T", "1", "from 2 to 10"), ("x" * 41, "9", "40")],
)
def test_a_table_that_cannot_be_is_refused(
    desk: Desk, manager: Client, *, name: str, seats: str, said: str, headers: dict[str, str]
) -> None:
    before = Table.objects.count()
    response = post(manager, reverse("tables"), {"name": name, "seats": seats}, **headers)
    assert response.status_code == 422
    assert said in words(response)
    assert Table.objects.count() == before


def test_a_second_table_of_one_name_is_refused(desk: Desk, manager: Client) -> None:
    response = post(manager, reverse("tables"), {"name": of(desk).name.upper(), "seats": "9"})
    assert response.status_code == 422
    assert "give this one another name" in words(response)


def test_a_plaque_that_waits_for_the_next_hand_is_said(desk: Desk, manager: Client) -> None:
    services.claim_hand(session=desk.session, by=desk.manager, at=desk.at())
    services.post_plaque(table=of(desk), plaque=replace(NLH, blinds=(200, 500)), by=desk.manager, at=desk.at())
    text = words(manager.get(reverse("tables")))
    assert "NLH 2/5" in text
    assert "next hand now NLH 1/3" in text


# ---------------------------------------------------------------------------------------------------------- plaques


def test_the_page_of_a_bare_table_offers_what_to_start_from(desk: Desk, manager: Client) -> None:
    bare = services.add_table(room=desk.room, name="Bare", seats=6, by=desk.manager, at=desk.at())
    page = manager.get(reverse("plaque", args=[bare.pk])).content.decode()
    assert "?start=nlh-2-5" in page
    assert f"?like={desk.session.plaque_id}" in page


@pytest.mark.parametrize("start", ["nlh-1-3", "nlh-2-5", "plo-2-5", "limit-4-8", "o8-4-8", "spread-2-10"])
def test_one_tap_fills_the_form_and_one_more_posts_it(desk: Desk, manager: Client, start: str) -> None:
    bare = services.add_table(room=desk.room, name="Bare", seats=6, by=desk.manager, at=desk.at())
    form = manager.get(reverse("plaque", args=[bare.pk]), {"start": start}).context["form"]
    response = post(manager, reverse("plaque", args=[bare.pk]), filled(form))
    assert response.status_code == 303, words(response)
    version = bare.plaque_versions.get()
    assert version.plaque.seats == 6
    assert response["Location"] == reverse("sign", args=[bare.pk, 1])


def test_another_tables_plaque_is_copied(desk: Desk, manager: Client) -> None:
    bare = services.add_table(room=desk.room, name="Bare", seats=6, by=desk.manager, at=desk.at())
    form = manager.get(reverse("plaque", args=[bare.pk]), {"like": str(desk.session.plaque_id)}).context["form"]
    assert post(manager, reverse("plaque", args=[bare.pk]), filled(form)).status_code == 303
    assert bare.plaque_versions.get().plaque == replace(NLH, seats=6)


@pytest.mark.parametrize(
    "asked", [{"like": "0"}, {"like": "x"}, {"like": "9" * 30}, {"start": "nothing"}, {"before": "-1"}]
)
def test_nonsense_to_start_from_is_as_if_nothing_was_asked(desk: Desk, manager: Client, asked: dict[str, str]) -> None:
    response = manager.get(reverse("plaque", args=[of(desk).pk]), asked)
    assert response.status_code == 200
    assert response.context["preview"].is_posted


def test_a_plaque_of_another_room_is_not_copied(desk: Desk, manager: Client) -> None:
    other = open_desk(plaque=replace(NLH, blinds=(500, 1000), buy_in_min=400_00, buy_in_max=None))
    form = manager.get(reverse("plaque", args=[of(desk).pk]), {"like": str(other.session.plaque_id)}).context["form"]
    assert form["blinds"].value() == "1/3"


def test_posting_changes_what_the_next_hand_is_played_under(desk: Desk, manager: Client) -> None:
    response = post(manager, reverse("plaque", args=[of(desk).pk]), sent(desk, buy_in_max="500", reason="as asked"))
    assert response.status_code == 303
    version = of(desk).plaque_versions.get(number=2)
    assert version.plaque == replace(NLH, buy_in_max=500_00)
    assert (version.posted_by, version.reason) == (desk.manager, "as asked")


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    ("fields", "sentence", "rule", "citation"),
    [
        ({"blinds": "1/2.50"}, "units of $1", "minimum betting unit", "004"),
        ({"game": "stud", "structure": "fixed_limit"}, "has no blinds", "", "004"),
        (
            {"game": "27sd", "structure": "fixed_limit", "small_bet": "4", "big_bet": "8"},
            "is played no limit here",
            "",
            "004",
        ),
        ({"game": "stud", "structure": "fixed_limit", "blinds": ""}, "at most 8 seats", "", "004"),
        ({"buy_in_max": "50"}, "below the minimum", "", "004"),
    ],
)
def test_an_incoherent_plaque_is_refused_with_its_rule(
    desk: Desk,
    manager: Client,
    *,
    headers: dict[str, str],
    fields: dict[str, str],
    sentence: str,
    rule: str,
    citation: str,
) -> None:
    before = list(PlaqueVersion.objects.values())
    response = post(manager, reverse("plaque", args=[of(desk).pk]), sent(desk, **fields), **headers)
    assert response.status_code == 422
    text = words(response)
    assert sentence in text
    assert rule in text
    assert citation in text
    assert list(PlaqueVersion.objects.values()) == before


def test_a_plaque_with_more_seats_than_the_table_is_refused_beside_the_seats(desk: Desk, manager: Client) -> None:
    bare = services.add_table(room=desk.room, name="Bare", seats=6, by=desk.manager, at=desk.at())
    response = post(manager, reverse("plaque", args=[bare.pk]), sent(desk))
    assert response.status_code == 422
    assert "lower its seats" in " ".join(response.context["form"].errors["seats"])


def test_the_plaque_that_stands_there_is_not_posted_again(desk: Desk, manager: Client) -> None:
    response = post(manager, reverse("plaque", args=[of(desk).pk]), sent(desk))
    assert response.status_code == 422
    assert "stands on" in words(response)
    assert of(desk).plaque_versions.count() == 1


def test_under_new_house_rules_the_same_plaque_may_be_posted_again(desk: Desk, manager: Client) -> None:
    services.post_house_rules(
        room=desk.room, house=LIVE.with_answers(raise_cap=4), by=desk.manager, at=desk.at(), reason="four raises"
    )
    page = manager.get(reverse("plaque", args=[of(desk).pk]))
    assert "It goes by version 2 of the house rules" in words(page)
    assert post(manager, reverse("plaque", args=[of(desk).pk]), sent(desk)).status_code == 303
    assert of(desk).plaque_versions.get(number=2).house_rules.number == 2


def test_a_room_without_house_rules_says_what_to_do_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    room = a_room()
    manager = signed_in(a_person(room, "manager"))
    table = Table.objects.create(room=room, name="T")
    assert "Post the house rules" in words(manager.get(reverse("tables")))
    form = manager.get(reverse("plaque", args=[table.pk]), {"start": "nlh-1-3"}).context["form"]
    response = post(manager, reverse("plaque", args=[table.pk]), filled(form))
    assert response.status_code == 422
    assert "post them first, then the plaque" in words(response)


# ----------------------------------------------------------------------------------------- checked before it is posted


def check(client: Client, desk: Desk, data: Any, **headers: str) -> Any:
    return post(client, reverse("plaque_check", args=[of(desk).pk]), data, **headers)


def test_a_check_says_what_changes_and_when_and_posts_nothing(desk: Desk, manager: Client) -> None:
    response = check(manager, desk, sent(desk, buy_in_max="500"))
    text = words(response)
    assert response.status_code == 200
    assert "instead of $100 to $300 $100 to $500" in text
    assert "NLH 1/3 begins with the next hand." in text
    assert PlaqueVersion.objects.count() == 1


def test_a_check_during_a_hand_says_how_the_hand_ends(desk: Desk, manager: Client) -> None:
    desk.seated(seat=9)
    services.claim_hand(session=desk.session, by=desk.manager, at=desk.at())
    text = words(check(manager, desk, sent(desk, blinds="2/5", seats="6")))
    assert "The hand in play ends under NLH 1/3, plaque 1; NLH 2/5 begins with the next." in text
    assert "Seat 9 is taken, and the new plaque has 6 seats" in text


def test_a_check_shows_the_fields_of_the_chosen_game_without_blaming(desk: Desk, manager: Client) -> None:
    """The same with a press on the button as with htmx, which takes only the fields."""
    chosen = {"game": "stud", "structure": "fixed_limit"}
    page = check(manager, desk, sent(desk, **chosen))
    part = check(manager, desk, sent(desk, **chosen), **HTMX, **{"HX-Target": "sign-form"})
    for response in (page, part):
        html = response.content.decode()
        assert 'name="bring_in"' in html
        assert 'name="blinds"' not in html
        assert "aria-invalid" not in html
    assert "<html" not in part.content.decode()
    assert part.content.decode().strip().startswith('<div class="form" id="sign-form"')


def test_a_check_lists_what_is_missing_still(desk: Desk, manager: Client) -> None:
    part = check(manager, desk, sent(desk, game="stud", seats="9", blinds=""), **HTMX, **{"HX-Target": "preview"})
    text = words(part)
    assert "Seats: Seven-card stud has at most 8 seats here, not 9." in text
    assert "Bring-in:" in text
    assert "begins with the next hand" not in text
    assert part.content.decode().strip().startswith('<div id="preview"')


def test_nothing_to_post_is_said(desk: Desk, manager: Client) -> None:
    assert "What stands there" in words(check(manager, desk, sent(desk), **HTMX, **{"HX-Target": "preview"}))


# -------------------------------------------------------------------------------------------------------------- PIN


def test_posting_asks_for_the_pin_and_keeps_what_was_entered(desk: Desk) -> None:
    set_own_pin(person=desk.manager, pin="2580", at=desk.at())
    manager = signed_in(desk.manager)
    address = reverse("plaque", args=[of(desk).pk])
    asked = post(manager, address, sent(desk, buy_in_max="500"))
    assert asked.status_code == 422
    assert 'name="reauthentication_pin"' in asked.content.decode()
    assert PlaqueVersion.objects.count() == 1
    wrong = post(manager, address, sent(desk, buy_in_max="500", reauthentication_pin="1111"))
    assert wrong.status_code == 422
    assert PlaqueVersion.objects.count() == 1
    assert post(manager, address, sent(desk, buy_in_max="500", reauthentication_pin="2580")).status_code == 303
    assert of(desk).plaque_versions.get(number=2).plaque.buy_in_max == 500_00


def test_what_the_house_refuses_is_refused_before_the_pin_is_asked(desk: Desk) -> None:
    response = post(signed_in(desk.manager), reverse("plaque", args=[of(desk).pk]), sent(desk, blinds="1/2.50"))
    assert response.status_code == 422
    assert "reauthentication_pin" not in response.content.decode()
    assert "units of $1" in words(response)


def test_reading_and_checking_ask_for_no_pin(desk: Desk) -> None:
    manager = signed_in(desk.manager)
    assert manager.get(reverse("plaque", args=[of(desk).pk])).status_code == 200
    assert "units of $1" in words(check(manager, desk, sent(desk, blinds="1/2.50")))
    assert manager.get(reverse("house_rules_post")).status_code == 200


# ---------------------------------------------------------------------------------------------------------- history


def test_the_history_says_what_each_plaque_changed(desk: Desk, manager: Client) -> None:
    for maximum in (500_00, None):
        services.post_plaque(table=of(desk), plaque=replace(NLH, buy_in_max=maximum), by=desk.manager, at=desk.at())
    text = words(manager.get(reverse("plaque", args=[of(desk).pk])))
    assert "Buy-in $100 to $300 → $100 to $500" in text
    assert "Buy-in $100 to $500 → $100 or more" in text


def test_older_plaques_are_a_page_away(desk: Desk, manager: Client) -> None:
    for number in range(35):
        services.post_plaque(
            table=of(desk), plaque=replace(NLH, buy_in_max=500_00 + 100 * number), by=desk.manager, at=desk.at()
        )
    first = manager.get(reverse("plaque", args=[of(desk).pk]))
    assert [past.version.number for past in first.context["history"]] == list(range(36, 6, -1))
    second = manager.get(reverse("plaque", args=[of(desk).pk]), {"before": str(first.context["older"])})
    assert [past.version.number for past in second.context["history"]] == list(range(6, 0, -1))
    assert second.context["older"] is None
    assert first.context["history"][-1].changes


def test_an_old_plaque_stays_readable(desk: Desk, manager: Client) -> None:
    services.post_plaque(table=of(desk), plaque=replace(NLH, buy_in_max=500_00), by=desk.manager, at=desk.at())
    floor = signed_in(person(desk.room, "floor"))
    assert "$100 to $300" in words(floor.get(reverse("sign", args=[of(desk).pk, 1])))
    assert "$100 to $500" in words(floor.get(reverse("sign", args=[of(desk).pk, 2])))
    assert floor.get(reverse("sign", args=[of(desk).pk, 3])).status_code == 404
    assert floor.get(reverse("sign_file", args=[of(desk).pk, 3])).status_code == 404


# ------------------------------------------------------------------------------------------------------ house rules


def answers(client: Client, **changed: str) -> dict[str, str]:
    """The fields that a browser sends from the page of answers, some of them otherwise."""
    form = client.get(reverse("house_rules_post")).context["form"]
    return {field.html_name: str(field.value() or "") for field in form} | changed


def test_the_house_rules_are_read_by_the_floor_with_their_sources(desk: Desk) -> None:
    page = signed_in(person(desk.room, "floor")).get(reverse("house_rules"))
    text = words(page)
    assert "Which way the button moves" in text
    assert 'data-cite="004:L76, L236"' in page.content.decode()
    assert "004:L76" not in text, "a mark, whose name says where it leads"
    assert "Change the rules" not in text


def test_what_the_room_answers_otherwise_is_marked(desk: Desk, manager: Client) -> None:
    response = post(manager, reverse("house_rules_post"), answers(manager, raise_cap="4", reason="four raises"))
    assert (response.status_code, response["Location"]) == (303, reverse("house_rules"))
    version = HouseRulesVersion.objects.get(room=desk.room, number=2)
    assert version.house == LIVE.with_answers(raise_cap=4)
    assert (version.reason, version.posted_by) == ("four raises", desk.manager)
    text = words(manager.get(reverse("house_rules")))
    assert text.count("the room’s own") == 1
    assert "What version 2 changed" in text
    changed = manager.get(reverse("house_rules")).content.decode().split('class="changed-answers"')[1].split("</dl>")[0]
    assert f'href="{reverse("house_rule", args=["raise_cap"])}"' in changed
    assert "004:" not in re.sub(r"<[^>]+>", "", changed)
    assert "Plaques on older rules" in text


@pytest.mark.parametrize("preset", list(HOUSES))
def test_every_rulebook_can_be_posted_in_the_rooms_chips(desk: Desk, manager: Client, preset: str) -> None:
    form = manager.get(reverse("house_rules_post"), {"preset": preset}).context["form"]
    data = {field.html_name: str(field.value() or "") for field in form}
    response = post(manager, reverse("house_rules_post"), data)
    assert response.status_code == (422 if preset == "live" else 303)
    newest = services.house_rules_in_force(desk.room, desk.at().replace(year=2100))
    assert newest is not None
    assert newest.house == services.house_in_chips(HOUSES[preset], desk.room)


def test_amounts_among_the_answers_are_in_major_units(desk: Desk, manager: Client) -> None:
    post(manager, reverse("house_rules_post"), answers(manager, rake_cap="4.50", addon_min="20"))
    rules = HouseRulesVersion.objects.get(room=desk.room, number=2).house
    assert (rules.answers.rake_cap, rules.answers.addon_min) == (450, 2000)
    text = words(manager.get(reverse("house_rules")))
    assert "$4.50" in text
    assert answers(manager)["rake_cap"] == "4.50"


@pytest.mark.parametrize(
    ("name", "value"),
    [("raise_cap", "many"), ("raise_cap", ""), ("button_rule", "sideways"), ("rake_cap", "-1"), ("rake_cap", "1.999"),
     ("preset", "nowhere")],
)  # fmt: skip
def test_an_answer_that_is_none_is_refused(desk: Desk, manager: Client, name: str, value: str) -> None:
    response = post(manager, reverse("house_rules_post"), answers(manager, **{name: value}))
    assert response.status_code == 422
    assert name in response.context["form"].errors
    assert HouseRulesVersion.objects.filter(room=desk.room).count() == 1


def test_the_rules_in_force_are_not_posted_again(desk: Desk, manager: Client) -> None:
    response = post(manager, reverse("house_rules_post"), answers(manager))
    assert response.status_code == 422
    assert "in force already" in words(response)
    assert HouseRulesVersion.objects.filter(room=desk.room).count() == 1


def test_a_check_of_the_rules_says_what_changes_and_posts_nothing(desk: Desk, manager: Client) -> None:
    headers = HTMX | {"HX-Target": "preview"}
    part = post(manager, reverse("house_rules_check"), answers(manager, button_rule="next_player"), **headers)
    text = words(part)
    assert part.status_code == 200
    assert "Where the button goes when players have left instead of Blinds go on by seat" in text
    assert "<html" not in part.content.decode()
    assert HouseRulesVersion.objects.filter(room=desk.room).count() == 1
    plain = post(manager, reverse("house_rules_check"), answers(manager, raise_cap="many"))
    assert plain.status_code == 200
    assert "can’t be read" in words(plain)


def test_house_rules_ask_for_the_pin(desk: Desk) -> None:
    set_own_pin(person=desk.manager, pin="2580", at=desk.at())
    manager = signed_in(desk.manager)
    data = answers(manager, raise_cap="4")
    assert "reauthentication_pin" in post(manager, reverse("house_rules_post"), data).content.decode()
    assert HouseRulesVersion.objects.filter(room=desk.room).count() == 1
    assert post(manager, reverse("house_rules_post"), data | {"reauthentication_pin": "2580"}).status_code == 303


def test_superseded_house_rules_stay_readable(desk: Desk, manager: Client) -> None:
    services.post_house_rules(room=desk.room, house=HOUSES["columbus"], by=desk.manager, at=desk.at())
    old = words(manager.get(reverse("house_rules_version", args=[1])))
    assert "Live! Casino Poker Room, version 1 not in force" in old
    assert "Columbus Poker Room, version 2 in force" in words(manager.get(reverse("house_rules")))
    assert manager.get(reverse("house_rules_version", args=[3])).status_code == 404


# ----------------------------------------------------------------------------------------------------------- growth


@pytest.mark.parametrize("page", ["tables", "house_rules"])
def test_lists_ask_the_database_as_often_for_fifty_rows_as_for_five(desk: Desk, manager: Client, page: str) -> None:
    def grow(number: int) -> None:
        for _ in range(number):
            desk.open_table()
            rules = LIVE.with_answers(raise_cap=5 + HouseRulesVersion.objects.count())
            services.post_house_rules(room=desk.room, house=rules, by=desk.manager, at=desk.at())

    assert_same_queries(manager, reverse(page), grow)


def test_a_plaques_page_asks_as_often_for_a_long_history(desk: Desk, manager: Client) -> None:
    def grow(number: int) -> None:
        for _ in range(number):
            plaque = replace(NLH, buy_in_max=500_00 + 100 * of(desk).plaque_versions.count())
            services.post_plaque(table=of(desk), plaque=plaque, by=desk.manager, at=desk.at())
            desk.open_table()

    assert_same_queries(manager, reverse("plaque", args=[of(desk).pk]), grow)


def assert_same_queries(client: Client, address: str, grow: Callable[[int], None]) -> None:
    counts = []
    for number in (4, 25):
        grow(number)
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1], counts


def test_the_rake_is_drawn_while_it_is_written(manager: Client, desk: Desk) -> None:
    """The preview draws the schedule that is typed, not the one that stands there; a time charge has no picture."""
    headers = HTMX | {"HX-Target": "preview"}
    fee = {"fee_mode": "percent", "percent_bp": "5", "cap": "2", "rake_unit": "1"}
    part = words(check(manager, desk, sent(desk, **fee), **headers))
    assert "Rake by the pot" in part
    assert re.search(r"Pot from rake 0 0 20 1 40 2 ", part), part
    by_time = {"fee_mode": "time", "percent_bp": "", "cap": "", "time_charge": "6"}
    assert "Rake by the pot" not in words(check(manager, desk, sent(desk, **by_time), **headers))


def test_whoever_reads_a_plaque_sees_its_rake(desk: Desk) -> None:
    auditor = signed_in(person(desk.room, "auditor"))
    assert "Rake by the pot" in words(auditor.get(reverse("plaque", args=[of(desk).pk])))


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("percent", "Enter the rake in per cent"),
        ("steps", "Enter the pots from which"),
        ("hand", "Enter the collection of"),
        ("time", "Enter the charge of"),
    ],
)
def test_a_fee_without_its_amount_says_what_to_enter(manager: Client, desk: Desk, mode: str, said: str) -> None:
    """Also where the fields were emptied by another fee chosen in between: no plaque says “rake 0%”."""
    empty = {"fee_mode": mode, "percent_bp": "", "time_charge": "", "cap": "", "promo": "", "promo_from": ""}
    part = words(check(manager, desk, sent(desk, **empty), **HTMX | {"HX-Target": "preview"}))
    assert said in part
    assert "Rake 0%" not in part
    assert "Collection 0" not in part
