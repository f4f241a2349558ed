"""A call of each service of comps that takes a key, for whoever tries what a retry does."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from players.models import Player, Sitting
from players.services.comp_links import make_link
from players.services.comp_redeeming import redeem_points, reverse_redemption
from players.services.comp_rules import post_comp_rate, post_comp_rules
from rake.comps.services import correct_hours
from tests.support.comps import EVERY_HOUR, HOUR, TERMS, Comps
from tests.support.dispute import DisputeTable

Sample = tuple[Callable[..., Any], Mapping[str, Any], Mapping[str, Any]]


def _sitting(at: DisputeTable) -> Sitting:
    """Somebody who sits at the table."""
    return Sitting.objects.filter(session=at.table.session, left_at=None).select_related("player").order_by("seat")[0]


def _with_points(at: DisputeTable) -> tuple[Comps, Player]:
    """Comps, and a player of the table who has points of a locked day."""
    comps = Comps.at(at.table.desk)
    comps.go_on(hours=5)
    comps.end_day()
    return comps, _sitting(at).player


def _posting(at: DisputeTable) -> dict[str, Any]:
    comps = Comps.at(at.table.desk)
    facts = {"room": comps.desk.room, "from_day": comps.today + timedelta(days=3), "source": "the house"}
    return facts | {"reason": "for a test", "by": comps.desk.manager, "second": comps.auditor}


def _rules(at: DisputeTable) -> Sample:
    return post_comp_rules, _posting(at) | {"terms": TERMS}, {"reason": "for another"}


def _rate(at: DisputeTable) -> Sample:
    return post_comp_rate, _posting(at) | {"plaque": None, "lines": EVERY_HOUR}, {"reason": "for another"}


def _redeem(at: DisputeTable) -> Sample:
    comps, player = _with_points(at)
    return redeem_points, {"room": comps.desk.room, "player": player, "points": 10, "what": "lunch"}, {"points": 11}


def _reverse(at: DisputeTable) -> Sample:
    comps, player = _with_points(at)
    given = {"entry": comps.redeem(player, 10), "reason": "not eaten", "second": comps.floor}
    return reverse_redemption, given, {"reason": "eaten by another"}


def _hours(at: DisputeTable) -> Sample:
    comps, player = _with_points(at)
    since, day = _sitting(at).seated_at + HOUR, comps.today - timedelta(days=1)
    given = {"room": comps.desk.room, "player": player, "day": day, "plaque": at.table.session.plaque}
    given |= {"since": since, "until": since + HOUR, "adds": False, "reason": "the chair was empty"}
    return correct_hours, given | {"second": comps.floor}, {"reason": "another"}


def _link(at: DisputeTable) -> Sample:
    given = {"room": at.table.desk.room, "player": _sitting(at).player, "days": 3}
    return make_link, given, {"days": 4}


SAMPLES: dict[str, Callable[[DisputeTable], Sample]] = {
    "post_comp_rules": _rules,
    "post_comp_rate": _rate,
    "redeem_points": _redeem,
    "reverse_redemption": _reverse,
    "correct_hours": _hours,
    "make_link": _link,
}
