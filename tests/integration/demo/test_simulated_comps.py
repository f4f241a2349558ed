"""Comps of a simulated room: what days earned is redeemed on the next, and the books hold."""

import pytest

from config.audit.books import audit
from demo.simulation.room import Played, play
from demo.simulation.script import Script
from players.models import CompDay, CompEntry
from tests.support.arranged import arranged

pytestmark = pytest.mark.django_db


@arranged
def played() -> Played:
    """Three days at one table."""
    return play(Script(days=3, tables=1, seed=5, hours=8, slug="comps-5"))


def test_points_of_the_days_before_are_redeemed_in_cash_and_for_dinners(played: Played) -> None:
    assert CompDay.objects.count() == 1, "the rules hold from the second day on, and the third is not earned yet"
    redeemed = CompEntry.objects.filter(kind=CompEntry.Kind.REDEEMED)
    assert set(redeemed.values_list("is_cash", flat=True)) == {True, False}
    assert not any(entry.points % 100 for entry in redeemed)
    assert [fault for found in audit() if not found.holds for fault in found.faults] == []
    assert played.report().faults == []
