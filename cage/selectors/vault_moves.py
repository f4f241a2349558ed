"""The moves into the vault and out of it, each with who made it and who confirmed it, and its slip on paper."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Min, Prefetch, Q, QuerySet
from django.utils.translation import gettext

from cage.models import BoxCount, BoxPull, DrawerFill, PoolDeposit
from cage.selectors.papers import Paper, paper_sum
from config.rooms.models import Room
from config.staff.models import User
from players.models import AccountKind, MoneyAct, Transfer, TransferKind
from players.selectors.ledger_rows import TransferRow, told, with_words

_VAULT = {AccountKind.VAULT_CHIPS.value: "chips", AccountKind.VAULT_CASH.value: "cash"}

_K, _A = TransferKind, AccountKind
_VOIDABLE = (
    (_K.FILL, _A.VAULT_CHIPS, _A.DRAWER_CHIPS), (_K.FILL, _A.VAULT_CASH, _A.DRAWER_CASH),
    (_K.FUNDING, _A.VAULT_CASH, _A.BANK),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class VaultMove:
    """One move of the vault: so many chips and so much cash came, below zero where they went; minor units.

    `number` is that of its first row in the room's ledger, `other` the places at its other end. `act` says who
    confirmed it; None where nobody had to. `counters` are the people who counted a box that came, beside `by`, who
    entered the last count. `voids` is the number of the move that it takes back, `voided_by` of the one
    that took it back. `fill` has the pieces of a fill without a slip.
    """

    number: int
    at: datetime
    gaming_day: date
    what: str
    other: str
    chips: int
    cash: int
    by: User | None
    act: MoneyAct | None
    reason: str
    voids: int | None = None
    voided_by: int | None = None
    fill: DrawerFill | None = None
    counters: tuple[User, ...] = ()

    @property
    def confirmed_by(self) -> tuple[User, ...]:
        """The people who confirmed it, or counted it too."""
        return (self.act.second,) if self.act and self.act.second else self.counters


def vault_moves(room: Room, day: date) -> list[VaultMove]:
    """The moves of the vault on a gaming day, the newest first; a fixed number of queries."""
    return _moves(room, Transfer.objects.filter(room=room, gaming_day=day).values("request_key"))[::-1]


def vault_move(room: Room, number: int) -> VaultMove | None:
    """The move of the vault whose first row has this number in the room's ledger; None where there is none."""
    first = Transfer.objects.filter(room=room, chain_number=number).values("request_key")
    return next((move for move in _moves(room, first) if move.number == number), None)


def voidable(room: Room, number: int) -> list[Transfer]:
    """The rows of a move of the vault that two people may take back, by the number of its first row: a fill of a drawer
    without a slip, or cash to the bank that isn't a pool's deposit; none of anything else. Three queries."""
    first = Transfer.objects.filter(room=room, chain_number=number, number=1).values("request_key")
    found = Transfer.objects.filter(room=room, request_key__in=first).select_related("source", "target", "room")
    rows = list(found.order_by("number"))
    if deposit_moved(room, number) is not None:
        return []
    return rows if all((row.kind, row.source.kind, row.target.kind) in _VOIDABLE for row in rows) else []


def deposit_moved(room: Room, number: int) -> PoolDeposit | None:
    """The deposit of a pool whose cash the move with this first row sent to the bank, or brought back; one query."""
    moved = Transfer.objects.filter(room=room, chain_number=number).values("request_key")
    of_it = Q(request_key__in=moved) | Q(void__request_key__in=moved)
    return PoolDeposit.objects.filter(of_it, room=room).select_related("pool").first()


def _moves(room: Room, keys: Iterable[Any]) -> list[VaultMove]:
    ends = Q(source__kind__in=_VAULT) | Q(target__kind__in=_VAULT)
    found = with_words(Transfer.objects.filter(ends, room=room, request_key__in=keys)).order_by("chain_number")
    groups: dict[str, list[TransferRow]] = {}
    for row in told(found):
        groups.setdefault(row.transfer.request_key, []).append(row)
    done = MoneyAct.objects.filter(room=room, request_key__in=list(groups)).select_related("by", "second")
    acts = {act.request_key: act for act in done}
    voids = {key: number for key, _, number, _ in _voids(room, Q(request_key__in=groups))}
    voided = {key: number for _, key, _, number in _voids(room, Q(reverses__request_key__in=groups))}
    fills = {fill.request_key: fill for fill in DrawerFill.objects.filter(request_key__in=list(groups))}
    counters = _counters(groups)
    return [
        _move(
            rows,
            counters.get(key, []),
            act=acts.get(key),
            voids=voids.get(key),
            voided_by=voided.get(key),
            fill=fills.get(key),
        )
        for key, rows in groups.items()
    ]


