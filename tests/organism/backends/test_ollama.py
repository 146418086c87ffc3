"""One model of one Ollama server, over real sockets."""

import asyncio
from base64 import b64encode
from contextlib import aclosing
import gc
import socket
import traceback
from typing import override

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
import pytest

from custom_components.opencrayfish.organism.backends.base import ModelRequest, TimeLimits
from custom_components.opencrayfish.organism.backends.ollama import OllamaBackend
from custom_components.opencrayfish.organism.errors import (
    BackendError,
    BackendFault,
    BackendRejected,
    BackendTimeout,
    BackendUnreachable,
    ModelMissing,
)
from custom_components.opencrayfish.organism.messages import Delta, Message, Usage
from tests.fakes.ollama_server import FakeOllama
from tests.fakes.ollama_wire import Answer, Mode
from tests.fakes.raw_server import raw_server, response

from .conftest import Connect

QUICK = TimeLimits(connect=0.2, first_token=0.2, total=0.4)
PATIENT = TimeLimits(connect=20, first_token=20, total=20)
NEVER_ENDING = {Mode.HANG, Mode.STALL}
SCRIPTS = "Grüße, 你好! Привет — 🦀🇩🇪 \u2028 line\u0085end \t tab"


def ask(words: str = "How are you?", *, max_tokens: int = 400) -> ModelRequest:
    return ModelRequest(
        messages=(Message(role="system", text="Be brief."), Message(role="user", text=words)), max_tokens=max_tokens
    )


async def listen(
    backend: OllamaBackend, request: ModelRequest | None = None, limits: TimeLimits = PATIENT
) -> list[Delta]:
    return [delta async for delta in backend.stream(request or ask(), limits)]


def text_of(deltas: list[Delta]) -> str:
    return "".join(delta.text for delta in deltas)


async def failure(backend: OllamaBackend, limits: TimeLimits = PATIENT) -> tuple[list[Delta], BackendError]:
    """Return what was said before the failure, and the failure."""
    heard: list[Delta] = []
    try:
        async for delta in backend.stream(ask(), limits):
            heard.append(delta)  # noqa: PERF401 a comprehension would lose what came before the failure
    except BackendError as err:
        return heard, err
    pytest.fail(f"no failure after {text_of(heard)!r}")


# --- what is said


async def test_words_come_one_by_one_and_the_last_piece_tells_the_cost(
    server: FakeOllama, backend: OllamaBackend
) -> None:
    server.will("I am fine.")

    assert await listen(backend) == [
        Delta(text="I"),
        Delta(text=" am"),
        Delta(text=" fine."),
        Delta(usage=Usage(prompt_tokens=5, completion_tokens=3, load_ms=2, prompt_ms=10, completion_ms=6)),
    ]


async def test_a_word_is_heard_before_the_next_one_is_said(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Answer(mode=Mode.STALL, text="One two"))
    async with asyncio.timeout(10), aclosing(backend.stream(ask(), PATIENT)) as stream:
        first = await anext(stream)

    assert first == Delta(text="One")


@pytest.mark.parametrize(
    "mode", [Mode.SPEAK, Mode.ONE_CHUNK, Mode.SPLIT_LINES, Mode.SPLIT_CHARACTERS, Mode.DRIP, Mode.SLOW_START]
)
async def test_the_way_it_travels_does_not_change_the_text(
    server: FakeOllama, backend: OllamaBackend, mode: Mode
) -> None:
    server.will(Answer(mode=mode, text=SCRIPTS, pause=0.005))

    deltas = await listen(backend)

    assert text_of(deltas) == SCRIPTS
    assert [delta for delta in deltas if delta.usage] == [deltas[-1]]


async def test_thoughts_come_apart_from_the_words(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Answer(mode=Mode.THINKING, thinking="The person is well.", text="Good."))

    deltas = await listen(backend)

    assert text_of(deltas) == "Good."
    assert "".join(delta.thinking for delta in deltas) == "The person is well."


async def test_a_call_of_a_tool_that_was_written_as_text_is_text(server: FakeOllama, backend: OllamaBackend) -> None:
    call = '<tool_call>{"name": "HassTurnOn", "arguments": {"name": "lamp"}}</tool_call>'
    server.will(call)

    assert text_of(await listen(backend)) == call


