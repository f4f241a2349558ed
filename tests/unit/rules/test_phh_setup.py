"""From the file to the table: what a hand history states becomes the plaque, the seats and the posts of a hand."""

import pytest

from rules.house.fee_schedule import CARDROOM_A_STANDARD
from rules.house.house import HOUSES, STANDARD
from rules.phh.actions import Notation
from rules.phh.numerals import Numeral
from rules.phh.setup import VARIANTS, Setups, stated_house, to_setup
from rules.phh.values import PhhHand, Unreadable
from rules.table.setup import Post
from rules.text.violation import Refused


def phh(blinds: tuple[int, ...], antes: tuple[int, ...] | None = None, **fields: object) -> PhhHand:
    players = len(blinds)
    stated = {"variant": "NT", "min_bet": 1000, "actions": (Notation(None),), **fields}
    return PhhHand(
        antes=antes or (0,) * players,
        blinds_or_straddles=blinds,
        starting_stacks=(100_000,) * players,
        **stated,  # type: ignore[arg-type]  # the fields that a test names
    )


class TestPosts:
    def test_the_first_two_are_the_blinds_and_what_follows_straddles(self) -> None:
        setup = to_setup(phh((500, 1000, 2000, 0)))
        assert setup.posts == (Post("sb", 1, 500), Post("bb", 2, 1000), Post("straddle", 3, 2000))
        assert setup.plaque.blinds == (500, 1000)

    def test_a_single_blind_is_the_big_one_whose_small_blind_is_dead(self) -> None:
        assert to_setup(phh((1000, 0, 0))).posts == (Post("bb", 1, 1000),)

    def test_a_negative_one_is_the_live_post_of_an_entering_player(self) -> None:
        assert to_setup(phh((500, 1000, 0, -1000))).posts[-1] == Post("post", 4, 1000)

    def test_heads_up_the_file_states_the_small_blind_first_and_the_button_posts_it(self) -> None:
        setup = to_setup(phh((500, 1000), antes=(0, 300)))
        assert setup.posts == (Post("ante", 1, 300), Post("bb", 1, 1000), Post("sb", 2, 500))
        assert setup.button == setup.seats[-1]

    def test_antes_are_paid_before_blinds(self) -> None:
        kinds = [post.kind for post in to_setup(phh((500, 1000, 0), antes=(0, 1000, 0))).posts]
        assert kinds == ["ante", "sb", "bb"]

    def test_our_own_list_of_posts_goes_before_the_standards_fields(self) -> None:
        posts = ["p1 sb 5", "p2 bb 10", "p3 post 10", "p3 dead 2.50"]
        setup = to_setup(phh((500, 1000, -1000), extras={"_posts": posts}))
        assert setup.posts[2:] == (Post("post", 3, 1000), Post("dead", 3, 250))

    @pytest.mark.parametrize(
        "posts", ["p1 sb 5", ["p1 sb"], ["p9 sb 5"], ["p1 tip 5"], [5], ["p1 sb 5.005"], ["p1 sb -5"]]
    )
    def test_a_list_of_posts_that_is_none_is_refused(self, posts: object) -> None:
        with pytest.raises(Unreadable, match="_posts"):
            to_setup(phh((500, 1000, 0), extras={"_posts": posts}))


