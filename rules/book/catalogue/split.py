"""Cases of kind `split`: layers, uncalled chips, fees, halves, ties and odd chips, without any cards' strength."""

from collections.abc import Mapping

from rules.book.conformance import Answer, kind
from rules.book.scenarios.situation import (
    Situation,
    amount,
    amounts_by_seat,
    by_player,
    card_by_seat,
    players,
    seat,
    seats,
)
from rules.house.fee_written import read_schedule
from rules.house.rake import NO_FEE, starting_schedule
from rules.house.variants import SHEETS
from rules.play.division import Division, divide
from rules.play.pots import OddChips, Showdown
from rules.table.button import clockwise
from rules.table.seats import Seat
from rules.text.amounts import major


@kind(
    "split",
    given={"button", "chip", "contributions", "dead", "folded", "hi_rank", "lo_rank", "high_card", "rake"},
    expect={"pots", "awards", "returned", "rake", "promo"},
    unstated={"returned": {}, "promo": "0"},
)
def split(case: Situation) -> Answer:
    """The division of the contributions, given who beats whom (rank 1 is the best hand)."""
    given, chip = case.given, amount(case.given["chip"])
    contributions = amounts_by_seat(given["contributions"])
    house = case.house.with_answers(odd_chip_unit=chip)
    division = divide(
        contributions,
        folded=set(seats(given.get("folded", ()))),
        dead=amount(given.get("dead", "0")),
        showdown=Showdown(
            order=clockwise(contributions, given["button"]),
            high=_strengths(given["hi_rank"]),
            low=_strengths(given["lo_rank"]) if "lo_rank" in given else None,
            high_card=card_by_seat(given.get("high_card", {})),
        ),
        odd_chips=OddChips.of(house, chip, SHEETS[case.game]),
        schedule=read_schedule(given["rake"], starting_schedule(house)) if "rake" in given else NO_FEE,
        players_dealt=len(contributions),
        flop_dealt=True,
    )
    return _answer(division)


def _answer(division: Division) -> Answer:
    return {
        "pots": [{"amount": major(pot.amount), "eligible": players(pot.eligible)} for pot in division.pots],
        "awards": by_player(division.won()),
        "returned": by_player(division.returned),
        "rake": major(division.fees.rake),
        "promo": major(division.fees.promo),
    }


def _strengths(ranks: Mapping[str, int]) -> dict[Seat, int]:
    """Ranks count from 1 for the best, strengths the other way round."""
    return {seat(who): -rank for who, rank in ranks.items()}
