"""Notes about the revenue of a gaming day: who changed how it is reckoned, on the day or back over it."""

from collections.abc import Iterable, Iterator
from datetime import date

from config.audit.models import AuditEvent
from config.days.registry import Note, end_of, in_words, noted
from config.rooms.models import Room
from rake.revenue.definitions import terms_of, versions_of
from rake.revenue_models import RevenueVersion


@noted
def reckoned_anew(room: Room, day: date) -> Iterator[Note]:
    """Every version of a definition that was made on the day, or later and back over it, with what held before. Three
    queries."""
    made = RevenueVersion.objects.filter(room=room, made_by__isnull=False, made_at__gte=room.start_of(day))
    if not made.exists():
        return
    pairs = [pair for versions in versions_of(room).values() for pair in zip([None, *versions], versions, strict=False)]
    told = [(before, version) for before, version in pairs if _touches(version, room, day)]
    seconds = _confirmed_by(room, [version for _, version in told])
    for before, version in sorted(told, key=lambda pair: pair[1].made_at):
        sentence = _said(before, version, room, seconds.get(version.pk, ""))
        yield Note(sentence, "revenue_definition", (version.code,))


def _touches(version: RevenueVersion, room: Room, day: date) -> bool:
    """Whether a version was made by somebody on the day, or later and reaches back to it."""
    if version.made_by_id is None or version.made_at < room.start_of(day):
        return False
    return version.made_at < end_of(room, day) or (version.from_day is not None and version.from_day <= day)


def _said(before: RevenueVersion | None, version: RevenueVersion, room: Room, second: str) -> str:
    made_at = version.made_at.astimezone(room.zone)
    since = f"from {in_words(version.from_day)} on" if version.from_day else "from the first day on"
    was = f"before, {_formula(before)}" if before else "there was none before"
    by = f"{version.made_by}, with badge {second}," if second else f"{version.made_by} alone"
    changed = f"changed how “{version.title}” is reckoned on {made_at:%-d %B at %H:%M}"
    return f"{by} {changed}: {since} it is {_formula(version)}; {was}. Why: {version.reason}"


def _formula(version: RevenueVersion) -> str:
    """The formula in words: "Rake counted − Petty cash paid out"."""
    words = " ".join(f"{'−' if term.sign < 0 else '+'} {term.sum.title}" for term in terms_of(version))
    return words.removeprefix("+ ")


def _confirmed_by(room: Room, versions: Iterable[RevenueVersion]) -> dict[int, str]:
    """The badges of the people who confirmed versions, by the id of the version, from the trail."""
    ids = [str(version.pk) for version in versions]
    events = AuditEvent.objects.filter(room=room, verb="revenue.version", subject_id__in=ids)
    return {
        int(subject): (after or {}).get("second", "") for subject, after in events.values_list("subject_id", "after")
    }
