"""Find the Ollama that is there already, and the model of it that suits a house best."""

from collections.abc import Mapping
import math
import os
import re
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp

from tests.end_to_end.household import Brain

DEFAULT_PORT: Final = 11434
PATIENCE: Final = aiohttp.ClientTimeout(total=3)
BEST_SIZE: Final = 4e9
"""Parameters: small enough for a small computer, large enough to follow an instruction."""
NOT_FOR_CHAT: Final = re.compile(r"embed|minilm|\bbge|rerank|guard|ocr|whisper", re.IGNORECASE)
SPECIALIST: Final = re.compile(r"coder|code|math|sql|vision|vl\b|llava|base\b", re.IGNORECASE)
_UNITS: Final = {"k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12}


def address(host: str) -> str:
    """Return the address that a value of OLLAMA_HOST stands for; nothing stands for this computer.

    A server that listens on every interface is reached at this computer.
    """
    scheme, rest = host.split("://", 1) if "://" in host else ("", host)
    parts = urlsplit(f"//{rest.strip('/')}")
    name = parts.hostname or "localhost"
    name = "localhost" if name in {"0.0.0.0", "::"} else f"[{name}]" if ":" in name else name  # noqa: S104
    port = parts.port or {"http": 80, "https": 443}.get(scheme, DEFAULT_PORT)
    return f"{scheme or 'http'}://{name}:{port}"


def wanted() -> str:
    """Return the address where an Ollama is looked for."""
    return address(os.environ.get("OLLAMA_HOST", ""))


async def discover() -> Brain | None:
    """Return the model of the Ollama at OLLAMA_HOST, or on this computer; None when there is none."""
    url = wanted()
    models = await _models(url)
    model = choose(models) if models else None
    return Brain(url=url, model=model) if model else None


async def answers(url: str) -> bool:
    """Tell whether an Ollama is there now."""
    return await _models(url) is not None


def choose(models: list[dict[str, Any]]) -> str | None:
    """Return the name of the model to chat with: no specialist, and nearest to the best size."""
    names = {model["name"]: _rank(model) for model in models if _can_chat(model)}
    return min(names, key=names.__getitem__, default=None)


def _can_chat(model: Mapping[str, Any]) -> bool:
    """Tell whether the model writes text, on this server and not in a cloud."""
    if model.get("remote_host") or model["name"].endswith("cloud"):
        return False
    if capabilities := model.get("capabilities"):
        return "completion" in capabilities
    family = str((model.get("details") or {}).get("family", ""))
    return not NOT_FOR_CHAT.search(model["name"]) and "bert" not in family


def _rank(model: Mapping[str, Any]) -> tuple[bool, float]:
    return bool(SPECIALIST.search(model["name"])), abs(math.log(_parameters(model) / BEST_SIZE))


def _parameters(model: Mapping[str, Any]) -> float:
    size = str((model.get("details") or {}).get("parameter_size", ""))
    found = re.fullmatch(r"([\d.]+)\s*([KMBT])", size, re.IGNORECASE)
    return (float(found[1]) * _UNITS[found[2].lower()] if found else 0) or BEST_SIZE * 100


async def _models(url: str) -> list[dict[str, Any]] | None:
    try:
        async with aiohttp.ClientSession(timeout=PATIENCE) as session, session.get(f"{url}/api/tags") as response:
            response.raise_for_status()
            return list((await response.json())["models"] or ())
    except aiohttp.ClientError, TimeoutError, ValueError, KeyError, TypeError:
        return None
