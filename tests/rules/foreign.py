"""The formats of other programs, each with its reader and its writer, for tests that go through all of them."""

from __future__ import annotations

from collections.abc import Callable

from engine.exchange.build import Exported, Imported
from engine.exchange.carried import ELIOT, GCG, TABLE
from engine.exchange.eliot import read_eliot, write_eliot
from engine.exchange.gcg import read_gcg, write_gcg
from engine.exchange.table import read_table, write_table
from engine.game import Game

FOREIGN: dict[str, tuple[Callable[[str], Imported], Callable[[Game], Exported]]] = {
    GCG: (read_gcg, write_gcg),
    ELIOT: (read_eliot, write_eliot),
    TABLE: (read_table, write_table),
}
