"""Awards out of promotional pools: two people of two roles, shares to the unit, paid once, and the books hold."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from cage.award_shares import divide, remainder_of
from cage.models import AwardShare, AwardVoid, CashSlip, PoolAward, PromoPool
from cage.selectors.currency import patron_day
from cage.selectors.liability import liability
from cage.selectors.pools import pool_figures, pool_rows
from cage.selectors.today import today
from cage.services.awards import Named
from config.audit.books import audit
from config.audit.models import AuditEvent
from config.days.selectors import notes_of
from config.rooms.models import Room
from config.staff.models import StaffRole, User
from games.services import void_hand
from players.models import AccountKind, Ban, IdentityDecision, MoneyAct, Player
from players.services import bar_player, decide_identity, find_guests
from tests.support.arranged import arranged
from tests.support.awards import a_pool, declared, feed, paid, taken_back
from tests.support.banks import a_runner
from tests.support.days import locked_day
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import close_exactly, opened, running
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.support.window import a_void, another_drawer, described, identified

A = AccountKind


@arranged
def table() -> HandTable:
    """A table that feeds a pool of 600 with a reserve of 400, minor units, as counted."""
    table = open_hand_table()
    a_pool(table.desk)
    feed(table)
    return table


def the_pool() -> PromoPool:
    return PromoPool.objects.get(name="Bad beat")


def places(desk: Desk) -> tuple[int, ...]:
    """The pool, its reserve, and its awards not yet paid."""
    return tuple(desk.held(kind) for kind in (A.POOL_PRIMARY, A.POOL_RESERVE, A.POOL_AWARDS))


def the_books_hold() -> None:
    """But for the clock: a room of a test lies long before the database's seals."""
    faults = [fault for finding in audit() if not finding.holds for fault in finding.faults]
    assert [fault for fault in faults if "was added after the seal" not in fault] == []


def player(desk: Desk) -> Player:
    return desk.player()


def barred(desk: Desk, someone: Player) -> None:
    bar_player(room=desk.room, player=someone, kind=Ban.Kind.BARRED, reason="cheated", **desk.by())


def one_person(table: HandTable, one: Player, two: Player) -> None:
    facts = {"outcome": IdentityDecision.Outcome.SAME, "reason": "one document"} | table.by()
    decide_identity(room=table.desk.room, player=one, other=two, **facts)


def a_share(table: HandTable, amount: int = 500, someone: Player | None = None) -> AwardShare:
    """The only share of an award."""
    return declared(table.desk, the_pool(), amount, someone or player(table.desk)).shares.get()


def by_sql(row: Any, **changed: object) -> None:
    """A row as another, written past the services."""
    row.pk, row._state.adding = None, True
    for name, value in ({"request_key": key()} | changed).items():
        setattr(row, name, value)
    with transaction.atomic():
        row.save()
        connection.check_constraints()


