"""Checks a hand history: is every action legal, what does the hand settle to, and does the file say the same.

One function for the command, the API and the importer. Nothing is recorded and nothing is repaired: what is wrong is
a `Violation`, what isn't known is listed as missing, where the file's own results differ they are set side by side.

What few files need is imported when it is needed: most runs of the command check a file or two, and wait for its start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from operator import add
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.house.fee_schedule import FeeSchedule
from rules.house.house import STANDARD, House
from rules.phh.actions import Notation, print_notation
from rules.phh.irregularities import actions_of, entry_of
from rules.phh.numerals import MOST_DECIMALS
from rules.phh.setup import Setups, require_button_behind, stated_house
from rules.phh.values import PhhHand, Unreadable
from rules.play.actions import Action
from rules.play.hand import Hand
from rules.play.legal import Acting, Betting
from rules.play.settlement import Settlement
from rules.table.setup import Setup
from rules.text.amounts import AmountError, major_text, minor_units
from rules.text.violation import Json, Money, Refused, Violation

if TYPE_CHECKING:
    from rules.partial.reconstruct import Reconstruction

_AMOUNTS_ALLOWED = frozenset({"call", "min_raise_to", "max_raise_to"})


class CheckReport(NamedTuple):
    """The outcome of checking one hand.

    `hand` is the hand after its last legal action, None where no hand could begin. `violation` is the first refusal,
    its `index` counts the file's entries from 0. `settlement` is there when the hand is over and what decides it is
    known; `missing` are the facts without which a legal hand can't be settled, a sentence each. `disagreements` are
    sentences on where the file's own results differ; `winnings_agree` is None where the file states none that can be
    used. `reconstruction` is there where those results were put beside a hand that can't be settled.
    """

    phh: PhhHand
    hand: Hand | None = None
    violation: Violation | None = None
    settlement: Settlement | None = None
    disagreements: tuple[str, ...] = ()
    winnings_agree: bool | None = None
    missing: tuple[str, ...] = ()
    reconstruction: Reconstruction | None = None

    @property
    def legal(self) -> bool:
        """Whether every action was legal."""
        return self.violation is None

    @property
    def complete(self) -> bool:
        """Whether every action was legal and the hand is over."""
        return self.legal and self.hand is not None and self.hand.is_complete

    @property
    def agrees(self) -> bool:
        """Whether the file's own results are ours, as far as it states them and we can settle."""
        return not self.disagreements

    @property
    def feasible(self) -> Reconstruction | None:
        """The outcome of a legal hand that can't be settled; None where it is settled, or where what the file
        says of it can't be true (`disagreements` then says why)."""
        if self.hand is None or not self.missing or self.disagreements:
            return None
        found = self.reconstruction or _reconstructed(self.phh, self.hand)
        return None if isinstance(found, Violation) else found

    @property
    def next(self) -> Acting | None:
        """The acts open to the player whose turn it is; None when it is nobody's."""
        if self.hand is None or not self.legal or self.hand.is_complete:
            return None
        legal = self.hand.legal_actions()
        return None if legal.position is None else legal

    @property
    def money(self) -> Money:
        """Minor units in major units of the hand's own currency: 4750 is "47.50"."""
        return _money_of(self.phh)

    def to_json(self) -> dict[str, Json]:
        """The report as plain JSON; amounts are strings in major units, players pN as in the file."""
        return {
            "file": self.phh.source.file,
            "hand": self.phh.source.key,
            "variant": self.phh.variant,
            "legal": self.legal,
            "complete": self.complete,
            "missing": list(self.missing),
            "violation": self._violation(self.violation) if self.violation else None,
            "settlement": self._settlement(self.settlement) if self.settlement else None,
            "next": self._next(),
            "feasible": self._feasible(),
            "agrees": self.agrees,
            "disagreements": list(self.disagreements),
            "winnings_agree": self.winnings_agree,
            "warnings": list(self.phh.warnings),
        }

    def _feasible(self) -> dict[str, Json] | None:
        found = self.feasible
        return found.to_json(self.hand.setup.seats, self.money) if found and self.hand else None

    def _violation(self, refused: Violation) -> dict[str, Json]:
        entry = self.phh.actions[refused.index] if refused.index is not None else None
        return {
            "code": refused.code,
            "index": refused.index,
            "action": print_notation(Notation(entry.action), self.phh.exponent) if entry else None,
            "actor": _player(refused.actor),
            "seat": refused.seat,
            "message": refused.message,
            "rule": refused.rule,
            "citation": refused.citation,
            "allowed": {name: self._allowed(name, value) for name, value in refused.allowed.items()},
        }

    def _allowed(self, name: str, value: Json) -> Json:
        if name in _AMOUNTS_ALLOWED and isinstance(value, int):
            return self.money(value)
        return _player(value) if name == "actor" and isinstance(value, int) else value

    def _settlement(self, settled: Settlement) -> dict[str, Json]:
        money = self.money
        return {
            "pots": [_pot(settled, place, money) for place in range(len(settled.pots))],
            "returned": _by_player(settled.returned, money),
            "rake": money(settled.rake),
            "drop": money(settled.promo),
            "finishing_stacks": [None if stack is None else money(stack) for stack in settled.finishing_stacks],
            "net": [money(amount) for amount in settled.net],
            "steps": [{"text": text, "rule": rule, "citation": citation} for text, rule, citation in settled.steps],
        }

    def _next(self) -> dict[str, Json] | None:
        legal = self.next
        if legal is None:
            return None
        betting = legal if isinstance(legal, Betting) else None
        bounds = (betting.raising.least, betting.raising.most) if betting and betting.may_raise else (None, None)
        least, most = (None if bound is None else self.money(bound) for bound in bounds)
        return {
            "actor": _player(legal.position),
            "call": self.money(betting.call if betting else 0),
            "may_raise": betting is not None and betting.may_raise,
            "min_raise_to": least,
            "max_raise_to": most,
        }


