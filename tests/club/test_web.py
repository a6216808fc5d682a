"""The web server as tablets, desk and mischief-makers meet it; ``docs/protocol.md`` is the contract."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from typing import Any

import aiohttp
import pytest

from appliance.clock import HandTime
from appliance.commands import MAX_REQUEST
from appliance.errors import SetupError
from appliance.messages import view_message
from appliance.publish import desk_view, public_view, seat_view
from appliance.web import sockets as web_sockets
from appliance.web.ratelimit import TooManyTries, Tries
from appliance.web.server import WebServer
from engine import builtin
from engine import events as ev
from engine.bulletin import Bulletin, Play, SanctionedFault, Verdict
from engine.game import Entry, fold
from engine.move import Move
from engine.plain import to_plain
from engine.ruleset import Fault, Sanction
from engine.squares import Direction

TIMEOUT_S = 10


async def shown(socket: aiohttp.ClientWebSocketResponse, kind: str, wanted: Any = lambda view: True) -> Any:
    """The next message of that kind whose view is wanted."""
    while True:
        message = await socket.receive_json(timeout=TIMEOUT_S)
        if message["kind"] == kind and wanted(message.get("view", message)):
            return message


async def evening(server: Any) -> tuple[str, str, str]:
    """Tokens of the desk and of seats 1 and 2, in a running first round."""
    desk = await server.desk()
    await server.command(desk, "OpenEvening", name="Lundi", players=["Anne", "Bob"])
    one, two = await server.join(1), await server.join(2)
    await server.command(desk, "DrawTyped", letters="AEINRST")
    await server.command(desk, "StartClock")
    return desk, one, two


# --- pages ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/desk", "text/html"),
        ("/static/player.js", "text/javascript"),
        ("/static/common.css", "text/css"),
        ("/static/icon.svg", "image/svg+xml"),
        ("/static/fonts/NotoSans-Regular.woff2", "font/woff2"),
    ],
)
async def test_files_have_their_type_and_are_asked_for_again(server: Any, path: str, kind: str) -> None:
    async with server.session.get(server.url + path) as response:
        assert response.status == 200
        assert response.content_type == kind
        assert response.headers["Cache-Control"] == "no-cache"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]
        assert len(await response.read()) > 100


@pytest.mark.parametrize(
    "path",
    ["/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py", "/static/%2fetc%2fpasswd", "/static/no.js", "/static/"],
)
async def test_nothing_outside_the_folder_of_pages_is_served(server: Any, path: str) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), TIMEOUT_S)
    writer.close()
    assert answer.startswith(b"HTTP/1.1 404")
    assert b"import" not in answer


@pytest.mark.parametrize(
    ("path", "status", "text"),
    [
        ("/generate_204", 204, ""),
        ("/hotspot-detect.html", 200, "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"),
        ("/connecttest.txt", 200, "Microsoft Connect Test"),
        ("/success.txt", 200, "success\n"),
        # Firefox: the default of captivedetect.canonicalContent in its all.js
        ("/canonical.html", 200, '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'),
        # Kindle and Alexa look for this text in the page
        ("/kindle-wifi/wifistub.html", 200, "<html><body>81ce4465-7167-4dcb-835b-dcc9e44c112a</body></html>"),
        # NetworkManager.conf(5), section connectivity: the answer that is expected unless another is set; GNOME, Arch and Debian ask so
        ("/check_network_status.txt", 200, "NetworkManager is online\n"),
        ("/nm-check.txt", 200, "NetworkManager is online\n"),
        ("/nm", 200, "NetworkManager is online\n"),
        # Fedora's and Red Hat's set-up of NetworkManager: response=OK
        ("/static/hotspot.txt", 200, "OK"),
        ("/test/rhel-networkmanager.txt", 200, "OK"),
        # where Windows opens a browser: it lands on the players' page
        ("/redirect", 200, '<meta http-equiv="refresh" content="0;url=/">'),
    ],
)
async def test_tablets_that_ask_whether_the_network_leads_anywhere_are_content(
    server: Any, path: str, status: int, text: str
) -> None:
    assert await server.request("GET", path) == (status, text)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("connectivity-check.ubuntu.com", 204),
        ("connectivity-check.ubuntu.com.", 204),
        ("Connectivity-Check.Ubuntu.com:80", 204),
        ("conncheck.opensuse.org", 200),
    ],
)
async def test_a_linux_that_asks_for_a_front_page_is_told_that_it_is_online(server: Any, host: str, status: int) -> None:
    """The line is compared character by character but for case, its end too: HEADER_STATUS_ONLINE in NetworkManager's nm-connectivity.c."""
    answer = await front_page(server, host)
    assert answer.startswith(f"HTTP/1.1 {status} ")
    assert "\r\nx-networkmanager-status: online\r\n" in answer.lower()


