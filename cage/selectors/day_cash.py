"""The money that left windows on a gaming day besides cash for chips of the books, in lines for whoever closes the day:
lost in the vault, on the way of slips and at tables, paid out for other reasons, presented, put into players' banks and
taken out of them, paid on debts, and voided."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from cage.cash_kinds import BY_KIND, name_of
from cage.models import BankSlip, CashSlip, FeltResidual, SlipVoid, TokeSlip, VaultVariance
from cage.selectors.variances import MOST, carried_off
from cage.selectors.voids import RECEIPT_PAGES
from cage.selectors.voids import Voidable as Paper
from config.rooms.models import Room
from config.staff.models import User
from players.models import DebtEntry, Transfer, TransferKind


@dataclass(frozen=True, slots=True)
class Row:
    """One paper that a line is made of: its name, and the page on which it is read, by the name of its address and the
    id there."""

    name: str
    address: str
    pk: int


@dataclass(frozen=True, slots=True)
class CashLine:
    """One line: what it was in words, how much it came to in minor units, of it what one person did alone (None where
    nobody is asked), who did it, and its papers."""

    words: str
    amount: int
    alone: int | None
    who: str
    rows: tuple[Row, ...]


def day_cash(room: Room, day: date) -> list[CashLine]:
    """The lines of a gaming day in their order, without those that came to nothing; fifteen queries at most.

    A slip that was voided on its own day is left out of its kind. One that was voided later stays, for a day that is
    over changes no more; the void is told on the day on which it was made.
    """
    told = (_at_the_vault, _on_the_way, _on_felts, _paid, _banked, _on_debts, _voided)
    return [line for lines in told for line in lines(room, day)]


def _at_the_vault(room: Room, day: date) -> list[CashLine]:
    """The counts of the vault that were short, and that were over, against who counted; chips and cash each by
    itself."""
    off = list(VaultVariance.objects.filter(room=room, gaming_day=day).prefetch_related("count__sheets__counted_by"))
    first = Transfer.objects.filter(room=room, request_key__in=[each.request_key for each in off], number=1)
    numbers = dict(first.values_list("request_key", "chain_number"))
    lines = []
    for words, sign in ((_("The vault was counted short"), -1), (_("The vault was counted over"), 1)):
        parts = {each: max(sign * each.chips, 0) + max(sign * each.cash, 0) for each in reversed(off)}
        if found := [each for each, amount in parts.items() if amount]:
            slips = [numbers[each.request_key] for each in found]
            rows = tuple(Row(_("vault slip %(number)s") % {"number": slip}, "vault_slip", slip) for slip in slips)
            lines.append(CashLine(words, sum(parts.values()), None, _names(each.names for each in found), rows))
    return lines


def _on_the_way(room: Room, day: date) -> list[CashLine]:
    """The slips of which less, or more, came than was sent, against who carried them; chips and cash each by itself."""
    off = [each for each in carried_off(room, most=MOST) if each.came.gaming_day == day]
    lines = []
    for words, sign in ((_("Lost on the way of fills and credits"), -1), (_("Found too much on the way"), 1)):
        parts = {each: max(sign * each.chips, 0) + max(sign * each.cash, 0) for each in off}
        if found := [each for each, amount in parts.items() if amount]:
            rows = tuple(Row(str(each.slip), "slip", each.slip.pk) for each in found)
            lines.append(CashLine(words, sum(parts.values()), None, _names(each.runner for each in found), rows))
    return lines


def _on_felts(room: Room, day: date) -> list[CashLine]:
    """The tables that lacked chips when they were closed, and that held too many, against who closed them and who
    counted stacks there: what a stack is counted short lies on the felt."""
    people = FeltResidual.objects.filter(room=room, gaming_day=day).select_related("session__table", "by", "second")
    off = list(people.order_by("pk"))
    counters = _counters_at([each.session_id for each in off]) if off else {}
    lines = []
    for words, sign in ((_("Chips that tables lacked at their close"), -1), (_("Chips too many at the close"), 1)):
        if found := [each for each in off if sign * each.chips > 0]:
            closed = _("closed by %(people)s") % {"people": _names(each.names for each in found)}
            names = _names(name for each in found for name in counters.get(each.session_id, ()))
            counted = _("stacks counted by %(people)s") % {"people": names} if names else ""
            alone = sum(each.size for each in found if each.second_id is None)
            rows = tuple(Row(str(each.session.table), "whole_table", each.session_id) for each in found)
            who = "; ".join(filter(None, [closed, counted]))
            lines.append(CashLine(words, sum(each.size for each in found), alone, who, rows))
    return lines


def _counters_at(sessions: Sequence[int]) -> dict[int, list[str]]:
    """The people who counted stacks in these sessions to be others than the books', by session, in their order; one
    query."""
    at_table = Q(source__session__in=sessions) | Q(target__session__in=sessions)
    counts = Transfer.objects.filter(at_table, kind=TransferKind.COUNT).exclude(by=None).order_by("pk")
    found: dict[int, dict[str, None]] = {}
    for source, target, name in counts.values_list("source__session", "target__session", "by__display_name"):
        found.setdefault(source or target, {})[name] = None
    return {session: list(names) for session, names in found.items()}


def _kept_on(day: date) -> Q:
    """Slips that stood at the end of their day: not voided, or later."""
    return Q(void=None) | ~Q(void__gaming_day=day)


def _paid(room: Room, day: date) -> list[CashLine]:
    signers = ("by", "award_share__award__declared_by", "award_share__award__approved_by")
    slips = CashSlip.objects.filter(_kept_on(day), room=room, gaming_day=day).select_related(*signers).order_by("pk")
    kinds: dict[str, list[CashSlip]] = {}
    for slip in slips:
        kinds.setdefault(slip.kind, []).append(slip)
    order = (TransferKind.PRESENTED.value, *BY_KIND, TransferKind.AWARD_PAID.value)
    return [_line_of(kind, kinds[kind]) for kind in order if kind in kinds]


def _banked(room: Room, day: date) -> list[CashLine]:
    made = BankSlip.objects.filter(_kept_on(day), room=room, gaming_day=day, voids=None)
    slips = list(made.select_related("by").order_by("pk"))
    deposits, withdrawals = ([slip for slip in slips if slip.kind == kind] for kind in BankSlip.Kind)
    told = ((_("Put into players’ banks"), deposits), (_("Taken out of players’ banks"), withdrawals))
    return [_line(words, found, None) for words, found in told if found]


def _on_debts(room: Room, day: date) -> list[CashLine]:
    in_cash = DebtEntry.objects.filter(_kept_on(day), debt__room=room, gaming_day=day, how=DebtEntry.How.CASH)
    paid = list(in_cash.select_related("by", "debt__player").order_by("pk"))
    return [_line(_("Debts paid in cash"), paid, None)] if paid else []


def _line_of(kind: str, slips: list[CashSlip]) -> CashLine:
    words = _("Chips the books didn’t know, paid in cash") if kind == TransferKind.PRESENTED else _(name_of(kind))
    alone = None if slips[0].comes_in else sum(slip.amount for slip in slips if slip.second_id is None)
    line = _line(words, slips, alone)
    return replace(line, who=_payers_and_signers(slips)) if kind == TransferKind.AWARD_PAID else line


def _payers_and_signers(slips: Sequence[CashSlip]) -> str:
    """The people who paid these shares, and for each award those who declared and approved it."""
    awards = [slip.award_share.award for slip in slips if slip.award_share]
    told = [
        _("declared by %(declared_by)s and approved by %(approved_by)s")
        % {"declared_by": award.declared_by, "approved_by": award.approved_by}
        for award in awards
    ]
    paid = _("paid by %(people)s") % {"people": _names(slip.by for slip in slips)}
    return "; ".join([paid, *dict.fromkeys(told)])


def _voided(room: Room, day: date) -> list[CashLine]:
    voids = list(_voids(room, day))
    if not voids:
        return []
    alone = sum(void.paper.amount for void in voids if void.is_alone)
    rows, total = tuple(_row(void.paper) for void in voids), sum(void.paper.amount for void in voids)
    return [CashLine(_("Sales and payments voided"), total, alone, _names(void.by for void in voids), rows)]


class _Void(NamedTuple):
    """A paper of the window that was taken back, by whom, and whether by them alone."""

    paper: Paper
    by: User | None
    is_alone: bool


def _voids(room: Room, day: date) -> Iterator[_Void]:
    """Everything of the window that was taken back on a gaming day, whenever it was made."""
    of_slips = ("buy_in", "cash_out", "cash_slip", "by")
    for slip_void in SlipVoid.objects.filter(room=room, gaming_day=day).select_related(*of_slips).order_by("pk"):
        yield _Void(slip_void.slip, slip_void.by, slip_void.second_id is None)
    for model in (BankSlip, TokeSlip):
        taken_back = model.objects.filter(room=room, void__gaming_day=day)
        for slip in taken_back.select_related("void__by").order_by("void"):
            yield _Void(slip, slip.void.by, slip.void.second_id is None)
    given_back = DebtEntry.objects.filter(debt__room=room, how=DebtEntry.How.CASH, void__gaming_day=day)
    for paid in given_back.select_related("debt__player", "void__by").order_by("void"):
        yield _Void(paid, paid.void.by, paid.void.second_id is None)


def _line(words: str, papers: Sequence[Paper], alone: int | None) -> CashLine:
    total, who = sum(paper.amount for paper in papers), _names(paper.by for paper in papers)
    return CashLine(words, total, alone, who, tuple(_row(paper) for paper in papers))


def _row(paper: Paper) -> Row:
    if isinstance(paper, DebtEntry):
        return Row(_("debt of %(player)s") % {"player": paper.debt.player}, "debt", paper.debt_id)
    return Row(_("receipt %(number)s") % {"number": paper.receipt}, RECEIPT_PAGES[type(paper)], paper.pk)


def _names(people: Iterable[object]) -> str:
    return ", ".join(dict.fromkeys(str(person) for person in people if person))
