"""The chips that everybody should have: a model in plain Python of hands, corrections, rulings, debts and voids at one
table.

It knows nothing of the product's code. A hand gives and takes as it says; a correction or a void brings everybody to
what the newest version says, whatever corrections and rulings moved before; a ruling moves on from there. Who sits
where the hand was played wins and pays there, everybody else in the rack. What somebody lacks is a debt to somebody
who won it, and who has nothing of it until it is paid: into the rack, or into the box of the house.
"""

from collections import Counter
from dataclasses import dataclass, field

RAKE, PROMO = "rake", "promo"


@dataclass(eq=False)
class Stay:
    """A player's stay at the table; chips move there while it lasts."""

    player: int
    is_over: bool = False


@dataclass(eq=False)
class HandModel:
    """A hand: who played it on which stay, what it has given everybody, and what rulings have moved since its newest
    version; `took` is what each took out of the pot by that version."""

    stays: dict[int, Stay]
    given: Counter[int | str]
    took: Counter[int | str]
    is_tick: bool = False
    is_void: bool = False
    since: Counter[int | str] = field(default_factory=Counter)
    version: int = 1


@dataclass(eq=False)
class DebtModel:
    """A debt of somebody to somebody; `case` is the one whose ruling it came from, None for a correction's."""

    player: int
    amount: int
    case: "CaseModel | None"
    to: int | str
    hand: "HandModel"
    set_off: int = 0
    paid: int = 0
    given_up: int = 0
    is_taken_back: bool = False

    @property
    def owed(self) -> int:
        """The amount left of it."""
        return 0 if self.is_taken_back else self.amount - self.paid - self.given_up - self.set_off


@dataclass(eq=False)
class CaseModel:
    """A case about a hand: what it holds of whom, how it was ruled, and which version of the hand counts that."""

    hand: HandModel
    held: Counter[int] = field(default_factory=Counter)
    holdings: Counter[int] = field(default_factory=Counter)
    payments: list[tuple[int | str, int, int]] = field(default_factory=list)
    is_ruled: bool = False
    is_heard: bool = False
    is_counted: bool = False
    version: int = 1


@dataclass
class Plan:
    """The effects of an act: how much it moves, who is short of how much to whom, what of older debts is set off, which
    chips move, and why two are needed for it."""

    amount: int
    due: Counter[int | str] = field(default_factory=Counter)
    short: list[tuple[int, int | str, int]] = field(default_factory=list)
    offs: list[tuple[DebtModel, int]] = field(default_factory=list)
    chips: Counter[int | str] = field(default_factory=Counter)
    because: bool = False


