"""Chips that the books don't know (C-2), and patrons whose identity isn't on record (C-3)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from cage import services as cage
from cage.day_notes import chips_beyond_what_was_out
from cage.models import CashOut, CashSlip, HeldCashOut, HoldEnd
from cage.selectors.currency import patron_day
from cage.selectors.holds import held_at, still_held
from config.audit.checks import CHECKS
from config.audit.models import AuditEvent
from config.rooms.services import change_settings
from players.models import AccountKind, Ban, Description, IdentityDecision, Player, TransferKind
from players.services import Identity, Look, bar_player, decide_identity, describe_patron, edit_player
from tests.support.desk import NLH, Desk, key, open_desk, person
from tests.support.refusals import refused
from tests.support.window import a_void, book, carried_off, counted_twice, described, identified, present

pytestmark = pytest.mark.django_db


def books_agree() -> None:
    for name, check in CHECKS.items():
        if check.faults.__module__.startswith(("players", "cage")):
            assert list(check.faults()) == [], name


def limited(up_to: int, **settings: Any) -> Desk:
    """A desk in a room that moves so much without an identity."""
    alone = {"presented_alone": 50_000_00, "payouts_alone": 50_000_00}
    return open_desk(identity_from=up_to, plaque=replace(NLH, buy_in_max=5_000_00), **(alone | settings))


class TestPresented:
    def test_chips_come_from_abroad_and_cash_goes_to_patrons(self, desk: Desk) -> None:
        carried_off(desk, 200_00)
        kinds = (AccountKind.ABROAD, AccountKind.DRAWER_CHIPS, AccountKind.DRAWER_CASH)
        before = [desk.held(kind) for kind in kinds]
        slip = present(desk, desk.player(), 200_00, origin="brought_back")
        assert (slip.amount, slip.origin, slip.receipt, slip.rack_paid) == (200_00, "brought_back", 2, None)
        moved = [desk.held(kind) - held for kind, held in zip(kinds, before, strict=True)]
        assert moved == [-200_00, 200_00, -200_00]
        books_agree()

    def test_it_is_cash_out_of_the_patrons_day(self, desk: Desk) -> None:
        slip = present(desk, player := desk.player(), 200_00)
        day = patron_day(desk.room, player, slip.gaming_day)
        assert (day.currency_in, day.currency_out) == (0, 200_00)

    def test_the_rack_is_paid_first_by_a_slip_of_its_own(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 300_00)
        slip = present(desk, player, 500_00)
        assert slip.rack_paid
        assert (slip.rack_paid.amount, slip.amount) == (300_00, 200_00)
        assert (slip.rack_paid.receipt, slip.receipt, desk.rack(player)) == (3, 4, 0)
        assert patron_day(desk.room, player, slip.gaming_day).currency_out == 500_00
        books_agree()

    def test_chips_that_the_books_know_are_an_ordinary_cash_out(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 300_00)
        refused("on_the_books", lambda: present(desk, player, 300_00), most=300_00)

    def test_a_retry_pays_once(self, desk: Desk) -> None:
        desk.step, player, again = timedelta(0), desk.player(), key()
        desk.buy_in(player, 300_00)
        assert present(desk, player, 500_00, key=again) == present(desk, player, 500_00, key=again)
        assert (CashSlip.objects.count(), CashOut.objects.count()) == (1, 1)

    def test_an_origin_is_said(self, desk: Desk) -> None:
        refused("origin_unknown", lambda: present(desk, desk.player(), 10_00, origin="found"))

    def test_the_barred_are_paid_as_at_every_cash_out(self, desk: Desk) -> None:
        player = desk.player()
        bar_player(room=desk.room, player=player, kind=Ban.Kind.EXCLUDED, reason="notice", **desk.by())
        assert present(desk, player, 10_00).amount == 10_00

    def test_its_void_gives_the_chips_back(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 300_00)
        carried_off(desk, 50_00)
        chips = desk.held(AccountKind.DRAWER_CHIPS)
        slip = present(desk, player, 350_00, carried=False)
        a_void(desk, slip)
        assert (desk.held(AccountKind.ABROAD), desk.held(AccountKind.DRAWER_CHIPS)) == (50_00, chips + 300_00)
        assert patron_day(desk.room, player, slip.gaming_day).currency_out == 300_00
        books_agree()


class TestMoreThanIsOut:
    """Chips beyond those that are out of the house by the books: compared, and confirmed by a manager."""

    def asks(self, desk: Desk, player: Player, amount: int, **facts: Any) -> Any:
        return lambda: present(desk, player, amount, carried=False, **facts)

    def test_it_is_asked_and_a_manager_confirms_whatever_the_amount(self, desk: Desk) -> None:
        carried_off(desk, 15_00)
        gil, yes = desk.player("Gil"), {"confirmed": ("more_than_is_out",)}
        said = refused("more_than_is_out", self.asks(desk, gil, 300_00), confirm="more_than_is_out").message
        assert said == (
            "By the books 15 are out of the house, this is 300: chips nobody issued, or a stack or felt that was "
            "miscounted. Compare the chips, then confirm before a manager."
        )
        two = counted_twice(desk, {100_00: 3})
        refused("more_than_is_out", self.asks(desk, gil, 300_00, **two))
        refused("second_needed", self.asks(desk, gil, 300_00, **yes))
        refused("second_may_not", self.asks(desk, gil, 300_00, **yes, **two))
        refused("count_missing", self.asks(desk, gil, 300_00, **yes, second=desk.manager))
        two["second"] = desk.manager
        slip = self.asks(desk, gil, 300_00, **yes, **two)()
        assert (slip.second, desk.held(AccountKind.ABROAD)) == (desk.manager, -285_00)
        assert AuditEvent.objects.get(verb="chips.presented").after["more_than_is_out"] == 285_00
        (note,) = chips_beyond_what_was_out(desk.room, slip.gaming_day)
        assert note.sentence.startswith("Gil was paid 300 at ")
        assert "285 more than was out of the house by them" in note.sentence
        assert note.sentence.endswith(f"by {desk.cashier}, confirmed by {desk.manager}.")
        again = refused("more_than_is_out", self.asks(desk, gil, 1_00)).message
        assert again.startswith("By the books no chips are out of the house, this is 1: ")
        books_agree()

    def test_nobody_is_asked_about_what_is_out_or_on_the_books(self, desk: Desk) -> None:
        carried_off(desk, 15_00)
        gil = desk.player("Gil")
        desk.buy_in(gil, 100_00)
        slip = self.asks(desk, gil, 115_00)()
        assert (slip.second, list(chips_beyond_what_was_out(desk.room, slip.gaming_day))) == (None, [])


class TestByTwo:
    def test_above_the_rooms_setting_a_supervisor_counts_too(self, desk: Desk) -> None:
        player = desk.player()
        refused("second_needed", lambda: present(desk, player, 500_01 // 100 * 100 + 100))
        slip = present(desk, player, 600_00, **counted_twice(desk, {100_00: 6}))
        assert (slip.pieces, slip.second is not None) == ({"10000": 6}, True)

    def test_all_night_in_small_sums_is_one_sum(self, desk: Desk) -> None:
        for _ in range(5):
            present(desk, desk.player(), 100_00)
        refused("second_needed", lambda: present(desk, desk.player(), 1_00))

    def test_only_what_the_books_dont_know_counts(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 300_00)
        assert present(desk, player, 800_00).second is None

    def test_the_second_isnt_the_first_and_has_the_right(self, desk: Desk) -> None:
        player, count = desk.player(), {100_00: 6}
        for second, code in ((desk.cashier, "second_is_first"), (person(desk.room, "cashier"), "second_may_not")):
            facts = counted_twice(desk, count, second)
            refused(code, lambda facts=facts: present(desk, player, 600_00, **facts))

    def test_two_counts_that_agree_with_each_other_and_the_amount(self, desk: Desk) -> None:
        player = desk.player()
        facts = counted_twice(desk, {100_00: 6})
        refused("count_missing", lambda: present(desk, player, 600_00, **(facts | {"second_pieces": None})))
        refused("counts_differ", lambda: present(desk, player, 600_00, **(facts | {"second_pieces": {25_00: 24}})))
        refused("counts_differ", lambda: present(desk, player, 700_00, **facts))
        refused("denomination_unknown", lambda: present(desk, player, 600_00, **counted_twice(desk, {60_00: 10})))
        assert not CashSlip.objects.exists()


class TestDescribed:
    def test_a_patron_is_described_in_words_and_served_as_everybody(self, desk: Desk) -> None:
        patron = described(desk, clothing="red cap")
        assert str(patron).startswith("Patron 0703-1: man, 45–59, tall, grey hair, red cap")
        desk.buy_in(patron, 200_00)
        desk.seat(patron, 1, 100_00)
        desk.cash_out(patron, 100_00)
        books_agree()

    def test_numbers_go_on_within_the_day(self, desk: Desk) -> None:
        assert [described(desk).description.number for _ in range(2)] == [1, 2]
        desk.now += timedelta(days=1)
        assert described(desk).description.number == 1

    def test_looks_are_of_the_lists(self, desk: Desk) -> None:
        refused("look_unknown", lambda: described(desk, hair="plaid"))

    def test_a_retry_describes_once(self, desk: Desk) -> None:
        look, again = Look(sex="man", age_band="45_59", height="tall", hair="grey"), key()
        facts = {"room": desk.room, "look": look, "key": again} | desk.by()
        assert describe_patron(**facts) == describe_patron(**facts)
        assert Description.objects.count() == 1

    def test_nobody_is_described_where_more_than_a_name_is_asked(self) -> None:
        desk = open_desk(identity_asked="birth")
        refused("identity_required", lambda: described(desk))

    def test_what_was_seen_is_not_rewritten(self, desk: Desk) -> None:
        patron = described(desk)
        papers = Identity(display_name="Ann", legal_name="Ann Archer")
        refused("patron_described", lambda: edit_player(room=desk.room, player=patron, identity=papers, **desk.by()))

    def test_a_barred_person_who_was_described_is_barred(self, desk: Desk) -> None:
        patron, ann = described(desk), identified(desk)
        bar_player(room=desk.room, player=ann, kind=Ban.Kind.BARRED, reason="no", **desk.by())
        named(desk, patron, ann)
        refused("player_barred", lambda: desk.buy_in(patron, 200_00))


def named(desk: Desk, patron: Player, player: Player) -> None:
    supervisor = person(desk.room, "floor")
    same = IdentityDecision.Outcome.SAME
    facts = {"room": desk.room, "reason": "passport shown", "by": supervisor, "at": desk.at()}
    decide_identity(player=patron, other=player, outcome=same, **facts)


class TestUpToTheLimit:
    def test_the_purchase_that_would_cross_is_refused_before_money_moves(self) -> None:
        desk = limited(500_00)
        patron = described(desk)
        desk.buy_in(patron, 300_00)
        error = refused("identity_required", lambda: desk.buy_in(patron, 201_00))
        assert error.allowed["missing"] == ["the legal name", "the date of birth", "a document"]
        assert "ask for the legal name, the date of birth and a document" in error.message
        assert desk.buy_in(patron, 200_00).amount == 200_00

    def test_everybody_without_papers_is_held_to_it_described_or_not(self) -> None:
        desk = limited(500_00)
        player = desk.player("Bob")
        desk.buy_in(player, 300_00)
        refused("identity_required", lambda: desk.buy_in(player, 300_00))

    def test_papers_open_the_way(self) -> None:
        desk = limited(100_00)
        assert desk.buy_in(identified(desk), 300_00)

    def test_a_document_that_has_expired_is_none(self) -> None:
        desk = limited(100_00)
        ann = identified(desk)
        Player.objects.filter(pk=ann.pk).update(document_expires_on=desk.now.date() - timedelta(days=2))
        error = refused("identity_required", lambda: desk.buy_in(ann, 300_00))
        assert error.allowed["missing"] == ["a valid document"]

    def test_none_at_all_where_the_room_says_zero(self) -> None:
        desk = limited(0)
        patron = described(desk)
        refused("identity_required", lambda: desk.buy_in(patron, 100_00))
        refused("identity_required", lambda: present(desk, patron, 1_00))

    def test_in_and_out_are_summed_apart_and_never_netted(self) -> None:
        desk = limited(500_00)
        patron = described(desk)
        desk.buy_in(patron, 300_00)
        desk.cash_out(patron, 300_00)
        desk.buy_in(patron, 200_00)
        desk.cash_out(patron, 200_00)
        refused("identity_required", lambda: desk.buy_in(patron, 100_00))

    def test_every_kind_of_currency_counts(self) -> None:
        desk = limited(500_00)
        patron = described(desk)
        book(desk, TransferKind.TOURNAMENT_ENTRY, 400_00, patron)
        refused("identity_required", lambda: desk.buy_in(patron, 101_00))
        book(desk, TransferKind.PROMO_PAYOUT, 300_00, patron)
        refused("identity_required", lambda: present(desk, patron, 201_00))
        present(desk, patron, 200_00)
        refused("cash_out_held", lambda: book(desk, TransferKind.COMP_PAID, 1_00, patron))

    def test_two_descriptions_of_one_person_cross_it_together(self) -> None:
        desk = limited(500_00)
        first, second, ann = described(desk), described(desk), desk.player("Ann")
        desk.buy_in(first, 300_00)
        desk.buy_in(second, 200_00)
        for patron in (first, second):
            named(desk, patron, ann)
        for record in (first, second, ann):
            refused("identity_required", lambda record=record: desk.buy_in(record, 100_00))

    def test_a_description_that_is_named_goes_on_by_the_papers(self) -> None:
        desk = limited(300_00)
        patron = described(desk)
        desk.buy_in(patron, 300_00)
        named(desk, patron, identified(desk))
        assert desk.buy_in(patron, 300_00).amount == 300_00
        assert Description.objects.get(player=patron).sex == "man"

    def test_a_void_of_yesterday_makes_no_room_today(self) -> None:
        desk = limited(300_00, void_alone=0)
        patron = described(desk)
        bought = desk.buy_in(patron, 300_00)
        desk.now += timedelta(days=1)
        desk.buy_in(patron, 100_00)
        facts = {"reason": "test", "key": key(), "second": person(desk.room, "floor")} | desk.by()
        cage.void_buy_in(bought=bought, **facts)
        refused("identity_required", lambda: desk.buy_in(patron, 201_00))

    def test_the_audit_finds_what_came_past_it(self) -> None:
        desk = limited(300_00)
        desk.buy_in(described(desk), 300_00)
        desk.room.__class__.objects.filter(pk=desk.room.pk).update(identity_from=200_00)
        name = "Nobody described moved more cash on a gaming day than the room does without an identity"
        check = next(check for each, check in CHECKS.items() if name in str(each) or name in str(check))
        assert len(list(check.faults())) == 1


def rich(desk: Desk, *, days: int = 2) -> Player:
    """A described patron with 500 in the rack, bought on two days, or 250 more for each further day."""
    patron = described(desk)
    for _ in range(days):
        desk.buy_in(patron, 250_00)
        desk.now += timedelta(days=1)
    return patron


class TestHeld:
    def test_a_cash_out_that_would_cross_is_held_and_the_chips_stay_theirs(self) -> None:
        desk = limited(300_00)
        patron = rich(desk)
        error = refused("cash_out_held", lambda: desk.cash_out(patron, 400_00))
        held = HeldCashOut.objects.get()
        assert error.allowed == {"held": held.pk}
        assert (desk.rack(patron), held.amount, held.by) == (500_00, 400_00, desk.cashier)
        assert held_at([desk.session], desk.now) == {desk.session.pk: f"{patron}: cash-out of 400 is held"}
        assert AuditEvent.objects.filter(verb="cash_out.held").count() == 1
        books_agree()

    def test_a_retry_holds_once(self) -> None:
        desk = limited(300_00)
        patron, again = rich(desk), key()
        desk.step = timedelta(0)
        for _ in range(2):
            refused("cash_out_held", lambda: desk.cash_out(patron, 400_00, key=again))
        assert HeldCashOut.objects.count() == 1

    def test_no_smaller_sums_are_paid_meanwhile(self) -> None:
        desk = limited(300_00)
        patron = rich(desk)
        refused("cash_out_held", lambda: desk.cash_out(patron, 400_00))
        refused("cash_out_held", lambda: desk.cash_out(patron, 1_00))
        refused("cash_out_held", lambda: present(desk, patron, 600_00))
        assert HeldCashOut.objects.count() == 1

    def test_identity_ends_it(self) -> None:
        desk = limited(300_00)
        patron = rich(desk)
        refused("cash_out_held", lambda: desk.cash_out(patron, 400_00))
        named(desk, patron, identified(desk))
        paid = desk.cash_out(patron, 400_00)
        ended = HoldEnd.objects.get()
        assert (ended.outcome, ended.paid) == ("identified", paid)
        assert not still_held(desk.room).exists()
        books_agree()

    def test_a_supervisor_lets_just_that_be_paid_once(self) -> None:
        desk = limited(300_00)
        patron = rich(desk, days=4)
        refused("cash_out_held", lambda: desk.cash_out(patron, 400_00))
        decide(desk)
        refused("cash_out_held", lambda: desk.cash_out(patron, 401_00))
        decide(desk, is_paid=False)
        assert desk.cash_out(patron, 400_00).allowed_by
        refused("cash_out_held", lambda: desk.cash_out(patron, 400_00))
        decide(desk, is_paid=False)
        refused("cash_out_held", lambda: desk.cash_out(patron, 100_00))
        books_agree()

    def test_only_on_that_gaming_day(self) -> None:
        desk = limited(300_00)
        patron = rich(desk)
        refused("cash_out_held", lambda: desk.cash_out(patron, 400_00))
        decide(desk)
        desk.now += timedelta(days=1)
        refused("cash_out_held", lambda: desk.cash_out(patron, 400_00))

    def test_a_supervisor_leaves_it(self) -> None:
        desk = limited(300_00)
        patron = rich(desk)
        refused("cash_out_held", lambda: desk.cash_out(patron, 400_00))
        decide(desk, is_paid=False)
        assert (desk.cash_out(patron, 300_00).amount, desk.rack(patron)) == (300_00, 200_00)

    def test_who_decides(self) -> None:
        desk = limited(300_00)
        patron = rich(desk)
        refused("cash_out_held", lambda: desk.cash_out(patron, 400_00))
        refused("second_is_first", lambda: decide(desk, by=desk.cashier))
        refused("reason_missing", lambda: decide(desk, reason=" "))
        held = HeldCashOut.objects.get()
        decide(desk)
        refused("hold_ended", lambda: decide(desk, held=held))

    def test_more_than_there_is_is_not_held_but_refused(self) -> None:
        desk = limited(300_00)
        patron = rich(desk)
        refused("insufficient_chips", lambda: desk.cash_out(patron, 501_00))
        assert not HeldCashOut.objects.exists()

    def test_the_database_keeps_what_was_decided(self) -> None:
        desk = limited(300_00)
        patron = rich(desk)
        refused("cash_out_held", lambda: desk.cash_out(patron, 400_00))
        decide(desk)
        with pytest.raises(DatabaseError), transaction.atomic():
            HoldEnd.objects.update(outcome="withdrawn")


def decide(desk: Desk, *, is_paid: bool = True, reason: str = "the bank knows them", **facts: Any) -> HoldEnd:
    held = facts.pop("held", None) or HeldCashOut.objects.filter(end=None).get()
    given = {"key": key(), "by": person(desk.room, "floor"), "at": desk.at()} | facts
    return cage.decide_hold(held=held, is_paid=is_paid, reason=reason, **given)


class TestSettings:
    def test_one_person_alone_loosens_none(self, desk: Desk) -> None:
        room = desk.room
        names = (
            "name", "currency", "currency_symbol", "exponent", "smallest_chip", "time_zone", "gaming_day_start",
            "helpline", "identity_asked",
        )  # fmt: skip
        kept = {name: getattr(room, name) for name in names} | {"room": room, "by": desk.manager, "at": desk.at()}
        for name in ("cover_asked", "minimum_age", "at_work_minutes"):
            less_of_it = {name: getattr(room, name) - 1}
            refused("second_needed", lambda less_of_it=less_of_it: change_settings(**kept, **less_of_it))
            change_settings(**kept, **{name: getattr(room, name) + 1})
        room.identity_asked = "document"
        room.save()
        for less in ("birth", "name"):
            refused("second_needed", lambda less=less: change_settings(**kept | {"identity_asked": less}))
        kept["identity_asked"] = "document"
        limits = (
            "identity_from", "presented_alone", "payouts_alone", "variance_notice", "investigation_from",
            "variance_days", "regulator_note_from", "regulator_note_hours", "runner_limit", "report_from", "log_from",
            "slip_minutes", "vault_most", "push_minutes", "opening_looks",
        )  # fmt: skip
        for name in limits:
            more = {name: getattr(room, name) + 1}
            refused("second_needed", lambda more=more: change_settings(**kept, **more))
            change_settings(**kept, **{name: getattr(room, name) - 1})


class TestBothSettingsBind:
    def test_what_is_asked_before_chips_are_sold_binds_a_patron_who_was_described_before(self) -> None:
        desk = limited(300_00)
        patron = described(desk)
        desk.buy_in(patron, 100_00)
        desk.room.identity_asked = "birth"
        desk.room.save()
        refused("identity_missing", lambda: desk.buy_in(patron, 100_00))
        assert desk.cash_out(patron, 100_00).amount == 100_00
