"""Before the deal: antes, blinds and other posts go in, and set the price of the first betting round."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.rules.setup import LIVE_POSTS, Post
from games.rules.table import NOBODY, Table


class Posted(NamedTuple):
    """What the posts of a hand come to, amounts in minor units, players counted from 0.

    `price` is the largest live post and `straddle` the largest straddle, 0 where there is none. `uniform_antes` means
    that all players post the same ante. `opens` is who acts first, `killer` who posts the kill, NOBODY without one.
    """

    price: int
    straddle: int
    uniform_antes: bool
    opens: int
    killer: int


@lru_cache(maxsize=1024)
def posted(posts: tuple[Post, ...], players: int) -> Posted:
    """What these posts of so many players come to; most hands of a table post the same."""
    antes = [post.amount for post in posts if post.kind == "ante"]
    return Posted(
        price=max((post.amount for post in posts if post.kind in LIVE_POSTS), default=0),
        straddle=max((post.amount for post in posts if post.kind == "straddle"), default=0),
        uniform_antes=len(antes) == players and len(set(antes)) == 1,
        opens=_left_of_the_blinds(posts) % players,
        killer=next((post.position - 1 for post in posts if post.kind == "kill"), NOBODY),
    )


def _left_of_the_blinds(posts: tuple[Post, ...]) -> int:
    """The position after the last blind. Without a big blind the kill stands in its place: the killer was due it."""
    for kind in ("straddle", "bb", "kill", "sb"):
        blinds = [(post.amount, post.position) for post in posts if post.kind == kind]
        if blinds:
            return max(blinds)[1]
    return 0


def post_all(table: Table) -> None:
    """Take every post of the setup, as far as stacks reach, and price the first round by the live ones."""
    setup, stacks = table.setup, table.stacks
    told = posted(setup.posts, table.players)
    pooled = not told.uniform_antes or setup.house.value("ante_trimming") is False
    for kind, position, amount in setup.posts:
        player = position - 1
        paid = min(amount, stacks[player])
        if kind in LIVE_POSTS:
            table.bet(player, paid)
        elif kind == "dead" or pooled:
            table.take(player, paid)
            table.dead_paid[player] += paid
        else:
            table.pay(player, paid)
    if told.killer != NOBODY and setup.house.value("kill_act") == "last":
        table.acts_last = told.killer
    if told.price:
        doubling = setup.house.value("straddle_raise") == "straddle" if told.straddle else False
        table.structure.post(table.round, told.price, told.straddle if doubling else 0)
