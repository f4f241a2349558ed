"""Cases of missed blinds and of the floor: `dues`, `coming_in`, `debtor`, `floor`."""

from typing import Any

from rules.book.conformance import Answer, kind
from rules.book.scenarios.situation import Situation, player, seat
from rules.book.scenarios.table import posts_to_come_in, why_floor_refuses
from rules.table.button import Places
from rules.table.missed_blinds import debtor_dealt_in, missed_blinds_after
from rules.table.seats import Seat
from rules.text.amounts import major
from rules.text.violation import Refused


@kind("dues", given={"owing", "previous", "places", "absent"}, expect={"owing"})
def missed_blinds(case: Situation) -> Answer:
    """The blinds owed once button and blinds have moved past those who sit out."""
    given = case.given
    before: dict[Seat, Any] = {seat(who): missed for who, missed in given.get("owing", {}).items()}
    absent = [seat(who) for who in given["absent"]]
    owing = missed_blinds_after(before, Places(**given["previous"]), Places(**given["places"]), absent)
    return {"owing": {player(number): missed for number, missed in owing.items()}}


@kind("coming_in", given={"player", "missed", "places", "sb", "bb", "posts"}, expect={"posts", "reason"})
def coming_in(case: Situation) -> Answer:
    """The posts of a player who missed blinds or is new, or why they are not dealt in."""
    try:
        posts = posts_to_come_in(case)
    except Refused as refused:
        return {"reason": refused.violation.code}
    return {"posts": {kind_of_post: major(posted) for kind_of_post, posted in posts}}


@kind("debtor", given={"looked", "acted"}, expect={"hand"})
def debtor(case: Situation) -> Answer:
    """The fate of the hand of a debtor who was dealt in by mistake."""
    return {"hand": debtor_dealt_in(looked=case.given["looked"], acted=case.given["acted"])}


@kind("floor", given={"question", "facts"}, expect={"refused"}, unstated={"refused": None})
def floor(case: Situation) -> Answer:
    """Whether a ruling, an appeal, a language or picking up chips is refused, by its code."""
    refused = why_floor_refuses(case)
    return {"refused": refused.code if refused else None}
