"""Cases of kind `plaque`: by which rules a house refuses a plaque."""

from rules.book.conformance import Answer, kind
from rules.book.scenarios.plaques import read_plaque
from rules.book.scenarios.situation import Situation
from rules.house.plaque import Plaque
from rules.house.plaque_check import check_plaque


@kind("plaque", given={"plaque"}, expect={"refused"})
def plaque(case: Situation) -> Answer:
    """The codes of everything that is wrong with the plaque, in the order of the checks; none where it may stand."""
    return {"refused": [violation.code for violation in check_plaque(plaque_of(case), case.house)]}


def plaque_of(case: Situation) -> Plaque:
    """The plaque of a case. Its fee is as the house begins one where the case says nothing else, none if "unsaid"."""
    lines = {"game": case.game, "rake": {}, **case.given["plaque"]}
    return read_plaque(lines | ({"rake": ""} if lines["rake"] == "unsaid" else {}), case.house)
