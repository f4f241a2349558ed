"""Two houses side by side: the questions that they answer differently, and the games that they spread otherwise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from games.selectors.game_sheets import OfferLine, offer_line
from games.selectors.rulebook import AskedHouse
from games.selectors.worked import answer_in_words
from rules.book.citations import Source, sources
from rules.house.house_rules import GROUPS, HouseRule
from rules.house.variants import SHEETS


@dataclass(frozen=True, slots=True)
class Stand:
    """The answer of one house, and where it says so."""

    sentence: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A question that two houses answer differently."""

    house_rule: HouseRule
    href: str
    one: Stand
    two: Stand


@dataclass(frozen=True, slots=True)
class GameDifference:
    """A game that two houses spread differently, or that only one of them spreads."""

    name: str
    href: str
    one: OfferLine | None
    two: OfferLine | None


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Everything in which two houses differ, and how much they share."""

    one: AskedHouse
    two: AskedHouse
    groups: Mapping[str, list[Difference]]
    games: list[GameDifference]
    same_answers: int
    same_games: list[str]

    @property
    def count(self) -> int:
        """The number of questions that they answer differently."""
        return sum(map(len, self.groups.values()))


def side_by_side(one: AskedHouse, two: AskedHouse) -> SideBySide:
    """The differences of `one` and `two`: by question, in the order of the house rules, and by game."""
    asked = {
        title: [_difference(house_rule, one, two) for house_rule in house_rules]
        for title, house_rules in GROUPS.items()
    }
    groups = {title: [each for each in found if each] for title, found in asked.items()}
    games = [_game(key, one, two) for key in SHEETS if key in one.house.offers or key in two.house.offers]
    differing = [game for game in games if not _is_same(game)]
    same = sum(each is None for found in asked.values() for each in found)
    return SideBySide(
        one,
        two,
        {title: found for title, found in groups.items() if found},
        differing,
        same,
        [game.name for game in games if _is_same(game)],
    )


def chosen(houses: Sequence[AskedHouse], key: str, otherwise: AskedHouse) -> AskedHouse:
    """The house that goes by `key` in an address: a preset's name, or "room" for the room's own rules."""
    return next((asked for asked in houses if key_of(asked) == key), otherwise)


def key_of(asked: AskedHouse) -> str:
    """The name of the house in an address."""
    return "room" if asked.is_here else asked.house.name


def _difference(house_rule: HouseRule, one: AskedHouse, two: AskedHouse) -> Difference | None:
    first, second = one.house.answer_to(house_rule.name), two.house.answer_to(house_rule.name)
    if first == second and type(first) is type(second):
        return None
    return Difference(
        house_rule,
        reverse("house_rule", args=[house_rule.name]),
        _stand(house_rule, one),
        _stand(house_rule, two),
    )


def _stand(house_rule: HouseRule, asked: AskedHouse) -> Stand:
    answer = answer_in_words(house_rule.name, asked.house.answer_to(house_rule.name), asked.money)
    return Stand(answer, sources(asked.house.cite(house_rule.name)))


def _game(key: str, one: AskedHouse, two: AskedHouse) -> GameDifference:
    lines = [offer_line(asked, asked.house.offers[key]) if key in asked.house.offers else None for asked in (one, two)]
    return GameDifference(SHEETS[key].name, reverse("rule_game", args=[key]), *lines)


def _is_same(game: GameDifference) -> bool:
    """Whether both spread it in the same way."""
    one, two = game.one, game.two
    return one is not None and two is not None and (one.structures, one.seats) == (two.structures, two.seats)
