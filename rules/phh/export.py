"""From the engine to a hand history: the file that a played hand makes. `rules.phh.setup` lists its own fields."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.house.house import HOUSES, STANDARD, House
from rules.house.house_rules import HOUSE_RULES
from rules.house.plaque import Plaque
from rules.phh.actions import Notation
from rules.phh.irregularities import irregularity_fields
from rules.phh.late import late_fields
from rules.phh.numerals import Numeral
from rules.phh.setup import NO_VALUE, Amounts, stated_posts
from rules.phh.values import PhhHand
from rules.phh.variants import CODES
from rules.play.actions import INCIDENTS, Action
from rules.play.hand import Hand
from rules.play.settlement import Settlement
from rules.table.setup import PostKind, Setup
from rules.text.amounts import major_text


def from_hand(
    hand: Hand, *, commentary: Mapping[int, str] | None = None, settled: Settlement | None = None, **fields: Any
) -> PhhHand:
    """A played hand as a hand history, with its seats, house and plaque, so that it settles again to the same chip.

    `commentary` is said of actions by index; `fields` are further fields of PhhHand (`players`, `venue`, `year`, …),
    `extras` among them. A hand that can be settled, or is `settled` already, states its finishing stacks, its winnings
    and what was taken. Raises ValueError for a game that has no variant code.
    """
    setup, plaque = hand.setup, hand.setup.plaque
    code = CODES.get((plaque.game, plaque.structure))
    if code is None:
        raise ValueError(f"A hand of {plaque.sheet.name} has no variant code to be written with.")
    phh = PhhHand(
        variant=code,
        antes=_per_player(setup, "ante"),
        blinds_or_straddles=_live_blinds(setup),
        small_bet=setup.in_force.small_bet,
        big_bet=setup.in_force.big_bet,
        min_bet=_min_bet(plaque),
        bring_in=None if plaque.sheet.has_button else plaque.bring_in_amount,
        starting_stacks=setup.stacks,
        ante_trimming_status=setup.house.answers.ante_trimming,
        seats=setup.seats,
        actions=tuple(_notations(hand.actions, commentary or {})),
        **{name: value for name, value in fields.items() if name != "extras"},
    )
    own = {**_own_fields(setup, phh), **irregularity_fields(hand.actions)}
    more = fields.get("extras", {})
    settled = settled or hand.outcome()[0]
    if settled is None:
        return replace(phh, extras={**own, **more})
    extras = {**own, **_taken(settled, phh.exponent), **more}
    return replace(phh, finishing_stacks=settled.finishing_stacks, winnings=settled.won, extras=extras)


def _notations(actions: Sequence[Action], said: Mapping[int, str]) -> Iterator[Notation]:
    """The actions as the standard has them; incidents stand in a field of their own."""
    for index, action in enumerate(actions):
        if action.verb not in INCIDENTS:
            yield Notation(action._replace(why="") if action.why else action, said.get(index, ""))


def _min_bet(plaque: Plaque) -> int | None:
    """The smallest bet, which every variant but those of fixed limit states; a plaque may leave it to the blinds."""
    return plaque.min_bet if plaque.structure == "fixed_limit" else plaque.opening_bet


def _per_player(setup: Setup, *kinds: PostKind, sign: int = 1) -> Amounts:
    """The amounts that each player posted of these kinds, in the file's order (heads-up p2 first)."""
    amounts = [0] * len(setup.seats)
    for post in setup.posts:
        if post.kind in kinds:
            amounts[post.position - 1] += sign * post.amount
    return tuple(reversed(amounts)) if len(amounts) == 2 else tuple(amounts)


def _live_blinds(setup: Setup) -> Amounts:
    if not setup.plaque.sheet.has_button:
        return ()
    blinds, entering = _per_player(setup, "sb", "bb", "straddle"), _per_player(setup, "post", sign=-1)
    return tuple(blind or post for blind, post in zip(blinds, entering, strict=True))


def _own_fields(setup: Setup, hand: PhhHand) -> dict[str, object]:
    """The facts of the setup that the standard's fields of `hand` don't state."""
    own: dict[str, object] = {"_house": _written_house(setup.house), "_plaque": _without_empty(setup.plaque.to_json())}
    if stated_posts(hand.antes, hand.blinds_or_straddles) != setup.posts:
        own["_posts"] = [
            f"p{post.position} {post.kind} {major_text(post.amount, hand.exponent)}" for post in setup.posts
        ]
    if setup.killed:
        own["_killed"] = True
    own |= late_fields(setup, hand.exponent)
    if setup.kill_unposted:
        own["_kill_unposted"] = True
    if setup.button != setup.seats[-1]:
        own["_button"] = setup.button
    return own


def _written_house(house: House) -> dict[str, object]:
    preset = HOUSES.get(house.name, STANDARD)
    if house.answers == preset.answers:  # nearly always, and a file of thousands of hands asks it for each
        return {"name": preset.name}
    other = {name: value for name in HOUSE_RULES if (value := house.answer_to(name)) != preset.answer_to(name)}
    answers = {name: NO_VALUE if value is None else value for name, value in other.items()}
    return {"name": preset.name, **({"answers": answers} if answers else {})}


def _without_empty(table: Mapping[str, Any]) -> dict[str, object]:
    """The table without its None values, which TOML has no word for, and without empty lists."""
    return {
        name: _without_empty(value) if isinstance(value, Mapping) else value
        for name, value in table.items()
        if value is not None and value != []
    }


def _taken(settlement: Settlement, exponent: int) -> dict[str, object]:
    """The amounts that the house and the promo fund took of the hand, where they took anything."""
    taken = {"_rake": settlement.rake, "_drop": settlement.promo}
    return {name: _major_number(amount, exponent) for name, amount in taken.items() if amount}


def _major_number(amount: int, exponent: int) -> int | Numeral:
    text = major_text(amount, exponent)
    return Numeral(text) if "." in text else int(text)
