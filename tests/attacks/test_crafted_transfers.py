"""Groups of transfers that the application's role writes past the services, each sound but for one thing.

Whoever holds that role can claim a key, write an event and an act, and chain and balance every row: what is asked for,
told and answered for here is so unless a case says otherwise. Each is refused by the database, or named by the audit.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from cage.models import BuyIn, Drawer
from config.audit.books import audit
from config.audit.services import record
from config.requests.services import claim
from disputes.services import Payment
from players.ledger import (
    Move,
    case_account,
    drawer_account,
    house_account,
    rack_account,
    seat_account,
    table_account,
)
from players.ledger.chain import Row
from players.ledger.posting import Group, _append
from players.models import Account, AccountKind, DebtEntry, MoneyAct, Player, Sitting, Transfer, TransferKind
from tables.models import TableSession
from tests.support.arranged import arranged
from tests.support.chips import write_chip_slip
from tests.support.desk import Desk, open_desk, person
from tests.support.dispute import open_dispute_table
from tests.support.drawers import close_exactly, opened
from tests.support.house import a_debt
from tests.support.table import HandTable

A, K = AccountKind, TransferKind
_keys = (f"crafted:{number}" for number in count(1))


@dataclass(frozen=True, slots=True)
class Dated(Group):
    """A group whose rows lie some days beside their gaming day."""

    days: int = 0

    def row(self, number: int, chain_number: int, move: Move) -> Row:
        row = Group.row(self, number, chain_number, move)
        return row._replace(gaming_day=row.gaming_day + timedelta(days=self.days))


@dataclass
class Thief:
    """Somebody with the application's role at a desk: `friend` and `victim` sit at one table, `other` at another."""

    desk: Desk
    friend: Sitting = field(init=False)
    victim: Sitting = field(init=False)
    other: Sitting = field(init=False)
    second_table: TableSession = field(init=False)

    def __post_init__(self) -> None:
        self.friend, self.victim = self.desk.seated(200_00, seat=1), self.desk.seated(200_00, seat=2)
        self.second_table = self.desk.open_table()
        player = self.desk.player()
        self.desk.buy_in(player, 200_00, session=self.second_table)
        self.other = self.desk.seat(player, 1, 200_00, session=self.second_table)
        for sitting in (self.friend, self.victim):
            moved = {"exception": "must_move", "approver": self.desk.second}
            self.desk.buy_in(sitting.player, 50_00, session=self.second_table, **moved)

    def house(self, kind: AccountKind) -> Account:
        return house_account(self.desk.room, kind)

    def till(self, kind: AccountKind, drawer: Drawer | None = None) -> Account:
        return drawer_account(self.desk.room, kind, (drawer or self.desk.drawer).pk)

    def at_table(self, kind: AccountKind, session: TableSession | None = None) -> Account:
        return table_account(session or self.desk.session, kind)

    def rack(self, player: Player) -> Account:
        return rack_account(self.desk.room, player)

    def case(self, kind: AccountKind, number: int = 1) -> Account:
        return case_account(self.desk.room, kind, number)

    def post(
        self,
        *moves: Move,
        key: str = "",
        follows: int = 0,
        at: datetime | None = None,
        by: Any = None,
        asked: bool = True,
        told: bool = True,
        act: str = "",
        acted: int | None = None,
        hand: int | None = None,
        day: int = 0,
    ) -> str:
        """Write the moves as one group, chained and balanced, asked for and told if the case isn't another; its key.

        `act` is the code of the act that answers for them, `acted` its amount where that is not theirs.
        """
        desk = self.desk
        key, at, by = key or next(_keys), at or desk.at(), by or desk.cashier
        if asked:
            claim(key, "crafted", {}, by=desk.cashier, at=at)
        if told:
            record("crafted", desk.room, room=desk.room, by=by, at=at)
        if act:
            moved = sum(move.amount for move in moves)
            MoneyAct.objects.create(
                room=desk.room, act=act, amount=moved if acted is None else acted, limit=0, by=by,
                second=desk.manager, at=at, gaming_day=desk.room.gaming_day(at), request_key=key,
            )  # fmt: skip
        group = Dated(desk.room, key, by, at, "crafted", hand, day)
        _append(group, moves, follows)
        return key

    def sale(self, amount: int, chips: int = 0, *, player: Player | None = None) -> list[Move]:
        """The two legs of a purchase by the friend."""
        return [
            Move(self.house(A.PATRONS), self.till(A.DRAWER_CASH), amount, K.CHIP_SALE),
            Move(self.till(A.DRAWER_CHIPS), self.rack(player or self.friend.player), chips or amount, K.CHIP_SALE),
        ]

    def write_buy_in(self, key: str, amount: int) -> None:
        """The row of a buy-in by the friend, whatever was moved."""
        desk = self.desk
        BuyIn.objects.create(
            room=desk.room, session=desk.session, player=self.friend.player, drawer=desk.drawer,
            plaque=desk.session.plaque, amount=amount, receipt=999, gaming_day=desk.room.gaming_day(desk.now),
            at=desk.now, by=desk.cashier, request_key=key,
        )  # fmt: skip

    def leaves(self, sitting: Sitting) -> None:
        """The sitting is over, by the row alone."""
        Sitting.objects.filter(pk=sitting.pk).update(left_at=self.desk.now, left_with=200_00)


