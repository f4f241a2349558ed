"""The pages of players, cage and seats: with and without htmx, once per click, refused with the form."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cage.models import BuyIn, CashOut
from config.staff.services import set_own_pin
from players.exclusion_rules import LEAST_SELF_EXCLUSION
from players.models import AccountKind, Ban, Player, Sitting
from players.services import bar_player, find_guests
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import close_exactly
from tests.support.lists import O8, O8_LIST, Lists
from tests.support.people import a_room, one_person, signed_in
from tests.support.words import text


@arranged
def desk() -> Desk:
    """A room that is ready for play, now."""
    return open_desk()


@pytest.fixture
def window(desk: Desk) -> Client:
    """The cashier's browser."""
    return signed_in(desk.cashier)


@pytest.fixture
def floor(desk: Desk) -> Client:
    """The floor supervisor's browser."""
    return signed_in(person(desk.room, "floor"))


def hidden(response: HttpResponse, name: str = "key") -> str:
    """The value of a hidden field."""
    return re.search(rf'name="{name}" value="([^"]+)"', response.content.decode())[1]


def part(client: Client, address: str, target: str, **query: str) -> HttpResponse:
    """The response that htmx gets when it asks for one part."""
    return client.get(address, query, HTTP_HX_REQUEST="true", HTTP_HX_TARGET=target)