async def test_an_answer_without_a_word_is_complete(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Mode.EMPTY)

    deltas = await listen(backend)

    assert [delta.text for delta in deltas] == [""]
    assert deltas[0].usage == Usage(prompt_tokens=5, load_ms=2, prompt_ms=10)


async def test_a_model_that_never_stops_ends_at_the_limit(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Answer(mode=Mode.RUNAWAY, text="and so on"))

    deltas = await listen(backend, ask(max_tokens=4000))

    assert len(deltas) == 4001
    assert deltas[-1].usage
    assert deltas[-1].usage.completion_tokens == 4000


async def test_two_conversations_do_not_mix(server: FakeOllama, backend: OllamaBackend) -> None:
    server.answer = Answer(mode=Mode.DRIP, pause=0.002)

    both = await asyncio.gather(listen(backend, ask("red red red")), listen(backend, ask("blue blue")))

    assert [text_of(deltas) for deltas in both] == ["You said: red red red", "You said: blue blue"]


async def test_what_a_slow_listener_does_not_fetch_waits(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Answer(mode=Mode.RUNAWAY, text="word"))
    heard = 0
    async for delta in backend.stream(ask(max_tokens=3000), PATIENT):
        heard += bool(delta.text)
        if heard % 1000 == 0:
            await asyncio.sleep(0.02)

    assert heard == 3000


# --- what is asked


async def test_every_call_says_all_it_must(server: FakeOllama, connect: Connect) -> None:
    backend = connect(server.url, context_tokens=2048, keep_alive_minutes=30)

    await listen(backend, ask("Hallo, wie geht’s?", max_tokens=77))

    assert server.calls[0].body == {
        "model": "fake:1b",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hallo, wie geht’s?"}],
        "stream": True,
        "truncate": False,
        "keep_alive": 1800,
        "options": {"num_ctx": 2048, "num_predict": 77},
    }
    headers = {name: server.calls[0].headers[name] for name in ("content-type", "accept-encoding", "connection")}
    assert headers == {"content-type": "application/json", "accept-encoding": "identity", "connection": "close"}


@pytest.mark.parametrize(("minutes", "sent"), [(-1, -1), (0, 0), (60, 3600)])
async def test_a_model_may_stay_loaded_for_ever_or_not_at_all(
    server: FakeOllama, connect: Connect, minutes: int, sent: int
) -> None:
    await listen(connect(server.url, keep_alive_minutes=minutes))

    assert server.calls[0].body["keep_alive"] == sent


async def test_think_is_never_sent(server: FakeOllama, backend: OllamaBackend) -> None:
    await listen(backend)

    assert "think" not in server.calls[0].body


async def test_broken_characters_of_the_history_do_not_stop_a_call(server: FakeOllama, backend: OllamaBackend) -> None:
    assert text_of(await listen(backend, ask("a\ud83db"))).startswith("You said: a")


async def test_name_and_password_in_the_address_are_sent(server: FakeOllama, connect: Connect) -> None:
    backend = connect(server.url.replace("//", "//crab:p%40ss@"))

    await listen(backend)

    assert server.calls[0].headers["authorization"] == f"Basic {b64encode(b'crab:p@ss').decode()}"


def test_the_name_tells_the_model(backend: OllamaBackend) -> None:
    assert backend.name == "ollama fake:1b"


# --- what goes wrong


@pytest.mark.parametrize(
    ("mode", "error", "heard"),
    [
        (Mode.RESET, BackendUnreachable, "one"),
        (Mode.EOF, BackendUnreachable, "one"),
        (Mode.UNFINISHED, BackendUnreachable, "one two"),
        (Mode.STALL, BackendTimeout, "one"),
        (Mode.ERROR_LINE, BackendFault, "one"),
        (Mode.ENDLESS_LINE, BackendFault, ""),
        (Mode.HANG, BackendTimeout, ""),
        (Mode.WRONG_SHAPE, BackendFault, ""),
        (Mode.HTML, BackendFault, ""),
        (Mode.GARBAGE, BackendFault, ""),
        (Mode.NOT_HTTP, BackendFault, ""),
        (Mode.HTTP_500, BackendFault, ""),
        (Mode.HTTP_404, ModelMissing, ""),
        (Mode.HTTP_400, BackendRejected, ""),
        (Mode.REDIRECT, BackendFault, ""),
    ],
)
async def test_every_failure_has_its_name_and_what_came_before_stands(
    server: FakeOllama, backend: OllamaBackend, mode: Mode, error: type[BackendError], heard: str
) -> None:
    server.will(Answer(mode=mode, text="one two"))

    deltas, caught = await failure(backend, QUICK if mode in NEVER_ENDING else PATIENT)

    assert type(caught) is error
    assert text_of(deltas) == heard


