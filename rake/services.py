"""The rake that each hand owed the house, and the gaming day's figures made of it. Only these functions write."""

from collections.abc import Callable
from datetime import date, datetime
from itertools import product
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, QuerySet

from config.audit.services import record
from config.compiled import Blank, compiled
from config.days.registry import in_words
from config.days.selectors import is_locked
from config.days.services import refuse_locked
from config.jobs.models import Job
from config.jobs.services import enqueue, enqueue_due
from config.locks import LockKind, hold
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from games.models import Hand, is_newest
from rake.models import PlanHour, PlayHour, RakeHour, Rating, ReportDay
from rake.planned import planned_time_of
from rake.play_time import play_time_of
from rake.summing import figures_of
from rake.unbuilt import days_played_through, days_still_planned, days_still_played, days_to_rebuild
from rake.watching import watch_takings
from rules.house.rake import NO_FEE, FeeSchedule, RakeResult, take
from tables.models import TableSession

REBUILD = "rake.rebuild_day"
Progress = Callable[[int, int], None]


def rate_hand(*, hand_id: int, at: datetime) -> Rating | None:
    """Rate a hand: the rake and promo it owed by the schedule on its plaque, beside what was taken (I-9).

    Returns the rating, the earlier one where the hand was rated before, and None for a tick without a pot,
    which is counted but can't be rated, and for a hand of a locked day that was superseded before it was rated. The
    alarm of the table's takings follows it. Safe to run twice and at once.
    """
    hand = _hand(hand_id)
    rating = None if hand.pot is None else _rate_in_time(hand, at)
    watch_takings(session_id=hand.session_id, at=at)
    return rating


def _hand(hand_id: int) -> Hand:
    for hand in _with_plaque(hand_id):
        return hand
    raise Hand.DoesNotExist


@compiled
def _with_plaque(hand: Blank) -> QuerySet[Hand]:
    return Hand.objects.filter(pk=hand).select_related("plaque", "room")


def _rate_in_time(hand: Hand, at: datetime) -> Rating | None:
    """The rating of a hand; that of a hand of a locked day is what it was."""
    if is_locked(hand.room, hand.gaming_day):
        return Rating.objects.filter(hand=hand).first()
    return _rate(hand, at)


def _rate(hand: Hand, at: datetime) -> Rating:
    owed = owed_of(hand)
    rating, _ = Rating.objects.get_or_create(
        hand=hand,
        defaults={
            "room": hand.room,
            "gaming_day": hand.gaming_day,
            "rake_owed": owed.rake,
            "promo_owed": owed.promo,
            "rake_variance": hand.rake_taken - owed.rake,
            "promo_variance": hand.promo_taken - owed.promo,
            "steps": [step.to_json() for step in owed.steps],
            "engine_version": settings.VERSION,
            "rated_at": at,
        },
    )
    return rating


def owed_of(hand: Hand) -> RakeResult:
    """The rake that the plaque's schedule takes of the hand.

    A tick tells the pot alone: it counts as one pot of a full table whose flop was dealt, which is when rake is due. Of
    a collection, which no pot tells, a tick owes what was taken, where so much is posted for some hand. A void hand
    owes nothing.
    """
    plaque = hand.plaque.plaque
    fee = plaque.fee if plaque.fee and not hand.void_cause else NO_FEE
    every = [
        take(
            fee,
            hand.called_pots or [hand.pot or 0],
            players_dealt=players,
            flop_dealt=flop_dealt,
            flop_game=plaque.sheet.board_cards > 0,
            ante_posted=plaque.ante > 0,
            money=hand.room.money,
        )
        for players, flop_dealt in _dealings(hand, fee, plaque.seats)
    ]
    return next((owed for owed in every if owed.rake == hand.rake_taken), every[0])


def _dealings(hand: Hand, fee: FeeSchedule, seats: int) -> list[tuple[int, bool]]:
    """The players dealt in and whether a flop came, as the hand may have been dealt: the full table first."""
    if hand.players_dealt or not fee.collection:
        return [(hand.players_dealt or seats, hand.flop_dealt is not False)]
    dealt = [seats, *(players for players, _ in fee.collections_by_players)]
    return list(product(dealt, (True, False)))


