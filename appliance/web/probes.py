"""How a device asks whether a Wi-Fi leads anywhere: the answer that it expects keeps it there and opens no log-in window.

On the box's own network every name leads to the hub (``docs/network.md``), so such a question arrives with the host it was meant for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from aiohttp import web

APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
KINDLE = "<html><body>81ce4465-7167-4dcb-835b-dcc9e44c112a</body></html>"


class Answer(NamedTuple):
    """What a device wants to hear."""

    text: str
    """Empty: status 204."""
    kind: str = "text/plain"


NETWORK_MANAGER = Answer("NetworkManager is online\n")
PROBES: dict[str, Answer] = {
    "/generate_204": Answer(""),
    "/gen_204": Answer(""),
    "/hotspot-detect.html": Answer(APPLE, "text/html"),
    "/library/test/success.html": Answer(APPLE, "text/html"),
    "/success.txt": Answer("success\n"),
    "/connecttest.txt": Answer("Microsoft Connect Test"),
    "/ncsi.txt": Answer("Microsoft NCSI"),
    "/redirect": Answer('<meta http-equiv="refresh" content="0;url=/">', "text/html"),
    # Firefox compares every character: captivedetect.canonicalContent among its preferences
    "/canonical.html": Answer('<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>', "text/html"),
    "/kindle-wifi/wifistub.html": Answer(KINDLE, "text/html"),
    "/kindle-wifi/wifistub-eink.html": Answer(KINDLE, "text/html"),
    # NetworkManager asks where its distribution says ([connectivity] in /usr/lib/NetworkManager/conf.d): GNOME, Arch, Debian,
    "/check_network_status.txt": NETWORK_MANAGER,
    "/nm-check.txt": NETWORK_MANAGER,
    "/nm": NETWORK_MANAGER,
    # Fedora, Red Hat
    "/static/hotspot.txt": Answer("OK"),
    "/test/rhel-networkmanager.txt": Answer("OK"),
}
"""By the path asked for."""

FRONT: dict[str, Answer] = {
    # Ubuntu and openSUSE look at the header alone
    "connectivity-check.ubuntu.com": Answer(""),
    "conncheck.opensuse.org": NETWORK_MANAGER,
    "captive.apple.com": Answer(APPLE, "text/html"),
}
"""By the host, where the front page is asked for."""

HEADERS = {"X-NetworkManager-Status": "online"}
"""By which NetworkManager knows that it reached what it asked for, whatever the text (``nm-connectivity.c``)."""


@web.middleware
async def answer_probes(request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
    """The answer to a device that asks whether this Wi-Fi leads anywhere; the pages to all others."""
    if request.path == "/":
        answer = FRONT.get(request.headers.get("Host", "").partition(":")[0].rstrip(".").lower())
    else:
        answer = PROBES.get(request.path)
    if answer is None:
        return await handler(request)
    if not answer.text:
        return web.Response(status=204, headers=HEADERS)
    return web.Response(text=answer.text, content_type=answer.kind, headers=HEADERS)
