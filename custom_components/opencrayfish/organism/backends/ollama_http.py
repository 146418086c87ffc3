"""What all exchanges with an Ollama server over HTTP have in common."""

import asyncio
from collections.abc import Awaitable, Mapping
import json
from types import MappingProxyType

import aiohttp

from ..errors import BackendError, BackendFault, BackendRejected, BackendTimeout, BackendUnreachable, ModelMissing
from .ollama_catalogue import ERROR_TEXT_LIMIT

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
OK = 200
_BAD_REQUEST, _NOT_FOUND, _SERVER_ERROR = 400, 404, 500


async def by[T](deadline: float, work: Awaitable[T]) -> T:
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


async def refusal(response: aiohttp.ClientResponse) -> BackendError:
    """Return the error that a status other than 200 stands for, with the server's own words."""
    body = b""
    while len(body) < ERROR_BODY_LIMIT and (chunk := await response.content.readany()):
        body += chunk
    try:
        data = json.loads(body)
    except ValueError, RecursionError:
        data = None
    words = shortened(data["error"]) if isinstance(data, dict) and "error" in data else ""
    text = f"HTTP {response.status}: {words}" if words else f"HTTP {response.status}"
    if not _BAD_REQUEST <= response.status < _SERVER_ERROR:
        return BackendFault(text)
    if response.status == _NOT_FOUND:
        # Ollama says what it did not find; another server at this address says nothing or shows a page.
        return ModelMissing(text) if words else BackendFault(text)
    return BackendRejected(text)


def shortened(words: object) -> str:
    """Return a server's own words on one line of bounded length, empty when they are none."""
    return " ".join(words.split())[:ERROR_TEXT_LIMIT] if isinstance(words, str) else ""
