"""The window's pages of other money: chips presented, patrons described, petty cash, what is held, and the logs."""

from datetime import timedelta

import pytest
from django.urls import reverse

from cage.models import CashOut, CashSlip, HeldCashOut, HoldEnd
from cage.selectors.typed import Entry, read_entry
from config.staff.models import User
from players.models import Description, Player, TransferKind
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk_now, person
from tests.support.drawers import running
from tests.support.people import signed_in
from tests.support.window import (
    a_hold,
    a_void,
    another_drawer,
    before_manager,
    book,
    carried_off,
    described,
    identified,
    present,
)
from tests.support.words import text

pytestmark = pytest.mark.django_db
PIN = "4711"


@arranged
def desk() -> Desk:
    return open_desk_now()


@pytest.fixture
def carried(desk: Desk) -> None:
    """Chips of 1,000 are out of the house by the books."""
    carried_off(desk, 1_000_00)


def with_pin(desk: Desk, role: str = "floor") -> dict[str, str]:
    """Badge and PIN of somebody with that role."""
    someone = person(desk.room, role)
    someone.set_pin(PIN)
    someone.save()
    return {"badge": someone.badge_number, "pin": PIN}


class TestTyped:
    @pytest.mark.parametrize(
        ("line", "read"),
        [
            ("te 120 leif", Entry("leif", "te", "120")),
            ("TP 1,200 Leif E", Entry("Leif E", "tp", "1,200")),
            ("po 35 taxi", Entry("taxi", "po", "35")),
            ("te 120", Entry("te 120")),
            ("teo 120 x", Entry("teo 120 x")),
            ("leif +200", Entry("leif", "sell", "200")),
        ],
    )
    def test_other_money_begins_with_its_letters_and_the_amount(self, line: str, read: Entry) -> None:
        assert read_entry(line) == read

    def test_enter_takes_to_the_patron_with_the_kind_and_the_amount(self, desk: Desk) -> None:
        player = desk.player("Leif")
        answer = signed_in(desk.cashier).get("/cage/?q=te+120+leif")
        assert answer.headers["Location"] == f"/cage/players/{player.pk}/?do=te&amount=120"

    def test_and_to_petty_cash(self, desk: Desk) -> None:
        answer = signed_in(desk.cashier).get("/cage/?q=po+35+taxi")
        assert answer.headers["Location"] == "/cage/petty/?kind=po&amount=35&what=taxi"
        shown = text(signed_in(desk.cashier).get(answer.headers["Location"]))
        assert "Number of the outside receipt Pay it out" in " ".join(shown.split()), "and not as optional"