class TestCage:
    def test_finds_a_player_by_a_few_letters_while_one_types(self, desk: Desk, window: Client) -> None:
        desk.player("Annabel"), desk.player("Hannah"), desk.player("Bo")
        answer = part(window, reverse("cage"), "results", q="ann")
        assert re.findall(r"<b>(\w+)</b>", answer.content.decode()) == ["Annabel", "Hannah"]
        assert "<html" not in answer.content.decode()

    def test_without_script_one_player_found_is_at_the_window(self, desk: Desk, window: Client) -> None:
        ann = desk.player("Annabel")
        answer = window.get(reverse("cage"), {"q": "annab"})
        assert (answer.status_code, answer["Location"]) == (302, reverse("cage_player", args=[ann.pk]))

    def test_says_what_the_plaque_allows_before_one_types(self, desk: Desk, window: Client) -> None:
        answer = window.get(reverse("cage_player", args=[desk.player().pk]))
        assert "May buy 100 to 300" in text(answer)
        assert re.findall(r'data-fill="(\d+)"', answer.content.decode()) == ["100", "200", "300"]

    def test_takes_the_cash_and_shows_the_receipt(self, desk: Desk, window: Client) -> None:
        desk.room.helpline = "1-800-GAMBLER"
        desk.room.save()
        ann = desk.player("Annabel")
        shown = window.get(reverse("cage_player", args=[ann.pk]))
        form = {"key": hidden(shown), "session": hidden(shown, "session"), "drawer": desk.drawer.pk, "amount": "200"}
        answer = window.post(reverse("buy_in", args=[ann.pk]), form)
        bought = BuyIn.objects.get()
        assert (answer.status_code, answer["Location"]) == (303, reverse("buy_in_receipt", args=[bought.pk]))
        receipt = text(window.get(answer["Location"]))
        assert "Cash received $200" in receipt
        assert "1-800-GAMBLER" in receipt
        assert "Annabel 200" in receipt.split("Today")[1]

    def test_a_double_click_buys_once(self, desk: Desk, window: Client) -> None:
        ann = desk.player()
        form = {"key": key(), "session": desk.session.pk, "drawer": desk.drawer.pk, "amount": "200"}
        answers = [window.post(reverse("buy_in", args=[ann.pk]), form) for _ in range(3)]
        assert {answer["Location"] for answer in answers} == {reverse("buy_in_receipt", args=[BuyIn.objects.get().pk])}

    def test_the_same_form_changed_and_sent_again_is_refused(self, desk: Desk, window: Client) -> None:
        ann = desk.player()
        form = {"key": key(), "session": desk.session.pk, "drawer": desk.drawer.pk, "amount": "100"}
        window.post(reverse("buy_in", args=[ann.pk]), form)
        answer = window.post(reverse("buy_in", args=[ann.pk]), form | {"amount": "200"})
        assert answer.status_code == 422
        assert "already used for something else" in text(answer)

    def test_a_refusal_comes_back_with_the_form_and_its_rule(self, desk: Desk, window: Client) -> None:
        ann, request = desk.player(), key()
        form = {"key": request, "session": desk.session.pk, "drawer": desk.drawer.pk, "amount": "99"}
        address = reverse("buy_in", args=[ann.pk])
        answer = window.post(address, form, HTTP_HX_REQUEST="true", HTTP_HX_TARGET="serve")
        assert answer.status_code == 422
        assert 'id="serve"' in answer.content.decode()
        assert "<html" not in answer.content.decode()
        assert "99 is a short buy: at this table it is at least 100." in text(answer)
        assert "004:L48" in answer.content.decode()  # the name of its mark
        assert hidden(answer) == request
        assert 'value="99"' in answer.content.decode()

    @pytest.mark.parametrize("amount", ["", "1_000", "１００", "100.5", "1e3", "-5", "\t100", "100.001", "9" * 30])
    def test_what_is_no_amount_is_refused(self, desk: Desk, window: Client, amount: str) -> None:
        form = {"key": key(), "session": desk.session.pk, "drawer": desk.drawer.pk, "amount": amount}
        assert window.post(reverse("buy_in", args=[desk.player().pk]), form).status_code == 422
        assert not BuyIn.objects.exists()

    def test_an_amount_that_came_twice_is_refused(self, desk: Desk, window: Client) -> None:
        form = {"key": key(), "session": desk.session.pk, "drawer": desk.drawer.pk, "amount": ["100", "300"]}
        assert window.post(reverse("buy_in", args=[desk.player().pk]), form).status_code == 422

    def test_a_barred_player_is_not_offered_chips(self, desk: Desk, window: Client) -> None:
        ann = desk.player("Annabel")
        bar_player(room=desk.room, player=ann, kind=Ban.Kind.BARRED, reason="test", **desk.by())
        shown = window.get(reverse("cage_player", args=[ann.pk]))
        assert "May not play: barred by the house." in text(shown)
        assert reverse("buy_in", args=[ann.pk]) not in shown.content.decode()

    def test_a_guest_is_sent_to_be_registered(self, desk: Desk, window: Client) -> None:
        guest = find_guests(room=desk.room, names=["Ivey"], source="file", **desk.by())["Ivey"]
        assert "Register them with their document" in text(window.get(reverse("cage_player", args=[guest.pk])))

    def test_an_unknown_age_is_flagged(self, desk: Desk, window: Client) -> None:
        assert "date of birth unknown" in text(window.get(reverse("cage_player", args=[desk.player().pk])))

    def test_pays_out_what_lies_off_the_table(self, desk: Desk, window: Client) -> None:
        ann = desk.player()
        desk.buy_in(ann, 200_00)
        shown = window.get(reverse("cage_player", args=[ann.pk])).content.decode()
        form = {"key": key(), "drawer": desk.drawer.pk, "amount": "200"}
        assert "All, 200" in shown
        assert shown.index("Buy-in") < shown.index("Cash-out"), "each has its place, whoever comes"
        answer = window.post(reverse("cash_out", args=[ann.pk]), form)
        assert answer["Location"] == reverse("cash_out_receipt", args=[CashOut.objects.get().pk])
        assert "Cash paid $200" in text(window.get(answer["Location"]))

    def test_another_table_is_chosen_without_losing_the_player(self, desk: Desk, window: Client) -> None:
        other, ann = desk.open_table(), desk.player()
        shown = part(window, reverse("cage_player", args=[ann.pk]), "serve", table=str(other.pk))
        assert hidden(shown, "session") == str(other.pk)

    def test_says_what_to_do_when_nothing_is_open(self, db: None) -> None:
        desk = open_desk()
        close_exactly(desk.drawer, by=desk.cashier, second=desk.manager, at=desk.at())
        shown = text(signed_in(desk.cashier).get(reverse("cage_player", args=[desk.player().pk])))
        assert "You work no drawer now" in shown

    def test_a_manager_stocks_opens_and_fills(self, desk: Desk) -> None:
        office = signed_in(desk.manager)
        set_own_pin(person=desk.cashier, pin="4711", at=desk.now)
        two = {"badge": desk.cashier.badge_number, "pin": "4711"}
        delivered = {"key": key(), "cash": "500", "reason": "delivery"}
        pieces = {"key": key(), "name": "Blue", "use": "secondary", "chips_10000": "10", "reason": "delivery"}
        assert "badge optional" not in text(office.get(reverse("vault_stock")))
        alone = office.post(reverse("vault_stock"), delivered)
        assert (alone.status_code, "before two people" in text(alone)) == (422, True)
        stocked = office.post(reverse("vault_stock"), delivered | two)
        slip = {"key": key(), "cash": "200", "reason": "First Bank, slip 12"}
        assert "before two people" in text(office.post(reverse("vault_bank"), slip))
        assert office.post(reverse("vault_bank"), slip | two).status_code == 303
        assert "Cash 300" in text(office.get(reverse("vault_stock")))
        received = office.post(reverse("chips_receive"), pieces | two)
        added = office.post(reverse("drawer_add"), {"name": "Window 2"})
        shown = office.get(reverse("drawers"))
        drawer = desk.room.drawers.get(name="Window 2")
        unopened = office.post(reverse("drawer_fund"), two | {"drawer": drawer.pk, "chips_100": "600", "key": key()})
        assert (unopened.status_code, "Window 2 is closed" in text(unopened)) == (422, True)
        cashier = person(desk.room, "cashier")
        set_own_pin(person=cashier, pin="4711", at=desk.now)
        opened = signed_in(cashier).post(reverse("drawer_open", args=[drawer.pk]), {"key": key(), "cash_100": "0"})
        fill = {"drawer": drawer.pk, "chips_100": "600", "cash_100": "0"}
        alone = office.post(reverse("drawer_fund"), fill | {"key": key()})
        assert (alone.status_code, "before two people" in text(alone)) == (422, True)
        theirs = two | {"badge": cashier.badge_number}
        filled = office.post(reverse("drawer_fund"), fill | theirs | {"key": key()})
        assert [answer.status_code for answer in (stocked, received, added, opened, filled)] == [303] * 5
        assert shown.status_code == 200
        assert "Window 2" in text(office.get(reverse("drawers")))
        assert desk.held(AccountKind.VAULT_CHIPS) == 400_00
        short = office.post(reverse("drawer_fund"), {"key": key(), "drawer": drawer.pk, "chips_100": "401"} | theirs)
        assert (short.status_code, "The vault has not enough chips" in text(short)) == (422, True)


