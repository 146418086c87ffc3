"""An Ollama that speaks real HTTP on this machine and can be told how to answer, or how to fail.

In a test: `async with FakeOllama() as server: … server.url`. As a process, for tests of the whole program:

    python -m tests.fakes.ollama_server --port 11434 [--script MODE|FILE]

where FILE is JSON: one answer that stands, or a list of answers for the first chats. While it runs, `POST /fake` takes
the same JSON, and `GET /fake` tells what was asked.
"""

import argparse
import asyncio
from collections import deque
from dataclasses import dataclass, replace
import json
from pathlib import Path
import signal
import sys
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from .ollama_wire import SERVER_FAULTS, Answer, Ending, Mode, frames
from .raw_server import reset

GARBAGE = bytes(range(256)) * 4
PAGE = "<!DOCTYPE html>\n<html><body><h1>Router login</h1></body></html>\n"
DEFAULT_MODELS = ("fake:1b",)
SOME_DIGEST = "0" * 64


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """One chat that was asked for."""

    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def words(self) -> str:
        """The last message of the user."""
        return str([message["content"] for message in self.body["messages"] if message["role"] == "user"][-1])


class FakeOllama:
    """The server; `answer` stands for all chats that no answer of `next_answers` is left for."""

    def __init__(self, *, models: tuple[str, ...] = DEFAULT_MODELS, port: int = 0) -> None:
        """Take the names of the models it has; port 0 is any free one, and stays the same when started again."""
        self.models = models
        self.answer = Answer()
        self.next_answers: deque[Answer] = deque()
        self.calls: list[Call] = []
        self.listings: list[dict[str, str]] = []
        """Headers of every request for the list of models; names in small letters, as those of the calls."""
        self.pull_error = ""
        """With it a download fails half-way, as the registry's own words do."""
        self.called = asyncio.Event()
        """Set by the first request for a chat or the list of models."""
        self.disconnects = 0
        """How many chats the other side left before they were over."""
        self.disconnected = asyncio.Event()
        self._port = port
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """Address to give to a client."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def open_connections(self) -> int:
        """How many clients hold a connection now."""
        server = self._runner.server if self._runner else None
        return len(server.connections) if isinstance(server, web.Server) else 0

    async def everybody_left(self, seconds: float = 10) -> None:
        """Wait until no client holds a connection; raises `TimeoutError` when one stays."""
        async with asyncio.timeout(seconds):
            while self.open_connections:  # noqa: ASYNC110 the server tells nobody when one goes
                await asyncio.sleep(0.002)

    def will(self, *answers: Answer | Mode | str) -> None:
        """Answer the next chats like this, one after the other; a text is said."""
        for answer in answers:
            match answer:
                case Answer():
                    self.next_answers.append(answer)
                case Mode():
                    self.next_answers.append(Answer(mode=answer))
                case text:
                    self.next_answers.append(Answer(text=text))

    async def __aenter__(self) -> Self:
        """Start to listen."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop, as a server that is switched off."""
        await self.stop()

    async def start(self) -> None:
        """Start to listen, at the same address as before."""
        app = web.Application()
        app.add_routes(
            [
                web.get("/", self._root),
                web.get("/api/version", self._version),
                web.get("/api/tags", self._tags),
                web.post("/api/chat", self._chat),
                web.post("/api/pull", self._pull),
                web.get("/fake", self._tell),
                web.post("/fake", self._obey),
            ]
        )
        runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.05)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self._port).start()
        self._port = runner.addresses[0][1]
        self._runner = runner

    async def stop(self) -> None:
        """Close all connections and stop to listen."""
        if self._runner:
            await self._runner.cleanup()
            self._runner = None

    def obey(self, orders: Any) -> None:
        """Take orders as JSON: an answer, by its mode or its fields, that stands, or a list of answers for the next chats."""
        if isinstance(orders, list):
            self.next_answers.extend(Answer.from_json(order) for order in orders)
        else:
            self.answer = Answer.from_json(orders)
            self.next_answers.clear()

    async def _obey(self, request: web.Request) -> web.Response:
        try:
            self.obey(await request.json())
        except (ValueError, TypeError) as err:
            return web.json_response({"error": str(err)}, status=400)
        return web.json_response({"ok": True})

    async def _tell(self, _request: web.Request) -> web.Response:
        return web.json_response({"requests": [call.body for call in self.calls], "disconnects": self.disconnects})

    async def _root(self, _request: web.Request) -> web.Response:
        return web.Response(text="Ollama is running")

    async def _version(self, _request: web.Request) -> web.Response:
        return web.json_response({"version": "0.32.0"})

    async def _tags(self, request: web.Request) -> web.StreamResponse:
        self.listings.append(_headers(request))
        self.called.set()
        if self.answer.mode in SERVER_FAULTS:
            return await _fail(request, self.answer.mode)
        return web.json_response({"models": [_entry(name) for name in self.models]})

    async def _pull(self, request: web.Request) -> web.StreamResponse:
        """Download a model: news line by line, and then it is there."""
        name = (await request.json())["model"]
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        await response.prepare(request)
        news: list[dict[str, Any]] = [{"status": "pulling manifest"}]
        news += [{"status": "pulling 0123", "total": 1000, "completed": done} for done in (0, 250, 1000)]
        news += [{"error": self.pull_error}] if self.pull_error else [{"status": "success"}]
        if not self.pull_error:
            self.models = (*self.models, name)
        for line in news:
            await response.write(json.dumps(line).encode() + b"\n")
        await response.write_eof()
        return response

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        try:
            body = await request.json()
        except ValueError:
            return _error(400, "invalid character in request body")
        model = body.get("model")
        if not model:
            return _error(400, "model is required")
        self.calls.append(Call(body=body, headers=_headers(request)))
        self.called.set()
        answer = self.next_answers.popleft() if self.next_answers else self.answer
        if model not in self.models:
            answer = replace(answer, mode=Mode.HTTP_404)
        if body.get("think"):
            return _error(400, f'"{model}" does not support thinking')
        try:
            if answer.mode is Mode.HTTP_404:
                return _error(404, f"model '{model}' not found")
            if answer.mode is Mode.HTTP_400:
                return _error(400, "the prompt is longer than the context")
            if answer.mode in SERVER_FAULTS:
                return await _fail(request, answer.mode)
            return await _play(request, answer, body)
        except ConnectionResetError, asyncio.CancelledError:
            self.disconnects += 1
            self.disconnected.set()
            raise


