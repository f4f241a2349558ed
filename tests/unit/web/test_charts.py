"""Charts show the numbers they are given, in the right proportion, and the same numbers as a table."""

import pytest
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from config.web.charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Chart, Kind, Series, draw

FLOOR = HEIGHT - BOTTOM


def chart(*rows: list[int | None], kind: Kind = "bars") -> Chart:
    labels = [f"{hour:02}" for hour in range(len(rows[0]))]
    return Chart("Rake", "Taken.", labels, [Series(f"row {n}", row) for n, row in enumerate(rows)], kind)


def test_bars_are_as_high_as_their_numbers() -> None:
    small, large = draw(chart([50, 100])).bars
    assert large.height == pytest.approx(2 * small.height, abs=1)
    assert small.y + small.height == large.y + large.height == FLOOR


def test_stacked_bars_stand_on_each_other() -> None:
    lower, upper = draw(chart([30], [20], kind="stacked")).bars
    assert upper.y + upper.height == lower.y
    assert upper.x == lower.x


def test_a_number_below_zero_hangs_under_the_axis() -> None:
    drawing = draw(chart([-40, 60]))
    below, above = drawing.bars
    assert below.y == drawing.base == above.y + above.height


def test_an_unknown_number_breaks_the_line_and_is_a_dash_in_the_table() -> None:
    gap = chart([1, None, 3], kind="line")
    (line,) = draw(gap).lines
    assert line.path.count("M") == 2
    assert len(line.points) == 2
    assert [texts for _, texts in gap.rows] == [["1"], ["–"], ["3"]]


@given(st.lists(st.integers(-(10**13), 10**13), min_size=1, max_size=48), st.sampled_from(["bars", "stacked", "line"]))
def test_whatever_the_numbers_everything_lies_on_the_sheet(values: list[int], kind: Kind) -> None:
    drawing = draw(chart(list(values), [abs(value) for value in values], kind=kind))
    for bar in drawing.bars:
        assert LEFT <= bar.x <= bar.x + bar.width <= WIDTH - RIGHT + 1
        assert TOP <= bar.y <= bar.y + bar.height <= FLOOR + 1
    for line in drawing.lines:
        assert all(TOP <= y <= FLOOR for _, y, _ in line.points)
    assert 2 <= len(drawing.ticks) <= 8


def test_labels_that_would_touch_are_left_out() -> None:
    assert len(draw(chart([1] * 12)).labels) == 12
    assert len(draw(chart([1] * 48)).labels) <= 16


def render(shown: Chart) -> str:
    return Template('{% chart shown name="rake" %}').render(Context({"shown": shown}))


def test_a_chart_says_what_it_shows_and_has_its_numbers_behind_it() -> None:
    page = render(Chart("Rake by hour", "Taken.", ["10"], [Series("taken", [1250])], say=lambda v: f"${v / 100:.2f}"))
    assert 'aria-labelledby="rake-title"' in page
    assert '<td class="num">$12.50</td>' in page
    assert "<title>10: taken $12.50</title>" in page


def test_a_chart_without_numbers_says_so() -> None:
    assert "nothing to draw" in render(chart([0, None]))
