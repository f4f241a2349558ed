"""Open items of the rake of a gaming day, and the report that is kept of it when it is locked."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db.models import Count

from config.days.registry import OpenItem, Step, keeps_open, kept
from config.jobs.models import Job
from config.rooms.models import Room
from games.models import Hand, is_newest
from rake.selectors import KEPT_REPORT, Report, as_kept, rake_report
from rake.unbuilt import lacks_its_end
from rake.watching import TAKINGS_OFF
from tables.models import SessionAlarm, TableSession

MANAGER = "a manager"
_UNFINISHED = (Job.State.WAITING, Job.State.RUNNING)


@keeps_open(Step.SETTLE)
def takings_not_looked_at(room: Room, day: date) -> Iterator[OpenItem]:
    """Alarms about hands of the day of which not what is owed was taken, and that nobody has put away; also of tables
    that were closed since. Two queries."""
    standing = SessionAlarm.objects.filter(session__room=room, kind=TAKINGS_OFF, cleared_at=None)
    alarms = list(standing.select_related("session__table").order_by("raised_at", "pk"))
    about = {int(hand) for alarm in alarms for hand in alarm.hands}
    of_day = set(Hand.objects.filter(room=room, gaming_day=day, pk__in=about).values_list("pk", flat=True))
    for alarm in alarms:
        if of_day & {int(hand) for hand in alarm.hands}:
            sentence = f"{alarm.session.table}: {alarm.text}. Look at it, and put it away with a reason."
            yield OpenItem("takings_off", sentence, "a supervisor", "alarm", (alarm.pk,))


@keeps_open(Step.FIGURES)
def hands_not_rated(room: Room, day: date) -> Iterator[OpenItem]:
    """Hands with a known pot whose rating isn't there, table by table."""
    waiting = Hand.objects.filter(is_newest(), room=room, gaming_day=day, rating=None, pot__isnull=False)
    rows = waiting.order_by("session__table__position", "session").values_list("session", "session__table__name")
    for session, table, hands in rows.annotate(hands=Count("pk")):
        said = "1 hand is" if hands == 1 else f"{hands} hands are"
        sentence = f"{said} not rated yet at {table}: build the day’s report, which rates them."
        yield OpenItem("hand_unrated", sentence, MANAGER, "hands", asked=f"?session={session}")


@keeps_open(Step.FIGURES)
def reports_not_built(room: Room, day: date) -> Iterator[OpenItem]:
    """Reports of the day that are not there, or don't know all its hands; what is not rated yet is told apart.

    So is a report that was built before the day ended: the hours until its end are in no figure yet, and once the day
    is locked they never come in.
    """
    jobs = Job.objects.filter(
        room=room, name="rake.rebuild_day", state__in=_UNFINISHED, arguments__gaming_day=day.isoformat()
    )
    if job := jobs.order_by("asked_at", "pk").first():
        yield OpenItem(
            "report_building", "The day’s report is being built: wait until it is done.", "", "job", (job.pk,)
        )
        return
    for source in TableSession.Source.values:
        report = rake_report(room, day, source)
        if report.new_hands and not _unrated(room, day, source):
            which = "" if source == TableSession.Source.FLOOR else " of imported hands"
            lacks = f"lacks {report.new_hands} of its hands" if report.stamp else "is not built"
            sentence = f"The rake report{which} {lacks}: build it."
            yield OpenItem("report_not_built", sentence, MANAGER, "rake_report", (day,), f"?source={source}")
        elif source == TableSession.Source.FLOOR and not report.new_hands and lacks_its_end(room, day):
            yield _too_early(report)


def _too_early(report: Report) -> OpenItem:
    stamp = report.stamp
    built = f"was built at {stamp.built_at.astimezone(report.room.zone):%H:%M}, before the day ended" if stamp else ""
    sentence = f"The rake report {built or 'is not built'}: build it when the day is over, for the hours until then."
    return OpenItem("report_too_early", sentence, MANAGER, "rake_report", (report.gaming_day,))


def _unrated(room: Room, day: date, source: str) -> bool:
    waiting = Hand.objects.filter(is_newest(), room=room, gaming_day=day, session__source=source)
    return waiting.filter(rating=None, pot__isnull=False).exists()


@kept(KEPT_REPORT)
def report_of_the_day(room: Room, day: date) -> dict[str, Any]:
    """The rake report of the day by value, of the floor and of imports."""
    return {source: as_kept(rake_report(room, day, source)) for source in TableSession.Source.values}