class TestPlayers:
    def test_registers_and_shows(self, desk: Desk, window: Client) -> None:
        form = {"display_name": "Ann", "legal_name": "Ann Lee", "date_of_birth": "1980-02-29"}
        answer = window.post(reverse("player_new"), form | {"document_kind": "passport", "document_number": "X123"})
        player = Player.objects.get(display_name="Ann")
        assert answer["Location"] == reverse("player", args=[player.pk])
        assert "Ann Lee" in text(window.get(answer["Location"]))

    @pytest.mark.parametrize(
        "wrong",
        [
            {"display_name": ""},
            {"date_of_birth": "2999-01-01"},
            {"date_of_birth": "29.2.1980"},
            {"document_number": "X123"},
            {"display_name": "a\x07b"},
        ],
    )
    def test_refuses_what_nobody_is(self, desk: Desk, window: Client, wrong: dict[str, str]) -> None:
        answer = window.post(reverse("player_new"), {"display_name": "Ann"} | wrong)
        assert answer.status_code == 422
        assert not Player.objects.exists()

    @pytest.mark.parametrize("typed", ["Nandu", "ñandú", "bea nandu", "Beatris"])
    def test_a_name_is_found_however_its_letters_are_written(self, desk: Desk, window: Client, typed: str) -> None:
        bea = desk.player("Bea", legal_name="Беатрис Ñandú")
        desk.player("Bo", legal_name="Bo Nagel")
        answer = window.get(reverse("cage"), {"q": typed})
        assert answer["Location"] == reverse("cage_player", args=[bea.pk])
        assert "Nobody found" in text(window.get(reverse("cage"), {"q": "..."}))

    def test_shows_where_they_sat_and_what_they_took(self, desk: Desk, window: Client) -> None:
        sitting = desk.seated(200_00)
        desk.seated(300_00, seat=2)
        desk.leave(sitting, **desk.counted(350_00))
        shown = text(window.get(reverse("player", args=[sitting.player_id])))
        assert re.search(rf"{desk.session.table} NLH? 1/3 1 .* 200 350", shown)
        assert "Off the table now 350" in shown

    def test_bars_and_lets_in_again(self, desk: Desk, floor: Client) -> None:
        ann = desk.player()
        address = reverse("player_bar", args=[ann.pk])
        assert floor.post(address, {"kind": "barred", "reason": ""}).status_code == 422
        assert floor.post(address, {"kind": "barred", "reason": "cheating", "ends_on": "2999-12-31"}).status_code == 303
        assert "barred by the house" in text(floor.get(reverse("player", args=[ann.pk])))
        lift = reverse("ban_lift", args=[ann.pk, Ban.objects.get().pk])
        second = person(desk.room, "floor")
        set_own_pin(person=second, pin="4711", at=desk.now)
        data = {"reason": "mistaken identity", "badge": second.badge_number, "pin": "4711"}
        assert floor.post(lift, data).status_code == 403
        manager = signed_in(desk.manager)
        assert manager.post(lift, data | {"badge": "", "pin": ""}).status_code == 422
        assert "not the PIN of" in text(manager.post(lift, data | {"pin": "1111"}))
        assert manager.post(lift, data).status_code == 303
        assert Ban.objects.get().lifted_second == second

    def test_lets_in_again_from_the_page_of_another_record(self, desk: Desk) -> None:
        """The page shows the bans of every record of a person, and offers to lift them there."""
        ann, annie, manager = desk.player(), desk.player(), signed_in(desk.manager)
        ban = bar_player(player=ann, kind=Ban.Kind.BARRED, room=desk.room, reason="cheating", **desk.by())
        other = bar_player(player=desk.player(), kind=Ban.Kind.BARRED, room=desk.room, reason="cheating", **desk.by())
        one_person(desk.room, ann, annie, by=desk.manager, at=desk.at())
        second = person(desk.room, "floor")
        set_own_pin(person=second, pin="4711", at=desk.now)
        data = {"reason": "mistaken identity", "badge": second.badge_number, "pin": "4711"}
        lift = reverse("ban_lift", args=[annie.pk, ban.pk])
        assert lift in manager.get(reverse("player", args=[annie.pk])).content.decode()
        assert manager.post(reverse("ban_lift", args=[annie.pk, other.pk]), data).status_code == 404
        assert manager.post(lift, data).status_code == 303
        assert list(Ban.objects.filter(lifted_at=None)) == [other]

    def test_offers_no_lifting_of_what_nobody_may_lift_yet(self, desk: Desk) -> None:
        ann, manager = desk.player(), signed_in(desk.manager)
        desk.now = timezone.now() - timedelta(days=2)
        ban = bar_player(player=ann, kind=Ban.Kind.SELF_EXCLUDED, room=desk.room, reason="asked", **desk.by())
        page = manager.get(reverse("player", args=[ann.pk])).content.decode()
        assert reverse("ban_lift", args=[ann.pk, ban.pk]) not in page
        until = ban.starts_at + LEAST_SELF_EXCLUSION
        assert f"Nobody lifts it before {until.astimezone(desk.room.zone):%-d %b %Y %H:%M}: offer the helpline" in page
        house = bar_player(player=desk.player(), kind=Ban.Kind.BARRED, room=desk.room, reason="cheating", **desk.by())
        page = manager.get(reverse("player", args=[house.player_id])).content.decode()
        assert reverse("ban_lift", args=[house.player_id, house.pk]) in page
        assert "Nobody lifts it" not in page

    def test_names_are_shown_as_words_only(self, desk: Desk, window: Client) -> None:
        nasty = desk.player('<script>alert(1)</script>"&')
        for address in (
            reverse("players"),
            reverse("player", args=[nasty.pk]),
            reverse("cage_player", args=[nasty.pk]),
        ):
            assert "<script>alert" not in window.get(address).content.decode()

    @pytest.mark.parametrize("search", ["%", "_", "'", "\\", "9" * 40, "  ", "٣", "é" * 60])
    def test_any_search_is_answered(self, desk: Desk, window: Client, search: str) -> None:
        desk.player("Ann")
        assert window.get(reverse("players"), {"q": search}).status_code == 200
        assert window.get(reverse("cage"), {"q": search}).status_code in (200, 302)


