"""Before the deal: antes, blinds and other posts go in, and set the price of the first betting round."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.rules import amounts
from games.rules.posts import LIVE_POSTS, Post, posts_against_rule
from games.rules.setup import Setup
from games.rules.table import NOBODY, Table
from games.rules.violation import Money, Violation, violation


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


def refuse_posts(setup: Setup, money: Money = amounts.major) -> Violation | None:
    """Why the hand can't be played with the posts that it states; None when it can.

    Codes: `one_live_bet` where a seat has two live posts, `blind_not_owed` where one is made up
    that isn't owed (`posts.posts_against_rule`).
    """
    for code, post in posts_against_rule(setup.posts):
        seat = setup.seat(post.position)
        sentence = _AGAINST_RULE[code].format(seat=seat, amount=money(post.amount))
        house, game = setup.house.name, setup.plaque.game
        return violation(code, sentence, house=house, game=game, actor=post.position, seat=seat)
    return None


_AGAINST_RULE = {
    "one_live_bet": "Seat {seat} has a live post already: of both only the larger is posted, not {amount} besides.",
    "blind_not_owed": "Seat {seat} owes no blind besides what it posts: leave the {amount} out.",
}
