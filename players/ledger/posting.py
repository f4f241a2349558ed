"""The ledger: the only code that moves chips and cash. Rows are added, chained, and never changed.

Services collect their moves and call `post` once, as the last thing that locks: the accounts in the order of their
ids, then the head of the room's chain. A service that must read a balance first calls `lock` with every account that
it is going to move from or to.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import F, Q, QuerySet, Sum

from config.compiled import Among, Blank, compiled
from config.errors import DomainError
from config.reasons import is_reason
from config.rooms.models import Room
from config.rooms.services import open_books
from config.staff.models import User
from players.ledger.accounts import seat_account, table_account
from players.ledger.chain import GENESIS, Row, link
from players.ledger.routes import is_route
from players.models import Account, AccountKind, Sitting, Transfer, TransferKind
from players.models.ledger import MAY_BE_NEGATIVE, NEVER_POSITIVE, VAULT_KINDS
from players.tills import tills
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Move:
    """Chips or cash to be moved: a positive amount of minor units, from one account to another, and why."""

    source: Account
    target: Account
    amount: int
    kind: TransferKind
    reverses: Transfer | None = field(default=None, kw_only=True)


def post(
    *,
    room: Room,
    key: str,
    moves: Sequence[Move],
    by: User | None,
    at: datetime,
    reason: str = "",
    hand_id: int | None = None,
    follows: int = 0,
    held: Mapping[int, Account] | None = None,
    whole_table: bool = False,
) -> list[Transfer]:
    """Move chips or cash in the caller's transaction; returns the rows, one per move, in the same order.

    The moves are one group under the request key `key`, which the caller has claimed; `follows` is the number of rows
    that the group has already, `held` what the caller has locked (`lock`) if that is all that is moved from and to.
    With `whole_table` that is everything that lies on the table too (`lock_table`), so that nobody asks again. The
    balances of what is `held` are afterwards those of the books.
    Refuses, before anything is written, what moves something at a vault that is counted (`vault_counting`) and what
    would overdraw a place: `drawer_short`, `vault_short`, `insufficient_chips`, `table_short` (more leaves a table than
    was brought to it), `seat_left` (chips for a seat whose player has gone). Raises ValueError for a move that no
    service may ask for: cash for chips, another room, a kind that doesn't go that way.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("the ledger is written in the transaction of the service that asks for it")
    for move in moves:
        _require_sound(move, room)
    if not moves:
        return []
    accounts = held or lock(account for move in moves for account in (move.source, move.target))
    hold_to_the_rules(moves, accounts, room=room, whole_table=whole_table)
    open_books(room, at=at)
    return _append(Group(room, key, by, at, reason, hand_id), moves, follows)


def hold_to_the_rules(moves: Sequence[Move], accounts: Mapping[int, Account], *, room: Room, whole_table: bool) -> None:
    """Refuse and raise what `post` does; the balances of the locked `accounts` are then those behind the moves."""
    _refuse_counted_vault(moves, room)
    for move in moves:
        _require_sound(move, room)
        _refuse_departed(accounts[move.target.pk])
    balances = _balances_after(moves, accounts)
    _refuse_empty_table(moves, accounts, held_there=_on_tables(accounts.values()) if whole_table else None)
    for pk, account in accounts.items():
        account.balance = balances[pk]