Attack = Callable[[Thief], object]


def cash_without_chips(thief: Thief) -> None:
    thief.post(Move(thief.till(A.DRAWER_CASH), thief.house(A.PATRONS), 100_00, K.CHIP_REDEMPTION))


def chips_without_cash(thief: Thief) -> None:
    thief.post(thief.sale(100_00)[1])


def chips_for_less_cash(thief: Thief) -> None:
    key = thief.post(*thief.sale(1_00, 100_00))
    thief.write_buy_in(key, 1_00)


def cash_for_fewer_chips(thief: Thief) -> None:
    rack, chips, cash = thief.rack(thief.friend.player), thief.till(A.DRAWER_CHIPS), thief.till(A.DRAWER_CASH)
    thief.post(
        Move(rack, chips, 1_00, K.CHIP_REDEMPTION), Move(cash, thief.house(A.PATRONS), 100_00, K.CHIP_REDEMPTION)
    )


def cash_out_nobody_wrote(thief: Thief) -> None:
    rack, chips, cash = thief.rack(thief.friend.player), thief.till(A.DRAWER_CHIPS), thief.till(A.DRAWER_CASH)
    thief.post(
        Move(rack, chips, 10_00, K.CHIP_REDEMPTION), Move(cash, thief.house(A.PATRONS), 10_00, K.CHIP_REDEMPTION)
    )


def sale_nobody_wrote(thief: Thief) -> None:
    thief.post(*thief.sale(100_00))


def sale_written_for_another(thief: Thief) -> None:
    key = thief.post(*thief.sale(100_00, player=thief.victim.player))
    thief.write_buy_in(key, 100_00)


def sale_of_two_drawers(thief: Thief) -> None:
    window = opened(thief.desk.room, "Window 2", cashier=person(thief.desk.room, "cashier"), **thief.desk.by())
    cash, chips = thief.sale(100_00)
    cash = Move(cash.source, thief.till(A.DRAWER_CASH, window), 100_00, K.CHIP_SALE)
    thief.write_buy_in(thief.post(cash, chips), 100_00)


def sale_in_three_legs(thief: Thief) -> None:
    cash, chips = thief.sale(100_00)
    half = Move(chips.source, chips.target, 50_00, K.CHIP_SALE)
    thief.write_buy_in(thief.post(cash, half, half), 100_00)


def more_on_the_stack_than_was_sold(thief: Thief) -> None:
    rack, seat = thief.rack(thief.friend.player), seat_account(thief.friend)
    key = thief.post(*thief.sale(10_00), Move(rack, seat, 40_00, K.ADD_ON))
    thief.write_buy_in(key, 10_00)


def a_stack_for_another_rack(thief: Thief) -> None:
    thief.leaves(thief.victim)
    thief.post(Move(seat_account(thief.victim), thief.rack(thief.friend.player), 200_00, K.LEAVE))


def an_incidental_for_another_rack(thief: Thief) -> None:
    thief.post(Move(seat_account(thief.victim), thief.rack(thief.friend.player), 20_00, K.INCIDENTAL))


def anothers_rack_on_a_stack(thief: Thief) -> None:
    thief.post(Move(thief.rack(thief.victim.player), seat_account(thief.friend), 50_00, K.ADD_ON))


def a_move_to_anothers_seat(thief: Thief) -> None:
    thief.leaves(thief.victim)
    thief.post(Move(seat_account(thief.victim), seat_account(thief.friend), 200_00, K.MOVE))


def a_pot_at_another_table(thief: Thief) -> None:
    pot = thief.at_table(A.POT)
    seat, far = seat_account(thief.victim), seat_account(thief.other)
    thief.post(Move(seat, pot, 50_00, K.HAND), Move(pot, far, 50_00, K.HAND), hand=1)


