"""What stands in for the pages while the data folder cannot be used: the reason, in the place where the referee looks."""

from __future__ import annotations

import html

from aiohttp import web

from appliance.catalogue import LANGUAGES, catalogue
from appliance.errors import SetupError
from appliance.web.probes import answer_probes

AGAIN_S = 5
"""The page asks again so often, and becomes the desk by itself."""

PAGE = """<!DOCTYPE html>
<html lang="{language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="{again}">
<title>{title}</title>
<style>body {{ font: 1.2rem sans-serif; margin: 2rem auto; max-width: 40rem; padding: 0 1rem }} pre {{ white-space: pre-wrap }}</style>
<h1>{title}</h1><p>{text}</p><pre>{message}</pre>
"""


class TroubleServer:
    """Answers every address of the hub alike."""

    def __init__(self, message: str) -> None:
        """*message* says what is wrong and what to do."""
        self._message = message
        application = web.Application(middlewares=[answer_probes])
        application.add_routes([web.route("*", "/{path:.*}", self._page)])
        self._runner = web.AppRunner(application, access_log=None, handle_signals=False, shutdown_timeout=1.0)

    async def start(self, host: str, port: int) -> int:
        """Listen; returns the port.

        :raises SetupError: if the port or the address cannot be had.
        """
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host or None, port, reuse_address=True).start()
        except OSError as error:
            await self._runner.cleanup()
            raise SetupError(f"{self._message}; and port {port} cannot be had: {error.strerror or error}") from error
        return int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """Let go of the port."""
        await self._runner.cleanup()

    async def _page(self, request: web.Request) -> web.Response:
        asked = request.headers.get("Accept-Language", "")[:2].lower()
        words = catalogue(asked if asked in LANGUAGES else "en")
        title, text = words.text("trouble.title"), words.text("trouble.text")
        page = PAGE.format(language=words.language, again=AGAIN_S, title=title, text=text, message=html.escape(self._message))
        return web.Response(status=503, text=page, content_type="text/html", headers={"Cache-Control": "no-store"})