@pytest.mark.usefixtures("carried")
class TestPresented:
    def test_both_lines_in_one_confirmation(self, desk: Desk) -> None:
        player = desk.player("Leif")
        desk.buy_in(player, 300_00)
        client = signed_in(desk.cashier)
        shown = text(client.get(f"/cage/players/{player.pk}/?do=pay&amount=500"))
        assert "Off the table, on the books 300 Beyond the books 200" in shown
        body = {"amount": "500", "drawer": desk.drawer.pk, "origin": "won", "key": key()}
        answer = client.post(f"/cage/players/{player.pk}/present/", body)
        slip = CashSlip.objects.get()
        assert answer.headers["Location"] == reverse("cash_slip_receipt", args=[slip.pk])
        assert (CashOut.objects.get().amount, slip.amount) == (300_00, 200_00)
        assert "With receipt 3, from the rack 300" in text(client.get(answer.headers["Location"]))

    def test_a_cash_out_of_too_much_asks_where_from(self, desk: Desk) -> None:
        player = desk.player("Leif")
        desk.buy_in(player, 300_00)
        body = {"amount": "400", "drawer": desk.drawer.pk, "key": key()}
        answer = signed_in(desk.cashier).post(f"/cage/players/{player.pk}/cash-out/", body)
        assert answer.status_code == 422
        assert "Beyond the books 100" in text(answer)

    def test_what_lies_at_a_table_is_said_before_the_tap(self, desk: Desk) -> None:
        player = desk.player("Tess")
        desk.seated(player=player)
        shown = text(signed_in(desk.cashier).get(f"/cage/players/{player.pk}/?do=pay&amount=100"))
        assert f"Tess has 200 at {desk.session.table}: they leave first, then the stack is cashed." in shown

    def test_more_than_is_out_is_compared_before_a_manager(self, desk: Desk) -> None:
        player, client = desk.player("Gil"), signed_in(desk.cashier)
        body = {"amount": "1200", "drawer": desk.drawer.pk, "origin": "brought_back", "key": key()}
        address = reverse("present", args=[player.pk])
        asked = client.post(address, body)
        assert asked.status_code == 422
        assert "By the books 1,000 are out of the house, this is 1,200: chips nobody issued" in text(asked)
        shows = asked.content.decode()
        assert '<details class="drop" open>' in shows
        assert '<input type="hidden" name="origin" value="brought_back">' in shows
        assert 'value=" more_than_is_out">The chips are compared' in shows
        counted = {"first_10000": "12", "second_10000": "12", "confirm": " more_than_is_out"}
        assert client.post(address, body | counted | with_pin(desk)).status_code == 422
        assert client.post(address, body | counted | with_pin(desk, "manager")).status_code == 303
        told = text(signed_in(desk.manager).get(reverse("liability"), {"look": "yes"}))
        assert "More chips have come back to the house than went out by the books, 200: nobody issued them" in told

    def test_above_the_limit_two_count(self, desk: Desk) -> None:
        player, client = desk.player("Leif"), signed_in(desk.cashier)
        body = {"amount": "600", "drawer": desk.drawer.pk, "origin": "unsaid", "key": key()}
        refused = client.post(f"/cage/players/{player.pk}/present/", body)
        assert refused.status_code == 422
        assert "A second person confirms this with badge and PIN" in text(refused)
        counted = {"first_10000": "6", "second_10000": "6"}
        kept = client.post(f"/cage/players/{player.pk}/present/", body | counted | with_pin(desk))
        assert kept.status_code == 303
        assert CashSlip.objects.get().pieces == {"10000": 6}

    def test_two_counts_that_differ_pay_nothing(self, desk: Desk) -> None:
        player, client = desk.player("Leif"), signed_in(desk.cashier)
        body = {"amount": "600", "drawer": desk.drawer.pk, "origin": "unsaid", "key": key()}
        body |= {"first_10000": "6", "second_10000": "5"} | with_pin(desk)
        assert client.post(f"/cage/players/{player.pk}/present/", body).status_code == 422
        assert not CashSlip.objects.exists()

    def test_what_puts_a_mistake_right_names_its_void(self, desk: Desk) -> None:
        player = desk.player("Leif")
        voided = a_void(desk, present(desk, player, 50_00), second=person(desk.room, "floor"))
        body = {"amount": "60", "drawer": desk.drawer.pk, "origin": "won", "key": key(), "corrects": voided.pk}
        assert signed_in(desk.cashier).post(f"/cage/players/{player.pk}/present/", body).status_code == 303
        assert CashSlip.objects.latest("pk").corrects == voided