def a_count_at_another_table(thief: Thief) -> None:
    thief.post(Move(seat_account(thief.victim), thief.at_table(A.FELT, thief.second_table), 50_00, K.COUNT))


def rake_of_another_table(thief: Thief) -> None:
    felt, box = thief.at_table(A.FELT), thief.at_table(A.RAKE_BOX, thief.second_table)
    thief.post(Move(felt, box, 5_00, K.HAND), hand=1)


def two_tables_in_one_hand(thief: Thief) -> None:
    tables = (thief.desk.session, thief.second_table)
    thief.post(*(Move(thief.at_table(A.FELT, t), thief.at_table(A.RAKE_BOX, t), 5_00, K.HAND) for t in tables), hand=1)


def a_hand_without_a_number(thief: Thief) -> None:
    thief.post(Move(thief.at_table(A.FELT), thief.at_table(A.RAKE_BOX), 5_00, K.HAND))


def a_hand_nobody_recorded(thief: Thief) -> None:
    """Beside one that somebody did record."""
    HandTable(thief.desk, {1: thief.friend, 2: thief.victim}).tick()
    pot, loser, winner = thief.at_table(A.POT), seat_account(thief.victim), seat_account(thief.friend)
    thief.post(Move(loser, pot, 50_00, K.HAND), Move(pot, winner, 50_00, K.HAND), hand=4711)


def toke(thief: Thief, **facts: Any) -> str:
    """The statement of a toke that would be let through, but for `facts`."""
    return thief.post(Move(seat_account(thief.victim), thief.at_table(A.TOKES), 1_00, K.TOKE), **facts)


def in_the_year_2099(thief: Thief) -> None:
    toke(thief, at=datetime(2099, 1, 1, tzinfo=UTC))


def an_hour_ahead(thief: Thief) -> None:
    toke(thief, at=timezone.now() + timedelta(hours=1))


def before_the_room_opened(thief: Thief) -> None:
    toke(thief, at=datetime(1999, 1, 1, tzinfo=UTC))


def two_hours_back(thief: Thief) -> None:
    toke(thief, at=thief.desk.now - timedelta(hours=2))


def on_another_gaming_day(thief: Thief) -> None:
    toke(thief, day=1)


def nobody_told(thief: Thief) -> None:
    toke(thief, told=False)


def nobody_asked(thief: Thief) -> None:
    toke(thief, asked=False)


def asked_by_somebody_else(thief: Thief) -> None:
    toke(thief, by=thief.desk.manager)


def a_leg_more_for_an_old_group(thief: Thief) -> None:
    old = Transfer.objects.filter(kind=K.BUY_IN, source__player=thief.friend.player).get()
    seat, rack = seat_account(thief.friend), thief.rack(thief.friend.player)
    thief.post(Move(rack, seat, 50_00, K.BUY_IN), key=old.request_key, follows=1, at=old.at, asked=False)


def a_group_that_begins_with_two(thief: Thief) -> None:
    toke(thief, follows=1)


def chips_into_the_vault(thief: Thief) -> None:
    thief.post(Move(thief.house(A.CHIP_ISSUE), thief.house(A.VAULT_CHIPS), 1_000_00, K.ISSUE))


def a_fill_nobody_confirmed(thief: Thief) -> None:
    thief.post(Move(thief.till(A.DRAWER_CHIPS), thief.house(A.VAULT_CHIPS), 1_000_00, K.CREDIT))


def a_ruling_nobody_made(thief: Thief) -> None:
    pot, loser, rack = thief.at_table(A.POT), seat_account(thief.victim), thief.rack(thief.friend.player)
    thief.post(Move(loser, pot, 50_00, K.RULING), Move(pot, rack, 50_00, K.RULING))


def a_hold_that_pays(thief: Thief) -> None:
    pot, loser, rack = thief.at_table(A.POT), seat_account(thief.victim), thief.rack(thief.friend.player)
    thief.post(Move(loser, pot, 50_00, K.RULING), Move(pot, rack, 50_00, K.RULING), key="dispute:9:hold")


def a_correction_of_nothing(thief: Thief) -> None:
    pot, loser, winner = thief.at_table(A.POT), seat_account(thief.victim), seat_account(thief.friend)
    thief.post(Move(loser, pot, 50_00, K.CORRECTION), Move(pot, winner, 50_00, K.CORRECTION), act="correction")


