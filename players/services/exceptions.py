"""The house's exceptions from the plaque's limits: they rest on a transfer on record, or on a supervisor's word."""

from datetime import datetime

from config.errors import DomainError
from config.staff.models import User
from players.four_eyes import Act, check_second
from players.models import HouseException, Player
from players.selectors.house_moves import broken_game_of
from tables.models import TableSession

_ACT = Act("exception", "an exception from the plaque’s limits")


def refuse_unfounded(
    session: TableSession, player: Player, exception: str, approver: User | None, *, by: User | None, at: datetime
) -> None:
    """Refuse an exception that rests on no transfer in the books and that nobody confirms (`exception_unfounded`).

    `approver` is somebody else who may rule and has shown their own PIN. Refuses one who may not be it, or who confirms
    where nothing is excepted, as `players.four_eyes.check_second` does and by `approver_unneeded`.
    """
    if not exception:
        if approver is not None:
            message = "The plaque binds here, so nobody confirms: leave badge and PIN empty, or choose the exception."
            raise DomainError("approver_unneeded", message, field="badge")
        return
    if approver is None and broken_game_of(session, player, exception, at) is None:
        raise DomainError(
            "exception_unfounded",
            f"{_not_on_record(player, exception)}: a supervisor confirms with badge and PIN, or the plaque binds.",
            field="badge",
        )
    check_second(_ACT, session.room, "", approver, by, at=at)


def _not_on_record(player: Player, exception: str) -> str:
    if exception == HouseException.BROKEN_GAME:
        return f"No table was broken today with {player} at it, or they have sat elsewhere since"
    return f"The books don’t show of {player}: “{HouseException(exception).label}”"
