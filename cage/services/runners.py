"""Chip runners: what their banks do and don't do, and how much they carry (R22, R33)."""

from cage.models import Drawer, PlayerBank, TransitSlip
from cage.selectors.drawers import works_at
from cage.selectors.purchases import refuse_above_stack
from cage.selectors.transit import coming_to
from cage.services.drawers import tills_of
from config.errors import DomainError
from config.staff.models import User
from players.models import Sitting
from players.selectors.plaque_rules import refuse_mid_hand


def refuse_runner(drawer: Drawer, what: str) -> None:
    """Refuse (`window_only`) at a chip runner's bank what is the window's alone; `what` begins the sentence: "Players’
    banks are"."""
    if drawer.is_runner:
        message = f"{what} kept at a window: send the player there, or choose a drawer of the cage."
        raise DomainError("window_only", message, field="drawer")


def refuse_runners_sale(drawer: Drawer, sitting: Sitting | None, bank: PlayerBank | None) -> None:
    """Refuse (`runner_sells_at_seats`) a chip runner's sale to who doesn't sit at the table; and from a player's bank
    (`window_only`)."""
    if bank is not None:
        refuse_runner(drawer, "Players’ banks are")
    if drawer.is_runner and sitting is None:
        message = "A chip runner sells to players in their seats: send this one to the window."
        raise DomainError("runner_sells_at_seats", message, field="drawer")


def refuse_to_wait(drawer: Drawer, sitting: Sitting, amount: int) -> None:
    """Refuse what may not be bought to wait in the rack for the end of a hand: by the plaque (`short_buy`,
    `above_max_buyin`), and of a chip runner, who puts chips on stacks alone (`mid_hand`)."""
    if drawer.is_runner:
        refuse_mid_hand(sitting.session)
    refuse_above_stack(sitting, amount)


def refuse_runners_payment(drawer: Drawer) -> None:
    """Refuse (`runner_redeems_not`) a chip runner who pays cash for chips where the room doesn't let runners do so."""
    if drawer.is_runner and not drawer.room.runners_redeem:
        message = "Chip runners sell and don’t redeem in this room: send the player to the window with the chips."
        raise DomainError("runner_redeems_not", message, field="drawer")


def refuse_above_limit(drawer: Drawer, chips: int, cash: int, *, slip: TransitSlip | None = None) -> None:
    """Refuse (`runner_above_limit`) a fill that leaves a chip runner with more than the room lets them carry, chips and
    cash together, minor units, with what is on its way to them besides this `slip`; where that is authorised, with what
    was authorised before it too. A sale changes one for the other and never passes it. The caller has locked the
    drawer.
    """
    if drawer.is_runner:
        carried = sum(till.balance for till in tills_of(drawer)) + coming_to(drawer, slip)
        _refuse_above(drawer, carried + chips + cash)


def refuse_above_limit_alone(drawer: Drawer, chips: int, cash: int) -> None:
    """Refuse (`runner_above_limit`) to ask for a fill that is more than a chip runner carries whatever they hold."""
    if drawer.is_runner:
        _refuse_above(drawer, chips + cash)


def _refuse_above(drawer: Drawer, carried: int) -> None:
    limit = drawer.room.runner_limit
    if carried > limit:
        message = (
            f"A chip runner carries at most {drawer.room.money(limit)}, chips and cash together, with what is on its "
            "way: let them bring cash back first, or fill less."
        )
        raise DomainError("runner_above_limit", message, allowed={"most": limit})


def refuse_worker(drawer: Drawer, by: User) -> None:
    """Refuse (`drawer_may_not`) who doesn't work such a drawer: a chip runner a window's, and the other way round."""
    needed = works_at(drawer)
    if not by.may(needed, drawer.room):
        message = f"{by} may not {needed.sentence}: choose another drawer."
        raise DomainError("drawer_may_not", message, field="drawer")
