"""The pages of a void: the reason, a second person where one may not, and the receipts that show it."""

import pytest
from django.test import Client
from django.urls import reverse

from cage.models import BuyIn, CashOut, SlipVoid
from config.rooms.models import Room
from config.staff.services import set_own_pin
from tests.support.desk import Desk, key, open_desk_now, person
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def window(desk: Desk) -> Client:
    """The cashier's tablet."""
    return signed_in(desk.cashier)


def post(window: Client, slip: BuyIn | CashOut, **fields: str) -> object:
    name = "buy_in_void" if isinstance(slip, BuyIn) else "cash_out_void"
    return window.post(reverse(name, args=[slip.pk]), {"reason": "sold twice", "key": key()} | fields)


def test_the_receipt_shows_the_void_with_its_own_number(desk: Desk, window: Client) -> None:
    bought = desk.buy_in(desk.player("Ann"), 100_00)
    answer = post(window, bought)
    receipt = reverse("buy_in_receipt", args=[bought.pk])
    assert (answer.status_code, answer["Location"]) == (303, receipt)
    page, voided = text(window.get(receipt)), SlipVoid.objects.get()
    for said in (
        f"VOID by receipt {voided.receipt}: sold twice", f"Receipt {voided.receipt} · void of receipt {bought.receipt}",
        "Cash given back", str(desk.cashier),
    ):  # fmt: skip
        assert said in page, said
    assert "Void V" not in page


def test_a_payment_shows_it_too(desk: Desk, window: Client) -> None:
    ann = desk.player("Ann")
    desk.buy_in(ann, 100_00)
    paid = desk.cash_out(ann, 100_00)
    assert post(window, paid).status_code == 303
    assert "Cash taken back" in text(window.get(reverse("cash_out_receipt", args=[paid.pk])))


def test_above_what_one_voids_alone_the_page_asks_for_a_second_person(desk: Desk, window: Client) -> None:
    bought = desk.buy_in(desk.player("Ann"), 200_00)
    page = text(window.get(reverse("buy_in_void", args=[bought.pk])))
    assert "A second person confirms it" in page
    refused = post(window, bought)
    assert (refused.status_code, SlipVoid.objects.count()) == (422, 0)
    floor = person(desk.room, "floor")
    set_own_pin(person=floor, pin="4711", at=desk.at())
    assert post(window, bought, badge=floor.badge_number, pin="0000").status_code == 422
    assert post(window, bought, badge=floor.badge_number, pin="4711").status_code == 303
    assert f"Confirmed by {floor}" in text(window.get(reverse("buy_in_receipt", args=[bought.pk]))).replace("  ", " ")


def test_up_to_it_the_page_asks_for_nobody(desk: Desk, window: Client) -> None:
    bought = desk.buy_in(desk.player("Ann"), 100_00)
    page = text(window.get(reverse("buy_in_void", args=[bought.pk])))
    assert "You void it alone" in page
    assert "Second person’s badge" not in page


def test_a_refusal_stays_on_the_page(desk: Desk, window: Client) -> None:
    bought = desk.buy_in(desk.player("Ann"), 100_00)
    desk.cash_out(bought.player, 100_00)
    refused = post(window, bought)
    assert (refused.status_code, "The chips have moved on" in text(refused)) == (422, True)
    assert post(window, bought, reason="").status_code == 422


def test_a_voided_slip_has_no_form(desk: Desk, window: Client) -> None:
    bought = desk.buy_in(desk.player("Ann"), 100_00)
    post(window, bought)
    assert "It was voided already" in text(window.get(reverse("buy_in_void", args=[bought.pk])))
    assert post(window, bought).status_code == 422


def test_where_the_chips_have_moved_on_it_says_so_and_asks_nothing(desk: Desk, window: Client) -> None:
    ann = desk.player("Ann")
    bought = desk.buy_in(ann, 100_00)
    shown = text(window.get(reverse("buy_in_void", args=[bought.pk])))
    assert "Cash back to the player" in shown
    desk.cash_out(ann, 60_00)
    address = reverse("buy_in_void", args=[bought.pk])
    for answer in (window.get(address), post(window, bought)):
        said = text(answer)
        assert "The chips have moved on: Ann has 40 off the table, not 100. Bring them back there first" in said
        assert "Cash back" not in said
        assert all(f'name="{field}"' not in answer.content.decode() for field in ("reason", "badge", "pin"))
    assert not SlipVoid.objects.exists()


def test_another_room_has_no_such_slip(desk: Desk) -> None:
    bought = desk.buy_in(desk.player("Ann"), 100_00)
    stranger = signed_in(open_desk_now().cashier)
    assert post(stranger, bought).status_code == 404