def a_debt_nobody_has(thief: Thief) -> None:
    owed, rack = thief.case(A.RECEIVABLE), thief.rack(thief.friend.player)
    thief.post(
        Move(thief.rack(thief.victim.player), owed, 50_00, K.DEBT), Move(owed, rack, 50_00, K.DEBT), act="collect"
    )


def a_purchase_taken_back(thief: Thief) -> None:
    sold = Transfer.objects.filter(kind=K.CHIP_SALE, source__kind=A.DRAWER_CHIPS).latest("pk")
    thief.post(Move(sold.target, sold.source, sold.amount, K.CHIP_SALE, reverses=sold))


def half_a_ruling_taken_back(thief: Thief) -> None:
    held, pot = thief.case(A.IMPOUND), thief.at_table(A.POT)
    in_and_out = (Move(seat_account(thief.victim), pot, 50_00, K.RULING), Move(pot, held, 50_00, K.RULING))
    thief.post(*in_and_out, *in_and_out, key="dispute:1:hold")
    first, second = Transfer.objects.filter(request_key="dispute:1:hold")[:2]
    back = [Move(row.target, row.source, row.amount, K.RULING, reverses=row) for row in (second, first)]
    thief.post(*back, act="ruling")


def a_departure_with_a_credit(thief: Thief) -> None:
    thief.leaves(thief.victim)
    leave = Move(seat_account(thief.victim), thief.rack(thief.victim.player), 200_00, K.LEAVE)
    thief.post(leave, Move(thief.till(A.DRAWER_CHIPS), thief.house(A.VAULT_CHIPS), 200_00, K.CREDIT), act="fill")


def two_departures_in_one(thief: Thief) -> None:
    thief.leaves(thief.victim)
    part = Move(seat_account(thief.victim), thief.rack(thief.victim.player), 100_00, K.LEAVE)
    thief.post(part, part)


def by_way_of(thief: Thief, **owner: Any) -> None:
    """The victim's chips go to a rack of this owner, and from there on to the friend's stack."""
    between = Account.objects.create(room=thief.desk.room, kind=A.RACK, **owner)
    thief.post(Move(seat_account(thief.victim), between, 50_00, K.INCIDENTAL))
    thief.post(Move(between, seat_account(thief.friend), 50_00, K.ADD_ON))


def by_way_of_nobodys_rack(thief: Thief) -> None:
    by_way_of(thief)


def by_way_of_a_tables_rack(thief: Thief) -> None:
    by_way_of(thief, session=thief.desk.session)


def by_way_of_a_drawers_rack(thief: Thief) -> None:
    by_way_of(thief, drawer_id=thief.desk.drawer.pk)


def issue(thief: Thief, amount: int = 1_000_00) -> Move:
    return Move(thief.house(A.CHIP_ISSUE), thief.house(A.VAULT_CHIPS), amount, K.ISSUE)


def slipped(thief: Thief, key: str, amount: int = 1_000_00) -> str:
    """The group of an issue, with a slip that fits it."""
    write_chip_slip(thief.desk, key, amount)
    return key


def chips_issued_as_if_held(thief: Thief) -> None:
    slipped(thief, thief.post(issue(thief), key="dispute:9:hold"))


def chips_issued_by_a_ruling(thief: Thief) -> None:
    slipped(thief, thief.post(issue(thief), act="ruling"))


def chips_issued_by_an_act_of_less(thief: Thief) -> None:
    slipped(thief, thief.post(issue(thief), act="stock", acted=1_00))


def chips_issued_twice_by_one_act(thief: Thief) -> None:
    key, at = slipped(thief, thief.post(issue(thief), act="stock")), thief.desk.now
    slipped(thief, thief.post(issue(thief), key=f"{key}:back", at=at))


def a_shortfall_covered_by_an_act_of_less(thief: Thief) -> None:
    cover = Move(thief.house(A.VAULT_CHIPS), thief.at_table(A.FELT), 1_00, K.SHORTFALL)
    slipped(thief, thief.post(issue(thief), act="stock"))
    thief.post(cover, act="shortfall", acted=0)


def a_correction_by_a_void_of_another(thief: Thief) -> None:
    """One act, two corrections."""
    hand = HandTable(thief.desk, {1: thief.friend, 2: thief.victim}).tick()
    box, felt = thief.at_table(A.RAKE_BOX), thief.at_table(A.FELT)
    back = Move(box, felt, 1_00, K.CORRECTION)
    key, at = thief.post(back, act="void", hand=hand.pk), thief.desk.now
    thief.post(back, key=f"{key}:back", at=at, hand=hand.pk)


