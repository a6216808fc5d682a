"""The words on every screen and sheet: one TOML file a language in ``locales/``, one table a screen.

``Catalogue.text("wall.slips", received=23, expected=28)`` looks up ``slips`` in table ``wall``. Every language has the same keys with the
same placeholders; a test says which is missing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("fr", "nl", "ro", "en")
NO_BREAK = "\u00a0"
LANGUAGE_NAMES = {"fr": "Français", "nl": "Nederlands", "ro": "Română", "en": "English"}


class Catalogue:
    """All texts of one language."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts
        """Dotted key → text with ``{placeholders}``."""

    def text(self, key: str, **values: object) -> str:
        """The text of a key, its placeholders filled in.

        :raises KeyError: if the key is unknown; a test asks for every key in use.
        """
        return self.texts[key].format(**values)

    def has(self, key: str) -> bool:
        """Whether there is such a text; for keys that come from data."""
        return key in self.texts


@cache
def catalogue(language: str) -> Catalogue:
    """The texts of a language; an unknown language is answered in English."""
    known = language if language in LANGUAGES else "en"
    text = (resources.files("appliance") / "locales" / f"{known}.toml").read_text(encoding="utf-8")
    texts = dict(_flat(tomllib.loads(text), ""))
    return Catalogue(known, {key: french_spaces(each) for key, each in texts.items()} if known == "fr" else texts)


def french_spaces(text: str) -> str:
    """French sets a space inside ``« »`` and before ``: ; ! ?``, where no line may break; the file has ordinary ones, which one can see."""
    return re.sub(r" (?=[:;!?»])|(?<=«) ", NO_BREAK, text)


def _flat(table: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            pairs += _flat(value, f"{prefix}{key}.")
        else:
            pairs.append((prefix + key, str(value)))
    return pairs
