"""Cases of missed blinds and of the floor: `dues`, `coming_in`, `debtor`, `floor`."""

from typing import Any

from rules.book.conformance import Answer, Case, kind
from rules.house.house import HOUSES, House
from rules.table.button import BlindAmounts, Places
from rules.table.floor import why_not_appeal, why_not_language, why_not_late_ruling, why_not_pick_up
from rules.table.missed_blinds import come_in, debtor_dealt_in, missed_blinds_after
from rules.text.amounts import major, minor
from rules.text.violation import Refused


def _house(case: Case) -> House:
    return HOUSES[case.house].with_answers(**case.house_answers)


@kind("dues", given={"owing", "previous", "places", "absent"}, expect={"owing"})
def missed_blinds(case: Case) -> Answer:
    """The blinds owed once button and blinds have moved past those who sit out."""
    given = case.given
    before: dict[int, Any] = {_seat(player): missed for player, missed in given.get("owing", {}).items()}
    absent = list(map(_seat, given["absent"]))
    owing = missed_blinds_after(before, Places(**given["previous"]), Places(**given["places"]), absent)
    return {"owing": {f"p{seat}": missed for seat, missed in owing.items()}}


@kind("coming_in", given={"player", "missed", "places", "sb", "bb", "posts"}, expect={"posts", "reason"})
def coming_in(case: Case) -> Answer:
    """The posts of a player who missed blinds or is new, or why they are not dealt in."""
    given = case.given
    blinds = BlindAmounts(minor(given["sb"]), minor(given["bb"]))
    places = Places(**given["places"])
    try:
        posts = come_in(
            _seat(given["player"]), given["missed"], places, blinds, _house(case), posts=given.get("posts", True)
        )
    except Refused as refused:
        return {"reason": refused.violation.code}
    return {"posts": {kind_of_post: major(amount) for kind_of_post, amount in posts}}


@kind("debtor", given={"looked", "acted"}, expect={"hand"})
def debtor(case: Case) -> Answer:
    """The fate of the hand of a debtor who was dealt in by mistake."""
    return {"hand": debtor_dealt_in(looked=case.given["looked"], acted=case.given["acted"])}


_FLOOR = {
    "late_ruling": why_not_late_ruling,
    "appeal": why_not_appeal,
    "language": why_not_language,
    "pick_up": why_not_pick_up,
}


@kind("floor", given={"question", "facts"}, expect={"refused"}, unstated={"refused": None})
def floor(case: Case) -> Answer:
    """Whether a ruling, an appeal, a language or picking up chips is refused, by its code."""
    asked: Any = _FLOOR[case.given["question"]]
    refused = asked(_house(case), **case.given.get("facts", {}))
    return {"refused": refused.code if refused else None}


def _seat(player: str) -> int:
    return int(player.removeprefix("p"))
