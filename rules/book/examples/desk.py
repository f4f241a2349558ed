"""Examples without cards: plaques and fees, chips on and off the table, button and blinds, what the floor decides."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book.examples.outcome import Outcome, refused, refused_or_accepted
from rules.book.examples.plaques import plaque_of
from rules.book.scenarios.situation import Situation, card_by_seat
from rules.book.scenarios.table import chips_event, is_action_substantial, posts_to_come_in, why_floor_refuses
from rules.house.buyin import why_not_buy_in
from rules.house.plaque_check import check_plaque
from rules.house.rake import starting_schedule
from rules.table.button import Places, first_button, next_places
from rules.table.floor import second_person_limit
from rules.table.seats import Seat
from rules.text.amounts import major
from rules.text.violation import Refused


def plaque(example: Situation) -> Outcome:
    """Whether the plaque may stand on a table of the house."""
    stated = plaque_of(example)
    return refused_or_accepted(check_plaque(stated, example.house), f"{stated.short_name()} may stand on the table.")


def chips(example: Situation) -> Outcome:
    """Whether the desk takes these chips on or off the table: `event` says who wants what."""
    event = chips_event(example.given["event"])
    violation = why_not_buy_in(event, plaque_of(example), example.house)
    return refused(violation) if violation else Outcome("accepted", f"{major(event.amount)} is accepted.")


def places(example: Situation) -> Outcome:
    """The places of button and blinds after those of the `previous` hand, with the players in the seats `active`."""
    due = next_places(Places(**example.given["previous"]), example.given["active"], example.house)
    button = f"the button{' stands before the empty seat' if due.dead_button else ' is at seat'} {due.button}"
    small = f"seat {due.sb} posts the small blind" if due.sb_posted else "nobody posts the small blind"
    effect = f"button {due.button} · small {due.sb if due.sb_posted else 'nobody'} · big {due.bb}"
    return Outcome(effect, f"Next hand {button}, {small} and seat {due.bb} the big blind.")


def coming_in(example: Situation) -> Outcome:
    """Whether the `player`, who owes a blind and `posts` it or not, is dealt in with button and blinds so."""
    try:
        posts_to_come_in(example)
    except Refused as problem:
        return refused(problem.violation)
    return Outcome("accepted", f"Seat {example.given['player']} is dealt in.")


def first_place(example: Situation) -> Outcome:
    """The seat that has the button first, where each player was dealt one of the `cards` face up."""
    cards = card_by_seat(example.given["cards"])
    by_chance: list[Seat] = []

    def choose(seats: Sequence[Seat]) -> Seat:
        by_chance.extend(seats)
        return seats[0]

    seat = first_button(cards, example.house, cards=cards, choose=choose)
    if by_chance:
        return Outcome("by chance", f"One of seats {', '.join(map(str, by_chance))} is drawn at random.")
    return Outcome(f"button {seat}", f"Seat {seat} has the button.")


def new_fee(example: Situation) -> Outcome:
    """The fee with which a new plaque of the house begins."""
    described = starting_schedule(example.house).describe()
    return Outcome(described, f"A new plaque begins with: {described}.")


def floor(example: Situation) -> Outcome:
    """Whether the floor still rules, hears an appeal, lets a language pass or picks chips up: the `question`."""
    violation = why_floor_refuses(example)
    return refused(violation) if violation else Outcome("accepted", "The house allows it.")


def second_person(example: Situation) -> Outcome:
    """Whether a second person confirms a ruling that moves `moved`, at a table with the `smallest_buy_in`."""
    limit = second_person_limit(example.house, smallest_buy_in=example.given["smallest_buy_in"])
    if example.given["moved"] > limit:
        return Outcome("two", f"More than {major(limit)} moves: a second person confirms it.")
    return Outcome("one", f"No more than {major(limit)} moves: the supervisor rules alone.")


def substantial(example: Situation) -> Outcome:
    """Whether so much has happened that the hand stands: `actions` lists players and words."""
    if is_action_substantial(example):
        return Outcome("substantial", "The action is substantial: the hand stands.")
    return Outcome("not substantial", "The action is not substantial yet: an irregularity may still undo the hand.")
