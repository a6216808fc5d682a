"""``toptable simulate``: a room of simulated tablets."""

from __future__ import annotations

import argparse


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    commands.add_parser("simulate", help="a room of simulated tablets")
