#!/usr/bin/env python3
"""Rebuild the four open lists from the Debian and npm packages that they come from. For maintainers: needs the network.

    lexicons/rebuild.py FOLDER          download into FOLDER, write fr.txt.xz … there, compare with lists.toml

Needs apt-get (Debian bookworm), dpkg-deb and npm; takes a minute.
"""

from __future__ import annotations

import hashlib
import lzma
import re
import subprocess
import sys
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from hunspell_forms import Form, forms

HERE = Path(__file__).resolve().parent
DEBIAN = ("hunspell-fr-comprehensive", "hunspell-nl", "wdutch", "hunspell-ro", "scowl")
NPM = "dictionary-fr@3.0.0"

_VOWEL = re.compile("[AEIOUY]")
_SPLIT = str.maketrans(
    {"œ": "oe", "æ": "ae", "ĳ": "ij", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "ð": "d", "þ": "th"}
)

# Dicollecte's tags of what is not a word to play: affixes, proper names, errors, signs.
_FRENCH_NO_WORDS = {"sfx", "pfx", "err", "npr", "prn", "patr", "sign", "ponc", "div"}

# SCOWL's categories of plain words, without names, abbreviations and contractions.
_SCOWL = (
    "english-words", "american-words", "british-words", "british_z-words", "canadian-words", "australian-words",
    "variant_1-words", "variant_2-words", "british_variant_1-words", "british_variant_2-words",
)  # fmt: skip


def main() -> int:
    """Download, build, compare; 1 when a list differs from what lists.toml says."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    download(folder)
    by_hand = tomllib.loads((HERE / "by_hand.toml").read_text(encoding="utf-8"))
    listed = tomllib.loads((HERE / "lists.toml").read_text(encoding="utf-8"))
    same = True
    for name, collect in (("fr", french), ("nl", dutch), ("ro", romanian), ("en", english)):
        text = "".join(word + "\n" for word in sorted(finish(collect(folder), by_hand[name]))).encode()
        (folder / f"{name}.txt.xz").write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
        sha256 = hashlib.sha256(text).hexdigest()
        agrees = sha256 == listed[name]["sha256"]
        same = same and agrees
        words = len(text.splitlines())
        print(f"{name}: {words} words, {sha256}, {'as' if agrees else 'NOT as'} in lists.toml")
    return 0 if same else 1


def download(folder: Path) -> None:
    """Fetch and unpack the packages."""
    folder.mkdir(parents=True, exist_ok=True)

    def run(*command: str) -> None:
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    run("apt-get", "download", *DEBIAN)
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "-x", package.name, "debian")
    run("npm", "pack", "--silent", NPM)
    (folder / "npm").mkdir(exist_ok=True)
    run("tar", "xzf", "dictionary-fr-3.0.0.tgz", "-C", "npm", "--strip-components=1")


def french(folder: Path) -> set[str]:
    """Dicollecte: all spellings, old and new. Prefixes are elisions (l', qu') and are left out."""
    words = set()
    hunspell = folder / "debian/usr/share/hunspell"
    for form in forms(hunspell / "fr.aff", hunspell / "fr.dic", prefixes=False):
        tags = {field[3:].split("__")[0] for field in form.morphology.split() if field.startswith("po:")}
        if "err" not in tags and (not tags or not tags <= _FRENCH_NO_WORDS):
            words.add(form.text)
    words |= {form.text for form in forms(folder / "npm/index.aff", folder / "npm/index.dic", prefixes=False)}
    return normal(words)


def dutch(folder: Path) -> set[str]:
    """OpenTaal: the word list and the spelling dictionary together. Flag Fw marks forbidden words."""
    share = folder / "debian/usr/share"
    found = {
        f.text
        for f in forms(share / "hunspell/nl.aff", share / "hunspell/nl.dic", skip_flags=frozenset({"Fw"}))
    }
    return normal(found | set((share / "dict/dutch").read_text(encoding="utf-8").split("\n")))


def romanian(folder: Path) -> set[str]:
    """Rospell without its prefixes, which attach re- and ne- to nearly everything, and without what only clitics need."""
    hunspell = folder / "debian/usr/share/hunspell"
    return normal(without_clitic_forms(forms(hunspell / "ro_RO.aff", hunspell / "ro_RO.dic", prefixes=False)))


def without_clitic_forms(found: Iterable[Form]) -> set[str]:
    """Drop -u beside -ul, -ându beside -ând, and the vocatives -ule beside -ul and -o beside -a or -ă."""
    by_stem: dict[str, set[str]] = defaultdict(set)
    for form in found:
        by_stem[form.stem].add(form.text)
    everything = set().union(*by_stem.values())
    kept = set()
    for stem, texts in by_stem.items():
        for text in texts:
            if text.endswith(("ându", "indu", "îndu")) and text[:-1] in everything:
                continue
            if text != stem and (
                (text.endswith("u") and text + "l" in texts)
                or (text.endswith("ule") and text[:-1] in texts)
                or (text.endswith("o") and not texts.isdisjoint({text[:-1] + "a", text[:-1] + "ă"}))
            ):
                continue
            kept.add(text)
    return kept


def english(folder: Path) -> set[str]:
    """SCOWL up to level 80."""
    files = (folder / "debian/usr/share/dict/scowl").iterdir()
    wanted = [f for f in files if f.stem in _SCOWL and int(f.suffix[1:]) <= 80]
    return normal({word for file in wanted for word in file.read_text(encoding="latin-1").split("\n")})


def normal(words: Iterable[str]) -> set[str]:
    """A to Z, 2 to 15 letters. A capital marks a name; hyphen, apostrophe, dot and digit mark what no game allows."""
    kept = set()
    for word in words:
        if word == word.lower():
            plain = unicodedata.normalize("NFD", word.strip().translate(_SPLIT))
            plain = "".join(char for char in plain if not unicodedata.combining(char))
            if 2 <= len(plain) <= 15 and plain.isascii() and plain.isalpha():
                kept.add(plain.upper())
    return kept


def finish(words: set[str], by_hand: dict[str, str]) -> set[str]:
    """Apply the decisions of by_hand.toml."""
    hand = {key: set(text.split()) for key, text in by_hand.items()}
    words = {word for word in words if len(word) > 2 and (_VOWEL.search(word) or word in hand["vowelless"])}
    return (words - hand.get("no", set())) | hand["two"] | hand.get("three", set())


if __name__ == "__main__":
    sys.exit(main())
