"""A small HTTP proxy before an Ollama server that counts what each call of a model costs."""

from dataclasses import dataclass
import json
from types import TracebackType
from typing import Any, Self

from aiohttp import ClientError, ClientSession, ClientTimeout, web

CALLS = frozenset({"/api/chat", "/api/generate"})
CACHED = ("prompt_cached_count", "prompt_eval_cached_count", "cached_tokens")
"""What servers call the tokens they had in their cache; most do not tell."""
NOT_PASSED_ON = frozenset(
    {"connection", "content-encoding", "content-length", "host", "keep-alive", "transfer-encoding"}
)
LARGEST_REQUEST = 64 * 1024**2


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelCall:
    """What one call of a model cost, as the server tells at the end of its answer; None where it does not."""

    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    answer_tokens: int | None = None
    prompt_ms: float | None = None


class CountingProxy:
    """The proxy; `url` is where agents find it, `calls` what they asked of a model since it was last cleared."""

    def __init__(self, target: str) -> None:
        """Take the address of the server."""
        self.calls: list[ModelCall] = []
        self.url = ""
        self._target = target.rstrip("/")
        self._session: ClientSession | None = None
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        """Begin to listen."""
        self._session = ClientSession(timeout=ClientTimeout(total=None), auto_decompress=True)
        app = web.Application(client_max_size=LARGEST_REQUEST)
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close everything."""
        assert self._runner
        assert self._session
        await self._runner.cleanup()
        await self._session.close()

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        assert self._session
        headers = {name: value for name, value in request.headers.items() if name.lower() not in NOT_PASSED_ON}
        body = await request.read()
        try:
            async with self._session.request(
                request.method, f"{self._target}{request.path_qs}", headers=headers, data=body
            ) as answer:
                passed = {name: value for name, value in answer.headers.items() if name.lower() not in NOT_PASSED_ON}
                response = web.StreamResponse(status=answer.status, headers=passed)
                await response.prepare(request)
                whole = bytearray()
                try:
                    async for piece in answer.content.iter_any():
                        whole += piece
                        await response.write(piece)
                finally:
                    # A call that the agent broke off was one too.
                    if request.path in CALLS:
                        self.calls.append(cost(bytes(whole)))
                await response.write_eof()
                return response
        except ClientError as err:
            return web.json_response({"error": str(err)}, status=502)


def cost(answer: bytes) -> ModelCall:
    """Read what a call cost from the last line of its answer."""
    lines = answer.strip().splitlines()
    try:
        last: Any = json.loads(lines[-1]) if lines else {}
    except ValueError:
        last = {}
    if not isinstance(last, dict):
        last = {}
    return ModelCall(
        prompt_tokens=_count(last, "prompt_eval_count"),
        cached_tokens=next((found for name in CACHED if (found := _count(last, name)) is not None), None),
        answer_tokens=_count(last, "eval_count"),
        prompt_ms=None if (spent := _count(last, "prompt_eval_duration")) is None else spent / 1e6,
    )


def _count(data: dict[str, Any], name: str) -> int | None:
    value = data.get(name)
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
