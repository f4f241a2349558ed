"""Whether a straddle may be posted: offered by the plaque, by the player whom it names, and in no kill."""

from __future__ import annotations

from collections.abc import Sequence

from rules.house.plaque import Straddle
from rules.table.seats import Position
from rules.table.setup import Post, Setup
from rules.text.violation import Violation, violation


def why_not_straddle(setup: Setup) -> Violation | None:
    """Why the hand can't be played with the straddle that its posts state; None when it can, or there is none.

    Codes: `straddle_not_offered` where the plaque offers none or names another player (WSOP 161), `straddle_in_kill`
    where a kill is on (WSOP Kill Pots). Who straddles a straddle sits further round and is let be.
    """
    straddles = [post for post in setup.posts if post.kind == "straddle"]
    if not straddles:
        return None
    if setup.killed:
        return _refusal(setup, "straddle_in_kill", "A kill is on: nobody straddles in this hand.", straddles[0])
    offered = setup.plaque.straddle
    if offered == "none":
        return _refusal(setup, "straddle_not_offered", "The plaque offers no straddle.", straddles[0])
    place = _place(setup)
    if place is None:
        sentence = f"{_NOBODY[offered]}: nobody straddles in this hand."
        return _refusal(setup, "straddle_not_offered", sentence, straddles[0])
    if straddles[0].position == place:
        return None
    sentence = f"The straddle is seat {setup.seat(place)}'s, as the plaque says: {_WHO[offered]}."
    return _refusal(setup, "straddle_not_offered", sentence, straddles[0])


def stated_straddle(posts: Sequence[Post], players: int) -> Straddle:
    """The straddle that a plaque must have offered for these posts; of three players the button is under the gun."""
    straddles = [post.position for post in posts if post.kind == "straddle"]
    if not straddles:
        return "none"
    return "button" if straddles[0] == players != 3 else "utg"


def _place(setup: Setup) -> Position | None:
    """The position that may straddle by the plaque; None where there is none: two players are both in the blinds, and a
    dead button is nobody's."""
    players = len(setup.seats)
    if setup.plaque.straddle == "button":
        return Position(players) if setup.button in setup.seats else None
    blinds = [post.position for post in setup.posts if post.kind in ("sb", "bb")]
    return Position(max(blinds, default=0) % players + 1) if players > 2 else None


_NOBODY = {"button": "The button is dead", "utg": "Two players are both in the blinds"}
_WHO = {"button": "the button straddles", "utg": "the player left of the big blind straddles"}


def _refusal(setup: Setup, code: str, message: str, post: Post) -> Violation:
    seat = setup.seat(post.position)
    return violation(code, message, house=setup.house.name, game=setup.plaque.game, actor=post.position, seat=seat)
