"""Before the deal: antes, blinds and other posts go in, and set the price of the first betting round."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.play.state import NOBODY, State
from rules.table.posts import LIVE_POSTS, Post, posts_against_rule
from rules.table.setup import Setup
from rules.text import amounts
from rules.text.violation import Money, Violation, violation


class Posted(NamedTuple):
    """The sums of the posts of a hand, amounts in minor units, players counted from 0.

    `price` is the largest live post and `straddle` the largest straddle, 0 where there is none. `uniform_antes` means
    that all players post the same ante. `opens` is who acts first, `killer` who posts the kill, NOBODY without one.
    `against_rule` holds each post that its seat may not make besides another, with the rule's code.
    """

    price: int
    straddle: int
    uniform_antes: bool
    opens: int
    killer: int
    against_rule: tuple[tuple[str, Post], ...]


@lru_cache(maxsize=1024)
def posted(posts: tuple[Post, ...], players: int) -> Posted:
    """The sums of these posts of so many players; most hands of a table post the same."""
    antes = [post.amount for post in posts if post.kind == "ante"]
    return Posted(
        price=max((post.amount for post in posts if post.kind in LIVE_POSTS), default=0),
        straddle=max((post.amount for post in posts if post.kind == "straddle"), default=0),
        uniform_antes=len(antes) == players and len(set(antes)) == 1,
        opens=_left_of_the_blinds(posts) % players,
        killer=next((post.position - 1 for post in posts if post.kind == "kill"), NOBODY),
        against_rule=tuple(posts_against_rule(posts)),
    )


def _left_of_the_blinds(posts: tuple[Post, ...]) -> int:
    """The position after the last blind. Without a big blind the kill stands in its place: the killer was due it."""
    for kind in ("straddle", "bb", "kill", "sb"):
        blinds = [(post.amount, post.position) for post in posts if post.kind == kind]
        if blinds:
            return max(blinds)[1]
    return 0


def post_all(state: State) -> None:
    """Take every post of the setup, as far as stacks reach, and price the first round by the live ones."""
    setup, stacks = state.setup, state.stacks
    told = posted(setup.posts, state.players)
    pooled = not told.uniform_antes or not setup.house.answers.ante_trimming
    for kind, position, amount in setup.posts:
        player = position - 1
        paid = min(amount, stacks[player])
        if kind in LIVE_POSTS:
            state.bet(player, paid)
        elif kind == "dead" or pooled:
            state.take(player, paid)
            state.dead_paid[player] += paid
        else:
            state.pay(player, paid)
    if told.killer != NOBODY and setup.house.answers.kill_act == "last":
        state.acts_last = told.killer
    if told.price:
        doubling = setup.house.answers.straddle_raise == "straddle" if told.straddle else False
        state.structure.post(state.round, told.price, told.straddle if doubling else 0)


def why_not_posts(setup: Setup, money: Money = amounts.major) -> Violation | None:
    """Why the hand can't be played with the posts that it states; None when it can.

    Codes: `one_live_bet` where a seat has two live posts, `blind_not_owed` where one is made up
    that isn't owed (`posts.posts_against_rule`).
    """
    for code, post in posted(setup.posts, len(setup.seats)).against_rule:
        seat = setup.seat(post.position)
        sentence = _AGAINST_RULE[code].format(seat=seat, amount=money(post.amount))
        house, game = setup.house.name, setup.plaque.game
        return violation(code, sentence, house=house, game=game, actor=post.position, seat=seat)
    return None


_AGAINST_RULE = {
    "one_live_bet": "Seat {seat} has a live post already: of both only the larger is posted, not {amount} besides.",
    "blind_not_owed": "Seat {seat} owes no blind besides what it posts: leave the {amount} out.",
}