class TestSeats:
    def test_offers_those_who_have_chips_and_seats_the_chosen_one(self, desk: Desk, floor: Client) -> None:
        ann = desk.player("Annabel")
        desk.player("Nobody")
        desk.buy_in(ann, 250_00)
        address = reverse("seat", args=[desk.session.table_id, 4])
        assert re.findall(r"<b>(\w+)</b>", floor.get(address).content.decode()) == ["Annabel"]
        form = floor.get(address, {"player": ann.pk})
        assert 'value="250"' in form.content.decode()
        answer = floor.post(address, {"key": hidden(form), "player": ann.pk, "amount": "250"})
        assert answer["Location"] == f"/tables/{desk.session.table_id}/"
        assert Sitting.objects.get().seat == 4

    def test_a_refused_seat_stays_on_the_form(self, desk: Desk, floor: Client) -> None:
        ann = desk.player()
        desk.buy_in(ann, 250_00)
        address = reverse("seat", args=[desk.session.table_id, 4])
        form = {"key": key(), "player": ann.pk, "amount": "50"}
        answer = floor.post(address, form, HTTP_HX_REQUEST="true", HTTP_HX_TARGET="seat")
        assert answer.status_code == 422
        assert "50 is a short buy" in text(answer)
        assert 'value="50"' in answer.content.decode()

    def test_a_host_lets_no_chips_off_the_table(self, desk: Desk) -> None:
        """A supervisor flags it (004:L52); the form isn't offered, and what is posted all the same is refused."""
        host, sitting = signed_in(person(desk.room, "host")), desk.seated(200_00, seat=4)
        assert b"for incidentals" not in host.get(reverse("seat", args=[desk.session.table_id, 4])).content
        sent = {"amount": "190", "reason": "a drink", "key": key()}
        assert host.post(reverse("sitting_incidental", args=[sitting.pk]), sent).status_code == 403
        assert (desk.stack(sitting), desk.rack(sitting.player)) == (200_00, 0)

    def test_the_seat_says_how_much_more_may_leave_it(self, desk: Desk, floor: Client) -> None:
        sitting = desk.seated(200_00, seat=4)
        address = reverse("sitting_incidental", args=[sitting.pk])
        floor.post(address, {"amount": "15", "reason": "dinner", "key": key()})
        assert "At most 5 more" in text(floor.get(reverse("seat", args=[desk.session.table_id, 4])))
        refused = floor.post(address, {"amount": "6", "reason": "dinner", "key": key()})
        assert (refused.status_code, "at most 5 may leave the table" in text(refused)) == (422, True)

    @pytest.mark.parametrize(
        ("name", "form", "left"),
        [
            ("sitting_leave", {"counted": "150", "count_reason": "played"}, True),
            ("sitting_leave", {"counted": ""}, True),
            ("sitting_count", {"counted": "120", "count_reason": "other", "count_words": "asked"}, False),
            ("sitting_incidental", {"amount": "5", "reason": "a drink"}, False),
            ("sitting_add_on", {"amount": "50"}, False),
        ],
    )
    def test_everything_that_a_seated_player_does(
        self, desk: Desk, floor: Client, name: str, form: dict[str, str], left: bool
    ) -> None:
        ann = desk.player()
        desk.buy_in(ann, 250_00)
        sitting = desk.seat(ann, 4, 200_00)
        shown = floor.get(reverse("seat", args=[desk.session.table_id, 4]))
        assert reverse(name, args=[sitting.pk]) in shown.content.decode()
        answer = floor.post(reverse(name, args=[sitting.pk]), form | {"key": key()})
        assert answer.status_code == 303
        sitting.refresh_from_db()
        assert bool(sitting.left_at) == left

    def test_moves_to_another_table(self, desk: Desk, floor: Client) -> None:
        sitting, other = desk.seated(200_00), desk.open_table()
        address = reverse("sitting_move", args=[sitting.pk])
        answer = floor.post(address, {"key": key(), "to": f"{other.pk}-7", "exception": "", "counted": ""})
        assert answer.status_code == 303
        assert Sitting.objects.get(left_at=None).seat == 7
        assert floor.post(address, {"key": key(), "to": "nowhere"}).status_code == 422
        assert floor.post(address, {"key": key(), "to": "999999-7"}).status_code == 404

    def test_says_why_they_move_before_the_list(self, desk: Desk, floor: Client) -> None:
        sitting, other = desk.seated(200_00), desk.open_table(O8)
        Lists(desk).join(desk.player("Bo"), O8_LIST)
        address = reverse("sitting_move", args=[sitting.pk])
        given = {"key": key(), "to": f"{other.pk}-7", "exception": "", "counted": ""}
        shown = floor.post(address, given)
        assert (shown.status_code, "Bo is next" in text(shown)) == (422, True)
        assert '<input type="text" name="past_list"' in shown.content.decode()
        assert floor.post(address, given | {"past_list": "a table change"}).status_code == 303

    def test_takes_a_free_seat_of_the_same_table(self, desk: Desk, floor: Client) -> None:
        sitting = desk.seated(200_00)
        shown = floor.get(reverse("seat", args=[desk.session.table_id, 1])).content.decode()
        assert f'value="{desk.session.pk}-6"' in shown
        assert f'value="{desk.session.pk}-1"' not in shown
        answer = floor.post(reverse("sitting_move", args=[sitting.pk]), {"key": key(), "to": f"{desk.session.pk}-6"})
        assert answer.status_code == 303
        assert Sitting.objects.get(left_at=None).seat == 6
        assert desk.stack(Sitting.objects.get(left_at=None)) == 200_00

    def test_a_refusal_opens_its_own_form(self, desk: Desk, floor: Client) -> None:
        sitting = desk.seated(200_00)
        answer = floor.post(reverse("sitting_leave", args=[sitting.pk]), {"key": key(), "counted": "999"})
        assert answer.status_code == 422
        assert "200 by the books, 999 counted" in text(answer)
        assert '<select name="count_reason"' in answer.content.decode()

    def test_there_are_no_other_seats(self, desk: Desk, floor: Client) -> None:
        for number in (0, 10, 11):
            assert floor.get(reverse("seat", args=[desk.session.table_id, number])).status_code == 404


