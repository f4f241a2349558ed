"""Receipts and slips as they stand on paper. The page and the PDF show these facts, and no others."""

from dataclasses import dataclass

from cage.models import BuyIn, CashOut, CashSlip, ChipSlip, PaperPrint, Slip, SlipVoid
from cage.selectors.voids import put_right_by, void_of
from config.rooms.models import Room

_K = ChipSlip.Kind
_IN_CASH = {True: "Cash received", False: "Cash paid"}
_BY_BANK = {True: "From the bank", False: "Into the bank"}
"""Names of the sum of a slip: of a sale, and of a payment."""
_BACK_IN_CASH = {True: "Cash given back", False: "Cash taken back"}
_BACK_BY_BANK = {True: "Back into the bank", False: "Back out of the bank"}
"""Names of the sum of a void: of a sale, and of a payment."""


@dataclass(frozen=True, slots=True)
class Paper:
    """One receipt or slip: its title, the mark across it, named facts, the sum with what it is, and its foot.

    `copy` is the number of the copy that it is; 0 of the original, and where it is only shown. `receipt` is its number
    where it is a receipt of the window.
    """

    title: str
    mark: str
    facts: tuple[tuple[str, str], ...]
    total: tuple[str, str]
    foot: tuple[str, ...]
    receipt: int | None = None
    copy: int = 0

    @property
    def marks(self) -> tuple[str, ...]:
        """The words across it: that it is void, and that it is a copy."""
        return tuple(filter(None, (self.mark, f"COPY {self.copy}" if self.copy else "")))


def papers_of(slip: Slip, room: Room, *, void: SlipVoid | None, right: Slip | None, copy: int = 0) -> list[Paper]:
    """The receipt of a buy-in, a cash-out or other cash, and that of its `void` with what puts it `right`, where there
    are such."""
    papers = [_receipt(slip, void, room, copy)]
    return [*papers, _void(slip, void, right, room, copy)] if void else papers


def chip_paper(slip: ChipSlip, room: Room, *, copy: int = 0) -> Paper:
    """A slip of chips that were received or destroyed, or of a set that was retired."""
    pieces = [(room.money(int(value)), f"{count} pieces") for value, count in slip.pieces.items()]
    facts = [("Set", str(slip.chip_set)), *pieces, ("Why", slip.reason), ("Second person", slip.second.with_badge)]
    if slip.last_day:
        facts.append(("Redeemed until", f"{slip.last_day:%-d %b %Y}"))
    facts.append(("Gaming day", f"{slip.gaming_day:%-d %b %Y}"))
    if slip.is_spread:
        facts.append(("Pieces", "not stated; spread over the values"))
    title = f"{slip.get_kind_display().capitalize()} {slip.label}"
    total = ({_K.RECEIPT: "Into the vault", _K.DESTRUCTION: "Out of the vault"}.get(_K(slip.kind), "Chips moved"),)
    return Paper(title, "", tuple(facts), (*total, paper_sum(slip.amount, room)), _foot(slip, room), copy=copy)


def slip_of(room: Room, receipt: int) -> Slip | None:
    """The buy-in, cash-out or slip of other cash that a receipt of the window is about; its void has a receipt too."""
    bought = BuyIn.objects.select_related("player", "session__table", "sitting", "drawer", "by", "plaque", "approver")
    paid = CashOut.objects.select_related("player", "drawer", "by")
    other = CashSlip.objects.select_related("player", "drawer", "by", "second", "rack_paid")
    voided = SlipVoid.objects.filter(room=room, receipt=receipt).first()
    named = {"void": voided} if voided else {"room": room, "receipt": receipt}
    return bought.filter(**named).first() or paid.filter(**named).first() or other.filter(**named).first()


def printed(found: PaperPrint) -> Paper | None:
    """The paper of a print, marked as the copy that it is; None where there is no such receipt."""
    if found.chip_slip:
        return chip_paper(found.chip_slip, found.room, copy=found.copy)
    slip = slip_of(found.room, found.receipt or 0)
    if slip is None:
        return None
    void = void_of(slip)
    papers = papers_of(slip, found.room, void=void, right=put_right_by(void), copy=found.copy)
    return next((paper for paper in papers if paper.receipt == found.receipt), None)


def prints_of(room: Room, receipts: list[int]) -> dict[int, int]:
    """The times that each receipt was printed; one query."""
    found = PaperPrint.objects.filter(room=room, receipt__in=receipts).order_by("number")
    return {each.receipt: each.number for each in found if each.receipt}


