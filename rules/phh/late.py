"""The fields of a hand history whose record begins on a later street, read and written.

- `_from_street` = "turn": the street from whose betting on every action stands in the file, by the game's own name for
  it; its cards were dealt
- `_paid` = [10, 10, 2.50]: what each player had put in before, blinds, antes and dead money with it; `inf` where that
  isn't known, and then `starting_stacks` holds what they had before them when the record began
- `_pot` = 22.50: what lay in the middle; it may be left out where `_paid` says it all
- `_folded`, `_all_in` = ["p3"]: who was out, and who was in without chips; the latter put in the whole starting stack
- `_board` = "Ah7d2c9s", `_hole` = ["AhKh", "????", ""]: the cards, up cards of stud where they were dealt
"""

import re
from dataclasses import replace
from typing import Final

from rules.cards.card import CardError, parse_cards, print_cards
from rules.house.variants import SHEETS
from rules.phh.numerals import Numeral
from rules.phh.values import PhhHand, Unreadable
from rules.phh.variants import VARIANTS
from rules.play.late_start import resolved
from rules.table.late import LateStart
from rules.table.seats import DEALER, Position
from rules.table.setup import Setup
from rules.text.amounts import AmountError, major_text, minor_units

_PLAYER: Final = re.compile(r"p([1-9][0-9]?)")

Stacks = tuple[int | None, ...]
Cards = tuple[int, ...]


def with_late_start(setup: Setup, hand: PhhHand) -> Setup:
    """The setup with what the file says of a later beginning; as it is where it says nothing.

    Raises Unreadable for fields that hold something else than they should, and where nobody could say what lay in the
    middle.
    """
    if "_from_street" not in hand.extras:
        return setup
    late = LateStart(
        street=_street(hand),
        paid=_paid(hand),
        pot=_amount("_pot", hand.extras["_pot"], hand.exponent) if "_pot" in hand.extras else None,
        folded=_positions("_folded", hand),
        all_in=_positions("_all_in", hand),
        board=_cards("_board", hand.extras.get("_board", "")),
        hole=_hole(hand),
    )
    known = resolved(replace(setup, late=late))
    if late.pot is None and known.late and None in known.late.paid:
        raise Unreadable("the field “_pot” is missing: say what lay in the middle, or in “_paid” what each had put in")
    return known


def late_fields(setup: Setup, exponent: int) -> dict[str, object]:
    """The fields that say what the setup knows of a later beginning."""
    late = setup.late
    if late is None:
        return {}
    fields: dict[str, object] = {
        "_from_street": setup.plaque.sheet.streets[late.street].name,
        "_paid": [Numeral("inf") if paid is None else _number(paid, exponent) for paid in late.paid],
        "_pot": None if late.pot is None else _number(late.pot, exponent),
        "_folded": [f"p{position}" for position in late.folded],
        "_all_in": [f"p{position}" for position in late.all_in],
        "_board": print_cards(late.board),
        "_hole": [print_cards(cards) for cards in late.hole],
    }
    return {name: value for name, value in fields.items() if value not in (None, [], "")}


def _street(hand: PhhHand) -> int:
    game, _ = VARIANTS[hand.variant]
    names = [street.name for street in SHEETS[game].streets]
    stated = hand.extras["_from_street"]
    if not isinstance(stated, str) or stated not in names[1:]:
        later = ", ".join(names[1:])
        raise Unreadable(f"the field “_from_street” names no later street of {SHEETS[game].name}: {later}")
    return names.index(stated)


def _paid(hand: PhhHand) -> Stacks:
    stated = hand.extras.get("_paid")
    if stated is None:
        return (None,) * hand.player_count
    if not isinstance(stated, list) or len(stated) != hand.player_count:
        raise Unreadable(f"the field “_paid” is no list of {hand.player_count} amounts")
    return tuple(None if entry == "inf" else _amount("_paid", entry, hand.exponent) for entry in stated)


def _amount(name: str, value: object, exponent: int) -> int:
    if type(value) not in (int, Numeral):
        raise Unreadable(f"the field “{name}” holds something else than amounts")
    try:
        amount = minor_units(str(value), exponent)
    except AmountError as problem:
        raise Unreadable(f"in the field “{name}” an amount {problem}") from None
    if amount < 0:
        raise Unreadable(f"the field “{name}” holds a negative amount")
    return amount


def _positions(name: str, hand: PhhHand) -> tuple[int, ...]:
    stated = hand.extras.get(name, [])
    found = [_position(text, hand) for text in stated] if isinstance(stated, list) else [0]
    if 0 in found or len(set(found)) < len(found):
        raise Unreadable(f"the field “{name}” is no list of players such as “p3”")
    return tuple(sorted(found))


def _position(text: object, hand: PhhHand) -> Position:
    match = _PLAYER.fullmatch(text) if isinstance(text, str) else None
    position = Position(int(match[1])) if match else DEALER
    return position if position <= hand.player_count else DEALER


def _hole(hand: PhhHand) -> tuple[Cards, ...]:
    stated = hand.extras.get("_hole", [])
    if not isinstance(stated, list) or len(stated) not in (0, hand.player_count):
        raise Unreadable(f"the field “_hole” is no list of {hand.player_count} hands")
    return tuple(_cards("_hole", text) for text in stated)


def _cards(name: str, text: object) -> Cards:
    if not isinstance(text, str):
        raise Unreadable(f"the field “{name}” holds something else than cards")
    try:
        return parse_cards(text)
    except CardError as problem:
        raise Unreadable(f"in the field “{name}” {problem}") from None


def _number(amount: int, exponent: int) -> int | Numeral:
    text = major_text(amount, exponent)
    return Numeral(text) if "." in text else int(text)
