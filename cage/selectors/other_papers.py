"""Slips of banks, tokes, the vault, fills and credits, and of boxes that were pulled and counted, as they are on paper.

The facts are those of their pages: nobody reads on paper what a page keeps from them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext

from cage.models import BankSlip, BoxCount, BoxPull, PaperPrint, TokeSlip, TransitAct, TransitSlip
from cage.selectors.papers import Paper, paper_sum, printed
from cage.selectors.vault_moves import vault_move, vault_paper
from config.rooms.models import Room
from config.staff.models import User

TRANSIT, VAULT, PULL, COUNT = "transit", "vault", "pull", "count"
_BANK: Final = {
    BankSlip.Kind.DEPOSIT.value: ("Put into the bank", "Paid out of the bank again"),
    BankSlip.Kind.WITHDRAWAL.value: ("Paid out of the bank", "Put into the bank again"),
}
"""The names of the sum of a slip of a bank, and of its void."""


def paper_key(kind: str, number: int) -> str:
    """The key of a paper among the prints of its room."""
    return f"{kind}-{number}"


def printed_anyhow(found: PaperPrint) -> Paper | None:
    """The paper of a print, whatever it is of, marked as the copy that it is; None where there is no such paper."""
    if found.paper:
        kind, _, number = found.paper.partition("-")
        return other_paper(found.room, kind, int(number), copy=found.copy)
    if found.receipt and (slip := bank_or_tokes(found.room, found.receipt)):
        return _bank(slip, found.copy) if isinstance(slip, BankSlip) else _tokes(slip, found.copy)
    return printed(found)


def other_paper(room: Room, kind: str, number: int, *, copy: int = 0) -> Paper | None:
    """A slip of the vault by the number of its move, a fill or a credit by its id, and the pull and the count of a box
    by the id of the pull; None where there is none, and of a box that is not counted yet no count."""
    if kind == VAULT:
        move = vault_move(room, number)
        return replace(vault_paper(move, room), copy=copy) if move else None
    if kind == TRANSIT:
        slip = TransitSlip.objects.filter(room=room, pk=number).select_related("room", "drawer", "table").first()
        return _transit(slip, copy) if slip else None
    pulls = BoxPull.objects.filter(room=room, pk=number)
    pull = pulls.select_related("room", "table", "puller", "watcher", "pool").first()
    if pull is None or (kind == COUNT and pull.state != BoxPull.State.COUNTED):
        return None
    return _count(pull, copy) if kind == COUNT else _pull(pull, copy)


def bank_or_tokes(room: Room, receipt: int) -> BankSlip | TokeSlip | None:
    """The slip of a player's bank or of tokes with this receipt; None where it is none of these. Two queries."""
    people = ("room", "drawer", "by", "second", "voids", "void")
    bank = BankSlip.objects.filter(room=room, receipt=receipt).select_related(*people, "player").first()
    return bank or TokeSlip.objects.filter(room=room, receipt=receipt).select_related(*people, "dealer").first()


def times_printed(room: Room, keys: Iterable[str]) -> Mapping[str, int]:
    """The times that each of these papers was printed, by its key; one query."""
    rows = PaperPrint.objects.filter(room=room, paper__in=list(keys)).order_by("number")
    return {row.paper: row.number for row in rows}


def _bank(slip: BankSlip, copy: int) -> Paper:
    whose = [("Player", str(slip.player)), *_reason_and_second(slip, "Confirmed by")]
    words = _BANK[slip.kind][slip.voids_id is not None]
    return _receipt(slip, slip.get_kind_display(), whose, words, copy)


def _tokes(slip: TokeSlip, copy: int) -> Paper:
    room = slip.room
    facts = [("Dealer", f"{slip.dealer}, badge {slip.dealer.badge_number}")] if slip.dealer else []
    facts += [("Of the gaming day", f"{slip.of_day:%-d %b %Y}"), *_pieces(slip.chips, room)]
    facts += _reason_and_second(slip, "Confirmed by" if slip.voids_id else "Counted with")
    words = "Chips taken" if slip.kind == TokeSlip.Kind.COUNTED else "Cash paid"
    paper = _receipt(slip, slip.get_kind_display(), facts, "Taken back" if slip.voids_id else words, copy)
    signs = slip.dealer is not None and not slip.voids_id
    return replace(paper, foot=(*paper.foot, "Received: ______________________")) if signs else paper


def _reason_and_second(slip: BankSlip | TokeSlip, second: str) -> list[tuple[str, str]]:
    facts = [("Why", slip.reason)] if slip.reason else []
    return facts + ([(second, slip.second.with_badge)] if slip.second else [])


def _receipt(slip: BankSlip | TokeSlip, name: str, facts: list[tuple[str, str]], words: str, copy: int) -> Paper:
    """A slip with a receipt of the window: its number, what voids it or what it voids, and its drawer."""
    room, void = slip.room, getattr(slip, "void", None)
    told = f"void of receipt {slip.voids.receipt}" if slip.voids else name
    mark = f"VOID by receipt {void.receipt}: {void.reason}" if void else ""
    facts = [*facts, ("Drawer", str(slip.drawer)), ("Gaming day", f"{slip.gaming_day:%-d %b %Y}")]
    total = (words, paper_sum(slip.amount, room))
    foot = _foot(room, slip, slip.by)
    return Paper(f"Receipt {slip.receipt} · {told}", mark, tuple(facts), total, foot, slip.receipt, copy)


