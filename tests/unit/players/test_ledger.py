"""The ledger: balanced rows along known routes, chained, never overdrawn, taken back once."""

import itertools
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from players.checks.books import chain_row
from players.counts import StackCount
from players.ledger import (
    Move,
    house_account,
    lock_places,
    post,
    rack_account,
    reverse,
    seat_account,
    table_account,
)
from players.ledger.chain import GENESIS, link
from players.ledger.routes import is_route
from players.models import Account, AccountKind, LedgerHead, Sitting, Transfer, TransferKind
from players.models.ledger import CASH_KINDS
from players.services.table_money import SeatResult, book_hand, book_tick, count_stack
from tests.support.desk import Desk, key, open_desk
from tests.support.refusals import refused

pytestmark = pytest.mark.usefixtures("uncommitted")


def book(
    desk: Desk, *results: SeatResult, rake: int = 0, promo: int = 0, hand_id: int = 1, **counts: str
) -> list[Transfer]:
    """Book a hand at the first table."""
    facts = {"session": desk.session, "hand_id": hand_id, "key": key(), **desk.by(), **counts}
    return book_hand(results=results, rake=rake, promo=promo, **facts)


def tick(desk: Desk, rake: int, promo: int = 0) -> list[Transfer]:
    """Book a tick at the first table, which has recorded a hand by then."""
    type(desk.session).objects.filter(pk=desk.session.pk).update(hands_recorded=1)
    return book_tick(session=desk.session, hand_id=1, rake=rake, promo=promo, key=key(), **desk.by())


def post_one(desk: Desk, source: Account, target: Account, amount: int, kind: TransferKind) -> list[Transfer]:
    """Post one move."""
    return post(room=desk.room, key=key(), moves=[Move(source, target, amount, kind)], **desk.by())


