"""The plaque that stands on a table, in words: line by line, and what one plaque changes about another."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from config.rooms.models import Room
from config.web.text import begun
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import House
from rules.house.plaque import Plaque
from rules.house.variants import STRUCTURES
from rules.table.kill import kill_blind
from rules.text.violation import Money


@dataclass(frozen=True, slots=True)
class PlaqueLine:
    """One line of a plaque: what it says and how much, ready to print."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One line of a new plaque beside the old one; "" where a plaque doesn't have the line."""

    label: str
    new: str
    old: str

    @property
    def is_changed(self) -> bool:
        """Whether the two plaques differ in it."""
        return self.new != self.old


def plaque_lines(plaque: Plaque, room: Room, house: House | None = None) -> list[PlaqueLine]:
    """The plaque line by line: limits, blinds, ante, raises, kill, buy-in, seats, fee, promo (004:L48, L78; R1 to R3).

    With the `house` whose rules it goes by, the number of raises that the plaque leaves to it is told as well.
    """
    money = _money(room)
    facts: list[tuple[str, str]] = [
        ("Limits", _limits(plaque, money)),
        ("Blinds", " / ".join(map(money, plaque.blinds))),
        ("Minimum bet", money(plaque.min_bet) if plaque.min_bet is not None else ""),
        ("Ante", money(plaque.ante) if plaque.ante else ""),
        ("Bring-in", money(plaque.bring_in) if plaque.bring_in is not None else ""),
        ("Straddle", {"utg": "Left of the big blind", "button": "On the button"}.get(plaque.straddle, "")),
        ("Raises", _raises(plaque, house)),
        ("Kill", _kill(plaque, money)),
        ("Buy-in", _buy_in(plaque, money)),
        ("Betting unit", money(plaque.unit)),
        ("Seats", str(plaque.seats)),
        *_fee_lines(plaque, money),
    ]
    return [PlaqueLine(label, text) for label, text in facts if text]


def kill_lines(plaque: Plaque, house: House, room: Room) -> list[PlaqueLine]:
    """The card that lies beside the plaque while its kill is on (004:L278, L286; WSOP 190-199); none without a kill."""
    if plaque.kill is None:
        return []
    money, blind = _money(room), kill_blind(plaque, house)
    posts = f"{money(blind)}, in place of a smaller blind" if blind else "Nobody posts"
    ends = "High and low are split, or a pot does not qualify"
    facts = (
        ("Limits", _limits(plaque.killed, money)),
        ("The winner posts", posts),
        ("Qualifying pot", f"{money(plaque.kill.qualifies_at)}, won by one player"),
        ("It ends when", ends),
        ("Without it", _limits(plaque, money)),
    )
    return [PlaqueLine(label, text) for label, text in facts]


def compared(new: Plaque | None, old: Plaque | None, room: Room) -> list[ComparedLine]:
    """Every line of two plaques beside each other, in the order of a plaque; what a plaque prints small comes last."""
    news, olds = _every_line(new, room), _every_line(old, room)
    labels = [label for label in _ORDER if label in news or label in olds]
    return [ComparedLine(label, news.get(label, ""), olds.get(label, "")) for label in labels]


_ORDER = (
    "Game",
    "Limits",
    "Blinds",
    "Minimum bet",
    "Ante",
    "Bring-in",
    "Straddle",
    "Raises",
    "Kill",
    "Buy-in",
    "Betting unit",
    "Seats",
    "Fee",
    "Rounding",
    "Rake rules",
    "Promo drop",
    "Helpline",
)


def _every_line(plaque: Plaque | None, room: Room) -> dict[str, str]:
    if plaque is None:
        return {}
    lines = {"Game": plaque.sheet.name} | {line.label: line.text for line in plaque_lines(plaque, room)}
    return lines | ({"Helpline": plaque.helpline} if plaque.helpline else {})


def _money(room: Room) -> Money:
    return lambda amount: f"{room.currency_symbol}{room.money(amount)}"


