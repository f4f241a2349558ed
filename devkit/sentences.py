"""The sentences and labels that Python says without marking them, as texts for a translator: read by the syntax tree.

An f-string becomes a text with named places, "It is {state} already: reload the page."; what may stand in a place is a
text of its own where the module says it: the two halves of a condition, the words of a table, what a function returns.
"""

import ast
import keyword
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from string import Formatter

LETTERS = re.compile(r"[^\W\d_]{2}")
WORD = re.compile(r"(?!(Content|Cache|Retry|Last|If|Accept|Set|User)-)[A-Z][a-z]{2,}(['’-][A-Za-z]+)*")
"""A word that stands alone is a label where it has a capital; others are keys, unless a sentence uses them."""
SOURCES = re.compile(r"(WSOP|RRoP|TDA|LA|PHH|\d{3}:L).*|[\d:L#;,·\s]+")
"""The pattern of a place in a rulebook."""
PROGRAMS = re.compile(
    r"^\s*<|%[sd]|%\(\w+\)s|\bselect\b.*\b(from|\w+\()|\binsert into\b|\bupdate \w+ set\b|\bset local\b"
    r"|\bgrant\b.*\bto\b|\brevoke\b.*\bfrom\b"
    r"|\b(create|alter|drop|lock) (or|table|trigger|function|index|role|policy|schema|view)\b"
    r"|\bpg_\w+|::\w+|\bcommit\b.*;|^[MLHVZmlhvz]\s?-?[\d{]|[a-z]=[\"']"
    r"|^(from|where|order by|group by|and|join) \w+\.\w+"
    r"|^[a-z]+(_[a-z0-9]+)+$",
    re.DOTALL | re.IGNORECASE,
)
"""SQL, markup, drawings, codes, and patterns of `%`, which are marked where people read them."""
CALLS_FOR_PROGRAMS = re.compile(
    r"(log|logger|logging|re|warnings|os|subprocess|environ|env|cursor|connection|models|migrations|serializers|patch)\."
    r"|(_|n?gettext(_lazy|_noop)?|TypeError|RuntimeError|AssertionError|NotImplementedError|ImproperlyConfigured"
    r"|CommandError|extend_schema\w*|Opening|OpenApi\w+|RawSQL|cast|TypeVar|getattr|import_string|re_path|path)$"
)
"""Calls whose texts only programs and their keepers read."""
MAY_BE: Mapping[type[ast.expr], tuple[str, ...]] = {
    ast.IfExp: ("body", "orelse"),
    ast.BoolOp: ("values",),
    ast.NamedExpr: ("value",),
    ast.BinOp: ("left", "right"),
    ast.Dict: ("values",),
    ast.List: ("elts",),
    ast.Tuple: ("elts",),
    ast.Set: ("elts",),
    ast.ListComp: ("elt",),
    ast.GeneratorExp: ("elt",),
    ast.Subscript: ("value",),
    ast.Starred: ("value",),
}
"""The parts of an expression whose value it may have."""
NAMED_BY: Mapping[type[ast.expr], str] = {
    ast.Subscript: "value",
    ast.NamedExpr: "target",
    ast.BinOp: "left",
    ast.ListComp: "elt",
    ast.GeneratorExp: "elt",
    ast.UnaryOp: "operand",
}
"""The part of an expression that its place is named by."""
LISTS = frozenset({"remedies", "facts"})
"""Arguments that are several texts, with semicolons between and signs behind."""
REFUSALS = ("DomainError", "Malformed")