def a_sale_at_a_closed_drawer(thief: Thief) -> None:
    desk = thief.desk
    close_exactly(desk.drawer, by=desk.cashier, second=desk.manager, at=desk.at())
    thief.write_buy_in(thief.post(*thief.sale(100_00)), 100_00)


def window_elsewhere() -> Drawer:
    """A drawer of another room, without a place in the ledger."""
    return Drawer.objects.create(room=open_desk().room, name="Window 2")


def a_till_of_a_drawer_elsewhere(thief: Thief) -> None:
    thief.till(A.DRAWER_CASH, window_elsewhere())


def a_debt_paid_into_a_drawer_elsewhere(thief: Thief) -> None:
    debt, desk = a_debt(thief.desk), thief.desk
    DebtEntry.objects.create(
        debt=debt, how=DebtEntry.How.CASH, amount=1_00, drawer_id=window_elsewhere().pk, at=desk.now,
        gaming_day=desk.room.gaming_day(desk.now), request_key="crafted",
    )  # fmt: skip


def a_drawer_that_goes_to_another_room(thief: Thief) -> None:
    Drawer.objects.filter(pk=thief.desk.drawer.pk).update(room=open_desk().room, name="Window 9")


def out_of(thief: Thief, sitting: Sitting, amount: int = 50_00) -> list[Move]:
    """The amount out of a stack through the pot to the friend's rack, as by a ruling."""
    pot, rack = thief.at_table(A.POT), thief.rack(thief.friend.player)
    return [Move(seat_account(sitting), pot, amount, K.RULING), Move(pot, rack, amount, K.RULING)]


def a_ruling_by_an_act_alone(thief: Thief) -> None:
    thief.post(*out_of(thief, thief.victim), act="ruling")


def a_hold_that_no_case_asked_for(thief: Thief) -> None:
    pot, held = thief.at_table(A.POT), thief.case(A.IMPOUND)
    stack = Move(seat_account(thief.victim), pot, 50_00, K.RULING)
    thief.post(stack, Move(pot, held, 50_00, K.RULING), key="dispute:1:hold")


def a_limit_that_nobody_posted(thief: Thief) -> None:
    felt = thief.at_table(A.FELT)
    moves = [
        Move(seat_account(thief.victim), felt, 150_00, K.COUNT), Move(felt, seat_account(thief.friend), 150_00, K.COUNT)
    ]  # fmt: skip
    key, desk = thief.post(*moves), thief.desk
    MoneyAct.objects.create(
        room=desk.room, session=desk.session, act="count", amount=150_00, limit=1_000_000_00, by=desk.cashier,
        at=desk.now, gaming_day=desk.room.gaming_day(desk.now), request_key=f"{key}:count",
    )  # fmt: skip


def a_row_that_no_balance_knows(thief: Thief) -> None:
    toke(thief)
    account = thief.at_table(A.TOKES)
    Account.objects.filter(pk=account.pk).update(balance=0)


