"""Notes about the players and the ledger of a gaming day: who moved much by counting stacks, who was let off time
charges by whom, whose were voided, who got hours of play by hand, how comps were changed, and what was taken back on
later days."""

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from urllib.parse import urlencode

from config.days.registry import Note, corrects, in_words, noted
from config.rooms.models import Room
from config.web.text import ended, how_many
from players.four_eyes import limit_of_day
from players.models import CompRate, CompRules, HoursCorrection, Transfer, TransferKind
from players.selectors.acts import Counter, counts_of_day
from players.selectors.comps import in_hours
from players.selectors.time_paid import COURTESY, let_off_on, voided_on


@noted
def moved_by_counts(room: Room, day: date) -> Iterator[Note]:
    """Everybody whose counts of stacks moved more on the day than one person moves alone, also where quick hands
    explain it or another person confirmed it: what nobody sees of quick hands is who won them."""
    counters = counts_of_day(room, day)
    limit = limit_of_day(room, day) if counters else 0
    asked = {"kind": TransferKind.COUNT.value, "since": day.isoformat(), "until": day.isoformat()}
    for each in counters:
        if each.moved > limit:
            own = asked | ({"by": each.badge} if each.badge else {})
            yield Note(_said(each, room, limit), "ledger", asked=f"?{urlencode(own)}")


@noted
def time_let_off(room: Room, day: date) -> Iterator[Note]:
    """Everybody who was let off what they owed for time on the day, with who did it and why; those who got the courtesy
    hand together, for nobody decided on it."""
    acts = let_off_on(room, day)
    courtesy = [act for act in acts if act.reason == COURTESY]
    for act in acts:
        if act.reason != COURTESY:
            waived = f"{act.by} waived {room.money(act.amount)} of time for {act.player} at {act.table}"
            yield Note(ended(f"{waived}: {act.reason}"))
    if courtesy:
        amount, names = sum(act.amount for act in courtesy), ", ".join(act.player for act in courtesy)
        yield Note(f"The courtesy hand let {how_many(len(courtesy), 'player')} off {room.money(amount)}: {names}.")


@noted
def time_voided(room: Room, day: date) -> Iterator[Note]:
    """Every time charge that was voided on the day, with who did it, who confirmed it and why."""
    asked = {"kind": TransferKind.TIME_CHARGE.value, "since": day.isoformat(), "until": day.isoformat()}
    for act in voided_on(room, day):
        confirmed = f", confirmed by {act.second}" if act.second else ""
        collected = f"{room.money(act.amount)} of time that {act.collected_by} had collected from {act.player}"
        said = f"{act.by} voided {collected} at {act.table}{confirmed}: {act.reason}"
        yield Note(ended(said), "ledger", asked=f"?{urlencode(asked)}")


@noted
def hours_by_hand(room: Room, day: date) -> Iterator[Note]:
    """All play that two people gave a player, or took off, by hand on the day, of which locked day and why; one
    query."""
    rows = HoursCorrection.objects.filter(room=room, gaming_day=day)
    for row in rows.select_related("player", "plaque__table", "by", "second").order_by("pk"):
        did = f"gave {row.player}" if row.adds else f"took off {row.player}"
        play = f"{in_hours(round((row.until - row.began_at).total_seconds()))} of play at {row.plaque.table}"
        since, until = (each.astimezone(room.zone) for each in (row.began_at, row.until))
        said = f"{row.by} and {row.second} {did} {play} on {in_words(row.for_day)}, {since:%H:%M} to {until:%H:%M}"
        yield Note(ended(f"{said}, by hand: {row.reason}"), "player_comps", (row.player_id,))


@noted
def comps_changed(room: Room, day: date) -> Iterator[Note]:
    """The rules of comps, and what an hour of play earns, that were posted on the day, by whom and why; two queries."""
    rules = CompRules.objects.filter(room=room, made_on=day).select_related("made_by", "second")
    rates = CompRate.objects.filter(room=room, made_on=day).select_related("made_by", "second", "plaque__table")
    for version in rules:
        yield _posted(version, f"rules {version.number} of comps")
    for rate in rates:
        where = f" at {rate.plaque.table}" if rate.plaque else ""
        yield _posted(rate, f"what an hour of play{where} earns (rate {rate.number})")


def _posted(version: CompRules | CompRate, what: str) -> Note:
    said = f"{version.made_by} posted {what} from {in_words(version.from_day)} on, approved by {version.second}"
    return Note(ended(f"{said}: {version.reason}"), "comps")


@corrects
def taken_back_later(room: Room, day: date) -> Iterator[Note]:
    """Every slip, payment, fill and charge of the day that was voided on a later one, with who did it and why; one
    query. What rulings took back is told with the rulings."""
    back = Transfer.objects.filter(room=room, reverses__gaming_day=day, gaming_day__gt=day)
    rows = back.exclude(kind=TransferKind.RULING).select_related("by", "reverses").order_by("chain_number")
    for _, group in groupby(rows, key=lambda row: row.request_key):
        yield _voided(max(group, key=lambda row: row.amount), room)


def _voided(row: Transfer, room: Room) -> Note:
    """The note about one void, by the largest of its rows."""
    made = row.reverses
    assert made is not None  # noqa: S101 - asked for
    what = f"{made.get_kind_display().capitalize()}, {room.money(row.amount)}, at {made.at.astimezone(room.zone):%H:%M}"
    said = f"{what}: voided on the gaming day {in_words(row.gaming_day)} by {row.by or 'the system'}"
    return Note(ended(f"{said}, {row.reason}" if row.reason else said), "ledger_group", (row.request_key,))


def _said(counter: Counter, room: Room, limit: int) -> str:
    """The sentence about one person, with both sums of the rows that it leads to."""
    by_ticks = f", {room.money(counter.by_ticks)} of it put down to quick hands" if counter.by_ticks else ""
    found, missed = f"found {room.money(counter.more)}{by_ticks}", f"missed {room.money(counter.less)}"
    moved = f"{counter.name} {found}, and {missed}, by counts of {how_many(counter.stacks, 'stack')}"
    return f"{moved}; one person moves {room.money(limit)} a day alone."