class Checker:
    """Checks many hands under one house and one fee schedule.

    Without a house each hand is checked under the one that it names itself (`_house`), else under the standard rules.
    To the house that is asked for the hand is held altogether: game, structure, seats, blinds, antes (`house_limits`);
    a house that the file names was asked when its plaque was posted.
    """

    def __init__(self, house: House | None = None, fee: FeeSchedule | None = None) -> None:
        self._house = house
        self._fee = fee
        self._setups = Setups(house or STANDARD, fee)

    def check(self, phh: PhhHand) -> CheckReport:
        """The report on one hand. Raises Unreadable where our own fields in the file contradict themselves."""
        try:
            setup = self._setups_for(phh).of(phh)
            require_button_behind(phh, setup)
            hand = Hand(setup, _money_of(phh))
            actions = actions_of(phh)
        except Refused as refused:
            return CheckReport(phh, violation=refused.violation)
        except Unreadable as problem:
            where = phh.source
            raise Unreadable(problem.reason, file=where.file, key=where.key, line=where.line) from None
        violation = self._why_not_in_house(setup, phh) or _why_not_by_plaque(setup, phh) or _play(hand, actions, phh)
        if violation:
            return CheckReport(phh, hand, violation)
        settlement, missing = hand.outcome()
        if settlement is None:
            return _unsettled(phh, hand, missing)
        disagreements = (*_stacks_that_differ(phh, settlement, setup), *_fees_that_differ(phh, settlement))
        return CheckReport(phh, hand, None, settlement, disagreements, _winnings_agree(phh, settlement))

    def _why_not_in_house(self, setup: Setup, phh: PhhHand) -> Violation | None:
        """Why the house that was asked for doesn't deal this hand at all, before any action of it is looked at."""
        if self._house is None:
            return None
        from rules.table.house_limits import why_not_in_house  # noqa: PLC0415 - only where a house is asked for

        return why_not_in_house(setup, sign_is_stated="_plaque" in phh.extras, money=_money_of(phh))

    def _setups_for(self, phh: PhhHand) -> Setups:
        stated = stated_house(phh) if self._house is None and "_house" in phh.extras else None
        return Setups(stated, self._fee) if stated else self._setups


def _why_not_by_plaque(setup: Setup, phh: PhhHand) -> Violation | None:
    """Why the plaque that the file states asks for other posts than the file; None where it states no plaque."""
    if "_plaque" not in phh.extras:
        return None
    from rules.table.posts_of_plaque import why_not_other_posts  # noqa: PLC0415 - only where a plaque is stated

    return why_not_other_posts(setup, _money_of(phh))