@pytest.mark.parametrize("host", ["10.42.0.1", "www.ubuntu.com", "ubuntu.com.club"])
async def test_any_other_host_leads_to_the_players_page(server: Any, host: str) -> None:
    """Somebody types an address at random, as one does in a hotel: better the game than an empty page."""
    answer = await front_page(server, host)
    assert answer.startswith("HTTP/1.1 200 ")
    assert "<!doctype html>" in answer.lower()


async def test_who_names_no_host_gets_the_players_page_and_no_name_is_looked_up(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """aiohttp's own idea of the host asked for (before 3.14 the machine's name, looked up while all wait) is not what matters here."""
    monkeypatch.delattr("socket.getfqdn")
    assert "<!doctype html>" in (await front_page(server, "")).lower()


async def front_page(server: Any, host: str) -> str:
    """What is answered to who asks for the front page of *host*, with its head; empty: of HTTP/1.0, that need not name one."""
    address, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(address, int(port))
    asked = f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close" if host else "GET / HTTP/1.0"
    writer.write(f"{asked}\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), TIMEOUT_S)
    writer.close()
    return answer.decode()


async def test_setup_and_texts(server: Any) -> None:
    status, setup = await server.request("GET", "/api/setup")
    assert status == 200
    assert [len(setup["layout"][key]) for key in ("letter", "word")] == [225, 225]
    assert setup["layout"]["word"][0] == 3, "A1 is a triple word square"
    assert setup["layout"]["word"][112] == 2, "H8 doubles the word"
    assert "french" in [rules["name"] for rules in setup["rules"]]
    assert setup["lexicons"] == [{"name": "club", "words": 1, "official": False}]
    assert setup["url"] == "http://192.0.2.1/"
    texts = {language: (await server.request("GET", f"/api/texts/{language}"))[1] for language in ("fr", "nl", "ro", "en")}
    assert len({text["reason.wrong_pin"] for text in texts.values()}) == 4
    status, answer = await server.request("GET", "/api/texts/xx")
    assert (status, answer["error"]["reason"], set(answer["error"]["languages"])) == (404, "no_language", set(setup["languages"]))


# --- requests that cannot be read -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"{",
        b"[]",
        b'"text"',
        b"null",
        b"\xff\xfe",
        b'{"id": "request-000000"}',
        b'{"id": "request-000000", "round": "1", "text": "x"}',
        b'{"id": "request-000000", "round": 1.5, "text": "x"}',
        b'{"id": "request-000000", "round": true, "text": "x"}',
        b'{"id": "request-000000", "round": 99999999999999999999, "text": "x"}',
        b'{"id": "request-000000", "round": 1}',
        b'{"id": "request-000000", "round": 1, "text": ["x"]}',
        b'{"id": "request-000000", "round": 1, "text": "\\ud800"}',
        b'{"id": "short", "round": 1, "text": "x"}',
        b'{"id": "with a blank", "round": 1, "text": "x"}',
        b'{"id": 12345678, "round": 1, "text": "x"}',
        b'{"round": 1, "text": "x"}',
        b"[" * 60000,
        b'{"a":' * 10000,
        b"1" * 5000,
    ],
)
async def test_a_slip_that_is_no_slip_is_an_error_and_nothing_more(server: Any, sent: bytes) -> None:
    desk, one, _ = await evening(server)
    status, answer = await server.post("/api/slip", token=one, data=sent)
    assert (status, answer["error"]["reason"]) == (400, "bad_request")
    assert answer["error"]["message"]
    assert server.hub.game.rounds[0].bulletins == ()
    await server.command(desk, "CloseRound")


async def test_a_word_of_a_megabyte_is_refused_at_the_door(server: Any) -> None:
    _, one, _ = await evening(server)
    body = {"id": "request-000000", "round": 1, "text": "A" * 1_000_000}
    for path, token in (("/api/slip", one), ("/api/join", ""), ("/api/desk/login", "")):
        status, answer = await server.post(path, body, token)
        assert (status, answer["error"]["reason"]) == (413, "too_long")
    within = {"id": "request-000000", "round": 1, "text": "A" * (MAX_REQUEST - 1000)}
    status, answer = await server.post("/api/slip", within, one)
    assert (status, answer["error"]["reason"]) == (409, "slip_long")
    assert server.hub.game.rounds[0].bulletins == ()


