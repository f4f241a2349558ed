"""Whether what a hand states as posted is what its plaque asks for: blinds, antes, straddles, and blinds made up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from rules.table.missed_blinds import blinds_of
from rules.table.posts import LIVE_POSTS, Post, PostKind
from rules.table.setup import Setup
from rules.text import amounts
from rules.text.rules_of_floor import FLOOR
from rules.text.violation import Json, Money, Violation, violation

Sums = Collection[int]
"""Amounts that would do, in minor units."""


def why_not_other_posts(setup: Setup, money: Money = amounts.major) -> Violation | None:
    """Why the posts of the hand aren't those of its plaque; None where they are. A short stack posts what it has.

    Codes: `blinds_required`, `straddle_not_offered` (a straddle is twice what it straddles), `blind_owed` for blinds
    that are made up, `plaque_differs` for antes. The kill is `kill.why_not_kill`'s. A hand whose record begins later
    says no more what was posted.
    """
    if setup.late is not None:
        return None
    for post in setup.posts:
        due = _DUE.get(post.kind, _anything)(setup, post)
        short = setup.stacks[post.position - 1] == post.amount < max(due, default=0)
        if post.amount not in due and not short:
            return _refusal(setup, post, due, money)
    if setup.plaque.blinds and not any(post.kind in LIVE_POSTS for post in setup.posts):
        sentence = f"Nobody posts a blind; the plaque asks for {_listed(setup.plaque.blinds, money)}."
        return violation("blinds_required", sentence, house=setup.house.name, game=setup.plaque.game)
    return None


def _anything(setup: Setup, post: Post) -> Sums:
    return (post.amount,)


def _small_blind(setup: Setup, post: Post) -> Sums:
    return setup.plaque.blinds[:1] if len(setup.plaque.blinds) > 1 else ()


def _big_blind(setup: Setup, post: Post) -> Sums:
    return setup.plaque.blinds[-1:] if len(setup.plaque.blinds) < 2 else setup.plaque.blinds[1:]


def _ante(setup: Setup, post: Post) -> Sums:
    """The plaque's ante of each player; where it states none, the big blind alone may post one for the whole table."""
    if setup.plaque.ante:
        return (setup.plaque.ante,)
    others = [each for each in setup.posts if each.kind == "ante" and each is not post]
    is_for_the_table = not others and any(each.kind == "bb" and each.position == post.position for each in setup.posts)
    return (post.amount,) if is_for_the_table else ()


def _straddle(setup: Setup, post: Post) -> Sums:
    """Twice the big blind; who straddles a straddle doubles that one."""
    below = [each.amount for each in setup.posts if each.kind == "straddle" and each.amount < post.amount]
    return (2 * max((*below, *setup.plaque.blinds), default=0),)


def _made_up(setup: Setup, post: Post) -> Sums:
    """The big blind live, the small one dead; a killer in the blinds may leave that blind dead besides the kill."""
    blinds = blinds_of(setup.plaque)
    if post.kind == "post":
        return (blinds.bb,) if blinds.bb else ()
    killers = [each.position for each in setup.posts if each.kind == "kill"]
    if setup.killed and post.position in killers and setup.house.answers.kill_in_blind == "adds":
        return setup.plaque.blinds
    return (blinds.sb,) if blinds.sb else ()


_DUE: Final[Mapping[PostKind, Callable[[Setup, Post], Sums]]] = {
    "sb": _small_blind,
    "bb": _big_blind,
    "ante": _ante,
    "straddle": _straddle,
    "post": _made_up,
    "dead": _made_up,
}
_CODES: Final[Mapping[PostKind, str]] = {
    "sb": "blinds_required",
    "bb": "blinds_required",
    "straddle": "straddle_not_offered",
    "post": "blind_owed",
    "dead": "blind_owed",
}
_WORDS: Final[Mapping[PostKind, str]] = {
    "sb": "the small blind",
    "bb": "the big blind",
    "ante": "the ante",
    "straddle": "the straddle",
    "post": "a blind that is made up live",
    "dead": "a blind that is made up dead",
}


def _refusal(setup: Setup, post: Post, due: Sums, money: Money) -> Violation:
    seat, house, game = setup.seat(post.position), setup.house.name, setup.plaque.game
    asked = f"is {_listed(due, money)} by the plaque" if due else "does not stand on the plaque"
    sentence = f"Seat {seat} posts {money(post.amount)}, but {_WORDS[post.kind]} {asked}."
    if post.kind in _CODES:
        allowed: Mapping[str, Json] = {"amounts": list(due)}
        code = _CODES[post.kind]
        return violation(code, sentence, house=house, game=game, actor=post.position, seat=seat, allowed=allowed)
    rule = FLOOR["plaque_differs"].rule
    return Violation(rule.code, sentence, rule.sentence, rule.cite(house, game), actor=post.position, seat=seat)


def _listed(due: Sums, money: Money) -> str:
    return " or ".join(money(amount) for amount in due)
