"""Cases of kind `sign`: by which rules a house refuses a sign."""

from typing import Any

from rules.book.conformance import Answer, Case, Table, kind
from rules.house.fee_written import read_schedule
from rules.house.house import HOUSES, House
from rules.house.plaque import Kill, Plaque
from rules.house.plaque_check import check_plaque
from rules.house.rake import starting_schedule
from rules.text.amounts import minor

_AMOUNTS = ("small_bet", "big_bet", "min_bet", "spread_min", "spread_max", "ante", "bring_in", "unit", "buy_in_min")
_PLAIN = ("structure", "straddle", "seats", "raise_cap")


@kind("sign", given={"sign"}, expect={"refused"})
def sign(case: Case) -> Answer:
    """The codes of everything that is wrong with the sign, in the order of the checks; none where it may stand."""
    house = HOUSES[case.house].with_answers(**case.house_answers)
    return {"refused": [violation.code for violation in check_plaque(read_sign(case, house), house)]}


def read_sign(case: Case, house: House) -> Plaque:
    """The sign of a case, its fee as the house begins one where the case says nothing else."""
    stated: Table = case.given["sign"]
    facts: dict[str, Any] = {name: stated[name] for name in _PLAIN if name in stated}
    facts |= {name: minor(stated[name]) for name in _AMOUNTS if name in stated}
    facts["ranges"] = tuple((minor(least), minor(most)) for least, most in stated.get("ranges", ()))
    facts["blinds"] = tuple(map(minor, stated.get("blinds", ())))
    if "kill" in stated:
        facts["kill"] = Kill(stated["kill"], minor(stated["qualify"]))
    fee = read_schedule(stated.get("rake", {}), starting_schedule(house)) if stated.get("rake") != "unsaid" else None
    return Plaque(game=case.game, fee=fee, **facts)