@pytest.mark.parametrize(
    ("command", "fields", "message"),
    [
        ("Format", {}, "unknown command 'Format'"),
        (None, {}, "unknown command 'None'"),
        ("HandIn", {"round": 1, "seat": 1}, "HandIn.text: missing"),
        ("HandIn", {"round": "1", "seat": 1, "text": ""}, "HandIn.round: expected a whole number"),
        ("Overrule", {"round": 1, "seat": 1, "points": 5, "reason": "x", "penalti": 5}, "did you mean Overrule.penalty"),
        ("StartClock", [], "StartClock: expected a table"),
    ],
)
async def test_a_command_that_is_none_is_named(server: Any, command: Any, fields: Any, message: str) -> None:
    desk = await server.desk()
    body = {"id": server.new_id(), "command": command, "fields": fields}
    status, answer = await server.post("/api/desk/command", body, desk)
    assert (status, answer["error"]["reason"]) == (400, "bad_request")
    assert message in answer["error"]["message"]


async def test_an_unknown_address_and_a_wrong_method_are_json_errors(server: Any) -> None:
    assert (await server.request("GET", "/api/nothing"))[0] == 404
    status, answer = await server.request("GET", "/api/slip")
    assert (status, answer["error"]["reason"]) == (405, "bad_request")


# --- who may what ---------------------------------------------------------------------------------------------------------------


async def test_a_wrong_pin_is_refused_and_then_has_to_wait(server: Any) -> None:
    for _ in range(5):
        status, answer = await server.post("/api/desk/login", {"pin": "000000"})
        assert (status, answer["error"]["reason"]) == (401, "wrong_pin")
    for pin in ("000001", server.pin):
        status, answer = await server.post("/api/desk/login", {"pin": pin})
        assert (status, answer["error"]["reason"]) == (429, "too_many_tries"), "even the right one must wait now"
        assert 25 <= answer["error"]["retry_after_s"] <= 30


@pytest.mark.parametrize("pin", [None, 42042, ["042042"], "", "042042 1", "٠٤٢٠٤٢"])
async def test_a_pin_that_is_no_text_is_just_wrong(server: Any, pin: Any) -> None:
    status, answer = await server.post("/api/desk/login", {"pin": pin})
    assert (status, answer["error"]["reason"]) == (401, "wrong_pin")


def test_the_wait_doubles_for_each_address_by_itself() -> None:
    time = HandTime()
    tries = Tries(time)
    for expected_s in (30, 60, 120):
        for _ in range(5 if expected_s == 30 else 1):
            tries.check("a")
            tries.failed("a")
        with pytest.raises(TooManyTries) as refused:
            tries.check("a")
        assert refused.value.retry_after_s == expected_s
        tries.check("b")
        time.advance(expected_s * 1000)
        tries.check("a")
    tries.succeeded("a")
    for _ in range(4):
        tries.failed("a")
    tries.check("a")


def test_who_has_addresses_without_end_is_slowed_down_too() -> None:
    time = HandTime()
    tries = Tries(time)
    for number in range(500):
        tries.check(str(number))
        tries.failed(str(number))
    with pytest.raises(TooManyTries) as refused:
        tries.check("another")
    assert refused.value.retry_after_s == 2
    time.advance(2000)
    tries.check("another")
    tries.succeeded("another")
    tries.failed("one more")
    with pytest.raises(TooManyTries):
        tries.check("another")


def test_the_memory_for_addresses_is_bounded() -> None:
    tries = Tries(HandTime())
    for number in range(5000):
        tries.failed(str(number))
    assert len(tries._failures) <= 1000


DESK_ONLY = [
    ("POST", "/api/desk/command", {"id": "request-000000", "command": "Undo"}),
    ("POST", "/api/desk/free", {"id": "request-000000", "seat": 1}),
    ("POST", "/api/desk/demo", {}),
    ("GET", "/api/desk/word?q=RIEN", None),
]