def in_module(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each text of a module with its line: sentences, labels, and the parts that sentences are put together from."""
    yield from _Module(tree).texts()


def of_refusals(tree: ast.Module) -> Iterator[tuple[int, list[str], str]]:
    """Each refusal that a module makes: its line, the texts of its sentence, and how the sentence is written there.

    No text is found where a sentence is handed on from elsewhere, or put together so that it can't be read.
    """
    module = _Module(tree)
    for call in (call for name in REFUSALS for call in module.calls[name]):
        sentence = call.args[1] if len(call.args) > 1 else ast.Constant("")
        yield call.lineno, [text for _, text in module.said_by(sentence)], ast.unparse(sentence)


class _Module:
    """The tree of a module, and what its names and functions may stand for."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.scopes: dict[ast.AST, tuple[ast.AST, ...]] = {}
        self.given: dict[tuple[ast.AST, str], list[ast.expr]] = defaultdict(list)
        self.functions: dict[str, ast.FunctionDef] = {}
        self.calls: dict[str, list[ast.Call]] = defaultdict(list)
        self.filled: list[ast.Call] = []
        self._read(tree, (tree,))

    def _read(self, node: ast.AST, scopes: tuple[ast.AST, ...]) -> None:
        """Note what stands below the node; `scopes` are the functions around it, the nearest first, and the module."""
        for child in _children(node):
            self._note(child, scopes)
            self._read(child, (child, *scopes) if isinstance(child, ast.FunctionDef) else scopes)

    def texts(self) -> Iterator[tuple[int, str]]:
        """Each text that reads as one, and the parts of those with places."""
        seen: set[ast.AST] = set()
        for node, is_text in self._shown(self.tree):
            text = written(node)
            if is_text or _reads(text):
                yield node.lineno, text
            if _has_places(node) and LETTERS.search(_letters_of(text)):
                yield from self._parts(node, seen)
        for call in self.filled:
            for place in call.keywords:
                yield from self.said_by(place.value, seen)

    def said_by(self, node: ast.expr, seen: set[ast.AST] | None = None) -> Iterator[tuple[int, str]]:
        """Each text that the expression may come to, single words too."""
        seen = set() if seen is None else seen
        if node in seen:
            return
        seen.add(node)
        if _is_literal(node):
            text = written(node)
            if LETTERS.search(_letters_of(text)) and not PROGRAMS.search(text):
                yield node.lineno, text
            yield from self._parts(node, seen)
            return
        for part in self._may_be(node):
            yield from self.said_by(part, seen)

    def _parts(self, node: ast.expr, seen: set[ast.AST]) -> Iterator[tuple[int, str]]:
        for place in _places(node):
            yield from self.said_by(place, seen)

    def _may_be(self, node: ast.expr) -> Iterable[ast.expr]:
        """The expressions whose value the expression may have, as far as the module says."""
        if isinstance(node, ast.Name):
            return self._values_of(node)
        if isinstance(node, ast.Call):
            return self._answers_of(node)
        if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Add):
            return []
        inside = (getattr(node, name) for name in MAY_BE.get(type(node), ()))
        return [part for each in inside for part in (each if isinstance(each, list) else [each])]

    def _answers_of(self, call: ast.Call) -> Iterable[ast.expr]:
        """The results that a call may have: returned by a function of this module, composed by a method of texts."""
        if isinstance(call.func, ast.Name) and call.func.id in self.functions:
            inside = ast.walk(self.functions[call.func.id])
            return [node.value for node in inside if isinstance(node, ast.Return | ast.Yield) and node.value]
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("join", "get"):
            return [*call.args, call.func.value]
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("format", "capitalize", "strip", "lower"):
            return [call.func.value, *(each.value for each in call.keywords)]
        return []

    def _values_of(self, name: ast.Name) -> Iterable[ast.expr]:
        """The values of a name in its function or module; of a parameter, those that the module's calls hand over."""
        for scope in self.scopes.get(name, ()):
            if found := self.given.get((scope, name.id)):
                return found
            if isinstance(scope, ast.FunctionDef) and (handed := self._handed_to(scope, name.id)):
                return handed
        return []

    def _handed_to(self, function: ast.FunctionDef, name: str) -> list[ast.expr]:
        names = [each.arg for each in function.args.args]
        place = names.index(name) if name in names else None
        calls = self.calls[function.name]
        by_place = [call.args[place] for call in calls if place is not None and place < len(call.args)]
        return by_place + [word.value for call in calls for word in call.keywords if word.arg == name]

    def _note(self, node: ast.AST, scopes: tuple[ast.AST, ...]) -> None:
        """Keep which names and functions there are, what names are given, and which calls there are."""
        match node:
            case ast.Name():
                self.scopes[node] = scopes
            case ast.FunctionDef():
                self.functions[node.name] = node
            case ast.Call(func=ast.Name(id=name)):
                self.calls[name].append(node)
            case ast.Call(func=ast.Attribute(attr="format")):
                self.filled.append(node)
            case ast.stmt() | ast.NamedExpr() | ast.comprehension():
                self._note_names(node, scopes[0])
            case _:
                return

    def _note_names(self, node: ast.AST, scope: ast.AST) -> None:
        """Keep what a statement gives a name to."""
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for each, value in zip(names, values, strict=False):
                    self._give(each, value, scope)
            case ast.Assign(targets=targets):
                for each in targets:
                    self._give(each, node.value, scope)
            case ast.AnnAssign(value=ast.expr()) | ast.AugAssign() | ast.NamedExpr():
                self._give(node.target, node.value, scope)
            case ast.For() | ast.comprehension():
                self._give(node.target, node.iter, scope)
            case _:
                return

    def _give(self, target: ast.expr, value: ast.expr | None, scope: ast.AST) -> None:
        """Keep that a name has that value; the names of a pair have it in parts."""
        if isinstance(target, ast.Tuple):
            for each in target.elts:
                self._give(each, value, scope)
        elif isinstance(target, ast.Name) and value is not None:
            self.given[scope, target.id].append(value)

    def _shown(self, node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
        """Each literal below the node that isn't only for programs, the whole of those that are put together, and
        whether it is a text for certain, however it reads."""
        if isinstance(node, ast.ClassDef) and any("Choices" in ast.unparse(base) for base in node.bases):
            yield from ((label, True) for label in _labels(node))
        elif isinstance(node, ast.expr) and _is_literal(node):
            yield node, False
            for place in _places(node):
                yield from self._shown(place)
        elif not _is_for_programs(node):
            if isinstance(node, ast.Dict):
                yield from ((word, True) for word in _beside_texts(node))
            if isinstance(node, ast.keyword) and node.arg in LISTS and isinstance(node.value, ast.Constant):
                yield from ((text, True) for text in _listed(node.value))
                return
            for child in _children(node):
                yield from self._shown(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes within a node, without notes about types: those of `ast`, three times as fast."""
    for name in node._fields:
        found = getattr(node, name, None)
        if isinstance(found, list):
            yield from (each for each in found if isinstance(each, ast.AST))
        elif isinstance(found, ast.AST) and name not in ("ctx", "annotation", "returns"):
            yield found


def written(node: ast.expr) -> str:
    """A literal as a text: its places by name, in braces. The same expression has one name, another one another."""
    names: dict[str, str] = {}
    parts = [part if isinstance(part, str) else _named(part, names) for part in _pieces(node)]
    text = "".join(parts)
    return text.replace("{{", "{").replace("}}", "}") if not names and not _is_pattern(node) else text


def _named(place: ast.expr, names: dict[str, str]) -> str:
    """The place in braces; `names` holds the names of the places before it, by how they are written."""
    source = ast.unparse(place)
    if source not in names:
        name = name_of(place)
        taken = sum(1 for other in names.values() if other.rstrip("0123456789_") == name)
        names[source] = f"{name}_{taken + 1}" if taken else name
    return "{" + names[source] + "}"


def name_of(place: ast.expr) -> str:
    """A word for what stands in a place: `room.money(most)` is "most", `slip.get_state_display()` "state"."""
    if isinstance(place, ast.Attribute) and place.attr in ("name", "title", "text"):
        return f"{name_of(place.value)}_{place.attr}"
    if isinstance(place, ast.Name | ast.Attribute):
        return _plain(place.id if isinstance(place, ast.Name) else place.attr)
    if isinstance(place, ast.Call):
        return _name_of_call(place)
    inside = NAMED_BY.get(type(place))
    return name_of(getattr(place, inside)) if inside else "part"


def _name_of_call(call: ast.Call) -> str:
    """The subject of a call: its first argument where it only writes that down, else the call itself."""
    function, first = call.func, call.args[0] if call.args else None
    name = function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
    if name.startswith("get_") and name.endswith("_display"):
        return _plain(name.removeprefix("get_").removesuffix("_display"))
    if name == "len" and first:
        return f"number_of_{name_of(first)}"
    if first and name in ("money", "amount", "str", "abs", "format_major", "major", "join"):
        return name_of(first)
    if isinstance(function, ast.Attribute) and name in ("format", "lower", "strip", "isoformat", "get"):
        return name_of(function.value)
    return _plain(name) if name.isidentifier() else "part"


def _plain(name: str) -> str:
    plain = name.strip("_").lower().removeprefix("get_")
    return "part" if not plain or keyword.iskeyword(plain) else plain


def _pieces(node: ast.expr) -> Iterator[str | ast.expr]:
    """The literal's words and places in their order; braces that are words stand doubled."""
    match node:
        case ast.Constant(value=str(value)):
            yield value if _is_pattern(node) else _escaped(value)
        case ast.JoinedStr(values=values):
            for each in values:
                yield from [_escaped(str(each.value))] if isinstance(each, ast.Constant) else _pieces(each)
        case ast.FormattedValue(value=ast.Constant(value=str(value))):
            yield _escaped(value)
        case ast.FormattedValue(value=value):
            yield value
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            yield from _pieces(left)
            yield from _pieces(right)
        case _:
            yield node


def _escaped(words: str) -> str:
    return words.replace("{", "{{").replace("}", "}}")


def _is_literal(node: ast.expr) -> bool:
    """Whether it is a text in quotes, one with places, or one of them and something more."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_literal(node.left) or _is_literal(node.right)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_pattern(node: ast.expr) -> bool:
    """Whether it is a text whose places are filled by `format`: they have names, and there is one at least."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str) and "{" in node.value):
        return False
    try:
        fields = [field for _, field, _, _ in Formatter().parse(node.value) if field is not None]
    except ValueError:
        return False
    return bool(fields) and all(field.isidentifier() for field in fields)


def _places(node: ast.expr) -> list[ast.expr]:
    return [piece for piece in _pieces(node) if not isinstance(piece, str)]


def _has_places(node: ast.expr) -> bool:
    return bool(_places(node))


def _letters_of(text: str) -> str:
    """The text without its places."""
    return re.sub(r"\{\w+\}", "", text)


def _reads(text: str) -> bool:
    """Whether people read the text: several words, or one with a capital, or words about a place."""
    letters = _letters_of(text)
    if not LETTERS.search(letters) or PROGRAMS.search(text) or SOURCES.fullmatch(text):
        return False
    return " " in text.strip() or bool(WORD.fullmatch(text))


def _is_for_programs(node: ast.AST) -> bool:
    """Whether nothing below the node is read by people: documentation, logs, notes on columns, faults of programs."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.arg() | ast.Import() | ast.ImportFrom() | ast.Assert():
            return True
        case ast.Call(func=function):
            return bool(CALLS_FOR_PROGRAMS.match(ast.unparse(function)))
        case ast.ClassDef(bases=bases):
            return any("Serializer" in ast.unparse(base) for base in bases)
        case _:
            return False


def _labels(choices: ast.ClassDef) -> Iterator[ast.expr]:
    """The label of each choice: the one it has, or the one that Django makes of its name."""
    for node in choices.body:
        match node:
            case ast.Assign(value=ast.Tuple(elts=[_, ast.Constant() as label])):
                yield label
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant()):
                label = ast.Constant(name.replace("_", " ").title())
                yield ast.copy_location(label, node)
            case _:
                continue


def _beside_texts(table: ast.Dict) -> Iterator[ast.expr]:
    """The words of a table that has a text for people in one of its lines."""
    values = [value for value in table.values if isinstance(value, ast.Constant) and isinstance(value.value, str)]
    if any(_reads(written(value)) for value in values):
        yield from (value for value in values if LETTERS.search(written(value)))


def _listed(several: ast.Constant) -> Iterator[ast.expr]:
    """Each text of an argument that holds several."""
    parts = (part.strip(" +=") for part in str(several.value).split(";"))
    yield from (ast.copy_location(ast.Constant(part), several) for part in parts)
