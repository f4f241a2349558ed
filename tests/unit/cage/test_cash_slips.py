"""Every other kind of money at a window: a closed list, each with its slip, its place and its limits (C-9)."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from cage import services as cage
from cage.cash_kinds import CASH_KINDS, PAYOUTS
from cage.checks.cash_slips import unlisted_payouts
from cage.models import CashSlip, DrawerVariance, SlipVoid
from cage.models.cash_slips import COMES_IN, OF_A_PATRON, PETTY
from cage.selectors.currency import CURRENCY, patron_day
from cage.selectors.today import today
from cage.selectors.tournaments import Prizes, prizes_on
from config.audit.checks import CHECKS
from config.audit.models import AuditEvent
from config.days.selectors import notes_of
from players import four_eyes
from players.ledger import Move, drawer_account, house_account, post
from players.ledger.routes import ROUTES
from players.models import AccountKind, Ban, TransferKind
from players.selectors.acts import acts_of_today
from players.services import bar_player
from tables.services import register_dealer
from tests.support.banks import a_bank, own_tokes, shown
from tests.support.days import end_day, open_drawers
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import close_exactly, open_exactly
from tests.support.people import one_person
from tests.support.refusals import refused
from tests.support.window import a_void, book, carried_off, present

pytestmark = pytest.mark.django_db
K = TransferKind


def books_agree() -> None:
    for name, check in CHECKS.items():
        if check.faults.__module__.startswith(("players", "cage")):
            assert list(check.faults()) == [], name


def test_every_kind_that_touches_patrons_or_drawers_cash_is_classified() -> None:
    cash = {AccountKind.PATRONS, AccountKind.DRAWER_CASH}
    touching = {kind for kind, ways in ROUTES.items() for way in ways if cash & set(way)}
    assert len(touching) >= 16
    assert set(CURRENCY) == touching


def test_the_closed_list_is_one_list() -> None:
    assert {each.kind for each in CASH_KINDS} | {K.PRESENTED, K.AWARD_PAID} == {*OF_A_PATRON, *PETTY}
    assert len({each.letters for each in CASH_KINDS}) == len(CASH_KINDS)
    for each in CASH_KINDS:
        way = (each.place, AccountKind.DRAWER_CASH)
        assert (way if each.comes_in else way[::-1]) in ROUTES[each.kind]
        assert each.is_patrons == (CURRENCY[each.kind] != "neither")
        if each.is_patrons:
            assert CURRENCY[each.kind] == ("in" if each.comes_in else "out")
    assert {kind for kind in OF_A_PATRON if CURRENCY[kind] == "in"} == set(COMES_IN) & set(OF_A_PATRON)


class TestEachKind:
    def test_a_drawer_that_did_each_ten_times_closes_with_nothing_short_or_over(self, desk: Desk) -> None:
        """The kinds of slips of their own, chips presented, players' banks and tokes: whatever a drawer pays (C-9)."""
        supervisor = person(desk.room, "floor")
        bank = a_bank(desk)
        dealer = register_dealer(room=desk.room, badge_number="D7", display_name="Dora", **desk.by())
        for _ in range(10):
            facts = {"bank": bank, "drawer": desk.drawer, "shown": shown(desk, bank)}
            cage.deposit(amount=20_00, key=key(), **facts, **desk.by())
            cage.withdraw(amount=15_00, key=key(), **facts, **desk.by())
            own_tokes(desk, dealer)
            for each in CASH_KINDS:
                second = supervisor if each.kind in PAYOUTS else None
                book(desk, each.kind, 20_00, desk.player() if each.is_patrons else None, second=second)
            present(desk, desk.player(), 20_00)
        assert CashSlip.objects.count() == 70
        close_exactly(desk.drawer, by=desk.cashier, second=supervisor, at=desk.at())
        assert not DrawerVariance.objects.exists()
        books_agree()

    @pytest.mark.parametrize("each", CASH_KINDS, ids=lambda each: each.letters)
    def test_the_drawer_has_it_and_the_patrons_day_tells_it(self, desk: Desk, each: Any) -> None:
        player = desk.player()
        slip = book(desk, each.kind, 35_00, player if each.is_patrons else None)
        sign = 1 if each.comes_in else -1
        assert desk.held(AccountKind.DRAWER_CASH) == 10_000_00 + sign * 35_00
        assert desk.held(each.place) == -sign * 35_00
        day = patron_day(desk.room, player, slip.gaming_day)
        expected = (35_00, 0) if each.comes_in else (0, 35_00)
        assert (day.currency_in, day.currency_out) == (expected if each.is_patrons else (0, 0))
        shown = today(desk.room, slip.gaming_day)
        assert (shown.rows[0].kind, shown.rows[0].amount, shown.rows[0].comes_in) == (each.name, 35_00, each.comes_in)
        assert (shown.cash_in, shown.cash_out) == expected
        books_agree()

    @pytest.mark.parametrize("each", CASH_KINDS, ids=lambda each: each.letters)
    def test_it_is_voided_whole_with_a_receipt_of_its_own(self, desk: Desk, each: Any) -> None:
        player = desk.player()
        slip = book(desk, each.kind, 35_00, player if each.is_patrons else None)
        voided = a_void(desk, slip)
        assert voided.receipt == slip.receipt + 1
        assert desk.held(AccountKind.DRAWER_CASH) == 10_000_00
        assert desk.held(each.place) == 0
        day = patron_day(desk.room, player, slip.gaming_day)
        assert (day.currency_in, day.currency_out) == (0, 0)
        refused("already_voided", lambda: a_void(desk, slip))
        books_agree()

    def test_a_retry_books_once_and_another_amount_is_another_request(self, desk: Desk) -> None:
        desk.step, again, player = timedelta(0), key(), desk.player()
        facts = {"key": again, "what": "Sunday", "reference": ""}
        first = book(desk, K.TOURNAMENT_ENTRY, 120_00, player, **facts)
        assert book(desk, K.TOURNAMENT_ENTRY, 120_00, player, **facts) == first
        assert CashSlip.objects.count() == 1

    def test_petty_cash_is_nobodys(self, desk: Desk) -> None:
        assert book(desk, K.PAID_OUT, 12_00, desk.player()).player is None

    def test_the_trail_tells_it(self, desk: Desk) -> None:
        book(desk, K.PROMO_PAYOUT, 12_00, desk.player(), what="high hand")
        event = AuditEvent.objects.get(verb="cash.booked")
        assert (event.reason, event.after["amount"]) == ("high hand", 12_00)


