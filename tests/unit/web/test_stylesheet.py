"""The stylesheet keeps its promises: readable contrast in both themes, tokens that exist, nothing inline in a page."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
CSS = "".join((ROOT / "static" / name).read_text() for name in ("site.css", "felt.css"))
PAGES = sorted((ROOT / "templates").rglob("*.html"))
TEXT, LARGE = 4.5, 3.0  # WCAG 2.2, 1.4.3 and 1.4.11

PAIRS = [
    *((word, ground, TEXT) for word in ("text", "muted") for ground in ("bg", "panel", "raised", "hover")),
    *((ink, ground, TEXT) for ink in ("accent-ink", "bad-ink", "ok-ink") for ground in ("bg", "panel", "raised")),
    ("text", "bad-wash", TEXT),
    ("muted", "bad-wash", TEXT),
    ("bad-ink", "bad-wash", TEXT),
    ("accent-ink", "bad-wash", TEXT),
    ("text", "accent-wash", TEXT),
    ("bad-ink", "accent-wash", TEXT),
    ("on-accent", "accent", TEXT),
    ("on-bad", "bad", TEXT),
    ("on-ok", "ok", TEXT),
    ("bg", "text", TEXT),
    ("edge", "bg", LARGE),
    ("edge", "panel", LARGE),
    ("accent-ink", "panel", LARGE),
    ("on-cloth", "cloth", TEXT),
    ("on-cloth", "cloth-deep", TEXT),
    ("on-cloth-muted", "cloth", TEXT),
    ("spade", "card", TEXT),
    ("heart", "card", TEXT),
    ("diamond", "card", TEXT),
    ("club", "card", TEXT),
    ("card", "card-back", TEXT),
    *((series, "panel", LARGE) for series in ("series-1", "series-2", "series-3")),
]


def tokens(theme: int) -> dict[str, str]:
    """Every colour token as #rrggbb in the light (0) or dark (1) theme."""
    found: dict[str, str] = {}
    for name, both, one in re.findall(r"--([a-z0-9-]+): (?:light-dark\(([^()]+)\)|(#[0-9a-f]{6}));", CSS):
        found.setdefault(name, both.split(", ")[theme] if both else one)
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_reckoned_as_wcag_does() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_words_and_edges_can_be_read_on_their_ground(theme: int, ink: str, ground: str, least: float) -> None:
    colours = tokens(theme)
    assert contrast(colours[ink], colours[ground]) >= least


def test_every_token_used_is_one_that_is_set() -> None:
    known = set(re.findall(r"(--[a-z0-9-]+):", CSS))
    used = set(re.findall(r"var\((--[a-z0-9-]+)", CSS))
    assert len(used) > 40
    assert used <= known


def test_colours_of_a_theme_are_named_only_among_the_tokens() -> None:
    rest = CSS[CSS.index("@layer base {") :]
    assert "light-dark(" not in rest
    themed = [line for line in rest.splitlines() if re.search(r"#[0-9a-f]{3,6}\b", line)]
    assert all(".felt" in line or "print" in line or "#999" in line for line in themed), themed


def test_the_dark_theme_holds_until_somebody_chooses() -> None:
    assert ":root {\n    color-scheme: dark;" in CSS


INLINE = re.compile(r"\sstyle=|\son[a-z]+=|<style|javascript:|<script(?![^>]*\ssrc=)|\shx-on")


def test_inline_style_and_script_are_found() -> None:
    for bad in ('<p style="x">', '<a onclick="x">', "<script>x", "<style>", '<a hx-on:click="x">'):
        assert INLINE.search(bad), bad
    assert not INLINE.search('<script src="x" defer></script>')


def test_no_page_needs_what_the_content_policy_forbids() -> None:
    assert len(PAGES) > 15
    for page in PAGES:
        assert not INLINE.search(page.read_text()), page


def test_script_and_styles_stay_light_for_a_slow_tablet() -> None:
    assert (ROOT / "static" / "site.js").stat().st_size < 12_000
    assert len(CSS.encode()) < 50_000