REFUSED: tuple[tuple[Attack, str], ...] = (
    (cash_without_chips, "not of one amount"),
    (chips_without_cash, "not of one amount"),
    (chips_for_less_cash, "not of one amount"),
    (cash_for_fewer_chips, "not of one amount"),
    (cash_out_nobody_wrote, "without a cash-out"),
    (sale_nobody_wrote, "without a buy-in"),
    (sale_written_for_another, "without a buy-in"),
    (sale_of_two_drawers, "somebody else than its cashier"),
    (sale_in_three_legs, "a leg too many"),
    (more_on_the_stack_than_was_sold, "not what was sold"),
    (a_stack_for_another_rack, "chips of one player go to another"),
    (an_incidental_for_another_rack, "chips of one player go to another"),
    (anothers_rack_on_a_stack, "chips of one player go to another"),
    (a_move_to_anothers_seat, "chips of one player go to another"),
    (a_pot_at_another_table, "from one table to another"),
    (a_count_at_another_table, "from one table to another"),
    (rake_of_another_table, "from one table to another"),
    (two_tables_in_one_hand, "of two tables"),
    (a_hand_without_a_number, "has no number"),
    (in_the_year_2099, "ahead of the clock"),
    (an_hour_ahead, "ahead of the clock"),
    (before_the_room_opened, "a day before the one before it"),
    (on_another_gaming_day, "another gaming day"),
    (nobody_told, "no event in the audit trail"),
    (nobody_asked, "nobody asked"),
    (asked_by_somebody_else, "nobody asked"),
    (a_leg_more_for_an_old_group, "a leg too many"),
    (a_group_that_begins_with_two, "not numbered 1, 2, 3"),
    (chips_into_the_vault, "no act says"),
    (a_fill_nobody_confirmed, "no act says"),
    (a_ruling_nobody_made, "no act says"),
    (a_hold_that_pays, "is paid out"),
    (a_correction_of_nothing, "has no number"),
    (a_debt_nobody_has, "no entry tells of"),
    (a_purchase_taken_back, "no act says"),
    (half_a_ruling_taken_back, "half a group"),
    (a_departure_with_a_credit, "no group of transfers is credit\\+leave"),
    (two_departures_in_one, "a leg too many"),
    (by_way_of_nobodys_rack, "account_owned_by_kind"),
    (by_way_of_a_tables_rack, "account_owned_by_kind"),
    (by_way_of_a_drawers_rack, "account_owned_by_kind"),
    (chips_issued_as_if_held, "no act says"),
    (chips_issued_by_a_ruling, "no act says"),
    (chips_issued_by_an_act_of_less, "no act says"),
    (chips_issued_twice_by_one_act, "no act says"),
    (a_shortfall_covered_by_an_act_of_less, "no act says"),
    (a_correction_by_a_void_of_another, "no act says"),
    (a_sale_at_a_closed_drawer, "a closed drawer"),
    (a_till_of_a_drawer_elsewhere, "has no drawer"),
    (a_debt_paid_into_a_drawer_elsewhere, "this debt has no drawer"),
    (a_drawer_that_goes_to_another_room, "stays in its room"),
)
NAMED: tuple[tuple[Attack, str], ...] = (
    (a_hand_nobody_recorded, "hand 4711"),
    (two_hours_back, "before the one before it"),
    (a_row_that_no_balance_knows, "its rows say"),
    (a_ruling_by_an_act_alone, "which nobody made"),
    (a_hold_that_no_case_asked_for, "case 1 holds 5000, not 0"),
    (a_limit_that_nobody_posted, "no plaque of the room allows more than"),
)


def called(cases: Iterable[tuple[Callable[..., object], str]]) -> list[str]:
    """The names of the cases: each by its attack's own name."""
    return [attack.__name__ for attack, _ in cases]


@arranged
def thief() -> Thief:
    return Thief(open_desk())


def committed(attack: Attack, thief: Thief) -> None:
    """The attack up to what the database asks at its commit."""
    attack(thief)
    connection.check_constraints()


@pytest.mark.parametrize(("attack", "said"), REFUSED, ids=called(REFUSED))
def test_the_database_refuses(thief: Thief, attack: Attack, said: str) -> None:
    connection.check_constraints()
    with pytest.raises(DatabaseError, match=said), transaction.atomic():
        committed(attack, thief)


@pytest.mark.parametrize(("attack", "said"), NAMED, ids=called(NAMED))
def test_the_audit_names(thief: Thief, attack: Attack, said: str) -> None:
    assert [finding.check.title for finding in audit() if not finding.holds] == []
    committed(attack, thief)
    assert any(said in fault for finding in audit() for fault in finding.faults)


def test_what_is_refused_is_refused_for_that_alone(thief: Thief) -> None:
    """The same rows with nothing wrong about them are let through, and the books are clean."""
    toke(thief)
    connection.check_constraints()
    assert [finding.check.title for finding in audit() if not finding.holds] == []


@pytest.mark.django_db
def test_legs_that_are_added_to_a_ruling_are_named() -> None:
    """Its key, its instant, its person and its act: the group is as sound as before, and moves more."""
    table = open_dispute_table()
    hand = table.showdown()
    winner, loser = table.sitting(table.winner), table.sitting(table.loser)
    ruling = table.rule(table.open(hand), Payment(winner, loser, 40_00))
    assert not [finding.check.title for finding in audit() if not finding.holds]
    pot = table_account(hand.session, A.POT)
    more = [
        Move(seat_account(winner), pot, 100_00, K.RULING), Move(pot, seat_account(loser), 100_00, K.RULING)
    ]  # fmt: skip
    group = Group(hand.room, ruling.request_key, ruling.ruled_by, ruling.ruled_at, "crafted", hand.pk)
    _append(group, more, follows=Transfer.objects.filter(request_key=ruling.request_key).count())
    connection.check_constraints()
    faults = [fault for finding in audit() for fault in finding.faults]
    assert f"ruling {ruling.pk} paid out 14000; its remedies and holdings come to 4000" in faults
