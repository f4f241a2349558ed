"""The drawers with what must be in them, and the vault behind them."""

from dataclasses import dataclass

from cage.models import Drawer
from config.rooms.models import Room
from config.staff.models import User
from players.models import Account, AccountKind


@dataclass(frozen=True, slots=True)
class DrawerRow:
    """A drawer with the chips and the cash that must be in it, minor units."""

    drawer: Drawer
    chips: int
    cash: int


def drawer_rows(room: Room, *, open_only: bool = False) -> list[DrawerRow]:
    """The drawers of the cage with what they must hold; two queries."""
    drawers = Drawer.objects.filter(room=room).select_related("cashier")
    balances = {
        (drawer, kind): balance
        for drawer, kind, balance in Account.objects.filter(room=room, drawer_id__isnull=False).values_list(
            "drawer_id", "kind", "balance"
        )
    }
    return [
        DrawerRow(
            drawer,
            balances.get((drawer.pk, AccountKind.DRAWER_CHIPS), 0),
            balances.get((drawer.pk, AccountKind.DRAWER_CASH), 0),
        )
        for drawer in (drawers.filter(is_open=True) if open_only else drawers)
    ]


def own_drawer(drawers: list[DrawerRow], user: User) -> Drawer | None:
    """The drawer that `user` works at, else the first; None where none is open."""
    own = (row.drawer for row in drawers if row.drawer.cashier_id == user.pk)
    return next(own, drawers[0].drawer if drawers else None)


def vault(room: Room) -> tuple[int, int]:
    """The chips and the cash in the vault, minor units."""
    kinds = (AccountKind.VAULT_CHIPS, AccountKind.VAULT_CASH)
    held = dict(Account.objects.filter(room=room, kind__in=kinds).values_list("kind", "balance"))
    return held.get(kinds[0], 0), held.get(kinds[1], 0)