def check(phh: PhhHand, house: House | None = None, fee: FeeSchedule | None = None) -> CheckReport:
    """The report on a single hand; as `Checker.check`."""
    return Checker(house, fee).check(phh)


def _money_of(phh: PhhHand) -> Money:
    """The words of the hand's own currency for its minor units."""
    return _MONEY[phh.exponent]


_MONEY: Final = tuple(
    lru_cache(maxsize=8192)(partial(major_text, exponent=exponent)) for exponent in range(MOST_DECIMALS + 1)
)
"""By decimals. Each remembers its amounts by the amount alone: a report words thirty of them."""


def _play(hand: Hand, actions: Iterable[Action], phh: PhhHand) -> Violation | None:
    """Do the file's actions as long as they are legal; the refusal that ended them, with its index in the file."""
    for action in actions:
        try:
            hand.apply(action)
        except Refused as refused:
            return refused.violation.at(entry_of(phh, action, hand.actions))
    return None


def _unsettled(phh: PhhHand, hand: Hand, missing: tuple[str, ...]) -> CheckReport:
    """The report on a hand that can't be settled, and why the results that the file states can't be its own."""
    if phh.finishing_stacks is None and "_rake" not in phh.extras and "_drop" not in phh.extras:
        return CheckReport(phh, hand, missing=missing)
    found = _reconstructed(phh, hand)
    if isinstance(found, Violation):
        return CheckReport(phh, hand, missing=missing, disagreements=(found.message,))
    return CheckReport(phh, hand, missing=missing, reconstruction=found)


def _reconstructed(phh: PhhHand, hand: Hand) -> Reconstruction | Violation:
    """The outcome that the hand may have come to, or why what the file says of it can't be true."""
    from rules.partial.of_hand import feasible  # noqa: PLC0415 - only where a hand can't be settled

    try:
        return feasible(phh, hand)
    except Refused as refused:
        return refused.violation


def _stacks_that_differ(phh: PhhHand, settlement: Settlement, setup: Setup) -> list[str]:
    ours = settlement.finishing_stacks
    if phh.finishing_stacks is None or phh.finishing_stacks == ours:
        return []
    money = _money_of(phh)
    pairs = zip(setup.seats, phh.finishing_stacks, ours, strict=True)
    return [
        f"p{setup.position(seat)} (seat {seat}) finishes with {money(stated)} in the file, {money(settled)} here"
        for seat, stated, settled in pairs
        if stated is not None and settled is not None and stated != settled
    ]


def _fees_that_differ(phh: PhhHand, settlement: Settlement) -> list[str]:
    if "_rake" not in phh.extras and "_drop" not in phh.extras:
        return []
    money = _money_of(phh)
    taken: Mapping[str, int] = {"_rake": settlement.rake, "_drop": settlement.promo}
    return [
        f"the file's “{name}” is {phh.extras[name]}, here it is {money(ours)}"
        for name, ours in taken.items()
        if name in phh.extras and _stated_amount(phh, name) != ours
    ]


def _stated_amount(phh: PhhHand, name: str) -> int | None:
    try:
        return minor_units(str(phh.extras[name]), phh.exponent)
    except AmountError:
        return None


def _winnings_agree(phh: PhhHand, settlement: Settlement) -> bool | None:
    """Whether the file's winnings are ours. Some converters count the uncalled bet of an uncontested pot among them,
    some write nothing but zeros, which say nothing."""
    if phh.winnings is None or not any(phh.winnings):
        return None
    return phh.winnings == settlement.won or phh.winnings == tuple(map(add, settlement.won, settlement.returned))


def _pot(settled: Settlement, place: int, money: Money) -> dict[str, Json]:
    pot, seats = settled.pots[place], settled.seats
    won = dict.fromkeys(seats, 0)
    for award in settled.awards:
        if award.pot == place:
            won[award.seat] += award.amount
    return {
        "amount": money(pot.amount),
        "eligible": [f"p{position}" for position, seat in enumerate(seats, 1) if seat in pot.eligible],
        "awards": _by_player(won.values(), money),
    }


def _by_player(amounts: Iterable[int], money: Money) -> dict[str, Json]:
    """The amounts that aren't 0, by player."""
    return {f"p{position}": money(amount) for position, amount in enumerate(amounts, 1) if amount}


def _player(position: int | None) -> str | None:
    return None if position is None else f"p{position}"
