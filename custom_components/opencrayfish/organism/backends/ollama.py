"""Ollama's own chat API: one JSON object a line, streamed."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Mapping
from ipaddress import IPv4Address, IPv6Address
import json
from types import MappingProxyType
from typing import Any, override
from urllib.parse import urlsplit

import aiohttp
import ollama

from ..errors import BackendError, BackendFault, BackendRejected, BackendTimeout, BackendUnreachable, ModelMissing
from ..messages import Delta, Usage
from ..settings import BrainSettings
from .base import Backend, ModelRequest, TimeLimits
from .line_stream import LineStream
from .ollama_catalogue import ERROR_TEXT_LIMIT, PROBE_SECONDS, model_names

DEFAULT_PORT = 11434
URL_LIMIT = 2000
ERROR_BODY_LIMIT = 1 << 16
"""How much of a refusal is read, in bytes."""
HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Type": "application/json",
        # A kept connection may be dead without notice (a server that was switched off), and then only the limit for the
        # first token would find out. A new one is refused at once or within the limit for connecting.
        "Connection": "close",
        # A proxy that compresses holds words back.
        "Accept-Encoding": "identity",
    }
)
_OK, _BAD_REQUEST, _NOT_FOUND, _SERVER_ERROR = 200, 400, 404, 500
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

    @property
    @override
    def name(self) -> str:
        return f"ollama {self._brain.model}"

    @override
    async def stream(self, request: ModelRequest, limits: TimeLimits) -> AsyncGenerator[Delta]:
        """Yield the model's answer piece by piece; the connection ends with the generator, however that ends."""
        begun = asyncio.get_running_loop().time()
        deadline = begun + min(limits.first_token, limits.total)
        response = await _by(deadline, self._post(request, connect_seconds=limits.connect))
        try:
            if response.status != _OK:
                raise await _by(deadline, _refusal(response))
            lines = LineStream()
            while chunk := await _by(deadline, response.content.readany()):
                for line in lines.feed(chunk):
                    delta = parse(line)
                    if delta != Delta():
                        deadline = begun + limits.total
                        yield delta
                    if delta.usage is not None:
                        return
            yield _last(lines.rest())
        finally:
            response.close()

    @override
    async def probe(self) -> tuple[str, ...]:
        return await model_names(self._catalogue, seconds=self._probe_seconds)

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
        return {
            "model": self._brain.model,
            "messages": [{"role": message.role, "content": message.text} for message in request.messages],
            "stream": True,
            # Otherwise the server drops the front of a prompt that is too long, which is who the animal is.
            "truncate": False,
            # Every call: one without it sets the server back to its five minutes. In seconds; below 0 is for ever.
            "keep_alive": minutes * 60 if minutes >= 0 else -1,
            "options": {"num_ctx": self._brain.context_tokens, "num_predict": request.max_tokens},
        }


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
        raise BackendFault(f"the server failed: {_shortened(data['error'])}")
    is_done = data.get("done") is True
    message = data.get("message", {} if is_done else None)
    if not isinstance(message, dict):
        raise BackendFault("the reply is JSON of another shape")
    return Delta(
        text=_text(message.get("content")),
        thinking=_text(message.get("thinking")),
        usage=_usage(data) if is_done else None,
    )


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


async def _by[T](deadline: float, work: Awaitable[T]) -> T:
    """Await the work until a time of the event loop; what goes wrong on the network gets our names."""
    try:
        async with asyncio.timeout_at(deadline):
            return await work
    except aiohttp.ConnectionTimeoutError as err:
        raise BackendTimeout("no connection in time") from err
    except TimeoutError as err:
        raise BackendTimeout("no answer in time") from err
    except (aiohttp.ClientConnectionError, aiohttp.ClientPayloadError) as err:
        raise BackendUnreachable(f"no connection, or it broke ({type(err).__name__})") from err
    except (aiohttp.ClientError, ValueError) as err:
        raise BackendFault(f"not an exchange of HTTP ({type(err).__name__})") from err


async def _refusal(response: aiohttp.ClientResponse) -> BackendError:
    """Return the error that a status other than 200 stands for, with the server's own words."""
    body = b""
    while len(body) < ERROR_BODY_LIMIT and (chunk := await response.content.readany()):
        body += chunk
    try:
        data = json.loads(body)
    except ValueError, RecursionError:
        data = None
    words = _shortened(data["error"]) if isinstance(data, dict) and "error" in data else ""
    text = f"HTTP {response.status}: {words}" if words else f"HTTP {response.status}"
    if not _BAD_REQUEST <= response.status < _SERVER_ERROR:
        return BackendFault(text)
    if response.status == _NOT_FOUND:
        # Ollama says what it did not find; another server at this address says nothing or shows a page.
        return ModelMissing(text) if words else BackendFault(text)
    return BackendRejected(text)


def _shortened(words: object) -> str:
    return " ".join(words.split())[:ERROR_TEXT_LIMIT] if isinstance(words, str) else ""


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
