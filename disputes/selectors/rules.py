"""The rules that a ruling may name: the likely three by the kind of the case, then the rulebook in its groups."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse

from disputes.models import Dispute
from games.selectors.dispute_rules import rule_name
from rules.text.rule import Rule
from rules.text.rulebook import GROUPS, RULES

LIKELY = 3


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One rule to choose: its name, its sentence, where it stands, and the address of its page."""

    code: str
    name: str
    sentence: str
    citation: str
    href: str


@dataclass(frozen=True, slots=True)
class RuleChoices:
    """The rules of a ruling's form: the likely ones are in sight, the others in groups, each rule once."""

    likely: tuple[RuleChoice, ...]
    groups: tuple[tuple[str, tuple[RuleChoice, ...]], ...]

    @property
    def all(self) -> Iterator[RuleChoice]:
        """Every rule that may be named."""
        yield from self.likely
        for _, rules in self.groups:
            yield from rules

    def found(self, code: object) -> RuleChoice | None:
        """The rule of that code among the groups; None where it is likely, or unknown."""
        return next((rule for _, rules in self.groups for rule in rules if rule.code == code), None)


def rules_to_choose(dispute: Dispute) -> RuleChoices:
    """The dispute's own rule with those that bear on it, then the whole rulebook; no query."""
    sort, place = dispute.sort, (dispute.house_rules.house.name, dispute.plaque.plaque.game)
    near = [sort.rule, *(RULES[code] for code in sort.also)]
    shown = {rule.code for rule in near}
    others = ((title, [rule for rule in rules if rule.code not in shown]) for title, rules in GROUPS.items())
    groups = [(sort.term, near[LIKELY:]), *others]
    return RuleChoices(
        _choices(near[:LIKELY], *place), tuple((title, _choices(rules, *place)) for title, rules in groups if rules)
    )


def _choices(rules: Sequence[Rule], house: str, game: str) -> tuple[RuleChoice, ...]:
    return tuple(
        RuleChoice(
            rule.code, rule_name(rule.code), rule.sentence, rule.cite(house, game), reverse("rule", args=[rule.code])
        )
        for rule in rules
    )
