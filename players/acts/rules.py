"""Acts that change a limit or a rule."""

from typing import Final

from config.staff.roles import Permission
from players.acts.row import Row

_P = Permission
_TABLES = "tables.services."
RULES: Final[tuple[Row, ...]] = (
    Row(
        name="the house rules",
        who=_P.HOUSE_RULES_POST,
        services=(f"{_TABLES}plaques.post_house_rules",),
        addresses=("house_rules_post",),
        asks_pin=True,
        second="sometimes",
        when="where one person may move more alone by them than before",
    ),
    Row(
        name="plaques: limits, buy-in and rake of a table",
        who=_P.PLAQUE_POST,
        services=(f"{_TABLES}plaques.post_plaque", f"{_TABLES}reposting.repost_plaques"),
        addresses=("plaque", "plaques_repost"),
        asks_pin=True,
    ),
    Row(
        name="another plaque of the room on a table, by the floor",
        who=_P.TABLE_OPEN,
        services=(f"{_TABLES}plaque_changes.change_plaque",),
        addresses=("plaque_change",),
        second="always",
    ),
    Row(
        name="chips sold beyond the plaque’s limits, as an exception of the house",
        who=_P.BUY_IN,
        services=("cage.services.window.buy_in",),
        addresses=("buy_in",),
        second="sometimes",
        when="where the books show no broken game that the player comes from",
        second_is="approver",
    ),
    Row(
        name="a seat beyond the plaque’s limits or the list, as an exception of the house",
        who=_P.SEAT,
        services=("players.services.seating.seat_player", "players.services.playing_over.play_over"),
        second="sometimes",
        when="where the books show no broken game that the player comes from",
        second_is="approver",
    ),
    Row(
        name="the two counts of a pulled box, and the one by three where they differ",
        who=_P.BOX_COUNT,
        services=("cage.services.box_counts.count_box", "cage.services.box_counts.count_box_together"),
        addresses=("box_count",),
        second="always",
    ),
    Row(
        name="a drop box that leaves its table",
        who=_P.BOX_PULL,
        services=("cage.services.pulls.pull_boxes",),
        addresses=("box_pull",),
        second="always",
    ),
    Row(
        name="a pulled box that goes to the next person",
        who=_P.BOX_PULL,
        services=("cage.services.custody.hand_over_boxes",),
        addresses=("box_hand_over",),
        second="always",
    ),
    Row(
        name="a key of the drop boxes, taken or returned",
        who=_P.BOX_PULL,
        services=("cage.services.custody.take_key", "cage.services.custody.return_key"),
        addresses=("box_keys", "box_key_return"),
        second="always",
    ),
    Row(
        name="the terms of a promotional pool, approved by another role",
        who=_P.POOL_POST,
        services=("cage.services.pools.post_pool",),
        addresses=("pools",),
        second="always",
    ),
    Row(
        name=(
            "an award out of a promotional pool, approved by another role, taken back while it isn’t paid, and left as "
            "it is where its hand was changed"
        ),
        who=_P.AWARD_DECLARE,
        services=(
            "cage.services.awards.declare_award",
            "cage.services.awards.void_award",
            "cage.services.award_reviews.let_award_stand",
        ),
        addresses=("awards", "award", "award_stands"),
        second="always",
    ),
    Row(
        name="what a gaming day brought the promotional pools, signed by one who is independent of the card room",
        who=_P.POOL_RECONCILE,
        services=("cage.services.pool_days.reconcile_pools",),
        addresses=("pool_day",),
        asks_pin=True,
    ),
    Row(
        name="the rules of comps, and what an hour of play earns, approved by another role",
        who=_P.COMP_POST,
        services=("players.services.comp_rules.post_comp_rules", "players.services.comp_rules.post_comp_rate"),
        addresses=("comps_rules", "comps_rates"),
        second="always",
    ),
    Row(
        name="the lock of a gaming day, after which nothing enters it",
        who=_P.DAY_LOCK,
        services=("config.days.services.lock_gaming_day",),
        addresses=("day_lock",),
        second="always",
    ),
    Row(
        name="the settings of the room",
        who=_P.ROOM_MANAGE,
        services=("config.rooms.services.change_settings",),
        addresses=("room_settings",),
        asks_pin=True,
        second="sometimes",
        when="where a second factor is asked of fewer people, slips end, or a limit is loosened: more voided, "
        "presented or paid by one person alone, more cash without an identity or a log, more short or over, carried or "
        "on its way before somebody is asked, less cover of the chips in use",
    ),
    Row(
        name="how many hands are asked for their pot",
        who=_P.ROOM_MANAGE,
        services=("rake.sampling.services.set_sampling_rate",),
        addresses=("sampling_rate",),
        asks_pin=True,
    ),
    Row(
        name="how revenue is reckoned",
        who=_P.HOUSE_RULES_POST,
        services=("rake.revenue.services.post_revenue_version",),
        addresses=("revenue_definition_add",),
        asks_pin=True,
        second="sometimes",
        when="where it begins on a gaming day that has ended",
    ),
    Row(
        name="the accounts of the journal",
        who=_P.HOUSE_RULES_POST,
        services=("rake.revenue.services.set_journal_accounts",),
        addresses=("journal_accounts",),
        asks_pin=True,
    ),
)
