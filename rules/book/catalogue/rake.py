"""Cases of kind `rake`: what a fee schedule takes of a pot, and which schedules a house refuses."""

from rules.book.conformance import Answer, Case, kind
from rules.house.fee_written import read_schedule
from rules.house.house import HOUSES
from rules.house.rake import check_schedule, starting_schedule, take, time_charge
from rules.house.variants import SHEETS
from rules.text.amounts import major, minor

FULL_TABLE = 10
"""Players dealt in where a case doesn't say: no cap for fewer players applies."""


@kind(
    "rake",
    given={"pot", "pots", "flop_dealt", "rake", "players", "half_hours"},
    expect={"rake", "net_pot", "time_charge", "promo", "per_pot"},
    unstated={"promo": "0", "time_charge": "0"},
)
def rake(case: Case) -> Answer:
    """Rake, promo and time charge of one pot or several, or the code under which the house refuses the schedule."""
    house = HOUSES[case.house].with_answers(**case.house_answers)
    schedule = read_schedule(case.given["rake"], starting_schedule(house))
    refusals = check_schedule(schedule, house)
    if refusals:
        return {"error": refusals[0].code}
    pots = [minor(pot) for pot in case.given.get("pots", [case.given.get("pot")])]
    players = case.given.get("players", FULL_TABLE)
    fees = take(
        schedule,
        pots,
        players_dealt=players,
        flop_dealt=case.given["flop_dealt"],
        flop_game=SHEETS[case.game].board_cards > 0,
    )
    charge = time_charge(schedule, players=players, half_hours=case.given.get("half_hours", 0))
    return {
        "rake": major(fees.rake),
        "promo": major(fees.promo),
        "per_pot": [major(fee.rake + fee.promo) for fee in fees.per_pot],
        "net_pot": major(sum(pots) - fees.rake - fees.promo),
        "time_charge": major(charge),
    }
