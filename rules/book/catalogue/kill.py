"""Cases of kind `kill`: the kill after a hand, its limits, and what the next hand posts."""

from rules.book.conformance import Answer, kind
from rules.book.scenarios.plaques import read_plaque
from rules.book.scenarios.situation import Given, Situation, player, players, seat, seats
from rules.book.scenarios.table import kill_state, pot_result
from rules.house.house import House
from rules.house.plaque import Plaque
from rules.table.kill import KillState, kill_blind, kill_for_deal, next_kill
from rules.table.seats import Seat
from rules.table.setup import Setup
from rules.text.amounts import major

_STACK = 1_000_000


@kind(
    "kill",
    given={"plaque", "previous", "result", "next_blinds", "dealt_in"},
    expect={"next", "posts", "dealt", "owing"},
)
def kill(case: Situation) -> Answer:
    """Whether a kill is on for the next hand, by whom, at which limits."""
    given, house = case.given, case.house
    plaque = _plaque(case)
    state = next_kill(plaque, house, kill_state(given["previous"]), pot_result(given["result"]))
    answer: dict[str, object] = {"next": _next(plaque, house, state)}
    if "dealt_in" in given:
        dealt = kill_for_deal(state, seats(given["dealt_in"]), house)
        answer |= {"dealt": _next(plaque, house, dealt), "owing": players(sorted(dealt.owing))}
    return answer | ({"posts": _posts(plaque, house, state, given["next_blinds"])} if "next_blinds" in given else {})


def _plaque(case: Situation) -> Plaque:
    stated = dict(case.given["plaque"])
    blinds = [stated.pop("sb"), stated.pop("bb")]
    return read_plaque({"game": case.game, "structure": "fixed_limit", "blinds": blinds, **stated}, case.house)


def _next(plaque: Plaque, house: House, state: KillState[Seat]) -> dict[str, object]:
    limits = plaque.killed if state.active else plaque
    blind = {"kill_blind": major(kill_blind(plaque, house))} if state.active else {}
    return {
        "active": state.active,
        "killer": player(state.killer) if state.killer else "",
        "small": major(limits.small_bet or 0),
        "big": major(limits.big_bet or 0),
        **blind,
    }


def _posts(plaque: Plaque, house: House, state: KillState[Seat], blinds: Given) -> dict[str, str]:
    """The posts of each player, the small blind being the first player left of the button."""
    small, big = seat(blinds["sb"]), seat(blinds["bb"])
    dealt_in = {small, big} if state.killer is None else {small, big, state.killer}
    rules = house.with_answers(heads_up_blinds="left_small")
    setup = Setup.from_table(plaque, rules, Seat(small - 1), dict.fromkeys(dealt_in, _STACK), killer=state.killer)
    return {player(setup.seat(post.position)): major(post.amount) for post in setup.posts}
