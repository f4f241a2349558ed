"""The statement of one account: what came and went, with the running balance, over a period."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection

from players.models import Account, Transfer
from players.selectors.ledger_rows import TransferRow, told, with_words

PAGE = 50
_LAST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One transfer of an account: what it brought to the account (negative where it went), and the account's balance
    after it, minor units."""

    row: TransferRow
    moved: int
    balance: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A page of an account's entries, newest first, and the period's figures, all from the rows; minor units.

    `opening` is the balance before the period, `of_all_rows` the sum of every row that there is, whatever the period;
    `next_before` the number that the next page begins below.
    """

    entries: Sequence[Entry]
    opening: int
    came: int
    went: int
    of_all_rows: int
    next_before: int | None

    @property
    def closing(self) -> int:
        """The balance at the end of the period."""
        return self.opening + self.came - self.went


_LEGS = """
with leg as (
    select id, chain_number, gaming_day, amount as moved from players_transfer where target_id = %(account)s
    union all
    select id, chain_number, gaming_day, -amount from players_transfer where source_id = %(account)s
)
"""
_RUNNING = """
select id, moved, balance from (
    select *, sum(moved) over (order by chain_number)::bigint as balance from leg
) running
where chain_number < %(before)s and (%(since)s::date is null or gaming_day >= %(since)s)
    and (%(until)s::date is null or gaming_day <= %(until)s)
order by chain_number desc limit %(rows)s
"""
_SUMMED = """
select coalesce(sum(moved) filter (where gaming_day < %(since)s), 0)::bigint,
    coalesce(sum(moved) filter (where moved > 0 and is_within), 0)::bigint,
    coalesce(sum(-moved) filter (where moved < 0 and is_within), 0)::bigint,
    coalesce(sum(moved), 0)::bigint
from (
    select *, (%(since)s::date is null or gaming_day >= %(since)s)
        and (%(until)s::date is null or gaming_day <= %(until)s) as is_within
    from leg
) period
"""
_ENTRIES, _FIGURES = _LEGS + _RUNNING, _LEGS + _SUMMED


def statement(
    account: Account, *, since: date | None = None, until: date | None = None, before: int | None = None
) -> Statement:
    """The entries of an account on the gaming days from `since` to `until`, both included; a fixed number of queries.

    Balances are summed up over every row of the account, whichever of them are shown.
    """
    asked: dict[str, Any] = {"account": account.pk, "since": since, "until": until}
    with connection.cursor() as cursor:
        cursor.execute(_ENTRIES, asked | {"before": before or _LAST, "rows": PAGE + 1})
        found = {pk: (moved, balance) for pk, moved, balance in cursor.fetchall()}
        cursor.execute(_FIGURES, asked)
        opening, came, went, of_all_rows = cursor.fetchone() or (0, 0, 0, 0)
    rows = list(with_words(Transfer.objects.filter(pk__in=list(found)[:PAGE])).order_by("-chain_number"))
    entries = [Entry(row, *found[row.transfer.pk]) for row in told(rows)]
    return Statement(entries, opening, came, went, of_all_rows, rows[-1].chain_number if len(found) > PAGE else None)