class TestOther:
    def test_an_entry_is_taken_and_voided(self, desk: Desk) -> None:
        player, client = desk.player("Leif"), signed_in(desk.cashier)
        page = f"/cage/players/{player.pk}/"
        assert "Tournament entry" in text(client.get(f"{page}?do=te&amount=120"))
        body = {"kind": "te", "amount": "120", "drawer": desk.drawer.pk, "what": "Sunday", "key": key()}
        receipt = client.post(f"{page}cash/", body).headers["Location"]
        assert "Cash received $120" in text(client.get(receipt))
        shown = text(client.get("/cage/"))
        assert "Leif Tournament entry 120" in shown
        voided = client.post(f"{receipt}void/", {"reason": "the wrong line", "key": key(), **with_pin(desk)})
        assert voided.headers["Location"] == receipt
        assert "VOID" in text(client.get(receipt))

    @pytest.mark.parametrize(
        ("asked", "cursor"),
        [
            ("?do=te", "amount"), ("?do=te&amount=120", ""), ("?do=pp&amount=20", "what"), ("?do=pp", "amount"),
            ("?do=po&amount=35", "what"), ("?do=po&amount=35&what=taxi", "reference"),
        ],
    )  # fmt: skip
    def test_the_cursor_waits_in_what_is_still_to_be_entered(self, desk: Desk, asked: str, cursor: str) -> None:
        petty = asked.startswith("?do=po")
        page = "/cage/petty/" + asked.replace("do=", "kind=") if petty else f"/cage/players/{desk.player().pk}/{asked}"
        form = signed_in(desk.cashier).get(page).context["other_form"]
        waiting = [name for name in form.fields if "autofocus" in form.fields[name].widget.attrs]
        assert (waiting, form.is_ready) == ([cursor], False) if cursor else (waiting, form.is_ready) == ([], True)

    def test_petty_cash(self, desk: Desk) -> None:
        client = signed_in(desk.cashier)
        body = {"kind": "po", "amount": "35", "drawer": desk.drawer.pk, "what": "taxi", "key": key()}
        assert client.post("/cage/petty/", body).status_code == 422
        answer = client.post("/cage/petty/", body | {"reference": "4711"})
        assert "Outside receipt 4711" in text(client.get(answer.headers["Location"]))

    @pytest.mark.parametrize("kind", ["po", "xx"])
    def test_no_kind_of_a_patron(self, desk: Desk, kind: str) -> None:
        page = f"/cage/players/{desk.player().pk}/cash/"
        assert signed_in(desk.cashier).post(page, {"kind": kind}).status_code == 404

    def test_the_drawers_sheet_shows_them_by_kind(self, desk: Desk) -> None:
        book(desk, TransferKind.TOURNAMENT_ENTRY, 120_00, desk.player())
        shown = text(signed_in(desk.manager).get(f"/cage/drawers/{desk.drawer.pk}/expected/"))
        assert "Tournament entry 0 120" in shown


class TestDescribed:
    def test_in_four_taps_and_on_to_the_sale(self, desk: Desk) -> None:
        client = signed_in(desk.cashier)
        body = {"sex": "woman", "age_band": "30_44", "height": "short", "hair": "red", "key": key()}
        answer = client.post("/cage/describe/", body)
        patron = Player.objects.get(is_described=True)
        assert answer.headers["Location"] == f"/cage/players/{patron.pk}/?do=sell"
        assert "described" in text(client.get(f"/cage/players/{patron.pk}/"))

    def test_those_of_today_are_offered_first(self, desk: Desk) -> None:
        patron = described(desk, clothing="red cap")
        shown = signed_in(desk.cashier).get("/cage/describe/").content.decode()
        assert f"/cage/players/{patron.pk}/?do=sell" in shown
        assert "red cap" in shown

    def test_a_supervisor_says_who_it_is(self, desk: Desk) -> None:
        patron, ann = described(desk), identified(desk)
        client, page = signed_in(desk.cashier), f"/cage/described/{patron.pk}/name/"
        assert f"?other={ann.pk}" in client.get(f"{page}?q=Ann").content.decode()
        assert "The same person" in text(client.get(f"{page}?other={ann.pk}"))
        body = {"other": ann.pk, "reason": "passport shown"}
        assert client.post(page, body | with_pin(desk, "cashier")).status_code == 422
        assert client.post(page, body | with_pin(desk)).status_code == 303
        ann.refresh_from_db()
        patron.refresh_from_db()
        assert ann.person_id == patron.person_id
        assert Description.objects.filter(player=patron).exists()


class TestHeld:
    def test_the_window_says_that_it_is_held(self, desk: Desk) -> None:
        player = a_hold(desk).player
        body = {"amount": "50", "drawer": desk.drawer.pk, "key": key()}
        answer = signed_in(desk.cashier).post(f"/cage/players/{player.pk}/cash-out/", body)
        assert answer.status_code == 422
        assert "is held: the chips stay theirs on record" in text(answer)

    def test_a_supervisor_decides_it(self, desk: Desk) -> None:
        held = a_hold(desk)
        client = signed_in(person(desk.room, "floor"))
        assert "Missing: the legal name, the date of birth and a document" in text(client.get("/cage/held/"))
        body = {"reason": "known for years", "key": key(), "outcome": "paid"}
        assert client.post(f"/cage/held/{held.pk}/", body).status_code == 303
        assert HoldEnd.objects.get().outcome == "allowed"
        assert HeldCashOut.objects.filter(end=None).count() == 0
        assert client.post(f"/cage/held/{held.pk}/", body | {"key": key()}).status_code == 422

    def test_what_a_supervisor_leaves_is_not_paid(self, desk: Desk) -> None:
        held = a_hold(desk)
        body = {"reason": "nobody knows them", "key": key(), "outcome": "left"}
        answer = signed_in(person(desk.room, "floor")).post(f"/cage/held/{held.pk}/", body)
        assert answer.status_code == 303
        assert (HoldEnd.objects.get().outcome, CashOut.objects.count()) == ("withdrawn", 0)


