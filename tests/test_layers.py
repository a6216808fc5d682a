"""Imports point one way: what docs/architecture.md says of the layers, read off the source with `ast`.

A failure names the file and the import. A new module of `engine` that lower layers need gets a line in ENGINE_LAYERS; one that is
not named there stands on top and sees all.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# From the ground up. A module may import its own layer and those below, never those above.
ENGINE_LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "plain"),
    ("tiles", "squares"),
    ("rack", "bag", "move", "notation"),
    ("board", "wordgraph", "_wordgraph", "lexicon_file", "lexicon"),
    ("oracle", "_solver"),
    ("solver",),
    ("ruleset", "bulletin", "draw", "builtin"),
    ("events", "codec"),
    ("game",),
    ("standings",),
)

# Parts of the appliance that only `app` joins: they see messages, views and commands, and nothing of each other.
RIM = ("web", "serial", "display", "gpio")
HEART = ("hub", "journal", "app", "__main__", "cli", "doctor", "simulate", "rehearsal", "demo")

# A third-party package that talks to a device or a person is known to one place only.
ONE_PLACE = {
    "aiohttp": (
        "appliance/web/",
        "appliance/simulate",
        "appliance/rehearsal",
        "appliance/demo",
        "appliance/cli",
        "appliance/display/client",
        "appliance/doctor",
    ),
    "pygame": ("appliance/display/",),
    "gpiozero": ("appliance/gpio/box.py",),
    "serial": ("appliance/serial/port.py",),
    "serial_asyncio_fast": ("appliance/serial/port.py",),
    "segno": ("appliance/qr.py",),
}

# What a module may not do while it is imported: a test or a tool that imports it gets its files, clock or environment read.
AT_IMPORT = {
    "open",
    "datetime.now",
    "datetime.datetime.now",
    "os.getenv",
    "os.environ.get",
    "read_bytes",
    "read_text",
    "sqlite3.connect",
    "time.monotonic",
    "time.time",
    "subprocess.run",
}


def sources(package: str) -> list[Path]:
    return sorted(path for path in (ROOT / package).rglob("*.py") if "__pycache__" not in path.parts)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of each import of a file."""
    return imports_in(path.read_text(encoding="utf-8"), name(path))


def imports_in(text: str, where: str) -> Iterator[tuple[int, str]]:
    """Line and full name of each import, ``from engine import game`` as ``engine.game``; those for the type checker too."""
    for node in ast.walk(ast.parse(text, where)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{where}:{node.lineno}: a relative import hides its layer"
            module = node.module or ""
            if (ROOT / module.replace(".", "/")).is_dir():
                yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, module


def engine_layer(module: str) -> int:
    """Layer of ``engine.tiles`` or ``engine.variants.optimist``; the top one for what no layer names."""
    part = module.split(".")[1] if "." in module else ""
    return next((i for i, layer in enumerate(ENGINE_LAYERS) if part in layer), len(ENGINE_LAYERS))


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", sources("engine"), ids=name)
def test_engine_imports_only_below(path: Path) -> None:
    own = engine_layer(module_of(path))
    for line, module in imports(path):
        top = module.split(".")[0]
        where = f"{name(path)}:{line}: imports {module}"
        assert top != "appliance", f"{where}, but the rules know nothing of the evening"
        assert top in {"engine", "_typeshed"} or top in sys.stdlib_module_names, f"{where}, a third-party package"
        if top == "engine":
            assert engine_layer(module) <= own, f"{where}, which lies in a higher layer (see ENGINE_LAYERS)"


def test_engine_has_no_import_cycle() -> None:
    known = {module_of(path): path for path in sources("engine")}
    needs = {m: {i for _, i in imports(path) if i in known and i != m} for m, path in known.items()}
    while free := {m for m, below in needs.items() if not below & needs.keys()}:
        needs = {m: below for m, below in needs.items() if m not in free}
    assert not needs, f"modules of engine that import each other in a circle: {', '.join(sorted(needs))}"


@pytest.mark.parametrize("path", sources("appliance"), ids=name)
def test_rim_of_the_appliance_sees_neither_hub_nor_other_parts(path: Path) -> None:
    part = path.relative_to(ROOT / "appliance").parts[0].removesuffix(".py")
    for line, module in imports(path):
        if not module.startswith("appliance."):
            continue
        other = module.split(".")[1]
        if part in RIM and other != part:
            assert other not in RIM + HEART, (
                f"{name(path)}:{line}: imports {module}; {part} may see messages, views and commands, app joins the parts"
            )
        if part in {"hub", "journal", "views", "describe", "publish", "messages", "commands", "ports", "roundclock", "seats"}:
            assert other not in (*RIM, "app", "__main__", "cli"), (
                f"{name(path)}:{line}: imports {module}, which lies further out"
            )


@pytest.mark.parametrize("path", sources("engine") + sources("appliance"), ids=name)
def test_each_device_library_is_known_to_one_place(path: Path) -> None:
    for line, module in imports(path):
        allowed = ONE_PLACE.get(module.split(".")[0])
        assert allowed is None or name(path).startswith(allowed), (
            f"{name(path)}:{line}: imports {module}, which only {' or '.join(allowed)} may"
        )


def calls_at_import(body: list[ast.stmt]) -> Iterator[tuple[int, str]]:
    """Line and name of each call that runs when the module is imported: outside functions, class bodies included."""
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += [*node.decorator_list, *node.args.defaults]
            continue
        if isinstance(node, ast.Lambda) or (isinstance(node, ast.If) and "__main__" in ast.unparse(node.test)):
            continue
        if isinstance(node, ast.Call):
            yield node.lineno, ast.unparse(node.func)
        waiting += ast.iter_child_nodes(node)


@pytest.mark.parametrize("path", sources("engine") + sources("appliance"), ids=name)
def test_importing_reads_no_file_clock_or_environment(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for line, called in calls_at_import(tree.body):
        assert AT_IMPORT.isdisjoint({called, called.rpartition(".")[2]}), f"{name(path)}:{line}: calls {called}() when imported"


def test_the_walk_itself_sees_what_it_should() -> None:
    """The checks above pass on nothing at all; this one shows that they would notice."""
    code = "import time\nfrom engine import game\nSTART = time.time()\ndef f(x=open('y')):\n    time.monotonic()\n"
    assert list(imports_in(code, "example.py")) == [(1, "time"), (2, "engine.game")]
    assert sorted(calls_at_import(ast.parse(code).body)) == [(3, "time.time"), (4, "open")]
    assert engine_layer("engine.game") > engine_layer("engine.tiles") > engine_layer("engine.errors")
    assert engine_layer("engine.arbiter") == engine_layer("engine.variants.optimist") == len(ENGINE_LAYERS)
