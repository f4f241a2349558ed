"""Blinds that a player missed or doesn't owe yet: who owes what, who may come in when, and what they post for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

from rules.house.house import House
from rules.house.plaque import Plaque
from rules.table.button import BlindAmounts, Missed, Places, dealt_in, lies_between, missed_posts
from rules.table.seats import Seat
from rules.text.violation import Refused, Violation, violation

MissedBySeat: TypeAlias = Mapping[Seat, Missed]
"""The blinds that each seat owes: the small one, the big one, or both. A new player owes the big one."""
DebtorsHand: TypeAlias = Literal["posts", "dead", "plays_and_owes"]


def blinds_of(plaque: Plaque) -> BlindAmounts:
    """The amounts that the plaque asks for; without a small blind that is 0."""
    small = plaque.blinds[0] if len(plaque.blinds) > 1 else 0
    return BlindAmounts(small, max(plaque.blinds, default=0), plaque.ante)


def missed_blinds_after(
    owing: MissedBySeat, previous: Places, now: Places, absent: Collection[Seat]
) -> dict[Seat, Missed]:
    """The blinds owed once they have moved on from `previous` to `now` past players who are `absent` from the deal.

    Who sits out owes each blind that passed the seat (WSOP 154-157, RRoP 4). Who was dealt in since owes nothing more.
    """
    owed: dict[Seat, Missed] = {}
    for seat in absent:
        small = seat == now.sb or lies_between(seat, previous.sb, now.sb)
        big = big_blind_passed(seat, previous, now)
        missed = _together(owing.get(seat), small=small, big=big)
        if missed:
            owed[seat] = missed
    return owed


def big_blind_passed(seat: Seat, previous: Places, now: Places) -> bool:
    """Whether the big blind went past an absent player's seat, or was posted in it by one who plays over."""
    return seat == now.bb or lies_between(seat, previous.bb, now.bb)


def come_in(
    seat: Seat, missed: Missed, places: Places, blinds: BlindAmounts, house: House, *, posts: bool
) -> tuple[tuple[Literal["post", "dead"], int], ...]:
    """The posts of the player at `seat`, who has `missed` blinds or is new ("big"), to be dealt in, as (kind, amount).

    On the big blind they post that and owe nothing. Elsewhere they `posts` what was missed, the big blind live and the
    small one dead, or waits. Raises Refused: `between_button_and_blind`, where nothing can be made up, and
    `blind_owed` for one who doesn't post (WSOP 154-157, RRoP 4).
    """
    if seat == places.bb:
        return ()
    if refused := why_not_coming_in(seat, places, house, posts=posts):
        raise Refused(refused)
    return missed_posts(missed, blinds)


def why_not_coming_in(seat: Seat, places: Places, house: House, *, posts: bool) -> Violation | None:
    """Why the player who owes a blind is not dealt in now; None on the big blind, or where they post."""
    if seat == places.bb:
        return None
    if lies_between(seat, places.button, places.bb):
        sentence = f"Seat {seat} lies between the button and the big blind: the player waits until the button passed."
        return violation("between_button_and_blind", sentence, house=house.name, seat=seat)
    if not posts:
        sentence = f"Seat {seat} owes a blind: the player posts it now or waits for the big blind."
        return violation("blind_owed", sentence, house=house.name, seat=seat)
    return None


def why_not_seats(places: Places, seats: Collection[Seat], house: House) -> Violation | None:
    """Why these seats can't all be dealt in: the blinds would fall to others than `places` says (WSOP 155, RRoP 4)."""
    early = sorted(set(seats) - set(dealt_in(places, seats)))
    return why_not_coming_in(early[0], places, house, posts=True) if early else None


def debtor_dealt_in(*, looked: bool, acted: bool) -> DebtorsHand:
    """The fate of the hand of a player who owes a blind and was dealt in by mistake (RRoP 4, WSOP 157).

    Before looking at the cards they post; after that the hand is dead (`rulings.declare_dead`, `hand_of_debtor`)
    unless they have acted on it: then it plays, and they owe the blind in the next deal.
    """
    if acted:
        return "plays_and_owes"
    return "dead" if looked else "posts"


def _together(before: Missed | None, *, small: bool, big: bool) -> Missed | None:
    """The blinds owed before, with those that passed now."""
    small, big = small or before in ("small", "both"), big or before in ("big", "both")
    if small and big:
        return "both"
    return "small" if small else "big" if big else None