@pytest.mark.parametrize(("method", "path", "body"), DESK_ONLY)
async def test_nothing_of_the_desk_is_open_to_players(server: Any, method: str, path: str, body: Any) -> None:
    _, one, _ = await evening(server)
    status, answer = await server.request(method, path, body)
    assert (status, answer["error"]["reason"]) == (401, "no_token")
    status, answer = await server.request(method, path, body, "0" * 64)
    assert (status, answer["error"]["reason"]) == (401, "no_token")
    status, answer = await server.request(method, path, body, one)
    assert (status, answer["error"]["reason"]) == (403, "not_yours")


async def test_a_tablet_cannot_hand_in_for_another_seat(server: Any) -> None:
    desk, one, _ = await evening(server)
    body = {"id": server.new_id(), "round": 1, "seat": 2, "text": "H4 RIEN 8"}
    status, answer = await server.post("/api/slip", body, one)
    assert (status, answer["error"]["reason"]) == (403, "not_yours")
    status, answer = await server.post("/api/slip", body, desk)
    assert (status, answer["error"]["reason"]) == (403, "not_yours")
    status, answer = await server.post("/api/slip", body)
    assert (status, answer["error"]["reason"]) == (401, "no_token")
    assert server.hub.game.rounds[0].bulletins == ()


async def test_a_slip_is_acknowledged_once_however_often_it_is_sent(server: Any) -> None:
    _, one, _ = await evening(server)
    body = {"id": server.new_id(), "round": 1, "text": "H4 RIEN 8"}
    answers = await asyncio.gather(*(server.post("/api/slip", body, one) for _ in range(6)))
    assert answers == [(200, {"number": 1, "late": False, "round": 1})] * 6
    assert await server.post("/api/slip", body, one) == answers[0]
    assert len(server.hub.game.rounds[0].bulletins) == 1


async def test_a_slip_and_a_step_say_what_they_are_about(server: Any) -> None:
    desk, one, _ = await evening(server)
    slip = {"id": server.new_id(), "round": 1, "text": "H4 RIEN 8", "draw": "desk:another"}
    status, answer = await server.post("/api/slip", slip, one)
    assert (status, answer["error"]["reason"], answer["error"]["round"]) == (409, "other_draw", 1)
    close = {"id": server.new_id(), "command": "CloseRound", "about": {"turn": "desk:another"}}
    status, answer = await server.post("/api/desk/command", close, desk)
    assert (status, answer["error"]["reason"]) == (409, "overtaken")
    for wrong, message in (({"phase": "running"}, "about.phase"), ({"turn": 7}, "about.turn"), ([], "about: expected a table")):
        status, answer = await server.post("/api/desk/command", {**close, "id": server.new_id(), "about": wrong}, desk)
        assert (status, answer["error"]["reason"]) == (400, "bad_request")
        assert message in answer["error"]["message"]
    assert server.hub.game.rounds[0].bulletins == ()
    view = (await shown(await server.socket(role="desk", token=desk), "desk"))["view"]
    await server.good("/api/slip", {**slip, "id": server.new_id(), "draw": view["public"]["draw_id"]}, one)
    await server.good("/api/desk/command", {"command": "CloseRound", "about": {"turn": view["turn"]}}, desk)


async def test_the_dictionary_answers_the_desk(server: Any) -> None:
    desk, *_ = await evening(server)

    async def look(word: str) -> Any:
        status, answer = await server.request("GET", f"/api/desk/word?q={word}", token=desk)
        return answer if status == 200 else (status, answer["error"]["reason"])

    plain = {"valid": True, "admitted": False, "lexicon": "club", "official": False, "matches": []}
    assert await look("rien") == {"word": "RIEN", **plain}
    assert (await look("RIENX"))["valid"] is False
    matches = (await look("RI?N"))["matches"]
    assert "RIEN" in matches
    assert all(len(word) == 4 and word.startswith("RI") and word.endswith("N") for word in matches)
    assert len((await look("????"))["matches"]) == 200
    assert await look("") == (400, "bad_request")
    assert await look("A" * 31) == (400, "bad_request")
    assert await look("12") == (400, "no_letter")
    assert (await look("ASTREIN"))["valid"] is False
    await server.command(desk, "AdmitWord", word="astrein", reason="livre du club")
    assert await look("astrein") == {"word": "ASTREIN", **plain, "admitted": True}
    assert "ASTREIN" in (await look("?STREIN"))["matches"]


# --- sockets ----------------------------------------------------------------------------------------------------------------------