async def test_after_any_failure_the_next_call_works(server: FakeOllama, backend: OllamaBackend) -> None:
    modes = (Mode.RESET, Mode.EOF, Mode.STALL, Mode.HANG, Mode.NOT_HTTP, Mode.HTTP_500)
    server.will(*modes, "Here I am.")
    for mode in modes:
        await failure(backend, QUICK if mode in NEVER_ENDING else PATIENT)

    assert text_of(await listen(backend)) == "Here I am."


async def test_the_servers_own_words_are_in_the_error(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Mode.HTTP_400, Mode.HTTP_404, Mode.HTTP_500, Mode.ERROR_LINE)

    texts = [str((await failure(backend))[1]) for _ in range(4)]

    assert texts == [
        "HTTP 400: the prompt is longer than the context",
        "HTTP 404: model 'fake:1b' not found",
        "HTTP 500: model requires more system memory (6.0 GiB) than is available (1.2 GiB)",
        "the server failed: llama runner process has terminated",
    ]


async def test_a_model_that_the_server_lacks_is_missing(server: FakeOllama, connect: Connect) -> None:
    _, caught = await failure(connect(server.url, model="other:7b"))

    assert isinstance(caught, ModelMissing)


@pytest.mark.parametrize(
    ("reply", "error", "text"),
    [
        (response(b"404 page not found", status="404 Not Found"), BackendFault, "HTTP 404"),
        (response(b"<html>", status="401 Unauthorized"), BackendRejected, "HTTP 401"),
        (response(b'{"error":{"code":7}}', status="400 Bad Request"), BackendRejected, "HTTP 400"),
        (response(b'["error"]', status="503 Busy"), BackendFault, "HTTP 503"),
        (response(b"", status="204 No Content"), BackendFault, "HTTP 204"),
        (
            response(b'{"error":"' + b"x" * 5000 + b'"}', status="400 Bad Request"),
            BackendRejected,
            f"HTTP 400: {'x' * 200}",
        ),
        (response(b"x" * 200_000, status="400 Bad Request"), BackendRejected, "HTTP 400"),
        (response(b""), BackendUnreachable, "the reply broke off"),
        (response(b'{"message":{"content":"Hel'), BackendUnreachable, "the reply broke off"),
        (response(b"<html>"), BackendFault, "the reply is not JSON"),
        (response(b'{"error":"no"}\n'), BackendFault, "the server failed: no"),
        (response(b'{"error":"no"}'), BackendFault, "the server failed: no"),
        (response(b'{"message":{"content":"Hi"}}'), BackendUnreachable, "the reply broke off"),
    ],
    ids=lambda value: repr(value)[:60],
)
@pytest.mark.usefixtures("socket_enabled")
async def test_a_reply_that_is_no_answer_has_a_name(
    connect: Connect, reply: bytes, error: type[BackendError], text: str
) -> None:
    async with raw_server(reply) as url:
        _, caught = await failure(connect(url))

    assert (type(caught), str(caught)) == (error, text)


@pytest.mark.usefixtures("socket_enabled")
async def test_a_refusal_without_end_is_not_read_to_its_end(connect: Connect) -> None:
    async with raw_server(b"HTTP/1.1 400 Bad Request\r\n\r\n", b"x" * 200_000, closes=False) as url:
        _, caught = await failure(connect(url))

    assert (type(caught), str(caught)) == (BackendRejected, "HTTP 400")


@pytest.mark.usefixtures("socket_enabled")
async def test_a_last_line_needs_no_line_feed(connect: Connect) -> None:
    async with raw_server(response(b'{"message":{"content":"Hi."},"done":false}\n{"done":true}')) as url:
        assert await listen(connect(url)) == [Delta(text="Hi."), Delta(usage=Usage())]


