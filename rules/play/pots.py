"""Pots: what was called, who may win it, how it is split, and why each chip goes where it goes.

The order of computing is that of every settlement: return the uncalled part, layer the pots, take the fees
out of them, then split each pot by itself: high and low first, ties within each half after that.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from rules.house.house import House
from rules.house.rake import PotFee
from rules.house.variants import GameSheet
from rules.table.seats import Seat
from rules.text.rulebook import cite

Half: TypeAlias = Literal["whole", "high", "low"]
Strengths: TypeAlias = Mapping[Seat, int]
"""The strength of each seat's hand; larger is better."""


class Pot(NamedTuple):
    """Called money and the seats that may win it, ascending; `rake` and `promo` are what it bears of the fees."""

    amount: int
    eligible: tuple[Seat, ...]
    rake: int = 0
    promo: int = 0

    @property
    def net(self) -> int:
        """Chips pushed to the winners."""
        return self.amount - self.rake - self.promo


class Layers(NamedTuple):
    """The called pots, the main pot first, and the uncalled chips that go back, by seat."""

    pots: tuple[Pot, ...]
    returned: Mapping[Seat, int]


class Showdown(NamedTuple):
    """The facts that decide the pots.

    `order` holds the seats clockwise from the left of the button (in stud: of the dealer). `high` holds the
    tabled hands: who mucked is not in it. `low` is None in a game without a low; who is missing from it doesn't
    qualify. `high_card` and `low_card` are the cards by which a suit decides the odd chip of each half
    (`evaluate.deciding_card`). `said` words the hands for people.
    """

    order: tuple[Seat, ...]
    high: Strengths = MappingProxyType({})
    low: Strengths | None = None
    high_card: Mapping[Seat, int] = MappingProxyType({})
    low_card: Mapping[Seat, int] = MappingProxyType({})
    said: Mapping[tuple[Half, int], str] = MappingProxyType({})


class OddChips(NamedTuple):
    """The house's rule for what can't be split evenly, in minor units, with the source of each part."""

    unit: int = 1
    tie: str = "left_of_button"
    hilo: str = "high"
    tie_citation: str = "001:L103-104 · 004:L100"
    hilo_citation: str = "001:L167-168"

    @classmethod
    def of(cls, house: House, unit: int, sheet: GameSheet | None = None) -> "OddChips":
        """The rule of this house where the smallest chip is `unit`, unless the house splits pots by its own unit.

        Of the game of a sheet; of one with a button where none is named.
        """
        game, has_button = (sheet.key, sheet.has_button) if sheet else ("", True)
        own_unit = house.answers.odd_chip_unit
        return cls(
            unit=own_unit if isinstance(own_unit, int) else unit,
            tie=odd_chip_tie(house, has_button),
            hilo=house.answers.odd_chip_hilo,
            tie_citation=house.cite("odd_chip_tie", game) or cite("odd_chip", house.name, game),
            hilo_citation=house.cite("odd_chip_hilo", game) or cite("odd_chip", house.name, game),
        )


def odd_chip_tie(house: House, has_button: bool) -> str:
    """The rule for the odd chip of a tie: `left_of_button` or, in stud unless the house says so, `high_card_suit`."""
    tie = house.answers.odd_chip_tie
    if tie == "by_game":
        return "left_of_button" if has_button else "high_card_suit"
    return tie


class Reason(NamedTuple):
    """The facts that the sentence on a part of a pot is made of.

    `pot` is the pot's name, `line` the winners of the part in the order in which odd chips go out; nobody where the pot
    was not contested. `both_ways` means that the same seats win high and low, `odd_half` is the half that got the odd
    chip between the halves, where this is that half.
    """

    pot: str
    line: tuple[Seat, ...] = ()
    both_ways: bool = False
    odd_half: Half | None = None
    said: Mapping[tuple[Half, int], str] = MappingProxyType({})
    odd_chips: OddChips = OddChips()


