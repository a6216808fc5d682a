"""Compile the four open lists from nothing, one after the other: seconds, peak memory, file sizes, and how fast a lexicon answers.

    python benchmarks/lexicons.py [--json]

Each list is compiled in a process of its own, so that its peak memory is its own.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from appliance.lexicons import SHIPPED, LexiconFolder

LISTS = ("fr", "nl", "ro", "en")


def measure(name: str, folder: Path) -> dict[str, float | str]:
    """Compile one list into *folder*, open it again and ask it things."""
    lists = LexiconFolder(folder)
    start = perf_counter()
    lists.open(name)
    compiled = perf_counter()
    lexicon = lists.open(name)
    opened = perf_counter()
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    words = list(lexicon.words())[::10]
    listed = perf_counter()
    found = sum(word in lexicon for word in words)
    looked_up = perf_counter()
    lexicon.with_words(["AB" * 5])
    admitted = perf_counter()
    assert found == len(words)
    return {
        "name": name,
        "words": len(lexicon),
        "nodes": len(lexicon.graph),
        "file_bytes": lists.path(name).stat().st_size,
        "xz_bytes": (SHIPPED / f"{name}.txt.xz").stat().st_size,
        "compile_s": round(compiled - start, 2),
        "peak_mb": round(peak_mb),
        "open_ms": round((opened - compiled) * 1000, 1),
        "lookup_us": round((looked_up - listed) / len(words) * 1e6, 2),
        "admit_s": round(admitted - looked_up, 2),
    }


def measure_apart(name: str, folder: Path) -> dict[str, float | str]:
    command = [sys.executable, __file__, "--one", name, str(folder)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    result: dict[str, float | str] = json.loads(done.stdout)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(measure(args.one[0], Path(args.one[1]))))
        return
    with tempfile.TemporaryDirectory() as folder:
        rows = [measure_apart(name, Path(folder)) for name in LISTS]
    total_s = round(sum(float(row["compile_s"]) for row in rows), 2)
    if args.json:
        print(json.dumps({"lists": rows, "compile_s": total_s}))
        return
    print("  ".join(f"{key:>10}" for key in rows[0]))
    for row in rows:
        print("  ".join(f"{value:>10}" for value in row.values()))
    print(f"all four: {total_s} s, {max(float(row['peak_mb']) for row in rows):.0f} MB at most")


if __name__ == "__main__":
    main()
