"""Players' banks: cash is kept against a PIN, moved with a slip each way, and never lent."""

from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from cage import services as cage
from cage.checks.sessions import moved_without_session
from cage.models import BankSlip, BuyIn, CashOut, Drawer, HeldCashOut, PlayerBank
from cage.selectors.banks import dormant, kept_in, statement
from cage.selectors.liability import liability
from cage.selectors.papers import papers_of
from cage.selectors.today import today
from cage.services.drawers import tills_of
from config.audit.checks import CHECKS
from config.audit.models import AuditEvent
from config.days.selectors import notes_of
from config.errors import DomainError, KeyReused
from config.requests.services import claim
from config.staff.pin_holders import MOST_OVER_ALL
from players.ledger import Move, player_bank, post
from players.models import AccountKind, Ban, Player, TransferKind
from players.selectors.money_today import money_on
from players.services import Identity, bar_player, edit_player
from tables.services import claim_hand
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import close_exactly, opened
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
PIN = "4711"
DAY = timedelta(days=1)
PAPERS = {
    "legal_name": "Ann Berg", "date_of_birth": date(1980, 5, 6), "document_kind": "passport",
    "document_number": "P1234567", "document_expires_on": date(2030, 1, 1),
}  # fmt: skip


def a_bank(desk: Desk, player: Player | None = None, **facts: Any) -> PlayerBank:
    player = player or desk.player("Ann", **PAPERS)
    given = {"room": desk.room, "player": player, "form_number": f"F-{player.pk}", "pin": PIN}
    return cage.open_bank(**(given | desk.by() | facts))


def shown(desk: Desk, bank: PlayerBank, pin: str = PIN) -> cage.Shown:
    return cage.show_pin(bank=bank, pin=pin, by=desk.cashier, at=desk.at())


def put(desk: Desk, bank: PlayerBank, amount: int, **facts: Any) -> BankSlip:
    given = {"bank": bank, "amount": amount, "drawer": desk.drawer, "key": key(), "shown": shown(desk, bank)}
    return cage.deposit(**(given | desk.by() | facts))


def take(desk: Desk, bank: PlayerBank, amount: int, **facts: Any) -> BankSlip:
    given = {"bank": bank, "amount": amount, "drawer": desk.drawer, "key": key(), "shown": shown(desk, bank)}
    return cage.withdraw(**(given | desk.by() | facts))


def bought(desk: Desk, bank: PlayerBank, amount: int, **facts: Any) -> BuyIn:
    return desk.buy_in(bank.player, amount, **({"bank": bank, "shown": shown(desk, bank)} | facts))


def redeemed(desk: Desk, bank: PlayerBank, amount: int, **facts: Any) -> CashOut:
    return desk.cash_out(bank.player, amount, **({"bank": bank, "shown": shown(desk, bank)} | facts))


def books_agree() -> None:
    for name, check in CHECKS.items():
        if check.faults.__module__.startswith(("players", "cage")):
            assert list(check.faults()) == [], name


@pytest.fixture
def bank(desk: Desk) -> PlayerBank:
    return a_bank(desk)


