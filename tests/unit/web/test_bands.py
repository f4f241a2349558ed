"""Bands show the numbers they are given, to scale, with what they are held against."""

from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from config.web.bands import Band, BandChart, draw
from config.web.charts import HEIGHT, TOP

AMOUNT = st.integers(-(10**6), 10**7)
BANDS = st.lists(st.tuples(AMOUNT, AMOUNT, AMOUNT, AMOUNT), min_size=1, max_size=9)


def chart(*bands: Band) -> BandChart:
    return BandChart("Owed and taken", "By the sample.", bands, "owed", "taken", "Table")


def band(least: int, about: int, most: int, held: int, label: str = "Table 1") -> Band:
    return Band(label, least, about, most, held)


@given(BANDS)
def test_every_band_lies_on_the_axis_with_its_dot_inside(values: list[tuple[int, int, int, int]]) -> None:
    bands = [band(*sorted(each[:3]), each[3], label=str(number)) for number, each in enumerate(values)]  # type: ignore[arg-type, misc]
    drawing = draw(chart(*bands))
    for drawn, given_ in zip(drawing.bands, bands, strict=True):
        assert TOP <= drawn.top <= drawn.dot <= drawn.top + drawn.height <= HEIGHT
        assert TOP <= drawn.line <= HEIGHT
        if not given_.is_outside:
            assert drawn.top <= drawn.line <= drawn.top + drawn.height
    lefts = [drawn.left for drawn in drawing.bands]
    assert lefts == sorted(lefts)


def test_what_is_more_stands_higher() -> None:
    drawing = draw(chart(band(100, 200, 300, 50)))
    (drawn,) = drawing.bands
    assert drawn.is_outside
    assert drawn.line > drawn.top + drawn.height
    assert abs((drawn.dot - drawn.top) - (drawn.top + drawn.height - drawn.dot)) <= 1
    assert not draw(chart(band(100, 200, 300, 100))).bands[0].is_outside


def test_the_bands_and_their_numbers_stand_on_the_page() -> None:
    shown = Template("{% band owed name='owed' %}").render(Context({"owed": chart(band(90, 1000, 1100, 950))}))
    assert 'id="owed"' in shown
    assert "Table 1: owed 90 to 1,100, about 1,000; taken 950" in shown
    assert [f'<td class="num">{text}</td>' in shown for text in ("90", "1,000", "1,100", "950")] == [True] * 4