def next_receipt(room: Room) -> int:
    """The number of the room's next receipt. A refused request takes none, so the numbers have no gaps.

    Ask after `post`, in its transaction: the end of the room's chain, which keeps the count, is locked then.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "update players_ledgerhead set receipts = receipts + 1 where room_id = %s returning receipts", [room.pk]
        )
        (number,) = cursor.fetchone() or (0,)
    return int(number)


def reverse(*, transfers: Sequence[Transfer], key: str, by: User | None, at: datetime, reason: str) -> list[Transfer]:
    """Take transfers of one group back by new ones that name them; returns the new rows, last move first.

    The new rows keep the kind and the hand of what they reverse. Refuses what was reversed already
    (`already_reversed`), a reversal (`is_reversal`), a missing reason (`reason_missing`), and what `post` refuses.
    """
    if not is_reason(reason):
        raise DomainError("reason_missing", "A correction needs a reason: say what was wrong.", field="reason")
    if Transfer.objects.filter(reverses__in=transfers).exists():
        raise DomainError("already_reversed", "That was corrected already: reload the page to see how.")
    if any(transfer.reverses_id for transfer in transfers):
        raise DomainError("is_reversal", "A correction is not taken back: enter the right amounts anew.")
    moves = [
        Move(transfer.target, transfer.source, transfer.amount, TransferKind(transfer.kind), reverses=transfer)
        for transfer in reversed(transfers)
    ]
    first = transfers[0]
    return post(room=first.room, key=key, moves=moves, by=by, at=at, reason=reason, hand_id=first.hand_id)


def lock(accounts: Iterable[Account]) -> dict[int, Account]:
    """Lock accounts in the order of their ids; returns them by id, with the balances that now hold."""
    return {account.pk: account for account in _named([*{account.pk for account in accounts}])}


@compiled
def _named(ids: Blank) -> QuerySet[Account]:
    rows = Account.objects.filter(Among(F("pk"), ids)).order_by("pk")
    return rows.select_for_update(of=("self",)).select_related("sitting")


def lock_places(
    session: TableSession, sittings: Iterable[Sitting], kinds: Iterable[AccountKind]
) -> tuple[dict[int, Account], dict[AccountKind, Account], dict[int, Account]]:
    """Lock everything that lies on a table and its places of these kinds: the chips in front of these players, by
    sitting; the places, by kind; and all that is locked, by id.

    The caller holds the session, so that nobody sits down or leaves meanwhile. The seats of others who have left are
    empty for good and stay out of it. One query where all have been used before.
    """
    played, wanted = list(sittings), list(kinds)
    held = _lock_table(session, played, wanted)
    seats = {account.sitting_id: account for account in held.values() if account.sitting_id}
    places = {AccountKind(account.kind): account for account in held.values() if not account.sitting_id}
    unused = [sitting for sitting in played if sitting.pk not in seats], [kind for kind in wanted if kind not in places]
    if not any(unused):
        return {sitting.pk: seats[sitting.pk] for sitting in played}, places, held
    for sitting in unused[0]:
        seat_account(sitting)
    for kind in unused[1]:
        table_account(session, kind)
    return lock_places(session, played, wanted)


def _lock_table(session: TableSession, sittings: Iterable[Sitting], kinds: Iterable[AccountKind]) -> dict[int, Account]:
    locked = _accounts_there(session.pk, [AccountKind.FELT, *kinds], [sitting.pk for sitting in sittings])
    return {account.pk: account for account in locked}


@compiled
def _accounts_there(session: Blank, kinds: Blank, sittings: Blank) -> QuerySet[Account]:
    there = Q(Among(F("kind"), kinds), sitting=None) | Q(sitting__isnull=False, sitting__left_at=None)
    found = Account.objects.filter(Q(session=session) & there | Q(Among(F("sitting"), sittings)))
    return found.select_for_update(of=("self",)).select_related("sitting").order_by("pk")


def lock_stacks(session: TableSession) -> None:
    """Lock everything that lies on a table, so that no chip comes or goes until the caller's transaction ends."""
    lock(Account.objects.filter(session=session, kind__in=[AccountKind.SEAT, AccountKind.FELT]))


def _require_sound(move: Move, room: Room) -> None:
    source, target = move.source, move.target
    if move.amount <= 0:
        raise ValueError(f"a move of {move.amount} moves nothing")
    if source.holds_cash != target.holds_cash:
        raise ValueError(f"cash and chips are two ledgers: {source} to {target}")
    if not source.room_id == target.room_id == room.pk:
        raise ValueError(f"chips and cash stay in their room: {source} to {target}")
    if not (move.reverses or is_route(move.kind, source.kind, target.kind)):
        raise ValueError(f"{move.kind} does not go from {source.kind} to {target.kind}")


def _refuse_counted_vault(moves: Sequence[Move], room: Room) -> None:
    """Refuse (`vault_counting`) what moves something at the vault while it is counted, but what its count finds."""
    moved = (move for move in moves if move.kind != TransferKind.VARIANCE)
    if any(place.kind in VAULT_KINDS for move in moved for place in (move.source, move.target)):
        tills().refuse_vault_counting(room)


def _refuse_departed(target: Account) -> None:
    if target.sitting and target.sitting.left_at:
        raise DomainError(
            "seat_left",
            f"{target.sitting.player} has left seat {target.sitting.seat}: nothing can be put there any more.",
        )


def _balances_after(moves: Sequence[Move], accounts: Mapping[int, Account]) -> dict[int, int]:
    """The balance of each place after the moves, in order; refuses the first that takes more than its place holds."""
    balances = {account.pk: account.balance for account in accounts.values()}
    for move in moves:
        source = accounts[move.source.pk]
        if source.kind not in MAY_BE_NEGATIVE and move.amount > balances[source.pk]:
            raise _short(source, balances[source.pk], move.amount)
        balances[source.pk] -= move.amount
        balances[move.target.pk] += move.amount
        _refuse_bank_overdrawn(accounts[move.target.pk], balances[move.target.pk])
    return balances


