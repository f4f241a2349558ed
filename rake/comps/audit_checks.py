"""Questions of the audit of the books about points: nothing is earned without hours, no hours without points."""

from collections.abc import Iterator

from django.db.models import Sum

from config.audit.checks import recorded_since, register
from config.days.models import DayLock
from players.models import CompDay, CompEntry
from players.selectors.comps import OF_PLAY
from rake.comps.earned import DayOfComps, day_of_comps


@register("I-25", "Points were given for the hours of players, by the rules and rates of their day", is_dear=True)
def unearned_points() -> Iterator[str]:
    """Players who have other points of a locked day than its hours come to."""
    days = CompDay.objects.order_by("pk")
    if since := recorded_since.get():
        days = days.filter(settled_at__gte=since)
    for done in days.iterator(chunk_size=100):
        lock = DayLock.objects.select_related("room").get(room=done.room_id, gaming_day=done.for_day)
        comps = day_of_comps(lock)
        if comps:
            yield from faults_of(comps)


def faults_of(comps: DayOfComps) -> Iterator[str]:
    """The faults of one day, each in a sentence."""
    given = CompEntry.objects.filter(room=comps.room, for_day=comps.day, kind__in=OF_PLAY).order_by()
    sums = {
        row["player"]: (row["points"], row["played"])
        for row in given.values("player").annotate(points=Sum("points"), played=Sum("seconds"))
    }
    earned = {player.pk: comps.of(player) for player in comps.players.values() if comps.play[player.pk]}
    for pk in sorted({*sums, *earned}):
        has = sums.get(pk, (0, 0))
        due = (earned[pk].points, earned[pk].seconds) if pk in earned else (0, 0)
        if has != due:
            yield (
                f"player {pk} was given {has[0]} points for {has[1]} seconds of {comps.day}; "
                f"its hours come to {due[0]} for {due[1]}"
            )
