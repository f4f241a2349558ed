"""Roles that one person may not hold together in a room, unless an exception for the two is posted.

The pairs are data, and so are their reasons: whoever makes a record is not the one who checks it, whoever gives rights
is not the one who uses them, and whoever sells chips is not the one who moves them on the felt
(docs/INVARIANTS.md, I-21).
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

from config.staff.roles import ROLES


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two roles, in the order of `ROLES`, and why one person does not hold both."""

    first: str
    second: str
    reason: str

    def __str__(self) -> str:
        return f"{ROLES[self.first].title} and {ROLES[self.second].title.lower()}"


_ORDER = list(ROLES)
_MOVES_MONEY = ("floor", "cashier", "manager", "runner")
_CHECKS = "Nobody audits their own work."
_GIVES_RIGHTS = "Whoever gives people their rights does not use them on money."
_SELLS_CHIPS = "Whoever sells and redeems chips does not move them on the felt as well."
_FUNDS = "Whoever funds the drawers does not sell from them."


def _conflict(one: str, other: str, reason: str) -> Conflict:
    first, second = sorted((one, other), key=_ORDER.index)
    return Conflict(first, second, reason)


CONFLICTS: tuple[Conflict, ...] = (
    *(_conflict("auditor", role, _CHECKS) for role in ROLES if role != "auditor"),
    *(_conflict("administrator", role, _GIVES_RIGHTS) for role in _MOVES_MONEY),
    _conflict("cashier", "floor", _SELLS_CHIPS),
    _conflict("cashier", "manager", _FUNDS),
    _conflict("runner", "floor", _SELLS_CHIPS),
    _conflict("runner", "manager", _FUNDS),
)

_BY_PAIR = {(each.first, each.second): each for each in CONFLICTS}


def conflicts_among(roles: Collection[str]) -> Iterator[Conflict]:
    """The conflicts of somebody who holds all of these roles in one room."""
    known = sorted((role for role in set(roles) if role in ROLES), key=_ORDER.index)
    return (_BY_PAIR[pair] for pair in combinations(known, 2) if pair in _BY_PAIR)


def conflict_of(first: str, second: str) -> Conflict | None:
    """The conflict between two roles, named in either order; None where they go together."""
    return next(conflicts_among((first, second)), None)
