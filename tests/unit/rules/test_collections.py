"""A collection by the hand: the same of any pot at the same number of players, never more than is there."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.house.fee_schedule import MOST_RATES, NO_FEE, FeeSchedule, FeeScheduleError, live_time
from rules.house.fee_written import read_schedule
from rules.house.house import HOUSES
from rules.house.house_rules import Value
from rules.house.ladder import ladder
from rules.house.possible_fees import largest_pot, likely_rakes, most_rake, never_owed, tells_pot
from rules.house.rake import CARDROOM_A_STANDARD, PotFee, RakeResult, check_schedule, take
from rules.partial.reconstruct import HandFacts, Reconstruction, SeatFacts, reconstruct

FIVE = FeeSchedule(mode="hand", collection=5_00)
BY_PLAYERS = replace(FIVE, collections_by_players=((3, 0), (5, 3_00)))
LESS_EARLY = replace(BY_PLAYERS, no_flop_no_drop=False, collection_early=1_00)
EVERY_HAND = replace(FIVE, no_flop_no_drop=False)


def taken(schedule: FeeSchedule, *pots: int, players: int = 9, flop: bool = True, flop_game: bool = True) -> RakeResult:
    return take(schedule, pots, players_dealt=players, flop_dealt=flop, flop_game=flop_game)


def sentences(result: RakeResult) -> list[str]:
    return [step.sentence for step in result.steps]


@st.composite
def collections(draw: st.DrawFn) -> FeeSchedule:
    """A schedule of up to five rates, that of hands which end early among them."""
    amounts = draw(st.lists(st.integers(0, 10_00), min_size=1, max_size=3, unique=True).map(sorted))
    full = draw(st.integers(max(amounts[-1] + 1, 2), 12_00))
    players = sorted(draw(st.lists(st.integers(2, 9), min_size=len(amounts), max_size=len(amounts), unique=True)))
    early = draw(st.none() | st.integers(1, full - 1))
    return FeeSchedule(
        mode="hand",
        collection=full,
        collections_by_players=tuple(zip(players, amounts, strict=True)),
        collection_early=early,
        no_flop_no_drop=early is None and draw(st.booleans()),
        rake_free_until=draw(st.sampled_from(["flop", "first_card_after_round_1"])),
        allocation=draw(st.sampled_from(["main_first", "pro_rata"])),
        promo=draw(st.integers(0, 2_00)),
    )


hands = {"players": st.integers(2, 10), "flop": st.booleans(), "flop_game": st.booleans()}
many_pots = st.lists(st.integers(0, 20_00), min_size=1, max_size=4)


class TestWhatAHandPays:
    @given(collections(), st.integers(12_00, 10**9), st.integers(12_00, 10**9), st.fixed_dictionaries(hands))
    def test_the_pot_changes_nothing(self, schedule: FeeSchedule, pot: int, other: int, hand: dict[str, int]) -> None:
        assert taken(schedule, pot, **hand).rake == taken(schedule, other, **hand).rake

    @given(collections(), many_pots, st.fixed_dictionaries(hands))
    def test_a_pot_gives_what_it_holds_the_main_pot_first(
        self, schedule: FeeSchedule, pots: list[int], hand: dict[str, int]
    ) -> None:
        fees = taken(schedule, *pots, **hand)
        whole = taken(schedule, 10**9, **hand).rake
        assert fees.rake == min(whole, sum(pots)) == sum(pot.rake for pot in fees.per_pot)
        assert all(0 <= fee.rake <= fee.rake + fee.promo <= pot for fee, pot in zip(fees.per_pot, pots, strict=True))
        for number, pot in enumerate(pots[:-1]):
            assert fees.per_pot[number].rake == pot or not any(later.rake for later in fees.per_pot[number + 1 :])

    @given(collections(), many_pots, st.fixed_dictionaries(hands))
    def test_whatever_is_owed_is_posted(self, schedule: FeeSchedule, pots: list[int], hand: dict[str, int]) -> None:
        owed = taken(schedule, *pots, **hand)
        assert never_owed(schedule, rake=owed.rake, promo=owed.promo, pot=sum(pots)) == []

    @given(collections(), st.integers(2, 9), st.booleans())
    def test_more_players_never_pay_less(self, schedule: FeeSchedule, players: int, flop: bool) -> None:
        fewer, more = (taken(schedule, 10**9, players=dealt, flop=flop).rake for dealt in (players, players + 1))
        assert fewer <= more <= taken(schedule, 10**9, players=players + 1).rake

    @pytest.mark.parametrize(
        ("players", "flop", "rake"),
        [(9, True, 5_00), (6, True, 5_00), (5, True, 3_00), (4, True, 3_00), (3, True, 0), (2, True, 0),
         (9, False, 1_00), (5, False, 1_00), (3, False, 0)],
    )  # fmt: skip
    def test_by_players_and_by_its_end(self, players: int, flop: bool, rake: int) -> None:
        assert taken(LESS_EARLY, 80_00, players=players, flop=flop).rake == rake

    def test_a_hand_that_ends_early_is_free_or_pays_as_the_plaque_says(self) -> None:
        assert [taken(each, 6_00, flop=False).rake for each in (FIVE, LESS_EARLY, EVERY_HAND)] == [0, 1_00, 5_00]
        only_flops = replace(LESS_EARLY, rake_free_until="flop")
        in_stud = [taken(each, 6_00, flop=False, flop_game=False).rake for each in (FIVE, LESS_EARLY, only_flops)]
        assert in_stud == [0, 1_00, 5_00]

    def test_the_steps_say_why(self) -> None:
        assert sentences(taken(FIVE, 80_00)) == ["The collection of a hand is 5, whatever its pot."]
        assert sentences(taken(LESS_EARLY, 6_00, players=5)) == [
            "The collection of a hand with 5 players dealt in is 3, whatever its pot."
        ]
        assert sentences(taken(LESS_EARLY, 6_00, flop=False)) == [
            "The collection of a hand that ends early with 9 players dealt in is 1, whatever its pot."
        ]
        assert sentences(taken(FIVE, 6_00, flop=False)) == ["The hand ended before the flop: no flop, no drop."]

    def test_a_pot_that_holds_less_says_so(self) -> None:
        small = taken(FIVE, 1_00, 3_00)
        assert small.per_pot == (PotFee(1_00), PotFee(3_00))
        assert sentences(small)[1] == "The called pot of 4 holds no more: all of it is collected."
        assert small.steps[1].citation == "house"


class TestThePlaque:
    @pytest.mark.parametrize(
        ("schedule", "sign"),
        [
            (FIVE, "collection $5 a hand, no flop no drop"),
            (EVERY_HAND, "collection $5 a hand"),
            (LESS_EARLY, "collection $5 a hand, $3 with 5 or fewer, none with 3 or fewer, $1 without a flop"),
            (replace(FIVE, promo=1_00), "collection $5 a hand, no flop no drop · promo $1"),
        ],
    )
    def test_its_line(self, schedule: FeeSchedule, sign: str) -> None:
        assert schedule.describe(lambda amount: f"${amount // 100}") == sign

    @pytest.mark.parametrize(
        ("fields", "complaint"),
        [
            ({"mode": "hand"}, "A collection by the hand has an amount"),
            ({"collection": 500}, "A collection by the hand has an amount"),
            ({"mode": "time", "time_charge": 5, "collections_by_players": [[2, 0]]}, "A collection by the hand has"),
            ({"no_flop_no_drop": False, "collection_early": 100}, "A collection by the hand has an amount"),
            ({"mode": "hand", "collection": 500, "cap": 300}, "Only a rake has a cap"),
            ({"mode": "hand", "collection": 500, "percent_bp": 500}, "Only a rake in per cent"),
            ({"mode": "hand", "collection": 500, "time_charge": 500}, "amount per half hour"),
            ({"mode": "hand", "collection": 500, "collection_early": 100}, "is free, no flop no drop, or pays"),
            (
                {"mode": "hand", "collection": 500, "collection_early": 0, "no_flop_no_drop": False},
                "is free, no flop no drop, or pays",
            ),
            (
                {"mode": "hand", "collection": 500, "collection_early": 600, "no_flop_no_drop": False},
                "full table is the highest",
            ),
            (
                {"mode": "hand", "collection": 500, "collection_early": 500, "no_flop_no_drop": False},
                "full table is the highest",
            ),
            ({"mode": "hand", "collection": 500, "collections_by_players": [[5, 600]]}, "full table is the highest"),
            ({"mode": "hand", "collection": 500, "collections_by_players": [[5, 500]]}, "full table is the highest"),
            ({"mode": "hand", "collection": 500, "collections_by_players": [[5, 2], [3, 3]]}, "rise with the number"),
            ({"mode": "hand", "collection": 5.0}, "collection can't be 5.0"),
        ],
    )
    def test_what_none_could_say_is_refused(self, fields: dict[str, object], complaint: str) -> None:
        with pytest.raises(FeeScheduleError, match=complaint):
            FeeSchedule.from_json(fields)

    def test_it_has_five_rates_at_most(self) -> None:
        four = tuple((players, players * 100) for players in range(2, 6))
        assert len(replace(FIVE, collection=9_00, collections_by_players=four).collections) == MOST_RATES + 1
        free = replace(FIVE, collection=9_00, collections_by_players=((2, 0), *four[1:]))
        assert replace(free, no_flop_no_drop=False, collection_early=1_00).collections[0] == 0
        with pytest.raises(FeeScheduleError, match="at most 5 collection rates"):
            replace(FIVE, collection=9_00, collections_by_players=(*four, (6, 6_00)))
        with pytest.raises(FeeScheduleError, match="at most 5 collection rates"):
            replace(FIVE, collection=9_00, collections_by_players=four, no_flop_no_drop=False, collection_early=1_00)

    @given(collections())
    def test_it_is_written_and_read_back(self, schedule: FeeSchedule) -> None:
        assert FeeSchedule.from_json(schedule.to_json()) == schedule

    def test_no_other_schedule_is_written_otherwise_than_before(self) -> None:
        for schedule in (NO_FEE, CARDROOM_A_STANDARD, live_time(5_00)):
            assert not {name for name in schedule.to_json() if name.startswith("collection")}

    def test_people_write_it_in_major_units(self) -> None:
        written = {"mode": "hand", "collection": "5", "collections_by_players": [[3, "0"], [5, "3"]]}
        assert read_schedule(written) == BY_PLAYERS
        assert read_schedule(written | {"collection_early": "1"}) == LESS_EARLY
        assert read_schedule({"mode": "hand", "collection": "5", "no_flop_no_drop": False}) == EVERY_HAND


class TestTheHouse:
    @pytest.mark.parametrize(
        ("answers", "schedule", "codes"),
        [
            ({"rake_mode": "fixed"}, FIVE, []),
            ({"rake_mode": "fixed"}, live_time(5_00), []),
            ({"rake_mode": "fixed"}, NO_FEE, []),
            ({"rake_mode": "fixed"}, CARDROOM_A_STANDARD, ["fee_not_of_house"]),
            ({"rake_mode": "fixed"}, FeeSchedule(mode="steps", steps=((10_00, 1_00),)), ["fee_not_of_house"]),
            ({"rake_mode": "plaque"}, LESS_EARLY, []),
            ({"rake_mode": "percent"}, FIVE, ["fee_not_of_house"]),
            ({"rake_mode": "time"}, FIVE, ["fee_not_of_house"]),
            ({"rake_mode": "none"}, FIVE, ["fee_not_of_house"]),
            ({"no_flop_no_drop": True}, FIVE, []),
            ({"no_flop_no_drop": True}, LESS_EARLY, ["no_flop_no_drop_required"]),
            ({"no_flop_no_drop": True}, EVERY_HAND, ["no_flop_no_drop_required"]),
            ({"rake_percent": 10}, FIVE, ["rake_percent_out_of_range"]),
            ({"rake_percent": 100}, FIVE, []),
            ({"rake_cap": 5_00}, FIVE, []),
            ({"rake_cap": 4_00}, FIVE, ["rake_cap_out_of_range"]),
        ],
    )
    def test_it_posts_what_its_rules_allow(
        self, answers: dict[str, Value], schedule: FeeSchedule, codes: list[str]
    ) -> None:
        refusals = check_schedule(schedule, HOUSES["live"].with_answers(**answers))
        assert [refusal.code for refusal in refusals] == codes
        assert all(refusal.allowed["field"] for refusal in refusals)

    def test_its_ceilings_are_told_of_a_collection(self) -> None:
        house = HOUSES["live"].with_answers(rake_percent=10, rake_cap=4_00)
        assert [refusal.message for refusal in check_schedule(FIVE, house)] == [
            "This house takes at most 10% of a pot, and a collection can be all of one: post another fee.",
            "This house takes at most 4 of a pot: post a collection of 4 or less.",
        ]


class TestWhatItMayBe:
    def test_no_other_amount_is_owed(self) -> None:
        asked = [rake for rake in range(0, 7_00, 50) if never_owed(BY_PLAYERS, rake=rake, promo=0)]
        assert set(range(0, 7_00, 50)).difference(asked) == {0, 3_00, 5_00}
        assert never_owed(BY_PLAYERS, rake=4_00, promo=0) == ["The plaque's collection is 3, 5 a hand, never 4."]
        assert never_owed(BY_PLAYERS, rake=6_00, promo=0) == ["The plaque never takes more than 5 of a hand, not 6."]
        assert not never_owed(BY_PLAYERS, rake=4_00, promo=0, pot=4_00)

    def test_none_at_all_is_owed_where_some_hand_is_free(self) -> None:
        asked = [each for each in (FIVE, LESS_EARLY, EVERY_HAND) if never_owed(each, rake=0, promo=0)]
        assert asked == [EVERY_HAND]
        assert not never_owed(EVERY_HAND, rake=0, promo=0, pot=0)

    def test_what_is_offered_is_what_is_posted(self) -> None:
        assert likely_rakes(LESS_EARLY, chip=1_00, count=5) == (0, 1_00, 3_00, 5_00)
        assert likely_rakes(FIVE, chip=1_00, count=5) == (0, 5_00)
        assert likely_rakes(EVERY_HAND, chip=1_00, count=5) == (5_00,)
        assert most_rake(LESS_EARLY) == 5_00

    def test_it_tells_nothing_of_the_pot_unless_it_was_not_paid(self) -> None:
        assert not tells_pot(LESS_EARLY)
        found = [largest_pot(LESS_EARLY, rake * 1_00, chip=1_00) for rake in range(6)]
        assert found == [0, 1_00, 2_00, None, None, None]

    def test_its_picture_is_drawn_beside_another_alone(self) -> None:
        assert ladder(FIVE) is None
        beside = ladder(FIVE, until=100_00)
        assert beside is not None
        assert (beside.rungs[0].rake, {rung.rake for rung in beside.rungs if rung.pot >= 5_00}) == (0, {5_00})


def of_two(**facts: object) -> Reconstruction:
    """What is known of a hand of two seats under a collection with less for hands that end early."""
    schedule = replace(EVERY_HAND, collection_early=1_00)
    return reconstruct(HandFacts(seats=(SeatFacts(seat=1), SeatFacts(seat=2)), fee=schedule, **facts))  # type: ignore[arg-type]


class TestWhatIsKnownOfAHand:
    def test_the_pot_does_not_tell_more_than_that_it_held_it(self) -> None:
        assert (of_two(rake=5_00).pot.low, of_two(rake=5_00).pot.high) == (5_00, None)
        assert (of_two(rake=2_00, flop_dealt=True).pot.low, of_two(rake=2_00, flop_dealt=True).pot.high) == (2_00, 2_00)

    def test_less_may_have_been_paid_of_any_pot_where_no_flop_is_known(self) -> None:
        assert (of_two(rake=1_00).pot.low, of_two(rake=1_00).pot.high) == (1_00, None)
        assert of_two(rake=1_00, flop_dealt=False).pot.high is None

    def test_the_flop_determines_it_of_a_pot(self) -> None:
        assert [of_two(pot=40_00, flop_dealt=flop).rake.low for flop in (True, False)] == [5_00, 1_00]
        unknown = of_two(pot=40_00).rake
        assert (unknown.low, unknown.high) == (1_00, 5_00)

    def test_nobody_is_known_to_have_won_what_it_took_whole(self) -> None:
        """Seat 3 is all-in for 1: whether it won a main pot of which nothing is left, no chips tell."""
        put_in = ((1, 20_00, 38_00), (2, 20_00, 0), (3, 1_00, 0))
        seats = tuple(SeatFacts(seat=seat, paid=paid, won=won, folded=False) for seat, paid, won in put_in)
        facts = HandFacts(seats=seats, fee=replace(FIVE, collection=3_00), rake=3_00, promo=0, flop_dealt=True)
        assert [(pot.amount.low, pot.won_by) for pot in reconstruct(facts).pots] == [(3_00, ()), (38_00, (1,))]
