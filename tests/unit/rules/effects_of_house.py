"""For each house rule around the play a small scene whose outcome depends on the house's answer."""

from dataclasses import replace

from rules.house.buyin import ChipsEvent, why_not_buy_in
from rules.house.fee_schedule import NO_FEE, FeeSchedule, live_time
from rules.house.fee_written import read_schedule
from rules.house.house import House
from rules.house.plaque import Kill, Plaque
from rules.house.plaque_check import buy_in_limits, check_fee, check_plaque
from rules.house.rake import check_schedule, starting_schedule, take
from rules.play.hand import Hand
from rules.play.substantial import is_substantial
from rules.table.floor import second_person_limit, why_not_appeal, why_not_language, why_not_late_ruling
from rules.table.kill import NO_KILL, KillState, PotResult, kill_for_deal, next_kill
from rules.table.setup import Setup
from rules.text.violation import Violation
from tests.unit.rules.effects_of_play import LIMIT, NLH, STUD, Scene, codes
from tests.unit.rules.playing import play

FIVE = FeeSchedule(mode="percent", percent_bp=500)
COLLECTION = FeeSchedule(mode="hand", collection=500)
O8 = Plaque("omaha8", "fixed_limit", (200, 400), 400, 800, fee=NO_FEE)
HALF, FULL = Kill("half", 4_000), Kill("full", 4_000)
KILLED = replace(O8, kill=HALF)
PLAQUE = Plaque("holdem", "fixed_limit", (100, 200), 200, 400, buy_in_min=10_000, buy_in_max=30_000)


def refused(violation: Violation | None) -> str | None:
    """The code, or None where it is allowed."""
    return violation.code if violation else None


def _posted(house: House, *schedules: FeeSchedule) -> object:
    """The house's objections to each of these schedules."""
    return [[refusal.code for refusal in check_schedule(schedule, house)] for schedule in schedules]


def _rakes(house: House, *pots: int) -> object:
    """The rake of 5% under the fine print with which the house's plaques begin, pot by pot."""
    schedule = read_schedule({"percent": "5"}, starting_schedule(house))
    return [take(schedule, [pot], players_dealt=9, flop_dealt=True).rake for pot in pots]


def _early_end(house: House) -> object:
    schedule = read_schedule({"percent": "5"}, starting_schedule(house))
    return take(schedule, [2_000], players_dealt=8, flop_dealt=False, flop_game=False).rake


def _per_pot(house: House) -> object:
    schedule = read_schedule({"percent": "5", "cap": "3"}, starting_schedule(house))
    return take(schedule, [4_000, 8_000], players_dealt=9, flop_dealt=True).per_pot


def _no_flop(house: House) -> object:
    raked = replace(FIVE, no_flop_no_drop=False)
    return _posted(house, raked), starting_schedule(house).no_flop_no_drop


def _kills(house: House) -> object:
    return [codes(replace(O8, kill=kill), house) for kill in (None, HALF, FULL)]


def _kill_amounts(house: House) -> object:
    return [codes(replace(O8, kill=Kill("half", amount)), house) for amount in (4_000, 5_000, 6_000)]


def _kill_games(house: House) -> object:
    return [violation.code for violation in check_plaque(replace(LIMIT, fee=NO_FEE, kill=HALF), house)]


def won(pot: int, high: set[int], low: frozenset[int] = frozenset(), *, rake: int = 0) -> PotResult:
    """A pot in minor units and who won it."""
    return PotResult(pot, rake, frozenset(high), low)


def _kill_setup(house: House, killer: int) -> Setup:
    stacks = dict.fromkeys(range(1, 6), 20_000)
    return Setup.from_table(KILLED, house, 5, stacks, killer=killer)


def _kill_turns(house: House) -> object:
    hand = play(Hand(_kill_setup(house, 4)), *(f"d dh p{position} ????????" for position in range(1, 6)))
    return play(hand, "p3 cc").legal_actions().position


def _bought(house: House, event: ChipsEvent) -> object:
    return refused(why_not_buy_in(event, PLAQUE, house))