class TestLogs:
    def test_the_log_names_who_came_to_it_and_each_transaction(self, desk: Desk) -> None:
        desk.room.log_from = 300_00
        desk.room.save()
        patron, other = described(desk), desk.player("Bob")
        desk.buy_in(patron, 200_00)
        book(desk, TransferKind.TOURNAMENT_ENTRY, 100_00, patron)
        a_void(desk, book(desk, TransferKind.TOURNAMENT_ENTRY, 90_00, other))
        desk.buy_in(other, 200_00)
        client = signed_in(desk.manager)
        shown = text(client.get("/cage/log/"))
        assert str(patron) in shown
        assert "in 300" in shown
        assert "Tournament entry 100 Window 1" in shown
        assert "Bob" not in shown
        assert f"{desk.cashier}, badge {desk.cashier.badge_number} 1 300 0" in shown
        lines = b"".join(client.get("/cage/log.csv")).decode().splitlines()  # type: ignore[arg-type]
        assert len(lines) == 3
        assert "man, 45–59, tall, grey hair" in lines[1]
        before = (desk.room.gaming_day(desk.now) - timedelta(days=1)).isoformat()
        file = client.get("/cage/log.csv", {"day": before})
        assert len(b"".join(file).decode().splitlines()) == 1  # type: ignore[arg-type]

    def test_chips_without_a_known_origin_by_patron_cashier_and_value(self, desk: Desk) -> None:
        player = desk.player("Leif")
        present(desk, player, 200_00, pieces={100_00: 2})
        present(desk, player, 50_00, origin="given")
        a_void(desk, present(desk, desk.player("Bob"), 10_00))
        for reader in ("manager", "auditor"):
            client = signed_in(person(desk.room, reader))
            shown = text(client.get("/cage/presented/"))
            assert f"Leif, player {player.pk} 250" in shown
            assert f"{desk.cashier}, badge {desk.cashier.badge_number} 250" in shown
            assert "100 2 Not counted by value 50" in shown
            assert "Bob" not in shown
        lines = b"".join(client.get("/cage/presented.csv")).decode().splitlines()  # type: ignore[arg-type]
        assert len(lines) == 3
        assert "2×100" in lines[1]

    def test_patrons_of_another_room_are_in_its_log(self, desk: Desk) -> None:
        other = open_desk_now()
        described(other)
        described(desk)
        shown = text(signed_in(desk.manager).get("/cage/log/"))
        badges = [f"badge {cashier.badge_number} 1 0 0" for cashier in (desk.cashier, other.cashier)]
        assert [badge in shown for badge in badges] == [True, False]

    def test_two_cashiers_of_one_name_are_two(self, desk: Desk) -> None:
        drawer = another_drawer(desk)
        namesake = User.objects.get(pk=running(drawer).cashier_id)
        namesake.display_name = desk.cashier.display_name
        namesake.save()
        for cashier, window in ((desk.cashier, desk.drawer), (namesake, drawer)):
            described(desk, by=cashier)
            present(desk, desk.player(), 100_00, by=cashier, drawer=window)
        client = signed_in(desk.manager)
        for page, sums in (("log", "1 0 0"), ("presented", "100")):
            shown = text(client.get(f"/cage/{page}/"))
            assert all(f"badge {each.badge_number} {sums}" in shown for each in (desk.cashier, namesake)), page

    def test_no_name_is_a_formula_in_a_file(self, desk: Desk) -> None:
        desk.room.log_from = 1
        desk.room.save()
        patron = desk.player("=1+1")
        present(desk, patron, 200_00, **before_manager(desk, 200_00))
        client = signed_in(desk.manager)
        for file in ("log", "presented"):
            lines = b"".join(client.get(f"/cage/{file}.csv")).decode().splitlines()  # type: ignore[arg-type]
            assert len(lines) == 2
            assert ",'=1+1," in lines[1]

    def test_a_day_that_is_none_shows_today(self, desk: Desk) -> None:
        assert signed_in(desk.manager).get("/cage/log/?day=x").status_code == 200
