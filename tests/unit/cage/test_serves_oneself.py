"""Nobody serves, counts or judges themselves: every door asks it in one place (`players.works_here.refuse_oneself`)."""

from collections.abc import Callable
from typing import Any

import pytest

from cage import services as cage
from config.staff.models import User
from disputes.services import Payment
from players.models import DebtEntry, Player, TransferKind
from players.services import note_works_here
from players.services.comp_redeeming import redeem_points
from players.services.debts import collect_debt, write_off_debt
from players.services.table_money import count_stack
from tests.support.arranged import arranged
from tests.support.banks import a_bank, shown
from tests.support.desk import Desk, key, open_desk, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.house import a_debt
from tests.support.refusals import refused
from tests.support.window import a_hold, book, present

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    return open_desk()


@arranged
def at() -> DisputeTable:
    return open_dispute_table()


def works(desk: Desk, player: Player, who: User) -> None:
    note_works_here(room=desk.room, player=player, who=who, by=person(desk.room, "manager"), at=desk.at(), key=key())


def test_no_cashier_sells_pays_or_voids_for_themselves(desk: Desk) -> None:
    ann = desk.player()
    bought = desk.buy_in(ann, 200_00)
    voiding = lambda: {"reason": "the wrong line", "key": key()} | desk.by()  # noqa: E731
    works(desk, ann, desk.cashier)
    doors: list[Callable[[], object]] = [
        lambda: desk.buy_in(ann, 100_00),
        lambda: desk.cash_out(ann, 100_00),
        lambda: cage.void_buy_in(bought=bought, **voiding()),
        lambda: present(desk, ann, 5_00),
        lambda: redeem_points(room=desk.room, player=ann, points=5, what="a meal", key=key(), **desk.by()),
        lambda: book(desk, TransferKind.PROMO_PAYOUT, 5_00, patron=ann),
        lambda: book(desk, TransferKind.TOURNAMENT_ENTRY, 5_00, patron=ann),
    ]
    for door in doors:
        error = refused("serves_oneself", door)
        assert f"{ann} is {desk.cashier}, and nobody" in error.message
    assert desk.buy_in(desk.player(), 100_00)


def test_nor_does_the_second_person_confirm_it(desk: Desk) -> None:
    ann, floor = desk.player(), person(desk.room, "floor")
    bought = desk.buy_in(ann, 200_00)
    works(desk, ann, floor)
    voiding = {"reason": "the wrong line", "second": floor, "key": key()} | desk.by()
    refused("serves_oneself", lambda: cage.void_buy_in(bought=bought, **voiding))
    refused("serves_oneself", lambda: book(desk, TransferKind.PROMO_PAYOUT, 5_00, patron=ann, second=floor))
    assert book(desk, TransferKind.PROMO_PAYOUT, 5_00, patron=ann, second=person(desk.room, "floor"))


def test_nobody_serves_their_own_bank(desk: Desk) -> None:
    bank = a_bank(desk)
    facts: dict[str, Any] = {"bank": bank, "amount": 50_00, "drawer": desk.drawer, "shown": shown(desk, bank)}
    cage.deposit(**facts, key=key(), **desk.by())
    works(desk, bank.player, desk.cashier)
    for door in (cage.deposit, cage.withdraw):
        refused("serves_oneself", lambda: door(**facts, key=key(), **desk.by()))  # noqa: B023 - called at once


def test_nobody_decides_what_is_held_of_their_own(desk: Desk) -> None:
    held, floor = a_hold(desk), person(desk.room, "floor")
    works(desk, held.player, floor)
    facts = {"held": held, "is_paid": True, "reason": "known for years", "at": desk.at(), "key": key()}
    refused("serves_oneself", lambda: cage.decide_hold(**facts, by=floor))


def test_nobody_settles_a_debt_of_their_own(desk: Desk) -> None:
    debt = a_debt(desk)
    works(desk, debt.player, desk.manager)
    other = person(desk.room, "manager")
    facts: dict[str, Any] = {"debt": debt, "at": desk.at(), "key": key()}
    how = {"how": DebtEntry.How.RACK, "amount": 1_00}
    refused("serves_oneself", lambda: collect_debt(**facts, **how, by=desk.manager))
    refused("serves_oneself", lambda: collect_debt(**facts, **how, by=other, second=desk.manager))
    given = {"reason": "lost for good"}
    refused("serves_oneself", lambda: write_off_debt(**facts, **given, by=desk.manager, second=other))
    in_cash = {"how": DebtEntry.How.CASH, "amount": 1_00, "drawer": desk.drawer}
    refused("serves_oneself", lambda: cage.pay_debt(**facts, **in_cash, by=desk.manager))


def test_nobody_counts_a_stack_of_their_own_to_be_another(at: DisputeTable) -> None:
    desk, sitting = at.table.desk, at.table.sittings[1]
    works(desk, sitting.player, desk.manager)
    facts: dict[str, Any] = {"sitting": sitting, "at": desk.at(), "key": key(), "reason": "played"}
    refused("serves_oneself", lambda: count_stack(**facts, counted=190_00, by=desk.manager))
    other = person(desk.room, "floor")
    refused("serves_oneself", lambda: count_stack(**facts, counted=190_00, by=other, second=desk.manager))
    assert count_stack(**facts, counted=200_00, by=desk.manager), "what the books say moves nothing"


def test_nobody_rules_on_a_hand_that_they_played(at: DisputeTable) -> None:
    desk = at.table.desk
    dispute = at.open(at.showdown())
    works(desk, at.table.sittings[at.loser].player, at.table.floor)
    refused("serves_oneself", lambda: at.rule(dispute))
    refused("serves_oneself", lambda: at.rule(dispute, by=at.other, second=at.table.floor))
    assert at.rule(dispute, by=at.other)


def test_nobody_rules_chips_to_themselves_after_a_quick_hand(at: DisputeTable) -> None:
    desk = at.table.desk
    dispute = at.open(at.table.tick(300))
    works(desk, at.table.sittings[1].player, at.table.floor)
    payment = Payment(source=at.sitting(2), target=at.sitting(1), amount=5_00)
    refused("serves_oneself", lambda: at.rule(dispute, payment))
