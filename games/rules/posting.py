"""Before the deal: antes, blinds and other posts go in, and set the price of the first betting round."""

from __future__ import annotations

from games.rules.setup import LIVE_POSTS
from games.rules.table import NOBODY, Table


def post_all(table: Table) -> None:
    """Take every post of the setup, as far as stacks reach, and price the first round by the live ones."""
    pooled = _antes_are_pooled(table)
    for kind, position, amount in table.setup.posts:
        player = position - 1
        posted = min(amount, table.stacks[player])
        if kind == "dead" or (kind == "ante" and pooled):
            table.take(player, posted)
            table.dead_paid[player] += posted
        elif kind in LIVE_POSTS:
            table.bet(player, posted)
        else:
            table.pay(player, posted)
    table.acts_last = _killer_who_waits(table)
    _price_the_first_round(table)


def _antes_are_pooled(table: Table) -> bool:
    """Whether antes are dead money: one player's ante for the table, or where the house doesn't trim them."""
    antes = [post.amount for post in table.setup.posts if post.kind == "ante"]
    uniform = len(antes) == table.players and len(set(antes)) == 1
    return not uniform or table.setup.house.value("ante_trimming") is False


def _killer_who_waits(table: Table) -> int:
    """The killer, where the house has him act last in the first round."""
    if table.setup.house.value("kill_act") != "last":
        return NOBODY
    return next((post.position - 1 for post in table.setup.posts if post.kind == "kill"), NOBODY)


def _price_the_first_round(table: Table) -> None:
    live = [post for post in table.setup.posts if post.kind in LIVE_POSTS]
    straddles = [post.amount for post in live if post.kind == "straddle"]
    if live:
        doubling = table.setup.house.value("straddle_raise") == "straddle"
        raise_by = max(straddles, default=0) if doubling else 0
        table.structure.post(table.round, max(post.amount for post in live), raise_by)
