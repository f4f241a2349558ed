"""Pools that hold counted money and the house's seed, what is deposited of it, and awards out of them, in tests."""

import itertools
from typing import Any

from cage import services as cage
from cage.models import AwardShare, CashSlip, PoolAward, PoolDeposit, PoolDepositVoid, PoolSeed, PromoPool
from cage.services.award_people import ASKED
from cage.services.awards import Named
from cage.services.pools import POOL_ENDS, Terms
from players.models import Player
from tests.support.boxes import counted, pulled
from tests.support.desk import Desk, key, person
from tests.support.table import HandTable

_boxes = itertools.count(1)


def a_pool(desk: Desk, name: str = "Bad beat", **terms: Any) -> PromoPool:
    """A pool that the desk's table feeds, of which two fifths go to the reserve."""
    given = {"reserve_percent": 40, "employees": "yes", "tables": (desk.session.table_id,)} | terms
    facts = {"by": desk.manager, "second": person(desk.room, "auditor"), "at": desk.at(), "key": key()}
    return cage.post_pool(room=desk.room, name=name, terms=Terms(**given), confirmed=(POOL_ENDS,), **facts).pool


def feed(table: HandTable, amount: int = 1000) -> None:
    """Promo dropped at the table, pulled and counted."""
    for _ in range(amount // 100):
        table.tick(300, promo_taken=100)
    counted(table.desk, pulled(table.desk, f"P{next(_boxes)}", holds="promo"))


def declared(desk: Desk, pool: PromoPool, amount: int, *players: Player, **facts: Any) -> PoolAward:
    """An award to these players, one part each, at the desk's table; what is asked is answered with yes."""
    given: dict[str, Any] = {"kind": "bad_beat", "what": "quads beaten by a straight flush", "key": key()}
    given |= {"table": desk.session.table, "by": desk.second, "second": desk.manager, "at": desk.at()}
    given["confirmed"] = ASKED
    shares = [Named(player) for player in players]
    return cage.declare_award(pool=pool, amount=amount, **({"shares": shares} | given | facts))


def paid(desk: Desk, share: AwardShare, **facts: Any) -> CashSlip:
    """A share, paid at the desk's window."""
    return cage.pay_award_share(**({"share": share, "drawer": desk.drawer, "key": key()} | desk.by() | facts))


def taken_back(desk: Desk, award: PoolAward, **facts: Any) -> Any:
    """An award, or a share of it, taken back by two."""
    given = {"reason": "the hand was misread", "by": desk.second, "second": desk.manager, "at": desk.at(), "key": key()}
    return cage.void_award(award=award, **(given | facts))


def stocked(desk: Desk, *, chips: int = 0, cash: int = 0) -> None:
    """Chips and cash that come into the vault."""
    cage.stock_vault(room=desk.room, chips=chips, cash=cash, key=key(), reason="delivery", **desk.at_the_vault())


def seeded(desk: Desk, pool: PromoPool, amount: int, **facts: Any) -> PoolSeed:
    """Chips of the house that the manager puts into a pool, and an auditor approves."""
    return cage.seed_pool(**_of_two_roles(desk, pool, amount, "the pool begins") | facts)


def recovered(desk: Desk, pool: PromoPool, amount: int, **facts: Any) -> PoolSeed:
    """Seed that the manager takes out of a pool, and an auditor approves."""
    return cage.recover_seed(**_of_two_roles(desk, pool, amount, "it holds enough") | facts)


def _of_two_roles(desk: Desk, pool: PromoPool, amount: int, reason: str) -> dict[str, Any]:
    given = {"pool": pool, "amount": amount, "reason": reason, "key": key(), "at": desk.at(), "by": desk.manager}
    return given | {"second": person(desk.room, "auditor")}


def deposited(desk: Desk, pool: PromoPool, amount: int, **facts: Any) -> PoolDeposit:
    """Cash of the vault that the manager deposits for a pool, before the cashier."""
    given = {"pool": pool, "amount": amount, "reference": "4711", "key": key()} | desk.at_the_vault()
    return cage.deposit_pool_money(**given | facts)


def deposit_taken_back(desk: Desk, deposit: PoolDeposit, **facts: Any) -> PoolDepositVoid:
    """A deposit that was entered wrongly, taken back by the same two."""
    given = {"deposit": deposit, "reason": "it was another pool’s", "key": key()} | desk.at_the_vault()
    return cage.take_deposit_back(**given | facts)
