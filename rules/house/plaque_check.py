"""Whether a plaque makes sense in a house: `check_plaque` names everything that is wrong with it, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.house.house import House
from rules.house.plaque import Plaque
from rules.house.plaque_of_house import BIG_BETS_OF_A_KILL, check_of_house, may_be_killed
from rules.house.rake import check_schedule
from rules.house.variants import SHEETS, STRUCTURES, GameSheet, Structure
from rules.text import amounts
from rules.text.violation import Json, Money, Violation, violation


@dataclass(frozen=True, slots=True)
class BuyInLimits:
    """The amount that a player may sit down with: at least `least`, at most `most` minor units (None: no maximum)."""

    least: int
    most: int | None


def buy_in_limits(plaque: Plaque, house: House) -> BuyInLimits:
    """The buy-in at a table: what the plaque says, or the house's own rule ( `buyin_min` and `buyin_max`).

    Card room B asks for ten times the lower limit, whatever the plaque says (003:L4-7).
    """
    least = max(plaque.buy_in_min, _least_of_house(plaque, house))
    return BuyInLimits(least, None if house.answers.buyin_max == "none" else plaque.buy_in_max)


def check_table(game: str, structure: Structure | None, seats: int, house: House) -> tuple[Violation, ...]:
    """Why the house doesn't spread `game` at this structure (None: whichever it offers) and number of seats.

    Codes: `game_not_offered`, `house_banked`, `structure_not_offered`, `too_many_players`, `too_few_players`.
    """
    return tuple(_table(game, structure, seats, house))


def why_not_opening(game: str, players: int, house: House) -> Violation | None:
    """Why so many players don't open the game in this house: `too_few_players` (003:L81, L180).

    The minimum is for opening a game; a game that goes on with fewer is played as long as two sit there.
    """
    offer = house.offers.get(game)
    if offer is None or players >= offer.seats_min:
        return None
    sentence = f"{SHEETS[game].name} opens here with {offer.seats_min} players; {players} are there."
    allowed: dict[str, Json] = {"field": "seats", "least": offer.seats_min}
    return violation("too_few_players", sentence, house=house.name, game=game, allowed=allowed)


def check_plaque(plaque: Plaque, house: House, money: Money = amounts.major) -> tuple[Violation, ...]:
    """Everything by which the house refuses this plaque; empty when it may stand on a table.

    `allowed` names the `field` of the plaque that has to change, and the amounts that would do.
    """
    refused = check_table(plaque.game, plaque.structure, plaque.seats, house)
    if plaque.game not in SHEETS:
        return refused
    wrong = _PlaqueCheck(plaque, house, money).violations()
    return (*refused, *wrong, *check_of_house(plaque, house, money), *check_fee(plaque, house, money))


def check_fee(plaque: Plaque, house: House, money: Money = amounts.major) -> tuple[Violation, ...]:
    """Why the house refuses the fee on this plaque: `fee_required`, what `rake.check_schedule` says, and a collection
    of hands that end early (`fee_not_of_house`) where no hand does."""
    if plaque.fee is not None:
        return (*check_schedule(plaque.fee, house, plaque.game, money), *_never_early(plaque, house, money))
    if house.answers.fee_on_sign == "optional":
        return ()
    sentence = "The plaque says nothing about rake or time charge: post one, or “no rake”."
    return (violation("fee_required", sentence, house=house.name, game=plaque.game, allowed={"field": "fee"}),)


def _never_early(plaque: Plaque, house: House, money: Money) -> Iterator[Violation]:
    """A lesser collection that no hand of this game pays: none has a flop, and hands are free or cheaper until it."""
    fee = plaque.fee
    if fee is None or fee.collection_early is None or may_end_early(plaque.game, fee.rake_free_until):
        return
    sentence = (
        f"{plaque.sheet.name} has no flop, so every hand pays the same: leave the {money(fee.collection_early)} out, "
        "or let hands pay less until a card after the first round."
    )
    allowed: dict[str, Json] = {"field": "collection_early"}
    yield violation("fee_not_of_house", sentence, house=house.name, game=plaque.game, allowed=allowed)


def may_end_early(game: str, free_until: str) -> bool:
    """Whether a hand of the game may end early, as its fee has it (002:L177-178): before the flop, or before a card
    after the first round where it has none and the fee counts that (house rule `rake_free_until`)."""
    sheet = SHEETS.get(game)
    return sheet is None or bool(sheet.board_cards) or free_until != "flop"


def _least_of_house(plaque: Plaque, house: House) -> int:
    return 10 * plaque.opening_bet if house.answers.buyin_min == "ten_times_lower" else 0


def _table(game: str, structure: Structure | None, seats: int, house: House) -> Iterator[Violation]:
    sheet = SHEETS.get(game)
    if sheet and sheet.house_banked:
        sentence = f"{sheet.name} is dealt against the house: it has no place in the poker room."
        yield violation("house_banked", sentence, allowed={"field": "game"})
        return
    offer = house.offers.get(game)
    if sheet is None or offer is None:
        offered = [name for name in house.offers if name in SHEETS]
        names = ", ".join(SHEETS[name].name for name in offered)
        sentence = f"{sheet.name if sheet else f'“{game}”'} is not spread in this house: it offers {names}."
        yield violation("game_not_offered", sentence, house=house.name, allowed={"field": "game", "games": offered})
        return
    if structure is not None and structure not in offer.structures:
        names = " or ".join(STRUCTURES[offered_structure] for offered_structure in offer.structures)
        sentence = f"{sheet.name} is played {names} here, not {STRUCTURES[structure]}."
        allowed: dict[str, Json] = {"field": "structure", "structures": list(offer.structures)}
        yield violation("structure_not_offered", sentence, house=house.name, game=game, allowed=allowed)
    seats_range: dict[str, Json] = {"field": "seats", "least": offer.seats_min, "most": offer.seats_max}
    if seats > offer.seats_max:
        sentence = f"{sheet.name} has at most {offer.seats_max} seats here, not {seats}."
        yield violation("too_many_players", sentence, house=house.name, game=game, allowed=seats_range)
    if seats < offer.seats_min:
        sentence = f"{sheet.name} needs at least {offer.seats_min} seats here, not {seats}."
        yield violation("too_few_players", sentence, house=house.name, game=game, allowed=seats_range)


class _PlaqueCheck:
    """The questions to one plaque, group by group. Each yields what it finds."""

    def __init__(self, plaque: Plaque, house: House, money: Money) -> None:
        self.plaque = plaque
        self.house = house
        self.money = money
        self.sheet: GameSheet = plaque.sheet

    def violations(self) -> tuple[Violation, ...]:
        """Everything that doesn't go together."""
        opening = self._bring_in() if self.sheet.opened_by == "bring_in" else self._blinds()
        return (*opening, *self._limits(), *self._unit(), *self._kill(), *self._extras(), *self._buy_in())

    def _violation(self, code: str, message: str, field: str, **allowed: Json) -> Violation:
        house, game = self.house.name, self.plaque.game
        return violation(code, message, house=house, game=game, allowed={"field": field, **allowed})

    def _bring_in(self) -> Iterator[Violation]:
        plaque, name = self.plaque, self.sheet.name
        if plaque.blinds:
            yield self._violation("blinds_in_stud", f"{name} has no blinds: post an ante and a bring-in.", "blinds")
        if plaque.straddle != "none":
            yield self._violation("straddle_not_offered", f"{name} has no blinds to straddle.", "straddle")
        if plaque.bring_in is None and self.house.answers.bring_in == "plaque":
            yield self._violation("bring_in_required", f"{name} is opened by a bring-in: post its amount.", "bring_in")
        yield from self._bring_in_above_bet()

    def _bring_in_above_bet(self) -> Iterator[Violation]:
        """A forced bet as large as the bet itself; where any bet of a range may be made it may be the least of them."""
        bring_in, bet = self.plaque.bring_in or 0, self.plaque.opening_bet
        of_range = self.plaque.structure == "spread"
        if 0 < bet <= bring_in and not (of_range and bring_in == bet):
            most = f"at most the least bet of {self.money(bet)}"
            words = most if of_range else f"less than the small bet of {self.money(bet)}"
            yield self._violation("bring_in_required", f"The bring-in is {words}.", "bring_in")

    def _blinds(self) -> Iterator[Violation]:
        plaque, name = self.plaque, self.sheet.name
        if plaque.bring_in is not None:
            yield self._violation(
                "bring_in_not_in_game", f"{name} is opened by blinds: it has no bring-in.", "bring_in"
            )
        if not any(plaque.blinds):
            yield self._violation("blinds_required", f"{name} is opened by blinds: post their amounts.", "blinds")
        if list(plaque.blinds) != sorted(plaque.blinds):
            yield self._violation("blinds_ascend", "Write the blinds from the small one up.", "blinds")
        if len(plaque.blinds) > plaque.seats:
            sentence = f"{len(plaque.blinds)} blinds need as many seats."
            yield self._violation("too_few_players", sentence, "seats", least=len(plaque.blinds))
        largest, most = max(plaque.blinds, default=0), self._largest_opening()
        if most is not None and largest > most:
            sentence = f"A blind of {self.money(largest)} is more than the {self.money(most)} that may be bet first."
            yield self._violation("blinds_above_bet", sentence, "blinds", most=most)

    def _largest_opening(self) -> int | None:
        if self.plaque.structure == "fixed_limit":
            return self.plaque.small_bet
        if self.plaque.structure != "spread":
            return None
        return self.plaque.ranges[0][1] if self.plaque.ranges else self.plaque.spread_max

    def _limits(self) -> Iterator[Violation]:
        plaque = self.plaque
        structure = STRUCTURES[plaque.structure]
        for field in ("small_bet", "big_bet", "spread_min", "spread_max", "min_bet"):
            stated = getattr(plaque, field) is not None
            belongs = field in (() if plaque.ranges else _LIMITS[plaque.structure])
            if belongs and not stated and field not in self._optional_limits():
                yield self._violation("limits_required", f"A {structure} plaque states its {_words(field)}.", field)
            if stated and not belongs:
                yield self._violation("limits_not_in_structure", f"A {structure} plaque has no {_words(field)}.", field)
        yield from self._ascending("small_bet", "big_bet")
        yield from self._ascending("spread_min", "spread_max")
        yield from self._ranges()

    def _ranges(self) -> Iterator[Violation]:
        """The faults in the ranges of flexible limit: one for each betting round, rising, in a game that doesn't
        set its own stakes (004 Glossary, FLEXIBLE LIMIT)."""
        ranges, rounds = self.plaque.ranges, [street.name for street in self.sheet.streets]
        if not ranges:
            return
        if self.plaque.structure != "spread" or self.sheet.sets_its_stakes:
            game = f"{STRUCTURES[self.plaque.structure]} {self.sheet.name}"
            yield self._violation("limits_not_in_structure", f"{game} has no range for each round.", "ranges")
        if len(ranges) != len(rounds):
            sentence = f"{self.sheet.name} has {len(rounds)} betting rounds: state a range for each, not {len(ranges)}."
            yield self._violation("range_of_each_round", sentence, "ranges", rounds=rounds)
        for name, (least, most) in zip(rounds, ranges, strict=False):
            if not 0 < least <= most:
                stated = f"The range {name} is {self.money(least)} to {self.money(most)}"
                sentence = f"{stated}: write the least bet first, and make it more than 0."
                yield self._violation("range_of_each_round", sentence, "ranges", rounds=rounds)

    def _optional_limits(self) -> tuple[str, ...]:
        """The limits that a plaque may leave out: those that follow from the others."""
        return ("min_bet", "spread_max") if self.sheet.sets_its_stakes else ("min_bet",)

    def _ascending(self, lower: str, higher: str) -> Iterator[Violation]:
        low, high = getattr(self.plaque, lower), getattr(self.plaque, higher)
        if low == 0:
            yield self._violation("limits_required", f"The {_words(lower)} is 0: post an amount above it.", lower)
        if low is not None and high is not None and high < low:
            sentence = f"The {_words(higher)} of {self.money(high)} is below the {_words(lower)} of {self.money(low)}."
            yield self._violation("big_bet_below_small", sentence, higher, least=low)

    def _unit(self) -> Iterator[Violation]:
        plaque = self.plaque
        if plaque.unit < 1:
            yield self._violation(
                "not_unit_multiple", "The minimum betting unit is at least the smallest coin.", "unit"
            )
            return
        bets = ("small_bet", "big_bet", "min_bet", "spread_min", "spread_max", "bring_in")
        stated = [(bet, getattr(plaque, bet) or 0) for bet in bets]
        stated += [("ranges", limit) for limits in plaque.ranges for limit in limits]
        for field, amount in (*stated, *self._blind_that_is_a_bet()):
            if amount % plaque.unit:
                sentence = f"{self.money(amount)} can't be paid in units of {self.money(plaque.unit)}."
                yield self._violation("not_unit_multiple", sentence, field, unit=plaque.unit)

    def _blind_that_is_a_bet(self) -> Iterator[tuple[str, int]]:
        """The largest blind, where the smallest bet follows from it: the unit is of wagers, once blinds and antes are
        posted (004:L290), so that the blinds themselves may be smaller coin."""
        if self.plaque.structure in ("no_limit", "pot_limit") and self.plaque.min_bet is None:
            yield "blinds", max(self.plaque.blinds, default=0)

    def _kill(self) -> Iterator[Violation]:
        plaque = self.plaque
        if plaque.kill is None:
            return
        if not may_be_killed(plaque, self.house):
            sentence = f"A kill belongs to limit Omaha hi-lo eight or better, not to {plaque.short_name(self.money)}."
            yield self._violation("kill_not_in_game", sentence, "kill")
        if plaque.kill.qualifies_at <= 0:
            usual = BIG_BETS_OF_A_KILL * (plaque.big_bet or 0)
            sentence = f"Post the amount at which a pot starts the kill; {self.money(usual)}, five big bets, is usual."
            yield self._violation("kill_qualify_required", sentence, "kill", qualifies_at=usual)

    def _extras(self) -> Iterator[Violation]:
        plaque = self.plaque
        if plaque.raise_cap is not None and plaque.structure in ("no_limit", "pot_limit"):
            sentence = f"In {STRUCTURES[plaque.structure]} the raises aren't counted: leave the cap out."
            yield self._violation("raise_cap_not_in_structure", sentence, "raise_cap")

    def _buy_in(self) -> Iterator[Violation]:
        plaque, money = self.plaque, self.money
        least = _least_of_house(plaque, self.house)
        if plaque.buy_in_min < least:
            sentence = f"The minimum buy-in is at least {money(least)} in this house, ten times the lower limit."
            yield self._violation("buy_in_min_below_house", sentence, "buy_in_min", least=least)
        if plaque.buy_in_max is not None and plaque.buy_in_max < plaque.buy_in_min:
            sentence = f"The maximum buy-in of {money(plaque.buy_in_max)} is below the minimum."
            yield self._violation("buy_in_range", sentence, "buy_in_max", least=plaque.buy_in_min)


_LIMITS: dict[Structure, tuple[str, ...]] = {
    "no_limit": ("min_bet",),
    "pot_limit": ("min_bet",),
    "fixed_limit": ("small_bet", "big_bet"),
    "spread": ("spread_min", "spread_max"),
}
"""The amounts that a plaque of each structure states; the minimum bet may be left to the largest blind."""


def _words(field: str) -> str:
    names = {"spread_min": "lower end of the range", "spread_max": "upper end of the range", "min_bet": "minimum bet"}
    return names.get(field, field.replace("_", " "))
