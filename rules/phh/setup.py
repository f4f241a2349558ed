"""From a hand history to the engine: the setup that a file states.

The variant says game and structure (`rules.phh.variants`).

Fields of our own, beyond the standard:

- `_house` = {name = "live", answers = {…}}: the house's rules; the answers that differ from the preset of that name
- `_plaque` = {…}: the plaque by value, as `Plaque.to_json` writes it, without what is empty; amounts are minor units
- `_posts` = ["p5 post 2", "p5 dead 1", …]: all that was posted, where the standard's fields can't say it; kinds as
  `setup.PostKind`, amounts in major units; it goes before the standard's fields
- `_button` = 4: the seat of the button, where it isn't that of the last player (a dead button)
- `_killed` = true: a kill is on, `small_bet` and `big_bet` are those of the kill, the plaque's own stand in `_plaque`
- `_kill_unposted` = true: the player whose kill it is isn't dealt in, and nobody posts it
- `_from_street` and its companions: the record begins on a later street (`rules.phh.late`)
- `_rake`, `_drop` = 1.50: what the house and the promo fund took of the hand
"""

import re
from collections.abc import Iterator
from typing import Final

from rules.house.fee_schedule import FeeSchedule, FeeScheduleError
from rules.house.house import HOUSES, STANDARD, House
from rules.house.plaque import Plaque
from rules.house.variants import SHEETS
from rules.phh.late import with_late_start
from rules.phh.values import PhhHand, Unreadable
from rules.phh.variants import VARIANTS
from rules.table.button import clockwise
from rules.table.seats import Position, Seat
from rules.table.setup import Post, PostKind, Setup
from rules.table.straddle import stated_straddle
from rules.text.amounts import AmountError, minor_units
from rules.text.violation import Refused, violation

NO_VALUE: Final = "null"
"""The word for a house rule's None in a file: TOML has none."""
_ANSWERS_BEFORE: Final = "knobs"
"""The word for a house's answers in files that were written before 0.4."""
_HOUSE_FIELDS: Final = ({"name"}, {"name", "answers"}, {"name", _ANSWERS_BEFORE})
_POST: Final = re.compile(
    r"p(?P<position>[1-9][0-9]?) (?P<kind>sb|bb|ante|straddle|kill|post|dead) (?P<amount>[0-9]{1,18}(?:\.[0-9]{1,4})?)"
)

Amounts = tuple[int, ...]


class Setups:
    """The setups of many hands under one house and one fee; what repeats from hand to hand is made once."""

    def __init__(self, house: House = STANDARD, fee: FeeSchedule | None = None) -> None:
        self._houses: dict[bool | None, House] = {None: house}
        self._fee = fee
        self._plaques: dict[tuple[object, ...], Plaque] = {}
        self._posts: dict[tuple[Amounts, Amounts], tuple[Post, ...]] = {}

    def of(self, hand: PhhHand) -> Setup:
        """The setup that `hand` states: its plaque, its seats and stacks, its blinds, antes and posts.

        What the file states goes before the house's answers. Refuses (Refused) `game_not_supported` for a variant
        that isn't known; raises Unreadable where the file contradicts itself.
        """
        if hand.variant not in VARIANTS:
            message = f"The variant “{hand.variant}” is no game of this version."
            raise Refused(violation("game_not_supported", message, house=self._houses[None].name))
        posts = self._posts_of(hand)
        seats = hand.seats or tuple(map(Seat, range(1, hand.player_count + 1)))
        button = hand.extras.get("_button", seats[-1])
        if type(button) is not int:
            raise Unreadable("the field “_button” is no seat number")
        plaque, killed = self._plaque(hand, posts), hand.extras.get("_killed") is True
        unposted = killed and hand.extras.get("_kill_unposted") is True
        setup = Setup(plaque, self._house(hand), seats, hand.starting_stacks, Seat(button), posts, killed, unposted)
        _require_limits_in_force(hand, setup)
        return with_late_start(setup, hand)

    def _house(self, hand: PhhHand) -> House:
        """The house, with the file's word on antes: `ante_trimming_status` says what a short one plays for."""
        trimming = hand.ante_trimming_status if any(hand.antes) else None
        if trimming not in self._houses:
            self._houses[trimming] = _with_trimming(self._houses[None], trimming is True)
        return self._houses[trimming]

    def _posts_of(self, hand: PhhHand) -> tuple[Post, ...]:
        if "_posts" in hand.extras:
            return _own_posts(hand)
        key = (hand.antes, hand.blinds_or_straddles)
        if key not in self._posts:
            self._posts[key] = stated_posts(*key)
        return self._posts[key]

    def _plaque(self, hand: PhhHand, posts: tuple[Post, ...]) -> Plaque:
        if "_plaque" in hand.extras:
            return _own_plaque(hand, self._fee)
        bets = (hand.small_bet, hand.big_bet, hand.min_bet, hand.bring_in)
        key = (hand.variant, bets, hand.antes, hand.blinds_or_straddles)
        if key not in self._plaques:
            self._plaques[key] = _stated_plaque(hand, posts, self._fee)
        return self._plaques[key]


def require_button_behind(hand: PhhHand, setup: Setup) -> None:
    """Refuse (Unreadable) a `_button` that isn't the last player's and not on an empty seat before the first one's."""
    if "_button" in hand.extras and setup.has_button and clockwise(setup.seats, setup.button) != setup.seats:
        first, last = setup.seats[0], setup.seats[-1]
        stated = f"the field “_button” is seat {setup.button}, but the players begin with seat {first}"
        raise Unreadable(f"{stated}: seat {last} has it, or an empty seat between the two")


