"""The posts before the cards, and the one rule for all that one seat posts: a player has one live bet.

The larger of a seat's live posts holds the smaller: a straddle or a kill holds the blind or the post that the player
owes besides, and the big blind holds a post. Dead money and antes are no part of a bet and are posted besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from rules.table.seats import Position

PostKind: TypeAlias = Literal["sb", "bb", "ante", "straddle", "kill", "post", "dead"]

LIVE_POSTS: Final = frozenset({"sb", "bb", "straddle", "kill", "post"})
"""The posts that are part of the player's bet in the first round; antes and dead money are not."""


class Post(NamedTuple):
    """Money that is posted before the cards: its kind, the player's position, and how much was due.

    `sb` and `bb` are the blinds (further blinds of a longer list are `bb` too), `post` the live blind of a player who
    enters, `dead` what goes to the middle (004 Glossary, DEAD MONEY). A short stack posts what it has.
    """

    kind: PostKind
    position: Position
    amount: int


_HOLDS: Final[Mapping[PostKind, frozenset[PostKind]]] = {
    "kill": frozenset({"sb", "bb", "post"}),
    "straddle": frozenset({"sb", "bb", "post"}),
    "bb": frozenset({"post"}),
}
"""The live posts that a larger one of the same seat holds. A small blind holds nothing: nobody who owes a blind comes
in between the button and the big blind."""

_MADE_UP: Final = frozenset({"post", "dead"})


def one_live_bet(posts: Sequence[Post]) -> tuple[Post, ...]:
    """The posts without those that a larger live post of the same seat holds; the rest in the order given.

    (003:L60-65: a live blind counts as part of any further bet.) What no rule lets one seat post together stays as it
    is, and `posts_against_rule` names it.
    """
    held = {(kind, post.position) for post in posts for kind in _HOLDS.get(post.kind, ())}
    return tuple(post for post in posts if post[:2] not in held)


def posts_against_rule(posts: Sequence[Post]) -> Iterator[tuple[str, Post]]:
    """The rule's code and the post, for each post that the same seat may not make besides another one.

    Codes: `blind_not_owed` where a player in the blinds makes up a blind as well, or anybody two small ones (WSOP
    154-157), `one_live_bet` where a seat has two live posts.
    """
    in_blinds = {post.position for post in posts if post.kind in ("sb", "bb")}
    posted: set[tuple[int, bool]] = set()
    for post in posts:
        live = post.kind in LIVE_POSTS
        again = (post.position, live) in posted
        if post.kind in _MADE_UP and (post.position in in_blinds or (again and not live)):
            yield "blind_not_owed", post
        elif live and again:
            yield "one_live_bet", post
        if post.kind != "ante":
            posted.add((post.position, live))
