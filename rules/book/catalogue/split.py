"""Cases of kind `split`: layers, uncalled chips, fees, halves, ties and odd chips, without any cards' strength."""

from collections.abc import Mapping

from rules.book.conformance import Answer, Case, kind
from rules.cards.card import parse_cards
from rules.house.fee_written import read_schedule
from rules.house.house import HOUSES
from rules.house.rake import NO_FEE, starting_schedule
from rules.house.variants import SHEETS
from rules.play.division import Division, divide
from rules.play.pots import OddChips, Showdown
from rules.table.button import clockwise
from rules.text.amounts import major, minor


@kind(
    "split",
    given={"button", "chip", "contributions", "dead", "folded", "hi_rank", "lo_rank", "high_card", "rake"},
    expect={"pots", "awards", "returned", "rake", "promo"},
    unstated={"returned": {}, "promo": "0"},
)
def split(case: Case) -> Answer:
    """The division of the contributions, given who beats whom (rank 1 is the best hand)."""
    given = case.given
    contributions = {_seat(player): minor(amount) for player, amount in given["contributions"].items()}
    house = HOUSES[case.house].with_answers(**{**case.house_answers, "odd_chip_unit": minor(given["chip"])})
    division = divide(
        contributions,
        folded={_seat(player) for player in given.get("folded", ())},
        dead=minor(given.get("dead", "0")),
        showdown=Showdown(
            order=clockwise(contributions, given["button"]),
            high=_strengths(given["hi_rank"]),
            low=_strengths(given["lo_rank"]) if "lo_rank" in given else None,
            high_card={_seat(player): parse_cards(card)[0] for player, card in given.get("high_card", {}).items()},
        ),
        odd_chips=OddChips.of(house, minor(given["chip"]), SHEETS[case.game]),
        schedule=read_schedule(given["rake"], starting_schedule(house)) if "rake" in given else NO_FEE,
        players_dealt=len(contributions),
        flop_dealt=True,
    )
    return _answer(division)


def _answer(division: Division) -> Answer:
    return {
        "pots": [
            {"amount": major(pot.amount), "eligible": [f"p{seat}" for seat in pot.eligible]} for pot in division.pots
        ],
        "awards": _by_player(division.won()),
        "returned": _by_player(division.returned),
        "rake": major(division.fees.rake),
        "promo": major(division.fees.promo),
    }


def _strengths(ranks: Mapping[str, int]) -> dict[int, int]:
    """Ranks count from 1 for the best, strengths the other way round."""
    return {_seat(player): -rank for player, rank in ranks.items()}


def _by_player(amounts: Mapping[int, int]) -> dict[str, str]:
    return {f"p{seat}": major(amount) for seat, amount in amounts.items()}


def _seat(player: str) -> int:
    return int(player.removeprefix("p"))
