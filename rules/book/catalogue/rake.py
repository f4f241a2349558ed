"""Cases of kind `rake`: what a fee schedule takes of a pot, and which schedules a house refuses."""

from rules.book.conformance import Answer, kind
from rules.book.scenarios.situation import Situation, amount
from rules.house.fee_written import read_schedule
from rules.house.rake import check_schedule, starting_schedule, take, time_charge
from rules.house.variants import SHEETS
from rules.text.amounts import major

FULL_TABLE = 10
"""Players dealt in where a case doesn't say: no cap for fewer players applies."""


@kind(
    "rake",
    given={"pot", "pots", "flop_dealt", "rake", "players", "half_hours"},
    expect={"rake", "net_pot", "time_charge", "promo", "per_pot"},
    unstated={"promo": "0", "time_charge": "0"},
)
def rake(case: Situation) -> Answer:
    """Rake, promo and time charge of one pot or several, or the code under which the house refuses the schedule."""
    given = case.given
    schedule = read_schedule(given["rake"], starting_schedule(case.house))
    refusals = check_schedule(schedule, case.house)
    if refusals:
        return {"error": refusals[0].code}
    pots = [amount(pot) for pot in given.get("pots", [given.get("pot")])]
    players = given.get("players", FULL_TABLE)
    flop_game = SHEETS[case.game].board_cards > 0
    fees = take(schedule, pots, players_dealt=players, flop_dealt=given["flop_dealt"], flop_game=flop_game)
    charge = time_charge(schedule, players=players, half_hours=given.get("half_hours", 0))
    return {
        "rake": major(fees.rake),
        "promo": major(fees.promo),
        "per_pot": [major(fee.rake + fee.promo) for fee in fees.per_pot],
        "net_pot": major(sum(pots) - fees.rake - fees.promo),
        "time_charge": major(charge),
    }
