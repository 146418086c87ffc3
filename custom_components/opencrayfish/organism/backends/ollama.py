"""Ollama's own chat API: one JSON object a line, streamed."""

import asyncio
from collections.abc import AsyncGenerator
from ipaddress import IPv4Address, IPv6Address
import json
from typing import Any, override
from urllib.parse import urlsplit

import aiohttp
import ollama

from ..errors import BackendFault, BackendUnreachable
from ..messages import Delta, Usage
from ..settings import BrainSettings
from .base import Backend, ModelRequest, TimeLimits
from .line_stream import LineStream
from .ollama_catalogue import PROBE_SECONDS, model_names
from .ollama_http import HEADERS, OK, by, refusal, shortened

DEFAULT_PORT = 11434
URL_LIMIT = 2000
PULL_SILENCE_SECONDS = 120.0
"""Longest pause between two pieces of news about a download; checking a large file takes a while."""
_LARGEST_COUNT = 1 << 63


class OllamaBackend(Backend):
    """One model of one Ollama server.

    `think` is never sent: servers refuse it for models that cannot, and thoughts of those that can arrive apart.
    """

    def __init__(
        self,
        brain: BrainSettings,
        *,
        session: aiohttp.ClientSession,
        catalogue: ollama.AsyncClient,
        probe_seconds: float = PROBE_SECONDS,
    ) -> None:
        """Take a session that its maker closes, and a client that `aclose` closes; nothing is sent yet.

        Raises `ValueError` when the settings' address is none.
        """
        self._brain = brain
        self._url = normalise_url(brain.url)
        self._session = session
        self._catalogue = catalogue
        self._probe_seconds = probe_seconds
        self._warm_until = float("-inf")

    @property
    @override
    def name(self) -> str:
        return f"ollama {self._brain.model}"

    @override
    async def stream(self, request: ModelRequest, limits: TimeLimits) -> AsyncGenerator[Delta]:
        """Yield the model's answer piece by piece; the connection ends with the generator, however that ends."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        first_token = limits.first_token_warm if begun < self._warm_until else limits.first_token
        self._warm_until = float("-inf")
        deadline = begun + min(first_token, limits.total)
        response = await by(deadline, self._post(request, connect_seconds=limits.connect))
        try:
            if response.status != OK:
                raise await by(deadline, refusal(response))
            lines = LineStream()
            while chunk := await by(deadline, response.content.readany()):
                for line in lines.feed(chunk):
                    delta = parse(line)
                    if delta.text or delta.thinking or delta.usage is not None:
                        deadline = begun + limits.total
                        yield delta
                    if delta.usage is not None:
                        self._warm_until = loop.time() + self._kept_seconds
                        return
            yield _last(lines.rest())
        finally:
            response.close()

    @override
    async def probe(self) -> tuple[str, ...]:
        return await model_names(self._catalogue, seconds=self._probe_seconds)

    @property
    def _kept_seconds(self) -> float:
        """How long the server keeps the model loaded after a call."""
        minutes = self._brain.keep_alive_minutes
        return minutes * 60.0 if minutes >= 0 else float("inf")

    @override
    def serves(self, models: tuple[str, ...]) -> bool:
        wanted = self._brain.model.casefold()
        names = {wanted, f"{wanted}:latest"}
        return any(model.casefold() in names for model in models)

    @override
    async def pull(self) -> AsyncGenerator[float | None]:
        """Make the server fetch the model; yields the share of the current file that is there, None between files."""
        loop = asyncio.get_running_loop()
        response = await by(
            loop.time() + PULL_SILENCE_SECONDS,
            self._session.post(
                f"{self._url}/api/pull",
                data=json.dumps({"model": self._brain.model, "stream": True}),
                headers=HEADERS,
                allow_redirects=False,
                timeout=aiohttp.ClientTimeout(total=None, connect=self._probe_seconds),
            ),
        )
        try:
            if response.status != OK:
                raise await by(loop.time() + PULL_SILENCE_SECONDS, refusal(response))
            lines = LineStream()
            while chunk := await by(loop.time() + PULL_SILENCE_SECONDS, response.content.readany()):
                for line in lines.feed(chunk):
                    share, is_done = progress(line)
                    if is_done:
                        return
                    yield share
            raise BackendUnreachable("the download broke off")
        finally:
            response.close()

    @override
    async def aclose(self) -> None:
        await self._catalogue.close()  # type: ignore[no-untyped-call]  # its own signature has no types

    async def _post(self, request: ModelRequest, *, connect_seconds: float) -> aiohttp.ClientResponse:
        return await self._session.post(
            f"{self._url}/api/chat",
            # Not `json=`: the serialiser of a shared session may refuse characters that a model gets wrong.
            data=json.dumps(self._body(request)),
            headers=HEADERS,
            allow_redirects=False,
            timeout=aiohttp.ClientTimeout(total=None, connect=connect_seconds),
        )

    def _body(self, request: ModelRequest) -> dict[str, Any]:
        minutes = self._brain.keep_alive_minutes
        body: dict[str, Any] = {
            "model": self._brain.model,
            "messages": [{"role": message.role, "content": message.text} for message in request.messages],
            "stream": True,
            # Otherwise the server drops the front of a prompt that is too long, which is who the animal is.
            "truncate": False,
            # Every call: one without it sets the server back to its five minutes. In seconds; below 0 is for ever.
            "keep_alive": minutes * 60 if minutes >= 0 else -1,
            "options": {"num_ctx": self._brain.context_tokens, "num_predict": request.max_tokens},
        }
        if request.temperature is not None:
            body["options"]["temperature"] = request.temperature
        if request.schema is not None:
            body["format"] = dict(request.schema)
        return body


def parse(line: bytes) -> Delta:
    """Return what one line of the stream says; it has `usage` when the answer is complete.

    Raises `BackendFault` when the line is an error or not Ollama's.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as err:
        raise BackendFault("the reply is not JSON") from err
    if not isinstance(data, dict):
        raise BackendFault("the reply is JSON of another shape")
    if data.get("error"):
        raise BackendFault(f"the server failed: {shortened(data['error'])}")
    is_done = data.get("done") is True
    message = data.get("message", {} if is_done else None)
    if not isinstance(message, dict):
        raise BackendFault("the reply is JSON of another shape")
    return Delta(
        text=_text(message.get("content")),
        thinking=_text(message.get("thinking")),
        usage=_usage(data) if is_done else None,
    )