async def _play(request: web.Request, answer: Answer, body: dict[str, Any]) -> web.StreamResponse:
    """Send what a mode is made of."""
    response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
    response.enable_chunked_encoding()
    is_prepared = False
    for frame in frames(answer, body):
        if isinstance(frame, int | float):
            await asyncio.sleep(frame)
            continue
        if not is_prepared:
            # Not before: Ollama sends no header until it has a word.
            await response.prepare(request)
            is_prepared = True
        if isinstance(frame, bytes):
            await response.write(frame)
        else:
            await _end(request, frame)
            return response
    if not is_prepared:
        await response.prepare(request)
    await response.write_eof()
    return response


async def _end(request: web.Request, ending: Ending) -> None:
    transport = request.transport
    if ending is Ending.HANG or transport is None:
        await asyncio.Event().wait()
    elif ending is Ending.CLOSE:
        transport.close()
    else:
        reset(transport)


async def _fail(request: web.Request, mode: Mode) -> web.StreamResponse:
    """Answer any request with a fault of the whole server."""
    match mode:
        case Mode.HANG:
            await asyncio.Event().wait()
        case Mode.NOT_HTTP:
            assert request.transport
            request.transport.write(GARBAGE)
            request.transport.close()
        case Mode.GARBAGE:
            return web.Response(body=GARBAGE)
        case Mode.HTML:
            return web.Response(text=PAGE, content_type="text/html")
        case Mode.WRONG_SHAPE:
            return web.json_response([{"answer": 42}])
        case Mode.REDIRECT:
            return web.Response(status=307, headers={"Location": "http://127.0.0.2:1/elsewhere"})
    return _error(500, "model requires more system memory (6.0 GiB) than is available (1.2 GiB)")


def _headers(request: web.Request) -> dict[str, str]:
    return {name.lower(): value for name, value in request.headers.items()}


def _error(status: int, text: str) -> web.Response:
    return web.json_response({"error": text}, status=status)


def _entry(name: str) -> dict[str, Any]:
    details = {"format": "gguf", "family": "fake", "parameter_size": "1.0B", "quantization_level": "Q4_K_M"}
    return {
        "name": name,
        "model": name,
        "modified_at": "2026-11-30T12:00:00.000000Z",
        "size": 1_000_000_000,
        "digest": SOME_DIGEST,
        "details": details,
    }


async def serve(*, port: int, models: tuple[str, ...], orders: Any) -> None:
    """Run until the process is asked to end."""
    async with FakeOllama(models=models, port=port) as server:
        if orders:
            server.obey(orders)
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        ended = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
        await ended.wait()


def _orders(script: str | None) -> Any:
    """Return the orders that a mode's name or a file of JSON gives."""
    if script is None or script in list(Mode):
        return script
    return json.loads(Path(script).read_text(encoding="utf-8"))


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m tests.fakes.ollama_server")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one; the address is the first line printed")
    parser.add_argument("--script", help="a mode, or a file of JSON with one answer or a list of answers")
    parser.add_argument("--model", action="append", help="name of a model it has; may be given several times")
    options = parser.parse_args()
    asyncio.run(serve(port=options.port, models=tuple(options.model or DEFAULT_MODELS), orders=_orders(options.script)))


if __name__ == "__main__":
    main()