def _refuse_bank_overdrawn(target: Account, after: int) -> None:
    """Refuse (`bank_short`) what takes more out of a player's bank than the house keeps for them."""
    if target.kind in NEVER_POSITIVE and after > 0:
        message = f"The bank of {target.player} doesn’t hold that much: enter no more than its page shows."
        raise DomainError("bank_short", message, field="amount")


def _refuse_empty_table(
    moves: Sequence[Move], accounts: Mapping[int, Account], *, held_there: Mapping[int, int] | None
) -> None:
    """Seats and felt of a session together never go below zero: nothing leaves a table that nobody brought.

    `held_there` is what each session holds, where all of it is locked.
    """
    leaving: dict[int, int] = defaultdict(int)
    for move in moves:
        for account, amount in ((accounts[move.source.pk], move.amount), (accounts[move.target.pk], -move.amount)):
            if account.kind in _ON_TABLE and account.session_id:
                leaving[account.session_id] += amount
    for session_id, amount in leaving.items():
        if amount > 0:
            _refuse_short_table(amount, _on_table(session_id) if held_there is None else held_there[session_id])


def _on_table(session_id: int) -> int:
    on_table = Account.objects.filter(session_id=session_id, kind__in=_ON_TABLE)
    return on_table.aggregate(sum=Sum("balance"))["sum"] or 0


def _on_tables(accounts: Iterable[Account]) -> dict[int, int]:
    """The chips in seats and on the felt, by session."""
    lying: dict[int, int] = defaultdict(int)
    for account in accounts:
        if account.kind in _ON_TABLE and account.session_id:
            lying[account.session_id] += account.balance
    return lying


_ON_TABLE = (AccountKind.SEAT, AccountKind.FELT)


def _refuse_short_table(leaving: int, held: int) -> None:
    if leaving > held:
        raise DomainError(
            "table_short",
            "More chips would leave the table than were brought to it: count the stacks, then enter it again. What the "
            "table lacks for good is covered from the vault, on its page “Count, break, close”.",
            allowed={"most": held},
        )


_BLIND = (AccountKind.DRAWER_CASH, AccountKind.DRAWER_CHIPS)
"""Places whose holders count them without knowing what must be there: no refusal says it (R39), nor of a tray, nor of
the vault."""


def refuse_more_than_held(source: Account, needed: int) -> None:
    """Refuse what is taken out of a place that holds less, as every move of the books does (`drawer_short` of a
    drawer): where pieces go out for others of their amount and the books move nothing. Locks the place; minor units."""
    held = lock([source])[source.pk].balance
    if needed > held:
        raise _short(source, held, needed)


def _short(source: Account, held: int, needed: int) -> DomainError:
    """The refusal of taking `needed` from a place that holds `held`, in the words of that place."""
    has, wants = source.room.money(held), source.room.money(needed)
    if source.kind in _BLIND:
        what = "cash" if source.holds_cash else "chips"
        message = f"{source.drawer} has not enough {what} for {wants}: ask for a fill first."
        return DomainError("drawer_short", message, field="amount")
    if source.kind == AccountKind.TRAY:
        message = f"The tray of {source.table} has not enough chips for {wants}: ask for less, or count the tray."
        return DomainError("tray_short", message, field="amount")
    if source.kind in VAULT_KINDS:
        what, first = ("cash", "bring some from the bank") if source.holds_cash else ("chips", "issue some")
        return DomainError(
            "vault_short", f"The vault has not enough {what} for {wants}: {first} first.", field="amount"
        )
    held_by, remedy, code = {
        AccountKind.RACK: (f"{source.player} has {has} off the table", "enter what they have", "insufficient_chips"),
        AccountKind.SEAT: (f"{_sitter(source)} has {has} on the table", "count the stack", "insufficient_chips"),
    }.get(AccountKind(source.kind), (f"{source} holds {has}", "enter what is there", "insufficient_chips"))
    message = f"{held_by}, not {wants}: {remedy}."
    return DomainError(code, message, allowed={"most": held}, field="amount")


def _sitter(account: Account) -> str:
    return str(account.sitting.player) if account.sitting else str(account)