async def test_no_prompt_and_no_password_is_in_any_error(server: FakeOllama, connect: Connect) -> None:
    prompt, password = "abc" * 7, "xyz" * 7
    backend = connect(server.url.replace("//", f"//crab:{password}@"))
    modes = [mode for mode in Mode if mode not in {Mode.SPEAK, Mode.ONE_CHUNK, Mode.SPLIT_LINES, Mode.SPLIT_CHARACTERS}]
    server.next_answers.extend(Answer(mode=mode, text="", pause=1) for mode in modes)
    reports = ""
    for _ in modes:
        try:
            await listen(backend, ask(prompt), TimeLimits(connect=0.1, first_token=0.1, total=0.1))
        except BackendError as err:
            reports += "".join(traceback.format_exception(err))

    assert reports.count("BackendTimeout") >= 3
    assert prompt not in reports
    assert password not in reports


async def test_a_redirect_leads_nowhere(server: FakeOllama, connect: Connect) -> None:
    moved = response(b"", status="307 Moved", headers=f"Location: {server.url}/api/chat\r\n")
    async with raw_server(moved) as url:
        _, caught = await failure(connect(url))

    assert isinstance(caught, BackendFault)
    assert server.calls == []


# --- when it takes too long


async def test_a_first_word_in_time_is_waited_for(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Answer(mode=Mode.SLOW_START, text="At last.", pause=0.1))

    assert text_of(await listen(backend)) == "At last."


async def test_a_first_word_that_is_late_is_too_late(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Answer(mode=Mode.SLOW_START, text="At last.", pause=0.3))

    heard, caught = await failure(backend, TimeLimits(first_token=0.1, total=20))

    assert (heard, type(caught)) == ([], BackendTimeout)


async def test_after_the_first_word_only_the_whole_reply_counts(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Answer(mode=Mode.DRIP, text="one two three four", pause=0.2))

    assert text_of(await listen(backend, limits=TimeLimits(first_token=0.7, total=20))) == "one two three four"


@pytest.mark.usefixtures("socket_enabled")
async def test_a_thought_counts_as_a_first_word(connect: Connect) -> None:
    thought = b'{"message":{"content":"","thinking":"Hm."},"done":false}\n'
    async with raw_server(b"HTTP/1.1 200 OK\r\n\r\n", thought, b'{"done":true}\n', pause=0.6) as url:
        deltas = await listen(connect(url), limits=TimeLimits(first_token=1, total=20))

    assert deltas == [Delta(thinking="Hm."), Delta(usage=Usage())]


async def test_the_whole_reply_has_a_limit_although_words_keep_coming(
    server: FakeOllama, backend: OllamaBackend
) -> None:
    server.will(Answer(mode=Mode.DRIP, text="word " * 100, pause=0.03))
    begun = asyncio.get_running_loop().time()

    heard, caught = await failure(backend, TimeLimits(total=0.25))

    assert isinstance(caught, BackendTimeout)
    assert 0.24 <= asyncio.get_running_loop().time() - begun < 2
    assert 1 <= len(heard) <= 9


async def test_the_limit_of_the_whole_reply_bounds_the_first_word_too(
    server: FakeOllama, backend: OllamaBackend
) -> None:
    server.will(Mode.HANG)
    begun = asyncio.get_running_loop().time()

    await failure(backend, TimeLimits(first_token=60, total=0.1))

    assert asyncio.get_running_loop().time() - begun < 5


@pytest.mark.usefixtures("socket_enabled")
async def test_words_without_meaning_are_no_first_word(connect: Connect) -> None:
    empty = b'{"message":{"content":""},"done":false}\n'
    begun = asyncio.get_running_loop().time()
    async with raw_server(b"HTTP/1.1 200 OK\r\n\r\n", *[empty] * 1000, closes=False) as url:
        heard, caught = await failure(connect(url), TimeLimits(first_token=0.1, total=20))

    assert (heard, type(caught)) == ([], BackendTimeout)
    assert asyncio.get_running_loop().time() - begun < 3


@pytest.mark.usefixtures("socket_enabled")
async def test_a_server_that_does_not_read_a_long_prompt_holds_nobody(connect: Connect) -> None:
    async with raw_server(reads=False, closes=False) as url:
        with pytest.raises(BackendTimeout):
            await listen(connect(url), ask("word " * 2_000_000), QUICK)


