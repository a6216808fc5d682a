"""The codes of the set-up card, whatever somebody types."""

from __future__ import annotations

from typing import Any

import pytest

from appliance.qr import modules


async def test_a_code_is_given_row_by_row(server: Any) -> None:
    text = "WIFI:T:WPA;S:Écluse;P:secret 🙂;;"
    status, answer = await server.post("/api/qr", {"text": text})
    assert status == 200
    assert [[module == "1" for module in row] for row in answer["rows"]] == [list(row) for row in modules(text)]


@pytest.mark.parametrize("text", ["\x00\x7f", "🙂" * 250, "é" * 250])
async def test_any_text_that_is_short_enough_has_a_code(server: Any, text: str) -> None:
    assert (await server.post("/api/qr", {"text": text}))[0] == 200


@pytest.mark.parametrize("body", [{"text": ""}, {"text": "x" * 251}, {"text": 5}, {}])
async def test_what_is_no_text_for_a_code_is_refused(server: Any, body: dict[str, Any]) -> None:
    status, answer = await server.post("/api/qr", body)
    assert (status, answer["error"]["reason"]) == (400, "bad_request")


async def test_half_a_character_is_refused(server: Any) -> None:
    status, _ = await server.post("/api/qr", data=b'{"text": "\\ud800"}')
    assert status == 400


async def test_the_card_needs_no_log_in(server: Any) -> None:
    status, page = await server.request("GET", "/card")
    assert status == 200
    assert "/static/card.js" in page