async def test_each_role_gets_its_view_at_once_and_after_each_change(server: Any) -> None:
    desk, one, _ = await evening(server)
    wall = await server.socket(role="wall")
    seat = await server.socket(role="seat", token=one)
    table = await server.socket(role="desk", token=desk)
    public = await shown(wall, "public")
    assert (public["view"]["phase"], public["url"]) == ("running", "http://192.0.2.1/")
    clock = public["view"]["clock"]
    assert (clock["total_ms"], clock["remaining_ms"], clock["running"]) == (180_000, 180_000, True)
    assert (await shown(seat, "seat"))["view"]["seat"] == 1
    assert (await shown(table, "desk", lambda view: True))["view"]["top_points"] == 66
    await server.good("/api/slip", {"round": 1, "text": "H4 RIEN 8"}, one)
    assert (await shown(wall, "public", lambda view: view["slips"] == 1))["seq"] > public["seq"]
    slip = (await shown(seat, "seat", lambda view: view["slip"]))["view"]["slip"]
    assert slip == {"number": 1, "text": "H4 RIEN 8", "late": False, "paper": False}
    desk_view = await shown(table, "desk", lambda view: view["public"]["slips"] == 1)
    assert [slip["text"] for slip in desk_view["view"]["slips"]] == ["H4 RIEN 8", ""]


def test_messages_say_exactly_what_the_values_say() -> None:
    """They are written by a fast encoder; the slow, obvious one must agree."""
    events = (
        ev.EveningOpened("É", "", builtin.ruleset("french"), builtin.tileset("fr"), ev.LexiconUsed("club", 1, "")),
        ev.PlayerSeated(1, 'Zoé "Z"'),
        ev.LettersDrawn(1, "", "AEINRS?", "computer"),
        ev.TopsFound(1, 66, (Play((Move("RETiNAS", 7, 3, Direction.ACROSS),)),)),
        ev.SlipHandedIn(1, Bulletin(1, "H4 \x00 🙂", 1, "tablet")),
        ev.SlipJudged(1, Verdict(1, "undecided", 3, faults=(SanctionedFault(Fault.LATE, Sanction.ZERO, "x"),))),
        ev.RoundClosed(1),
        ev.TopRevealed(1),
    )
    game = fold(Entry("c", event) for event in events)
    for kind, view in (("public", public_view(game)), ("seat", seat_view(game, 1)), ("desk", desk_view(game))):
        said = json.loads(view_message(view, 7, {"url": "x"}))
        assert said == {"kind": kind, "seq": 7, "view": json.loads(json.dumps(to_plain(view))), "url": "x"}


async def test_the_desk_sees_which_tablets_are_connected(server: Any) -> None:
    desk, one, two = await evening(server)
    table = await server.socket(role="desk", token=desk)
    assert (await shown(table, "desk"))["devices"] == {}
    seat = await server.socket(role="seat", token=one)
    other = await server.socket(role="seat", token=two)
    while (message := await shown(table, "desk"))["devices"] != {"1": True, "2": True}:
        pass
    await seat.close()
    while (message := await shown(table, "desk"))["devices"] != {"2": True}:
        pass
    assert message["view"]["public"]["phase"] == "running"
    await other.close()


async def test_signals_reach_everyone(server: Any) -> None:
    _, one, _ = await evening(server)
    wall, seat = await server.socket(role="wall"), await server.socket(role="seat", token=one)
    await shown(wall, "public")
    await shown(seat, "seat")
    server.web.connections.sound("warning")
    for socket in (wall, seat):
        assert (await shown(socket, "signal"))["signal"] == "warning"


async def test_a_ping_is_answered(server: Any) -> None:
    wall = await server.socket(role="wall")
    await shown(wall, "public")
    for sent in ('{"ping": 17}', "no JSON", "[]", '{"ping": {"deep": 1}}', '{"ping": "x"}'):
        await wall.send_str(sent)
    await wall.send_bytes(b"\0")
    assert (await shown(wall, "pong")) == {"kind": "pong", "ping": 17}
    assert (await shown(wall, "pong")) == {"kind": "pong", "ping": "x"}


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        ("{}", "bad_request"),
        ('{"role": "king"}', "bad_request"),
        ('{"role": "seat", "token": 5}', "bad_request"),
        ('{"role": "seat"}', "no_token"),
        ('{"role": "desk", "token": "guess"}', "no_token"),
        ("no JSON", "bad_request"),
    ],
)
async def test_a_hello_that_does_not_fit_is_refused_and_the_socket_closed(
    server: Any, hello: str, reason: str
) -> None:
    socket = await server.session.ws_connect(server.url + "/ws")
    await socket.send_str(hello)
    message = await socket.receive_json(timeout=TIMEOUT_S)
    assert (message["kind"], message["reason"]) == ("error", reason)
    assert (await socket.receive(TIMEOUT_S)).type is aiohttp.WSMsgType.CLOSE


