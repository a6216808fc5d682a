"""Commands as devices send them: JSON at the door, frozen values inside."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from appliance import commands as c
from appliance.errors import MessageError
from engine.plain import to_plain

EXAMPLES: list[tuple[str, dict[str, Any], c.Command]] = [
    (
        "OpenEvening",
        {"name": "Vendredi", "players": ["Anne", "Bob"], "settings": {"solo.minimum_seats": "2"}},
        c.OpenEvening("Vendredi", players=("Anne", "Bob"), settings={"solo.minimum_seats": "2"}),
    ),
    ("SeatPlayer", {"seat": 3, "name": "Zoé"}, c.SeatPlayer(3, "Zoé")),
    ("RemovePlayer", {"seat": 3}, c.RemovePlayer(3)),
    ("DrawByComputer", {}, c.DrawByComputer()),
    ("DrawTyped", {"letters": "DI+AEINS"}, c.DrawTyped("DI+AEINS")),
    ("StartClock", {}, c.StartClock()),
    ("SetDeadline", {"until": "2026-12-03T20:00"}, c.SetDeadline("2026-12-03T20:00")),
    ("PauseClock", {}, c.PauseClock()),
    ("ExtendClock", {}, c.ExtendClock(10_000)),
    ("EndTime", {}, c.EndTime()),
    ("HandIn", {"round": 1, "seat": 3, "text": "H4 RETINES 66"}, c.HandIn(1, 3, "H4 RETINES 66")),
    ("CloseRound", {}, c.CloseRound()),
    ("ChooseTop", {"index": 0}, c.ChooseTop(0)),
    ("Retain", {"text": "H4 RETINES"}, c.Retain("H4 RETINES")),
    ("Overrule", {"round": 1, "seat": 3, "points": 12, "reason": "seen"}, c.Overrule(1, 3, 12, "seen", 0, False)),
    ("Decide", {"round": 1, "seat": 3, "index": -1}, c.Decide(1, 3, -1)),
    ("AdmitWord", {"word": "aai", "reason": "SWL"}, c.AdmitWord("aai", "SWL", False)),
    (
        "CorrectSlip",
        {"round": 1, "seat": 3, "text": "H4 RIEN 8", "reason": "misread", "late": True},
        c.CorrectSlip(1, 3, "H4 RIEN 8", "misread", True),
    ),
    ("GiveAverage", {"round": 1, "seat": 3, "group": [1, 2], "reason": "away"}, c.GiveAverage(1, 3, (1, 2), "away")),
    ("Excuse", {"seat": 3, "first": 1, "last": 2, "reason": "train"}, c.Excuse(3, 1, 2, "train")),
    ("ReturnPlayer", {"seat": 3}, c.ReturnPlayer(3)),
    ("TakeOver", {"seat": 3, "name": "Zoé"}, c.TakeOver(3, "Zoé")),
    ("KeyAgain", {"round": 1, "seat": 3, "text": "H4 RIEN 8"}, c.KeyAgain(1, 3, "H4 RIEN 8", False)),
    ("Settle", {"round": 1, "seat": 3, "taken": "second", "reason": "misread"}, c.Settle(1, 3, "second", "misread")),
    ("Reveal", {}, c.Reveal(False)),
    ("AskQuestion", {"seat": 3, "word": "jab"}, c.AskQuestion(3, "jab")),
    ("NameChecker", {"seat": 3, "checker": 4}, c.NameChecker(3, 4)),
    ("ReportDifference", {"round": 2, "seat": 3, "text": "64"}, c.ReportDifference(2, 3, "64")),
    ("CheckSlip", {"round": 2, "seat": 3, "agrees": True}, c.CheckSlip(2, 3, True)),
    ("SearchReference", {"width": 20}, c.SearchReference(20)),
    ("StopSearch", {}, c.StopSearch()),
    ("ShowBoard", {"seat": 3}, c.ShowBoard(3)),
    ("Undo", {}, c.Undo()),
    ("Undo", {"confirmed": True}, c.Undo(confirmed=True)),
    ("Redo", {}, c.Redo()),
    ("EndEvening", {}, c.EndEvening()),
]


@pytest.mark.parametrize(("kind", "fields", "command"), EXAMPLES, ids=[kind for kind, _, _ in EXAMPLES])
def test_a_command_is_read_from_its_name_and_fields(kind: str, fields: dict[str, Any], command: c.Command) -> None:
    assert c.parse_command(kind, fields) == command
    assert c.parse_command(kind, to_plain(command)) == command


def test_every_command_has_an_example() -> None:
    assert {kind for kind, _, _ in EXAMPLES} == set(c.KINDS)


def test_commands_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        c.ChooseTop(0).index = 1  # type: ignore[misc]


def test_a_command_without_fields_may_leave_them_out() -> None:
    assert c.parse_command("Undo", None) == c.Undo()


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        ("Explode", {}, "unknown command 'Explode'"),
        (None, {}, "unknown command 'None'"),
        (["Undo"], {}, "unknown command"),
        ("x" * 1000, {}, "unknown command"),
        ("HandIn", {"round": 1, "seat": 3}, "HandIn.text: missing"),
        ("HandIn", {"round": 1, "seat": 3, "text": 5}, "HandIn.text: expected a text, not 5"),
        ("HandIn", {"round": "1", "seat": 3, "text": ""}, "HandIn.round: expected a whole number"),
        ("HandIn", {"round": True, "seat": 3, "text": ""}, "HandIn.round: expected a whole number"),
        ("HandIn", {"round": 1, "seat": 3, "text": "", "txet": ""}, "HandIn.txet: unknown key; did you mean HandIn.text"),
        ("HandIn", [1, 3, ""], "HandIn: expected a table"),
        ("OpenEvening", {"name": "x", "players": "Anne"}, "OpenEvening.players: expected a list"),
        ("OpenEvening", {"name": "x", "players": ["Anne", 2]}, r"OpenEvening.players\[1\]: expected a text"),
        ("OpenEvening", {"name": "x", "settings": {"solo.points": 5}}, "OpenEvening.settings.solo.points: expected a text"),
        ("Undo", {"all": True}, "Undo.all: unknown key"),
    ],
)
def test_a_command_that_cannot_be_read_names_its_field(kind: object, fields: object, message: str) -> None:
    with pytest.raises(MessageError, match=message):
        c.parse_command(kind, fields)


def test_requests_are_json_objects_of_a_bounded_size() -> None:
    assert c.parse_json(b'{"kind": "Undo"}') == {"kind": "Undo"}
    filler = b'{"a": "' + b"x" * (c.MAX_REQUEST - 9) + b'"}'
    assert len(filler) == c.MAX_REQUEST
    assert c.parse_json(filler)["a"].startswith("xxx")
    for data, message in ((filler + b" ", "65536 at most"), (b"[]", "not list"), (b"nonsense", "no JSON"), (b"", "no JSON")):
        with pytest.raises(MessageError, match=message):
            c.parse_json(data)


def test_half_a_character_is_refused_at_the_door() -> None:
    # the journal is UTF-8, and so are sockets: both would fail on it later
    with pytest.raises(MessageError, match="surrogates not allowed"):
        c.parse_json(b'{"kind": "HandIn", "text": "\\ud800"}')
    assert c.parse_json(b'{"text": "\\ud83d\\ude00"}') == {"text": "😀"}


@pytest.mark.parametrize("value", ["c0ffee00", "x" * 64, "0b9e9a52-2d1f-4d0e-8a55-b1b8c5e2a001"])
def test_ids_of_commands(value: str) -> None:
    assert c.parse_command_id(value) == value


@pytest.mark.parametrize(
    "value",
    ["", "short12", "x" * 65, "with space 1", "tab\tinside1", "éééééééé", "\x00" * 8, None, 12345678, ["c0ffee00"]],
)
def test_what_is_no_id_of_a_command(value: object) -> None:
    with pytest.raises(MessageError, match="8 to 64 visible ASCII"):
        c.parse_command_id(value)
