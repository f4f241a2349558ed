"""The pages of the waiting lists: the floor's, one name's, the public board and the private link."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.audit.models import AuditEvent
from config.audit.telling import told
from config.settings import refuse_plain_http
from games.selectors.floor_state import floor_state
from players import services
from players.models import Ban, ListEntry, Player, SeatChange
from players.selectors.board import public_name
from players.selectors.lists import game_lists, list_lengths
from players.services.lists import ANSWER_WITHIN
from tables.services import claim_hand, post_plaque
from tests.support.desk import NLH, key, open_desk, person
from tests.support.figures import tells
from tests.support.lists import NLH_LIST, O8, O8_LIST, Lists
from tests.support.people import signed_in
from tests.support.words import text

ADD = f"/lists/{NLH_LIST.key}/add/"


def form(**fields: object) -> dict[str, object]:
    return {"key": key(), "source": "walk_in"} | fields


class TestFloor:
    def test_shows_every_game_with_its_names_in_order(self, lists: Lists, floor: Client) -> None:
        for name in ("Ann", "Bo"):
            lists.join(lists.desk.player(name))
        lists.join(lists.desk.player("Cy"), O8_LIST)
        shown = text(floor.get(reverse("lists")))
        assert shown.index("NLH 1/3") < shown.index("Ann") < shown.index("Bo") < shown.index("O8 4/8")
        assert "1 seat empty" in shown
        assert "interest list" in shown

    def test_one_tap_calls_the_next(self, lists: Lists, floor: Client) -> None:
        entry = lists.join(lists.desk.player("Ann"))
        lists.join(lists.desk.player("Bo"))
        page = floor.get(reverse("lists")).content.decode()
        assert re.findall(r"/list-entries/(\d+)/call/", page) == [str(entry.pk)]
        assert floor.post(reverse("list_call", args=[entry.pk]))["Location"] == reverse("lists")
        answer = floor.get(reverse("lists"))
        assert "Ann is called to" in text(answer)
        assert f"/tables/{lists.desk.session.table_id}/seats/9/?player={entry.player_id}" in answer.content.decode()

    def test_a_refusal_of_a_tap_says_what_to_do(self, lists: Lists, floor: Client) -> None:
        lists.join(lists.desk.player("Ann"))
        answer = floor.post(reverse("list_call", args=[lists.join(lists.desk.player("Bo")).pk]))
        assert answer.status_code == 422
        assert "Ann is before Bo: call that name, or put it on hold first." in text(answer)
        assert "WSOP 83-99" in answer.content.decode()  # the name of its mark

    @pytest.mark.parametrize(("step", "state"), [("hold", "held"), ("decline", "declined"), ("resume", "waiting")])
    def test_steps(self, lists: Lists, floor: Client, step: str, state: str) -> None:
        entry = lists.call(lists.join())
        assert floor.post(reverse(f"list_{step}", args=[entry.pk])).status_code == 303
        entry.refresh_from_db()
        assert entry.state == state

    def test_who_did_not_answer_is_taken_off_by_one_tap(self, lists: Lists, floor: Client) -> None:
        lists.desk.now -= ANSWER_WITHIN
        entry = lists.call(lists.join())
        ListEntry.objects.filter(pk=entry.pk).update(called_until=timezone.now())
        assert "no answer" in text(floor.get(reverse("lists")))
        floor.post(reverse("list_no-show", args=[entry.pk]))
        entry.refresh_from_db()
        assert entry.state == "no_show"

    def test_a_tablet_that_knows_the_newest_gets_nothing(self, lists: Lists, floor: Client) -> None:
        polled = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "lists"}
        for _ in range(3):  # a minute may end between page and question
            (seen,) = re.findall(r"seen=(\w+)", floor.get(reverse("lists")).content.decode())
            answer = floor.get(reverse("lists"), {"seen": seen}, **polled)
            if answer.status_code == 204:
                break
        assert answer.status_code == 204
        lists.join(lists.desk.player("Ann"))
        answer = floor.get(reverse("lists"), {"seen": seen}, **polled)
        assert "Ann" in answer.content.decode()
        assert "<html" not in answer.content.decode()

    @pytest.mark.parametrize("what", ["call", "hold", "leave", "ask"])
    def test_whatever_changes_is_seen(self, lists: Lists, floor: Client, what: str) -> None:
        entry, sitting = lists.join(), lists.desk.session.sittings.get(seat=2)
        (seen,) = re.findall(r"seen=(\w+)", floor.get(reverse("lists")).content.decode())
        acts = {
            "call": lambda: lists.call(entry),
            "hold": lambda: lists.hold(entry),
            "leave": lambda: lists.desk.leave(sitting),
            "ask": lambda: services.ask_for_seat(sitting=sitting, seat=9, **lists.desk.by()),
        }
        acts[what]()
        answer = floor.get(reverse("lists"), {"seen": seen}, HTTP_HX_REQUEST="true", HTTP_HX_TARGET="lists")
        assert answer.status_code == 200

    def test_who_at_the_table_wants_the_seat_is_shown_first(self, lists: Lists, floor: Client) -> None:
        sitting = lists.desk.session.sittings.get(seat=2)
        floor.post(reverse("seat_change_ask", args=[sitting.pk]), {"seat": "9"})
        lists.join()
        page = floor.get(reverse("lists")).content.decode()
        assert "/call/" not in page
        change = SeatChange.objects.get()
        for _ in range(2):  # the second press gives the same answer
            answer = floor.post(reverse("seat_change_take", args=[change.pk]), {"seat": "9"})
            assert answer.status_code == 303
        assert lists.desk.session.sittings.get(seat=9, left_at=None).player == sitting.player
        assert "/call/" in floor.get(reverse("lists")).content.decode()

    def test_takes_as_many_queries_for_fifty_names_as_for_five(self, lists: Lists, django_assert_num_queries) -> None:  # noqa: ANN001
        for _ in range(5):
            lists.join()
        with django_assert_num_queries(8):
            game_lists(lists.desk.room, timezone.now())
        for _ in range(45):
            lists.join()
        with django_assert_num_queries(8):
            (game,) = game_lists(lists.desk.room, timezone.now())
        assert [row.place for row in game.rows] == list(range(1, 51))

    def test_keeps_each_panel_in_its_place_when_a_table_opens(self, lists: Lists) -> None:
        lists.join(), lists.join(game=O8_LIST)
        waited = [each.game.key for each in game_lists(lists.desk.room, lists.desk.now)]
        lists.desk.open_table(O8)
        going = game_lists(lists.desk.room, lists.desk.now)
        assert [each.game.key for each in going] == waited
        assert all(each.tables for each in going)

    def test_says_who_phoned_and_is_late(self, lists: Lists) -> None:
        soon = lists.desk.now + timedelta(minutes=10)
        lists.join(source="phone", expected_at=soon)
        for minutes, late in ((-1, False), (1, True)):
            (game,) = game_lists(lists.desk.room, soon + timedelta(minutes=minutes))
            assert [row.is_late for row in game.rows] == [late]

    def test_counts_the_names_that_wait_for_each_game(self, lists: Lists) -> None:
        lists.join(), lists.hold(lists.join()), lists.remove(lists.join()), lists.join(game=O8_LIST)
        assert list_lengths(lists.desk.room) == {NLH_LIST.key: 2, O8_LIST.key: 1}
        assert floor_state(lists.desk.room, lists.desk.now).waiting == {NLH_LIST.key: 2, O8_LIST.key: 1}


class TestAdding:
    def test_finds_a_known_player_and_puts_them_on(self, lists: Lists, floor: Client) -> None:
        ann = lists.desk.player("Annabel")
        found = floor.get(ADD, {"q": "nab"}, HTTP_HX_REQUEST="true", HTTP_HX_TARGET="found").content.decode()
        assert f"?player={ann.pk}" in found
        assert 'value="walk_in"' in floor.get(ADD, {"player": ann.pk}).content.decode()
        assert floor.post(ADD, form(player=ann.pk, mobile="+1 (702) 555-0143")).status_code == 303
        entry = ListEntry.objects.get()
        assert (entry.player, entry.mobile) == (ann, "+17025550143")

    def test_remembers_where_they_were_reached(self, lists: Lists, floor: Client) -> None:
        ann = lists.desk.player("Annabel")
        lists.remove(lists.join(ann, mobile="+17025550143"))
        assert 'value="+17025550143"' in floor.get(ADD, {"player": ann.pk}).content.decode()

    def test_a_guest_by_name(self, lists: Lists, floor: Client) -> None:
        floor.post(ADD, form(guest="Big Al"))
        assert ListEntry.objects.get().player == Player.objects.get(is_guest=True, display_name="Big Al")

    @pytest.mark.parametrize(
        "fields",
        [{}, {"player": "1", "guest": "Al"}, {"guest": "Al", "mobile": "call me"}, {"guest": "Al", "source": "dreamt"},
         {"guest": "Al", "email": "x"}, {"player": "９"}, {"guest": "Al", "key": "k"}],
    )  # fmt: skip
    def test_what_can_not_be_read_is_refused_with_the_form(
        self, lists: Lists, floor: Client, fields: dict[str, str]
    ) -> None:
        assert floor.post(ADD, form(**fields)).status_code == 422
        assert not ListEntry.objects.exists()

    def test_a_second_name_is_refused_with_its_rule(self, lists: Lists, floor: Client) -> None:
        ann = lists.join(lists.desk.player("Ann")).player
        answer = floor.post(ADD, form(player=ann.pk))
        assert answer.status_code == 422
        assert "Ann is on the list for NLH 1/3 already" in text(answer)

    def test_a_barred_player_is_refused(self, lists: Lists, floor: Client) -> None:
        ann = lists.desk.player("Ann")
        services.bar_player(room=lists.desk.room, player=ann, kind=Ban.Kind.BARRED, reason="test", **lists.desk.by())
        answer = floor.post(ADD, form(player=ann.pk))
        assert "barred by the house" in text(answer)
        assert not ListEntry.objects.exists()

    def test_a_double_click_puts_them_on_once(self, lists: Lists, floor: Client) -> None:
        fields = form(guest="Big Al")
        assert [floor.post(ADD, fields).status_code for _ in range(2)] == [303, 303]
        assert ListEntry.objects.count() == 1

    def test_who_phones_says_when_they_come(self, lists: Lists, floor: Client) -> None:
        soon = (timezone.now() + timedelta(hours=1)).astimezone(lists.desk.room.zone)
        floor.post(ADD, form(guest="Nora", source="phone", expected=f"{soon:%H:%M}"))
        entry = ListEntry.objects.get()
        assert timedelta(minutes=58) < entry.expected_at - timezone.now() <= timedelta(hours=1)

    def test_a_game_that_nobody_plays_gets_an_interest_list(self, lists: Lists, floor: Client) -> None:
        fields = {"game": "omaha", "structure": "pot_limit", "low": "5", "high": "10"}
        answer = floor.post(reverse("list_game"), fields)
        assert answer["Location"] == "/lists/omaha-pot_limit-500-1000/add/"
        floor.post(answer["Location"], form(guest="Al"))
        assert "PLO 5/10" in text(floor.get(reverse("lists")))

    @pytest.mark.parametrize(
        "fields", [{"low": "5"}, {"low": "10", "high": "5"}, {"low": "5", "high": "10", "structure": "x"}]
    )
    def test_a_game_without_its_amounts_is_refused(self, lists: Lists, floor: Client, fields: dict[str, str]) -> None:
        fields = {"game": "omaha", "structure": "pot_limit"} | fields
        assert floor.post(reverse("list_game"), fields).status_code == 422

    def test_a_game_that_is_not_there_is_not_found(self, lists: Lists, floor: Client) -> None:
        assert floor.get("/lists/holdem-no_limit-1-2/add/").status_code == 404


class TestOneName:
    def test_says_as_the_list_does_who_is_late(self, lists: Lists, floor: Client) -> None:
        desk = lists.desk
        desk.now = timezone.now() - timedelta(minutes=30)
        entry = lists.join(source="phone", expected_at=timezone.now() - timedelta(minutes=5))
        for page in ("/lists/", reverse("list_entry", args=[entry.pk])):
            assert "phoned, late since" in text(floor.get(page))
        soon = lists.join(source="phone", expected_at=timezone.now() + timedelta(minutes=5))
        assert "late" not in text(floor.get(reverse("list_entry", args=[soon.pk])))

    def test_is_put_back_by_a_small_button_of_whoever_may(self, lists: Lists, floor: Client) -> None:
        lists.desk.now = timezone.now()
        entry = lists.join(lists.desk.player("Ann"))
        lists.remove(entry)
        lists.join()
        button = f'<a class="button small" href="{reverse("list_entry", args=[entry.pk])}"'
        assert button in floor.get("/lists/").content.decode()
        auditor = signed_in(person(lists.desk.room, "auditor"))
        assert button not in auditor.get("/lists/").content.decode()

    def test_offers_no_place_of_an_earlier_day(self, lists: Lists, floor: Client) -> None:
        lists.desk.now = timezone.now() - timedelta(days=2)
        entry = lists.remove(lists.join(lists.desk.player("Ann")))
        back = reverse("list_put_back", args=[entry.pk])
        assert back not in floor.get(reverse("list_entry", args=[entry.pk])).content.decode()
        refused = floor.post(back, {"reason": "was in the bar"})
        assert (refused.status_code, lists.order()) == (422, [])

    def test_takes_a_name_off_and_puts_it_back(self, lists: Lists, floor: Client) -> None:
        entry = lists.join(lists.desk.player("Ann"))
        refused = floor.post(reverse("list_remove", args=[entry.pk]), {"reason": ""})
        assert refused.status_code == 422
        floor.post(reverse("list_remove", args=[entry.pk]), {"reason": "left the room"})
        shown = text(floor.get(reverse("list_entry", args=[entry.pk])))
        assert "left the room" in shown
        floor.post(reverse("list_put_back", args=[entry.pk]), {"reason": "was in the bar"})
        assert lists.order() == ["Ann"]

    def test_who_may_only_look_sees_no_number_and_no_private_link(self, lists: Lists) -> None:
        entry = lists.join(lists.desk.player("Ann"), mobile="+17025550143")
        auditor = signed_in(person(lists.desk.room, "auditor"))
        page = auditor.get(reverse("list_entry", args=[entry.pk])).content.decode()
        assert "Ann" in page
        assert not tells(page, "7025550143")
        assert entry.token not in page

    def test_the_empty_seat_offers_whom_the_list_calls(self, lists: Lists, floor: Client) -> None:
        entry = lists.call(lists.join(lists.desk.player("Ann")))
        seat = reverse("seat", args=[lists.desk.session.table_id, 9])
        assert "Ann next on the list" in text(floor.get(seat))
        assert "Send them to the cage: no chips yet" in text(floor.get(seat, {"player": entry.player_id}))
        lists.desk.buy_in(entry.player, 250_00)
        assert 'value="250"' in floor.get(seat, {"player": entry.player_id}).content.decode()

    def test_a_seat_that_comes_free_calls_out_whose_turn_it_is(self, lists: Lists, floor: Client) -> None:
        lists.join(lists.desk.player("Ann"))
        sitting = lists.desk.session.sittings.get(seat=2)
        counted = {"key": key(), "counted": "200", "reason": ""}
        floor.post(reverse("sitting_count", args=[sitting.pk]), counted)
        assert "next on the list" not in text(floor.get(reverse("lists")))
        floor.post(reverse("sitting_leave", args=[sitting.pk]), {"key": key(), "counted": ""})
        assert "Seat 2 is free: Ann is next on the list." in text(floor.get(reverse("lists")))


class TestPublicBoard:
    def test_shows_names_as_people_are_called_and_nothing_else(self, lists: Lists) -> None:
        lists.desk.room.helpline = "Call 1-800-GAMBLER"
        lists.desk.room.save()
        ann = lists.desk.player(
            "Annabel Lee", legal_name="Annabel Secret", document_number="D-77", document_kind="other"
        )
        lists.desk.now = timezone.now()
        entry = lists.call(lists.join(ann, mobile="+17025550143"))
        answer = Client().get(reverse("board"))
        page = answer.content.decode()
        assert "Annabel L." in page
        assert f"{lists.desk.session.table}, seat 9" in page
        assert "1-800-GAMBLER" in page
        for secret in ("Lee", "Secret", "D-77", "5550143", entry.token, "list-entries", "?player", "/players/"):
            assert secret not in page
        assert "noindex" in answer["X-Robots-Tag"]
        assert '<noscript><meta http-equiv="refresh"' in page

    @pytest.mark.parametrize(
        ("name", "shown"), [("Gus", "Gus"), ("Annabel Lee", "Annabel L."), ("Ana de la Cruz", "Ana C."), ("", "–")]
    )
    def test_of_several_names_the_first_and_a_letter(self, name: str, shown: str) -> None:
        assert public_name(Player(display_name=name)) == shown

    def test_polls_like_the_floor(self, lists: Lists) -> None:
        (seen,) = re.findall(r"seen=(\w+)", Client().get(reverse("board")).content.decode())
        assert Client().get(reverse("board"), {"seen": seen}, HTTP_HX_REQUEST="true").status_code == 204

    def test_several_rooms_have_a_board_each(self, lists: Lists) -> None:
        other = open_desk().room
        page = Client().get(reverse("board")).content.decode()
        assert f"?room={other.slug}" in page
        assert "NLH 1/3" in Client().get(reverse("board"), {"room": other.slug}).content.decode()
        assert Client().get(reverse("board"), {"room": "nowhere"}).status_code == 404


class TestPrivateLink:
    def shown(self, entry: ListEntry) -> str:
        return text(Client().get(reverse("place_on_list", args=[entry.token])))

    def test_shows_the_holder_their_place_and_nobody_else(self, lists: Lists) -> None:
        lists.call(lists.join(lists.desk.player("Bo Other"))), lists.join(lists.desk.player("Cy Other"))
        entry = lists.join(lists.desk.player("Ann"))
        assert "You are number 3" in self.shown(entry)
        assert "wait unknown" in self.shown(entry)
        assert "Other" not in self.shown(entry)

    def test_says_when_the_seat_is_open_and_when_it_is_over(self, lists: Lists) -> None:
        lists.later(timezone.now())
        entry = lists.call(lists.join())
        assert f"{lists.desk.session.table}, seat 9" in self.shown(entry)
        ListEntry.objects.filter(pk=entry.pk).update(called_until=timezone.now())
        assert "Your time to answer is over" in self.shown(entry)
        lists.remove(entry)
        assert "no longer on this list" in self.shown(entry)

    def test_ends_with_the_gaming_day(self, lists: Lists) -> None:
        entry = lists.remove(lists.join())
        ListEntry.objects.filter(pk=entry.pk).update(ended_at=timezone.now() - timedelta(days=2))
        assert Client().get(reverse("place_on_list", args=[entry.token])).status_code == 404

    def test_can_not_be_guessed(self, lists: Lists) -> None:
        tokens = {lists.join().token for _ in range(3)}
        assert len(tokens) == 3
        assert all(len(token) == 32 for token in tokens)
        assert Client().get("/board/1/").status_code == 404


def test_a_gateway_that_is_not_https_is_refused() -> None:
    refuse_plain_http("CARDROOM_SMS_GATEWAY", "https://sms.example/")
    refuse_plain_http("CARDROOM_SMS_GATEWAY", "")
    with pytest.raises(ImproperlyConfigured, match="must begin with https"):
        refuse_plain_http("CARDROOM_SMS_GATEWAY", "http://sms.example/")


def test_only_the_own_room(lists: Lists) -> None:
    stranger = signed_in(person(open_desk().room, "floor"))
    entry = lists.join()
    assert stranger.get(reverse("list_entry", args=[entry.pk])).status_code == 404
    assert stranger.post(reverse("list_hold", args=[entry.pk])).status_code == 404


def test_the_trail_tells_of_lists_without_their_keys(lists: Lists) -> None:
    lists.call(lists.join(source="phone"))
    rows = told(list(AuditEvent.objects.filter(verb__startswith="list.")), lists.desk.room)
    assert len(rows) == 3
    facts = {fact.label: fact.text for row in rows for fact in (*row.facts, *row.before)}
    assert (facts["name"], facts["source"]) == ("NLH 1/3", "phoned")
    assert not any("no_limit" in text for text in facts.values())


def test_a_plaque_that_waits_is_said_beside_the_one_in_force(lists: Lists, floor: Client) -> None:
    desk = lists.desk
    lists.join()
    desk.now = timezone.now() - timedelta(minutes=30)
    bought = {"buy_in_min": 200_00, "buy_in_max": 1000_00}
    post_plaque(table=desk.session.table, plaque=replace(NLH, blinds=(200, 500), **bought), **desk.by())
    page = text(floor.get("/lists/"))
    assert "NLH 1/3" in page
    assert "NLH 2/5 from the next hand" in page
    cage = reverse("cage_player", args=[desk.player("Ann").pk])
    page = text(signed_in(desk.cashier).get(cage))
    assert "NLH 2/5 from the next hand" in page
    assert "buy-in 200–1,000. Until it is dealt NLH 1/3 binds." in page
    claim_hand(session=desk.session, by=None, at=desk.at())
    assert "from the next hand" not in text(floor.get("/lists/")) + text(signed_in(desk.cashier).get(cage))
