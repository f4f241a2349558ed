"""Figures on a page, told from digits that stand there by chance."""

import pytest

from tests.support.figures import tells


@pytest.mark.parametrize(
    "page",
    [
        "391 held", "$391.", "<b>391</b>", '<input value="391">', "−391", "X391", "1971-12-03 391", b"391 in bytes",
        "391, 400", 'aria-label="391 owed"', "1/391",
    ],
)  # fmt: skip
def test_a_figure_is_told(page: str | bytes) -> None:
    assert tells(page, "391")


@pytest.mark.parametrize(
    "page",
    [
        "1391", "3910", "391.50", "1,391", "3.391", '<input value="59e78207-47e6-8391-beb1-bca2b41391ab">',
        '<a href="/hands/391/">', "<form action='/hands/391/void/'>", '"https://room.example/hands/391"',
        f'value="{"a391" * 16}"', "",
    ],
)  # fmt: skip
def test_digits_of_something_else_are_none(page: str) -> None:
    assert not tells(page, "391")


def test_neither_is_a_time_of_day() -> None:
    assert not tells("dealt at 18:25", "25")
    assert not tells("dealt at 18:25:07", "18")
    assert tells("25 owed at 18:25", "25")