class TestRefused:
    @pytest.mark.parametrize("kind", [each.kind for each in CASH_KINDS if each.is_patrons])
    def test_currency_of_nobody(self, desk: Desk, kind: TransferKind) -> None:
        refused("patron_missing", lambda: book(desk, kind, 10_00))

    def test_petty_cash_without_an_outside_receipt(self, desk: Desk) -> None:
        refused("receipt_missing", lambda: book(desk, K.PAID_OUT, 10_00, reference="  "))

    def test_petty_cash_without_words(self, desk: Desk) -> None:
        refused("words_missing", lambda: book(desk, K.PAID_IN, 10_00, what=""))

    def test_an_outside_receipt_that_was_paid_before(self, desk: Desk) -> None:
        slip = book(desk, K.PAID_OUT, 10_00, reference="A-17")
        refused("receipt_known", lambda: book(desk, K.PAID_OUT, 10_00, reference="a-17"))
        a_void(desk, slip)
        assert book(desk, K.PAID_OUT, 10_00, reference="A-17").receipt == slip.receipt + 2

    def test_an_outside_receipt_with_spaces_around_it_is_the_same(self, desk: Desk) -> None:
        slip = book(desk, K.PAID_OUT, 10_00, reference=" A-17 ")
        refused("receipt_known", lambda: book(desk, K.PAID_OUT, 10_00, reference="A-17"))
        assert AuditEvent.objects.get(verb="cash.booked", subject_id=str(slip.pk)).after["reference"] == "A-17"

    def test_the_outside_receipts_of_a_room_are_its_own(self, desk: Desk) -> None:
        book(open_desk(), K.PAID_OUT, 10_00, reference="A-17")
        assert book(desk, K.PAID_OUT, 10_00, reference="A-17").room == desk.room

    @pytest.mark.parametrize("kind", [K.TOURNAMENT_ENTRY, K.PROMO_PAYOUT, K.COMP_PAID])
    def test_play_by_somebody_who_is_barred(self, desk: Desk, kind: TransferKind) -> None:
        player = desk.player()
        bar_player(room=desk.room, player=player, kind=Ban.Kind.EXCLUDED, reason="notice", **desk.by())
        refused("player_barred", lambda: book(desk, kind, 10_00, player))

    def test_the_database_refuses_play_of_the_barred_too(self, desk: Desk) -> None:
        player = desk.player()
        slip = book(desk, K.COMP_PAID, 10_00, player)
        bar_player(room=desk.room, player=player, kind=Ban.Kind.BARRED, reason="no", **desk.by())
        slip.pk, slip.request_key, slip.receipt = None, key(), 99
        slip._state.adding = True
        with pytest.raises(IntegrityError, match="is barred"), transaction.atomic():
            slip.save()

    @pytest.mark.parametrize("kind", [K.TOURNAMENT_PAID])
    def test_prizes_are_paid_to_everybody_but_to_the_barred_before_two(self, desk: Desk, kind: TransferKind) -> None:
        player = desk.player()
        bar_player(room=desk.room, player=player, kind=Ban.Kind.BARRED, reason="no", **desk.by())
        error = refused("second_needed", lambda: book(desk, kind, 10_00, player))
        assert "what was won before stays theirs, and a supervisor says whether it is paid now." in error.message
        slip = book(desk, kind, 10_00, player, second=person(desk.room, "floor"))
        assert slip.amount == 10_00
        event = AuditEvent.objects.get(verb="cash.booked", subject_id=str(slip.pk))
        assert "is barred by the house since" in event.after["held"]

    def test_nor_by_another_record_of_theirs(self, desk: Desk) -> None:
        barred, again = desk.player(), desk.player()
        one_person(desk.room, barred, again, by=desk.manager, at=desk.at())
        bar_player(room=desk.room, player=barred, kind=Ban.Kind.BARRED, reason="no", **desk.by())
        refused("second_needed", lambda: book(desk, K.TOURNAMENT_PAID, 10_00, again))

    def test_prizes_beyond_all_entries_are_among_the_notes_of_the_day(self, desk: Desk) -> None:
        day = desk.room.gaming_day(desk.now)
        said = lambda: [note.sentence for note in notes_of(desk.room, day) if "entries" in note.sentence]  # noqa: E731
        book(desk, K.TOURNAMENT_ENTRY, 100_00, desk.player())
        first = book(desk, K.TOURNAMENT_PAID, 100_00, desk.player())
        assert said() == []
        book(desk, K.TOURNAMENT_PAID, 30_00, desk.player())
        a_void(desk, book(desk, K.TOURNAMENT_PAID, 20_00, desk.player()))
        told = f"Tournaments paid 130 in prizes, by {desk.cashier.display_name} (130), and by the end of the day"
        assert said() == [f"{told} 30 more than all entries brought: hold them to the tournaments’ sheets."]
        a_void(desk, first, second=person(desk.room, "floor"))
        assert said() == []

    def test_entries_of_the_days_before_pay_for_prizes_too(self, desk: Desk) -> None:
        book(desk, K.TOURNAMENT_ENTRY, 100_00, desk.player())
        entered = desk.room.gaming_day(desk.now)
        end_day(desk)
        open_drawers(desk)
        book(desk, K.TOURNAMENT_PAID, 90_00, desk.player())
        day = desk.room.gaming_day(desk.now)
        assert day > entered
        assert prizes_on(desk.room, entered) is None
        assert prizes_on(desk.room, day) == Prizes(90_00, (f"{desk.cashier.display_name} (90)",), -10_00)

    def test_tournaments_of_another_room_are_its_own(self, desk: Desk) -> None:
        elsewhere, day = open_desk(), desk.room.gaming_day(desk.now)
        book(elsewhere, K.TOURNAMENT_ENTRY, 100_00, elsewhere.player())
        book(elsewhere, K.TOURNAMENT_PAID, 40_00, elsewhere.player())
        assert elsewhere.room.gaming_day(elsewhere.now) == day
        assert prizes_on(desk.room, day) is None
        book(desk, K.TOURNAMENT_PAID, 90_00, desk.player())
        assert prizes_on(desk.room, day) == Prizes(90_00, (f"{desk.cashier.display_name} (90)",), 90_00)

    def test_somebody_elses_drawer_and_a_closed_one(self, desk: Desk) -> None:
        refused("not_your_drawer", lambda: book(desk, K.PAID_IN, 10_00, by=person(desk.room, "cashier")))
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        refused("drawer_closed", lambda: book(desk, K.PAID_IN, 10_00))

    def test_more_cash_than_there_is(self, desk: Desk) -> None:
        second = person(desk.room, "floor")
        refused("drawer_short", lambda: book(desk, K.PAID_OUT, 10_000_01, second=second))


