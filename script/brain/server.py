"""Serve one model of llama.cpp's server under the part of Ollama's API that the crayfish uses.

Run as `server.py LLAMA_SERVER WEIGHTS PORT`. A stand-in for a developer's machine: one model, one request at a time, and
the window is as large as `CONTEXT_TOKENS`, whatever a request asks for.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
import json
import os
from pathlib import Path
import socket
import sys
import time
from typing import Any, Final

import aiohttp
from aiohttp import web

NAME: Final = "qwen2.5-coder:1.5b"
CONTEXT_TOKENS: Final = 4096
LOAD_SECONDS: Final = 120
RUNNER: Final = web.AppKey("runner", aiohttp.ClientSession)


async def version(_: web.Request) -> web.Response:
    """Say that something like Ollama is here."""
    return web.json_response({"version": "0.0.0-llama.cpp"})


async def tags(_: web.Request) -> web.Response:
    """List the one model."""
    return web.json_response({"models": [{"name": NAME, "model": NAME, "capabilities": ["completion"]}]})


async def chat(request: web.Request) -> web.StreamResponse:
    """Answer a chat, streamed unless the request says otherwise."""
    body: dict[str, Any] = await request.json()
    if body.get("model") != NAME:
        return web.json_response({"error": f"model '{body.get('model')}' not found"}, status=404)
    pieces = _pieces(request.app[RUNNER], body)
    if body.get("stream") is False:
        answer = [piece async for piece in pieces]
        text = "".join(piece["message"]["content"] for piece in answer)
        return web.json_response(answer[-1] | {"message": {"role": "assistant", "content": text}})
    response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
    await response.prepare(request)
    async for piece in pieces:
        await response.write(json.dumps(piece, ensure_ascii=False).encode() + b"\n")
    return response


async def _pieces(runner: aiohttp.ClientSession, body: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
    """Yield the answer as Ollama does; the last piece carries the counts."""
    started = time.monotonic()
    options = body.get("options") or {}
    asked = {
        "messages": body["messages"],
        "stream": True,
        "max_tokens": options.get("num_predict", -1),
        "temperature": options.get("temperature", 0),
        "seed": options.get("seed", 1),
    }
    reason, timings = "stop", dict[str, float]()
    async with runner.post("/v1/chat/completions", json=asked) as response:
        if not response.ok:
            yield {"error": (await response.text())[:500], **_piece("", done=True)}
            return
        async for line in response.content:
            if not line.startswith(b"data: {"):
                continue
            event = json.loads(line[6:])
            timings = event.get("timings", timings)
            for choice in event["choices"]:
                reason = choice["finish_reason"] or reason
                if text := choice["delta"].get("content"):
                    yield _piece(text, done=False)
    yield _piece("", done=True) | {
        "done_reason": reason,
        "total_duration": int((time.monotonic() - started) * 1e9),
        "load_duration": 0,
        "prompt_eval_count": int(timings.get("cache_n", 0) + timings.get("prompt_n", 0)),
        "prompt_eval_duration": int(timings.get("prompt_ms", 0) * 1e6),
        "eval_count": int(timings.get("predicted_n", 0)),
        "eval_duration": int(timings.get("predicted_ms", 0) * 1e6),
    }


def _piece(text: str, *, done: bool) -> dict[str, Any]:
    return {
        "model": NAME,
        "created_at": datetime.now(UTC).isoformat(),
        "message": {"role": "assistant", "content": text},
        "done": done,
    }


@asynccontextmanager
async def _running(program: str, weights: Path) -> AsyncGenerator[str]:
    """Yield the address of llama.cpp's server once the model is loaded; end it afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        program, "--model", weights, "--host", "127.0.0.1", "--port", str(port), "--offline", "--no-webui",
        "--parallel", "1", "--ctx-size", str(CONTEXT_TOKENS),
        # Threads that wait by spinning starve everything else on a small machine.
        env={**os.environ, "OMP_WAIT_POLICY": "PASSIVE"},
    )  # fmt: skip
    try:
        async with asyncio.timeout(LOAD_SECONDS), aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
            while not await _is_healthy(session):
                if process.returncode is not None:
                    sys.exit(f"llama-server ended with {process.returncode}")
                await asyncio.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _is_healthy(session: aiohttp.ClientSession) -> bool:
    try:
        async with session.get("/health") as response:
            return response.ok
    except aiohttp.ClientError:
        return False


def application(program: str, weights: Path) -> web.Application:
    """Return the server; it starts to answer when the model is loaded, and stops it when it ends."""
    app = web.Application(client_max_size=1 << 24)

    async def model(app: web.Application) -> AsyncIterator[None]:
        timeout = aiohttp.ClientTimeout(total=None)
        async with _running(program, weights) as url, aiohttp.ClientSession(url, timeout=timeout) as session:
            app[RUNNER] = session
            yield

    app.cleanup_ctx.append(model)
    app.add_routes([web.get("/api/version", version), web.get("/api/tags", tags), web.post("/api/chat", chat)])
    return app


if __name__ == "__main__":
    web.run_app(
        application(sys.argv[1], Path(sys.argv[2])),
        host="127.0.0.1",
        port=int(sys.argv[3]),
        handler_cancellation=True,
        access_log=None,
        print=None,
    )