@dataclass(frozen=True, slots=True)
class Group:
    """The facts that the rows of one group share."""

    room: Room
    key: str
    by: User | None
    at: datetime
    reason: str
    hand_id: int | None

    def row(self, number: int, chain_number: int, move: Move) -> Row:
        """The move as the chain sees it: the `number`-th of the group, the `chain_number`-th of the room."""
        return Row(
            room=self.room.pk,
            chain_number=chain_number,
            request_key=self.key,
            number=number,
            source=move.source.pk,
            target=move.target.pk,
            amount=move.amount,
            kind=move.kind.value,
            at=self.at,
            gaming_day=self.room.gaming_day(self.at),
            by=self.by.pk if self.by else None,
            reason=self.reason,
            hand=self.hand_id,
            reverses=move.reverses.pk if move.reverses else None,
        )


def _append(group: Group, moves: Sequence[Move], follows: int) -> list[Transfer]:
    """Chain the rows to the head of the room's ledger and write rows, balances and head in one statement."""
    chain_number, last_hash = lock_head(group.room)
    rows = [group.row(follows + n, chain_number + n, move) for n, move in enumerate(moves, start=1)]
    hashes = []
    for row in rows:
        last_hash = link(last_hash, row)
        hashes.append(last_hash)
    written = zip(_write(rows, hashes), rows, hashes, moves, strict=True)
    return [_transfer(pk, row, row_hash, move) for pk, row, row_hash, move in written]


def lock_head(room: Room) -> tuple[int, str]:
    """The last chain number and hash of the room, its head locked until the end of the transaction."""
    with connection.cursor() as cursor:
        for _ in range(2):
            cursor.execute("select chain_number, hash from players_ledgerhead where room_id = %s for update", [room.pk])
            if head := cursor.fetchone():
                return head
            cursor.execute(
                "insert into players_ledgerhead (room_id, chain_number, hash) values (%s, 0, %s)"
                " on conflict (room_id) do nothing",
                [room.pk, GENESIS],
            )
    raise RuntimeError(f"the ledger of {room} has no head")


_WRITE = """
with moved as (
    select * from unnest(
        %(numbers)s::int[], %(chain_numbers)s::bigint[], %(sources)s::bigint[], %(targets)s::bigint[],
        %(amounts)s::bigint[], %(kinds)s::text[], %(reverses)s::bigint[], %(hashes)s::text[]
    ) as row (number, chain_number, source, target, amount, kind, reverses, hash)
), added as (
    insert into players_transfer (
        room_id, request_key, number, source_id, target_id, amount, kind, at, gaming_day, by_id, reason, hand_id,
        reverses_id, chain_number, hash
    )
    select %(room)s, %(key)s, number, source, target, amount, kind, %(at)s, %(day)s, %(by)s, %(reason)s, %(hand)s,
        reverses, chain_number, hash
    from moved
    returning id, number
), balances as (
    update players_account account
    set balance = account.balance + leg.amount, transfers_posted = account.transfers_posted + leg.rows
    from (
        select id, sum(amount) as amount, count(*) as rows
        from (select source as id, -amount as amount from moved union all select target, amount from moved) legs
        group by id
    ) leg
    where account.id = leg.id
), head as (
    update players_ledgerhead set chain_number = %(last_number)s, hash = %(last_hash)s where room_id = %(room)s
)
select id from added order by number
"""


def _write(rows: Sequence[Row], hashes: Sequence[str]) -> list[int]:
    """Add the rows, move the balances, advance the head; returns the ids of the rows in order."""
    first, last = rows[0], rows[-1]
    facts: dict[str, Any] = {
        "room": first.room,
        "key": first.request_key,
        "at": first.at,
        "day": first.gaming_day,
        "by": first.by,
        "reason": first.reason,
        "hand": first.hand,
        "numbers": [row.number for row in rows],
        "chain_numbers": [row.chain_number for row in rows],
        "sources": [row.source for row in rows],
        "targets": [row.target for row in rows],
        "amounts": [row.amount for row in rows],
        "kinds": [row.kind for row in rows],
        "reverses": [row.reverses for row in rows],
        "hashes": list(hashes),
        "last_number": last.chain_number,
        "last_hash": hashes[-1],
    }
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, facts)
        return [row[0] for row in cursor.fetchall()]


def _transfer(pk: int, row: Row, row_hash: str, move: Move) -> Transfer:
    """The row that was written, as a model."""
    return Transfer(
        id=pk, room_id=row.room, request_key=row.request_key, number=row.number, source=move.source,
        target=move.target, amount=row.amount, kind=row.kind, at=row.at, gaming_day=row.gaming_day, by_id=row.by,
        reason=row.reason, hand_id=row.hand, reverses=move.reverses, chain_number=row.chain_number, hash=row_hash,
    )  # fmt: skip
