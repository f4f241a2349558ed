"""Ladders show the amounts they are given, to scale on both axes, and the same amounts as a table."""

import re

from django.template import Context, Template

from config.web.ladders import BOTTOM, HEIGHT, LEFT, RIGHT, WIDTH, LadderChart, Stairs, draw

FLAT = Stairs("rake", [(0, 0), (1000, 100), (2000, 200)])
SLOPED = Stairs("dealt to 4 or fewer", [(0, 0), (2000, 100)], is_flat=False)


def chart(*lines: Stairs, until: int = 4000) -> LadderChart:
    return LadderChart("Rake by the pot", "By the called pot.", lines, until)


def test_a_flat_line_stays_until_the_next_rung_and_to_the_end() -> None:
    ((number, path),) = draw(chart(FLAT)).paths
    across = WIDTH - LEFT - RIGHT
    assert number == 1
    assert path.startswith(f"M{LEFT} {HEIGHT - BOTTOM}H{LEFT + across // 4}V")
    places = [int(place) for place in re.findall(r"H(\d+)", path)]
    assert places == [LEFT + across // 4, LEFT + across // 2, LEFT + across]
    first, second = (int(height) for height in re.findall(r"V(\d+)", path))
    assert HEIGHT - BOTTOM - second == 2 * (HEIGHT - BOTTOM - first)


def test_a_line_by_the_cent_joins_its_points() -> None:
    ((_, path),) = draw(chart(SLOPED)).paths
    assert re.fullmatch(r"M\d+ \d+L\d+ \d+H\d+", path)


def test_the_table_says_each_line_at_every_rung() -> None:
    assert chart(FLAT, SLOPED).rows == [("0", ["0", "0"]), ("1,000", ["100", "0"]), ("2,000", ["200", "100"])]


def test_the_axis_across_is_named_as_far_as_a_name_has_room() -> None:
    drawing = draw(chart(FLAT, until=2500))
    assert [text for _, text in drawing.labels] == ["0", "500", "1,000", "1,500", "2,000"]
    assert drawing.labels[-1][0] == LEFT + round((WIDTH - LEFT - RIGHT) * 2000 / 2500)


def test_the_ladder_stands_on_the_page() -> None:
    shown = Template("{% ladder rake name='rake' %}").render(Context({"rake": chart(FLAT, SLOPED)}))
    assert 'id="rake"' in shown
    assert shown.count('class="line s') == 2
    assert '<td class="num">200</td>' in shown