class TestAlone:
    def test_ten_small_ones_are_as_much_as_a_large_one(self, desk: Desk) -> None:
        for _ in range(5):
            book(desk, K.PROMO_PAYOUT, 100_00, desk.player())
        for kind in (K.PROMO_PAYOUT, K.COMP_PAID, K.TOURNAMENT_PAID):
            refused("second_needed", lambda kind=kind: book(desk, kind, 1_00, desk.player()))
        refused("second_needed", lambda: book(desk, K.PAID_OUT, 1_00))
        assert book(desk, K.TOURNAMENT_ENTRY, 1_00, desk.player()).second is None

    def test_it_stands_on_the_list_of_who_moved_what_alone(self, desk: Desk) -> None:
        carried_off(desk, 40_00)
        alone = book(desk, K.PROMO_PAYOUT, 300_00, desk.player())
        petty = book(desk, K.PAID_OUT, 600_00, second=(supervisor := person(desk.room, "floor")))
        book(desk, K.PAID_IN, 600_00)
        shown = present(desk, desk.player(), 40_00)
        acts = acts_of_today(desk.room, desk.at())[:3]
        rows = [(row.done.request_key, row.done.amount, row.done.second) for row in acts]
        listed = [(shown, None), (petty, supervisor), (alone, None)]
        assert rows == [(slip.request_key, slip.amount, second) for slip, second in listed]
        assert [row.name for row in acts[1:]] == [four_eyes.PAYOUT.name] * 2
        books_agree()

    def test_its_sum_of_a_day_takes_nothing_of_the_one_for_voids(self, desk: Desk) -> None:
        slip = book(desk, K.PROMO_PAYOUT, 100_00, desk.player())
        book(desk, K.PROMO_PAYOUT, 400_00, desk.player())
        assert a_void(desk, slip).second is None
        books_agree()

    def test_the_audit_names_one_that_is_not_listed(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        def unlisted(amount: int) -> CashSlip:
            with monkeypatch.context() as patched:
                patched.setattr(four_eyes, "note", lambda *_, **__: None)
                return book(desk, K.COMP_PAID, amount, desk.player())

        unlisted(10_00)
        assert list(unlisted_payouts()) == [], "the room's windows didn't write them down yet"
        book(desk, K.COMP_PAID, 10_00, desk.player())
        missing = unlisted(20_00)
        assert list(unlisted_payouts()) == [f"slip {missing.pk} paid 2000; no act says who answers for it"]

    def test_a_void_makes_no_room_for_more(self, desk: Desk) -> None:
        slip = book(desk, K.COMP_PAID, 500_00, desk.player())
        a_void(desk, slip, second=person(desk.room, "floor"))
        refused("second_needed", lambda: book(desk, K.COMP_PAID, 1_00, desk.player()))

    def test_the_second_is_another_person_with_the_right(self, desk: Desk) -> None:
        player = desk.player()
        for second, code in (
            (desk.cashier, "second_is_first"), (person(desk.room, "cashier"), "second_may_not"),
        ):  # fmt: skip
            refused(code, lambda second=second: book(desk, K.COMP_PAID, 600_00, player, second=second))
        assert book(desk, K.COMP_PAID, 600_00, player, second=person(desk.room, "floor")).second

    def test_who_confirmed_it_doesnt_confirm_its_void(self, desk: Desk) -> None:
        supervisor = person(desk.room, "floor")
        slip = book(desk, K.COMP_PAID, 600_00, desk.player(), second=supervisor)
        refused("second_made_it", lambda: a_void(desk, slip, second=supervisor))
        assert a_void(desk, slip, second=person(desk.room, "floor"))

    def test_the_database_holds_the_limit_of_one(self, desk: Desk) -> None:
        slip = book(desk, K.COMP_PAID, 400_00, desk.player())
        slip.pk, slip.request_key, slip.receipt, slip.amount = None, key(), 99, 500_01
        slip._state.adding = True
        with pytest.raises(IntegrityError, match="cash_slip_above_limit_has_second"), transaction.atomic():
            slip.save()


class TestVoidAfterTheCount:
    def test_it_is_voided_at_the_drawer_once_that_is_open_again(self, desk: Desk) -> None:
        slip = book(desk, K.TOURNAMENT_ENTRY, 50_00, desk.player())
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        refused("drawer_closed", lambda: a_void(desk, slip))
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
        a_void(desk, slip)
        assert desk.held(AccountKind.DRAWER_CASH) == 10_000_00
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        assert not DrawerVariance.objects.exists()
        books_agree()

    def test_the_day_after_two_people_void_it_and_the_days_of_patrons_get_no_room(self, desk: Desk) -> None:
        slip = book(desk, K.TOURNAMENT_ENTRY, 50_00, player := desk.player())
        desk.now += timedelta(days=1)
        refused("second_needed", lambda: a_void(desk, slip))
        void: SlipVoid = a_void(desk, slip, second=person(desk.room, "floor"))
        assert patron_day(desk.room, player, void.gaming_day).currency_in == 0
        assert patron_day(desk.room, player, slip.gaming_day).currency_in == 0


def at_commit(constraint: str) -> None:
    """Ask now what is asked when the transaction commits."""
    with connection.cursor() as cursor:
        cursor.execute(f"set constraints {constraint} immediate")


class TestCraftedRows:
    @pytest.mark.parametrize("each", CASH_KINDS, ids=lambda each: each.letters)
    def test_money_without_a_slip_doesnt_commit(self, desk: Desk, each: Any) -> None:
        cash = drawer_account(desk.room, AccountKind.DRAWER_CASH, desk.drawer.pk)
        place = house_account(desk.room, each.place)
        way = (place, cash) if each.comes_in else (cash, place)
        moves = [Move(*way, 5_00, each.kind)]
        with transaction.atomic():
            post(room=desk.room, key=key(), moves=moves, by=desk.cashier, at=desk.at())
            with pytest.raises(IntegrityError, match="without a slip"):
                at_commit("players_transfer_with_cash_slip")
            transaction.set_rollback(True)

    def test_a_slip_without_money_doesnt_commit(self, desk: Desk) -> None:
        slip = book(desk, K.PAID_IN, 5_00)
        slip.pk, slip.request_key, slip.receipt = None, key(), 99
        slip._state.adding = True
        with transaction.atomic():
            slip.save()
            with pytest.raises(IntegrityError, match="did not move"):
                at_commit("cage_cashslip_moved")
            transaction.set_rollback(True)


def test_only_kinds_of_the_list_are_booked(desk: Desk) -> None:
    with pytest.raises(ValueError, match="not booked"):
        cage.book_cash(room=desk.room, kind=K.FILL, amount=1, drawer=desk.drawer, key=key(), **desk.by())


def test_a_slip_is_of_the_gaming_day_on_which_its_money_moved(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a payment counts towards a limit of another day."""
    save = CashSlip.save

    def a_day_early(slip: CashSlip, **facts: Any) -> None:
        slip.gaming_day -= timedelta(days=1)
        save(slip, **facts)

    monkeypatch.setattr(CashSlip, "save", a_day_early)
    with transaction.atomic():
        book(desk, TransferKind.PAID_IN, 5_00)
        with pytest.raises(IntegrityError, match="without a slip of that kind"):
            connection.cursor().execute("set constraints all immediate")
        transaction.set_rollback(True)
