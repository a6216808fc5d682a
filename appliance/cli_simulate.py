"""``toptable simulate``: a room of simulated tablets against a hub, with a count of its own at the end."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import aiohttp

from appliance.app import Appliance
from appliance.arguments import number
from appliance.config import Config
from appliance.errors import SetupError
from appliance.folders import DATA_HELP
from appliance.library import Library
from appliance.rehearsal import Rehearsal
from appliance.simulate import SimulationError, Thinker
from engine.errors import EngineError

MAX_SEATS = 1000
MAX_ROUNDS = 60
ANSWER_S = 60
"""Longest wait for an answer."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "simulate",
        help="play an evening with simulated tablets",
        description=(
            "Let simulated tablets of varied strength play an evening, with late, doubled and garbled slips, and compare the hub's "
            "standings with a count of their own. Exit status 1 when they differ."
        ),
    )
    parser.add_argument("--seats", type=number(1, MAX_SEATS), default=24, metavar="N", help="tablets (default: 24)")
    parser.add_argument("--rounds", type=number(1, MAX_ROUNDS), default=5, metavar="N", help="rounds (default: 5)")
    parser.add_argument("--url", default="", help="a running hub, http://…; an evening is opened there (default: a hub of its own)")
    parser.add_argument("--pin", default="", help="the running hub's PIN, from its console")
    parser.add_argument("--force", action="store_true", help="with --url: open the evening even if that ends one in play")
    parser.add_argument("--seed", type=number(0, 2**32), default=1, metavar="N", help="the same seed, the same evening (default: 1)")
    parser.add_argument("--lexicon", default="", metavar="NAME", help="word list (default: the rule set's)")
    parser.add_argument("--data", type=Path, metavar="DIR", help=DATA_HELP)
    parser.set_defaults(run=run_simulate)


def run_simulate(args: argparse.Namespace) -> int:
    """Play; 0 the counts agree, 1 they do not or the hub failed, 2 it could not begin."""
    if args.url and not args.pin:
        print("toptable simulate: --url needs --pin, which the hub shows on its console", file=sys.stderr)
        return 2
    try:
        standings = asyncio.run(_simulate(args))
    except (SetupError, EngineError) as error:
        print(f"toptable simulate: {error}", file=sys.stderr)
        return 2
    except aiohttp.ClientError as error:
        print(f"toptable simulate: {args.url or 'the hub'}: {error}", file=sys.stderr)
        return 2
    except (SimulationError, TimeoutError) as error:
        print(f"toptable simulate: {str(error) or 'the hub does not answer'}", file=sys.stderr)
        return 1
    for row in standings:
        print(f"{row['rank']:4}. {row['name']:<26.26} {row['total']:5} {row['percent']:6.1f} % {row['negative']:6}  solos {row['solos']}")
    print("standings agree with an independent count of every slip")
    return 0


async def _simulate(args: argparse.Namespace) -> list[dict[str, Any]]:
    library = Library(args.data)
    if args.url:
        return await _rehearse(args, args.url.rstrip("/"), args.pin, library)
    with tempfile.TemporaryDirectory(prefix="toptable-") as folder:
        config = Config(Path(folder), "127.0.0.1", 0, wall=False, lexicon=args.lexicon)
        appliance = Appliance(config, dice=Random(args.seed), library=library)
        await appliance.start()
        try:
            return await _rehearse(args, f"http://127.0.0.1:{appliance.port}", appliance.pin, library)
        finally:
            await appliance.stop()


async def _rehearse(args: argparse.Namespace, url: str, pin: str, library: Library) -> list[dict[str, Any]]:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=aiohttp.ClientTimeout(total=ANSWER_S)) as session:
        thinker = Thinker(library)
        room = Rehearsal(session, url, pin, args.seats, args.rounds, thinker, args.seed, _say, args.lexicon, args.force)
        return await room.play()


def _say(line: str) -> None:
    print(line, flush=True)
