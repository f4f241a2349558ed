"""The named sums of the ledger: a fixed list, each defined by the ways of transfers that it adds up and their sign.

A reversal counts in the sum of what it takes back, with the other sign. A sum is of the gaming day on which its
transfers were posted: what corrects a locked day later is in the sums of the day of the correction.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from players.models import AccountKind, TransferKind

_A, _K = AccountKind, TransferKind
Way = tuple[str, str, str]
"""A kind of transfer, the kind of place that it takes from, and the one that it brings to."""


@dataclass(frozen=True, slots=True)
class NamedSum:
    """One sum: what comes by each of its ways is added (1) or taken off (-1).

    `holds` narrows the ways to the boxes that hold this ("rake", "promo", "time", "toke"); "" takes all of them.
    """

    code: str
    title: str
    means: str
    ways: Mapping[Way, int] = field(hash=False)
    holds: str = ""

    def sign(self, kind: str, source: str, target: str, *, is_back: bool, holds: str = "") -> int:
        """The sign with which a transfer counts in it: 1, -1, or 0 where it is no part of it.

        `is_back` says that the transfer takes another one back.
        """
        if self.holds and holds != self.holds:
            return 0
        way = (kind, target, source) if is_back else (kind, source, target)
        return self.ways.get(way, 0) * (-1 if is_back else 1)


def _to(kind: TransferKind, target: AccountKind, *sources: AccountKind) -> Iterator[tuple[Way, int]]:
    """The ways to a place by a kind, added."""
    return (((kind, source, target), 1) for source in sources)


def _both(kind: TransferKind, place: AccountKind, *others: AccountKind) -> Iterator[tuple[Way, int]]:
    """The ways between a place and others by a kind: what comes is added, what goes back is taken off."""
    for other in others:
        yield (kind, other, place), 1
        yield (kind, place, other), -1


def _ways(*parts: Iterable[tuple[Way, int]]) -> dict[Way, int]:
    return {way: sign for part in parts for way, sign in part}


def _recorded(box: AccountKind) -> dict[Way, int]:
    """The ways by which hands fill a box, corrections, rulings and debts to it included."""
    return _ways(
        _to(_K.HAND, box, _A.POT, _A.FELT),
        _both(_K.CORRECTION, box, _A.POT, _A.FELT),
        _both(_K.RULING, box, _A.POT),
        _both(_K.DEBT, box, _A.RECEIVABLE),
    )


_COUNTED = _ways(_to(_K.BOX_COUNT, _A.VAULT_CHIPS, _A.CUSTODY))
_BOOKED = "as it was booked at the tables, corrections and rulings of the day with it; no count changes it"

SUMS: tuple[NamedSum, ...] = (
    NamedSum("rake_recorded", "Rake recorded", f"Rake {_BOOKED}.", _recorded(_A.RAKE_BOX)),
    NamedSum("promo_recorded", "Promo recorded", f"Promo drop {_BOOKED}.", _recorded(_A.PROMO_BOX)),
    NamedSum(
        "time_recorded", "Time collected", "Time charges as they were collected from the players.",
        _ways(_to(_K.TIME_CHARGE, _A.TIME_BOX, _A.SEAT)),
    ),
    NamedSum("rake_counted", "Rake counted", "What rake boxes held by their counts.", _COUNTED, "rake"),
    NamedSum("time_counted", "Time counted", "What time boxes held by their counts.", _COUNTED, "time"),
    NamedSum(
        "promo_contributions", "Promo contributions counted",
        "What promo boxes held by their counts, as far as it is the players’: the pools and their reserves.",
        _ways(_to(_K.BOX_COUNT, _A.POOL_PRIMARY, _A.CUSTODY), _to(_K.BOX_COUNT, _A.POOL_RESERVE, _A.CUSTODY)),
    ),
    NamedSum(
        "admin_fees", "Administration fees", "The part of counted promo that the terms of a pool give to the house.",
        _ways(_to(_K.BOX_COUNT, _A.POOL_ADMIN, _A.CUSTODY)),
    ),
    NamedSum(
        "boxes_over_short", "Boxes over and short", "What boxes were counted over their books, less what was short.",
        _ways(_both(_K.VARIANCE, _A.CUSTODY, _A.OVER_SHORT)),
    ),
    NamedSum(
        "boxes_covered", "Boxes covered",
        "What over-and-short put back into boxes that had been pulled, for a correction or a ruling to take it out,"
        " less what corrections put there.",
        _ways(_both(_K.VARIANCE, _A.RAKE_BOX, _A.OVER_SHORT), _both(_K.VARIANCE, _A.PROMO_BOX, _A.OVER_SHORT)),
    ),
    NamedSum(
        "drawers_over_short", "Drawers over and short",
        "What drawers were counted over their books, chips and cash, less what was short.",
        _ways(
            _both(_K.OPENING_VARIANCE, _A.DRAWER_CHIPS, _A.OVER_SHORT),
            _both(_K.OPENING_VARIANCE, _A.DRAWER_CASH, _A.OVER_SHORT_CASH),
            _both(_K.CLOSING_VARIANCE, _A.DRAWER_CHIPS, _A.OVER_SHORT),
            _both(_K.CLOSING_VARIANCE, _A.DRAWER_CASH, _A.OVER_SHORT_CASH),
        ),
    ),
    NamedSum(
        "trays_over_short", "Trays over and short", "What trays were counted over their books, less what was short.",
        _ways(_both(_K.VARIANCE, _A.TRAY, _A.OVER_SHORT)),
    ),
    NamedSum(
        "vault_over_short", "Vault over and short",
        "What the vault was counted over its books, chips and cash, less what was short.",
        _ways(_both(_K.VARIANCE, _A.VAULT_CHIPS, _A.OVER_SHORT), _both(_K.VARIANCE, _A.VAULT_CASH, _A.OVER_SHORT_CASH)),
    ),
    NamedSum(
        "transit_over_short", "Fills and credits over and short",
        "What arrived of fills and credits over what was sent, chips and cash, less what was short.",
        _ways(
            _both(_K.VARIANCE, _A.TRANSIT, _A.OVER_SHORT), _both(_K.VARIANCE, _A.TRANSIT_CASH, _A.OVER_SHORT_CASH)
        ),
    ),
    NamedSum(
        "shortfalls", "Tables covered", "What tables lacked for good and the vault covered.",
        _ways(_to(_K.SHORTFALL, _A.FELT, _A.VAULT_CHIPS)),
    ),
    NamedSum(
        "debts_advanced", "Debts that the house paid",
        "What the vault paid of debts to cases and corrected hands, less what came back to it.",
        _ways(_both(_K.DEBT, _A.RECEIVABLE, _A.VAULT_CHIPS)),
    ),
    NamedSum(
        "tournament_entries", "Tournament entries", "Cash taken for tournaments, buy-in and fee in one.",
        _ways(_to(_K.TOURNAMENT_ENTRY, _A.DRAWER_CASH, _A.TOURNAMENT)),
    ),
    NamedSum(
        "tournament_prizes", "Tournament prizes", "Cash paid for tournaments.",
        _ways(_to(_K.TOURNAMENT_PAID, _A.TOURNAMENT, _A.DRAWER_CASH)),
    ),
    NamedSum(
        "promo_paid", "Promotions paid", "Cash paid to players for promotions.",
        _ways(_to(_K.PROMO_PAYOUT, _A.PROMO_PAID, _A.DRAWER_CASH)),
    ),
    NamedSum(
        "pool_seeds", "Seed of pools",
        "The house’s own chips that went into pools, less what it took back. Its expense for a promotion, no revenue.",
        _ways(_to(_K.SEED, _A.POOL_PRIMARY, _A.VAULT_CHIPS), (((_K.SEED_BACK, _A.POOL_PRIMARY, _A.VAULT_CHIPS), -1),)),
    ),
    NamedSum(
        "awards_declared", "Awards out of pools",
        "What pools of the players’ money fell by, less what came back of awards. Neither revenue nor an expense.",
        _ways(_both(_K.AWARD, _A.POOL_AWARDS, _A.POOL_PRIMARY, _A.POOL_RESERVE)),
    ),
    NamedSum(
        "awards_paid", "Awards paid", "Cash paid to players for their shares of awards.",
        _ways(_to(_K.AWARD_PAID, _A.AWARDS_PAID, _A.DRAWER_CASH)),
    ),
    NamedSum(
        "comps_paid", "Comps paid", "Cash paid for comps.", _ways(_to(_K.COMP_PAID, _A.COMPS, _A.DRAWER_CASH))
    ),
    NamedSum(
        "petty_out", "Petty cash paid out", "Cash paid out of drawers against a receipt.",
        _ways(_to(_K.PAID_OUT, _A.PETTY, _A.DRAWER_CASH)),
    ),
    NamedSum(
        "petty_in", "Petty cash paid in", "Cash paid into drawers for another reason than chips.",
        _ways(_to(_K.PAID_IN, _A.DRAWER_CASH, _A.PETTY)),
    ),
    NamedSum("tokes_boxed", "Toke boxes counted", "What boxes of tokes held by their counts.", _COUNTED, "toke"),
    NamedSum(
        "tokes_exchanged", "Tokes exchanged", "Chips of tokes that were brought to a window.",
        _ways(_to(_K.TOKE_EXCHANGE, _A.DRAWER_CHIPS, _A.ABROAD, _A.CUSTODY)),
    ),
    NamedSum(
        "tokes_paid", "Tokes paid", "Cash paid to dealers for tokes.",
        _ways(_to(_K.TOKE_EXCHANGE, _A.TOKES_PAID, _A.DRAWER_CASH, _A.VAULT_CASH)),
    ),
)  # fmt: skip
"""Every sum, in the order in which pages show them. A code that was given once keeps its meaning."""

BY_CODE: Mapping[str, NamedSum] = {each.code: each for each in SUMS}
KINDS: tuple[str, ...] = tuple(dict.fromkeys(way[0] for each in SUMS for way in each.ways))
"""The kinds of transfers that any sum adds up."""