# --- when there is nobody


@pytest.mark.usefixtures("socket_enabled")
async def test_a_closed_door_is_unreachable_at_once(connect: Connect) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"

    heard, caught = await failure(connect(url))

    assert (heard, type(caught)) == ([], BackendUnreachable)


@pytest.mark.usefixtures("socket_enabled")
async def test_a_door_that_does_not_open_is_a_timeout(connect: Connect) -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        address = full.getsockname()
        with socket.create_connection(address):  # the one place in the queue
            _, caught = await failure(
                connect(f"http://127.0.0.1:{address[1]}"), TimeLimits(connect=0.1, first_token=20, total=20)
            )

    assert (type(caught), str(caught)) == (BackendTimeout, "no connection in time")


@pytest.mark.usefixtures("socket_enabled")
async def test_a_handshake_that_does_not_come_is_a_timeout(connect: Connect) -> None:
    async with raw_server(closes=False) as url:
        _, caught = await failure(
            connect(url.replace("http:", "https:")), TimeLimits(connect=0.1, first_token=20, total=20)
        )

    assert (type(caught), str(caught)) == (BackendTimeout, "no connection in time")


async def test_https_to_a_server_without_it_is_unreachable(server: FakeOllama, connect: Connect) -> None:
    _, caught = await failure(connect(server.url.replace("http:", "https:")))

    assert isinstance(caught, BackendUnreachable)


class NoNames(AbstractResolver):
    """A network whose names nobody knows."""

    def __init__(self, error: Exception) -> None:
        """Take what looking one up raises."""
        self._error = error

    @override
    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        raise self._error

    @override
    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("error", "named"),
    [
        (OSError(-2, "Name or service not known"), BackendUnreachable),
        (UnicodeError("label empty or too long"), BackendFault),
    ],
)
@pytest.mark.usefixtures("socket_enabled")
async def test_a_name_that_nobody_knows_has_a_name_as_an_error(
    connect: Connect, error: Exception, named: type[BackendError]
) -> None:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=NoNames(error))) as session:
        _, caught = await failure(connect("http://ollama.local:11434", session=session))

    assert type(caught) is named


async def test_a_server_that_comes_back_is_used_again(server: FakeOllama, backend: OllamaBackend) -> None:
    await listen(backend)
    await server.stop()
    _, caught = await failure(backend)
    await server.start()

    assert isinstance(caught, BackendUnreachable)
    assert text_of(await listen(backend)) == "You said: How are you?"


# --- when nobody listens any more


async def test_leaving_early_ends_the_connection(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Answer(mode=Mode.STALL, text="one two"))
    async with aclosing(backend.stream(ask(), PATIENT)) as stream:
        await anext(stream)

    async with asyncio.timeout(10):
        await server.disconnected.wait()
    assert server.disconnects == 1


async def test_a_forgotten_stream_ends_the_connection_too(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Answer(mode=Mode.STALL, text="one two"))
    async for _ in backend.stream(ask(), PATIENT):
        break
    gc.collect()

    async with asyncio.timeout(10):
        await server.disconnected.wait()
    assert server.disconnects == 1


@pytest.mark.parametrize("mode", [Mode.HANG, Mode.STALL])
async def test_a_cancelled_listener_ends_the_connection_and_is_cancelled(
    server: FakeOllama, backend: OllamaBackend, mode: Mode
) -> None:
    server.will(Answer(mode=mode, text="one two"))
    async with asyncio.TaskGroup() as group:
        listener = group.create_task(listen(backend))
        await server.called.wait()
        await asyncio.sleep(0.02)
        listener.cancel()

    assert listener.cancelled()
    async with asyncio.timeout(10):
        await server.disconnected.wait()


async def test_a_limit_that_was_reached_ends_the_connection(server: FakeOllama, backend: OllamaBackend) -> None:
    server.will(Mode.HANG)
    await failure(backend, QUICK)

    async with asyncio.timeout(10):
        await server.disconnected.wait()
    assert server.disconnects == 1


async def test_a_complete_answer_was_not_left_early(server: FakeOllama, backend: OllamaBackend) -> None:
    await listen(backend)
    await server.everybody_left()

    assert server.disconnects == 0