class TestOpening:
    def test_it_is_opened_with_document_signature_and_pin(self, desk: Desk) -> None:
        bank = a_bank(desk)
        assert (bank.form_number, bank.check_pin(PIN), kept_in(bank)) == (f"F-{bank.player_id}", True, 0)
        assert PIN not in bank.pin_hash
        told = AuditEvent.objects.get(verb="bank.opened")
        assert PIN not in str(told.after)

    @pytest.mark.parametrize(
        ("changed", "code"),
        [
            ({"form_number": " "}, "signature_missing"),
            ({"pin": "1234"}, "pin_too_plain"),
            ({"pin": "1111"}, "pin_too_plain"),
            ({"pin": "0605"}, "pin_too_plain"),
            ({"pin": "1980"}, "pin_too_plain"),
            ({"pin": "12"}, "pin_unreadable"),
        ],
    )
    def test_what_is_missing_is_refused(self, desk: Desk, changed: dict[str, str], code: str) -> None:
        refused(code, lambda: a_bank(desk, **changed))

    def test_each_form_opens_one_bank(self, desk: Desk) -> None:
        first = a_bank(desk, form_number="F-12")
        other = desk.player("Bo", **(PAPERS | {"legal_name": "Bo Lund", "document_number": "P7"}))
        error = refused("form_number_taken", lambda: a_bank(desk, other, form_number=" f-12"))
        assert error.message.startswith("The bank of Ann was opened with form F-12 on ")
        assert error.allowed == {"bank": first.pk}
        assert a_bank(desk, other, form_number="F-13").player == other
        elsewhere = open_desk()
        third = elsewhere.player("Cy", **(PAPERS | {"legal_name": "Cy Dahl", "document_number": "P8"}))
        assert a_bank(elsewhere, third, form_number="F-12").form_number == "F-12"

    def test_a_document_is_valid_through_its_last_gaming_day(self, desk: Desk) -> None:
        last = {"document_expires_on": desk.room.gaming_day(desk.now)}
        assert kept_in(a_bank(desk, desk.player("Ann", **(PAPERS | last)))) == 0
        late = desk.player("Bo", **(PAPERS | last | {"legal_name": "Bo Lund", "document_number": "P7"}))
        desk.now += timedelta(days=1)
        refused("document_expired", lambda: a_bank(desk, late))

    def test_without_a_document_nobody_has_one(self, desk: Desk) -> None:
        refused("document_missing", lambda: a_bank(desk, desk.player("Bo")))

    def test_nobody_has_two(self, desk: Desk, bank: PlayerBank) -> None:
        refused("bank_open_already", lambda: a_bank(desk, bank.player))


