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


def money_by_day(room: Room, day: date, at: datetime) -> Chart:
    """Rake as recorded and revenue as counted of the last gaming days up to `day`, which is the last of them."""
    figures = [FIGURES["rake_taken"], FIGURES["revenue_counted"]]
    period = period_of(Kind.DAYS, day - timedelta(days=MONEY_DAYS - 1), until=day)
    read = sheet(Scope(room, period, at), figures, By.DAY)
    known = {row.part.day: row.values for row in read.rows}
    names = ("rake as recorded", "rake and time as counted")
    series = [Series(name, [known.get(each, (None, None))[n] for each in period]) for n, name in enumerate(names)]
    return Chart(
        "Money by day",
        "Rake as recorded with the hands, and rake and time as counted out of the boxes.",
        [f"{each.day} {each:%b}" for each in period],
        series,
        say=lambda value: shown(value, figures[0].unit, room.exponent),
        label_name="Day",
    )


def players_by_hour(room: Room, day: date, at: datetime) -> Chart:
    """Hours of players present, by the hour of the day: so many played on average in that hour."""
    figure = FIGURES["player_hours"]
    read = sheet(Scope(room, period_of(Kind.DAY, day), at), [figure], By.HOUR)
    return Chart(
        "Players by the hour",
        "Hours of players present in each hour: as many as played on average.",
        [row.part.name for row in read.rows],
        [Series(figure.title.lower(), [row.values[0] for row in read.rows])],
        say=lambda value: shown(value, figure.unit, room.exponent),
    )


def busy_hours(room: Room, day: date, at: datetime) -> HeatMap:
    """Hours of players present by weekday and hour, of the four weeks up to `day`."""
    read = sheet(Scope(room, weeks_of_heat(day), at), [FIGURES["player_hours"]], By.WEEKDAY_HOUR)
    return heat_of(read, 0, title="Busy hours", sentence="Hours of players present, of the four weeks up to this day.")


def weeks_of_heat(day: date) -> Period:
    """The gaming days that the busy hours are of."""
    return period_of(Kind.DAYS, day - timedelta(days=HEAT_DAYS - 1), until=day)
