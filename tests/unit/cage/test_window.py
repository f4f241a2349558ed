"""The window, drawers and vault: what is sold, what is refused, and that asking twice does once."""

from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from cage import services as cage
from cage.models import BuyIn, Drawer
from cage.selectors.purchases import allowance
from cage.selectors.typed import not_a_name, not_an_amount
from cage.selectors.window import game
from config.audit.models import AuditEvent
from config.errors import DomainError, KeyReused
from players import services
from players.models import AccountKind, Ban, Transfer, TransferKind
from players.selectors.people import row
from rules.house.house import CARDROOM_B, SOLAIRE
from rules.house.plaque import Plaque
from rules.house.rake import FeeSchedule
from tables.services import claim_hand, close_table, release_hand
from tests.support.desk import NLH, Desk, key, open_desk, person
from tests.support.drawers import opened
from tests.support.people import a_room, one_person, signed_in
from tests.support.refusals import refused
from tests.support.words import text


class TestBuyIn:
    def test_cash_goes_into_the_drawer_and_chips_into_the_rack(self, desk: Desk) -> None:
        player = desk.player()
        bought = desk.buy_in(player, 200_00)
        assert desk.rack(player) == 200_00
        assert desk.held(AccountKind.DRAWER_CASH) == 10_000_00 + 200_00
        assert desk.held(AccountKind.DRAWER_CHIPS) == 50_000_00 - 200_00
        group = Transfer.objects.filter(request_key=bought.request_key)
        assert [transfer.kind for transfer in group] == [TransferKind.CHIP_SALE] * 2
        assert bought.plaque == desk.session.plaque

    def test_is_on_the_gaming_day_not_on_the_calendar_day(self, desk: Desk) -> None:
        small_hours = desk.now.replace(hour=3) + timedelta(days=1)
        bought = desk.buy_in(desk.player(), 200_00, at=small_hours)
        assert bought.gaming_day == date(2025, 3, 7)
        assert {t.gaming_day for t in Transfer.objects.filter(request_key=bought.request_key)} == {date(2025, 3, 7)}

    @pytest.mark.parametrize("before", [0, 101_00, 150_00, 300_00])
    def test_page_and_refusal_state_the_same_and_it_is_accepted(self, desk: Desk, before: int) -> None:
        player = desk.player()
        if before:
            desk.buy_in(player, before)
        shown = allowance(desk.session, player, at=desk.now)
        error = refused("above_max_buyin", lambda: desk.buy_in(player, (shown.most or 0) + 1_00))
        assert error.allowed["most"] == shown.most == 300_00 - before
        if shown.most:
            assert desk.buy_in(player, shown.most)

    def test_an_add_on_states_no_more_than_there_is_off_the_table(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 150_00)
        sitting = desk.seat(player, 1, 100_00)
        add = {"sitting": sitting, "key": key()}
        error = refused("above_max_buyin", lambda: services.add_on(**add, amount=201_00, **desk.by()))
        assert error.allowed["most"] == 50_00
        assert services.add_on(**add, amount=50_00, **desk.by())

    def test_a_short_buy_is_refused_with_the_minimum(self, desk: Desk) -> None:
        refusal = refused("short_buy", lambda: desk.buy_in(desk.player(), 99_00), least=100_00)
        assert refusal.citation == "004:L48"
        assert BuyIn.objects.count() == 0

    def test_what_lies_in_the_rack_counts_towards_the_minimum(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 100_00)
        assert desk.buy_in(player, 50_00).amount == 50_00

    def test_above_the_maximum_is_refused(self, desk: Desk) -> None:
        refused("above_max_buyin", lambda: desk.buy_in(desk.player(), 301_00), most=300_00)

    def test_two_purchases_before_sitting_down_count_together(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        refused("above_max_buyin", lambda: desk.buy_in(player, 101_00))
        assert desk.buy_in(player, 100_00)

    def test_purchases_under_two_records_of_one_person_count_together(self, desk: Desk) -> None:
        player, other = desk.player(), desk.player()
        desk.buy_in(player, 200_00)
        one_person(desk.room, player, other, by=desk.manager, at=desk.at())
        refused("above_max_buyin", lambda: desk.buy_in(other, 101_00))
        assert allowance(desk.session, other, at=desk.at()).most == 100_00
        assert desk.buy_in(other, 100_00)
        desk.cash_out(player, 200_00)
        assert desk.buy_in(other, 200_00)

    def test_chips_from_another_game_do_not_count_towards_the_maximum(self, desk: Desk) -> None:
        player, other = desk.player(), desk.open_table()
        desk.buy_in(player, 300_00, session=other)
        assert desk.buy_in(player, 300_00)

    def test_goes_on_the_stack_of_a_player_who_sits_there(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        bought = desk.buy_in(sitting.player, 100_00)
        assert (desk.stack(sitting), desk.rack(sitting.player)) == (300_00, 0)
        assert bought.sitting == sitting
        assert Transfer.objects.filter(request_key=bought.request_key).count() == 3

    def test_the_maximum_counts_the_stack_of_a_seated_player(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        refused("above_max_buyin", lambda: desk.buy_in(sitting.player, 101_00), most=100_00)

    def test_while_a_hand_is_played_the_chips_wait_in_the_rack_within_the_maximum(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        claim_hand(session=desk.session, by=desk.manager, at=desk.at())
        bought = desk.buy_in(sitting.player, 60_00)
        assert (desk.stack(sitting), desk.rack(sitting.player), bought.sitting) == (200_00, 60_00, None)
        refused("above_max_buyin", lambda: desk.buy_in(sitting.player, 41_00), most=40_00)
        desk.session.refresh_from_db()
        assert allowance(desk.session, sitting.player, at=desk.at()).most == 40_00
        release_hand(session=desk.session, recorded=False)
        services.add_on(sitting=sitting, amount=60_00, key=key(), **desk.by())
        assert (desk.stack(sitting), desk.rack(sitting.player)) == (260_00, 0)

    def test_ten_times_the_lower_limit_where_the_house_says_so(self, db: None) -> None:
        plaque = Plaque(
            game="holdem", structure="fixed_limit", blinds=(100, 300), small_bet=300, big_bet=600, unit=100,
            buy_in_min=30_00, fee=FeeSchedule(),
        )  # fmt: skip
        desk = open_desk(house=CARDROOM_B, plaque=plaque)
        refused("short_buy", lambda: desk.buy_in(desk.player(), 29_00), least=30_00)
        assert desk.buy_in(desk.player(), 30_00)

    def test_no_maximum_where_the_house_has_none(self, db: None) -> None:
        desk = open_desk(house=SOLAIRE)
        assert desk.buy_in(desk.player(), 5_000_00)

    def test_more_than_the_drawer_holds_is_refused(self, db: None) -> None:
        desk = open_desk(chips=150_00)
        refusal = refused("drawer_short", lambda: desk.buy_in(desk.player(), 200_00))
        assert refusal.message == "Window 1 has not enough chips for 200: ask for a fill first."
        assert refusal.allowed == {}, "nobody is told what must be in a drawer that they will count"

    @pytest.mark.parametrize("amount", [0, 100_50, -100_00])
    def test_an_amount_that_no_chips_make_up_is_refused(self, desk: Desk, amount: int) -> None:
        refused("not_chip_multiple", lambda: desk.buy_in(desk.player(), amount))

    def test_a_closed_table_sells_nothing(self, desk: Desk) -> None:
        close_table(session=desk.session, by=desk.manager, at=desk.at())
        refused("table_closed", lambda: desk.buy_in(desk.player(), 200_00))

    def test_a_table_of_another_room_is_refused(self, desk: Desk) -> None:
        elsewhere = open_desk()
        refused("table_elsewhere", lambda: desk.buy_in(desk.player(), 200_00, session=elsewhere.session))
        refused("drawer_elsewhere", lambda: desk.buy_in(desk.player(), 200_00, drawer=elsewhere.drawer))

    def test_leaves_one_audit_event(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 200_00)
        event = AuditEvent.objects.get(subject_kind="buyin", subject_id=str(bought.pk))
        assert (event.verb, event.by, event.after["amount"]) == ("buy_in.taken", desk.cashier, 200_00)


class TestWhoMayBuy:
    def test_a_barred_player_may_not(self, desk: Desk) -> None:
        player = desk.player()
        services.bar_player(room=desk.room, player=player, kind=Ban.Kind.BARRED, reason="cheating", **desk.by())
        refused("player_barred", lambda: desk.buy_in(player, 200_00))

    def test_a_ban_that_has_run_out_binds_no_more(self, desk: Desk) -> None:
        player, ends_at = desk.player(), desk.now + timedelta(hours=1)
        facts = {"room": desk.room, "player": player, "kind": Ban.Kind.SUSPENDED, "reason": "language"}
        services.bar_player(**facts, **desk.by(), ends_at=ends_at)
        refused("player_barred", lambda: desk.buy_in(player, 200_00))
        assert desk.buy_in(player, 200_00, at=ends_at)

    def test_a_player_whose_ban_was_lifted_may(self, desk: Desk) -> None:
        player = desk.player()
        ban = services.bar_player(room=desk.room, player=player, kind=Ban.Kind.BARRED, reason="error", **desk.by())
        services.lift_ban(room=desk.room, ban=ban, reason="mistaken identity", **desk.by_two())
        assert desk.buy_in(player, 200_00)

    def test_twenty_one_and_not_a_day_younger(self, desk: Desk) -> None:
        young = desk.player(date_of_birth=date(2004, 3, 8))
        refused("under_age", lambda: desk.buy_in(young, 200_00))
        assert desk.buy_in(desk.player(date_of_birth=date(2004, 3, 7)), 200_00)

    def test_how_old_they_are_at_least_the_room_sets(self, desk: Desk) -> None:
        youth = desk.player(date_of_birth=date(2007, 3, 8))
        for age in (19, 18):
            desk.room.minimum_age = age
            said = refused("under_age", lambda: desk.buy_in(youth, 200_00), age=age)
            assert f"players are {age} or older" in said.message
            assert row(youth, desk.room, desk.now).warning == f"under {age}"
        desk.room.minimum_age = 17
        assert desk.buy_in(youth, 200_00)
        assert not row(youth, desk.room, desk.now).warning

    def test_a_guest_shows_their_document_first(self, desk: Desk) -> None:
        guest = services.find_guests(room=desk.room, names=["Ivey"], source="a file", **desk.by())["Ivey"]
        refused("guest_unidentified", lambda: desk.buy_in(guest, 200_00))


class TestGoingSouth:
    def test_within_the_hour_they_return_with_what_they_took(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        desk.leave(sitting)
        desk.cash_out(sitting.player, 200_00)
        refused("going_south", lambda: desk.buy_in(sitting.player, 100_00), least=200_00)
        assert desk.buy_in(sitting.player, 200_00)

    def test_chips_that_they_kept_count(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        desk.leave(sitting)
        desk.cash_out(sitting.player, 100_00)
        assert desk.buy_in(sitting.player, 100_00)
        refused("going_south", lambda: desk.seat(sitting.player, 1, 100_00), least=200_00)
        assert desk.seat(sitting.player, 1, 200_00)

    def test_after_the_hour_they_are_new(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        desk.leave(sitting)
        desk.cash_out(sitting.player, 200_00)
        desk.now += timedelta(minutes=60)
        assert desk.buy_in(sitting.player, 100_00)


class TestCashOut:
    def test_chips_go_into_the_drawer_and_cash_to_the_patron(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        desk.cash_out(player, 150_00)
        assert desk.rack(player) == 50_00
        assert desk.held(AccountKind.DRAWER_CASH) == 10_000_00 + 50_00
        assert desk.held(AccountKind.PATRONS) == -50_00

    def test_no_more_than_they_have_off_the_table(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        refused("insufficient_chips", lambda: desk.cash_out(sitting.player, 1_00), most=0)

    def test_no_more_than_the_drawer_has_in_cash(self, db: None) -> None:
        desk = open_desk(cash=0)
        player = desk.player()
        desk.buy_in(player, 300_00)
        cashier = person(desk.room, "cashier")
        other = opened(desk.room, "Window 2", cashier=cashier, **desk.by())
        refused("drawer_short", lambda: desk.cash_out(player, 100_00, drawer=other, by=cashier))
        assert desk.rack(player) == 300_00

    def test_stays_open_to_a_barred_player(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        services.bar_player(room=desk.room, player=player, kind=Ban.Kind.EXCLUDED, reason="list", **desk.by())
        assert desk.cash_out(player, 200_00)


class TestOneDrawer:
    @pytest.mark.parametrize("name", ["window 1", "WINDOW  1", " Window 1 ", "Window\u200b 1"])
    def test_a_drawer_is_the_same_however_its_name_is_written(self, desk: Desk, name: str) -> None:
        refused("drawer_name_taken", lambda: cage.add_drawer(room=desk.room, name=name, **desk.by()))
        assert [drawer.name for drawer in Drawer.objects.all()] == ["Window 1"]

    @pytest.mark.parametrize(
        ("first", "second"), [("Schließfach", "SCHLIESSFACH"), ("\u03c2", "\u03c3"), ("\u0130", "i")]
    )
    def test_letters_whose_capitals_differ_are_one_drawer_or_two_and_never_break(
        self, desk: Desk, first: str, second: str
    ) -> None:
        for name in (first, second, first, second):
            with suppress(DomainError):
                cage.add_drawer(room=desk.room, name=name, **desk.by())
        assert Drawer.objects.count() in (2, 3)

    def test_the_database_knows_no_second_drawer_of_that_name(self, desk: Desk) -> None:
        with pytest.raises(IntegrityError, match="drawer_name_once_per_room"), transaction.atomic():
            Drawer.objects.create(room=desk.room, name="window 1")
        Drawer.objects.create(room=a_room(), name="window 1")


class TestAskingTwice:
    def test_a_retry_is_answered_with_the_first_buy_in(self, desk: Desk) -> None:
        player, request = desk.player(), key()
        first = desk.buy_in(player, 200_00, key=request)
        again = desk.buy_in(player, 200_00, key=request)
        assert again == first
        assert (desk.rack(player), BuyIn.objects.count()) == (200_00, 1)

    def test_a_retry_is_answered_even_when_it_would_now_be_refused(self, desk: Desk) -> None:
        player, request = desk.player(), key()
        first = desk.buy_in(player, 300_00, key=request)
        services.bar_player(room=desk.room, player=player, kind=Ban.Kind.BARRED, reason="test", **desk.by())
        assert desk.buy_in(player, 300_00, key=request) == first

    def test_the_same_key_for_another_amount_is_refused(self, desk: Desk) -> None:
        player, request = desk.player(), key()
        desk.buy_in(player, 200_00, key=request)
        with pytest.raises(KeyReused):
            desk.buy_in(player, 100_00, key=request)

    def test_a_refused_request_may_be_sent_again_with_its_key(self, desk: Desk) -> None:
        player, request = desk.player(), key()
        refused("short_buy", lambda: desk.buy_in(player, 50_00, key=request))
        assert desk.buy_in(player, 100_00, key=request)

    def test_a_cash_out_is_paid_once(self, desk: Desk) -> None:
        player, request = desk.player(), key()
        desk.buy_in(player, 200_00)
        first = desk.cash_out(player, 100_00, key=request)
        assert desk.cash_out(player, 100_00, key=request) == first
        assert desk.rack(player) == 100_00


class TestDrawers:
    def test_a_drawer_is_filled_from_the_vault_only(self, desk: Desk) -> None:
        refused(
            "vault_short",
            lambda: cage.fund_drawer(drawer=desk.drawer, chips=1_00, cash=0, key=key(), **desk.at_the_vault()),
        )
        two = desk.at_the_vault()
        cage.stock_vault(room=desk.room, chips=5_00, cash=7_00, key=key(), reason="delivery", **two)
        cage.fund_drawer(drawer=desk.drawer, chips=5_00, cash=7_00, key=key(), **desk.at_the_vault())
        assert desk.held(AccountKind.VAULT_CHIPS) == desk.held(AccountKind.VAULT_CASH) == 0
        assert desk.held(AccountKind.CHIP_ISSUE) == -50_005_00

    def test_stock_for_the_vault_has_a_reason(self, desk: Desk) -> None:
        facts = {"room": desk.room, "chips": 1_00, "cash": 0, "key": key(), **desk.by()}
        refused("reason_missing", lambda: cage.stock_vault(**facts, reason=" "))


class TestBanking:
    def test_cash_of_the_vault_is_banked_before_two_people(self, desk: Desk) -> None:
        cage.stock_vault(room=desk.room, chips=0, cash=7_00, key=key(), reason="delivery", **desk.at_the_vault())
        banked, same = desk.held(AccountKind.BANK), key()
        facts = {"room": desk.room, "amount": 5_00, "reason": "First Bank, slip 12"}
        refused("second_needed", lambda: cage.bank_cash(key=key(), **facts, by=desk.manager, at=desk.at()))
        two = desk.at_the_vault()
        for _ in range(2):
            cage.bank_cash(key=same, **facts, **two)
        assert (desk.held(AccountKind.VAULT_CASH), desk.held(AccountKind.BANK)) == (2_00, banked + 5_00)
        event = AuditEvent.objects.get(verb="vault.banked")
        assert (event.after["cash"], event.after["second"], event.reason) == (5_00, str(desk.cashier), facts["reason"])

    def test_what_cannot_be_is_refused(self, desk: Desk) -> None:
        cage.stock_vault(room=desk.room, chips=0, cash=7_00, key=key(), reason="delivery", **desk.at_the_vault())
        bank = lambda **facts: cage.bank_cash(  # noqa: E731
            **({"room": desk.room, "amount": 5_00, "reason": "slip 12", "key": key()} | desk.at_the_vault() | facts)
        )
        assert refused("vault_short", lambda: bank(amount=7_01)).message == (
            "The vault has not enough cash for 7.01: send less to the bank."
        )
        refused("reason_missing", lambda: bank(reason=" "))
        for amount in (0, -5_00):
            refused("amount_missing", lambda amount=amount: bank(amount=amount))
        assert desk.held(AccountKind.VAULT_CASH) == 7_00


def test_the_amounts_to_tap_fit_the_currency(db: None) -> None:
    """In yen there once were the least and the most alone: what people buy in for was thought in dollars."""
    rake = FeeSchedule(mode="percent", percent_bp=500, cap=2_000, unit=100)
    yen = replace(NLH, blinds=(500, 1000), unit=500, buy_in_min=50_000, buy_in_max=300_000, fee=rake)
    desk = open_desk(plaque=yen, currency="JPY", exponent=0, smallest_chip=100)
    assert game(desk.session, desk.player(), desk.at()).quick == [50_000, 100_000, 200_000, 300_000]
    desk = open_desk()
    assert game(desk.session, desk.player(), desk.at()).quick == [100_00, 200_00, 300_00]


class TestLinesWithoutAnAmount:
    @pytest.mark.parametrize("line", ["zoe +1_000", "zoe +1e3", "zoe +-5", "zoe +$100", "zoe -$50", "+100 zoe"])
    def test_what_has_a_sign_and_no_amount_says_what_to_write(self, line: str) -> None:
        assert "write “zoe" in not_an_amount(line) or "such as “zoe" in not_an_amount(line)

    @pytest.mark.parametrize(
        "line", ["zoe", "zoe +200", "zoe -200", "zoe +", "bank zoe +5", "zoe +5 bank", "po 35 taxi + tip", "Ann -Marie",
                 "x 4x25=1x100"]
    )  # fmt: skip
    def test_every_other_line_is_read_as_before(self, line: str) -> None:
        assert not_an_amount(line) == ""


class TestLinesThatAreNoName:
    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("x 4×25=100", "write pieces on both sides"), ("4x25", "write pieces on both sides"),
            ("100 jonas", "then “jonas +100” sells and “jonas -100” pays out"), ("45", "Nobody here has the number 45"),
        ],
    )  # fmt: skip
    def test_they_are_refused_in_words_and_nobody_is_registered_by_them(self, desk: Desk, line: str, said: str) -> None:
        assert said in not_a_name(line)
        page = signed_in(desk.cashier).get(reverse("cage"), {"q": line})
        assert said in text(page)
        assert "Register" not in text(page)

    @pytest.mark.parametrize("line", ["zoe", "Ann-Marie", "José Álvarez", "Max", "Xavier 2nd", "A1234567"])
    def test_names_may_be_those_of_somebody_new(self, desk: Desk, line: str) -> None:
        assert not_a_name(line) == ""
        assert f"Register {line}" in text(signed_in(desk.cashier).get(reverse("cage"), {"q": line}))

    def test_who_is_found_is_found(self, desk: Desk) -> None:
        who = desk.player("50 Cent")
        answer = signed_in(desk.cashier).get(reverse("cage"), {"q": "50 Cent"})
        assert answer["Location"] == reverse("cage_player", args=[who.pk])
