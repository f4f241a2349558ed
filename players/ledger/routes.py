"""The ways that each kind of transfer may go: a closed list, so that chips never move for a reason nobody named (R34).

The database holds the same list (players/sql/places.sql) and refuses everything else.
"""

from collections.abc import Mapping

from players.models import AccountKind, TransferKind

_A, _K = AccountKind, TransferKind
Route = tuple[AccountKind, AccountKind]


def _both_ways(*routes: Route) -> frozenset[Route]:
    return frozenset(routes) | {(target, source) for source, target in routes}


_SENT = _both_ways(
    (_A.VAULT_CHIPS, _A.TRANSIT),
    (_A.DRAWER_CHIPS, _A.TRANSIT),
    (_A.TRAY, _A.TRANSIT),
    (_A.VAULT_CASH, _A.TRANSIT_CASH),
    (_A.DRAWER_CASH, _A.TRANSIT_CASH),
)
"""Fills and credits on their way: back to where they came from too, where nobody takes them."""
_OVER_OR_SHORT = _both_ways((_A.DRAWER_CHIPS, _A.OVER_SHORT), (_A.DRAWER_CASH, _A.OVER_SHORT_CASH))

ROUTES: Mapping[TransferKind, frozenset[Route]] = {
    _K.ISSUE: _both_ways((_A.CHIP_ISSUE, _A.VAULT_CHIPS)),
    _K.FUNDING: _both_ways((_A.BANK, _A.VAULT_CASH)),
    _K.FILL: frozenset({(_A.VAULT_CHIPS, _A.DRAWER_CHIPS), (_A.VAULT_CASH, _A.DRAWER_CASH)}) | _SENT,
    _K.CREDIT: frozenset({(_A.DRAWER_CHIPS, _A.VAULT_CHIPS), (_A.DRAWER_CASH, _A.VAULT_CASH)}) | _SENT,
    _K.CHIP_SALE: frozenset({(_A.PATRONS, _A.DRAWER_CASH), (_A.PATRONS, _A.PLAYER_BANK), (_A.DRAWER_CHIPS, _A.RACK)}),
    _K.CHIP_REDEMPTION: frozenset(
        {(_A.RACK, _A.DRAWER_CHIPS), (_A.DRAWER_CASH, _A.PATRONS), (_A.PLAYER_BANK, _A.PATRONS)}
    ),
    _K.BUY_IN: frozenset({(_A.RACK, _A.SEAT)}),
    _K.ADD_ON: frozenset({(_A.RACK, _A.SEAT)}),
    _K.HAND: frozenset(
        {
            (_A.SEAT, _A.POT),
            (_A.POT, _A.SEAT),
            (_A.POT, _A.RAKE_BOX),
            (_A.POT, _A.PROMO_BOX),
            (_A.FELT, _A.RAKE_BOX),
            (_A.FELT, _A.PROMO_BOX),
        }
    ),
    _K.COUNT: _both_ways((_A.SEAT, _A.FELT)),
    _K.TIME_CHARGE: frozenset({(_A.SEAT, _A.TIME_BOX)}),
    _K.TOKE: frozenset({(_A.SEAT, _A.TOKES), (_A.FELT, _A.TOKES)}),
    _K.INCIDENTAL: frozenset({(_A.SEAT, _A.RACK)}),
    _K.PICK_UP: frozenset({(_A.SEAT, _A.RACK)}),
    _K.MOVE: frozenset({(_A.SEAT, _A.SEAT)}),
    _K.LEAVE: frozenset({(_A.SEAT, _A.RACK)}),
    _K.RULING: _both_ways(
        (_A.SEAT, _A.POT),
        (_A.RACK, _A.POT),
        (_A.RAKE_BOX, _A.POT),
        (_A.PROMO_BOX, _A.POT),
        (_A.IMPOUND, _A.POT),
    ),
    _K.CORRECTION: _both_ways(
        (_A.SEAT, _A.POT),
        (_A.RACK, _A.POT),
        (_A.RAKE_BOX, _A.POT),
        (_A.PROMO_BOX, _A.POT),
        (_A.FELT, _A.RAKE_BOX),
        (_A.FELT, _A.PROMO_BOX),
    ),
    _K.DEBT: _both_ways(
        (_A.RACK, _A.RECEIVABLE),
        (_A.VAULT_CHIPS, _A.RECEIVABLE),
        (_A.RAKE_BOX, _A.RECEIVABLE),
        (_A.PROMO_BOX, _A.RECEIVABLE),
    )
    | {(_A.SEAT, _A.RECEIVABLE), (_A.DRAWER_CHIPS, _A.RECEIVABLE)},
    _K.SHORTFALL: frozenset({(_A.VAULT_CHIPS, _A.FELT)}),
    _K.OPENING_VARIANCE: _OVER_OR_SHORT,
    _K.CLOSING_VARIANCE: _OVER_OR_SHORT,
    _K.IMPORT: _both_ways((_A.CHIP_ISSUE, _A.SEAT)),
    _K.DROP: frozenset((box, _A.CUSTODY) for box in (_A.RAKE_BOX, _A.PROMO_BOX, _A.TIME_BOX, _A.TOKES)),
    _K.BOX_COUNT: frozenset(
        (_A.CUSTODY, place) for place in (_A.VAULT_CHIPS, _A.POOL_PRIMARY, _A.POOL_RESERVE, _A.POOL_ADMIN)
    ),
    _K.VARIANCE: _both_ways(
        (_A.CUSTODY, _A.OVER_SHORT),
        (_A.TRAY, _A.OVER_SHORT),
        (_A.TRANSIT, _A.OVER_SHORT),
        (_A.TRANSIT_CASH, _A.OVER_SHORT_CASH),
        (_A.VAULT_CHIPS, _A.OVER_SHORT),
        (_A.VAULT_CASH, _A.OVER_SHORT_CASH),
        (_A.RAKE_BOX, _A.OVER_SHORT),
        (_A.PROMO_BOX, _A.OVER_SHORT),
    ),
    _K.RESIDUAL: _both_ways((_A.FELT, _A.ABROAD)),
    _K.PRESENTED: frozenset({(_A.ABROAD, _A.DRAWER_CHIPS), (_A.DRAWER_CASH, _A.PATRONS)}),
    _K.DEPOSIT: frozenset({(_A.PLAYER_BANK, _A.DRAWER_CASH)}),
    _K.WITHDRAWAL: frozenset({(_A.DRAWER_CASH, _A.PLAYER_BANK)}),
    _K.TOURNAMENT_ENTRY: frozenset({(_A.TOURNAMENT, _A.DRAWER_CASH)}),
    _K.TOURNAMENT_PAID: frozenset({(_A.DRAWER_CASH, _A.TOURNAMENT)}),
    _K.PROMO_PAYOUT: frozenset({(_A.DRAWER_CASH, _A.PROMO_PAID)}),
    _K.TOKE_EXCHANGE: frozenset(
        {
            (_A.CUSTODY, _A.DRAWER_CHIPS),
            (_A.ABROAD, _A.DRAWER_CHIPS),
            (_A.DRAWER_CASH, _A.TOKES_PAID),
            (_A.VAULT_CASH, _A.TOKES_PAID),
        }
    ),
    _K.COMP_PAID: frozenset({(_A.DRAWER_CASH, _A.COMPS)}),
    _K.PAID_OUT: frozenset({(_A.DRAWER_CASH, _A.PETTY)}),
    _K.PAID_IN: frozenset({(_A.PETTY, _A.DRAWER_CASH)}),
    _K.AWARD: _both_ways((_A.POOL_PRIMARY, _A.POOL_AWARDS), (_A.POOL_RESERVE, _A.POOL_AWARDS)),
    _K.AWARD_PAID: frozenset({(_A.DRAWER_CASH, _A.AWARDS_PAID), (_A.POOL_AWARDS, _A.VAULT_CHIPS)}),
    _K.SEED: frozenset({(_A.VAULT_CHIPS, _A.POOL_PRIMARY)}),
    _K.SEED_BACK: frozenset({(_A.POOL_PRIMARY, _A.VAULT_CHIPS)}),
}


def is_route(kind: str, source: str, target: str) -> bool:
    """Whether a transfer of that kind may go from an account of the one kind to one of the other."""
    return (source, target) in ROUTES.get(TransferKind(kind), frozenset())
