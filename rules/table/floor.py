"""The house rules about ruling: until when, by whom, whether it is final, and what is spoken in a hand."""

from __future__ import annotations

from rules.house.house import House
from rules.text.violation import Violation, violation

ROUNDS_AWAY = 2
"""After so many missed rounds of blinds an absent player's chips may be picked up (WSOP 73)."""
MINUTES_AWAY = 60
"""After so many minutes too."""


def why_not_late_ruling(house: House, *, next_hand_begun: bool, house_error: bool = False) -> Violation | None:
    """Why nobody rules on the hand any more, by the house rule `ruling_deadline`; None while somebody may.

    `next_hand_begun` is the first riffle of the next deal. An error of the house, such as a wrong rake or a hand
    recorded wrongly, is put right at any time (RRoP 2 #5, WSOP 51).
    """
    if not next_hand_begun or house_error or house.answers.ruling_deadline != "next_hand":
        return None
    sentence = "The next hand has begun: the result stands, only an error of the house is put right."
    return violation("ruling_too_late", sentence, house=house.name)


def why_not_appeal(house: House) -> Violation | None:
    """Why a ruling can't be taken to the manager, by the house rule `appeal`; None where it can (004:L56, WSOP 6)."""
    if house.answers.appeal == "manager":
        return None
    return violation("ruling_final", "The supervisor has ruled, and that is final in this house.", house=house.name)


def second_person_limit(house: House, *, smallest_buy_in: int) -> int:
    """Above what amount of players' chips a second person confirms a ruling, by the house rule `second_person_above`.

    Minor units. No rulebook has a limit; that there is one is the house's own rule of four eyes.
    """
    limit = house.answers.second_person_above
    if type(limit) is int:
        return limit
    return 0 if limit == "always" else smallest_buy_in


def why_not_pick_up(house: House, *, rounds_missed: int, minutes_away: int) -> Violation | None:
    """Why an absent player's chips stay on the table; None after two missed rounds of blinds or an hour (WSOP 73)."""
    if rounds_missed >= ROUNDS_AWAY or minutes_away >= MINUTES_AWAY:
        return None
    sentence = f"Away for {minutes_away} minutes: the chips stay for {MINUTES_AWAY}, or two rounds of blinds."
    return violation("chips_of_absent", sentence, house=house.name)


def why_not_language(house: House, *, is_english: bool, hand_in_progress: bool) -> Violation | None:
    """Why what was said was not allowed, by the house rule `language`; None where it was (004:L62)."""
    if is_english or not hand_in_progress or house.answers.language == "any":
        return None
    return violation("english_only", "A hand is in progress: only English is spoken.", house=house.name)
