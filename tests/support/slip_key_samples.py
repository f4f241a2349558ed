"""Requests of the services of fills and credits, trays, boxes and pools: what each is asked once, and what is different
in another request."""

from collections.abc import Callable
from typing import Any

from cage import services as cage
from cage.counted import Counted
from cage.models import PromoPool, TrayCount
from cage.selectors.pool_days import as_text, digest_of, figures_of
from cage.services.award_people import CARDS_UNKNOWN
from cage.services.awards import Named
from cage.services.pools import Terms
from cage.services.pulls import Order
from config.rooms.models import Room
from tables.services import (
    close_table,
)
from tests.support.awards import a_pool, declared, deposited, feed, seeded, stocked
from tests.support.boxes import chips, pulled, two_counters
from tests.support.corrections import turned
from tests.support.days import end_day
from tests.support.desk import Desk, key, person
from tests.support.dispute import DisputeTable
from tests.support.slips import FILL, Slips

Sample = tuple[Callable[..., Any], dict[str, Any], dict[str, Any]]
"""The service, what it is asked, and what is different in another request."""


def _ask(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    given = {"room": slips.desk.room, "kind": FILL, "drawer": slips.desk.drawer, "by": slips.desk.cashier}
    return cage.request_slip, given | {"counted": slips.pieces(100_00)}, {"counted": slips.pieces(200_00)}


def _authorise(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    return cage.authorise_slip, {"slip": slips.ask(), "by": slips.floor}, {"slip": slips.ask()}


def _send(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    slip = slips.authorise(slips.ask())
    given = {"slip": slip, "runner": slips.runner, "by": slips.desk.manager}
    return cage.send_slip, given, {"runner": slips.other_floor}


def _receive(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    given = {"slip": slips.sent(), "counted": slips.pieces(300_00), "by": slips.desk.cashier}
    return cage.receive_slip, given, {"counted": slips.pieces(200_00)}


def _refuse(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    return cage.decline_slip, {"slip": slips.ask(), "reason": "too much", "by": slips.floor}, {"reason": "too late"}


def _void_slip(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    return cage.void_slip, {"slip": slips.ask(), "reason": "typed twice", "by": slips.floor}, {"reason": "a mistake"}


def _count_tray(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    given = {"table": slips.table, "part": TrayCount.Part.OPENING, "second": slips.dealer, "by": slips.floor}
    return cage.count_tray, given | {"counted": slips.pieces(0)}, {"counted": slips.pieces(100_00)}


def _settle_felt(at: DisputeTable) -> Sample:
    desk = at.table.desk
    closed = [close_table(session=desk.open_table(), by=desk.manager, at=desk.at()) for _ in range(2)]
    given = {"session": closed[0], "reason": "a count was wrong", "by": desk.manager}
    return cage.settle_felt, given, {"session": closed[1]}


def _pull(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"table": desk.session.table, "orders": [Order("rake", "R1")], "why": "drop", "by": desk.cashier}
    return cage.pull_boxes, given | {"second": desk.second}, {"reason": "another"}


def _hang(at: DisputeTable) -> Sample:
    desk = at.table.desk
    box = cage.add_box(room=desk.room, number="E1", kind="emergency", by=desk.manager, at=desk.at())
    given = {"box": box, "table": desk.session.table, "holds": "rake", "by": desk.cashier}
    return cage.hang_box, given, {"holds": "promo"}


def _count_box(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"pull": pulled(desk, "R1"), "counted": Counted(), "by": person(desk.room, "cashier")}
    return cage.count_box, given, {"second": person(desk.room, "floor")}


def _count_box_together(at: DisputeTable) -> Sample:
    desk = at.table.desk
    pull, (one, two) = pulled(desk, "R1"), two_counters(desk)
    for who, amount in ((one, 100), (two, 200)):
        cage.count_box(pull=pull, counted=chips(desk.room, amount), key=key(), by=who, at=desk.at())
    given = {"pull": pull, "counted": chips(desk.room, 100), "by": one, "second": two}
    return cage.count_box_together, given | {"third": person(desk.room, "floor")}, {"counted": chips(desk.room, 200)}


def _hand_over(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "pulls": [pulled(desk, "R1").pk], "by": desk.cashier, "second": desk.second}
    return cage.hand_over_boxes, given, {"reason": "another"}


def _take_key(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "lock": "release", "reason": "the drop", "by": desk.cashier, "second": desk.second}
    return cage.take_key, given, {"lock": "contents"}


def _post_pool(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {
        "room": desk.room,
        "name": "Bad beat",
        "terms": Terms(employees="yes", reserve_percent=40),
        "by": desk.manager,
    }
    return cage.post_pool, given | {"second": person(desk.room, "auditor")}, {"name": "High hand"}


def _funded(at: DisputeTable) -> tuple[Desk, PromoPool]:
    """A pool that the table feeds, with counted money."""
    desk = at.table.desk
    pool = a_pool(desk)
    feed(at.table, 300)
    return desk, pool


def _seed_pool(at: DisputeTable) -> Sample:
    desk = at.table.desk
    stocked(desk, chips=9_00)
    given = {"pool": a_pool(desk, seed=9_00), "amount": 3_00, "reason": "it begins", "by": desk.manager}
    return cage.seed_pool, given | {"second": person(desk.room, "auditor")}, {"amount": 2_00}


def _recover_seed(at: DisputeTable) -> Sample:
    _, given, _ = _seed_pool(at)
    seeded(at.table.desk, given["pool"], 5_00)
    return cage.recover_seed, given, {"amount": 2_00}


def _deposit_pool_money(at: DisputeTable) -> Sample:
    desk, pool = _funded(at)
    stocked(desk, cash=9_00)
    given = {"pool": pool, "amount": 2_00, "reference": "12", "by": desk.manager, "second": desk.cashier}
    return cage.deposit_pool_money, given, {"reference": "13"}


def _take_deposit_back(at: DisputeTable) -> Sample:
    _, given, _ = _deposit_pool_money(at)
    deposit = deposited(at.table.desk, given["pool"], 2_00)
    two = {"by": given["by"], "second": given["second"]}
    return cage.take_deposit_back, {"deposit": deposit, "reason": "another pool", **two}, {"reason": "otherwise"}


def _declare_award(at: DisputeTable) -> Sample:
    desk, pool = _funded(at)
    given = {"pool": pool, "kind": "bad_beat", "what": "quads beaten", "amount": 300, "table": desk.session.table}
    given |= {"shares": [Named(desk.player())], "by": desk.second, "second": desk.manager}
    given |= {"confirmed": (CARDS_UNKNOWN,)}
    return cage.declare_award, given, {"amount": 200}


def _void_award(at: DisputeTable) -> Sample:
    desk, pool = _funded(at)
    award = declared(desk, pool, 300, desk.player(), desk.player())
    given = {"award": award, "reason": "misread", "by": desk.second, "second": desk.manager}
    return cage.void_award, given, {"share": award.shares.first()}


def _let_award_stand(at: DisputeTable) -> Sample:
    desk, pool = _funded(at)
    hand = at.showdown()
    award = declared(desk, pool, 300, desk.player(), hand=hand.number)
    turned(at, hand, second=at.other)
    given = {"award": award, "reason": "the same cards lost", "by": desk.second, "second": desk.manager}
    return cage.let_award_stand, given, {"reason": "otherwise"}


def _reconcile_pools(at: DisputeTable) -> Sample:
    desk, _ = _funded(at)
    day = end_day(desk)
    seen = digest_of(as_text(figures_of(desk.room, day)))
    given = {"room": desk.room, "day": day, "seen": seen, "by": person(desk.room, "auditor")}
    return cage.reconcile_pools, given, {"explanation": "the count of P1"}


def _decide_currency(at: DisputeTable) -> Sample:
    desk, player = at.table.desk, at.table.desk.player()
    Room.objects.filter(pk=desk.room.pk).update(log_from=100_00, report_from=100_00)
    desk.room.refresh_from_db()
    desk.buy_in(player, 100_00)
    given = {"room": desk.room, "player": player, "day": desk.room.gaming_day(desk.now), "outcome": "not"}
    given |= {"words": "it was of two people", "seen": f"{100_00}/0", "by": person(desk.room, "manager")}
    return cage.decide_currency, given, {"words": "another reason"}


def _pay_award_share(at: DisputeTable) -> Sample:
    desk, pool = _funded(at)
    share = declared(desk, pool, 300, desk.player()).shares.get()
    other = cage.add_drawer(room=desk.room, name="Window 9", **desk.by())
    return cage.pay_or_hold_share, {"share": share, "drawer": desk.drawer, "by": desk.cashier}, {"drawer": other}


def _pay_award_share_paid(at: DisputeTable) -> Sample:
    _, given, other = _pay_award_share(at)
    return cage.pay_award_share, given, other


SAMPLES: dict[str, Callable[[DisputeTable], Sample]] = {
    "request_slip": _ask,
    "authorise_slip": _authorise,
    "send_slip": _send,
    "receive_slip": _receive,
    "decline_slip": _refuse,
    "void_slip": _void_slip,
    "count_tray": _count_tray,
    "settle_felt": _settle_felt,
    "pull_boxes": _pull,
    "hang_box": _hang,
    "count_box": _count_box,
    "count_box_together": _count_box_together,
    "hand_over_boxes": _hand_over,
    "take_key": _take_key,
    "post_pool": _post_pool,
    "seed_pool": _seed_pool,
    "recover_seed": _recover_seed,
    "deposit_pool_money": _deposit_pool_money,
    "take_deposit_back": _take_deposit_back,
    "declare_award": _declare_award,
    "void_award": _void_award,
    "let_award_stand": _let_award_stand,
    "pay_award_share": _pay_award_share_paid,
    "pay_or_hold_share": _pay_award_share,
    "reconcile_pools": _reconcile_pools,
    "decide_currency": _decide_currency,
}
