"""The lines of a gaming day's hands: summed out of the hands and their ratings, in one statement."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import connection
from django.db.models import F, FilteredRelation, Q, QuerySet
from psycopg import sql

from config.rooms.models import Room
from games.models import Hand
from rake.dealt import WHO_DEALT
from rake.figures.scopes import hour_of
from rake.standing import in_figures
from tables.models import PlaqueVersion

_RATED = ("rake_owed", "promo_owed", "rake_variance", "promo_variance")
_LINES = """
with hand as ({hands}), down as ({downs})
select hand.hour_starts_at, hand.plaque_id, down.dealer_id, hand.source, hand.table_id,
    count(*) filter (where tier = 'tick') as ticks, count(*) filter (where tier = 'full') as full_hands,
    count(rating_id) as rated, count(*) filter (where pot is not null and rating_id is null) as unrated,
    coalesce(sum(pot), 0)::bigint as pot,
    sum(rake_taken)::bigint as rake_taken, sum(promo_taken)::bigint as promo_taken,
    coalesce(sum(rake_owed), 0)::bigint as rake_owed, coalesce(sum(promo_owed), 0)::bigint as promo_owed,
    coalesce(sum(greatest(rake_variance, 0)), 0)::bigint as rake_over,
    coalesce(sum(greatest(-rake_variance, 0)), 0)::bigint as rake_under,
    coalesce(sum(greatest(promo_variance, 0)), 0)::bigint as promo_over,
    coalesce(sum(greatest(-promo_variance, 0)), 0)::bigint as promo_under
from hand left join down on down.session_id = hand.session_id and down.started_at <= hand.started_at
    and (down.until is null or down.until > hand.started_at)
group by 1, 2, 3, 4, 5
"""


def figures_of(room: Room, gaming_day: date) -> list[dict[str, Any]]:
    """One row per source, table, plaque, dealer and hour, aggregated in one statement: one moment, never two.

    A rating is of the gaming day of its hand (`rake.audit_checks` asks): those of other days are not read. What a
    plaque says is told of it afterwards: each hand would carry it through the sums.
    """
    hands, of_hands = _hands(room, gaming_day).query.sql_with_params()
    plaques = _plaques(room)
    with connection.cursor() as cursor:
        lines = sql.SQL(_LINES).format(hands=sql.SQL(hands), downs=sql.SQL(WHO_DEALT))
        cursor.execute(lines, [*of_hands, room.pk, gaming_day])
        names = [column.name for column in cursor.description]
        rows = (dict(zip(names, row, strict=True)) for row in cursor.fetchall())
        return [_line(row, *plaques[row["plaque_id"]]) for row in rows]


def _hands(room: Room, gaming_day: date) -> QuerySet[Any, Any]:
    """The hands that the day's figures count, each with its rating: superseded versions and what is void are left
    out."""
    of_day = Q(rating__room=room, rating__gaming_day=gaming_day)
    return (
        Hand.objects.filter(in_figures(), room=room, gaming_day=gaming_day)
        .order_by()
        .annotate(rated_of_day=FilteredRelation("rating", condition=of_day), hour_starts_at=hour_of("started_at", room))
        .values(
            *("session_id", "started_at", "hour_starts_at", "plaque_id", "tier", "pot", "rake_taken", "promo_taken"),
            source=F("session__source"),
            table_id=F("session__table_id"),
            rating_id=F("rated_of_day__pk"),
            **{name: F(f"rated_of_day__{name}") for name in _RATED},
        )
    )


def _plaques(room: Room) -> dict[int, tuple[str, str, bool]]:
    """The room's plaques, by their ids: the game, the name, and whether players pay for time under it."""
    read = PlaqueVersion.objects.filter(room=room).values_list("pk", "game", "short_name", "plaque_json__fee__mode")
    return {pk: (game, name, mode == "time") for pk, game, name, mode in read}


def _line(row: Mapping[str, Any], game: str, plaque_name: str, is_timed: bool) -> dict[str, Any]:
    """A row of sums as the fields of its line."""
    hands = row["ticks"] + row["full_hands"]
    return {**row, "game": game, "plaque_name": plaque_name, "timed": hands if is_timed else 0}