def test_who_only_reads_voids_nothing(desk: Desk) -> None:
    bought = desk.buy_in(desk.player("Ann"), 100_00)
    auditor = signed_in(person(desk.room, "auditor"))
    assert post(auditor, bought).status_code == 403


def test_the_correction_and_the_mistake_name_each_other(desk: Desk, window: Client) -> None:
    ann, bob = desk.player("Ann"), desk.player("Bob")
    wrong = desk.buy_in(ann, 100_00)
    post(window, wrong)
    voided = SlipVoid.objects.get()
    assert (
        f"?do=sell&amp;corrects={voided.pk}" in window.get(reverse("buy_in_receipt", args=[wrong.pk])).content.decode()
    )
    sale = {"session": desk.session.pk, "drawer": desk.drawer.pk, "amount": "100", "key": key()}
    sold = window.post(reverse("buy_in", args=[bob.pk]), sale | {"corrects": voided.pk})
    right = BuyIn.objects.get(player=bob)
    assert f"receipt {wrong.receipt}, voided by {voided.receipt}" in text(window.get(sold["Location"]))
    mistake = text(window.get(reverse("buy_in_receipt", args=[wrong.pk])))
    assert f"receipt {right.receipt}" in mistake
    assert "Sell it right" not in mistake


def test_a_payment_names_the_void_that_it_puts_right(desk: Desk, window: Client) -> None:
    ann = desk.player("Ann")
    desk.buy_in(ann, 300_00)
    post(window, desk.cash_out(ann, 100_00))
    voided = SlipVoid.objects.get()
    payment = {"drawer": desk.drawer.pk, "amount": "200", "key": key(), "corrects": voided.pk}
    window.post(reverse("cash_out", args=[ann.pk]), payment)
    assert CashOut.objects.latest("pk").corrects == voided


def test_the_day_at_the_cage_shows_both(desk: Desk, window: Client) -> None:
    bought = desk.buy_in(desk.player("Ann"), 100_00)
    post(window, bought)
    page = text(window.get(reverse("cage")))
    assert f"void of {bought.receipt}" in page
    assert "voided" in page
    assert "-100" in page or "−100" in page


def test_the_room_sets_how_much_one_voids_alone(desk: Desk) -> None:
    Room.objects.filter(pk=desk.room.pk).update(void_alone=20_000_00)
    bought = desk.buy_in(desk.player("Ann"), 300_00)
    assert post(signed_in(desk.cashier), bought).status_code == 303


class TestWhichWay:
    def test_nothing_is_chosen_by_what_the_books_make_likely(self, desk: Desk, window: Client) -> None:
        for rack in (0, 200_00):
            ann = desk.player(f"Ann {rack}")
            if rack:
                desk.buy_in(ann, rack)
            page = window.get(reverse("cage_player", args=[ann.pk])).content.decode()
            assert "autofocus" not in page
            assert "button block primary" not in page

    @pytest.mark.parametrize(
        ("line", "query"),
        [
            ("leif", ""), ("leif +200", "?do=sell&amount=200"), ("leif+200", "?do=sell&amount=200"),
            ("leif -200", "?do=pay&amount=200"), ("leif −12.50", "?do=pay&amount=12.50"), ("leif +", "?do=sell"),
            ("leif 200", "?amount=200"),
        ],
    )  # fmt: skip
    def test_a_line_says_it_or_the_page_asks(self, desk: Desk, window: Client, line: str, query: str) -> None:
        leif = desk.player("Leif")
        answer = window.get(reverse("cage"), {"q": line})
        assert answer["Location"] == reverse("cage_player", args=[leif.pk]) + query

    def test_a_name_with_a_hyphen_is_a_name(self, desk: Desk, window: Client) -> None:
        desk.player("Jean-200")
        assert window.get(reverse("cage"), {"q": "Jean-200"})["Location"].endswith("/")

    @pytest.mark.parametrize(("way", "field"), [("sell", "buy_amount"), ("pay", "cash_amount")])
    def test_what_was_said_has_the_cursor(self, desk: Desk, window: Client, way: str, field: str) -> None:
        ann = desk.player("Ann")
        desk.buy_in(ann, 100_00)
        forms = window.get(reverse("cage_player", args=[ann.pk]), {"do": way}).context
        focused = {name: "autofocus" in forms[f"{name}_form"].fields["amount"].widget.attrs for name in ("buy", "cash")}
        assert focused == {"buy": way == "sell", "cash": way == "pay"}

    def test_an_amount_that_was_typed_stands_there(self, desk: Desk, window: Client) -> None:
        ann = desk.player("Ann")
        page = window.get(reverse("cage_player", args=[ann.pk]), {"do": "sell", "amount": "150"}).content.decode()
        assert 'value="150"' in page
        assert 'type="submit" autofocus' in page