class TestMoney:
    def test_it_goes_in_and_out_with_a_slip(self, desk: Desk, bank: PlayerBank) -> None:
        slip = put(desk, bank, 500_00)
        assert (slip.kind, slip.receipt, kept_in(bank)) == ("deposit", 1, 500_00)
        assert desk.held(AccountKind.DRAWER_CASH) == 10_500_00
        paid = take(desk, bank, 200_50)
        assert (paid.receipt, kept_in(bank), desk.held(AccountKind.DRAWER_CASH)) == (2, 299_50, 10_299_50)
        books_agree()

    def test_never_more_than_it_holds(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 100_00)
        refused("bank_short", lambda: take(desk, bank, 100_01))
        refused("bank_short", lambda: bought(desk, bank, 200_00))
        assert kept_in(bank) == 100_00

    def test_chips_are_bought_from_it_and_redeemed_into_it(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        sale = bought(desk, bank, 200_00)
        assert (sale.from_bank, desk.rack(bank.player), kept_in(bank)) == (bank, 200_00, 300_00)
        assert desk.held(AccountKind.DRAWER_CASH) == 10_500_00
        back = redeemed(desk, bank, 150_00)
        assert (back.into_bank, desk.rack(bank.player), kept_in(bank)) == (bank, 50_00, 450_00)
        assert desk.held(AccountKind.DRAWER_CASH) == 10_500_00
        books_agree()

    def test_a_sale_from_it_is_held_to_the_plaque(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        refused("above_max_buyin", lambda: bought(desk, bank, 301_00))
        refused("short_buy", lambda: bought(desk, bank, 50_00))

    def test_what_it_buys_for_a_seated_player_waits_for_the_hand_in_the_rack(
        self, desk: Desk, bank: PlayerBank
    ) -> None:
        put(desk, bank, 500_00)
        sitting = desk.seated(100_00, player=bank.player)
        claim_hand(session=desk.session, **desk.by())
        bought(desk, bank, 50_00)
        assert (desk.stack(sitting), desk.rack(bank.player)) == (100_00, 50_00)

    def test_the_bank_of_somebody_else_never_pays(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        bo = desk.player("Bo")
        refused("bank_elsewhere", lambda: desk.buy_in(bo, 200_00, bank=bank, shown=shown(desk, bank)))

    def test_it_is_part_of_what_the_house_owes(self, desk: Desk, bank: PlayerBank) -> None:
        before = liability(desk.room, at=desk.at(), now=True)
        put(desk, bank, 500_00)
        after = liability(desk.room, at=desk.at(), now=True)
        assert (after.deposits, after.owed - before.owed, after.cover - before.cover) == (500_00, 500_00, 500_00)

    def test_cash_counts_for_the_day_where_it_changes_hands(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        bought(desk, bank, 200_00)
        redeemed(desk, bank, 100_00)
        take(desk, bank, 50_00)
        money = money_on(bank.player, desk.room, desk.room.gaming_day(desk.now))
        assert (money.bought, money.cashed) == (0, 0), "no chips were bought or redeemed in cash"
        assert (money.bought_from_bank, money.cashed_into_bank) == (200_00, 100_00)
        assert (money.deposited, money.withdrawn) == (500_00, 50_00)

    def test_the_same_key_moves_once(self, desk: Desk, bank: PlayerBank) -> None:
        again = {"key": key()}
        assert put(desk, bank, 100_00, **again) == put(desk, bank, 100_00, **again)
        assert kept_in(bank) == 100_00

    def test_the_key_of_a_deposit_takes_nothing_out(self, desk: Desk, bank: PlayerBank) -> None:
        again = {"key": key()}
        put(desk, bank, 100_00, **again)
        with pytest.raises(KeyReused):
            take(desk, bank, 100_00, **again)

    def test_at_a_closed_drawer_nothing_moves(self, desk: Desk, bank: PlayerBank) -> None:
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        refused("drawer_closed", lambda: put(desk, bank, 100_00))

    def test_the_database_keeps_it_below_zero(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 100_00)
        account = bank.player.accounts.get(kind=AccountKind.PLAYER_BANK)
        with pytest.raises(IntegrityError, match="account_owes_only"), transaction.atomic():
            type(account).objects.filter(pk=account.pk).update(balance=1)


class TestPin:
    def test_nothing_moves_without_it(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        for act in (put, take, bought, redeemed):
            refused("pin_missing", partial(act, desk, bank, 100_00, shown=None))

    def test_that_of_another_bank_or_of_long_ago_is_none(self, desk: Desk, bank: PlayerBank) -> None:
        other = a_bank(desk, desk.player("Bo", **(PAPERS | {"legal_name": "Bo Lund", "document_number": "P7"})))
        refused("pin_missing", lambda: put(desk, bank, 100_00, shown=shown(desk, other)))
        old = shown(desk, bank)
        desk.now += timedelta(minutes=10)
        refused("pin_missing", lambda: put(desk, bank, 100_00, shown=old))

    def test_guessing_all_night_tries_few(self, desk: Desk, bank: PlayerBank) -> None:
        start, tried = desk.now, 0
        while desk.now < start + timedelta(hours=12):
            desk.now += timedelta(seconds=20)
            with pytest.raises(DomainError) as caught:
                cage.show_pin(bank=bank, pin=f"{tried:04}", by=desk.cashier, at=desk.now)
            tried = sum(row.failures for row in bank.guesses.all())
            assert tried <= 16
        assert caught.value.code == "pin_locked"

    def test_wrong_ones_of_the_day_before_count_no_more(self, desk: Desk, bank: PlayerBank) -> None:
        for _ in range(2):
            for _ in range(4):
                refused("pin_wrong", lambda: shown(desk, bank, "0000"))
            desk.now += timedelta(hours=24)
        assert shown(desk, bank).bank_id == bank.pk

    def test_wrong_ones_of_one_bank_keep_no_other_player_from_theirs(self, desk: Desk, bank: PlayerBank) -> None:
        desk.step = timedelta(0)
        other = a_bank(desk, desk.player("Bo", **(PAPERS | {"legal_name": "Bo x", "document_number": "B1"})))
        for _ in range(4):
            refused("pin_wrong", lambda: shown(desk, bank, "0000"))
        for _ in range(2):
            said = refused("pin_locked", lambda: shown(desk, bank, "0000")).message
        assert f"for the bank of {bank.player}" in said
        assert "set a new one with the document and a supervisor" in said
        assert shown(desk, other).bank_id == other.pk

    def test_guessing_at_many_banks_waits_too(self, desk: Desk) -> None:
        desk.step = timedelta(0)
        banks = [
            a_bank(desk, desk.player(f"P{n}", **(PAPERS | {"legal_name": f"P {n}x", "document_number": f"P{n}"})))
            for n in range(8)
        ]
        for turn in range(MOST_OVER_ALL - 1):
            refused("pin_wrong", lambda turn=turn: shown(desk, banks[turn % 7], "0000"))
        refused("pin_locked", lambda: shown(desk, banks[0], "0000"))
        said = refused("pin_locked", lambda: shown(desk, banks[7])).message
        assert f"let another cashier serve {banks[7].player}" in said
        assert "set a new one" not in said
        other = person(desk.room, "cashier")
        assert cage.show_pin(bank=banks[7], pin="4711", by=other, at=desk.at()).bank_id == banks[7].pk

    def test_it_is_set_anew_with_the_document_and_a_second_person(self, desk: Desk, bank: PlayerBank) -> None:
        other, cashier = person(desk.room, "floor"), person(desk.room, "cashier")
        facts = {"bank": bank, "document_number": "P1234567", "pin": "9517"}
        refused("second_needed", lambda: cage.reset_bank_pin(**facts, **desk.by()))
        refused(
            "document_differs",
            lambda: cage.reset_bank_pin(**(facts | {"document_number": "P1"}), second=other, **desk.by()),
        )
        two_cashiers = refused("supervisor_needed", lambda: cage.reset_bank_pin(**facts, second=cashier, **desk.by()))
        assert f"{cashier} is no supervisor" in two_cashiers.message
        cage.reset_bank_pin(**facts, second=other, **desk.by())
        refused("pin_wrong", lambda: shown(desk, bank))
        assert shown(desk, bank, "9517").bank_id == bank.pk

    def test_a_new_one_is_not_waited_for_because_the_old_one_was_guessed(self, desk: Desk, bank: PlayerBank) -> None:
        desk.step = timedelta(0)
        for _ in range(4):
            refused("pin_wrong", lambda: shown(desk, bank, "0000"))
        refused("pin_locked", lambda: shown(desk, bank, "0000"))
        facts = {"bank": bank, "document_number": "P1234567", "pin": "9517", "second": person(desk.room, "floor")}
        cage.reset_bank_pin(**facts, **desk.by())
        assert shown(desk, bank, "9517").bank_id == bank.pk


class TestVoids:
    def void(self, desk: Desk, slip: BankSlip, **facts: Any) -> BankSlip:
        given = {"slip": slip, "reason": "wrong amount", "key": key()}
        return cage.void_bank_slip(**(given | desk.by() | facts))

    def test_a_deposit_goes_back_before_two(self, desk: Desk, bank: PlayerBank) -> None:
        slip = put(desk, bank, 50_00)
        refused("second_needed", lambda: self.void(desk, slip))
        void = self.void(desk, slip, second=desk.second)
        assert (void.voids, void.receipt, kept_in(bank)) == (slip, 2, 0)
        assert desk.held(AccountKind.DRAWER_CASH) == 10_000_00
        refused("already_voided", lambda: self.void(desk, slip, second=desk.second))
        refused("is_reversal", lambda: self.void(desk, void, second=desk.second))
        books_agree()

    def test_a_withdrawal_goes_back_as_a_payment_does(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        self.void(desk, take(desk, bank, 50_00))
        assert kept_in(bank) == 500_00
        large = take(desk, bank, 400_00)
        refused("second_needed", lambda: self.void(desk, large))
        books_agree()

    def test_a_deposit_that_was_taken_out_stays(self, desk: Desk, bank: PlayerBank) -> None:
        slip = put(desk, bank, 100_00)
        take(desk, bank, 60_00)
        error = refused("bank_short", lambda: self.void(desk, slip, second=desk.second), most=40_00)
        assert error.field is None
        assert "the bank of Ann holds 40 of the 100 that receipt 1 put in" in error.message
        assert error.message.endswith("or let Ann put 60 in; then void this.")
        put(desk, bank, 60_00)
        self.void(desk, slip, second=desk.second)
        assert kept_in(bank) == 0

    def test_a_sale_from_the_bank_goes_back_into_it(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        sale = bought(desk, bank, 100_00)
        cage.void_buy_in(bought=sale, reason="wrong game", key=key(), **desk.by())
        assert (kept_in(bank), desk.rack(bank.player), desk.held(AccountKind.DRAWER_CASH)) == (500_00, 0, 10_500_00)
        books_agree()

    def test_a_redemption_into_it_goes_back_before_two(self, desk: Desk, bank: PlayerBank) -> None:
        desk.buy_in(bank.player, 100_00)
        paid = redeemed(desk, bank, 100_00)
        facts = {"paid": paid, "reason": "wrong", "key": key()}
        refused("second_needed", lambda: cage.void_cash_out(**facts, **desk.by()))
        take(desk, bank, 60_00)
        error = refused("bank_short", lambda: cage.void_cash_out(**facts, second=desk.second, **desk.by()))
        assert "The money has been spent meanwhile" in error.message
        put(desk, bank, 60_00)
        cage.void_cash_out(**facts, second=desk.second, **desk.by())
        assert (kept_in(bank), desk.rack(bank.player)) == (0, 100_00)
        books_agree()

    @pytest.mark.parametrize("is_voided", [False, True])
    def test_what_it_pays_or_is_paid_is_no_cash_of_the_window(
        self, desk: Desk, bank: PlayerBank, is_voided: bool
    ) -> None:
        put(desk, bank, 500_00)
        sale, paid = bought(desk, bank, 200_00), redeemed(desk, bank, 100_00)
        desk.cash_out(desk.buy_in(desk.player("Bo"), 120_00).player, 20_00)
        if is_voided:
            cage.void_cash_out(paid=paid, reason="wrong", key=key(), second=desk.second, **desk.by())
            cage.void_buy_in(bought=sale, reason="wrong", key=key(), second=desk.second, **desk.by())
        day = today(desk.room, sale.gaming_day)
        cash_in, cash_out = day.cash_in, day.cash_out
        assert (cash_in - 500_00, cash_out) == (120_00, 20_00)
        kinds = {(row.about, row.kind) for row in day.rows if row.about in (sale, paid)}
        assert kinds == {(sale, "from the bank"), (paid, "into the bank")}
        assert {row.kind for row in day.rows if row.about not in (sale, paid)} == {"", "deposit"}

    def test_its_void_on_paper_gives_no_cash(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        sale, paid = bought(desk, bank, 100_00), redeemed(desk, bank, 40_00)
        in_cash = desk.buy_in(desk.player("Bo"), 100_00)
        voids = {
            paid: cage.void_cash_out(paid=paid, reason="wrong", key=key(), second=desk.second, **desk.by()),
            sale: cage.void_buy_in(bought=sale, reason="wrong", key=key(), second=desk.second, **desk.by()),
            in_cash: cage.void_buy_in(bought=in_cash, reason="wrong", key=key(), second=desk.second, **desk.by()),
        }
        papers = {slip: papers_of(slip, desk.room, void=void, right=None)[1] for slip, void in voids.items()}
        assert [papers[slip].total[0] for slip in (sale, paid, in_cash)] == [
            "Back into the bank", "Back out of the bank", "Cash given back",
        ]  # fmt: skip


class TestAnotherDocument:
    """The document on record opens the bank: nobody writes another into it alone."""

    @pytest.mark.parametrize(
        "other",
        [
            {"document_number": "X9"},
            {"document_kind": "licence"},
            {"legal_name": "Cy Dahl"},
            {"date_of_birth": date(1990, 1, 1)},
        ],
    )
    def test_it_is_written_into_the_record_by_two(self, desk: Desk, bank: PlayerBank, other: dict[str, Any]) -> None:
        facts = {"room": desk.room, "player": bank.player, "identity": Identity(display_name="Ann", **(PAPERS | other))}
        said = refused("second_needed", lambda: edit_player(**facts, **desk.by()))
        assert "bank" in said.message
        bank.player.refresh_from_db()
        assert bank.player.document_number == PAPERS["document_number"]
        edit_player(**facts, second=desk.second, **desk.by())

    def test_a_nickname_a_note_and_a_later_day_are_entered_by_one(self, desk: Desk, bank: PlayerBank) -> None:
        later = PAPERS | {"document_expires_on": date(2040, 1, 1), "notes": "tall"}
        edit_player(room=desk.room, player=bank.player, identity=Identity(display_name="Annie", **later), **desk.by())

    def test_without_a_bank_one_does_it(self, desk: Desk) -> None:
        bo = desk.player("Bo", **PAPERS)
        changed = Identity(display_name="Bo", **(PAPERS | {"document_number": "X9"}))
        edit_player(room=desk.room, player=bo, identity=changed, **desk.by())


class TestExpiredDocument:
    def test_what_goes_into_the_bank_is_no_cash_that_is_held(self, desk: Desk, bank: PlayerBank) -> None:
        """The limit without an identity is of cash; what comes out of the bank as cash is held to it then."""
        put(desk, bank, 500_00)
        bought(desk, bank, 300_00)
        Player.objects.filter(pk=bank.player_id).update(document_expires_on=desk.room.gaming_day(desk.now) - DAY)
        desk.room.identity_from = 100_00
        desk.room.save()
        assert redeemed(desk, bank, 200_00).into_bank == bank
        assert (kept_in(bank), HeldCashOut.objects.count()) == (400_00, 0)
        assert isinstance(desk.cash_out(bank.player, 100_00), CashOut)
        books_agree()

    def test_what_comes_out_as_cash_or_goes_in_is_held_to_the_limit(self, desk: Desk, bank: PlayerBank) -> None:
        """Else chips beyond the limit were cash after all, by way of the bank."""
        put(desk, bank, 500_00)
        Player.objects.filter(pk=bank.player_id).update(document_expires_on=desk.room.gaming_day(desk.now) - DAY)
        desk.room.identity_from = 500_00
        desk.room.save()
        refused("identity_required", lambda: put(desk, bank, 1_00))
        take(desk, bank, 200_00)
        desk.room.identity_from = 300_00
        desk.room.save()
        take(desk, bank, 100_00)
        said = refused("cash_out_held", lambda: take(desk, bank, 1_00))
        assert "a valid document" in said.message
        Player.objects.filter(pk=bank.player_id).update(document_expires_on=PAPERS["document_expires_on"])
        take(desk, bank, 200_00)
        books_agree()


class TestExclusion:
    def test_who_is_excluded_takes_out_and_puts_nothing_in(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        desk.buy_in(bank.player, 100_00)
        facts = {"room": desk.room, "kind": Ban.Kind.BARRED, "reason": "told so"}
        bar_player(player=bank.player, **facts, by=desk.manager, at=desk.at())
        refused("player_barred", lambda: put(desk, bank, 100_00))
        refused("player_barred", lambda: bought(desk, bank, 100_00))
        redeemed(desk, bank, 100_00)
        take(desk, bank, 600_00)
        assert kept_in(bank) == 0

    def test_who_is_barred_gets_no_bank(self, desk: Desk) -> None:
        ann = desk.player("Ann", **PAPERS)
        facts = {"room": desk.room, "kind": Ban.Kind.BARRED, "reason": "told so"}
        bar_player(player=ann, **facts, by=desk.manager, at=desk.at())
        refused("player_barred", lambda: a_bank(desk, ann))


class TestStatement:
    def test_it_tells_every_move_of_its_days(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        first = desk.room.gaming_day(desk.now)
        desk.now += timedelta(days=1)
        bought(desk, bank, 200_00)
        take(desk, bank, 100_00)
        second = desk.room.gaming_day(desk.now)
        told = statement(bank, second, second)
        assert (told.before, told.after) == (500_00, 200_00)
        assert [(line.what, line.receipt, line.amount, line.kept) for line in told.lines] == [
            ("chips bought", 2, -200_00, 300_00), ("taken out", 3, -100_00, 200_00),
        ]  # fmt: skip
        whole = statement(bank, first, second)
        assert (whole.before, len(whole.lines), whole.after) == (0, 3, 200_00)

    def test_a_pin_that_was_set_anew_stands_on_it_and_among_the_days_notes(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        floor, day = person(desk.room, "floor"), desk.room.gaming_day(desk.now)
        facts = {"bank": bank, "document_number": "P1234567", "pin": "9517", "second": floor}
        cage.reset_bank_pin(**facts, **desk.by())
        given = {"bank": bank, "amount": 100_00, "drawer": desk.drawer, "key": key()}
        cage.withdraw(**given, shown=shown(desk, bank, "9517"), **desk.by())
        told = statement(bank, day, day)
        assert [(line.what, line.amount, line.kept) for line in told.lines] == [
            ("put in", 500_00, 500_00),
            (f"PIN set anew by {desk.cashier}, confirmed by {floor}", 0, 500_00),
            ("taken out", -100_00, 400_00),
        ]
        (note,) = [each for each in notes_of(desk.room, day) if "PIN" in each.sentence]
        assert f"{desk.cashier} set the PIN of {bank.player}’s bank anew at" in note.sentence
        assert note.sentence.endswith(f"confirmed by {floor}; 100 was taken out of it with the new PIN that day.")
        assert [each for each in notes_of(desk.room, day + timedelta(days=1)) if "PIN" in each.sentence] == []

    def test_banks_that_nobody_used_are_listed(self, desk: Desk, bank: PlayerBank) -> None:
        put(desk, bank, 500_00)
        assert dormant(desk.room, desk.now + timedelta(days=364)) == []
        (row,) = dormant(desk.room, desk.now + timedelta(days=365))
        assert (row.bank, row.kept) == (bank, 500_00)
        take(desk, bank, 500_00)
        assert dormant(desk.room, desk.now + timedelta(days=400)) == []


def test_a_runner_keeps_no_banks(desk: Desk, bank: PlayerBank) -> None:
    runner = person(desk.room, "runner")
    walks = opened(desk.room, "Runner 1", cashier=runner, by=desk.manager, at=desk.at(), kind=Drawer.Kind.RUNNER)
    refused("window_only", lambda: put(desk, bank, 100_00, drawer=walks, by=runner))


@pytest.mark.parametrize("kind", [TransferKind.DEPOSIT, TransferKind.WITHDRAWAL])
def test_the_books_name_who_moved_a_bank_s_money_at_the_drawer_of_another(kind: TransferKind) -> None:
    desk = open_desk()
    bank = a_bank(desk)
    put(desk, bank, 500_00)
    ways = [player_bank(desk.room, bank.player), tills_of(desk.drawer)[1]]
    move = Move(*(ways if kind == TransferKind.DEPOSIT else reversed(ways)), 100_00, kind)
    given: dict[str, Any] = {"by": desk.manager, "at": desk.at()}
    with transaction.atomic():  # taken back before the database looks for the slip, which isn't there
        claim("forged", "forged", {}, **given)
        (row,) = post(room=desk.room, key="forged", moves=[move], **given)
        (found,) = [list(check.faults()) for check in CHECKS.values() if check.faults is moved_without_session]
        transaction.set_rollback(True)
    cashier = f"by {desk.manager.pk}, not by its cashier {desk.cashier.pk}"
    assert found == [f"transfer {row.pk} at drawer {desk.drawer.pk} was made {cashier}"]
