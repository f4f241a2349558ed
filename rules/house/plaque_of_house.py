"""Whether a plaque says what its house plays: raises, blinds, bring-in and antes, the house's straddle and kill."""

from __future__ import annotations

from collections.abc import Iterator

from rules.house.house import House
from rules.house.plaque import Kill, Plaque
from rules.text.violation import Json, Money, Violation, violation

BIG_BETS_OF_A_KILL = 5
"""The big bets in a pot that usually qualifies for a kill (WSOP Kill Pots)."""


def usual_kill(plaque: Plaque, house: House) -> Kill | None:
    """The kill that the house plays at this plaque's limits; None where it plays none or the game has no kills.

    By the house rules `kill`, `kill_games` and `kill_qualify`; where the house names no amount it is five big bets.
    """
    size = house.answers.kill
    if size not in ("half", "full") or not may_be_killed(plaque, house):
        return None
    amount = house.answers.kill_qualify
    qualifies_at = amount if type(amount) is int else BIG_BETS_OF_A_KILL * (plaque.big_bet or 0)
    return Kill("half" if size == "half" else "full", qualifies_at)


def may_be_killed(plaque: Plaque, house: House) -> bool:
    """Whether a kill has a place in this game: limit Omaha hi-lo, or any limit game where the house says so."""
    in_game = plaque.sheet.low is not None or house.answers.kill_games == "any"
    return plaque.structure == "fixed_limit" and in_game


def check_of_house(plaque: Plaque, house: House, money: Money) -> Iterator[Violation]:
    """Why the plaque isn't one of this house's; its game must be known. `money` words amounts.

    Codes: `raise_cap_of_house`, `blinds_not_half`, `ante_not_of_game`, `ante_required`, `ante_not_of_limit`,
    `bring_in_not_half`, `straddle_of_house`, `kill_of_house`.
    """
    yield from _raise_cap(plaque, house)
    if plaque.sheet.opened_by == "bring_in":
        yield from _bring_in(plaque, house, money)
        yield from _stud_ante(plaque, house, money)
        return
    yield from _blinds(plaque, house, money)
    yield from _blackjack_ante(plaque, house, money)
    yield from _straddle(plaque, house)
    yield from _kill(plaque, house, money)


def _raise_cap(plaque: Plaque, house: House) -> Iterator[Violation]:
    """Another number of raises than the rulebook's, where the house has one for every table (002:L102-105)."""
    of_house = house.answers.raise_cap
    if house.answers.raise_cap_on_sign != "house" or plaque.raise_cap in (None, of_house):
        return
    raises = "without end" if of_house is None else f"{of_house} times after the bet"
    sentence = f"It is raised {raises} here, not {plaque.raise_cap} times: leave the cap out."
    yield _refusal("raise_cap_of_house", sentence, plaque, house, "raise_cap", raise_cap=of_house)


def _stud_ante(plaque: Plaque, house: House, money: Money) -> Iterator[Violation]:
    """A stud plaque without an ante where everybody antes, or with one that isn't of its limit (003:L10-13)."""
    answer = house.answers.stud_ante
    if answer == "plaque":
        return
    least, most = _ante_of_limit(plaque.opening_bet) if answer == "by_limit" else (1, plaque.opening_bet)
    if plaque.ante == 0:
        yield _refusal(
            "ante_required", "Everybody antes here: post the amount.", plaque, house, "ante", least=least, most=most
        )
    elif not least <= plaque.ante <= most:
        wanted = money(least) if least == most else f"between {money(least)} and {money(most)}"
        sentence = f"The ante at {plaque.short_name(money)} is {wanted} here, not {money(plaque.ante)}."
        yield _refusal("ante_not_of_limit", sentence, plaque, house, "ante", least=least, most=most)


def _ante_of_limit(lower: int) -> tuple[int, int]:
    """The least and the most ante at a lower limit: between those of the rulebook's two tables next to it."""
    least = max((ante for limit, ante in _ANTES if limit <= lower), default=1)
    return least, min((ante for limit, ante in _ANTES if limit >= lower), default=lower)


_ANTES = ((100, 25), (1_000, 100))
"""Lower limit and ante of the tables that the rulebook names, in minor units (003:L10-13)."""


