"""A kill in the words of the floor: what stands on the tile, the felt and the card."""

from rules.house.house import House
from rules.house.plaque import Plaque
from rules.table.kill import KillState, kill_blind
from rules.table.seats import Seat
from rules.text.amounts import major
from rules.text.violation import Money

_NAMES = {"half": "half-kill", "full": "kill"}


def kill_name(plaque: Plaque) -> str:
    """The name of the kill of a plaque: "half-kill", "kill"; nothing for a plaque without one."""
    return _NAMES[plaque.kill.size] if plaque.kill else ""


def kill_limits(plaque: Plaque, money: Money = major) -> str:
    """The limits of the kill: "6/12"."""
    return f"{money(plaque.killed.small_bet or 0)}/{money(plaque.killed.big_bet or 0)}"


def kill_marker(plaque: Plaque, kill: KillState[Seat], money: Money = major) -> str:
    """The marker on a table at which a kill is on: "HALF-KILL 6/12, seat 3"."""
    whose = f", seat {kill.killer}" if kill.killer else ""
    return f"{kill_name(plaque).upper()} {kill_limits(plaque, money)}{whose}" if kill.active else ""


def kill_sentence(plaque: Plaque, kill: KillState[Seat], money: Money = major) -> str:
    """The limits that the next hand is played at."""
    if not kill.active:
        small, big = money(plaque.small_bet or 0), money(plaque.big_bet or 0)
        return f"No kill is on: the hand is played at {small}/{big}."
    whose = f" of seat {kill.killer}" if kill.killer else ""
    return f"The {kill_name(plaque)}{whose} is on: the hand is played at {kill_limits(plaque, money)}."


def who_posts(plaque: Plaque, house: House, kill: KillState[Seat], money: Money = major) -> str:
    """The kill's posts in the next hand: "seat 3 posts 6"."""
    blind = kill_blind(plaque, house)
    return f"seat {kill.killer} posts {money(blind)}" if kill.killer and blind else "nobody posts it"


def whose_kill(seat: int | None) -> str:
    """Under whose kill a hand was played; 0 is a kill that nobody posted, None that none was on."""
    return "no kill" if seat is None else f"the kill of seat {seat}" if seat else "a kill that nobody posted"


def played_at(plaque: Plaque, seat: int | None, money: Money = major) -> str:
    """The kill that a hand was played under, with its limits; nothing where the plaque has none."""
    if plaque.kill is None:
        return ""
    if seat is None:
        return f"no kill, limits {money(plaque.small_bet or 0)}/{money(plaque.big_bet or 0)}"
    whose = f"of seat {seat}" if seat else "that nobody posted"
    return f"{kill_name(plaque)} {kill_limits(plaque, money)} {whose}"
