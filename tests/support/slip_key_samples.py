"""Requests of the services of fills and credits, trays, boxes and pools: what each is asked once, and what is different
in another request."""

from collections.abc import Callable
from typing import Any

from cage import services as cage
from cage.counted import Counted
from cage.models import TrayCount
from cage.services.pools import Terms
from cage.services.pulls import Order
from tables.services import (
    close_table,
)
from tests.support.boxes import chips, pulled, two_counters
from tests.support.desk import key, person
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
    return cage.settle_felt, {"session": closed[0], "by": desk.manager}, {"session": closed[1]}


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
    given = {"room": desk.room, "name": "Bad beat", "terms": Terms(reserve_percent=40), "by": desk.manager}
    return cage.post_pool, given | {"second": person(desk.room, "auditor")}, {"name": "High hand"}


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
}
