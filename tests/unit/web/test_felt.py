"""The drawn table: seats in their places round it, nothing hidden by anything else, everything said in words too."""

from itertools import combinations

import pytest
from django.template import Context, Template

from config.web.felt import (
    BOARD_CARD,
    HEIGHT,
    PLATE_HEIGHT,
    PLATE_WIDTH,
    WIDTH,
    DrawnSeat,
    FeltSeat,
    draw,
    draw_board,
    draw_mini,
)

ALL_SIZES = range(2, 11)
Box = tuple[int, int, int, int]


def full_table(seats: int, cards: str = "????", bet: str = "1,250") -> list[FeltSeat]:
    return [FeltSeat(n, f"Player {n}", "1,000", bet, has_button=True, cards=cards) for n in range(1, seats + 1)]


def plate(place: DrawnSeat) -> Box:
    """The plate with the cards behind its upper edge."""
    half_width, half_height = PLATE_WIDTH // 2, PLATE_HEIGHT // 2
    top = min([place.y - half_height, *(card.y for card in place.cards)])
    return place.x - half_width, top, place.x + half_width, place.y + half_height


def bet(place: DrawnSeat) -> Box:
    return place.bet_left, place.bet_y - 13, place.bet_left + place.bet_width, place.bet_y + 13


def button(place: DrawnSeat) -> Box:
    return place.button_x - 12, place.button_y - 12, place.button_x + 12, place.button_y + 12


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("seats", ALL_SIZES)
def test_every_plate_lies_on_the_sheet(seats: int) -> None:
    for place in draw(full_table(seats)):
        left, top, right, bottom = plate(place)
        assert left >= 0
        assert top >= 0
        assert right <= WIDTH
        assert bottom <= HEIGHT


@pytest.mark.parametrize("seats", ALL_SIZES)
def test_no_seat_hides_another(seats: int) -> None:
    for one, other in combinations(draw(full_table(seats)), 2):
        assert not meet(plate(one), plate(other))
        assert not meet(bet(one), bet(other))
        assert not meet(bet(one), plate(other))


@pytest.mark.parametrize("seats", ALL_SIZES)
def test_bets_and_button_lie_clear_of_plates_and_board(seats: int) -> None:
    known, empty = draw_board("8d5c2hAsKd", 5)
    board = [(card.x, card.y, card.x + BOARD_CARD[0], card.y + BOARD_CARD[1]) for card in known + empty]
    places = draw(full_table(seats, bet="150"))
    for place in places:
        for part in (bet(place), button(place)):
            assert not any(meet(part, card) for card in board)
            assert not any(meet(part, plate(other)) for other in places if other is not place)
        assert not meet(bet(place), button(place))


@pytest.mark.parametrize("seats", ALL_SIZES)
def test_seats_run_clockwise_from_the_dealers_left_hand(seats: int) -> None:
    places = draw(full_table(seats))
    assert places[0].x < WIDTH // 2 < places[-1].x
    for one, mirrored in zip(places, reversed(places), strict=True):
        assert one.x + mirrored.x == pytest.approx(WIDTH, abs=2)
        assert one.y == mirrored.y


def test_seven_stud_cards_stay_on_their_plate() -> None:
    (place, _) = draw(full_table(2, cards="AsKdQhJcTs9d8h"))
    assert len(place.cards) == 7
    assert place.cards[0].x >= place.x - PLATE_WIDTH // 2
    assert place.cards[-1].x + 26 <= place.x + PLATE_WIDTH // 2


def test_a_board_shows_what_is_known_and_room_for_the_rest() -> None:
    known, empty = draw_board("8d5c2h", 5)
    assert [card.spoken for card in known] == ["8 of diamonds", "5 of clubs", "2 of hearts"]
    assert len(empty) == 2
    assert draw_board("", 0) == ([], [])


@pytest.mark.parametrize("seats", ALL_SIZES)
def test_the_small_table_keeps_its_seats_on_the_sheet(seats: int) -> None:
    for place in draw_mini(full_table(seats)):
        assert 6 <= place.x <= 126
        assert 6 <= place.y <= 70


def test_a_seat_says_everything_that_it_shows() -> None:
    seat = FeltSeat(9, "Gus", "130", "18", is_turn=True, has_button=True, badge="KILL")
    assert seat.spoken == "Seat 9, Gus, 130, bet 18, kill, to act, has the button"
    assert FeltSeat(3, state="open").spoken == "Seat 3, open"
    assert FeltSeat(6, "Eli", "0", state="all-in").spoken == "Seat 6, Eli, 0, all in"


def render(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


def test_a_seat_with_an_address_is_a_link_that_the_keyboard_reaches() -> None:
    seats = [FeltSeat(1, "Avery", href="/seats/1/"), FeltSeat(2, "<b>Bo</b>")]
    drawn = render('{% felt seats target="seat" %}', seats=seats)
    assert 'href="/seats/1/" aria-label="Seat 1, Avery"' in drawn
    assert 'hx-target="#seat"' in drawn
    assert drawn.count("<a ") == 1
    assert "<b>" not in drawn


def test_the_turn_is_marked_for_eyes_and_ears() -> None:
    drawn = render("{% felt seats %}", seats=[FeltSeat(1, "A", is_turn=True, href="/"), FeltSeat(2, "B")])
    assert drawn.count(" turn") == 1
    assert drawn.count('aria-current="true"') == 1


def test_two_tables_on_a_page_share_no_id() -> None:
    seats = full_table(2)
    one, other = (render("{% felt seats name=name %}", seats=seats, name=name) for name in ("left", "right"))
    assert 'id="left-cloth"' in one
    assert 'id="right-cloth"' in other


def test_the_small_table_counts_who_sits() -> None:
    seats = [FeltSeat(1, "A"), FeltSeat(2, state="open"), FeltSeat(3, "C", badge="KILL")]
    drawn = render("{% felt_mini seats %}", seats=seats)
    assert 'aria-label="2 of 3 seats taken"' in drawn
    assert drawn.count("turn") == 1
