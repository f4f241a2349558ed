"""The pages of players' banks, of chip runners and of tokes."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cage import services as cage
from cage.models import BankSlip, BuyIn, CashOut, Drawer, PlayerBank, TokeShare, TokeSlip, TokeSplit
from cage.selectors.banks import kept_in
from config.rooms.models import Room
from config.staff.models import User
from config.staff.services import set_own_pin
from players.models import Player
from players.services import bar_player
from tables.models import Dealer, DealerShift, Down
from tables.services import set_dealer_pin
from tests.support.banks import a_bank, a_runner, day_before, own_tokes, pooled_tokes
from tests.support.desk import Desk, key, person
from tests.support.drawers import opened
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
PIN = "4711"
PAPERS = {
    "legal_name": "Leif Berg", "date_of_birth": date(1980, 5, 6), "document_kind": "passport",
    "document_number": "P1234567", "document_expires_on": date(2090, 1, 1),
}  # fmt: skip


@pytest.fixture
def leif(desk: Desk) -> Player:
    return desk.player("Leif", **PAPERS)


@pytest.fixture
def window(desk: Desk) -> Client:
    return signed_in(desk.cashier)


def signature(desk: Desk, who: User) -> dict[str, str]:
    set_own_pin(person=who, pin="9517", at=desk.now)
    return {"badge": who.badge_number, "pin": "9517"}


class TestBank:
    @pytest.fixture
    def bank(self, desk: Desk, leif: Player) -> PlayerBank:
        return cage.open_bank(room=desk.room, player=leif, form_number="F-1", pin=PIN, **desk.by())

    def move(self, window: Client, desk: Desk, bank: PlayerBank, way: str, amount: str, **fields: Any) -> Any:
        sent = {"way": way, "amount": amount, "key": key(), "drawer": desk.drawer.pk, "bank_pin": PIN}
        return window.post(reverse("bank_move", args=[bank.player_id]), sent | fields)

    def test_it_is_opened_at_the_window(self, desk: Desk, leif: Player, window: Client) -> None:
        to = reverse("bank", args=[leif.pk])
        assert "Open a bank" in text(window.get(to))
        refused = window.post(reverse("bank_open", args=[leif.pk]), {"form_number": "F-7", "bank_pin": "1234"})
        assert (refused.status_code, PlayerBank.objects.count()) == (422, 0)
        answer = window.post(reverse("bank_open", args=[leif.pk]), {"form_number": "F-7", "bank_pin": PIN})
        assert (answer.status_code, answer["Location"]) == (303, to)
        assert "Put cash in" in text(window.get(to))

    def test_money_goes_each_way_with_the_pin(self, desk: Desk, bank: PlayerBank, window: Client) -> None:
        assert self.move(window, desk, bank, "bank_put", "500", bank_pin="9999").status_code == 422
        assert self.move(window, desk, bank, "bank_put", "500").status_code == 303
        sold = self.move(window, desk, bank, "bank_sell", "200", session=desk.session.pk)
        assert sold["Location"] == reverse("buy_in_receipt", args=[BuyIn.objects.get().pk])
        assert "From the bank" in text(window.get(sold["Location"]))
        paid = self.move(window, desk, bank, "bank_pay", "100")
        assert "Into the bank" in text(window.get(paid["Location"]))
        assert CashOut.objects.get().into_bank == bank
        taken = self.move(window, desk, bank, "bank_take", "50.50")
        assert "Paid out of the bank" in text(window.get(taken["Location"]))
        assert kept_in(bank) == 349_50
        page = text(window.get(reverse("bank_account_statement", args=[bank.player_id])))
        for said in ("chips bought", "chips redeemed", "put in", "taken out", "349.50"):
            assert said in page, said
        assert ("Before 0" in page, "After 349.50" in page) == (True, True)
        assert self.move(window, desk, bank, "bank_take", "400").status_code == 422

    def test_the_log_names_its_slips(self, desk: Desk, bank: PlayerBank, window: Client) -> None:
        self.move(window, desk, bank, "bank_put", "9000")
        self.move(window, desk, bank, "bank_take", "40")
        (put, taken), office = BankSlip.objects.order_by("pk"), signed_in(desk.manager)
        shown = office.get(reverse("transaction_log")).content.decode()
        for slip in (put, taken):
            assert f'<a href="{reverse("bank_receipt", args=[slip.pk])}">{slip.receipt}</a>' in shown
        rows = b"".join(office.get(reverse("transaction_log_csv"))).decode().splitlines()  # type: ignore[arg-type]
        assert [row.split(",")[-1] for row in rows] == ["Receipt", str(put.receipt), str(taken.receipt)]

    def test_a_line_with_its_amount_leaves_the_pin_to_enter(self, bank: PlayerBank, window: Client) -> None:
        to = reverse("bank", args=[bank.player_id]) + "?do=bank_put"
        for query, cursor in ((to, "amount"), (f"{to}&amount=500", "bank_pin")):
            fields = window.get(query).context["move_form"].fields
            assert [name for name in fields if "autofocus" in fields[name].widget.attrs] == [cursor]

    def test_its_page_tells_what_it_keeps_beside_the_rack(self, desk: Desk, bank: PlayerBank, window: Client) -> None:
        self.move(window, desk, bank, "bank_put", "500")
        desk.buy_in(bank.player, 200_00)
        shown = window.get(reverse("bank", args=[bank.player_id])).context
        assert (shown["kept"], shown["rack"]) == (500_00, 200_00)

    def test_its_last_slips_come_to_what_it_keeps(self, desk: Desk, bank: PlayerBank, window: Client) -> None:
        self.move(window, desk, bank, "bank_put", "500")
        for amount in ("200", "100"):
            self.move(window, desk, bank, "bank_sell", amount, session=desk.session.pk)
        wrong = BuyIn.objects.get(amount=100_00)
        cage.void_buy_in(bought=wrong, reason="another table", key=key(), **desk.by())
        self.move(window, desk, bank, "bank_pay", "50")
        shown = window.get(reverse("bank", args=[bank.player_id]))
        moves = shown.context["moves"]
        assert [(line.what, line.amount, line.kept) for line in moves.lines] == [
            ("chips redeemed", 50_00, 350_00),
            ("void: chips bought", 100_00, 300_00),
            ("chips bought", -100_00, 200_00),
            ("chips bought", -200_00, 300_00),
            ("put in", 500_00, 500_00),
        ]
        assert sum(line.amount for line in moves.lines) == kept_in(bank)
        assert [line.receipt for line in moves.lines] == [5, 4, 3, 2, 1]
        assert f'<a href="{reverse("buy_in_receipt", args=[wrong.pk])}">4</a>' in shown.content.decode()
        assert "earlier" not in text(shown)

    def test_it_says_how_many_stand_before_the_last(self, desk: Desk, bank: PlayerBank, window: Client) -> None:
        for _ in range(9):
            self.move(window, desk, bank, "bank_put", "10", confirm="same_again")
        shown = window.get(reverse("bank", args=[bank.player_id]))
        assert "1 earlier: the statement has it." in text(shown)
        assert (len(shown.context["moves"].lines), shown.context["moves"].lines[-1].kept) == (8, 20_00)

    def test_its_statement_is_of_the_days_that_are_asked_for(
        self, desk: Desk, bank: PlayerBank, window: Client
    ) -> None:
        self.move(window, desk, bank, "bank_put", "500")
        to, day = reverse("bank_account_statement", args=[bank.player_id]), desk.room.gaming_day(desk.now)
        (today, tomorrow) = (each.isoformat() for each in (day, day + timedelta(days=1)))
        of_one_day = window.get(to, {"first": today, "last": today})
        assert (of_one_day.status_code, "Before 0" in text(of_one_day)) == (200, True)
        assert "put in" in text(of_one_day)
        later = text(window.get(to, {"first": tomorrow, "last": tomorrow}))
        assert ("Before 500" in later, "put in" in later) == (True, False)
        backwards = window.get(to, {"first": tomorrow, "last": today})
        assert (backwards.status_code, "ends on the day that it begins on" in text(backwards)) == (422, True)

    def test_a_slip_is_voided(self, desk: Desk, bank: PlayerBank, window: Client) -> None:
        self.move(window, desk, bank, "bank_put", "50")
        slip = BankSlip.objects.get()
        to = reverse("bank_slip_void", args=[slip.pk])
        assert "A second person confirms it" in text(window.get(to))
        assert window.post(to, {"key": key(), "reason": "wrong"}).status_code == 422
        assert window.post(to, {"key": key(), "reason": "wrong", **signature(desk, desk.second)}).status_code == 303
        assert "VOID by receipt" in text(window.get(reverse("bank_receipt", args=[slip.pk])))

    def test_what_was_voided_already_asks_for_nothing(self, desk: Desk, bank: PlayerBank, window: Client) -> None:
        self.move(window, desk, bank, "bank_put", "50")
        slip, sent = BankSlip.objects.get(), {"key": key(), "reason": "wrong", **signature(desk, desk.second)}
        to = reverse("bank_slip_void", args=[slip.pk])
        window.post(to, sent)
        again = window.post(to, sent | {"key": key()})
        void = BankSlip.objects.get(voids=slip)
        for shown, status in ((window.get(to), 200), (again, 422)):
            assert (shown.status_code, "What was wrong" in text(shown)) == (status, False)
            assert f"It was voided already: receipt {void.receipt}" in text(shown)
        of_the_void = text(window.get(reverse("bank_slip_void", args=[void.pk])))
        assert ("A void is not taken back" in of_the_void, "What was wrong" in of_the_void) == (True, False)

    def test_a_withdrawal_is_voided_alone_and_its_page_asks_for_nobody(
        self, desk: Desk, bank: PlayerBank, window: Client
    ) -> None:
        self.move(window, desk, bank, "bank_put", "50")
        self.move(window, desk, bank, "bank_take", "20")
        to = reverse("bank_slip_void", args=[BankSlip.objects.get(kind="withdrawal").pk])
        shown = text(window.get(to))
        assert ("You void it alone" in shown, "Their PIN" in shown) == (True, False)
        assert window.post(to, {"key": key(), "reason": "wrong"}).status_code == 303

    def test_a_void_says_that_the_bank_is_paid_and_nobody_in_cash(
        self, desk: Desk, bank: PlayerBank, window: Client
    ) -> None:
        self.move(window, desk, bank, "bank_put", "500")
        self.move(window, desk, bank, "bank_sell", "200", session=desk.session.pk)
        sold = text(window.get(reverse("buy_in_void", args=[BuyIn.objects.get().pk])))
        assert ("Back into the player’s bank" in sold, "Cash back" in sold) == (True, False)
        self.move(window, desk, bank, "bank_pay", "100")
        paid = text(window.get(reverse("cash_out_void", args=[CashOut.objects.get().pk])))
        assert ("Back out of the player’s bank" in paid, "Cash back" in paid) == (True, False)

    def test_the_pin_is_set_anew(self, desk: Desk, bank: PlayerBank, window: Client) -> None:
        sent = {"document_number": "p-1234567", "bank_pin": "8642"}
        assert window.post(reverse("bank_pin", args=[bank.player_id]), sent).status_code == 422
        sent |= signature(desk, person(desk.room, "floor"))
        assert window.post(reverse("bank_pin", args=[bank.player_id]), sent).status_code == 303
        assert self.move(window, desk, bank, "bank_put", "50").status_code == 422
        assert self.move(window, desk, bank, "bank_put", "50", bank_pin="8642").status_code == 303

    @pytest.mark.parametrize(
        ("line", "way"),
        [
            ("bank leif +500", "bank_put"),
            ("bank leif -500", "bank_take"),
            ("leif +500 bank", "bank_sell"),
            ("leif -500 bank", "bank_pay"),
        ],
    )
    def test_one_line_leads_there(self, bank: PlayerBank, window: Client, line: str, way: str) -> None:
        answer = window.get(reverse("cage"), {"q": line}, follow=True)
        assert answer.redirect_chain[-1][0] == f"{reverse('bank', args=[bank.player_id])}?do={way}&amount=500"
        assert answer.status_code == 200

    @pytest.mark.parametrize("line", ["marker leif 500", "cheque leif +200", "credit leif 100"])
    def test_credit_is_refused_by_name(self, bank: PlayerBank, window: Client, line: str) -> None:
        assert "The house gives no credit" in text(window.get(reverse("cage"), {"q": line}))

    def test_who_may_not_see_it_does_not(self, desk: Desk, bank: PlayerBank) -> None:
        to = reverse("bank", args=[bank.player_id])
        assert signed_in(person(desk.room, "runner")).get(to).status_code == 403
        auditor = signed_in(person(desk.room, "auditor"))
        assert "Put cash in" not in text(auditor.get(to))
        assert "None: every bank" in text(auditor.get(reverse("banks")))


class TestRunner:
    def test_a_sale_at_the_table(self, desk: Desk) -> None:
        runner = person(desk.room, "runner")
        facts = {"by": desk.manager, "at": desk.at()}
        walks = opened(desk.room, "Runner 1", cashier=runner, kind=Drawer.Kind.RUNNER, **facts)
        cage.stock_vault(room=desk.room, chips=1_000_00, cash=0, key=key(), reason="test", second=desk.cashier, **facts)
        cage.fund_drawer(drawer=walks, chips=1_000_00, cash=0, key=key(), second=runner, **facts)
        sitting = desk.seated(100_00, player=desk.player("Bo"))
        tablet = signed_in(runner)
        assert str(desk.session.table) in text(tablet.get(reverse("runner")))
        assert "Seat 1: Bo" in text(tablet.get(reverse("runner_table", args=[desk.session.pk])))
        to = reverse("runner_sell", args=[sitting.pk])
        assert "Sell chips" in text(tablet.get(to))
        sent = {"amount": "50", "key": key(), "drawer": walks.pk}
        assert tablet.post(to, sent | {"amount": "500"}).status_code == 422
        assert tablet.post(to, sent)["Location"] == reverse("runner_table", args=[desk.session.pk])
        assert desk.stack(sitting) == 150_00
        sale = BuyIn.objects.get(drawer=walks)
        void = reverse("runner_void", args=[sale.pk])
        assert tablet.post(void, {"key": key(), "reason": "wrong seat"}).status_code == 303
        assert desk.stack(sitting) == 100_00

    def test_a_cashier_at_a_runners_bank_is_told_where_players_banks_are_served(self, desk: Desk) -> None:
        cashier = person(desk.room, "cashier")
        walks, bank = a_runner(desk, by=cashier), a_bank(desk, desk.player("Bo"))
        shown = text(signed_in(cashier).get(reverse("bank", args=[bank.player_id]) + "?do=bank_put"))
        assert f"You work {walks}, a chip runner’s bank" in shown
        assert "You work no drawer now" not in shown

    def test_whoever_may_not_play_is_marked_and_sold_nothing(self, desk: Desk) -> None:
        runner, sitting = person(desk.room, "runner"), desk.seated(100_00, player=desk.player("Bo"))
        tablet, walks = signed_in(runner), a_runner(desk, by=runner)
        to = reverse("runner_sell", args=[sitting.pk])
        assert "May buy" in text(tablet.get(to))
        bar_player(player=sitting.player, room=desk.room, kind="self_excluded", reason="asked", **desk.by())
        for page in (to, reverse("runner_table", args=[desk.session.pk])):
            assert "self-excluded" in text(tablet.get(page))
        shown = text(tablet.get(to))
        assert ("May not play" in shown, "May buy" in shown, "hand over the chips" in shown) == (True, False, False)
        refused = tablet.post(to, {"amount": "50", "key": key(), "drawer": walks.pk})
        assert (refused.status_code, 'class="refusal"' in refused.content.decode()) == (422, True)

    def test_a_bank_is_added_opened_and_closed_by_its_pages(self, desk: Desk) -> None:
        manager, runner = signed_in(desk.manager), person(desk.room, "runner")
        manager.post(reverse("drawer_add"), {"name": "Runner 9", "kind": "runner"})
        walks, tablet = Drawer.objects.get(name="Runner 9"), signed_in(runner)
        assert walks.is_runner
        assert "Open it" in text(tablet.get(reverse("drawer", args=[walks.pk])))
        assert tablet.post(reverse("drawer_open", args=[walks.pk]), {"key": key(), "cash_100": "0"}).status_code == 303
        assert "Open it" not in text(tablet.get(reverse("drawer", args=[desk.drawer.pk])))
        assert "Close it, or hand it over" in text(tablet.get(reverse("drawer", args=[walks.pk])))


class TestTokes:
    @pytest.fixture
    def dealer(self, desk: Desk) -> Dealer:
        return Dealer.objects.create(room=desk.room, badge_number="D1", display_name="Dee")

    def test_own_tokes_are_exchanged(self, desk: Desk, window: Client, dealer: Dealer) -> None:
        assert "A dealer’s own tokes" in text(window.get(reverse("tokes")))
        sent = {"key": key(), "dealer": dealer.pk, "drawer": desk.drawer.pk, "chips_500": "10"}
        assert window.post(reverse("tokes_count"), sent).status_code == 422
        answer = window.post(reverse("tokes_count"), sent | signature(desk, desk.second))
        slip = TokeSlip.objects.get()
        assert answer["Location"] == reverse("toke_receipt", args=[slip.pk])
        assert "10 of 5" in text(window.get(answer["Location"]))
        assert "Shared and exchanged 0 and 50" in text(window.get(reverse("toke_dealer", args=[dealer.pk])))

    def test_what_was_counted_is_listed_with_its_receipts(self, desk: Desk, window: Client, dealer: Dealer) -> None:
        assert "Counted at windows" not in text(window.get(reverse("tokes")))
        slip, back = own_tokes(desk, dealer), own_tokes(desk, dealer)
        count = pooled_tokes(desk, day_before(desk), 20_00)
        cage.void_toke_slip(slip=back, reason="another dealer’s", second=desk.manager, key=key(), **desk.by())
        page = window.get(reverse("tokes"))
        shown = text(page).partition("Counted at windows")[2]
        when = day_before(desk)
        for words in (f"the pool of {when:%-d %b %Y} 20 Window 1", "Dee voided 5 Window 1", "Dee 5 Window 1"):
            assert words in shown, words
        for each in (slip, back, count):
            assert f'href="{reverse("toke_receipt", args=[each.pk])}"' in page.content.decode()
        earlier = text(window.get(reverse("tokes"), {"day": when.isoformat()})).partition("Counted at windows")[2]
        assert ("the pool" in earlier, "Dee" in earlier) == (True, False)

    def test_a_statement_of_tokes_is_of_the_days_that_are_asked_for(self, desk: Desk, dealer: Dealer) -> None:
        own_tokes(desk, dealer)
        day, manager = desk.room.gaming_day(desk.now), signed_in(desk.manager)
        for asked, exchanged in ((day, 5_00), (day + timedelta(days=1), 0)):
            span = {"first": asked.isoformat(), "last": asked.isoformat()}
            assert manager.get(reverse("toke_dealer", args=[dealer.pk]), span).context["exchanged"] == exchanged

    def test_the_day_that_runs_is_the_last_and_is_not_shared_yet(self, desk: Desk) -> None:
        manager, today = signed_in(desk.manager), desk.room.gaming_day(desk.now)
        for asked in (today, today + timedelta(days=1)):
            shown = manager.get(reverse("tokes"), {"day": asked.isoformat()}).context
            assert (shown["day"].day, shown["after"], shown["is_over"]) == (today, None, False)
        before = manager.get(reverse("tokes"), {"day": (today - timedelta(days=1)).isoformat()}).context
        assert (before["after"], before["is_over"]) == (today, True)

    def test_a_dealer_who_has_a_pin_signs_for_the_share(self, desk: Desk, window: Client, dealer: Dealer) -> None:
        facts = {"room": desk.room, "at": desk.now, "by": desk.manager, "request_key": key()}
        split = TokeSplit.objects.create(gaming_day=day_before(desk), amount=10_00, **facts)
        share = TokeShare.objects.create(split=split, dealer=dealer, minutes=10, amount=10_00)
        set_dealer_pin(dealer=dealer, pin=PIN, by=desk.second, at=desk.now)
        to = reverse("toke_share_pay", args=[share.pk])
        answers = [window.post(to, {"key": key(), "dealer_pin": pin}).status_code for pin in ("", "9999", PIN)]
        assert answers == [422, 422, 303]

    def test_own_tokes_are_taken_back_before_two(self, desk: Desk, window: Client, dealer: Dealer) -> None:
        slip = own_tokes(desk, dealer)
        receipt, to = reverse("toke_receipt", args=[slip.pk]), reverse("toke_slip_void", args=[slip.pk])
        assert f'href="{to}"' in window.get(receipt).content.decode()
        assert "Two people have counted these tokes" in text(window.get(to))
        sent = {"key": key(), "reason": "another dealer’s"}
        assert window.post(to, sent).status_code == 422
        assert "own: somebody else confirms" in text(window.post(to, sent | signature(desk, desk.second)))
        assert window.post(to, sent | signature(desk, desk.manager))["Location"] == receipt
        shown = text(window.get(to))
        assert ("It was voided already" in shown, "What was wrong" in shown) == (True, False)
        shown = window.get(receipt)
        assert "VOID by receipt 2 : another dealer’s" in text(shown)
        assert f'href="{to}"' not in shown.content.decode()
        assert "void of receipt 1" in text(window.get(reverse("toke_receipt", args=[slip.void.pk])))
        again = window.post(to, sent | signature(desk, desk.manager) | {"key": key()})
        assert (again.status_code, "was voided already" in text(again)) == (422, True)

    def test_the_pool_is_counted_shared_and_paid(self, desk: Desk, window: Client, dealer: Dealer) -> None:
        Room.objects.filter(pk=desk.room.pk).update(tokes_mode=Room.TokesMode.POOLED)
        day = desk.room.gaming_day(desk.now) - timedelta(days=1)
        start = desk.room.start_of(day)
        shift = DealerShift.objects.create(room=desk.room, dealer=dealer, gaming_day=day, started_at=start)
        ended = {"ended_at": start + timedelta(minutes=30), "ended_with": "push"}
        Down.objects.create(session=desk.session, shift=shift, started_at=start, **ended)
        sent = {"key": key(), "of_day": day.isoformat(), "drawer": desk.drawer.pk, "chips_500": "10"}
        assert window.post(reverse("tokes_count"), sent | signature(desk, desk.second)).status_code == 303
        manager = signed_in(desk.manager)
        page = f"{reverse('tokes')}?day={day.isoformat()}"
        assert "Share them by the minutes dealt" in text(manager.get(page))
        answer = manager.post(reverse("tokes_split"), {"key": key(), "day": day.isoformat()})
        assert answer.status_code == 303
        share = TokeSplit.objects.get().shares.get()
        assert (share.minutes, share.amount) == (30, 50_00)
        assert "Owed to dealers" in text(window.get(page))
        paid = window.post(reverse("toke_share_pay", args=[share.pk]), {"key": key()})
        assert "Cash paid" in text(window.get(paid["Location"]))
        assert window.post(reverse("toke_share_pay", args=[share.pk]), {"key": key()}).status_code == 422
        assert "Owed to dealers" not in text(window.get(page))
        assert "Shared and exchanged 50 and 0" in text(manager.get(reverse("toke_dealer", args=[dealer.pk])))
        slip = TokeSlip.objects.get(share=share)
        back = reverse("toke_slip_void", args=[slip.pk])
        assert back in window.get(paid["Location"]).text
        shown = text(window.get(back))
        assert ("Take the cash back from" in shown, "Chips out of the drawer" in shown) == (True, False)
        assert window.post(back, {"key": key(), "reason": "the wrong dealer"}).status_code == 303
        assert "Owed to dealers" in text(window.get(page))
        assert f"taken back by {slip.void.receipt}" in text(manager.get(reverse("toke_dealer", args=[dealer.pk])))