async def test_a_seats_token_opens_no_desk_and_a_desks_no_seat(server: Any) -> None:
    desk, one, _ = await evening(server)
    for role, token in (("desk", one), ("seat", desk)):
        socket = await server.socket(role=role, token=token)
        message = await socket.receive_json(timeout=TIMEOUT_S)
        assert (message["kind"], message["reason"]) == ("error", "not_yours")


async def test_who_says_nothing_is_not_waited_for(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_sockets, "HELLO_S", 0.05)
    socket = await server.session.ws_connect(server.url + "/ws")
    message = await socket.receive_json(timeout=TIMEOUT_S)
    assert (message["kind"], message["reason"]) == ("error", "bad_request")


async def test_a_freed_seat_is_told_and_its_socket_closed(server: Any) -> None:
    desk, one, two = await evening(server)
    seat, other = await server.socket(role="seat", token=one), await server.socket(role="seat", token=two)
    await shown(seat, "seat")
    await server.good("/api/desk/free", {"seat": 1}, desk)
    assert (await shown(seat, "error"))["reason"] == "no_token"
    assert (await seat.receive(TIMEOUT_S)).type is aiohttp.WSMsgType.CLOSE
    await server.join(1)
    await server.command(desk, "OpenEvening", name="Mardi")
    assert (await shown(other, "error"))["reason"] == "no_token"


async def test_a_device_that_reads_nothing_is_dropped_and_holds_up_nobody(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_sockets, "SEND_S", 0.05)
    desk, one, _ = await evening(server)
    host, port = server.url.removeprefix("http://").split(":")
    deaf = sockets.socket()
    deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    deaf.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(deaf, (host, int(port)))
    hello = json.dumps({"role": "desk", "token": desk}).encode()
    mask = bytes(4)
    upgrade = f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    upgrade += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    frame = b"\x81" + bytes([0x80 | 126]) + len(hello).to_bytes(2, "big") + mask + hello
    await loop.sock_sendall(deaf, upgrade.encode() + (frame if len(hello) > 125 else b""))
    if len(hello) <= 125:
        await loop.sock_sendall(deaf, b"\x81" + bytes([0x80 | len(hello)]) + mask + hello)
    seat = await server.socket(role="seat", token=one)
    connections = server.web.connections
    while not any(c.role == "desk" for c in connections._open):
        await shown(seat, "seat")
        await server.good("/api/slip", {"round": 1, "text": "H4 RIEN 8"}, one)
    number = 0
    while any(c.role == "desk" for c in connections._open):
        number += 1
        for connection in connections._open:
            for _ in range(25 if connection.role == "desk" else 0):
                connection.say("x" * 100_000)
        await server.good("/api/slip", {"round": 1, "text": f"H4 RIEN {number}"}, one)
        view = (await shown(seat, "seat", lambda view: view["slip"]))["view"]
        assert view["seat"] == 1
        assert number < 2000, "never dropped"
    deaf.close()


async def test_a_taken_port_is_said_plainly(server: Any) -> None:
    port = int(server.url.rpartition(":")[2])
    second = WebServer(server.hub, HandTime(), lambda: "1", lambda: "", lambda: ())
    with pytest.raises(SetupError, match=f"port {port}: .*address already in use; .*--port"):
        await second.start("127.0.0.1", port)


async def test_any_free_port_is_one_port_for_both_kinds_of_address(server: Any) -> None:
    every = WebServer(server.hub, HandTime(), lambda: "1", lambda: "", lambda: ())
    port = await every.start("", 0)
    answer = await server.session.get(f"http://127.0.0.1:{port}/")
    assert answer.status == 200
    await every.stop()


async def test_a_device_that_goes_away_before_its_hello_leaves_no_trace(
    server: Any, caplog: pytest.LogCaptureFixture
) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    upgrade = f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    upgrade += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    for goodbye in (b"", b"\x81", b"\x88\x80\0\0\0\0", b"garbage that is no frame at all"):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(upgrade.encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(goodbye)
        writer.transport.abort()
    wall = await server.socket(role="wall")
    await shown(wall, "public")
    assert not server.web.connections._open - {c for c in server.web.connections._open if c.role == "wall"}
    assert "Traceback" not in caplog.text
