"""The pictures of an answer: what both schedules take by the pot, and who would pay by the players dealt in."""

from __future__ import annotations

from config.rooms.models import Room
from config.web.charts import Chart, Series
from config.web.ladders import LadderChart, Stairs
from rake.lab.judging import Answer, schedule_now
from rake.lab.naming import named
from rules.house.fee_schedule import FeeSchedule
from rules.house.ladder import ladder
from tables.ladders import stairs


def ladders(answer: Answer, other: FeeSchedule, room: Room) -> LadderChart | None:
    """The rake by the pot of a full table, now and then, and of the best schedule where one was found; None where
    none of them takes any."""
    schedules = {"now": schedule_now(answer), "then": other}
    if answer.best and answer.best["schedule"]:
        schedules["best"] = FeeSchedule.from_json(answer.best["schedule"])
    told = {name: each for name, each in schedules.items() if each is not None}
    ends = [found.until for each in told.values() if (found := ladder(each))]
    if not ends:
        return None
    lines = [_line(name, each, max(ends)) for name, each in told.items()]
    joined = (
        "" if all(line.is_flat for line in lines) else " Where it rises by the cent the line joins some of its pots."
    )
    now = (
        f" Now: {named(schedules['now'], room)}, which stood on the plaques of most of the judged hands."
        if schedules["now"]
        else ""
    )
    sentence = f"Of a hand that saw a flop at a full table, by its called pot.{now}{joined}"
    return LadderChart("Rake by the pot", sentence, lines, max(ends), say=room.money, label_name="Pot from")


def _line(name: str, schedule: FeeSchedule, until: int) -> Stairs:
    found = ladder(schedule, until=until)
    return stairs(name, found) if found else Stairs(name, [(0, 0)])


def who_pays(answer: Answer, room: Room) -> Chart | None:
    """The rake by the number of players dealt in, now and then; None where there is none."""
    names = [line[0] for line in answer.players]
    series = [Series(name, [line[place] for line in answer.players]) for place, name in ((2, "now"), (3, "then"))]
    chart = Chart(
        "Rake by players dealt in",
        "Of the judged hands, by how many were dealt in.",
        names,
        series,
        say=room.money,
        label_name="Dealt in",
    )
    return None if chart.is_empty else chart
