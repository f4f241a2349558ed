"""The table of acts: what makes, moves or forgives money after the fact, or changes a right, a limit or a rule.

Every row says who may do it, whether the PIN is asked again, from where on a second person confirms it, and whether it
stands as an alarm. The page of acts shows it; a service that does such a thing and is in no row is found by a test.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from config.staff.roles import Permission
from players import four_eyes
from players.four_eyes import Act

Second = Literal["always", "limit", "sometimes", "never"]
"""The times when a second person confirms: always, above what one person moves alone a day, as `when` says, or
never."""
_P = Permission


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One act. `services` are its functions, `addresses` the names of the pages on which it is done; none where it is
    done on the server alone. `second_is` names their parameter for the second person."""

    name: str
    who: Permission
    services: tuple[str, ...]
    addresses: tuple[str, ...] = ()
    asks_pin: bool = False
    second: Second = "never"
    when: str = ""
    alarm: str = ""
    act: Act | None = None
    second_is: str = "second"

    @property
    def second_in_words(self) -> str:
        """From where on a second person confirms it, for people."""
        words = {"always": "always", "limit": "above what one person moves alone a day", "never": "never"}
        return " ".join(filter(None, [words.get(self.second, ""), self.when]))


def _money(
    act: Act,
    *,
    who: Permission,
    services: tuple[str, ...],
    addresses: tuple[str, ...] = (),
    when: str = "",
    alarm: str = "",
) -> Row:
    """A row of `players.four_eyes`, which knows whether two people always do it."""
    second: Second = "always" if act.always else "limit"
    return Row(
        name=act.name, who=who, services=services, addresses=addresses, second=second, when=when, alarm=alarm, act=act
    )


