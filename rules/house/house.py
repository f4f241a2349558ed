"""A house's rules as data: its answers to the house rules, the games it offers, and where its rulebook says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from rules.house.answers import Answers
from rules.house.house_rules import HOUSE_RULES, HouseRule, PossibleAnswer, Value
from rules.house.variants import SHEETS, Structure
from rules.text.lines import citation_of_game


@dataclass(frozen=True, slots=True)
class Offer:
    """A game as a house offers it. `seats_min` gates opening the game, not a hand."""

    structures: tuple[Structure, ...]
    seats_min: int
    seats_max: int
    citation: str


_USUAL = Answers()


@dataclass(frozen=True, slots=True)
class House:
    """The rules of one house: its `answers` to the house rules, each read by its name.

    `sources` cites the house's own lines for a house rule; `offers` lists its games by key.
    """

    name: str
    title: str
    answers: Answers = _USUAL
    offers: Mapping[str, Offer] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    _cited: dict[str, str] = field(init=False, repr=False, compare=False, default_factory=dict)

    def answer_to(self, name: str) -> Value:
        """The answer to the house rule `name`, for those who go through all. Raises ValueError for an unknown one."""
        answer: Value = getattr(self.answers, _house_rule(name).name)
        return answer

    def explain(self, name: str) -> PossibleAnswer:
        """The answer with its sentence and the source for it that is closest to this house."""
        answer = _house_rule(name).explain(self.answer_to(name))
        return replace(answer, citation=self.sources.get(name, answer.citation))

    def cite(self, name: str, game: str = "") -> str:
        """The place of the answer to the house rule `name`; of a game only what speaks of it, if anything does."""
        if name not in self._cited:
            self._cited[name] = self.sources.get(name) or _house_rule(name).explain(self.answer_to(name)).citation
        return citation_of_game(self._cited[name], game)

    def with_answers(self, **answers: Value) -> House:
        """The same house with other answers, which then cite their general source.

        Raises ValueError for unknown house rules and for what is no answer to one.
        """
        known = _checked(answers)
        sources = {
            name: source
            for name, source in self.sources.items()
            if name not in known or known[name] == self.answer_to(name)
        }
        return replace(self, answers=replace(self.answers, **known), sources=sources)

    def to_json(self) -> dict[str, Any]:
        """Everything, every answer spelled out, so that a later default changes nothing that was recorded."""
        return {
            "name": self.name,
            "title": self.title,
            "answers": asdict(self.answers),
            "offers": {game: _offer_to_json(offer) for game, offer in self.offers.items()},
            "sources": dict(self.sources),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> House:
        """The house that `to_json` wrote. Raises ValueError or KeyError for anything else."""
        if unknown := data.keys() - {"name", "title", "answers", "offers", "sources"}:
            raise ValueError(f"A house has no {', '.join(sorted(unknown))}.")
        offers = {game: _offer_from_json(offer) for game, offer in data["offers"].items()}
        return cls(data["name"], data["title"], Answers(**_checked(data["answers"])), offers, dict(data["sources"]))


def _house_rule(name: str) -> HouseRule:
    if name not in HOUSE_RULES:
        raise ValueError(f"There is no house rule “{name}”.")
    return HOUSE_RULES[name]


def _checked(answers: Mapping[str, Any]) -> dict[str, Any]:
    """The answers by name. Raises ValueError for unknown house rules and for what is no answer to one."""
    for name, value in answers.items():
        _house_rule(name).explain(value)
    return dict(answers)


def _offer_to_json(offer: Offer) -> dict[str, Any]:
    return {
        "structures": list(offer.structures),
        "seats_min": offer.seats_min,
        "seats_max": offer.seats_max,
        "citation": offer.citation,
    }


def _offer_from_json(data: Mapping[str, Any]) -> Offer:
    return Offer(tuple(data["structures"]), data["seats_min"], data["seats_max"], data["citation"])


_ANY: tuple[Structure, ...] = ("no_limit", "pot_limit", "fixed_limit", "spread")
_SOLAIRE: tuple[Structure, ...] = ("no_limit", "pot_limit", "spread")
_CARDROOM_A: tuple[Structure, ...] = ("fixed_limit", "pot_limit", "no_limit")
_LIMIT: tuple[Structure, ...] = ("fixed_limit",)
_STUD: tuple[Structure, ...] = ("fixed_limit", "spread")

STANDARD = House(
    name="standard",
    title="Standard rules",
    answers=Answers(
        small_blind="plaque",
        bj_small_blind="plaque",
        bj_ante="plaque",
        bring_in="plaque",
        odd_chip_unit=1,
        rake_mode="plaque",
        no_flop_no_drop="plaque",
        fee_on_sign="optional",
        incidentals_a_sitting=20_00,
        incidentals_a_day=40_00,
    ),
    offers={
        key: Offer(sheet.structures, sheet.seats_min, sheet.seats_max, sheet.citation)
        for key, sheet in SHEETS.items()
        if not sheet.house_banked
    },
)

SOLAIRE = House(
    name="solaire",
    title="Solaire Poker Room",
    answers=Answers(
        raise_cap=None,
        spread_raise_min="table_min",
        burn_before_draw="first_only",
        rake_mode="plaque",
        no_flop_no_drop="plaque",
        rebuy_min="any",
        incidentals_allowed=False,
        buyin_max="none",
    ),
    offers={
        "holdem": Offer(_SOLAIRE, 2, 10, "000:L5-21, L65-69"),
        "omaha": Offer(_SOLAIRE, 2, 10, "000:L23-26, L65-69"),
        "badugi": Offer(_SOLAIRE, 2, 8, "000:L28-40, L65-69"),
    },
    sources={
        "button_move": "000:L5-7",
        "small_blind": "000:L63",
        "spread_raise_min": "000:L65",
        "burn_cards": "000:L11-13",
        "burn_before_draw": "000:L32",
        "buyin_min": "000:L74",
        "addon_between_hands": "000:L74",
    },
)

COLUMBUS = House(
    name="columbus",
    title="Columbus Poker Room",
    answers=Answers(
        small_blind="plaque",
        bring_in="plaque",
        odd_chip_unit=100,
        showdown_muck="must_show",
        rake_mode="plaque",
        no_flop_no_drop="plaque",
        rake_unit=100,
        incidentals_a_sitting=20_00,
        incidentals_a_day=40_00,
    ),
    offers={
        "holdem": Offer(_ANY, 2, 10, "001:L38-104"),
        "omaha8": Offer(_ANY, 2, 10, "001:L105-183"),
        "stud": Offer(_STUD, 2, 8, "001:L184-241"),
    },
    sources={
        "button_draw": "001:L40-42 · WSOP 91",
        "button_move": "001:L44-45, L114-115",
        "small_blind": "001:L47-50, L117-120",
        "odd_chip_tie": "001:L103-104 · WSOP 149",
        "odd_chip_unit": "001:L167-168",
        "odd_chip_hilo": "001:L167-168",
        "showdown_muck": "001:L95-98",
        "stud_tie_first": "001:L209-212",
        "stud_shortage": "001:L225-235",
        "burn_cards": "001:L63, L77, L84, L205, L222",
        "raise_cap": "house, after 002:L102-105",
    },
)

CARDROOM_A = House(
    name="cardroom_a",
    title="Card room A (online)",
    answers=Answers(
        button_rule="next_player",
        button_draw="random_seat",
        raise_cap_on_sign="house",
        heads_up_uncapped=False,
        burn_cards=False,
        odd_chip_unit=1,
        rake_percent=5,
        rake_cap=300,
        buyin_max="none",
        incidentals_a_sitting=20_00,
        incidentals_a_day=40_00,
    ),
    offers={
        "holdem": Offer(_CARDROOM_A, 2, 10, "002:L2, L12-127, L160-174"),
        "omaha": Offer(_CARDROOM_A, 2, 10, "002:L2, L128-135, L160-174"),
        "omaha8": Offer(_CARDROOM_A, 2, 10, "002:L2, L136-159, L160-174"),
    },
    sources={
        "button_move": "002:L18, L80-82",
        "button_rule": "002:L80-82",
        "small_blind": "002:L33-37",
        "raise_cap": "002:L102-105",
        "raise_cap_on_sign": "002:L102-105",
        "heads_up_uncapped": "002:L102-103",
        "pl_sb_rounds_up": "002:L166-171",
        "showdown_muck": "002:L75-78",
        "no_flop_no_drop": "002:L177-178",
        "buyin_max": "002:L172-174",
    },
)

CARDROOM_B = House(
    name="cardroom_b",
    title="Card room B (online)",
    answers=Answers(
        button_rule="next_player",
        button_draw="random_seat",
        raise_cap_on_sign="house",
        heads_up_uncapped=False,
        spread_raise_min="table_min",
        stud_ante="by_limit",
        stud_button="moves",
        stud_shortage="community",
        burn_cards=False,
        odd_chip_unit=1,
        odd_chip_hilo="left_of_button",
        odd_chip_tie="left_of_button",
        showdown_muck="blackjack_only",
        rake_mode="plaque",
        no_flop_no_drop="plaque",
        buyin_min="ten_times_lower",
        buyin_max="none",
        incidentals_a_sitting=20_00,
        incidentals_a_day=40_00,
    ),
    offers={
        "stud": Offer(_LIMIT, 2, 8, "003:L2-47"),
        "omaha": Offer(_LIMIT, 6, 10, "003:L49-141"),
        "omaha8": Offer(_LIMIT, 6, 10, "003:L143-248"),
        "holdem": Offer(_LIMIT, 2, 10, "003:L250-329"),
        "holdem_blackjack": Offer(("spread",), 2, 6, "003:L331-353"),
    },
    sources={
        "button_move": "003:L46, L84, L140, L281, L340",
        "button_rule": "003:L46, L139-141, L340",
        "small_blind": "003:L90-93, L288-291",
        "raise_cap": "003:L26-27, L103-105, L302, L345",
        "raise_cap_on_sign": "003:L26-27, L103-105, L302, L345",
        "heads_up_uncapped": "003:L103-105",
        "odd_chip_tie": "003:L37, L133, L240, L326",
        "odd_chip_hilo": "003:L240-241",
        "showdown_muck": "003:L76-78, L175-177, L274-276, L351",
        "spread_raise_min": "003:L350",
        "stud_button": "003:L36-38, L46",
        "buyin_min": "003:L4-7, L55-58, L155-158, L252-255",
        "stud_tie_first": "001:L209-212 · RRoP 8",
        "fourth_street_pair": "RRoP 8 #4 · 003:L28-33",
    },
)

LIVE = House(
    name="live",
    title="Live! Casino Poker Room",
    answers=Answers(
        small_blind="plaque",
        bring_in="plaque",
        stud_tie_first="suit",
        burn_before_draw="none",
        showdown_muck="must_show",
        rake_mode="plaque",
        no_flop_no_drop="plaque",
        rake_unit=100,
        incidentals_a_sitting=20_00,
        incidentals_a_day=40_00,
    ),
    offers={
        "holdem": Offer(_ANY, 2, 10, "004:L70-100, L266-268, L322"),
        "omaha": Offer(_ANY, 2, 10, "004:L102-130, L266-268, L322"),
        "omaha8": Offer(_ANY, 2, 10, "004:L264, L278, L282, L286"),
        "stud": Offer(_STUD, 2, 8, "004:L132-148"),
        "badugi": Offer(_ANY, 2, 8, "004:L150-170"),
        "27td": Offer(_LIMIT, 2, 6, "004:L172-198"),
        "27sd": Offer(("no_limit",), 2, 6, "004:L172-198"),
    },
    sources={
        "button_draw": "004:L74, L106 · WSOP 91",
        "button_move": "004:L76, L236",
        "button_rule": "004:L254 · WSOP 151",
        "small_blind": "004:L78, L110",
        "odd_chip_tie": "004:L100 · WSOP 149",
        "showdown_muck": "004:L94",
        "stud_tie_first": "004:L144",
        "stud_shortage": "004:L148, L246",
        "burn_cards": "004:L84-90, L118-124, L142-148",
        "raise_cap": "004:L240 · house, after 002:L102-105",
        "buyin_min": "004:L48",
        "buyin_max": "004:L52",
        "rebuy_min": "004:L48",
        "addon_between_hands": "004:L52",
        "incidentals_allowed": "004:L52",
        "substantial_action": "004:L330",
        "appeal": "004:L56",
    },
)

HOUSES: Mapping[str, House] = {
    house.name: house for house in (STANDARD, SOLAIRE, COLUMBUS, CARDROOM_A, CARDROOM_B, LIVE)
}
"""The five rulebooks' houses and the standard rules, by name."""