def progress(line: bytes) -> tuple[float | None, bool]:
    """Return what one line about a download says: the share of the current file, 0–1, and whether all is done.

    Raises `BackendFault` when the line is an error or not Ollama's.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as err:
        raise BackendFault("the news of the download is not JSON") from err
    if not isinstance(data, dict):
        raise BackendFault("the news of the download is JSON of another shape")
    if data.get("error"):
        raise BackendFault(f"the download failed: {shortened(data['error'])}")
    total, completed = _count(data.get("total")), _count(data.get("completed"))
    return (min(1.0, completed / total) if total else None), data.get("status") == "success"


def normalise_url(url: str) -> str:
    """Return the address of a server as this backend uses it: with a scheme, without `/` or `/api` at its end.

    An address with neither scheme nor port gets Ollama's port, as Ollama's own programs do. Raises `ValueError` when it
    is no address of a web server.
    """
    text = url.strip()
    if not text.isprintable() or " " in text or len(text) > URL_LIMIT:
        raise ValueError("an address is one word")
    has_scheme = "://" in text
    address = urlsplit(text if has_scheme else f"http://{text}")
    if address.scheme not in {"http", "https"} or address.port == 0 or address.query or address.fragment:
        raise ValueError("not the address of a web server")
    port = address.port or (None if has_scheme else DEFAULT_PORT)
    user, at, _ = address.netloc.rpartition("@")
    path = address.path.rstrip("/")
    while path.endswith("/api"):
        path = path.removesuffix("/api").rstrip("/")
    return f"{address.scheme}://{user}{at}{_host(address.hostname or '')}{f':{port}' if port else ''}{path}"


def _host(name: str) -> str:
    """Return the name or number of a host in plain letters.

    Raises `ValueError` when no resolver would take it.
    """
    if ":" in name:
        return f"[{IPv6Address(name)}]"
    if name.replace(".", "").isdecimal():
        return str(IPv4Address(name))
    host = name.encode("idna").decode()
    if not host or not host.replace("-", "a").replace("_", "a").replace(".", "a").isalnum():
        raise ValueError("not the name of a host")
    return host


def _last(line: bytes) -> Delta:
    """Return what a last line without a line feed says.

    Raises `BackendUnreachable` when the answer is not complete with it.
    """
    is_cut_off = not line or (line.startswith(b"{") and not line.endswith(b"}"))
    if is_cut_off or (delta := parse(line)).usage is None:
        raise BackendUnreachable("the reply broke off")
    return delta


def _text(value: object) -> str:
    """Return a text that can be written to any file or socket."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BackendFault("the reply is JSON of another shape")
    return value if value.isascii() else value.encode(errors="replace").decode()


def _usage(data: dict[str, Any]) -> Usage:
    return Usage(
        prompt_tokens=_count(data.get("prompt_eval_count")),
        completion_tokens=_count(data.get("eval_count")),
        load_ms=_count(data.get("load_duration")) / 1e6,
        prompt_ms=_count(data.get("prompt_eval_duration")) / 1e6,
        completion_ms=_count(data.get("eval_duration")) / 1e6,
    )


def _count(value: object) -> int:
    """Return a count or nanoseconds, 0 for anything else: a complete answer is not thrown away over its statistics."""
    return value if type(value) is int and 0 < value < _LARGEST_COUNT else 0
