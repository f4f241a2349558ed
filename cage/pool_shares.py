"""The parts of what a promo box held: an integer rule, whose remainder has a name."""

from dataclasses import dataclass

from cage.models import PoolVersion


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts for the primary pool, its reserve and the administration, minor units."""

    primary: int
    reserve: int = 0
    admin: int = 0

    @property
    def amount(self) -> int:
        """All of it."""
        return self.primary + self.reserve + self.admin


def split(amount: int, terms: PoolVersion | None, *, primary: int, reserve: int, unit: int) -> Parts:
    """The parts of an amount under the terms of a pool that holds so much in `primary` and `reserve`, minor units.

    A pool is kept in chips: each part is whole units, the smallest chip. The administration's and the reserve's are
    rounded down, and the remainder is the primary pool's, also what is beyond whole chips of the amount: it is the
    players'. What would lift one of the two above its cap goes to the other; where both are full, to the primary pool.
    Without terms all of it is the primary pool's.
    """
    if terms is None:
        return Parts(amount)
    admin = _whole(amount * terms.admin_percent // 100, unit)
    left = amount - admin
    to_reserve = _whole(left * terms.reserve_percent // 100, unit)
    to_primary = left - to_reserve
    if terms.primary_cap is not None:
        above = _whole(to_primary - _whole(terms.primary_cap - primary, unit), unit)
        to_primary, to_reserve = to_primary - above, to_reserve + above
    if terms.reserve_cap is not None:
        above = max(0, to_reserve - _whole(terms.reserve_cap - reserve, unit))
        to_primary, to_reserve = to_primary + above, to_reserve - above
    return Parts(to_primary, to_reserve, admin)


def _whole(amount: int, unit: int) -> int:
    """The whole units of an amount; none of one below nothing."""
    return max(0, amount) // unit * unit