def _limits(plaque: Plaque, money: Money) -> str:
    words = STRUCTURES[plaque.structure]
    if plaque.structure == "fixed_limit" and plaque.small_bet and plaque.big_bet:
        return f"{money(plaque.small_bet)} / {money(plaque.big_bet)} {words}"
    if plaque.structure == "spread" and plaque.spread_min and plaque.spread_max:
        return f"{money(plaque.spread_min)} to {money(plaque.spread_max)} {words}"
    if plaque.ranges:
        return f"Flexible limit: {', '.join(_ranges(plaque, money))}"
    return begun(words)


def _ranges(plaque: Plaque, money: Money) -> Iterator[str]:
    """The range of each betting round; rounds of one range in a row are told together (004:L268)."""
    rounds = list(zip(plaque.ranges, plaque.sheet.streets, strict=False))
    for (least, most), alike in groupby(rounds, key=lambda each: each[0]):
        names = [street.name for _, street in alike]
        told = " and ".join(names) if len(names) < 3 else f"{names[0]} to {names[-1]}"
        yield f"{money(least)} to {money(most)} {told}"


def _kill(plaque: Plaque, money: Money) -> str:
    if plaque.kill is None:
        return ""
    name = {"half": "Half-kill", "full": "Kill"}[plaque.kill.size]
    return f"{name}, a scooped pot of {money(plaque.kill.qualifies_at)} qualifies"


def _buy_in(plaque: Plaque, money: Money) -> str:
    if plaque.buy_in_max is None:
        return f"{money(plaque.buy_in_min)} or more"
    return f"{money(plaque.buy_in_min)} to {money(plaque.buy_in_max)}"


def _raises(plaque: Plaque, house: House | None) -> str:
    """Say how many raises follow a bet in limit, which is part of what is posted (R2); "" where nothing counts them."""
    if plaque.raise_cap is not None:
        return f"{plaque.raise_cap} a round"
    if house is None or plaque.structure not in ("fixed_limit", "spread"):
        return ""
    counted = house.answers.raise_cap
    return "Any number" if counted is None else f"{counted} a round"


def _fee_lines(plaque: Plaque, money: Money) -> Iterator[tuple[str, str]]:
    """The fee, how it is rounded, and the promo drop on a line of its own, as rules that ask for it want it (R3)."""
    fee = plaque.fee
    if fee is None:
        return
    charged = replace(fee, promo=0, no_flop_no_drop=False, collection_early=None).describe(money)
    yield "Fee", begun(", ".join(filter(None, [charged, _early_end(plaque, fee, money)])))
    if fee.follows_pot:
        words = {"down": "Down to a", "nearest": "To the nearest", "up": "Up to a"}[fee.rounding]
        yield "Rounding", f"{words} multiple of {money(fee.unit)}"
    if fee.rakes:
        yield "Rake rules", begun(", ".join(_rake_rules(fee)))
    if fee.promo:
        since = f" from a pot of {money(fee.promo_from)}" if fee.promo_from else " from every pot"
        early = "" if fee.promo_no_flop_no_drop else ", without a flop too"
        yield "Promo drop", f"{money(fee.promo)}{since}{early}{fee.promo_hands()}, after the rake"


def _early_end(plaque: Plaque, fee: FeeSchedule, money: Money) -> str:
    """Until when a hand is free or pays less, in the words of the game: stud and draw have no flop (002:L177-178)."""
    less = money(fee.collection_early) if fee.collection_early else "no drop"
    if not (fee.rakes and (fee.no_flop_no_drop or fee.collection_early)):
        return ""
    if plaque.sheet.board_cards:
        return f"{less} without a flop" if fee.collection_early else "no flop no drop"
    if fee.rake_free_until == "flop":
        return ""
    first = plaque.sheet.streets[1]
    article = "" if first.name.startswith("the ") or first.name.endswith("street") else "the "
    return f"{less} before {article}{first.name}"


def _rake_rules(fee: FeeSchedule) -> Iterator[str]:
    """The points in which a schedule differs from nearly every plaque."""
    if fee.rake_free_until == "flop" and fee.follows_pot:
        yield "in a game without a flop every pot is raked"
    if fee.allocation == "pro_rata" and fee.follows_pot:
        yield "every pot bears its share"