def _bring_in(plaque: Plaque, house: House, money: Money) -> Iterator[Violation]:
    """A bring-in that the plaque states where the house has it be half the lower limit (003:L18)."""
    halves = _parts(plaque.opening_bet, plaque.unit)
    if house.answers.bring_in != "half_lower" or plaque.bring_in in (None, *halves):
        return
    sentence = f"The bring-in is half the lower limit here: {_either(halves, money)}."
    yield _refusal("bring_in_not_half", sentence, plaque, house, "bring_in", amounts=list(halves))


def _blinds(plaque: Plaque, house: House, money: Money) -> Iterator[Violation]:
    """Blinds other than half the minimum bet and the minimum bet, where the house says half (000:L63).

    Hold'em Blackjack has a house rule of its own, because its rulebook says one thing and shows another (003:L344).
    """
    if not any(plaque.blinds) or not _halves_blinds(plaque, house):
        return
    bet = plaque.opening_bet
    small = (bet,) if _is_blackjack(plaque) and house.answers.bj_small_blind == "equal" else _parts(bet, plaque.unit)
    if len(plaque.blinds) == 2 and plaque.blinds[0] in small and plaque.blinds[1] == bet:
        return
    sentence = f"The blinds of a minimum bet of {money(bet)} are {_either(small, money)} and {money(bet)} here."
    yield _refusal("blinds_not_half", sentence, plaque, house, "blinds", small=list(small), big=bet)


def _halves_blinds(plaque: Plaque, house: House) -> bool:
    answer = house.answers.bj_small_blind if _is_blackjack(plaque) else house.answers.small_blind
    return answer != "plaque"


def _is_blackjack(plaque: Plaque) -> bool:
    return plaque.sheet.sets_its_stakes


def _blackjack_ante(plaque: Plaque, house: House, money: Money) -> Iterator[Violation]:
    if not _is_blackjack(plaque) or not any(plaque.blinds) or house.answers.bj_ante == "plaque":
        return
    wanted = (0,) if house.answers.bj_ante == "none" else _parts(plaque.blinds[0], 1)
    if plaque.ante not in wanted:
        sentence = f"The ante of {plaque.sheet.name} is {_either(wanted, money)} here, not {money(plaque.ante)}."
        yield _refusal("ante_not_of_game", sentence, plaque, house, "ante", amounts=list(wanted))


def _straddle(plaque: Plaque, house: House) -> Iterator[Violation]:
    offered = house.answers.straddle
    if offered not in ("none", plaque.straddle):
        who = "the button" if offered == "button" else "the player left of the big blind"
        sentence = f"In this house {who} may straddle: the plaque offers that."
        yield _refusal("straddle_of_house", sentence, plaque, house, "straddle", straddle=offered)


def _kill(plaque: Plaque, house: House, money: Money) -> Iterator[Violation]:
    usual = usual_kill(plaque, house)
    amount = house.answers.kill_qualify
    if usual and (plaque.kill is None or plaque.kill.size != usual.size):
        word = "half-kill" if usual.size == "half" else "kill"
        sentence = f"This house plays a {word}: post it, from {money(usual.qualifies_at)} up."
        yield _refusal(
            "kill_of_house", sentence, plaque, house, "kill", size=usual.size, qualifies_at=usual.qualifies_at
        )
    elif plaque.kill and type(amount) is int and plaque.kill.qualifies_at != amount:
        sentence = f"A kill starts at {money(amount)} in this house, not at {money(plaque.kill.qualifies_at)}."
        yield _refusal("kill_of_house", sentence, plaque, house, "kill", qualifies_at=amount)


def _parts(amount: int, unit: int) -> tuple[int, ...]:
    """Half the amount; where chips of `unit` can't pay that exactly, the two amounts next to it that they can.

    Half of a single unit is posted as it is: the unit is of wagers, once blinds are posted (004:L290).
    """
    unit = max(unit, 1)
    if amount % 2 == 0 and (amount // 2) % unit == 0:
        return (amount // 2,)
    if amount == unit and amount % 2 == 0:
        return (amount // 2, amount)
    below = amount // 2 // unit * unit
    return tuple(part for part in (below, below + unit) if 0 < part <= amount)


def _either(amounts: tuple[int, ...], money: Money) -> str:
    return " or ".join(map(money, amounts))


def _refusal(code: str, message: str, plaque: Plaque, house: House, field: str, **allowed: Json) -> Violation:
    return violation(code, message, house=house.name, game=plaque.game, allowed={"field": field, **allowed})
