"""The schema of the API: what every operation has in common, said once."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from config.web import examples
from config.web.api import LONGEST_KEY, SHORTEST_KEY

DESCRIPTION = f"""
Tables, players, buy-ins, hands and reports of a live card room.

**Signing in.** A system sends `Authorization: Token …`. It is a user of its own with the roles that it needs; who
operates the room gives it a token, on the person's page or with `manage.py api_token USERNAME`: for one room, to read
or to record, until a day. A new one ends the one before. A browser uses its session and sends `X-CSRFToken` with every
POST.

**The room.** A token is good in its own room alone. The header `Room` names the room by its slug; without it, it is the
token's, or the first in which the caller works.

**Amounts** are JSON integers of minor units (cents); fractions, texts and truth values are refused. Inside a PHH
document amounts are the format's own, major units: JSON integers, or texts with decimals such as `"2.50"`; `"inf"` is
an unknown stack.

**Once.** Every POST that records something needs a header `Idempotency-Key` of {SHORTEST_KEY} to {LONGEST_KEY}
characters. The same key with the same body takes effect once and is answered alike; with another body it is refused
(422).

**Refusals.** A rule's refusal is 409 with its sentence, the rule, its source and what would have been allowed. What
can't be read is 400 with the field. Lists come in pages, newest first.
""".strip()

ROOM = OpenApiParameter(
    "Room", str, OpenApiParameter.HEADER, description="The slug of the room; the caller's first one if left out."
)
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": SHORTEST_KEY, "maxLength": LONGEST_KEY, "pattern": "^[ -~]*$"},
    OpenApiParameter.HEADER,
    required=True,
    description="Names this request: sent again with the same body it takes effect once.",
)
_REFUSALS = {
    "400": ("Malformed", "It can't be read."),
    "401": ("Problem", "Nobody is signed in."),
    "403": ("Problem", "The caller's roles in this room don't allow it."),
    "404": ("Problem", "There is no such thing in this room."),
    "405": ("Problem", "The address takes no such method."),
    "406": ("Problem", "The answer is JSON and nothing else."),
    "409": ("Refusal", "A rule refuses it."),
    "413": ("Problem", "The body is larger than may come."),
    "415": ("Problem", "The body is not JSON."),
    "422": ("Refusal", "The key was used for another body."),
    "500": ("Problem", "Something broke, and nothing was recorded."),
    "503": ("Problem", "The records can't be reached right now."),
}
_OF_POSTS_ONLY = {"409", "413", "415", "422"}
_REFUSED_BY_A_RULE = {"figures_read", "journals_read"}
"""Operations that only read and may be refused by a rule all the same."""
_TEXT = {"type": "string"}
_PROBLEM = {"type": "object", "properties": {"code": _TEXT, "message": _TEXT}, "required": ["code", "message"]}
_WORDS = {
    "code": {**_TEXT, "description": "stable, for machines"},
    "message": {**_TEXT, "description": "a sentence that says what to do"},
    "rule": {**_TEXT, "description": "the rule in one sentence"},
    "citation": {**_TEXT, "description": "where the rule stands"},
    "allowed": {"type": "object", "additionalProperties": {}, "description": "what would have been allowed"},
    "field": {**_TEXT, "description": "the field at fault"},
}
_COMPONENTS = {
    "Problem": _PROBLEM,
    "Refusal": {"type": "object", "properties": _WORDS, "required": ["code", "message", "rule", "citation", "allowed"]},
    "Malformed": {
        "type": "object",
        "properties": {
            **_WORDS,
            "fields": {"type": "object", "additionalProperties": {}, "description": "what is wrong, by field"},
        },
        "required": ["code", "message"],
    },
}


AMOUNTS = frozenset(
    {
        "amount", "called_pots", "cash", "cash_amount", "chips", "chips_amount", "chips_in_use", "counted",
        "cover", "credit", "debit", "deposits", "expected", "expected_cash", "expected_chips", "issued",
        "lacking", "left_with", "needed", "owed", "parts", "pot", "promo", "promo_over", "promo_owed",
        "promo_taken", "promo_under", "rack", "rake_over", "rake_owed", "rake_taken", "rake_under", "stack",
        "variance",
    }
)  # fmt: skip
"""The fields of whole numbers that are amounts, in every body and answer; a PHH document’s are texts or lists."""
_CENTS = "minor units (cents)"


class RoomSchema(AutoSchema):
    """An operation of a room's view: it takes the header `Room`, and a key where its view records something."""

    def get_override_parameters(self) -> list[Any]:
        """The headers, besides what the operation itself states."""
        records = self.method == "POST" and getattr(self.view, "records", True)
        return [ROOM, KEY] if records else [ROOM]


def add_refusals(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say what the API is, and of every operation how it refuses, with examples. A hook of drf-spectacular."""
    result["info"]["description"] = DESCRIPTION
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(_COMPONENTS)
    _say_cents(components["schemas"])
    components["responses"] = {status: _refused(status, *told) for status, told in _REFUSALS.items()}
    for operations in result["paths"].values():
        for method, operation in operations.items():
            for status in _REFUSALS:
                is_by_a_rule = status == "409" and operation["operationId"] in _REFUSED_BY_A_RULE
                if method == "post" or status not in _OF_POSTS_ONLY or is_by_a_rule:
                    operation["responses"].setdefault(status, {"$ref": f"#/components/responses/{status}"})
            examples.put_in(operation)
            operation["responses"] = dict(sorted(operation["responses"].items()))
    return result


def _say_cents(schemas: dict[str, Any]) -> None:
    """Let every amount say its unit."""
    for schema in schemas.values():
        for name, field in schema.get("properties", {}).items():
            if name in AMOUNTS and "$ref" not in field and _is_whole(field):
                told = field.get("description", "")
                said = (
                    told.replace("minor units", _CENTS) if "minor units" in told else f"{told}; {_CENTS}".lstrip("; ")
                )
                field["description"] = said


def _is_whole(field: dict[str, Any]) -> bool:
    """Whether a field holds whole numbers: one, several, or some by name."""
    inner = field.get("items") or field.get("additionalProperties") or field
    return isinstance(inner, dict) and inner.get("type") == "integer"


def _refused(status: str, component: str, description: str) -> dict[str, Any]:
    """The answer of a refusal, with its examples."""
    schema = {"$ref": f"#/components/schemas/{component}"}
    content = {"schema": schema, "examples": examples.of_status(status)}
    return {"description": description, "content": {"application/json": content}}