def _require_limits_in_force(hand: PhhHand, setup: Setup) -> None:
    """Refuse a hand of a kill game that was played at other limits than the kill, or its absence, asks for."""
    limits = setup.in_force
    if setup.plaque.kill and (hand.small_bet, hand.big_bet) != (limits.small_bet, limits.big_bet):
        word = "a kill is on" if setup.killed else "no kill is on"
        message = f"The file's limits are not those of the plaque: {word}."
        raise Refused(violation("wrong_kill_limits", message, house=setup.house.name, game=setup.plaque.game))


def _with_trimming(house: House, trimming: bool) -> House:
    return house if house.answers.ante_trimming is trimming else house.with_answers(ante_trimming=trimming)


def to_setup(hand: PhhHand, house: House = STANDARD, fee: FeeSchedule | None = None) -> Setup:
    """The setup of a single hand; as `Setups.of`."""
    return Setups(house, fee).of(hand)


def stated_house(hand: PhhHand) -> House | None:
    """The house that the file names in `_house`; None when it names none. Raises Unreadable for an unknown one."""
    stated = hand.extras.get("_house")
    if stated is None:
        return None
    try:
        if isinstance(stated, dict) and stated.keys() in _HOUSE_FIELDS:
            answers = {} | stated.get("answers", {}) | stated.get(_ANSWERS_BEFORE, {})
            return HOUSES[stated["name"]].with_answers(
                **{name: None if value == NO_VALUE else value for name, value in answers.items()}
            )
    except (AttributeError, KeyError, TypeError, ValueError) as problem:
        raise Unreadable(f"the field “_house” names no house: {problem}") from None
    raise Unreadable("the field “_house” is no table of a name and answers")


# ------------------------------------------------------------------------------------------------------------- reading


def stated_posts(antes: Amounts, blinds: Amounts) -> tuple[Post, ...]:
    """The antes and the blinds, each by position. Of two blinds the first is the small one, what comes after them
    straddles, and a negative one is the live post of an entering player."""
    due = [(position, amount) for position, amount in _by_position(blinds) if amount > 0]
    kinds: list[PostKind] = ["bb"] if len(due) == 1 else ["sb", "bb"]
    straddles = [Post("straddle", *straddle) for straddle in due[2:]]
    live = [*(Post(kind, *blind) for kind, blind in zip(kinds, due, strict=False)), *straddles]
    entering = [Post("post", position, -amount) for position, amount in _by_position(blinds) if amount < 0]
    dead = [Post("ante", position, amount) for position, amount in _by_position(antes) if amount]
    return (*sorted(dead, key=_position), *sorted(live, key=_position), *sorted(entering, key=_position))


def _by_position(amounts: Amounts) -> Iterator[tuple[Position, int]]:
    """Position and amount of each entry; heads-up files state the small blind first, and p2 has the button."""
    places = (2, 1) if len(amounts) == 2 else range(1, len(amounts) + 1)
    return zip(map(Position, places), amounts, strict=True)


def _position(post: Post) -> Position:
    return post.position


def _own_posts(hand: PhhHand) -> tuple[Post, ...]:
    """The posts of `_posts`, in the order in which they stand there."""
    written = hand.extras["_posts"]
    posts = [_own_post(text, hand) for text in written] if isinstance(written, list) else [None]
    if None in posts:
        raise Unreadable("the field “_posts” is no list of posts such as “p5 dead 1”")
    return tuple(post for post in posts if post)


def _own_post(text: object, hand: PhhHand) -> Post | None:
    match = _POST.fullmatch(text) if isinstance(text, str) else None
    if match is None or int(match["position"]) > hand.player_count:
        return None
    try:
        amount = minor_units(match["amount"], hand.exponent)
    except AmountError as problem:
        raise Unreadable(f"in the field “_posts” an amount {problem}") from None
    return Post(match["kind"], int(match["position"]), amount)  # type: ignore[arg-type]  # one of the kinds in _POST


def _stated_plaque(hand: PhhHand, posts: tuple[Post, ...], fee: FeeSchedule | None) -> Plaque:
    game, structure = VARIANTS[hand.variant]
    antes = set(hand.antes)
    return Plaque(
        game=game,
        structure=structure,
        blinds=tuple(post.amount for kind in ("sb", "bb") for post in posts if post.kind == kind),
        small_bet=hand.small_bet,
        big_bet=hand.big_bet,
        min_bet=None if structure == "spread" else hand.min_bet,
        spread_min=hand.min_bet if structure == "spread" else None,
        bring_in=hand.bring_in,
        ante=antes.pop() if len(antes) == 1 else 0,
        seats=SHEETS[game].seats_max,
        fee=fee,
        straddle=stated_straddle(posts, hand.player_count),
    )


def _own_plaque(hand: PhhHand, fee: FeeSchedule | None) -> Plaque:
    """The plaque of `_plaque`; `fee`, where there is one, goes before the plaque's own."""
    written = hand.extras["_plaque"]
    try:
        plaque = Plaque.from_json({**written, "fee": fee.to_json()} if fee else written)  # type: ignore[arg-type,dict-item]  # Plaque.from_json refuses what is no plaque
    except (ValueError, TypeError, AttributeError, KeyError, FeeScheduleError) as problem:
        raise Unreadable(f"the field “_plaque” is no plaque: {problem}") from None
    if (plaque.game, plaque.structure) != VARIANTS[hand.variant]:
        raise Unreadable(f"the field “_plaque” is of another game than the variant {hand.variant}")
    return plaque
