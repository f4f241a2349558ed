"""The question of the audit of the books about over-and-short: it holds what the parts of the cage have put there, each
with a row that says why."""

from collections.abc import Iterator
from typing import Final

from config.audit.checks import register
from players.checks.books import rows

STATED: Final[list[str]] = [
    "select room_id, -chips as chips, -cash as cash from cage_drawervariance",
    "select room_id, -chips, 0 from cage_boxvariance",
    "select room_id, -amount, 0 from cage_boxcover",
    "select room_id, -chips, -cash from cage_vaultvariance",
    "select room_id, booked - chips_amount, 0 from cage_traycount where not is_first",
    "select came.room_id, sent.chips_amount - came.chips_amount, sent.cash_amount - came.cash_amount"
    " from cage_transitact came join cage_transitact sent on sent.slip_id = came.slip_id and sent.step = 'sent'"
    " where came.is_moved and came.step <> 'sent'",
]
"""The chips and cash that over-and-short holds by each kind of row: a part of the cage that books there adds a
line."""


@register("I-13", "What the over-and-short of a room holds is what was counted short or over, and what it covered")
def unbooked_variances() -> Iterator[str]:
    query = f"""
        with held as (
            select room_id, sum(balance) filter (where kind = 'over_short') as chips,
                sum(balance) filter (where kind = 'over_short_cash') as cash
            from players_account where kind in ('over_short', 'over_short_cash') group by 1
        ), stated as (
            select room_id, sum(chips) as chips, sum(cash) as cash from ({" union all ".join(STATED)}) each group by 1
        )
        select room_id, coalesce(s.chips, 0), coalesce(s.cash, 0), coalesce(h.chips, 0), coalesce(h.cash, 0)
        from held h full join stated s using (room_id)
        where (coalesce(h.chips, 0), coalesce(h.cash, 0)) <> (coalesce(s.chips, 0), coalesce(s.cash, 0))
        order by 1
    """  # noqa: S608 - constants of this file and of parts of the cage
    for room, chips, cash, held_chips, held_cash in rows(query):
        said = f"its variances come to {chips} in chips and {cash} in cash"
        yield f"room {room}: {said}, over and short hold {held_chips} and {held_cash}"
