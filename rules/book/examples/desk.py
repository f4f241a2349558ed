"""Examples without cards: signs and fees, chips on and off the table, button and blinds, what the floor decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.book.examples.example import Given
from rules.book.examples.outcome import Outcome, refused, refused_or_accepted
from rules.book.examples.signs import amount, sign_of
from rules.cards.card import parse_cards
from rules.house.buyin import ChipsEvent, why_not_buy_in
from rules.house.house import House
from rules.house.plaque_check import check_plaque
from rules.house.rake import starting_schedule
from rules.play.substantial import is_substantial
from rules.table.button import Places, first_button, next_places
from rules.table.floor import (
    second_person_limit,
    why_not_appeal,
    why_not_language,
    why_not_late_ruling,
    why_not_pick_up,
)
from rules.table.missed_blinds import why_not_coming_in
from rules.text.amounts import major
from rules.text.violation import Violation


def sign(given: Given, house: House) -> Outcome:
    """Whether the sign may stand on a table of the house."""
    plaque = sign_of(given, house)
    return refused_or_accepted(check_plaque(plaque, house), f"{plaque.short_name()} may stand on the table.")


_EVENT_AMOUNTS: Final = frozenset({"amount", "stack_before", "stack_in_old_game", "cashed_out"})


def chips(given: Given, house: House) -> Outcome:
    """Whether the desk takes these chips on or off the table: `event` says who wants what."""
    facts: dict[str, Any] = {
        name: amount(value) if name in _EVENT_AMOUNTS else value for name, value in given["event"].items()
    }
    violation = why_not_buy_in(ChipsEvent(**facts), sign_of(given, house), house)
    return refused(violation) if violation else Outcome("accepted", f"{major(facts['amount'])} is accepted.")


def places(given: Given, house: House) -> Outcome:
    """The places of button and blinds after the hand `before`, with the players in the seats `active`."""
    due = next_places(Places(**given["before"]), given["active"], house)
    button = f"the button{' stands before the empty seat' if due.dead_button else ' is at seat'} {due.button}"
    small = f"seat {due.sb} posts the small blind" if due.sb_posted else "nobody posts the small blind"
    effect = f"button {due.button} · small {due.sb if due.sb_posted else 'nobody'} · big {due.bb}"
    return Outcome(effect, f"Next hand {button}, {small} and seat {due.bb} the big blind.")


def coming_in(given: Given, house: House) -> Outcome:
    """Whether the player of `seat`, who owes a blind and `posts` it or not, is dealt in with button and blinds so."""
    violation = why_not_coming_in(given["seat"], Places(**given["places"]), house, posts=given.get("posts", False))
    return refused(violation) if violation else Outcome("accepted", f"Seat {given['seat']} is dealt in.")


def first_place(given: Given, house: House) -> Outcome:
    """The seat that has the button first, where each seat was dealt the card `drawn` face up."""
    cards = {int(seat): parse_cards(card)[0] for seat, card in given["drawn"].items()}
    by_chance: list[int] = []

    def choose(seats: Sequence[int]) -> int:
        by_chance.extend(seats)
        return seats[0]

    seat = first_button(cards, house, cards=cards, choose=choose)
    if by_chance:
        return Outcome("by chance", f"One of seats {', '.join(map(str, by_chance))} is drawn at random.")
    return Outcome(f"button {seat}", f"Seat {seat} has the button.")


def new_fee(_: Given, house: House) -> Outcome:
    """The fee with which a new sign of the house begins."""
    described = starting_schedule(house).describe()
    return Outcome(described, f"A new sign begins with: {described}.")


_FLOOR: Final[Mapping[str, Callable[[Given, House], Violation | None]]] = {
    "ruling": lambda given, house: why_not_late_ruling(house, next_hand_begun=given["next_hand_begun"]),
    "appeal": lambda _, house: why_not_appeal(house),
    "language": lambda _, house: why_not_language(house, is_english=False, hand_in_progress=True),
    "pick_up": lambda given, house: why_not_pick_up(
        house, rounds_missed=given["rounds_missed"], minutes_away=given["minutes_away"]
    ),
}


def floor(given: Given, house: House) -> Outcome:
    """Whether the floor still rules, hears an appeal, lets a language pass or picks chips up: `asks` says which."""
    violation = _FLOOR[given["asks"]](given, house)
    return refused(violation) if violation else Outcome("accepted", "The house allows it.")


def second_person(given: Given, house: House) -> Outcome:
    """Whether a second person confirms a ruling that moves `moved`, at a table with the `smallest_buy_in`."""
    limit = second_person_limit(house, smallest_buy_in=given["smallest_buy_in"])
    if given["moved"] > limit:
        return Outcome("two", f"More than {major(limit)} moves: a second person confirms it.")
    return Outcome("one", f"No more than {major(limit)} moves: the supervisor rules alone.")


def substantial(given: Given, house: House) -> Outcome:
    """Whether so much has happened that the hand stands: `acted` lists seat and word."""
    actions = [(int(seat), word) for seat, word in (did.split() for did in given["acted"])]
    stands = is_substantial(actions, house, dealer_still_dealing=given.get("still_dealing", False))
    if stands:
        return Outcome("substantial", "The action is substantial: the hand stands.")
    return Outcome("not substantial", "The action is not substantial yet: an irregularity may still undo the hand.")
