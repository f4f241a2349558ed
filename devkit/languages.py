"""A translator's file (.po) brought up to the catalogue of today, and what programs read of it (.mo)."""

import ast
import re
import struct
import sys
from pathlib import Path

from devkit.catalogue import HEADER, Text, entry, quoted, texts
from devkit.paths import ROOT

PLACES = re.compile(r"\{\w+\}|%\(\w+\)s")
KEYWORD = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr)(?:\[(\d)\])? +(".*")')

Translations = dict[Text, list[str]]
"""The translations of each text: one, or one for each plural."""


def brought_up(path: Path, root: Path = ROOT) -> str:
    """Bring the file up to today's texts and write what programs read beside it; how far it has come, in a sentence.

    What is translated stays, also where its text is gone for now. Raises ValueError for a translation that lacks a
    place, or has one that its text doesn't have: the amount in it would be lost.
    """
    kept = read(path.read_text(encoding="utf-8")) if path.exists() else {}
    for text, told in kept.items():
        _refuse_other_places(text, told)
    places: dict[Text, list[str]] = {}
    for place, text in texts(root):
        places.setdefault(text, []).append(place)
    head = kept.get(("", ""), [])
    parts = [
        with_header(head[0]) if head and head[0] else HEADER.replace("INTEGER", "2").replace("EXPRESSION", "n != 1")
    ]
    parts += [filled(entry(text, places[text]), kept.get(text, [])) for text in sorted(places)]
    gone = [text for text in kept if text not in places and text != ("", "") and any(kept[text])]
    parts += [filled(entry(text, ["gone"]), kept[text]) for text in sorted(gone)]
    written = "\n".join(parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written, encoding="utf-8")
    path.with_suffix(".mo").write_bytes(compiled(read(written)))
    done = sum(all(kept.get(text, [""])) for text in places)
    return f"{path}: {done} of {len(places)} texts are translated."


def with_header(head: str) -> str:
    """The first entry of a file, as its translator left it."""
    lines = "\n".join(quoted(line) for line in head.splitlines(keepends=True))
    return f'msgid ""\nmsgstr ""\n{lines}\n'


def filled(lines: str, told: list[str]) -> str:
    """An entry with its translations; where there are none, their places stay empty."""
    if not any(told):
        return lines
    kept = [line for line in lines.splitlines() if not line.startswith("msgstr")]
    if "\nmsgid_plural " in lines:
        kept += [f"msgstr[{number}] {quoted(words)}" for number, words in enumerate(told)]
    else:
        kept.append(f"msgstr {quoted(told[0])}")
    return "\n".join(kept) + "\n"


def read(source: str) -> Translations:
    """The translations in a file, by text; the entry of the empty text is its header."""
    found: Translations = {}
    for block in re.split(r"\n\s*\n", source):
        parts: dict[str, str] = {}
        last = ""
        for line in block.splitlines():
            if match := KEYWORD.fullmatch(line.strip()):
                last = match[1] + (match[2] or "")
                parts[last] = ast.literal_eval(match[3])
            elif last and line.startswith('"'):
                parts[last] += ast.literal_eval(line.strip())
        if "msgid" in parts and "#, fuzzy" not in block:
            told = [parts[key] for key in sorted(parts) if key.startswith("msgstr")]
            context = f"{parts['msgctxt']}\4" if "msgctxt" in parts else ""
            found[context + parts["msgid"], parts.get("msgid_plural", "")] = told
    return found


def compiled(translations: Translations) -> bytes:
    """The translations as GNU gettext reads them (.mo); what is not translated is left out."""
    pairs = sorted(
        ("\0".join(filter(None, text)).encode(), "\0".join(told).encode())
        for text, told in translations.items()
        if all(told)
    )
    start = 28 + 16 * len(pairs)
    tables, data = [], b""
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<II", len(pair[column]), start + len(data)))
            data += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + b"".join(tables) + data


def _refuse_other_places(text: Text, told: list[str]) -> None:
    known = {frozenset(PLACES.findall(form)) for form in filter(None, text)}
    for words in filter(None, told):
        if any(text) and not any(frozenset(PLACES.findall(words)) == places for places in known):
            raise ValueError(f"“{words}” has other places than “{text[0]}”: write each {{place}} as it stands there.")


if __name__ == "__main__":
    try:
        print(brought_up(Path(sys.argv[1])))
    except ValueError as error:
        sys.exit(str(error))
