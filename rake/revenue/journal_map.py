"""The entries of the day's journal: which kinds of transfers each gathers. A closed list, like that of the routes.

A transfer debits the place that it brings something to, and credits the place that it takes it from. So every transfer
makes its entry balance by itself, and the debits less the credits of a kind of place are what its accounts of the
ledger changed by.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from players.models import AccountKind, TransferKind

_K = TransferKind


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the journal: a code for machines, a title for people, the kinds of transfers that it gathers."""

    code: str
    title: str
    kinds: tuple[TransferKind, ...]


ENTRIES: tuple[Entry, ...] = (
    Entry("chip_issue", "Chips issued and withdrawn", (_K.ISSUE,)),
    Entry("bank", "Cash brought and banked", (_K.FUNDING,)),
    Entry("fills_credits", "Fills and credits", (_K.FILL, _K.CREDIT)),
    Entry("chips_sold", "Chips sold", (_K.CHIP_SALE,)),
    Entry("chips_redeemed", "Chips redeemed", (_K.CHIP_REDEMPTION, _K.PRESENTED)),
    Entry(
        "seats",
        "Chips brought to the tables and back",
        (_K.BUY_IN, _K.ADD_ON, _K.INCIDENTAL, _K.PICK_UP, _K.MOVE, _K.LEAVE, _K.COUNT),
    ),
    Entry("hands", "Hands", (_K.HAND,)),
    Entry("time", "Time charges", (_K.TIME_CHARGE,)),
    Entry("corrections", "Hands corrected", (_K.CORRECTION,)),
    Entry("rulings", "Rulings and debts", (_K.RULING, _K.DEBT)),
    Entry("tables_off", "Chips that tables lacked, lost or found", (_K.SHORTFALL, _K.RESIDUAL)),
    Entry("boxes_pulled", "Boxes pulled", (_K.DROP,)),
    Entry("boxes_counted", "Boxes counted", (_K.BOX_COUNT,)),
    Entry("over_short", "Counted over and short", (_K.OPENING_VARIANCE, _K.CLOSING_VARIANCE, _K.VARIANCE)),
    Entry("tokes", "Tokes", (_K.TOKE, _K.TOKE_EXCHANGE)),
    Entry("player_banks", "Players’ banks", (_K.DEPOSIT, _K.WITHDRAWAL)),
    Entry("tournaments", "Tournaments", (_K.TOURNAMENT_ENTRY, _K.TOURNAMENT_PAID)),
    Entry("promotions", "Promotions paid", (_K.PROMO_PAYOUT,)),
    Entry("pool_seeds", "Seed of pools", (_K.SEED, _K.SEED_BACK)),
    Entry("awards", "Awards out of pools", (_K.AWARD, _K.AWARD_PAID)),
    Entry("comps", "Comps paid", (_K.COMP_PAID,)),
    Entry("petty", "Paid out and paid in", (_K.PAID_OUT, _K.PAID_IN)),
)
LEFT_OUT: frozenset[TransferKind] = frozenset({_K.IMPORT})
"""Chips of imported sessions: never the room's own, they lie in accounts apart, whose transfers no journal tells."""

ENTRY_OF: Mapping[TransferKind, Entry] = {kind: entry for entry in ENTRIES for kind in entry.kinds}
BY_CODE: Mapping[str, Entry] = {entry.code: entry for entry in ENTRIES}


def plain_accounts() -> dict[AccountKind, tuple[str, str]]:
    """The account of each kind of place until the room says how its books call it: the ledger's own words."""
    return {kind: (kind.value, f"{kind.label[:1].upper()}{kind.label[1:]}") for kind in AccountKind}