class Award(NamedTuple):
    """Chips pushed to one seat from one pot (0 is the main pot): for which half, how much of it odd, and the reason.

    Most awards are paid and nobody asks why, so the sentence is written when somebody does.
    """

    pot: int
    half: Half
    seat: Seat
    amount: int
    odd_chip: int
    reason: Reason

    @property
    def why(self) -> str:
        """A sentence that says who won what with which hand, and who got an odd chip."""
        if not self.reason.line:
            return f"Seat {self.seat} takes {self.reason.pot}: nobody else is left in it."
        return self._won() + (self._odd_chip() if self.odd_chip else "") + self._odd_half()

    @property
    def citation(self) -> str:
        """The sources of what the sentence says; a plain win needs none but the showdown's."""
        _, line, _, odd_half, _, odd_chips = self.reason
        if not line:
            return "000:L17 · WSOP 139-141"
        sources = ["WSOP 149" if len(line) > 1 else "WSOP 139-145"]
        sources += [odd_chips.tie_citation] if self.odd_chip else []
        sources += [odd_chips.hilo_citation] if odd_half else []
        return " · ".join(dict.fromkeys(sources))

    def _won(self) -> str:
        pot, line, both_ways, *_ = self.reason
        share = pot if self.half == "whole" else f"the {self.half} half of {pot}"
        said = self.reason.said.get(("low" if self.half == "low" else "high", self.seat))
        hand = f" with {said}" if said else ""
        if len(line) == 1:
            return f"Seat {self.seat} {'scoops' if both_ways else 'wins'} {share}{hand}."
        others = _listed(sorted(set(line) - {self.seat}))
        once = " Their hands are the same both ways, so it is split once." if both_ways else ""
        return f"Seat {self.seat} ties for {share} with {others}{',' + hand if hand else ''}.{once}"

    def _odd_chip(self) -> str:
        if self.reason.odd_chips.tie == "high_card_suit":
            return f" Seat {self.seat} gets an odd chip: it has the higher card, by rank and then by suit."
        return f" Seat {self.seat} gets an odd chip: it is nearer to the left of the button."

    def _odd_half(self) -> str:
        half, by_house = self.reason.odd_half, self.reason.odd_chips.hilo == "high"
        rule = "the house's rule" if by_house else "whose winner is first left of the button"
        return f" The odd chip between the halves goes to the {half} half, {rule}." if half else ""


def layer_pots(contributions: Mapping[Seat, int], folded: Collection[Seat] = (), dead: int = 0) -> Layers:
    """The pots made by these contributions to the whole hand, after the uncalled part went back.

    Uncalled is the highest live contribution less the second highest, folded ones included. Pots are layered
    by what the live seats put in (C-12: by amounts, not by time; 002:L106-124); dead money lies in the main
    pot (004:L256). Refuses with ValueError where nobody is live.
    """
    live = [seat for seat in sorted(contributions) if seat not in folded]
    if not live:
        raise ValueError("Nobody is left in the hand: at least one player must have cards.")
    top = max(live, key=contributions.__getitem__)
    second = sorted((0, *contributions.values()))[-2]
    uncalled = contributions[top] - second
    if uncalled <= 0:
        return Layers(tuple(_layers(contributions, live, dead)), {})
    return Layers(tuple(_layers({**contributions, top: second}, live, dead)), {top: uncalled})


def pot_of_the_last(seats: Sequence[Seat], paid: Sequence[int], last: int, dead: int) -> Layers:
    """As `layer_pots` where all players but the one at the place `last` folded; `seats` and `paid` go together."""
    uncalled = max(paid[last] - max([*paid[:last], *paid[last + 1 :]]), 0)
    amount, seat = sum(paid) + dead - uncalled, seats[last]
    return Layers((Pot(amount, (seat,)),) if amount else (), {seat: uncalled} if uncalled else {})


def award_pots(pots: Sequence[Pot], showdown: Showdown, odd_chips: OddChips) -> tuple[Award, ...]:
    """The awards of each pot, net of the fees it bears, and why.

    Refuses with ValueError a contested pot for which nobody tabled a hand.
    """
    return tuple(award for place in range(len(pots)) for award in _Splitter(pots, place, showdown, odd_chips).awards())


def award_uncontested(pots: Sequence[Pot]) -> tuple[Award, ...]:
    """Each pot to the one seat that is left in it; none for a pot of which the fees leave nothing."""
    return tuple([_uncontested(pot, place, len(pots)) for place, pot in enumerate(pots) if pot.net])


def _uncontested(pot: Pot, place: int, count: int) -> Award:
    return Award(place, "whole", pot.eligible[0], pot.net, 0, _alone_in(place, count))


@cache
def _alone_in(place: int, count: int) -> Reason:
    """The reason of an award that nobody contests, which is the same in every hand of so many pots."""
    return Reason(_pot_name(place, count))


def bear_fees(pots: Sequence[Pot], fees: Sequence[PotFee]) -> tuple[Pot, ...]:
    """The same pots, each bearing its part of the fees."""
    return tuple(pot._replace(rake=fee.rake, promo=fee.promo) for pot, fee in zip(pots, fees, strict=True))


def _layers(called: Mapping[Seat, int], live: Sequence[Seat], dead: int) -> list[Pot]:
    """One pot for each level at which a live seat is all-in; what a folded seat put in above stays in the last."""
    levels = sorted({called[seat] for seat in live})
    if len(levels) == 1:
        amount = dead + sum(called.values())
        return [Pot(amount, tuple(live))] if amount else []
    return list(_side_pots(called, live, dead, levels))