class TestHands:
    def test_pays_the_winner_and_the_boxes_and_leaves_the_pot_empty(self, desk: Desk) -> None:
        winner, loser = desk.seated(200_00, seat=1), desk.seated(200_00, seat=2)
        rows = book(desk, SeatResult(winner, 100_00, 194_00), SeatResult(loser, 100_00, 0), rake=5_00, promo=1_00)
        assert (desk.stack(winner), desk.stack(loser)) == (294_00, 100_00)
        assert (desk.held(AccountKind.RAKE_BOX), desk.held(AccountKind.PROMO_BOX)) == (5_00, 1_00)
        assert desk.held(AccountKind.POT) == 0
        assert {row.hand_id for row in rows} == {1}

    def test_a_pot_that_is_not_cleared_is_a_fault_of_the_caller(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        with pytest.raises(ValueError, match="100 went in, 99 came out"):
            book(desk, SeatResult(sitting, 100, 99))

    def test_nobody_puts_in_more_than_they_have(self, desk: Desk) -> None:
        one, two = desk.seated(200_00, seat=1), desk.seated(300_00, seat=2)
        results = SeatResult(one, 250_00, 500_00), SeatResult(two, 250_00, 0)
        refused("insufficient_chips", lambda: book(desk, *results), most=200_00)

    def test_a_stack_counted_before_the_hand_goes_first(self, desk: Desk) -> None:
        one, two = desk.seated(200_00, seat=1), desk.seated(200_00, seat=2)
        tick(desk, 10_00)
        rows = book(
            desk,
            SeatResult(one, 250_00, 0),
            SeatResult(two, 250_00, 500_00),
            count=StackCount({1: 90_00, 2: 50_00}, "x", desk.manager, desk.second),
        )
        assert (desk.stack(one), desk.stack(two)) == (40_00, 500_00)
        assert desk.held(AccountKind.FELT) == -150_00
        assert [(row.kind, row.reason) for row in rows[:3]] == [("count", "x"), ("count", "x"), ("hand", "")]

    def test_a_count_other_than_the_books_says_why(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        for unsaid in ("", " "):
            facts = desk.counted(190_00, unsaid)
            error = refused("count_reason_missing", lambda: count_stack(sitting=sitting, key=key(), **facts))  # noqa: B023
            assert error.allowed["stack"] == [200_00]
        assert count_stack(sitting=sitting, counted=200_00, key=key(), **desk.by())
        count_stack(sitting=sitting, key=key(), **desk.counted(190_00, "a chip fell"))
        assert Transfer.objects.get(kind="count").reason == "a chip fell"

    def test_a_count_after_ticks_says_so(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        tick(desk, 10_00)
        count_stack(sitting=sitting, key=key(), **desk.counted(190_00, "ticks"))
        assert Transfer.objects.get(kind="count").reason == "counted after ticks"

    def test_the_ticks_rake_is_what_the_counts_miss(self, desk: Desk) -> None:
        one, two = desk.seated(200_00, seat=1), desk.seated(200_00, seat=2)
        tick(desk, 10_00, 2_00)
        count_stack(sitting=one, key=key(), **desk.counted(250_00))
        count_stack(sitting=two, key=key(), **desk.counted(138_00))
        assert desk.held(AccountKind.FELT) == 0

    def test_a_tick_takes_no_more_than_lies_on_the_table(self, desk: Desk) -> None:
        desk.seated(100_00)
        tick(desk, 100_00)
        refused("table_short", lambda: tick(desk, 1_00), most=0)

    def test_stacks_that_the_rake_has_eaten_do_not_leave(self, desk: Desk) -> None:
        one, two = desk.seated(100_00, seat=1), desk.seated(100_00, seat=2)
        tick(desk, 10_00)
        desk.leave(one)
        refused("table_short", lambda: desk.leave(two), most=90_00)
        assert desk.leave(two, **desk.counted(90_00, "ticks")).left_with == 90_00

    def test_a_tick_without_takings_moves_nothing(self, desk: Desk) -> None:
        assert tick(desk, 0) == []


class TestPosting:
    def test_returns_the_rows_as_written(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        (row,) = post_one(
            desk, seat_account(sitting), table_account(desk.session, AccountKind.TOKES), 1_00, TransferKind.TOKE
        )
        kept = Transfer.objects.get(pk=row.pk)
        fields = [field.attname for field in Transfer._meta.concrete_fields]
        assert {name: getattr(row, name) for name in fields} == {name: getattr(kept, name) for name in fields}

    def test_takes_three_statements_off_the_table(self, desk: Desk, django_assert_num_queries: object) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        rack, till = rack_account(desk.room, player), Account.objects.get(kind=AccountKind.DRAWER_CHIPS)
        with django_assert_num_queries(3):  # type: ignore[operator]
            post_one(desk, rack, till, 1_00, TransferKind.CHIP_REDEMPTION)

    def test_cash_never_turns_into_chips(self, desk: Desk) -> None:
        rack = rack_account(desk.room, desk.player())
        with pytest.raises(ValueError, match="cash and chips"):
            post_one(desk, house_account(desk.room, AccountKind.PATRONS), rack, 1_00, TransferKind.CHIP_SALE)

    def test_chips_stay_in_their_room(self, desk: Desk) -> None:
        source = house_account(open_desk().room, AccountKind.VAULT_CHIPS)
        with pytest.raises(ValueError, match="stay in their room"):
            post_one(
                desk, source, Account.objects.get(room=desk.room, kind=AccountKind.DRAWER_CHIPS), 1, TransferKind.FILL
            )

    @pytest.mark.parametrize("amount", [0, -1])
    def test_an_amount_is_positive(self, desk: Desk, amount: int) -> None:
        issue, vault = (house_account(desk.room, kind) for kind in (AccountKind.CHIP_ISSUE, AccountKind.VAULT_CHIPS))
        with pytest.raises(ValueError, match="moves nothing"):
            post_one(desk, issue, vault, amount, TransferKind.ISSUE)

    def test_a_kind_goes_its_own_way_only(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        with pytest.raises(ValueError, match="does not go from seat to rack"):
            post_one(desk, seat_account(sitting), rack_account(desk.room, sitting.player), 1_00, TransferKind.HAND)

    def test_moves_of_one_group_count_together(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        rack, till = rack_account(desk.room, player), Account.objects.get(kind=AccountKind.DRAWER_CHIPS)
        moves = [Move(rack, till, 150_00, TransferKind.CHIP_REDEMPTION)] * 2
        refused("insufficient_chips", lambda: post(room=desk.room, key=key(), moves=moves, **desk.by()), most=50_00)

    def test_nothing_comes_to_a_seat_that_was_left(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(200_00))
        rack = rack_account(desk.room, sitting.player)
        refused("seat_left", lambda: post_one(desk, rack, seat_account(sitting), 1_00, TransferKind.ADD_ON))


def ruled(desk: Desk, loser: Sitting, winner: Sitting, amount: int) -> list[Transfer]:
    """Post a ruling that gives the winner so much of the loser."""
    pot = table_account(desk.session, AccountKind.POT)
    ways = (seat_account(loser), pot), (pot, seat_account(winner))
    moves = [Move(source, target, amount, TransferKind.RULING) for source, target in ways]
    return post(room=desk.room, key=key(), moves=moves, **desk.by())


class TestLocking:
    def test_a_table_is_its_places_and_who_sits_there(self, desk: Desk) -> None:
        gone, here = desk.seated(seat=1), desk.seated(seat=2)
        desk.leave(gone)
        with transaction.atomic():
            _, places, held = lock_places(desk.session, (), [AccountKind.FELT, AccountKind.RAKE_BOX])
        felt, box = places[AccountKind.FELT], places[AccountKind.RAKE_BOX]
        assert list(held) == sorted({seat_account(here).pk, felt.pk, box.pk})

    def test_whoever_is_named_is_locked_wherever_they_sit(self, desk: Desk) -> None:
        gone, here = desk.seated(seat=1), desk.seated(seat=2)
        desk.leave(gone)
        with transaction.atomic():
            seats, _, held = lock_places(desk.session, [gone], [AccountKind.FELT])
        assert seats == {gone.pk: seat_account(gone)}
        assert {seat_account(gone).pk, seat_account(here).pk} <= set(held)


class TestReversing:
    def test_takes_back_once_and_names_the_original(self, desk: Desk) -> None:
        one, two = desk.seated(200_00, seat=1), desk.seated(200_00, seat=2)
        rows = ruled(desk, two, one, 50_00)
        back = reverse(transfers=rows, key=key(), reason="wrong winner", **desk.by())
        assert (desk.stack(one), desk.stack(two), desk.held(AccountKind.POT)) == (200_00, 200_00, 0)
        assert [row.reverses for row in back] == rows[::-1]
        refused("already_reversed", lambda: reverse(transfers=rows, key=key(), reason="again", **desk.by()))
        refused("is_reversal", lambda: reverse(transfers=back, key=key(), reason="again", **desk.by()))

    def test_needs_a_reason(self, desk: Desk) -> None:
        desk.seated(200_00)
        rows = list(Transfer.objects.filter(kind=TransferKind.BUY_IN))
        refused("reason_missing", lambda: reverse(transfers=rows, key=key(), reason=" ", **desk.by()))

    def test_never_overdraws(self, desk: Desk) -> None:
        one, two = desk.seated(200_00, seat=1), desk.seated(200_00, seat=2)
        rows = ruled(desk, two, one, 50_00)
        book(desk, SeatResult(one, 250_00, 0), SeatResult(two, 150_00, 400_00), hand_id=2)
        refused("insufficient_chips", lambda: reverse(transfers=rows, key=key(), reason="test", **desk.by()))


class TestChain:
    def test_numbers_have_no_gaps_and_every_hash_follows_from_the_one_before(self, desk: Desk) -> None:
        desk.seated(200_00)
        last = GENESIS
        for number, row in enumerate(Transfer.objects.filter(room=desk.room).order_by("chain_number"), start=1):
            assert row.chain_number == number
            assert row.hash == link(last, chain_row(row))
            last = row.hash
        head = LedgerHead.objects.get(room=desk.room)
        assert (head.chain_number, head.hash) == (number, last)

    def test_every_field_is_chained(self, desk: Desk) -> None:
        desk.seated(200_00)
        row = chain_row(Transfer.objects.latest("id"))
        assert link(GENESIS, row) != link(GENESIS, row._replace(at=row.at + timedelta(microseconds=1)))
        assert link(GENESIS, row) != link(GENESIS, row._replace(gaming_day=row.gaming_day + timedelta(days=1)))
        for name in set(row._fields) - {"at", "gaming_day"}:
            value = getattr(row, name)
            other = f"{value}x" if isinstance(value, str) else (value or 0) + 1
            assert link(GENESIS, row) != link(GENESIS, row._replace(**{name: other})), name

    def test_each_room_has_its_own(self, desk: Desk) -> None:
        other = open_desk()
        assert Transfer.objects.filter(room=other.room).order_by("chain_number").first().chain_number == 1


class TestTheDatabaseRefuses:
    """Rows that no service would ask for, written by SQL."""

    def insert(
        self, desk: Desk, source: Account, target: Account, kind: str, amount: int = 1_00, **facts: object
    ) -> None:
        number = LedgerHead.objects.get(room=desk.room).chain_number + 1
        row = {"room": desk.room, "request_key": key(), "number": 1, "at": desk.now, "gaming_day": desk.now.date()}
        row |= {"source": source, "target": target, "kind": kind, "amount": amount, "chain_number": number, "hash": "x"}
        with transaction.atomic():
            Transfer.objects.create(**row | facts)

    def account(self, desk: Desk, kind: AccountKind) -> Account:
        return Account.objects.get(room=desk.room, kind=kind)

    def test_cash_for_chips(self, desk: Desk) -> None:
        cash, chips = self.account(desk, AccountKind.DRAWER_CASH), self.account(desk, AccountKind.DRAWER_CHIPS)
        with pytest.raises(IntegrityError, match="mixes cash and chips"):
            self.insert(desk, cash, chips, "fill")

    def test_another_room(self, desk: Desk) -> None:
        theirs, ours = self.account(open_desk(), AccountKind.VAULT_CHIPS), self.account(desk, AccountKind.DRAWER_CHIPS)
        with pytest.raises(IntegrityError, match="leaves its room"):
            self.insert(desk, theirs, ours, "fill")

    def test_chips_from_a_seat_to_the_cage(self, desk: Desk) -> None:
        seat = seat_account(desk.seated(200_00))
        with pytest.raises(IntegrityError, match="does not go from seat to drawer_chips"):
            self.insert(desk, seat, self.account(desk, AccountKind.DRAWER_CHIPS), "leave")

    def test_chips_that_leave_the_table_while_the_player_stays(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        self.insert(desk, seat_account(sitting), rack_account(desk.room, sitting.player), "leave")
        with pytest.raises(IntegrityError, match="keeps the seat"), transaction.atomic():
            connection.check_constraints()
        transaction.set_rollback(True)

    def test_a_player_who_leaves_their_chips_behind(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        sitting.left_at = desk.now
        sitting.save()
        with pytest.raises(IntegrityError, match="leaves chips behind"), transaction.atomic():
            connection.check_constraints()
        transaction.set_rollback(True)

    def test_chips_for_a_seat_that_was_left(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(200_00))
        with pytest.raises(IntegrityError, match="whose player has left"):
            self.insert(desk, rack_account(desk.room, sitting.player), seat_account(sitting), "add_on")

    def test_a_hand_that_leaves_chips_in_the_pot(self, desk: Desk) -> None:
        seat, pot = seat_account(desk.seated(200_00)), table_account(desk.session, AccountKind.POT)
        with pytest.raises(IntegrityError, match="leaves chips in its pot"):
            self.insert(desk, seat, pot, "hand")

    def test_a_reversal_of_another_amount(self, desk: Desk) -> None:
        desk.seated(200_00)
        row = Transfer.objects.get(kind=TransferKind.BUY_IN)
        with pytest.raises(IntegrityError, match="does not mirror"):
            self.insert(desk, row.target, row.source, "buy_in", amount=1_00, reverses=row)

    @pytest.mark.parametrize("amount", [0, -1_00])
    def test_an_amount_that_is_not_positive(self, desk: Desk, amount: int) -> None:
        vault, issue = self.account(desk, AccountKind.VAULT_CHIPS), self.account(desk, AccountKind.CHIP_ISSUE)
        with pytest.raises(IntegrityError, match="transfer_amount_positive"):
            self.insert(desk, vault, issue, "issue", amount=amount)

    def test_an_overdraft(self, desk: Desk) -> None:
        with pytest.raises(IntegrityError, match="account_not_overdrawn"), transaction.atomic():
            Account.objects.filter(kind=AccountKind.DRAWER_CHIPS).update(balance=-1)

    def test_exactly_the_routes_that_the_code_knows(self, desk: Desk) -> None:
        every = list(itertools.product(TransferKind.values, AccountKind.values, AccountKind.values))
        with connection.cursor() as cursor:
            cursor.execute(
                "select kind, source, target from unnest(%s::text[], %s::text[], %s::text[]) as r(kind, source, target)"
                " where players_route(kind, source, target)",
                [list(column) for column in zip(*every, strict=True)],
            )
            allowed = {tuple(row) for row in cursor.fetchall()}
        assert allowed == {route for route in every if is_route(*route)}
        assert len(allowed) > 30

    def test_no_route_leads_from_cash_to_chips(self) -> None:
        for kind, source, target in itertools.product(TransferKind.values, AccountKind.values, AccountKind.values):
            if is_route(kind, source, target):
                assert (source in CASH_KINDS) == (target in CASH_KINDS)


def test_the_first_chip_fixes_the_rooms_money(desk: Desk) -> None:
    """Currency and decimals can't change once anything was booked: the ledger says so to the room."""
    desk.room.refresh_from_db()
    assert desk.room.books_opened_at is not None