def _returns(house: House) -> object:
    back = ChipsEvent("buy_in", 10_000, cashed_out=20_000)
    return [_bought(house, replace(back, cashed_out_minutes_ago=minutes)) for minutes in (20, 50)]


def _adds(house: House) -> object:
    return [_bought(house, ChipsEvent("add_on", amount, stack_before=5_000)) for amount in (50, 300)]


def _takes(house: House) -> object:
    """Dinner for one who took as much before at this sitting, at another table, and never."""
    dinner = ChipsEvent("remove", 5_00, stack_before=90_00, incidental=True)
    before = ({"taken_at_sitting": 16_00}, {"taken_on_day": 16_00}, {"taken_at_sitting": 42_00}, {"taken_on_day": 5_00})
    return [_bought(house, replace(dinner, **taken)) for taken in before]


_TWO_ACTED = [(3, "raise"), (4, "fold")]

HOUSE: dict[str, Scene] = {
    "fee_on_sign": lambda house: [violation.code for violation in check_fee(NLH, house)],
    "rake_mode": lambda house: _posted(house, FIVE, live_time(500), COLLECTION, NO_FEE),
    "rake_percent": lambda house: _posted(house, *(replace(FIVE, percent_bp=bp, cap=1) for bp in (400, 600, 900))),
    "rake_cap": lambda house: _posted(house, *(replace(FIVE, percent_bp=1, cap=cap) for cap in (200, 400, 900))),
    "rake_unit": lambda house: _rakes(house, 3_190),
    "rake_rounding": lambda house: _rakes(house.with_answers(rake_unit=100), 2_400, 3_200),
    "no_flop_no_drop": _no_flop,
    "rake_free_until": _early_end,
    "rake_allocation": _per_pot,
    "kill_games": _kill_games,
    "kill": _kills,
    "kill_qualify": _kill_amounts,
    "kill_pot_basis": lambda house: next_kill(KILLED, house, NO_KILL, won(4_100, {3}, rake=200)),
    "kill_persist": lambda house: next_kill(KILLED, house, KillState(3), won(9_000, {1, 2})),
    "kill_quartered": lambda house: next_kill(KILLED, house, KillState(3), won(9_000, {1}, frozenset({1, 2}))),
    "kill_uncontested": lambda house: next_kill(KILLED, house, NO_KILL, replace(won(9_000, {1}), contested=False)),
    "kill_unposted": lambda house: kill_for_deal(KillState(4), {1, 2, 3}, house),
    "kill_blind": lambda house: _kill_setup(house, 4).posts,
    "kill_in_blind": lambda house: _kill_setup(house, 2).posts,
    "kill_act": _kill_turns,
    "kill_threshold_scales": lambda house: next_kill(KILLED, house, KillState(3), won(5_000, {3})),
    "buyin_min": lambda house: buy_in_limits(replace(STUD, buy_in_min=2_000), house),
    "buyin_max": lambda house: buy_in_limits(PLAQUE, house),
    "rebuy_min": lambda house: _bought(house, ChipsEvent("rebuy", 500)),
    "addon_min": _adds,
    "addon_between_hands": lambda house: _bought(
        house, ChipsEvent("add_on", 500, stack_before=5_000, hand_in_progress=True, dealt_in=True)
    ),
    "incidentals_allowed": lambda house: _bought(house, ChipsEvent("remove", 500, stack_before=9_000, incidental=True)),
    "incidentals_a_sitting": _takes,
    "incidentals_a_day": _takes,
    "return_window_minutes": _returns,
    "transfer_exempt": lambda house: _bought(house, ChipsEvent("buy_in", 500, origin="broken_game")),
    "substantial_action": lambda house: is_substantial(_TWO_ACTED, house),
    "appeal": lambda house: refused(why_not_appeal(house)),
    "ruling_deadline": lambda house: refused(why_not_late_ruling(house, next_hand_begun=True)),
    "second_person_above": lambda house: second_person_limit(house, smallest_buy_in=100_00),
    "language": lambda house: refused(why_not_language(house, is_english=False, hand_in_progress=True)),
}
"""The scene of each house rule around the play."""
