"""Acts that change who is let in, and who may what."""

from typing import Final

from config.staff.roles import Permission
from players.acts.row import Row

_P = Permission
_STAFF = "config.staff.services."
RIGHTS: Final[tuple[Row, ...]] = (
    Row(
        name="adding a person, and giving or ending a role",
        who=_P.STAFF_MANAGE,
        services=(f"{_STAFF}add_person", f"{_STAFF}grant_role", f"{_STAFF}end_role"),
        addresses=("staff:add", "staff:bring", "staff:grant", "staff:end"),
        asks_pin=True,
        second="sometimes",
        when="for managers and administrators, where the room has another administrator",
        alarm="on the audit page, where a powerful role was given by one alone",
    ),
    Row(
        name="a review of access, which may end roles",
        who=_P.STAFF_MANAGE,
        services=("config.staff.access_review.review_access",),
        addresses=("staff:sign_review",),
        asks_pin=True,
        second="always",
    ),
    Row(
        name="an exception for two roles that one person must not hold",
        who=_P.STAFF_MANAGE,
        services=("config.staff.role_exceptions.post_exception",),
        addresses=("staff:post_exception",),
        asks_pin=True,
        second="always",
        second_is="approver",
    ),
    Row(
        name="the end of such an exception",
        who=_P.STAFF_MANAGE,
        services=("config.staff.role_exceptions.end_exception",),
        addresses=("staff:end_exception",),
        asks_pin=True,
    ),
    Row(
        name="letting nobody in by an account",
        who=_P.STAFF_MANAGE,
        services=(f"{_STAFF}disable",),
        addresses=("staff:disable",),
        asks_pin=True,
        second="sometimes",
        when="for managers and administrators, where the room has another administrator",
    ),
    Row(
        name="letting somebody in again, a new password, and an end to waiting after wrong guesses",
        who=_P.STAFF_MANAGE,
        services=(f"{_STAFF}enable", f"{_STAFF}reset_password", "config.staff.guesses.unlock"),
        addresses=("staff:enable", "staff:reset", "staff:unlock"),
        asks_pin=True,
    ),
    Row(
        name="taking away a lost authenticator",
        who=_P.STAFF_MANAGE,
        services=("config.staff.second_factor.reset",),
        addresses=("staff:reset_authenticator",),
        asks_pin=True,
        second="always",
    ),
    Row(
        name="letting in the only administrator, who lost password and authenticator, on the server alone",
        who=_P.STAFF_MANAGE,
        services=("config.staff.second_factor.let_in_again",),
    ),
    Row(
        name="a key for other programs",
        who=_P.STAFF_MANAGE,
        services=("config.staff.tokens.give_token",),
        addresses=("staff:give_token",),
        asks_pin=True,
        second="sometimes",
        when="where the program records",
    ),
    Row(
        name="the end of such a key",
        who=_P.STAFF_MANAGE,
        services=("config.staff.tokens.end_token",),
        addresses=("staff:end_token",),
        asks_pin=True,
    ),
    Row(
        name="telling another system of events",
        who=_P.HOOK_MANAGE,
        services=("config.hooks.services.register_hook",),
        addresses=("hooks",),
        asks_pin=True,
    ),
    Row(
        name="the events that another system is told of",
        who=_P.HOOK_MANAGE,
        services=("config.hooks.services.choose_events",),
        addresses=("hook",),
        asks_pin=True,
    ),
    Row(
        name="a new secret that signs what another system is told",
        who=_P.HOOK_MANAGE,
        services=("config.hooks.services.rotate_secret",),
        addresses=("hook_secret",),
        asks_pin=True,
    ),
    Row(
        name="barring or excluding a player",
        who=_P.PLAYER_BAR,
        services=("players.services.exclusions.bar_player",),
        addresses=("player_bar",),
        alarm="a barred player at a table",
    ),
    Row(
        name="letting a barred or excluded player in again",
        who=_P.BAN_LIFT,
        services=("players.services.exclusions.lift_ban",),
        addresses=("ban_lift",),
        second="always",
    ),
    Row(
        name="changing what stops a player from playing",
        who=_P.PLAYER_EDIT,
        services=("players.services.people.edit_player",),
        addresses=("player_edit",),
        second="sometimes",
        when="where a birth date, a document or a name stopped the player, or their bank opens by it",
    ),
    Row(
        name="saying whether two records are of one person",
        who=_P.PLAYER_EDIT,
        services=("players.services.identity.decide_identity",),
        addresses=("player_who",),
        second="sometimes",
        when="by whoever may decide it, where oneself may not",
        second_is="decider",
    ),
    Row(
        name="letting two players sit together again",
        who=_P.PLAYER_BAR,
        services=("players.services.conduct.end_separation",),
        addresses=("player_together",),
        alarm="players kept apart at one table",
    ),
)
