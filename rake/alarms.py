"""The alarms that the rake raises at a table: takings that are not what is owed, and hands that nobody rated."""

from games.alarms import alarm_page
from rake.selectors import hands_address, overdue
from rake.watching import TAKINGS_OFF
from tables.alarms import AlarmKind, register

UNRATED = "unrated"
"""The alarm of hands that wait for their rating too long."""

register(
    AlarmKind(
        TAKINGS_OFF,
        rank=8,
        place=alarm_page,
        reasons=(
            "The dealer was told",
            "No flop came: nothing was due",
            "The schedule on the plaque is being put right",
        ),
    )
)
register(AlarmKind(UNRATED, rank=10, place=hands_address, watch=overdue))
