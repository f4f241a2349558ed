"""Controls that follow from the closed list of ways: a place from which no way leads is kept by that alone."""

from collections.abc import Iterator

from cage.box_places import PLACES
from cage.models import Holds
from players.ledger.routes import ROUTES
from players.models import AccountKind, TransferKind

A = AccountKind


def out_of(*places: AccountKind) -> Iterator[AccountKind]:
    """The places to which chips or cash go from these."""
    for routes in ROUTES.values():
        yield from (target for source, target in routes if source in places)


def into(*places: AccountKind) -> Iterator[AccountKind]:
    """The places from which chips or cash come to these."""
    for routes in ROUTES.values():
        yield from (source for source, target in routes if target in places)


def test_a_table_s_bank_is_filled_credited_and_counted_and_nothing_else() -> None:
    """It makes change; nobody is sold chips or paid from it, and no chips go on to another table (R32, R33)."""
    assert set(out_of(A.TRAY)) == set(into(A.TRAY)) == {A.TRANSIT, A.OVER_SHORT}


def test_the_room_s_bank_goes_to_its_drawers_on_its_way_to_tables_to_debts_and_to_pools() -> None:
    """Shills and other players of the house have no place: none is staked from it (R32, R35)."""
    goes = set(out_of(A.VAULT_CHIPS))
    assert goes == {A.CHIP_ISSUE, A.DRAWER_CHIPS, A.TRANSIT, A.RECEIVABLE, A.FELT, A.OVER_SHORT, A.POOL_PRIMARY}
    assert {each for each in A if "shill" in each.value or "prop" in each.value} == set()


def test_what_players_gave_to_a_pool_goes_to_awards_alone() -> None:
    """It comes from counted boxes, or back from an award; what is awarded is paid, as the house gets its chips
    (R43). The house's own seed goes into the primary part and comes back from there, by kinds of their own."""
    players = (A.POOL_PRIMARY, A.POOL_RESERVE)
    assert (set(out_of(A.POOL_RESERVE)), set(into(A.POOL_RESERVE))) == ({A.POOL_AWARDS}, {A.CUSTODY, A.POOL_AWARDS})
    assert set(out_of(A.POOL_PRIMARY)) == {A.POOL_AWARDS, A.VAULT_CHIPS}
    assert set(into(A.POOL_PRIMARY)) == {A.CUSTODY, A.POOL_AWARDS, A.VAULT_CHIPS}
    between = {kind for kind, routes in ROUTES.items() if {A.POOL_PRIMARY, A.VAULT_CHIPS} in map(set, routes)}
    assert between == {TransferKind.SEED, TransferKind.SEED_BACK}
    assert set(into(A.POOL_AWARDS)) == set(players)
    assert set(out_of(A.POOL_AWARDS)) == {*players, A.VAULT_CHIPS}
    assert (list(out_of(A.POOL_ADMIN)), set(into(A.POOL_ADMIN))) == ([], {A.CUSTODY})


def test_each_kind_of_fee_drops_into_a_box_of_its_own() -> None:
    """Rake, time, promo and tokes: no two share a place (R19)."""
    assert set(PLACES) == set(Holds)
    assert len(set(PLACES.values())) == len(PLACES)


def test_nothing_replaces_rake_before_it_drops() -> None:
    """There are no rake chips, which only dealers may use: rake is what left the pot (R20), or the felt of quick
    hands."""
    dropped = {source for source, target in (route for routes in ROUTES.values() for route in routes)
               if target == A.RAKE_BOX}  # fmt: skip
    assert dropped == {A.POT, A.FELT, A.RECEIVABLE, A.OVER_SHORT}