@transaction.atomic
def ask_for_day(*, room: Room, gaming_day: date, key: str, by: User | None, at: datetime) -> Job:
    """Ask the worker to rebuild the report of a gaming day; returns the job that shows its progress.

    The same `key` asks once; with another day it is refused (`key_reused`). A locked day is refused (`day_locked`): its
    report stays as it was kept.
    """
    refuse_locked(room, gaming_day)
    day = gaming_day.isoformat()
    if earlier := claim(key, "report", {"room": room.pk, "gaming_day": day}, by=by, at=at):
        return Job.objects.get(pk=(earlier.answer or {})["job"])
    job = enqueue(REBUILD, room=room, by=by, **_report_of(room, gaming_day))
    record("report.asked", room, room=room, by=by, at=at, after={"gaming_day": day})
    answered(key, {"job": str(job.pk)})
    return job


def ask_for_due_days(*, room: Room, at: datetime) -> None:
    """Ask for the report of every day that has hands, or time of tables that were open or planned, which its report
    doesn't know yet."""
    played = {*days_still_played(room), *days_played_through(room, at)}
    for day in sorted({*days_to_rebuild(room), *played, *days_still_planned(room, at)}):
        enqueue_due(REBUILD, room=room, at=at, **_report_of(room, day))


def _report_of(room: Room, day: date) -> dict[str, Any]:
    return {"title": f"Rake report of {in_words(day)}", "room_id": room.pk, "gaming_day": day.isoformat()}


def rebuild_day(
    *, room: Room, gaming_day: date, at: datetime, progress: Progress = lambda done, total: None, job: Job | None = None
) -> None:
    """Rate what is unrated, then delete and rebuild the figures of `gaming_day`, floor and imports apart.

    Two rebuilds of one day run one after the other; each ends with the same figures for the same hands. A locked day is
    never built again (`day_locked`).
    """
    refuse_locked(room, gaming_day)
    newest = Hand.objects.filter(is_newest(), room=room, gaming_day=gaming_day, is_void=False)
    waiting = newest.filter(rating=None, pot__isnull=False)
    unrated = dict(waiting.values_list("pk", "session"))
    for number, hand_id in enumerate(unrated):
        progress(number, len(unrated) + 1)
        _rate(_hand(hand_id), at)
    for session_id in sorted(set(unrated.values())):
        watch_takings(session_id=session_id, at=at)
    with transaction.atomic():
        _one_rebuild_at_a_time(room, gaming_day)
        versions = _versions(room, gaming_day)  # first: what is recorded before the figures are read is built again
        for rollup in (RakeHour, PlayHour, PlanHour, ReportDay):
            rollup.objects.filter(room=room, gaming_day=gaming_day).delete()
        hours = [RakeHour(room=room, gaming_day=gaming_day, **figures) for figures in figures_of(room, gaming_day)]
        RakeHour.objects.bulk_create(hours)
        times = play_time_of(room, gaming_day, at)
        PlayHour.objects.bulk_create(PlayHour(room=room, gaming_day=gaming_day, **figures) for figures in times)
        plans = planned_time_of(room, gaming_day, at)
        PlanHour.objects.bulk_create(PlanHour(room=room, gaming_day=gaming_day, **figures) for figures in plans)
        ReportDay.objects.bulk_create(
            ReportDay(
                room=room,
                gaming_day=gaming_day,
                source=source,
                built_at=at,
                job=job,
                versions=versions.get(source, 0),
                **_counts(hours, source),
            )
            for source in TableSession.Source.values
        )
    progress(len(unrated) + 1, len(unrated) + 1)


def _versions(room: Room, gaming_day: date) -> dict[str, int]:
    """The number of hand records of each source, superseded ones among them: the number only ever grows."""
    records = Hand.objects.filter(room=room, gaming_day=gaming_day).order_by().values("session__source")
    return dict(records.annotate(n=Count("pk")).values_list("session__source", "n"))


def _counts(hours: list[RakeHour], source: str) -> dict[str, int]:
    """Return how many hands the lines of one source count, how many of them wait for their rating or never get one."""
    lines = [hour for hour in hours if hour.source == source]
    hands, unrated, rated = (sum(getattr(line, name) for line in lines) for name in ("hands", "unrated", "rated"))
    return {"hands": hands, "unrated": unrated, "without_pot": hands - unrated - rated}


def _one_rebuild_at_a_time(room: Room, gaming_day: date) -> None:
    hold(LockKind.REPORT_DAY, room=room.pk, thing=gaming_day.toordinal())
