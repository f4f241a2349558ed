"""The charts of a morning: two weeks of money, the players present by the hour, and where four weeks were busy."""

from datetime import date, datetime, timedelta

from config.rooms.models import Room
from config.web.charts import Chart, Series
from config.web.heat import HeatMap
from rake.figures.definitions import FIGURES
from rake.figures.heat import heat_of
from rake.figures.parts import By
from rake.figures.periods import Kind, Period, period_of
from rake.figures.scopes import Scope
from rake.figures.sheets import sheet
from rake.figures.texts import shown

MONEY_DAYS = 14
HEAT_DAYS = 28


def first_shown(day: date) -> date:
    """The first gaming day of which the morning of `day` shows money."""
    return day - timedelta(days=MONEY_DAYS - 1)


def money_by_day(room: Room, day: date, at: datetime) -> Chart:
    """Rake and time as recorded, and as counted, of the last gaming days up to `day`, which is the last of them."""
    figures = [FIGURES["rake_and_time"], FIGURES["revenue_counted"]]
    period = period_of(Kind.DAYS, first_shown(day), until=day)
    read = sheet(Scope(room, period, at), figures, By.DAY)
    known = {row.part.day: row.values for row in read.rows}
    names = ("rake and time as recorded", "rake and time as counted")
    series = [Series(name, [known.get(each, (None, None))[n] for each in period]) for n, name in enumerate(names)]
    return Chart(
        "Money by day",
        "Rake and time as recorded at the tables, and as counted out of the boxes that were pulled on the day.",
        [f"{each.day} {each:%b}" for each in period],
        series,
        say=lambda value: shown(value, figures[0].unit, room.exponent),
        label_name="Day",
    )


def players_by_hour(room: Room, day: date, at: datetime) -> Chart:
    """Hours of players present, by the hour of the day: so many played on average in that hour. An hour that goes on
    is left out: of a part of it nobody knows how many play in the whole."""
    figure = FIGURES["player_hours"]
    read = sheet(Scope(room, period_of(Kind.DAY, day), at), [figure], By.HOUR)
    running = f"{at.astimezone(room.zone):%H}:00" if room.gaming_day(at) == day else ""
    rows = [row for row in read.rows if not running or not row.part.name.startswith(running)]
    return Chart(
        "Players by the hour",
        "Hours of players present in each hour that is over: as many as played on average.",
        [row.part.name for row in rows],
        [Series(figure.title.lower(), [row.values[0] for row in rows])],
        say=lambda value: shown(value, figure.unit, room.exponent),
    )


def busy_hours(room: Room, day: date, at: datetime) -> HeatMap:
    """Hours of players present by weekday and hour, of the four weeks up to `day`."""
    read = sheet(Scope(room, weeks_of_heat(day), at), [FIGURES["player_hours"]], By.WEEKDAY_HOUR)
    return heat_of(read, 0, title="Busy hours", sentence="Hours of players present, of the four weeks up to this day.")


def weeks_of_heat(day: date) -> Period:
    """The gaming days that the busy hours are of."""
    return period_of(Kind.DAYS, day - timedelta(days=HEAT_DAYS - 1), until=day)