@dataclass
class Model:
    """The chips of everybody, what is owed and held, and what each person moved alone today. Minor units."""

    limit: int
    stay: dict[int, Stay | None]
    seat: Counter[int]
    rack: Counter[int] = field(default_factory=Counter)
    boxes: Counter[int | str] = field(default_factory=Counter)
    felt: int = 0
    hands: list[HandModel] = field(default_factory=list)
    cases: list[CaseModel] = field(default_factory=list)
    debts: list[DebtModel] = field(default_factory=list)
    alone: Counter[str] = field(default_factory=Counter)

    # ------------------------------------------------------------------------------------------------- chips

    def has(self, hand: HandModel, player: int) -> int:
        """The chips that a player can pay with for a hand."""
        return self._pile(hand, player)[player]

    def move(self, hand: HandModel, owner: int | str, amount: int) -> None:
        """Give a player or a box so much, or take it."""
        pile = self.boxes if isinstance(owner, str) else self._pile(hand, owner)
        pile[owner] += amount  # type: ignore[index]  # a box is counted by its name, a player by number

    def on_table(self) -> int:
        """The chips that were brought to the table and are still there; what cases hold lies elsewhere."""
        return sum(self.seat.values()) + self.felt

    def _pile(self, hand: HandModel, player: int) -> Counter[int]:
        stay = hand.stays.get(player)
        return self.seat if stay and not stay.is_over else self.rack

    def needs_second(self, who: str, amount: int, *, because: bool = False) -> bool:
        """Whether an act needs a second person."""
        return because or (amount > 0 and self.alone[who] + amount > self.limit)

    # ------------------------------------------------------------------------------------------------- hands

    def played(self, net: Counter[int | str], took: Counter[int | str], *, is_tick: bool = False) -> None:
        """A hand that was recorded: what everybody won and lost by it, the boxes included."""
        stays = {player: stay for player, stay in self.stay.items() if stay and (is_tick or player in net)}
        hand = HandModel(stays, Counter(net), Counter(took), is_tick)
        self.hands.append(hand)
        for owner, amount in net.items():
            self.move(hand, owner, amount)
        if is_tick:
            self.felt -= sum(net.values())

    def correcting(self, hand: HandModel, net: Counter[int | str]) -> Plan:
        """The moves of correcting a hand to this result."""
        owners = {owner for owner in {*net, *hand.given} if not hand.is_tick or isinstance(owner, str)}
        due = Counter({owner: net[owner] - hand.given[owner] for owner in owners if net[owner] != hand.given[owner]})
        chips, offs = Counter(due), []
        lacking: Counter[int] = Counter()
        for debt in self.debts:
            part = 0 if hand.is_tick or debt.hand is not hand else min(debt.owed, -chips[debt.to])
            if part > 0:
                offs.append((debt, part))
                chips[debt.to] += part
        for debt, part in offs:
            spared = min(part, max(chips[debt.player], 0))
            chips[debt.player] -= spared
            lacking[debt.player] += part - spared
        for owner, amount in list(chips.items()):
            if isinstance(owner, int) and amount < 0 and self.has(hand, owner) < -amount:
                lacking[owner] += -amount - self.has(hand, owner)
                chips[owner] = -self.has(hand, owner)
        short = waiting(chips, lacking)
        for _, winner, part in short:
            chips[winner] -= part
        counted = [case for case in self.cases if case.hand is hand and case.payments and not case.is_counted]
        moved = sum(map(abs, due.values())) if hand.is_tick else sum(amount for amount in due.values() if amount > 0)
        return Plan(moved, due, short, offs, chips, because=bool(short) or bool(counted and moved))

    def correct(
        self, hand: HandModel, plan: Plan, took: Counter[int | str], *, pot: int = 0, void: bool = False
    ) -> None:
        """Do it."""
        for owner, amount in plan.due.items():
            self.move(hand, owner, plan.chips[owner])
            hand.given[owner] += amount
        for debt, part in plan.offs:
            debt.set_off += part
        if hand.is_tick:
            self.felt -= sum(plan.due.values())
        self.debts += [DebtModel(player, amount, None, winner, hand) for player, winner, amount in plan.short]
        hand.took, hand.is_void, hand.version = Counter(took), void, hand.version + 1
        hand.since = Counter()
        for case in self.cases:
            case.is_counted |= case.hand is hand and bool(case.payments)

    def is_held(self, hand: HandModel) -> bool:
        """Whether a case holds something of a hand."""
        return any(case.hand is hand and +case.held for case in self.cases)

    # ----------------------------------------------------------------------------------------------- rulings

    def open(self, hand: HandModel, wanted: int | None) -> CaseModel:
        """A case that holds all that was won, so much of it, or nothing."""
        case = CaseModel(hand, version=hand.version)
        self.cases.append(case)
        if wanted == 0 or hand.is_tick:
            return case
        before: Counter[int] = Counter()
        for each in self.cases:
            if each.hand is hand and each.version == hand.version:
                before.update(each.holdings)
        left = wanted
        for player in sorted((each for each in hand.took if isinstance(each, int)), key=lambda each: -hand.took[each]):
            award = min(hand.took[player] - before[player], self.has(hand, player))
            part = award if left is None else min(award, left)
            if part > 0:
                left = None if left is None else left - part
                case.held[player] += part
                case.holdings[player] += part
                self.move(hand, player, -part)
        return case

    def most(self, hand: HandModel, owner: int | str) -> int:
        """The most that a ruling may still take of somebody."""
        if hand.is_void:
            return max(hand.since[owner], 0)
        return hand.took[owner] + hand.since[owner]

    def rule(self, case: CaseModel, payments: list[tuple[int | str, int, int]]) -> None:
        """A ruling with these payments (from, to, how much); what is held and not sent goes back."""
        hand = case.hand
        for source, target, amount in payments:
            out = min(amount, case.held[source]) if isinstance(source, int) else 0
            own = min(amount - out, self.has(hand, source)) if isinstance(source, int) else amount
            if out:
                case.held[source] -= out  # type: ignore[index]  # only of players
            self.move(hand, source, -own)
            self.move(hand, target, out + own)
            if short := amount - out - own:
                assert isinstance(source, int)
                self.debts.append(DebtModel(source, short, case, target, hand))
            self._count(hand, source, target, amount)
        for player in list(case.held):
            self.move(hand, player, case.held.pop(player))
        case.payments, case.is_ruled = list(payments), True

    def take_back(self, case: CaseModel) -> None:
        """The ruling is taken back on appeal: its chips, and what was collected or given up of its debts."""
        for source, target, amount in case.payments:
            lacked = sum(debt.amount for debt in self.debts if debt.case is case and debt.player == source)
            self.move(case.hand, target, lacked - amount)
            self.move(case.hand, source, amount - lacked)
            self._count(case.hand, source, target, -amount)
        for debt in self.debts:
            if debt.case is case:
                self.pay_on(debt, -debt.paid - debt.given_up)
                self.rack[debt.player] += debt.paid
                debt.is_taken_back = True
        case.payments, case.is_heard = [], True

    def is_passed_on(self, case: CaseModel) -> bool:
        """Whether other rulings took what this one gave to somebody: without it they took more than the hand gave."""
        hand = case.hand
        got: Counter[int | str] = Counter()
        for source, target, amount in case.payments:
            got[source] -= amount
            got[target] += amount
        owners = [owner for owner, amount in got.items() if amount > 0]
        return any(
            (0 if hand.is_void else hand.took[owner]) + hand.since[owner] < got[owner]
            for owner in owners
            if isinstance(owner, str) or not hand.is_tick
        )

    def pay_on(self, debt: DebtModel, amount: int) -> None:
        """Pay what was collected of a debt to whoever waits for it."""
        pile = self.boxes if isinstance(debt.to, str) else self.rack
        pile[debt.to] += amount  # type: ignore[index]  # a box is counted by its name, a player by number

    def may_take_back(self, case: CaseModel) -> bool:
        """Whether everybody who got something by a ruling still has it where they got it."""
        hand = case.hand
        got: Counter[int] = Counter()
        for _, target, amount in case.payments:
            got[target] += amount
        owed = [debt for debt in self.debts if debt.case is case]
        for debt in owed:
            got[debt.to] -= debt.amount  # type: ignore[index]  # a ruling of the machine pays players
        if any(self.rack[debt.to] < debt.paid + debt.given_up for debt in owed if isinstance(debt.to, int)):
            return False
        got.update(case.holdings)
        everybody = {owner for payment in case.payments for owner in payment[:2] if isinstance(owner, int)} | set(got)
        at_the_table = all(player in hand.stays and not hand.stays[player].is_over for player in everybody)
        return at_the_table and all(self.has(hand, player) >= amount for player, amount in got.items())

    def _count(self, hand: HandModel, source: int | str, target: int | str, amount: int) -> None:
        for owner, moved in ((source, -amount), (target, amount)):
            if hand.is_tick and isinstance(owner, int):
                continue
            hand.given[owner] += moved
            hand.since[owner] += moved


def waiting(due: Counter[int | str], lacking: dict[int, int]) -> list[tuple[int, int | str, int]]:
    """Return who lacks how much to whom: players wait before the boxes of the house, whoever wins the most before
    others."""
    left = {owner: amount for owner, amount in due.items() if amount > 0}
    order: list[int | str] = sorted(
        (each for each in left if isinstance(each, int)), key=lambda each: (-left[each], each)
    )
    order += [each for each in left if isinstance(each, str)]
    lacks = []
    for player, amount in sorted(lacking.items()):
        rest = amount
        for owner in order:
            if part := min(rest, left[owner]):
                rest, left[owner] = rest - part, left[owner] - part
                lacks.append((player, owner, part))
    return lacks