class TestDivision:
    @given(
        amount=st.integers(1, 10**9),
        parts=st.lists(st.integers(1, 10_000), min_size=1, max_size=30),
        unit=st.sampled_from([1, 25, 100, 500]),
    )
    def test_no_unit_is_lost_and_the_remainder_is_the_first_s(self, amount: int, parts: list[int], unit: int) -> None:
        shares = divide(amount, parts, unit=unit)
        assert sum(shares) == amount
        assert all(share % unit == 0 for share in shares[1:])
        floors = [amount * part // sum(parts) // unit * unit for part in parts]
        assert shares[1:] == floors[1:]
        assert shares[0] - floors[0] == remainder_of(amount, parts, unit=unit)
        assert 0 <= shares[0] - floors[0] < unit * len(parts)

    def test_an_example_to_the_chip(self) -> None:
        assert divide(1_001, [50, 25, 25], unit=100) == [601, 200, 200]


@pytest.mark.django_db
class TestDeclared:
    def test_the_pool_falls_and_the_award_is_owed(self, table: HandTable) -> None:
        desk = table.desk
        before = liability(desk.room, at=desk.now, now=True)
        award = declared(desk, the_pool(), 500, player(desk), player(desk))
        assert places(desk) == (100, 400, 500)
        assert [share.amount for share in award.shares.all()] == [300, 200]
        assert (award.primary, award.reserve, award.remainder) == (500, 0, 100)
        after = liability(desk.room, at=desk.now, now=True)
        assert (after.promo, after.owed, after.chips_in_use) == (before.promo, before.owed, before.chips_in_use)
        event = AuditEvent.objects.get(verb="award.declared")
        assert (event.reason, event.after["amount"]) == ("quads beaten by a straight flush", 500)
        the_books_hold()

    def test_what_the_pool_lacks_its_reserve_pays(self, table: HandTable) -> None:
        award = declared(table.desk, the_pool(), 700, player(table.desk))
        assert (award.primary, award.reserve, places(table.desk)) == (600, 100, (0, 300, 700))
        the_books_hold()

    def test_no_more_than_was_counted_is_awarded(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300, promo_taken=100)
        refused("award_not_funded", lambda: declared(desk, the_pool(), 1_001, player(desk)), most=1_000)
        declared(desk, the_pool(), 1_000, player(desk))
        refused("award_not_funded", lambda: declared(desk, the_pool(), 100, player(desk)), most=0)
        refused("award_not_funded", lambda: declared(desk, the_pool(), 0, player(desk)))

    def test_it_takes_two_people_of_two_roles(self, table: HandTable) -> None:
        desk = table.desk
        ask = lambda **who: declared(desk, the_pool(), 100, player(desk), **who)  # noqa: E731
        refused("second_needed", lambda: ask(second=None))
        refused("second_is_first", lambda: ask(second=desk.second))
        refused("second_may_not", lambda: ask(second=desk.cashier))
        refused("same_role", lambda: ask(second=person(desk.room, "floor")))
        both = person(desk.room, "manager")
        StaffRole.objects.create(user=both, room=desk.room, role="floor")
        refused("same_role", lambda: ask(second=both))
        assert ask(by=desk.manager, second=desk.second).approved_by == desk.second

    def test_it_says_in_words_what_was_won(self, table: HandTable) -> None:
        refused("reason_missing", lambda: declared(table.desk, the_pool(), 100, player(table.desk), what="x"))

    def test_somebody_is_named_and_once(self, table: HandTable) -> None:
        desk, one, two = table.desk, player(table.desk), player(table.desk)
        refused("shares_missing", lambda: declared(desk, the_pool(), 100))
        refused("shares_missing", lambda: declared(desk, the_pool(), 100, shares=[Named(one, 0)]))
        refused("named_twice", lambda: declared(desk, the_pool(), 200, one, one))
        one_person(table, one, two)
        refused("named_twice", lambda: declared(desk, the_pool(), 200, one, two))
        refused("share_empty", lambda: declared(desk, the_pool(), 100, one, player(desk)))

    def test_the_table_feeds_the_pool(self, table: HandTable) -> None:
        desk, other = table.desk, table.desk.open_table()
        refused("table_missing", lambda: declared(desk, the_pool(), 100, player(desk), table=None))
        refused("not_of_this_pool", lambda: declared(desk, the_pool(), 100, player(desk), table=other.table))
        elsewhere = open_desk().session.table
        refused("not_of_this_pool", lambda: declared(desk, the_pool(), 100, player(desk), table=elsewhere))
        facts = {"kind": "drawing", "what": "the Sunday drawing"}
        assert declared(desk, the_pool(), 100, player(desk), table=None, **facts).table is None
        refused("table_missing", lambda: declared(desk, the_pool(), 100, player(desk), table=None, hand=1, **facts))

    def test_a_hand_wins_from_the_pool_that_its_table_fed_then(self, table: HandTable) -> None:
        desk, pool = table.desk, the_pool()
        before = table.tick(300).number
        a_pool(desk, tables=(desk.open_table().table_id,))
        since = a_pool(desk, name="High hand")
        feed(table)
        later = table.tick(300).number
        error = refused("not_of_this_pool", lambda: declared(desk, since, 100, player(desk), hand=before))
        assert f"fed Bad beat, not High hand, when hand {before} of" in error.message
        refused("not_of_this_pool", lambda: declared(desk, pool, 100, player(desk), hand=later))
        refused("not_of_this_pool", lambda: declared(desk, pool, 100, player(desk)))
        for one, hand in ((pool, before), (since, later), (since, None)):
            assert declared(desk, one, 100, player(desk), hand=hand).pool == one

    def test_the_hand_is_one_of_that_table(self, table: HandTable) -> None:
        desk = table.desk
        hand = table.tick(300)
        refused("hand_unknown", lambda: declared(desk, the_pool(), 100, player(desk), hand=hand.number + 1))
        assert declared(desk, the_pool(), 100, player(desk), hand=hand.number).hand_id == hand.pk

    def test_a_void_hand_wins_nothing_and_what_it_won_is_paid_no_more(self, table: HandTable) -> None:
        desk = table.desk
        hand = table.tick(300)
        award = declared(desk, the_pool(), 400, player(desk), player(desk), hand=hand.number)
        void_hand(hand=hand, reason="a fouled deck", second=desk.second, key=key(), **table.by())
        error = refused("hand_void", lambda: paid(desk, award.shares.first()))
        assert f"Hand {hand.number} of {desk.session.table}" in error.message
        refused("hand_void", lambda: declared(desk, the_pool(), 100, player(desk), hand=hand.number))
        assert len(taken_back(desk, award)) == 2
        the_books_hold()

    def test_a_pool_that_ended_goes_whole_and_one_that_runs_does_not(self, table: HandTable) -> None:
        desk, pool = table.desk, the_pool()
        to_everybody: dict[str, Any] = {"kind": "disposition", "what": "the pool ends: a freeroll", "table": None}
        refused("pool_runs", lambda: declared(desk, pool, 1_000, player(desk), **to_everybody))
        a_pool(desk, tables=())
        refused("pool_ended", lambda: declared(desk, pool, 100, player(desk), kind="drawing", table=None))
        refused("disposition_whole", lambda: declared(desk, pool, 900, player(desk), **to_everybody))
        declared(desk, pool, 1_000, player(desk), **to_everybody)
        assert places(desk) == (0, 0, 1_000)

    def test_a_pool_that_runs_goes_in_chips(self, table: HandTable) -> None:
        """Its chips go to the vault as a share is paid in cash: cents would make the vault's books uncountable."""
        desk = table.desk
        error = refused("award_not_in_chips", lambda: declared(desk, the_pool(), 5_50, player(desk), player(desk)))
        assert "5.50 is none of them: award a multiple of 1." in error.message
        assert declared(desk, the_pool(), 5_00, player(desk), player(desk)).amount == 5_00

    def test_a_pool_that_holds_cents_from_before_ends_whole(self, table: HandTable) -> None:
        desk, rooms = table.desk, Room.objects.filter(pk=table.desk.room.pk)
        chip = desk.room.smallest_chip
        rooms.update(smallest_chip=1)
        feed(table, 2_00)
        rooms.update(smallest_chip=chip)
        assert places(desk) == (7_20, 4_80, 0)
        refused("award_not_in_chips", lambda: declared(desk, the_pool(), 7_20, player(desk)))
        declared(desk, the_pool(), 11_00, player(desk))
        assert places(desk) == (0, 1_00, 11_00)
        the_books_hold()

    def test_what_is_left_of_cents_from_before_ends_whole(self, table: HandTable) -> None:
        desk, pool = table.desk, the_pool()
        rooms, chip = Room.objects.filter(pk=desk.room.pk), desk.room.smallest_chip
        rooms.update(smallest_chip=1)
        declared(desk, pool, 9_20, player(desk))
        rooms.update(smallest_chip=chip)
        a_pool(desk, tables=())
        facts = {"kind": "disposition", "what": "the pool ends", "table": None}
        share = declared(desk, the_pool(), 80, player(desk), **facts).shares.get()
        assert paid(desk, share).amount == 80
        assert places(desk) == (0, 0, 9_20)
        the_books_hold()

    def test_to_whom_a_pool_went_whole_and_why_stands_among_the_notes_of_the_day(self, table: HandTable) -> None:
        desk, day = table.desk, table.desk.room.gaming_day(table.desk.now)
        a_pool(desk, tables=())
        award = declared(
            desk,
            the_pool(),
            1_000,
            desk.player("Friend"),
            kind="disposition",
            what="to a friend of the house",
            table=None,
        )
        told = [note.sentence for note in notes_of(desk.room, day)]
        (said,) = [each for each in told if "gave the whole of Bad beat" in each]
        assert "Friend 10" in said
        assert str(award.declared_by) in said
        assert str(award.approved_by) in said
        assert "to a friend of the house" in said

    def test_the_default_pool_runs_without_terms(self, table: HandTable) -> None:
        desk = table.desk
        a_pool(desk, tables=())
        feed(table, 300)
        pool = PromoPool.objects.get(is_default=True)
        assert declared(desk, pool, 300, player(desk)).primary == 300

    def test_who_may_not_play_is_refused_by_name(self, table: HandTable) -> None:
        desk, one = table.desk, player(table.desk)
        barred(desk, one)
        error = refused("player_barred", lambda: declared(desk, the_pool(), 200, player(desk), one))
        assert str(one) in error.message
        assert "divide it among the others" in error.message
        young = desk.player(date_of_birth=desk.now.date() - timedelta(days=365 * 20), legal_name="Young One")
        refused("under_age", lambda: declared(desk, the_pool(), 200, player(desk), young))
        guest = find_guests(room=desk.room, names=["Seat 5"], source="a file", **desk.by())["Seat 5"]
        refused("guest_unidentified", lambda: declared(desk, the_pool(), 200, guest))

    def test_the_board_falls_at_once_and_rises_with_the_next_day(self, table: HandTable) -> None:
        desk = table.desk
        day = desk.room.gaming_day(desk.now) + timedelta(days=1)
        desk.now += timedelta(days=1)
        assert pool_rows(desk.room, day)[0].posted == 600
        award = declared(desk, the_pool(), 400, player(desk))
        (row,) = [each for each in pool_rows(desk.room, day) if each.pool == the_pool()]
        assert (row.posted, row.primary, row.reserve, row.awards, row.liability) == (200, 200, 400, 400, 1_000)
        feed(table, 500)
        assert pool_rows(desk.room, day)[0].posted == 200, "what is counted today is posted tomorrow"
        declared(desk, the_pool(), 500, player(desk))
        assert pool_rows(desk.room, day)[0].posted == 0, "never below nothing"
        taken_back(desk, award)
        (figures,) = pool_figures(desk.room, day)
        assert figures["awarded"] == 500
        assert figures["counted"] == {"primary": 300, "reserve": 200, "admin": 0}
        assert figures["held"] == {"primary": 800 - 400 + 100 - 0 - 100, "reserve": 600, "admin": 0, "awards": 500}


@pytest.mark.django_db
class TestPaid:
    def test_cash_goes_out_as_the_pool_s_chips_become_the_house_s(self, table: HandTable) -> None:
        desk, share = table.desk, a_share(table)
        before, vault = liability(desk.room, at=desk.now, now=True), desk.held(A.VAULT_CHIPS)
        cash = desk.held(A.DRAWER_CASH)
        slip = paid(desk, share)
        assert (desk.held(A.DRAWER_CASH), desk.held(A.AWARDS_PAID)) == (cash - 500, 500)
        assert (desk.held(A.VAULT_CHIPS), places(desk)) == (vault + 500, (100, 400, 0))
        after = liability(desk.room, at=desk.now, now=True)
        assert (before.owed - after.owed, before.cover - after.cover) == (500, 500)
        assert (after.chips_in_use, desk.held(A.PROMO_PAID)) == (before.chips_in_use, 0)
        assert slip.what == f"bad beat of {slip.gaming_day:%-d %B %Y}, Bad beat"
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        the_books_hold()

    def test_it_is_currency_out_of_the_patron_s_day(self, table: HandTable) -> None:
        desk, share = table.desk, a_share(table)
        slip = paid(desk, share)
        day = patron_day(desk.room, share.player, slip.gaming_day)
        assert (day.currency_in, day.currency_out) == (0, 500)
        shown = today(desk.room, slip.gaming_day)
        assert (shown.rows[0].kind, shown.rows[0].amount, shown.cash_out) == ("Award", 500, 500)

    def test_a_share_is_paid_once(self, table: HandTable) -> None:
        desk, share = table.desk, a_share(table)
        slip = paid(desk, share)
        error = refused("share_paid", lambda: paid(desk, share))
        assert str(slip.receipt) in error.message
        refused("award_settled", lambda: taken_back(desk, share.award))

    def test_a_void_lets_it_be_paid_again(self, table: HandTable) -> None:
        desk, share = table.desk, a_share(table)
        cash = desk.held(A.DRAWER_CASH)
        a_void(desk, paid(desk, share))
        assert (desk.held(A.DRAWER_CASH), places(desk), desk.held(A.AWARDS_PAID)) == (cash, (100, 400, 500), 0)
        assert patron_day(desk.room, share.player, desk.room.gaming_day(desk.now)).currency_out == 0
        assert paid(desk, share).award_share == share
        the_books_hold()

    def test_the_refusal_names_the_receipt_that_stands(self, table: HandTable) -> None:
        desk, share = table.desk, a_share(table)
        a_void(desk, paid(desk, share))
        slip = paid(desk, share)
        assert f"with receipt {slip.receipt}:" in refused("share_paid", lambda: paid(desk, share)).message

    def test_who_signed_the_award_does_not_pay_it(self, table: HandTable) -> None:
        desk, share = table.desk, a_share(table)
        for number, pk in enumerate((share.award.declared_by_id, share.award.approved_by_id)):
            StaffRole.objects.create(user_id=pk, room=desk.room, role="cashier")
            signer = User.objects.get(pk=pk)
            theirs = opened(desk.room, f"Window {number + 2}", cashier=signer, by=desk.manager, at=desk.at())
            refused("same_person", lambda: paid(desk, share, drawer=theirs, by=signer))  # noqa: B023 - called at once

    def test_above_what_a_cashier_pays_alone_a_second_person_confirms(self, table: HandTable) -> None:
        desk = table.desk
        Room.objects.filter(pk=desk.room.pk).update(payouts_alone=400)
        share = a_share(table)
        share = AwardShare.objects.select_related("award__room").get(pk=share.pk)
        refused("second_needed", lambda: paid(desk, share))
        refused("second_may_not", lambda: paid(desk, share, second=person(desk.room, "cashier")))
        slip = paid(desk, share, second=person(desk.room, "floor"))
        assert (slip.alone_up_to, MoneyAct.objects.get(request_key=slip.request_key).amount) == (400, 500)
        the_books_hold()

    def test_a_described_patron_is_paid_up_to_what_the_room_moves_without_an_identity(self, table: HandTable) -> None:
        desk = table.desk
        Room.objects.filter(pk=desk.room.pk).update(identity_from=400)
        desk.room.identity_from = 400
        shares = declared(desk, the_pool(), 800, described(desk), identified(desk)).shares
        one, two = shares.select_related("award__room").order_by("number")
        assert paid(desk, one).amount == 400
        more = AwardShare.objects.select_related("award__room").get(
            pk=declared(desk, the_pool(), 100, one.player).shares.get().pk
        )
        refused("cash_out_held", lambda: paid(desk, more))
        assert paid(desk, two).amount == 400

    def test_who_is_barred_since_is_paid_by_two_and_who_is_too_young_is_not(self, table: HandTable) -> None:
        desk, share = table.desk, a_share(table, 200)
        barred(desk, share.player)
        held = refused("second_needed", lambda: paid(desk, share))
        assert f"{share.player} is barred by the house since" in held.message
        refused("second_may_not", lambda: paid(desk, share, second=person(desk.room, "cashier")))
        slip = paid(desk, share, second=person(desk.room, "floor"))
        assert slip.amount == 200
        assert "barred by the house" in AuditEvent.objects.get(verb="award.paid").after["held"]
        assert "barred by the house" in MoneyAct.objects.get(request_key=slip.request_key).why_second
        the_books_hold()
        other = a_share(table, 200)
        Player.objects.filter(pk=other.player_id).update(date_of_birth=desk.now.date() - timedelta(days=365 * 20))
        refused("under_age", lambda: paid(desk, other))
        assert taken_back(desk, other.award)

    def test_by_whichever_record_the_person_comes(self, table: HandTable) -> None:
        desk, share = table.desk, a_share(table)
        other = player(desk)
        one_person(table, share.player, other)
        slip = paid(desk, share)
        assert patron_day(desk.room, other, slip.gaming_day).currency_out == 500

    def test_a_drawer_that_lacks_the_cash_a_closed_one_and_a_runner_s(self, table: HandTable) -> None:
        desk, share = table.desk, a_share(table)
        walks = a_runner(desk)
        refused("window_only", lambda: paid(desk, share, drawer=walks, by=running(walks).cashier))
        refused("drawer_elsewhere", lambda: paid(desk, share, drawer=open_desk().drawer))
        other = another_drawer(desk)
        refused("not_your_drawer", lambda: paid(desk, share, drawer=other))
        empty = opened(desk.room, "Window 3", cashier=person(desk.room, "cashier"), by=desk.manager, at=desk.at())
        refused("drawer_short", lambda: paid(desk, share, drawer=empty, by=running(empty).cashier))
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        refused("drawer_closed", lambda: paid(desk, share))

    def test_the_database_pays_it_once_and_to_whose_it_is(self, table: HandTable) -> None:
        desk, share = table.desk, a_share(table)
        slip = paid(desk, share)
        for changed, words in (
            ({"receipt": 99}, "not owed any more"),
            ({"receipt": 99, "amount": 400}, "paid to somebody else, or otherwise"),
            ({"receipt": 99, "player": player(desk)}, "paid to somebody else, or otherwise"),
            ({"receipt": 99, "by": desk.manager}, "paid to somebody else, or otherwise"),
            ({"receipt": 99, "award_share": None}, "paid to somebody else, or otherwise"),
            ({"receipt": 99, "kind": "comp_paid"}, "cash_slip_award_has_share"),
        ):
            with pytest.raises(IntegrityError, match=words):
                by_sql(CashSlip.objects.get(pk=slip.pk), **changed)


@pytest.mark.django_db
class TestTakenBack:
    def test_the_money_lies_in_its_pool_again_the_reserve_first(self, table: HandTable) -> None:
        desk = table.desk
        award = declared(desk, the_pool(), 700, player(desk), player(desk))
        assert [share.amount for share in award.shares.all()] == [400, 300]
        taken_back(desk, award, share=award.shares.get(number=2))
        assert places(desk) == (200, 400, 400), "the reserve gave 100, and has them again"
        taken_back(desk, award, share=award.shares.get(number=1))
        assert places(desk) == (600, 400, 0)
        assert [(void.primary, void.reserve) for void in AwardVoid.objects.all()] == [(200, 100), (400, 0)]
        the_books_hold()

    def test_a_whole_award_goes_back_at_once(self, table: HandTable) -> None:
        desk = table.desk
        award = declared(desk, the_pool(), 700, player(desk), player(desk))
        assert len(taken_back(desk, award)) == 2
        assert places(desk) == (600, 400, 0)
        refused("award_settled", lambda: taken_back(desk, award))
        refused("share_voided", lambda: taken_back(desk, award, share=award.shares.first()))
        refused("share_voided", lambda: paid(desk, award.shares.first()))
        with pytest.raises(ValueError, match="of another award"):
            taken_back(desk, award, share=a_share(table, 100))
        the_books_hold()

    def test_it_takes_two_people_and_a_reason(self, table: HandTable) -> None:
        desk, award = table.desk, a_share(table).award
        refused("second_needed", lambda: taken_back(desk, award, second=None))
        refused("second_is_first", lambda: taken_back(desk, award, second=desk.second))
        refused("second_may_not", lambda: taken_back(desk, award, second=desk.cashier))
        refused("reason_missing", lambda: taken_back(desk, award, reason="x"))

    def test_one_share_that_is_paid_keeps_the_award_and_lets_the_others_go(self, table: HandTable) -> None:
        desk = table.desk
        award = declared(desk, the_pool(), 400, player(desk), player(desk))
        first, other = award.shares.order_by("number")
        paid(desk, first)
        refused("share_paid", lambda: taken_back(desk, award, share=first))
        assert [void.share for void in taken_back(desk, award)] == [other], "all that is left of it"
        assert places(desk) == (400, 400, 0)
        the_books_hold()

    def test_of_a_locked_day_it_is_booked_today_and_names_that_day(self, table: HandTable) -> None:
        desk = table.desk
        award = declared(desk, the_pool(), 400, player(desk), player(desk))
        slip = paid(desk, award.shares.get(number=1))
        day = locked_day(desk)
        assert award.gaming_day == day
        (void,) = taken_back(desk, award, share=award.shares.get(number=2))
        assert void.gaming_day > day
        assert AuditEvent.objects.get(verb="award.voided").after["of_day"] == day.isoformat()
        refused("second_needed", lambda: a_void(desk, slip))
        a_void(desk, slip, second=desk.manager)
        assert pool_figures(desk.room, day)[0]["awarded"] == 400, "the locked day stays as it was"
        assert pool_figures(desk.room, void.gaming_day)[0]["awarded"] == -200
        the_books_hold()
        for row in (award, void):
            again = type(row).objects.get(pk=row.pk)
            refused("day_locked", lambda again=again: by_sql(again, gaming_day=day))

    def test_rows_that_moved_nothing_or_otherwise_are_refused(self, table: HandTable) -> None:
        desk = table.desk
        award = declared(desk, the_pool(), 700, player(desk), player(desk))
        share = award.shares.get(number=2)
        with pytest.raises(IntegrityError, match=r"not what its rows say|do not come to it"):
            by_sql(PoolAward.objects.get(pk=award.pk))
        with pytest.raises(IntegrityError, match="do not come to it"):
            by_sql(AwardShare.objects.get(pk=share.pk), number=3, player=player(desk))
        (void,) = taken_back(desk, award, share=share)
        with pytest.raises(IntegrityError, match="not owed any more"):
            by_sql(AwardVoid.objects.get(pk=void.pk))
        with pytest.raises(IntegrityError, match="otherwise than it was"):
            by_sql(AwardVoid.objects.get(pk=void.pk), share=award.shares.get(number=1))
        stranger = player(desk)
        barred(desk, stranger)
        with pytest.raises(IntegrityError, match="is barred"):
            by_sql(AwardShare.objects.get(pk=share.pk), number=3, player=stranger)
