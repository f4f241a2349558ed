"""Every other kind of money that a drawer takes or pays: a closed list (R34), each with its place and its direction."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cage.models.cash_slips import COMES_IN, OF_A_PATRON
from players.models import AccountKind, TransferKind

_A, _K = AccountKind, TransferKind
PRESENTED: Final = (_K.PRESENTED,)
PAYOUTS: Final = (_K.TOURNAMENT_PAID, _K.PROMO_PAYOUT, _K.COMP_PAID, _K.PAID_OUT, _K.AWARD_PAID)
"""Kinds that a cashier pays alone up to a sum of a gaming day, each group by its own setting of the room."""


@dataclass(frozen=True, slots=True)
class CashKind:
    """One kind of money: the letters that are typed for it, its words on buttons and papers, and where it goes to or
    comes from. `asks` are the words that its slip needs, by field."""

    kind: TransferKind
    letters: str
    name: str
    act: str
    place: AccountKind
    asks: Mapping[str, str]
    is_play: bool = False
    """Whether it is refused to whoever may not play."""
    was_won: bool = False
    """Whether it is paid before two to whoever is barred by then."""

    @property
    def comes_in(self) -> bool:
        """Whether cash comes into the drawer."""
        return self.kind in COMES_IN

    @property
    def is_patrons(self) -> bool:
        """Whether it is currency of a patron's day, so that the patron is named."""
        return self.kind in OF_A_PATRON


CASH_KINDS: Final = (
    CashKind(_K.TOURNAMENT_ENTRY, "te", "Tournament entry", "Take the entry", _A.TOURNAMENT, {}, is_play=True),
    CashKind(_K.TOURNAMENT_PAID, "tp", "Tournament prize", "Pay the prize", _A.TOURNAMENT, {}, was_won=True),
    CashKind(
        _K.PROMO_PAYOUT, "pp", "Promotion", "Pay the promotion", _A.PROMO_PAID, {"what": "the promotion"}, is_play=True,
    ),
    CashKind(_K.COMP_PAID, "cp", "Comp", "Pay the comp", _A.COMPS, {"what": "what it is for"}, is_play=True),
    CashKind(
        _K.PAID_OUT, "po", "Paid out", "Pay it out", _A.PETTY,
        {"what": "what was bought", "reference": "the number of the outside receipt"},
    ),
    CashKind(_K.PAID_IN, "pi", "Paid in", "Take it in", _A.PETTY, {"what": "what comes back"}),
)  # fmt: skip
BY_KIND: Final[Mapping[str, CashKind]] = {each.kind.value: each for each in CASH_KINDS}
_OF_THEIR_OWN: Final = {_K.PRESENTED.value: "Presented", _K.AWARD_PAID.value: "Award"}
"""Kinds of slips that are booked by services of their own."""
BY_LETTERS: Final[Mapping[str, CashKind]] = {each.letters: each for each in CASH_KINDS}


def name_of(kind: str) -> str:
    """The name of the kind of a slip."""
    return _OF_THEIR_OWN.get(kind) or BY_KIND[kind].name
