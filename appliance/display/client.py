"""The link to the hub: a thread of its own that delivers news and, when the hub is gone, comes back by itself."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit, urlunsplit

import aiohttp

from appliance.display.news import MAX_MESSAGE, Lost, News, Shown, read_news
from appliance.errors import MessageError, SetupError

log = logging.getLogger(__name__)

PAUSES_S = (0.5, 1.0, 2.0, 4.0)
"""Pauses before each further try; the last one is kept."""
UNUSABLE = 503
"""How a hub answers that cannot open its evening."""
SOUND_S = 5.0
"""How often is looked whether the wall can be heard."""
HEARTBEAT_S = 6.0
"""How often the socket is asked whether it lives; half of it unanswered, and it is given up."""


def socket_url(url: str) -> str:
    """The hub's web socket for an address as people type it: ``http://10.0.0.1:8080`` → ``ws://10.0.0.1:8080/ws``.

    :raises SetupError: if it is no address of a hub.
    """
    try:
        parts = urlsplit(url if "://" in url else f"ws://{url}")
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise SetupError(f"--url {url}: {error}") from error
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    if scheme not in {"ws", "wss"} or not host:
        raise SetupError(f"--url {url}: expected an address such as ws://127.0.0.1:8080/ws")
    return urlunsplit((scheme, parts.netloc, parts.path.rstrip("/") or "/ws", "", ""))


class HubLink:
    """Connects to the hub and passes on what it says, from a thread of its own."""

    def __init__(
        self,
        url: str,
        deliver: Callable[[News], None],
        pauses_s: Sequence[float] = PAUSES_S,
        sounds: Callable[[], bool] = lambda: False,
    ) -> None:
        """*sounds* says whether this wall can be heard."""
        self.url = url
        self._deliver = deliver
        self._pauses_s = pauses_s
        self._sounds = sounds
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name="hub-link", daemon=True)

    def start(self) -> None:
        """Begin; news arrive on the link's own thread."""
        self._thread.start()

    def stop(self) -> None:
        """End the link and wait for its thread."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._cancel)
            self._thread.join(3)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _run(self) -> None:
        try:
            self._task = self._loop.create_task(self._keep_connected())
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        finally:
            self._loop.close()

    async def _keep_connected(self) -> None:
        tries = 0
        said = ""
        async with aiohttp.ClientSession() as session:
            while True:
                in_trouble = False
                try:
                    answered = await self._listen(session)
                    reason = "the hub closed the connection"
                except (aiohttp.ClientError, OSError, TimeoutError) as error:
                    answered, reason = False, str(error) or type(error).__name__
                    in_trouble = getattr(error, "status", 0) == UNUSABLE
                if answered:
                    tries = 0
                if answered or reason != said:
                    log.warning("no hub at %s: %s; trying again", self.url, reason)
                    said = reason
                self._deliver(Lost(reason, in_trouble))
                await asyncio.sleep(self._pauses_s[min(tries, len(self._pauses_s) - 1)])
                tries += 1

    async def _listen(self, session: aiohttp.ClientSession) -> bool:
        """One connection from hello to its end; whether a view came."""
        answered = False
        async with session.ws_connect(self.url, heartbeat=HEARTBEAT_S, max_msg_size=MAX_MESSAGE) as socket:
            await socket.send_str('{"role":"wall"}')
            telling = asyncio.create_task(self._tell_sound(socket))
            try:
                async for message in socket:
                    if message.type is not aiohttp.WSMsgType.TEXT:
                        continue
                    try:
                        news = read_news(message.data)
                    except MessageError as error:
                        log.warning("passed over: %s", error)
                        continue
                    if isinstance(news, Shown) and not answered:
                        answered = True
                        log.info("connected to %s", self.url)
                    if news is not None:
                        self._deliver(news)
            finally:
                telling.cancel()
                await asyncio.gather(telling, return_exceptions=True)
        return answered

    async def _tell_sound(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Say whether the wall can be heard, now and whenever that changes: a screen with loudspeakers may be switched on later."""
        told: bool | None = None
        while True:
            if (now := self._sounds()) is not told:
                await socket.send_str(json.dumps({"sound": now}))
                told = now
            await asyncio.sleep(SOUND_S)