_RULES = "disputes.services."
MONEY: Final[tuple[Row, ...]] = (
    _money(
        four_eyes.RULING,
        who=_P.DISPUTE_RULE,
        services=(f"{_RULES}ruling.rule",),
        addresses=("rule_dispute",),
        when="and whenever the house pays, chips are lacking, or only a stated time makes it timely",
        alarm="the case, until it is ruled",
    ),
    _money(
        four_eyes.RULING,
        who=_P.DISPUTE_APPEAL,
        services=(f"{_RULES}appeals.rule_on_appeal", f"{_RULES}amending.amend"),
        addresses=("hear_dispute", "amend_ruling"),
        when="and whenever one’s own ruling is amended",
        alarm="the case, until it is ruled",
    ),
    _money(
        four_eyes.CORRECTION,
        who=_P.HAND_RECORD,
        services=("games.services.recording.record_hand",),
        addresses=("record",),
        when="and whenever chips are lacking or a ruling had moved some",
        alarm="takings that are not what is owed, kills that change",
    ),
    _money(
        four_eyes.TICK_CORRECTION,
        who=_P.HAND_RECORD,
        services=("games.services.superseding.supersede_tick",),
        addresses=("correct_hand",),
        alarm="takings that are not what is owed, kills that change",
    ),
    _money(
        four_eyes.VOID,
        who=_P.HAND_RECORD,
        services=("games.services.voiding.void_hand",),
        addresses=("void_hand",),
        alarm="kills that change",
    ),
    _money(
        four_eyes.COLLECT,
        who=_P.DISPUTE_RULE,
        services=("players.services.debts.collect_debt", "cage.services.debts.pay_debt"),
        addresses=("debt_collect",),
    ),
    _money(
        four_eyes.WRITE_OFF,
        who=_P.DISPUTE_APPEAL,
        services=("players.services.debts.write_off_debt",),
        addresses=("debt_write_off",),
    ),
    _money(
        four_eyes.COUNT,
        who=_P.COUNT,
        services=(
            "players.services.table_money.count_stack",
            "players.services.seating.leave_seat",
            "players.services.seating.move_player",
            "players.services.whole_table.settle_table",
        ),
        when="beyond what quick hands dropped",
        alarm="stacks counted off the books",
    ),
    _money(
        four_eyes.SLIP_VOID,
        who=_P.BUY_IN,
        services=("cage.services.voids.void_buy_in",),
        addresses=("buy_in_void",),
        when="by the room’s setting, and always after the gaming day of the sale",
    ),
    _money(
        four_eyes.SLIP_VOID,
        who=_P.CASH_OUT,
        services=("cage.services.voids.void_cash_out",),
        addresses=("cash_out_void",),
        when="by the room’s setting, and always after the gaming day of the payment",
    ),
    _money(
        four_eyes.SLIP_VOID,
        who=_P.CASH_OUT,
        services=("cage.services.voids.void_cash_slip",),
        addresses=("cash_slip_void",),
        when="by the room’s setting, and always after the gaming day of the slip",
    ),
    _money(
        four_eyes.PRESENTED,
        who=_P.CASH_OUT,
        services=("cage.services.presented.redeem_presented",),
        addresses=("present",),
        when="by the room’s setting, all of a cashier’s day together; both count the chips",
    ),
    _money(
        four_eyes.PAYOUT,
        who=_P.CASH_OUT,
        services=("cage.services.cash_slips.book_cash",),
        addresses=("cash_book", "petty"),
        when="by the room’s setting, all of a cashier’s day together",
    ),
    Row(
        name="the decision to pay a held cash-out to somebody without an identity on record, or not to",
        who=_P.PLAYER_IDENTIFY,
        services=("cage.services.holds.decide_hold",),
        addresses=("hold_decide",),
        alarm="a cash-out that is held",
    ),
    _money(
        four_eyes.STOCK,
        who=_P.DRAWER_FUND,
        services=(
            "cage.services.vault.stock_vault",
            "cage.services.chip_sets.receive_chips",
            "cage.services.chip_sets.destroy_chips",
        ),
        addresses=("vault_stock", "chips_receive", "chips_destroy"),
        alarm="more chips than were issued, once they are counted",
    ),
    _money(
        four_eyes.FILL,
        who=_P.DRAWER_FUND,
        services=("cage.services.vault.fund_drawer",),
        addresses=("drawer_fund",),
    ),
    _money(
        four_eyes.SLIP,
        who=_P.SLIP,
        services=(
            "cage.services.transit_moves.send_slip",
            "cage.services.transit_moves.receive_slip",
            "cage.services.transit_moves.decline_slip",
            "cage.services.transit_moves.void_slip",
        ),
        addresses=("slip_send", "slip_receive", "slip_refuse", "slip_void"),
        when="each act is somebody else’s, and somebody carries it",
        alarm="a slip that is open for longer than the room has set",
    ),
    Row(
        name="the authorisation of a fill or a credit",
        who=_P.SLIP,
        services=("cage.services.transit.authorise_slip",),
        addresses=("slip_authorise",),
        second="always",
        when="by a supervisor who did not ask for it",
        alarm="a slip that is open for longer than the room has set",
    ),
    Row(
        name="the count of a dealer’s tray",
        who=_P.TRAY_COUNT,
        services=("cage.services.trays.count_tray",),
        addresses=("tray",),
        second="always",
    ),
    Row(
        name="chips that the felt of a closed table still holds or lacks",
        who=_P.TABLE_OPEN,
        services=("cage.services.residuals.settle_felt",),
        addresses=("felt_settle",),
    ),
    _money(
        four_eyes.SHORTFALL,
        who=_P.DRAWER_FUND,
        services=("players.services.shortfall.cover_shortfall",),
        addresses=("table_shortfall",),
        alarm="a table whose lack the house has covered",
    ),
    _money(
        four_eyes.SLIP_VOID,
        who=_P.BANK_SERVE,
        services=("cage.services.bank_voids.void_bank_slip",),
        addresses=("bank_slip_void",),
        when="by the room’s setting, always after the gaming day, and whenever it takes money off a player’s bank",
    ),
    Row(
        name="the PIN of a player’s bank, set anew",
        who=_P.BANK_SERVE,
        services=("cage.services.banks.reset_bank_pin",),
        addresses=("bank_pin",),
        second="always",
        when="the player shows the document on record",
    ),
    _money(
        four_eyes.SLIP_VOID,
        who=_P.CASH_OUT,
        services=("cage.services.toke_voids.void_toke_slip",),
        addresses=("toke_slip_void",),
        when="tokes that were counted: always, and never once they are shared",
    ),
    Row(
        name="tokes that are counted: a dealer’s own for cash, or those of the pool",
        who=_P.CASH_OUT,
        services=("cage.services.tokes.exchange_tokes", "cage.services.tokes.enter_counted_tokes"),
        addresses=("tokes_count",),
        second="always",
    ),
    Row(
        name="the retirement of a set of chips",
        who=_P.DRAWER_FUND,
        services=("cage.services.chip_sets.retire_set",),
        addresses=("chip_set_retire",),
        second="always",
    ),
    Row(
        name="the most cash that lies in a drawer before a credit is due",
        who=_P.DRAWER_FUND,
        services=("cage.services.drawers.limit_drawer",),
        addresses=("drawer_limit",),
        second="always",
    ),
    Row(
        name="the answer to an alarm about chips that nobody issued",
        who=_P.DRAWER_FUND,
        services=("cage.services.more_than_issued.answer_chip_alarm",),
        addresses=("chip_alarm_answer",),
    ),
    Row(
        name="a drawer that is opened with something else than its last close left",
        who=_P.DRAWER_COUNT,
        services=("cage.services.opening.accept_opening",),
        addresses=("drawer_accept",),
        second="always",
        alarm="short and over, until it is explained, where it is large",
    ),
    Row(
        name="the counts that close a drawer or hand it over",
        who=_P.DRAWER_COUNT,
        services=("cage.services.closing.count_drawer", "cage.services.closing.recount_drawer"),
        addresses=("drawer_count",),
        second="always",
        when="each counts without the other; where they differ, three people together",
        alarm="short and over, until it is explained, where it is large",
    ),
    Row(
        name="giving up a count of a drawer that is half done",
        who=_P.DRAWER_COUNT,
        services=("cage.services.closing.give_up_count",),
        addresses=("drawer_give_up",),
        second="sometimes",
        when="a supervisor who has not counted it, where two counts differ",
    ),
    Row(
        name="the end of an investigation of what a drawer, a box or a slip was short or over",
        who=_P.DRAWER_FUND,
        services=("cage.services.variances.settle_investigation",),
        addresses=("investigation_settle",),
        second="sometimes",
        when="from the amount that the room investigates, by nobody whom it names",
    ),
    Row(
        name="the waiver of a time charge",
        who=_P.TABLE_OPEN,
        services=("players.services.time_charges.waive_time",),
        addresses=("time_waive",),
    ),
)

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
        when="where a birth date, a document or a name stopped the player",
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
        when="where a second factor is asked of fewer people, slips end, or a limit of the window is loosened: more "
        "voided, presented or paid by one person alone, more cash without an identity",
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
    ),
    Row(
        name="the accounts of the journal",
        who=_P.HOUSE_RULES_POST,
        services=("rake.revenue.services.set_journal_accounts",),
        addresses=("journal_accounts",),
        asks_pin=True,
    ),
)

TABLE_OF_ACTS: Final[Mapping[str, tuple[Row, ...]]] = {
    "Money after the fact": MONEY,
    "Who is let in, and who may what": RIGHTS,
    "Limits and rules": RULES,
}
