"""The pots that a half recorded hand may have had, and what can't be known: for a disputed hand.

    found = reconstruct(HandFacts(seats=(SeatFacts(seat=2, before=20_000, after=17_500, folded=True), …)))
    found.pots[0].amount       # a range, or a figure where the facts determine it, each with the sentence why
    found.missing              # the facts that would determine the rest

A figure that is missing is None. Nothing is guessed: the true hand always lies within the ranges, and facts that can't
all be true are refused by name. Amounts are minor units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NoReturn, TypeAlias

from rules.house.fee_schedule import FeeSchedule
from rules.partial.feasible import Contradiction, Fact, Figure, Figures, Name, Rules, narrow
from rules.partial.reconstruct_rules import (
    FLOP,
    PLAQUE,
    POT,
    PROMO,
    RAKE,
    Fees,
    SeatFigures,
    all_figures,
    figures_of,
    rules_of,
)
from rules.play.pots import layer_pots
from rules.play.when_asked import WhenAsked
from rules.table.seats import Seat
from rules.text import amounts
from rules.text.violation import Json, Money, Refused, violation


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFacts:
    """The facts about one seat. `paid` is all that it put in to be matched, uncalled chips included, where that is
    known exactly; else it put in `at_least` so much. `dead` is the dead money that it put in besides, `won` what it was
    pushed from the pots, `folded` whether it gave up before the showdown."""

    seat: int
    before: int | None = None
    after: int | None = None
    paid: int | None = None
    at_least: int = 0
    dead: int = 0
    won: int | None = None
    folded: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFacts:
    """The facts about a finished hand. `pot` is all the called money with the dead money. Where the plaque's `fee` is
    known the fees follow from the pots; `rake` and `promo` are what was really taken. `flop_dealt` says whether a card
    came after the first betting round, `flop_game` whether the game has a flop."""

    seats: tuple[SeatFacts, ...]
    pot: int | None = None
    fee: FeeSchedule | None = None
    rake: int | None = None
    promo: int | None = None
    flop_dealt: bool | None = None
    flop_game: bool = True


@dataclass(frozen=True, slots=True)
class FeasiblePot:
    """One pot: how much it held, the seats that had a claim to it, those of them that may have won of it by what is
    known, and those that did."""

    amount: Figure
    eligible: tuple[int, ...]
    winners: tuple[int, ...]
    won_by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """Possibilities that the facts leave: figures by seat and of the hand, the pots, and the facts that are missing.

    `put_in` is what a seat put in to be matched and didn't get back uncalled, `returned` what it got back. Where it
    isn't known how many pots there were `pots` holds one, of all the money.
    """

    before: Mapping[int, Figure]
    after: Mapping[int, Figure]
    put_in: Mapping[int, Figure]
    returned: Mapping[int, Figure]
    won: Mapping[int, Figure]
    pot: Figure
    rake: Figure
    promo: Figure
    pots: tuple[FeasiblePot, ...]
    missing: tuple[str, ...]

    @property
    def is_determined(self) -> bool:
        """Whether every chip is accounted for."""
        return not self.missing

    def to_json(self, seats: Sequence[int], money: Money) -> dict[str, Json]:
        """Plain JSON, players pN in the order of the seats, amounts in major units."""

        def named(of: Sequence[int]) -> list[str]:
            return [f"p{seats.index(seat) + 1}" for seat in of]

        def by_player(figures: Mapping[int, Figure]) -> dict[str, Json]:
            return {f"p{place}": figures[seat].to_json(money) for place, seat in enumerate(seats, 1)}

        def one(pot: FeasiblePot) -> dict[str, Json]:
            claims = {"eligible": pot.eligible, "winners": pot.winners, "won_by": pot.won_by}
            return {"amount": pot.amount.to_json(money), **{name: named(of) for name, of in claims.items()}}

        return {
            "pots": [one(pot) for pot in self.pots],
            "pot": self.pot.to_json(money),
            "rake": self.rake.to_json(money),
            "drop": self.promo.to_json(money),
            "put_in": by_player(self.put_in),
            "won": by_player(self.won),
            "missing": list(self.missing),
        }

    def words(self, money: Money) -> Iterator[str]:
        """The same for people, a line each: the pots with their claimants, the fees, what each seat put in and won."""
        for place, pot in enumerate(self.pots):
            name = "the pots" if len(self.pots) == 1 else ("the main pot", "side pot")[place > 0]
            who = f"seats {', '.join(map(str, pot.eligible))}"
            winners = f", won by {', '.join(f'seat {seat}' for seat in pot.won_by)}" if pot.won_by else ""
            yield f"{name}: {pot.amount.words(money)}, for {who}{winners}"
        for name, figure in (("rake", self.rake), ("promo drop", self.promo)):
            if figure.high != 0:
                yield f"{name}: {figure.words(money)}"
        for seat, put_in in self.put_in.items():
            won = self.won[seat]
            if put_in.high != 0 or won.high != 0:
                yield f"seat {seat}: put in {put_in.words(money)}, won {won.words(money)}"


def reconstruct(facts: HandFacts, money: Money = amounts.major) -> Reconstruction:
    """The possibilities of the hand. Refuses (Refused) `facts_contradict`, and names those that do, and
    `too_few_players`; raises ValueError for a seat that is named twice."""
    seats = [seat.seat for seat in facts.seats]
    if len(set(seats)) < len(seats):
        raise ValueError("Every seat is named once.")
    if len(seats) < 2:
        raise Refused(violation("too_few_players", "A hand has two players or more: name the others."))
    stated = list(_facts(facts, money))
    narrowed = partial(_narrowed, tuple(seats), _rules(facts, tuple(seats)), money)
    try:
        figures = narrowed(stated)
    except Contradiction as found:
        _refuse([fact for fact in stated if fact in found.facts], narrowed)
    return _told(figures, list(map(figures_of, seats)), takes_whole_pots=bool(facts.fee and facts.fee.collection))


def _rules(facts: HandFacts, seats: tuple[int, ...]) -> Rules:
    rules = rules_of(seats)
    return Rules(*rules, Fees(facts.fee, len(seats), flop_game=facts.flop_game)) if facts.fee else rules


def _narrowed(seats: tuple[int, ...], rules: Rules, money: Money, stated: Sequence[Fact]) -> Figures:
    figures = Figures(all_figures(seats), stated, rules, money)
    narrow(figures, rules)
    return figures


def _refuse(stated: list[Fact], narrowed: Callable[[Sequence[Fact]], Figures]) -> NoReturn:
    """Refuse by the fewest facts that still contradict each other: what can be left out of them is."""
    for fact in list(stated):
        others = [other for other in stated if other != fact]
        try:
            narrowed(others)
        except Contradiction:
            stated = others
    sentences = [fact.sentence for fact in stated]
    message = f"These can't all be true: {' '.join(sentences)} Correct the one that is wrong."
    raise Refused(violation("facts_contradict", message, allowed={"facts": sentences}))


# ---------------------------------------------------------------------------------------------------------------- facts


def _facts(facts: HandFacts, money: Money) -> Iterator[Fact]:
    """The facts as sentences with their bounds."""
    for seat in facts.seats:
        yield from _facts_of(seat, money)
    if facts.pot is not None:
        yield Fact(POT, facts.pot, facts.pot, f"The pots held {money(facts.pot)}.")
    if facts.rake is not None:
        yield Fact(RAKE, facts.rake, facts.rake, f"The rake was {money(facts.rake)}.")
    if facts.promo is not None:
        yield Fact(PROMO, facts.promo, facts.promo, f"The promo drop was {money(facts.promo)}.")
    if facts.fee is not None:
        yield Fact(PLAQUE, 1, 1, f"The plaque says {facts.fee.describe(money)}.")
    if facts.flop_dealt is not None:
        words = "A card was dealt" if facts.flop_dealt else "No card was dealt"
        yield Fact(FLOP, facts.flop_dealt, facts.flop_dealt, f"{words} after the first betting round.")


def _facts_of(seat: SeatFacts, money: Money) -> Iterator[Fact]:
    who, of = f"Seat {seat.seat}", figures_of(seat.seat)
    if seat.before is not None:
        yield Fact(of.before, seat.before, seat.before, f"{who} had {money(seat.before)} before the hand.")
    if seat.after is not None:
        yield Fact(of.after, seat.after, seat.after, f"{who} had {money(seat.after)} after the hand.")
    if seat.paid is not None:
        yield Fact(of.paid, seat.paid, seat.paid, f"{who} put in {money(seat.paid)}.")
    if seat.won is not None:
        yield Fact(of.won, seat.won, seat.won, f"{who} won {money(seat.won)}.")
    yield Fact(of.dead, seat.dead, seat.dead, f"{who} put in {money(seat.dead)} of dead money.")
    if seat.at_least:
        yield Fact(of.paid, seat.at_least, None, f"{who} put in at least {money(seat.at_least)}.")
    if seat.folded is not None:
        words = "folded" if seat.folded else "was in to the end"
        yield Fact(of.folded, seat.folded, seat.folded, f"{who} {words}.")


# --------------------------------------------------------------------------------------------------------------- result


def _told(figures: Figures, seats: Sequence[SeatFigures], *, takes_whole_pots: bool) -> Reconstruction:
    def when_asked(names: Mapping[int, Name]) -> Mapping[int, Figure]:
        return WhenAsked(names, lambda seat: figures.figure(names[seat]))

    won = {of.seat: figures.figure(of.won) for of in seats}
    called = {of.seat: figures.figure(of.called) for of in seats}
    fees = sum(figures.most(name, 0) for name in (RAKE, PROMO)) if takes_whole_pots else 0
    return Reconstruction(
        before=when_asked({of.seat: of.before for of in seats}),
        after=when_asked({of.seat: of.after for of in seats}),
        put_in=called,
        returned=when_asked({of.seat: of.back for of in seats}),
        won=won,
        pot=figures.figure(POT),
        rake=figures.figure(RAKE),
        promo=figures.figure(PROMO),
        pots=tuple(_claimed(_pots(figures, seats), won, fees)),
        missing=tuple(_missing(figures, seats)),
    )


_Claim: TypeAlias = tuple[Figure, tuple[int, ...]]
"""The amount of a pot, and the seats that had a claim to it."""


def _pots(figures: Figures, seats: Sequence[SeatFigures]) -> list[_Claim]:
    """The pots in layers where it is known who was in and for how much; else all the money in one."""
    maybe = [of for of in seats if not figures.spans[of.folded][0]]
    live = [of for of in maybe if figures.exact(of.folded) is not None]
    reach = {of.seat: exact for of in live if (exact := figures.exact(of.called)) is not None}
    if len(reach) < len(maybe):
        return [(figures.figure(POT), tuple(sorted(of.seat for of in maybe)))]
    called = {Seat(of.seat): exact for of in seats if (exact := figures.exact(of.called)) is not None}
    if len(called) == len(seats):
        folded = [Seat(of.seat) for of in seats if of not in live]
        why = "What each seat put in is known: the pots are layered by it."
        layers = layer_pots(called, folded, _dead(figures, seats))
        return [(Figure(pot.amount, pot.amount, why), pot.eligible) for pot in layers.pots]
    return list(_layers(figures, seats, reach))


def _dead(figures: Figures, seats: Sequence[SeatFigures]) -> int:
    """The dead money that is known of."""
    return sum(figures.spans[of.dead][0] for of in seats)


def _layers(figures: Figures, seats: Sequence[SeatFigures], reach: Mapping[int, int]) -> Iterator[_Claim]:
    """One pot for each amount at which a live seat is all-in, from the least to the most that others put in."""
    levels = sorted(set(reach.values()))
    if len(levels) == 1:
        yield figures.figure(POT), tuple(sorted(reach))
        return
    for below, level in pairwise([0, *levels]):
        low = sum(_within(figures.spans[of.called][0], below, level) for of in seats)
        high = sum(_within(figures.most(of.called, level), below, level) for of in seats)
        why = f"The seats that put in {figures.money(level)} or more have a claim to it."
        extra = 0 if below else _dead(figures, seats)
        yield Figure(low + extra, high + extra, why), tuple(sorted(seat for seat in reach if reach[seat] >= level))


def _within(amount: int, below: int, level: int) -> int:
    """The part of an amount that lies between two levels."""
    return min(amount, level) - min(amount, below)


def _claimed(pots: Sequence[_Claim], won: Mapping[int, Figure], fees: int) -> Iterator[FeasiblePot]:
    """The pots with those who may have won of them, and those who must have: no other pot could pay them, and `fees`
    that take whole pots left something of it."""
    for place, (amount, eligible) in enumerate(pots):
        winners = tuple(seat for seat in eligible if won[seat].high != 0)
        others = [pot for other, pot in enumerate(pots) if other != place]
        is_left = not fees or amount.low > fees
        must = tuple(seat for seat in winners if is_left and _must_have_won(seat, winners, others, won))
        yield FeasiblePot(amount, eligible, winners, must)


def _must_have_won(seat: int, winners: Sequence[int], others: Sequence[_Claim], won: Mapping[int, Figure]) -> bool:
    if len(winners) == 1:
        return True
    elsewhere = [amount.high for amount, eligible in others if seat in eligible]
    return None not in elsewhere and won[seat].low > sum(high or 0 for high in elsewhere)


def _missing(figures: Figures, seats: Sequence[SeatFigures]) -> Iterator[str]:
    """The open questions, a sentence each: the facts that somebody should look for."""
    for of in seats:
        for name, words in ((of.called, "put in"), (of.won, "won")):
            if figures.exact(name) is None:
                yield f"What seat {of.seat} {words} isn't known: {figures.figure(name).words(figures.money)}."
        if figures.exact(of.folded) is None:
            yield f"Whether seat {of.seat} was in to the end isn't known."
    for name, words in ((RAKE, "The rake"), (PROMO, "The promo drop")):
        if figures.exact(name) is None:
            yield f"{words} isn't known: {figures.figure(name).words(figures.money)}."