def _transit(slip: TransitSlip, copy: int) -> Paper:
    """A fill or a credit with everybody who signed it, and both counts where something else came."""
    room = slip.room
    ends = (gettext("the vault"), slip.place) if slip.is_fill else (slip.place, gettext("the vault"))
    facts = [("From", ends[0]), ("To", ends[1]), *_pieces(slip.chips, room), *_pieces(slip.cash, room, " in cash")]
    people = ("person", "runner", "verifier", "dealer")
    acts = list(slip.acts.select_related(*people).order_by("pk"))
    facts += [(str(act.get_step_display()).capitalize(), _signed(act, room)) for act in acts]
    facts.append(("Gaming day", f"{slip.gaming_day:%-d %b %Y}"))
    last = acts[-1] if acts else None
    came = last if last is not None and last.step == TransitSlip.State.RECEIVED else None
    amount = came.chips_amount + came.cash_amount if came else slip.chips_amount + slip.cash_amount
    is_void = slip.state in (TransitSlip.State.VOIDED, TransitSlip.State.REFUSED)
    mark = str(slip.get_state_display()).upper() if is_void else ""
    total = ("Received" if came else str(slip.get_state_display()).capitalize(), paper_sum(amount, room))
    return Paper(str(slip), mark, tuple(facts), total, _foot(room, slip, None), copy=copy)


def _signed(act: TransitAct, room: Room) -> str:
    """The people who signed an act of a slip, and what came where it was counted."""
    told = [act.person.with_badge]
    told += [f"carried by {act.runner.with_badge}"] if act.runner else []
    told += [f"verified by {act.verifier.with_badge}"] if act.verifier else []
    told += (
        [f"verified by {act.dealer}, badge {act.dealer.badge_number}"] if act.is_dealer_signed and act.dealer else []
    )
    told += [room.money(act.chips_amount + act.cash_amount)] if act.is_moved else []
    told += [act.reason] if act.reason else []
    return "; ".join(told)


def _pull(pull: BoxPull, copy: int) -> Paper:
    """A box that was pulled: by whom before whom, and who carried it. What must lie in it stands on no paper: it is
    counted blind (R39)."""
    facts = [("Table", str(pull.table)), ("Holds", str(pull.get_holds_display())), ("Why", str(pull.get_why_display()))]
    facts += [("Said", pull.reason)] if pull.reason else []
    facts += [("Pulled by", pull.puller.with_badge), ("Before", pull.watcher.with_badge)]
    for handed in pull.handovers.select_related("receiver").order_by("pk"):
        facts.append(("Handed to", handed.receiver.with_badge))
    facts.append(("Gaming day", f"{pull.gaming_day:%-d %b %Y}"))
    state = str(pull.get_state_display())
    return Paper(
        f"Pull of box {pull.number}", "", tuple(facts), ("It is", state), _foot(pull.room, pull, None), copy=copy
    )


def _count(pull: BoxPull, copy: int) -> Paper:
    """A box that was counted: the pieces of the count that stands, and everybody who counted it in that round."""
    room, people = pull.room, ("counted_by", "second", "third")
    counts = list(pull.counts.filter(round=pull.round).select_related(*people).order_by("pk"))
    facts = [("Table", str(pull.table)), ("Holds", str(pull.get_holds_display())), *_pieces(counts[-1].chips, room)]
    facts += [(str(count.get_part_display()).capitalize(), _counters(count, room)) for count in counts]
    facts += [("Pool", str(pull.pool))] if pull.pool else []
    facts.append(("Gaming day", f"{pull.gaming_day:%-d %b %Y}"))
    when = (pull.counted_at or pull.at).astimezone(room.zone)
    foot = (f"{room.name} · {when:%-d %b %Y, %H:%M}",)
    total = ("Counted", paper_sum(pull.counted or 0, room))
    return Paper(f"Count of box {pull.number}", "", tuple(facts), total, foot, copy=copy)


def _counters(count: BoxCount, room: Room) -> str:
    people = [each.with_badge for each in (count.counted_by, count.second, count.third) if each]
    return f"{', '.join(people)}: {room.money(count.amount)}"


def _pieces(pieces: Mapping[str, int], room: Room, of: str = "") -> list[tuple[str, str]]:
    """The pieces of each value, the largest first."""
    values = sorted(((int(value), count) for value, count in pieces.items()), reverse=True)
    return [(f"{room.money(value)}{of}", f"{count} pieces") for value, count in values]


def _foot(room: Room, row: BankSlip | TokeSlip | TransitSlip | BoxPull, by: User | None) -> tuple[str, ...]:
    """The room, when, and who."""
    when = f"{row.at.astimezone(room.zone):%-d %b %Y, %H:%M}"
    return (" · ".join(filter(None, (room.name, when, by.with_badge if by else ""))),)