def test_another_rooms_seats_and_receipts_are_not_here(desk: Desk, window: Client, floor: Client) -> None:
    elsewhere = open_desk()
    sitting = elsewhere.seated(200_00)
    bought = BuyIn.objects.get(room=elsewhere.room)
    assert floor.get(reverse("seat", args=[elsewhere.session.table_id, 1])).status_code == 404
    assert floor.post(reverse("sitting_leave", args=[sitting.pk]), {"key": key()}).status_code == 404
    assert window.get(reverse("buy_in_receipt", args=[bought.pk])).status_code == 404
    form = {"key": key(), "session": elsewhere.session.pk, "drawer": desk.drawer.pk, "amount": "100"}
    assert window.post(reverse("buy_in", args=[desk.player().pk]), form).status_code == 404


@pytest.mark.parametrize("name", ["players", "cage", "seat"])
def test_a_longer_list_asks_no_more(
    desk: Desk, django_assert_max_num_queries: Callable[..., object], name: str
) -> None:
    """The same number of queries for five rows as for thirty."""
    client = signed_in(person(desk.room, "floor" if name == "seat" else "cashier"))
    address = reverse(name, args=[desk.session.table_id, 9] if name == "seat" else [])
    counts = []
    for _ in range(2):
        for _ in range(5 if not counts else 25):
            desk.buy_in(desk.player(), 100_00)
        client.get(address)
        with django_assert_max_num_queries(40) as captured:  # type: ignore[attr-defined]
            client.get(address)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_document_that_another_room_knows_leads_to_its_record(desk: Desk) -> None:
    """The page of its player is none of this room's until somebody shows the document."""
    known = desk.player("Gusti", document_kind="passport", document_number="P1234567")
    floor = signed_in(person(a_room(), "floor"))
    assert floor.get(f"/players/{known.pk}/").status_code == 404
    sent = {"display_name": "G", "document_kind": "passport", "document_number": "P1234567"}
    refusal = floor.post("/players/new/", sent)
    assert refusal.status_code == 422
    assert "Find the record that has this document" in text(refusal)
    assert "Gusti" in text(floor.get(refusal.context["known"]))
    assert floor.get(f"/players/{known.pk}/").status_code == 200