class TestPlaque:
    @pytest.mark.parametrize(
        ("code", "game", "structure"),
        [
            ("NT", "holdem", "no_limit"),
            ("FT", "holdem", "fixed_limit"),
            ("PO", "omaha", "pot_limit"),
            ("FO/8", "omaha8", "fixed_limit"),
            ("NS", "shortdeck", "no_limit"),
            ("PT", "holdem", "pot_limit"),
            ("ST", "holdem", "spread"),
            ("NO/8", "omaha8", "no_limit"),
        ],
    )
    def test_the_variant_says_game_and_structure(self, code: str, game: str, structure: str) -> None:
        assert VARIANTS[code] == (game, structure)

    def test_bets_are_the_files(self) -> None:
        plaque = to_setup(phh((500, 1000, 0), variant="FT", small_bet=1000, big_bet=2000, min_bet=None)).plaque
        assert (plaque.small_bet, plaque.big_bet, plaque.structure) == (1000, 2000, "fixed_limit")

    def test_the_fee_is_the_callers(self) -> None:
        assert to_setup(phh((500, 1000, 0)), fee=CARDROOM_A_STANDARD).plaque.fee == CARDROOM_A_STANDARD

    def test_a_variant_that_nobody_knows_is_refused_by_name(self) -> None:
        with pytest.raises(Refused) as caught:
            to_setup(phh((500, 1000, 0), variant="F9Z"))
        assert caught.value.violation.code == "game_not_supported"
        assert "F9Z" in caught.value.violation.message

    def test_our_own_plaque_goes_before_the_standards_fields(self) -> None:
        ours = {"game": "holdem", "structure": "spread", "blinds": [100, 200], "spread_min": 200, "spread_max": 1000}
        plaque = to_setup(phh((100, 200, 0), variant="ST", extras={"_plaque": ours})).plaque
        assert plaque.spread_max == 1000

    @pytest.mark.parametrize(
        "plaque",
        [
            {"game": "holdem", "structure": "no_limit", "colour": "red"},
            {"game": "chess", "structure": "no_limit"},
            {"game": "omaha", "structure": "no_limit"},
            {"game": "holdem", "structure": "no_limit", "blinds": [1.5]},
            {"game": "holdem", "structure": "no_limit", "fee": {"mode": "tithe"}},
            "holdem",
            {},
        ],
    )
    def test_a_plaque_that_is_none_or_of_another_game_is_refused(self, plaque: object) -> None:
        with pytest.raises(Unreadable, match="_plaque"):
            to_setup(phh((500, 1000, 0), extras={"_plaque": plaque}))


class TestHouse:
    def test_the_files_word_on_short_antes_goes_before_the_houses(self) -> None:
        antes = (100, 100, 100)
        assert not to_setup(phh((0, 0, 0), antes)).house.answers.ante_trimming
        assert to_setup(phh((0, 0, 0), antes, ante_trimming_status=True)).house.answers.ante_trimming

    def test_without_antes_the_house_is_left_as_it_is(self) -> None:
        assert to_setup(phh((500, 1000, 0)), STANDARD).house is STANDARD

    @pytest.mark.parametrize("word", ["answers", "knobs"], ids=["as written now", "as written before"])
    def test_a_file_may_name_its_house(self, word: str) -> None:
        stated = {"name": "live", word: {"odd_chip_unit": 500, "raise_cap": "null"}}
        house = stated_house(phh((0, 0, 0), extras={"_house": stated}))
        assert house is not None
        assert (house.answers.odd_chip_unit, house.answers.raise_cap) == (500, None)
        assert house.answers.showdown_muck == HOUSES["live"].answers.showdown_muck
        assert stated_house(phh((0, 0, 0))) is None

    @pytest.mark.parametrize(
        "stated",
        ["live", {"name": "mars"}, {"answers": {}}, {"name": "live", "answers": {"moon": 1}},
         {"name": "live", "answers": 1}, {"name": "live", "answers": {"raise_cap": [1]}}, {"name": ["live"]},
         {"name": "live", "answers": {}, "knobs": {}}, {"name": "live", "colour": "red"}],
    )  # fmt: skip
    def test_a_house_that_nobody_knows_is_refused(self, stated: object) -> None:
        with pytest.raises(Unreadable, match="_house"):
            stated_house(phh((0, 0, 0), extras={"_house": stated}))


class TestSeats:
    def test_seats_are_the_files_or_counted_from_one(self) -> None:
        assert to_setup(phh((500, 1000, 0), seats=(7, 9, 2))).seats == (7, 9, 2)
        assert to_setup(phh((500, 1000, 0))).seats == (1, 2, 3)

    def test_the_button_is_last_unless_it_is_dead(self) -> None:
        assert to_setup(phh((500, 1000, 0), seats=(7, 9, 2))).button == 2
        assert to_setup(phh((500, 1000, 0), seats=(7, 9, 2), extras={"_button": 4})).button == 4
        with pytest.raises(Unreadable, match="_button"):
            to_setup(phh((500, 1000, 0), extras={"_button": Numeral("4.5")}))

    def test_many_hands_of_one_game_share_their_plaque(self) -> None:
        setups = Setups()
        assert setups.of(phh((500, 1000, 0))).plaque is setups.of(phh((500, 1000, 0))).plaque
