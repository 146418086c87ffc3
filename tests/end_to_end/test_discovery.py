"""Which brain `script/run` finds."""

from typing import Any

import pytest

from script.brain.discovery import address, answers, choose, discover
from tests.end_to_end.household import Brain
from tests.end_to_end.process import free_port
from tests.fakes.ollama_server import FakeOllama
from tests.fakes.ollama_wire import Answer, Mode


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("", "http://localhost:11434"),
        ("box", "http://box:11434"),
        ("192.168.1.5:8080", "http://192.168.1.5:8080"),
        (":1234", "http://localhost:1234"),
        ("0.0.0.0", "http://localhost:11434"),
        ("http://0.0.0.0:11434/", "http://localhost:11434"),
        ("[::1]:11434", "http://[::1]:11434"),
        ("[::]", "http://localhost:11434"),
        ("http://box", "http://box:80"),
        ("https://box", "https://box:443"),
    ],
)
def test_ollama_host_is_read_as_ollama_reads_it(host: str, url: str) -> None:
    assert address(host) == url


def _model(name: str, size: str = "", **more: Any) -> dict[str, Any]:
    return {"name": name, "details": {"family": "llama", "parameter_size": size}, **more}


@pytest.mark.parametrize(
    ("models", "chosen"),
    [
        ([], None),
        ([_model("nomic-embed-text:latest", "137M"), _model("bge-m3:latest", "567M")], None),
        ([_model("all-minilm:22m", "23M"), _model("smollm2:135m", "134.52M")], "smollm2:135m"),
        ([_model("qwen3:0.6b", "751.63M"), _model("qwen3:4b", "4.0B"), _model("qwen3:32b", "32.8B")], "qwen3:4b"),
        ([_model("qwen2.5-coder:3b", "3.1B"), _model("llama3.1:8b", "8.0B")], "llama3.1:8b"),
        ([_model("qwen2.5-coder:1.5b", "1.5B")], "qwen2.5-coder:1.5b"),
        ([_model("gpt-oss:120b-cloud", "116.8B"), _model("gemma3:1b", "999.89M")], "gemma3:1b"),
        ([_model("far:4b", "4B", remote_host="https://elsewhere")], None),
        ([_model("odd", "?"), _model("llama3.2:1b", "1.2B")], "llama3.2:1b"),
        ([_model("zero", "0B")], "zero"),
        ([_model("reader:4b", "4B", capabilities=["embedding"]), _model("talker:70b", "70B")], "talker:70b"),
        ([{"name": "bare"}], "bare"),
    ],
)
def test_a_model_that_chats_and_suits_a_house_is_chosen(models: list[dict[str, Any]], chosen: str | None) -> None:
    assert choose(models) == chosen


async def test_the_ollama_that_is_there_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async with FakeOllama() as ollama:
        monkeypatch.setenv("OLLAMA_HOST", ollama.url)
        assert await discover() == Brain(url=ollama.url, model="fake:1b")
        assert await answers(ollama.url)
        ollama.models = ()
        assert await discover() is None


@pytest.mark.parametrize("mode", [Mode.HTTP_500, Mode.GARBAGE, Mode.NOT_HTTP, Mode.HTML, Mode.WRONG_SHAPE])
async def test_what_is_no_ollama_is_no_brain(monkeypatch: pytest.MonkeyPatch, mode: Mode) -> None:
    async with FakeOllama() as server:
        server.answer = Answer(mode=mode)
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        assert await discover() is None


async def test_nothing_there_is_no_brain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{free_port()}")
    assert await discover() is None