def _receipt(slip: Slip, void: SlipVoid | None, room: Room, copy: int) -> Paper:
    facts = [*_whose(slip), *_sold(slip, room)]
    if slip.corrects:
        facts.append(("Puts right", f"receipt {slip.corrects.slip.receipt}, voided by {slip.corrects.receipt}"))
    facts += [("Drawer", str(slip.drawer)), *_bank(slip), ("Gaming day", f"{slip.gaming_day:%-d %b %Y}")]
    mark = f"VOID by receipt {void.receipt}: {void.reason}" if void else ""
    total = (_BY_BANK[_comes_in(slip)] if _bank(slip) else _IN_CASH[_comes_in(slip)], paper_sum(slip.amount, room))
    foot = (*_foot(slip, room), *((room.helpline,) if room.helpline else ()))
    return Paper(f"Receipt {slip.receipt} · {_name(slip)}", mark, tuple(facts), total, foot, slip.receipt, copy)


def _name(slip: Slip) -> str:
    if isinstance(slip, CashSlip):
        return slip.get_kind_display()
    return "buy-in" if isinstance(slip, BuyIn) else "cash-out"


def _comes_in(slip: Slip) -> bool:
    """Whether the patron pays and the house takes."""
    return slip.comes_in if isinstance(slip, CashSlip) else isinstance(slip, BuyIn)


def _whose(slip: Slip) -> list[tuple[str, str]]:
    return [("Player", str(slip.player))] if slip.player else []


def _sold(slip: Slip, room: Room) -> list[tuple[str, str]]:
    """The facts of the chips that were sold, or of other cash; none of a cash-out."""
    if isinstance(slip, BuyIn):
        return _sale(slip)
    return _other(slip, room) if isinstance(slip, CashSlip) else []


def _other(slip: CashSlip, room: Room) -> list[tuple[str, str]]:
    facts = []
    if slip.origin:
        facts.append(("Said to be", slip.get_origin_display()))
    if slip.rack_paid:
        facts.append((f"With receipt {slip.rack_paid.receipt}, from the rack", room.money(slip.rack_paid.amount)))
    if slip.award_share:
        award = slip.award_share.award
        facts += [("Won", award.what), ("Declared and approved by", f"{award.declared_by}, {award.approved_by}")]
    facts += [(label, words) for label, words in (("For", slip.what), ("Outside receipt", slip.reference)) if words]
    if slip.second:
        facts.append(("Confirmed by", slip.second.with_badge))
    return facts


def _bank(slip: Slip) -> list[tuple[str, str]]:
    """The fact that a slip was paid from or into the player's bank; none of one that was paid in cash."""
    if isinstance(slip, BuyIn):
        return [("Paid from", "the player’s bank")] if slip.from_bank_id else []
    return [("Paid into", "the player’s bank")] if isinstance(slip, CashOut) and slip.into_bank_id else []


def _sale(bought: BuyIn) -> list[tuple[str, str]]:
    facts = [
        ("For", f"{bought.session.table} · {bought.plaque.short_name}"),
        ("Chips", f"on the stack, seat {bought.sitting.seat}" if bought.sitting else "handed over"),
    ]
    if bought.exception:
        confirmed = f", confirmed by {bought.approver}" if bought.approver else ""
        facts.append(("Exception", f"{bought.get_exception_display()}{confirmed}"))
    return facts


def _void(slip: Slip, void: SlipVoid, right: Slip | None, room: Room, copy: int) -> Paper:
    facts = [*_whose(slip), ("Why", void.reason)]
    if void.second:
        facts.append(("Confirmed by", void.second.with_badge))
    facts += [("Drawer", str(slip.drawer)), ("Gaming day", f"{void.gaming_day:%-d %b %Y}")]
    if right:
        facts.append(("Put right by", f"receipt {right.receipt}"))
    title = f"Receipt {void.receipt} · void of receipt {slip.receipt}"
    back = _BACK_BY_BANK if _bank(slip) else _BACK_IN_CASH
    total = (back[_comes_in(slip)], paper_sum(slip.amount, room))
    return Paper(title, "", tuple(facts), total, _foot(void, room), void.receipt, copy)


def _foot(row: Slip | SlipVoid | ChipSlip, room: Room) -> tuple[str, ...]:
    """The room, when, and who."""
    when = f"{row.at.astimezone(room.zone):%-d %b %Y, %H:%M}"
    return (" · ".join(filter(None, (room.name, when, row.by.with_badge if row.by else ""))),)


def paper_sum(amount: int, room: Room) -> str:
    """An amount of minor units with the currency's sign, as papers write it."""
    return f"{room.currency_symbol}{room.money(amount)}"