def _side_pots(called: Mapping[Seat, int], live: Sequence[Seat], dead: int, levels: Sequence[int]) -> Iterator[Pot]:
    below, waiting = 0, dead
    for level in levels:
        above = level if level < levels[-1] else max(called.values())
        waiting += sum(min(put_in, above) - min(put_in, below) for put_in in called.values())
        if waiting:
            yield Pot(waiting, tuple(seat for seat in live if called[seat] >= level))
        below, waiting = level, 0


class _Splitter:
    """One pot and how it is split."""

    def __init__(self, pots: Sequence[Pot], place: int, showdown: Showdown, odd_chips: OddChips) -> None:
        self.pot = pots[place]
        self.place = place
        self.count = len(pots)
        self.showdown = showdown
        self.odd_chips = odd_chips
        self.name = _pot_name(place, len(pots))

    def awards(self) -> Iterator[Award]:
        """The awards of this pot; none where the fees leave nothing."""
        if len(self.pot.eligible) == 1:
            if self.pot.net:
                yield _uncontested(self.pot, self.place, self.count)
            return
        highs = best_of(self.showdown.high, self.pot.eligible)
        lows = best_of(self.showdown.low, self.pot.eligible) if self.showdown.low else []
        if not highs:
            raise ValueError(f"Nobody has shown a hand for {self.name}: at least one player shows.")
        if not lows or set(lows) == set(highs):
            yield from self._share("whole", self.pot.net, highs, both_ways=bool(lows))
        else:
            yield from self._halves(highs, lows)

    def _halves(self, highs: Sequence[Seat], lows: Sequence[Seat]) -> Iterator[Award]:
        """Each half split by itself; the odd chip between them goes where the house sends it."""
        first = self._first_half(highs, lows)
        larger, smaller = _portions(self.pot.net, 2, self.odd_chips.unit)
        high_half, low_half = (larger, smaller) if first == "high" else (smaller, larger)
        odd_half = first if larger > smaller else None
        yield from self._share("high", high_half, highs, odd_half=odd_half if first == "high" else None)
        yield from self._share("low", low_half, lows, odd_half=odd_half if first == "low" else None)

    def _first_half(self, highs: Sequence[Seat], lows: Sequence[Seat]) -> Half:
        """The half that gets the odd chip; a seat that wins in both halves counts for the high."""
        if self.odd_chips.hilo == "high":
            return "high"
        first = min([*highs, *lows], key=self.showdown.order.index)
        return "high" if first in highs else "low"

    def _share(
        self, half: Half, amount: int, winners: Sequence[Seat], *, both_ways: bool = False, odd_half: Half | None = None
    ) -> Iterator[Award]:
        line = self._line(half, winners)
        portions = _portions(amount, len(line), self.odd_chips.unit)
        reason = Reason(self.name, tuple(line), both_ways, odd_half, self.showdown.said, self.odd_chips)
        for seat, portion in zip(line, portions, strict=True):
            if portion:
                yield Award(self.place, half, seat, portion, portion - portions[-1], reason)

    def _line(self, half: Half, winners: Sequence[Seat]) -> list[Seat]:
        """The winners in the order in which odd chips go out; a common card that both play decides nothing."""
        if len(winners) == 1:
            return list(winners)
        by_seat = sorted(winners, key=self.showdown.order.index)
        if self.odd_chips.tie != "high_card_suit":
            return by_seat
        deciding = self.showdown.low_card if half == "low" else self.showdown.high_card
        return sorted(by_seat, key=deciding.__getitem__, reverse=True)


def best_of(strengths: Strengths, eligible: Sequence[Seat]) -> list[Seat]:
    """The eligible seats with the strongest hand."""
    held = {seat: strengths[seat] for seat in eligible if seat in strengths}
    top = max(held.values(), default=None)
    return [seat for seat, strength in held.items() if strength == top]


def _portions(amount: int, count: int, unit: int) -> list[int]:
    """The amount in `count` parts of whole chips, larger ones first and at most one odd chip apart.

    What is smaller than a chip can't be a chip more for anybody: it goes to the next part in line.
    """
    if count == 1:
        return [amount]
    chips, broken = divmod(amount, unit)
    each, odd = divmod(chips, count)
    return [(each + (place < odd)) * unit + (broken if place == odd else 0) for place in range(count)]


def _pot_name(place: int, count: int) -> str:
    if count == 1:
        return "the pot"
    if place == 0:
        return "the main pot"
    return "the side pot" if count == 2 else f"side pot {place}"


def _listed(seats: Sequence[Seat]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"
