"""Every simple (non-compound) form that a Hunspell dictionary describes.

Knows short, long and numeric flags, flag aliases (AF), NEEDAFFIX, FORBIDDENWORD, ONLYINCOMPOUND, CIRCUMFIX, cross products and
suffixes on suffixes. Hunspell's own ``unmunch`` misses five sixths of the French forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

Flags = tuple[str, ...]

_ENTRY = re.compile(r"((?:\\/|[^/])+)(?:/(.*))?$")
_MORPHOLOGY = re.compile(r"[\t ]+(?=\w\w:)|\t")


@dataclass(frozen=True)
class Form:
    """One word form, the entry it comes from, and the entry's morphological fields."""

    text: str
    stem: str
    morphology: str


@dataclass(frozen=True)
class _Rule:
    strip: str
    add: str
    condition: re.Pattern[str] | None
    flags: Flags
    crosses: bool


@dataclass
class _Affixes:
    flag_type: str = "short"
    aliases: list[Flags] = field(default_factory=list)
    rules: dict[tuple[str, str], list[_Rule]] = field(default_factory=dict)
    """(PFX or SFX, flag) → rules."""
    special: dict[str, str] = field(default_factory=dict)

    def flags(self, text: str) -> Flags:
        if not text:
            return ()
        if self.aliases and text.isdigit():
            return self.aliases[int(text) - 1]
        return self.split(text)

    def split(self, text: str) -> Flags:
        if self.flag_type == "long":
            return tuple(text[i : i + 2] for i in range(0, len(text), 2))
        return tuple(text.split(",")) if self.flag_type == "num" else tuple(text)

    def stands_alone(self, flags: Flags) -> bool:
        return not any(
            self.special.get(key) in flags for key in ("NEEDAFFIX", "ONLYINCOMPOUND", "FORBIDDENWORD")
        )

    def suffixed(self, word: str, flags: Flags) -> Iterator[tuple[str, _Rule]]:
        for flag in flags:
            for rule in self.rules.get(("SFX", flag), ()):
                if word.endswith(rule.strip) and (rule.condition is None or rule.condition.search(word)):
                    yield word[: len(word) - len(rule.strip)] + rule.add, rule

    def prefixed(self, word: str, flags: Flags) -> Iterator[tuple[str, _Rule]]:
        for flag in flags:
            for rule in self.rules.get(("PFX", flag), ()):
                if word.startswith(rule.strip) and (rule.condition is None or rule.condition.search(word)):
                    yield rule.add + word[len(rule.strip) :], rule


def forms(
    aff: Path, dic: Path, *, prefixes: bool = True, skip_flags: frozenset[str] = frozenset()
) -> Iterator[Form]:
    """Every form of every entry that bears none of *skip_flags*; *prefixes* false leaves prefixes out."""
    encoding = _encoding(aff)
    affixes = _read_affixes(aff.read_text(encoding, errors="replace").splitlines())
    lines = dic.read_text(encoding, errors="replace").split("\n")[1:]
    found: list[Form] = []
    forbidden: set[str] = set()
    for line in lines:
        head, morphology = [*_MORPHOLOGY.split(line.rstrip("\r"), maxsplit=1), ""][:2]
        match = _ENTRY.match(head.strip())
        if line.startswith("#") or match is None:
            continue
        word = match[1].replace("\\/", "/")
        flags = affixes.flags((match[2] or "").strip())
        if affixes.special.get("FORBIDDENWORD") in flags:
            forbidden.add(word)
        elif not skip_flags & set(flags):
            found += (Form(text, word, morphology) for text in _entry_forms(affixes, word, flags, prefixes))
    return (form for form in found if form.text not in forbidden)


def _entry_forms(affixes: _Affixes, word: str, flags: Flags, prefixes: bool) -> set[str]:
    """*crossing* forms may take one of the entry's prefixes as well."""
    forms_: list[tuple[str, bool]] = [(word, True)] if affixes.stands_alone(flags) else []
    for once, rule in affixes.suffixed(word, flags):
        if affixes.stands_alone(rule.flags) and affixes.special.get("CIRCUMFIX") not in rule.flags:
            forms_.append((once, rule.crosses))
        for twice, second in affixes.suffixed(once, rule.flags):
            if affixes.stands_alone(second.flags):
                forms_.append((twice, rule.crosses and second.crosses))
        if prefixes:
            forms_ += (
                (text, False)
                for text, pre in affixes.prefixed(once, rule.flags)
                if affixes.stands_alone(pre.flags)
            )
    result = {text for text, _ in forms_}
    if prefixes:
        for text, crossing in forms_:
            if crossing:
                for whole, rule in affixes.prefixed(text, flags):
                    if (rule.crosses or text == word) and affixes.stands_alone(rule.flags):
                        result.add(whole)
    return result


def _encoding(aff: Path) -> str:
    found = re.search(rb"^SET (\S+)", aff.read_bytes(), re.MULTILINE)
    return found[1].decode() if found else "utf-8"


def _read_affixes(lines: list[str]) -> _Affixes:
    affixes = _Affixes()
    for line in lines:
        if line.startswith("FLAG "):
            affixes.flag_type = line.split()[1]
    seen_alias_count = False
    crosses: dict[tuple[str, str], bool] = {}
    for line in lines:
        parts = line.split()
        if not parts:
            continue
        if parts[0] == "AF":
            if seen_alias_count:
                affixes.aliases.append(affixes.split(parts[1]))
            seen_alias_count = True
        elif parts[0] in {"NEEDAFFIX", "FORBIDDENWORD", "ONLYINCOMPOUND", "CIRCUMFIX"}:
            affixes.special[parts[0]] = parts[1]
        elif parts[0] in {"PFX", "SFX"} and len(parts) >= 4:
            key = (parts[0], parts[1])
            if key not in crosses:  # the header line: flag, Y or N, number of rules
                crosses[key] = parts[2] == "Y"
                affixes.rules[key] = []
            else:
                affixes.rules[key].append(_rule(affixes, parts, crosses[key]))
    return affixes


def _rule(affixes: _Affixes, parts: list[str], crosses: bool) -> _Rule:
    kind, _, strip, affix, *rest = parts
    add, _, flags = affix.partition("/")
    condition = rest[0] if rest and ":" not in rest[0] else "."
    pattern = None if condition == "." else re.compile(condition + "$" if kind == "SFX" else "^" + condition)
    return _Rule(
        strip="" if strip == "0" else strip,
        add="" if add == "0" else add,
        condition=pattern,
        flags=affixes.flags(flags),
        crosses=crosses,
    )
