"""Rules and rates of comps in words, for people."""

from collections.abc import Iterator, Mapping
from datetime import date

from config.rooms.models import Room
from players.comps.week import week_hours
from players.models import CompRate, CompRules
from players.selectors.comps import in_hours
from tables.models import PlaqueVersion


def rules_in_words(rules: CompRules, room: Room, plaques: Mapping[int, PlaqueVersion]) -> list[tuple[str, str]]:
    """The rules as labels and values."""
    period = f"{rules.earning_days} gaming days"
    most = f"{rules.most_redemptions:,} in {period}" if rules.most_redemptions else "as many as one likes"
    return [
        ("Points", "earned and redeemed" if rules.is_on else "off"),
        ("A point is worth", room.money(rules.point_value)),
        ("Points are gone", f"after {rules.expires_days:,} gaming days" if rules.expires_days else "never"),
        ("Play asked for", f"{in_hours(rules.required_minutes * 60)} in {period}"),
        ("Redemptions", most),
        ("One person, a gaming day", f"at most {rules.player_day_points:,} points"),
        ("One of the staff, a gaming day", f"at most {rules.cashier_day_points:,} points"),
        ("Of these alone", f"at most {rules.alone_points:,} points"),
        ("In cash", "the window may pay it" if rules.cash_allowed else "never"),
        ("Earns nothing", "; ".join(_excluded(rules, plaques)) or "no hour is excluded"),
    ]


def _excluded(rules: CompRules, plaques: Mapping[int, PlaqueVersion]) -> Iterator[str]:
    for text in rules.excluded_days:
        yield f"{date.fromisoformat(text):%-d %B %Y}"
    for stored in rules.excluded_hours:
        yield week_hours(stored).words
    for pk in rules.excluded_plaques:
        yield f"{plaques[pk].table.name}: {plaques[pk]}" if pk in plaques else f"plaque {pk}"


def rate_in_words(rate: CompRate) -> str:
    """“100 points every hour; 250 points Friday 22:00–02:00”."""
    return "; ".join(f"{line[3]:,} points {week_hours(line).words}" for line in rate.hours)
