"""Cases of kind `kill`: the kill after a hand, its limits, and what the next hand posts."""

from rules.book.conformance import Answer, Case, Table, kind
from rules.house.house import HOUSES, House
from rules.house.plaque import Kill, Plaque
from rules.table.kill import KillState, PotResult, kill_blind, kill_for_deal, next_kill
from rules.table.setup import Setup
from rules.text.amounts import major, minor

_STACK = 1_000_000


@kind(
    "kill",
    given={"plaque", "previous", "result", "next_blinds", "dealt_in"},
    expect={"next", "posts", "dealt", "owing"},
)
def kill(case: Case) -> Answer:
    """Whether a kill is on for the next hand, by whom, at which limits."""
    given = case.given
    plaque, house = _plaque(case.game, given["plaque"]), HOUSES[case.house].with_answers(**case.house_answers)
    previous = KillState(_seat(given["previous"]["killer"]) if given["previous"]["active"] else None)
    state = next_kill(plaque, house, previous, _result(given["result"]))
    answer: dict[str, object] = {"next": _next(plaque, house, state)}
    if "dealt_in" in given:
        dealt = kill_for_deal(state, set(map(_seat, given["dealt_in"])), house)
        owing = [f"p{seat}" for seat in sorted(dealt.owing)]
        answer |= {"dealt": _next(plaque, house, dealt), "owing": owing}
    return answer | ({"posts": _posts(plaque, house, state, given["next_blinds"])} if "next_blinds" in given else {})


def _plaque(game: str, sign: Table) -> Plaque:
    return Plaque(
        game=game,
        structure="fixed_limit",
        blinds=(minor(sign["sb"]), minor(sign["bb"])),
        small_bet=minor(sign["small"]),
        big_bet=minor(sign["big"]),
        kill=Kill(sign["kill"], minor(sign["qualify"])),
    )


def _result(result: Table) -> PotResult:
    high, low, side = (frozenset(map(_seat, result.get(name, ()))) for name in ("high", "low", "side_pot_winners"))
    return PotResult(minor(result["pot"]), minor(result["rake"]), high, low, side, result.get("contested", True))


def _next(plaque: Plaque, house: House, state: KillState) -> dict[str, object]:
    limits = plaque.killed if state.active else plaque
    blind = {"kill_blind": major(kill_blind(plaque, house))} if state.active else {}
    return {
        "active": state.active,
        "killer": f"p{state.killer}" if state.active else "",
        "small": major(limits.small_bet or 0),
        "big": major(limits.big_bet or 0),
        **blind,
    }


def _posts(plaque: Plaque, house: House, state: KillState, blinds: Table) -> dict[str, str]:
    """The posts of each player, the small blind being the first player left of the button."""
    small, big = _seat(blinds["sb"]), _seat(blinds["bb"])
    seats = {small, big} if state.killer is None else {small, big, state.killer}
    rules = house.with_answers(heads_up_blinds="left_small")
    setup = Setup.from_table(plaque, rules, small - 1, dict.fromkeys(seats, _STACK), killer=state.killer)
    return {f"p{setup.seat(post.position)}": major(post.amount) for post in setup.posts}


def _seat(player: str) -> int:
    return int(player.removeprefix("p"))
