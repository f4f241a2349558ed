"""The count sheet of a drawer for one person: whose count it would be, and who else signs it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from cage.models import Drawer, DrawerCount, DrawerSession, VaultSheet
from cage.selectors.denominations import Values, values_of
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from players.models import Account, Transfer, TransferKind

_S, _P = DrawerSession.State, DrawerCount.Part


@dataclass(frozen=True, slots=True)
class Sheet:
    """The count of a drawer, or of the vault, that a person is asked for now.

    `made` are the counts of a close so far, by whom; no more of them is told. `differs` are the values, in words, of
    which two counts have different numbers.
    """

    state: str
    user: User
    made: tuple[str, ...] = ()
    asks_second: bool = False
    differs: tuple[str, ...] = ()

    @property
    def is_closing(self) -> bool:
        """Whether the count closes the drawer."""
        return self.state in (_S.COUNTING, _S.RECOUNT)

    @property
    def asks_third(self) -> bool:
        """Whether three people sign it."""
        return self.state == _S.RECOUNT

    def said(self, session: DrawerSession) -> str:
        """The words that answer the count, by the state that the session is in now."""
        drawer = session.drawer
        return {
            _S.OPENING: "That is not what the last close left. Count again, or accept it before a second person.",
            _S.OPEN: f"{drawer} is open, and you work it.",
            _S.COUNTING: "The count is entered. Somebody else counts next.",
            _S.RECOUNT: "The two counts differ: count together with a third person.",
            _S.CLOSED: f"{drawer} is handed over to {session.successor}."
            if session.successor
            else f"{drawer} is closed.",
        }[_S(session.state)]

    @staticmethod
    def warns(session: DrawerSession) -> bool:
        """Whether what answers the count is that something is not as it should be."""
        return session.state in (_S.OPENING, _S.RECOUNT)


def sheet_for(running: DrawerSession | None, user: User) -> Sheet:
    """The sheet of a drawer for `user`, by its session that runs; at most two queries."""
    if running is None or running.state in (_S.OPENING, _S.OPEN):
        return Sheet(running.state if running else _S.CLOSED, user)
    made = running.counts.filter(round=running.round, part__in=(_P.FIRST, _P.SECOND)).select_related("counted_by")
    return sheet_of(running.state, running.room, user, list(made))


def sheet_of(state: str, room: Room, user: User, made: Sequence[DrawerCount | VaultSheet]) -> Sheet:
    """The sheet of a count that goes on in that state, of which these were made: where they differ it is one
    together."""
    is_recount = state == _S.RECOUNT
    return Sheet(
        state,
        user,
        made=tuple(str(count.counted_by) for count in made),
        asks_second=is_recount or any(count.counted_by_id == user.pk for count in made),
        differs=tuple(_differences(room, made)) if is_recount else (),
    )


def opening_counts(drawer: Drawer, user: User) -> int:
    """The number of times that `user` has counted a drawer to open it since it was open last; two queries."""
    opened = DrawerSession.objects.filter(drawer=drawer).exclude(opened_at=None)
    last = opened.order_by("-pk").values_list("pk", flat=True).first()
    made = DrawerCount.objects.filter(session__drawer=drawer, part=_P.OPENING, counted_by=user)
    return made.filter(session__gt=last or 0).count()


def is_counted_out(drawer: Drawer, user: User) -> bool:
    """Whether `user` has counted a drawer to open it as often as its room tells one person whether it is what its last
    close left: who counts on and on would find out what must be there. Two queries."""
    return opening_counts(drawer, user) >= drawer.room.opening_looks


def has_looked(running: DrawerSession | None, user: User) -> bool:
    """Whether `user` was shown what must be in the drawer since this session of it began; at most one query."""
    return running is not None and running.looks.filter(by=user).exists()


def is_barred_by_looking(room: Room, user: User) -> bool:
    """Whether somebody who counts drawers has not yet seen what must be in one that runs, and counts it no more once
    they have; one query."""
    running = DrawerSession.objects.filter(room=room).exclude(state=_S.CLOSED)
    return user.may(Permission.DRAWER_COUNT, room) and running.exclude(looks__by=user).exists()


@dataclass(frozen=True, slots=True)
class KindSum:
    """The chips and the cash that one kind of transfer brought into a drawer in a session, or took from it; minor
    units."""

    kind: TransferKind
    chips: int
    cash: int


def sums_by_kind(session: DrawerSession | None) -> list[KindSum]:
    """The sums of what moved in the session of a drawer that runs, by kind, voids taken off; one query.

    Cash that was paid on a debt stands with the chips that went on for it: the ledger knows it as chips sold.
    """
    if session is None:
        return []
    tills = Account.objects.filter(drawer_id=session.drawer_id, room=session.room)
    moved = Transfer.objects.filter(room=session.room, chain_number__gt=session.after_number)
    rows = list(moved.filter(Q(source__in=tills) | Q(target__in=tills)).select_related("source", "target"))
    on_debts = {each.request_key for each in rows if each.kind == TransferKind.DEBT}
    sums: dict[str, list[int]] = {}
    for each in rows:
        comes_in = each.target.drawer_id == session.drawer_id
        kind = TransferKind.DEBT.value if each.request_key in on_debts else each.kind
        kept = sums.setdefault(kind, [0, 0])
        kept[each.target.holds_cash] += each.amount if comes_in else -each.amount
    return [KindSum(TransferKind(kind), *amounts) for kind, amounts in sorted(sums.items())]


def _differences(room: Room, made: Sequence[DrawerCount | VaultSheet]) -> list[str]:
    """The values of which two counts have different numbers; which numbers is told to nobody."""
    from_first, from_second = ({"chips": count.chips, "cash": count.cash} for count in made)
    values: Values = values_of(room)
    return [
        f"{room.money(value)} in {what}"
        for what, known in (("chips", values.chips), ("cash", values.cash))
        for value in known
        if from_first[what].get(str(value), 0) != from_second[what].get(str(value), 0)
    ]
