"""The answer to a question: past hands under both schedules, how sure that is, and what changes most, explained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from fractions import Fraction
from typing import Any

from config.rooms.models import Room
from rake.lab.asking import Question
from rake.lab.bootstrap import paired
from rake.lab.ceiling import Ceiling, ceiling_of
from rake.lab.family import Family, Wish, usual_family
from rake.lab.naming import named
from rake.lab.optimum import Best, Task, best_of
from rake.lab.reading import Where, judged_hand, read
from rake.lab.reckoning import Trial, explained
from rake.lab.spread import reckon
from rake.lab.sums import BANDS, Change, Fees, Sums
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES, House
from rules.house.possible_fees import most_rake
from rules.house.rake import check_schedule
from tables.models import PlaySource

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a question, as plain values. Amounts are minor units.

    `chance` holds the bands (now, then, difference) or nothing; `players` and `schedules` are lines of a table:
    name, hands, rake now, rake then; and what stands on plaques now, as JSON and in words, with its hands and those
    whose rake changes (older answers lack these). `changes`
    are the hands that change most with the engine's steps; `refusals` say why this room's house may not post the
    schedule; `best` is the best of a family.
    """

    hands: int
    judged: int
    left_out: Mapping[str, int]
    supposed: Mapping[str, int]
    pots: int
    small_hands: int
    small_pots: int
    now: Mapping[str, int]
    then: Mapping[str, int]
    chance: Mapping[str, list[int]] | None
    table_hours: int
    players: list[Any]
    schedules: list[Any]
    ceiling: Mapping[str, Any]
    played_seconds: int
    changes: list[Any]
    refusals: list[str]
    best: Mapping[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, one key per field."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Answer:
        """The answer that `to_json` wrote."""
        return cls(**written)

    @property
    def difference(self) -> int:
        """The rake then less the rake now."""
        return self.then["rake"] - self.now["rake"]

    def an_hour(self, name: str) -> Fraction | None:
        """The rake of a player’s hour, `now` or `then`: the judged hands’ mean, over every hand of those hours. None
        where no player’s hours are known, or no hand was judged."""
        if not self.played_seconds or not self.judged:
            return None
        rake: int = getattr(self, name)["rake"]
        hands = self.hands - self.left_out.get("timed", 0)
        return Fraction(rake * hands * 3600, self.judged * self.played_seconds)


def answer(
    room: Room, question: Question, *, at: datetime, workers: int = 1, progress: Progress = lambda _done, _total: None
) -> Answer:
    """The answer, as the books are now, reckoned by so many processes. What `progress` raises ends it."""
    where, house = Where(room, question), house_of(room, at)
    trial = _trial(where, house)
    total = where.hands.count()
    sums = reckon(trial, read(where), workers=workers, told=lambda done: progress(done, max(done, total)))
    best = _best(where, sums, trial, house, lambda _done, _rates: progress(sums.hands, sums.hands))
    chance = paired([(now, then) for _, (_, now, then) in sorted(sums.blocks.items())], seed=question.seed)
    return Answer(
        hands=sums.hands,
        judged=sums.judged,
        left_out=dict(sums.left_out),
        supposed=dict(sums.supposed),
        pots=sums.pots,
        small_hands=sums.small_hands,
        small_pots=sums.small_pots,
        now=_fees(sums.now),
        then=_fees(sums.then),
        chance={name: list(spread) for name, spread in chance._asdict().items()} if chance else None,
        table_hours=len(sums.blocks),
        players=[[BANDS[band][1], *values] for band, values in sorted(sums.bands.items())],
        schedules=_schedules(sums, trial, room),
        ceiling=trial.ceiling.to_json(),
        played_seconds=where.played_seconds,
        changes=[_told(change, where, trial) for change in sums.changes],
        refusals=[each.message for each in check_schedule(question.other, house, question.game, room.money)],
        best=best,
    )


def house_of(room: Room, at: datetime) -> House:
    """The house by whose rules the room plays; the standard one where it has posted none."""
    rules = room.house_rules_versions.filter(source=PlaySource.FLOOR, effective_at__lte=at)
    posted = rules.order_by("-effective_at", "-number").first()
    return posted.house if posted else HOUSES["standard"]


def _trial(where: Where, house: House) -> Trial:
    question, of_room = where.question, ceiling_of(house)
    return Trial(
        other=question.other,
        terms=where.terms,
        ceiling=of_room if of_room.is_set else question.typed,
        house=HOUSES[question.house] if question.house else None,
        by_group=question.wish is not None,
    )


def _fees(fees: Fees) -> dict[str, int]:
    return {each.name: getattr(fees, each.name) for each in fields(fees)}


def _schedules(sums: Sums, trial: Trial, room: Room) -> list[Any]:
    """The schedules on the plaques of the judged hands, that of most hands first."""
    found: dict[str, list[Any]] = {}
    for plaque, hands in sums.plaques.items():
        fee = trial.terms[plaque].fee
        line = found.setdefault(repr(fee), [fee.to_json(), named(fee, room), 0, 0])
        line[2] += hands
        line[3] += sums.changed[plaque]
    return sorted(found.values(), key=lambda line: (-line[2], line[1]))


def _told(change: Change, where: Where, trial: Trial) -> dict[str, Any]:
    """A hand that changes, with each step of the engine under both schedules."""
    hand, past = judged_hand(where, change.hand)
    now, then = explained(past, trial, where.room.money)
    return {
        "hand": change.hand,
        "name": f"{hand.session.table.name}, hand {hand.number}",
        "day": hand.played_on.isoformat(),
        "pot": sum(past.pots),
        "players": past.players,
        "now": now.rake,
        "then": then.rake,
        "steps_now": [step.to_json() for step in now.steps],
        "steps_then": [step.to_json() for step in then.steps],
    }


def _best(where: Where, sums: Sums, trial: Trial, house: House, told: Progress) -> Any:
    """The best schedule of the usual family, as the answer keeps it; None where nobody asked, or no hand was judged."""
    question, room = where.question, where.room
    if question.wish is None or not sums.judged:
        return None
    family = usual_family(question.other, chip=room.smallest_chip, most_cap=_most_cap(trial, room))
    bands = {band: now for band, (_, now, _) in sums.bands.items()}
    task = Task(sums.groups, sums.now.rake, bands, question.wish, trial.ceiling, room.money, room.smallest_chip)
    best = best_of(family, task, allowed=lambda schedule: not check_schedule(schedule, house, question.game), told=told)
    return _kept(best, family, question.wish, room)


def _kept(best: Best, family: Family, wish: Wish, room: Room) -> dict[str, Any]:
    found = best.schedule
    return {
        "wish": wish.to_json(),
        "tried": best.tried,
        "schedule": found.to_json() if found else None,
        "words": named(found, room) if found else "",
        "highest_cap": family.caps[-1],
        "rake": best.worth.rake if best.worth else 0,
        "small": best.worth.small if best.worth else 0,
    }


def _most_cap(trial: Trial, room: Room) -> int:
    """The highest cap that is tried: the ceiling's, else twice what stands on a plaque or was asked for."""
    if trial.ceiling.cap is not None:
        return trial.ceiling.cap
    posted = [most_rake(each) or 0 for each in (trial.other, *(terms.fee for terms in trial.terms.values()))]
    return 2 * max(posted) or 20 * room.smallest_chip


def schedule_now(answered: Answer) -> FeeSchedule | None:
    """The schedule under which most of the judged hands were played; None where no hand was judged."""
    return FeeSchedule.from_json(answered.schedules[0][0]) if answered.schedules else None


def ceiling_in(answered: Answer) -> Ceiling:
    """The ceiling that the answer was judged by."""
    return Ceiling(**answered.ceiling)