def _counters(keys: Collection[str]) -> dict[str, list[User]]:
    """The people who counted the boxes that came with these requests, by the request of the last count: of the round
    that ended it; two queries."""
    pulls = BoxPull.objects.filter(counted_key__in=keys, state=BoxPull.State.COUNTED)
    people = BoxCount.objects.select_related("counted_by").order_by("part", "pk")
    return {
        pull.counted_key: [each.counted_by for each in pull.counts.all() if each.round == pull.round]
        for pull in pulls.prefetch_related(Prefetch("counts", people))
    }


def _voids(room: Room, which: Q) -> QuerySet[Transfer, tuple[str, str, int, int]]:
    """Voids of moves: the request keys of the void and the voided, the first number of the voided and of the void."""
    rows = Transfer.objects.filter(which, room=room, reverses__isnull=False).order_by()
    first = Min("reverses__chain_number"), Min("chain_number")
    return rows.values_list("request_key", "reverses__request_key").annotate(*first)


def _move(rows: list[TransferRow], counted: Iterable[User], **facts: Any) -> VaultMove:
    first, sums = rows[0].transfer, {"chips": 0, "cash": 0}
    for row in rows:
        for account, sign in ((row.transfer.target, 1), (row.transfer.source, -1)):
            if account.kind in _VAULT:
                sums[_VAULT[account.kind]] += sign * row.transfer.amount
    return VaultMove(
        number=first.chain_number, at=first.at, gaming_day=first.gaming_day, what=first.get_kind_display(),
        other=" · ".join(_others(rows)), chips=sums["chips"], cash=sums["cash"], by=first.by, reason=first.reason,
        counters=tuple({each.pk: each for each in counted if each != first.by}.values()), **facts,
    )  # fmt: skip


def _others(rows: Iterable[TransferRow]) -> list[str]:
    """The places at the other end, each once, in their order."""
    sides = ((row.source, row.target) for row in rows)
    names = [place.name for pair in sides for place in pair if place.account.kind not in _VAULT]
    return list(dict.fromkeys(names))


def vault_paper(move: VaultMove, room: Room) -> Paper:
    """The slip of a move of the vault, with both names."""
    moved = move.chips + move.cash
    facts = [(gettext("From"), gettext("the vault")), (gettext("To"), move.other)]
    if moved > 0:
        facts = [(gettext("From"), move.other), (gettext("To"), gettext("the vault"))]
    named = ((gettext("Chips"), move.chips), (gettext("Cash"), move.cash))
    facts += [(name, room.money(abs(amount))) for name, amount in named if amount]
    facts += _pieces(move.fill, room) if move.fill else []
    facts += [(gettext("Why"), move.reason)] * bool(move.reason)
    signed = [(gettext("Moved by"), move.by)] if move.by else []
    signed += [(gettext("Confirmed by"), who) for who in move.confirmed_by]
    facts += [(name, who.with_badge) for name, who in signed]
    facts.append((gettext("Gaming day"), f"{move.gaming_day:%-d %b %Y}"))
    total = gettext("Into the vault") if moved > 0 else gettext("Out of the vault")
    when = f"{move.at.astimezone(room.zone):%-d %b %Y, %H:%M}"
    title = gettext("Vault slip %(number)s · %(what)s") % {"number": move.number, "what": move.what}
    if move.voids:
        facts.append((gettext("Takes back"), gettext("vault slip %(number)s") % {"number": move.voids}))
    mark = gettext("VOID by vault slip %(number)s") % {"number": move.voided_by} if move.voided_by else ""
    return Paper(title, mark, tuple(facts), (total, paper_sum(abs(moved), room)), (f"{room.name} · {when}",))


def _pieces(fill: DrawerFill, room: Room) -> list[tuple[str, str]]:
    """The pieces of a fill, value by value, or that none were stated."""
    if fill.is_spread:
        return [(gettext("Pieces"), gettext("not stated; spread over the values"))] if fill.chips else []
    named = ((gettext("Chips of %(value)s"), fill.chips), (gettext("Cash of %(value)s"), fill.cash))
    return [
        (name % {"value": room.money(int(value))}, gettext("%(count)s pieces") % {"count": count})
        for name, pieces in named
        for value, count in sorted(pieces.items(), key=lambda each: -int(each[0]))
    ]
