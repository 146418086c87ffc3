"""The models a server of Ollama offers, asked with the official client."""

import asyncio
import ssl
from urllib.parse import unquote, urlsplit

import ollama

from ..errors import BackendError, BackendFault, BackendTimeout, BackendUnreachable

PROBE_SECONDS = 5.0
ERROR_TEXT_LIMIT = 200
"""Longest piece of a server's own words in an error, in characters."""


def open_catalogue(url: str, *, ssl_context: ssl.SSLContext, seconds: float = PROBE_SECONDS) -> ollama.AsyncClient:
    """Return a client that asks this server and no other; nothing is sent and no file is read.

    The client by itself would load certificates, forget a name and password in the address, follow redirects to other
    hosts and obey proxies of the environment.
    """
    address = urlsplit(url)
    auth = (unquote(address.username), unquote(address.password or "")) if address.username else None
    return ollama.AsyncClient(
        host=url,
        verify=ssl_context,
        auth=auth,
        follow_redirects=False,
        trust_env=False,
        # Its HTTP library loses a cancellation that arrives while it connects; then its own limit ends the call.
        timeout=seconds,
    )


async def model_names(catalogue: ollama.AsyncClient, *, seconds: float) -> tuple[str, ...]:
    """Return the names of the models, sorted.

    Raises `BackendUnreachable`, `BackendTimeout` or `BackendFault`.
    """
    try:
        async with asyncio.timeout(seconds):
            # The client lets errors of its HTTP and schema libraries through and exports no name for them,
            # so what came of the call is taken as a value.
            (outcome,) = await asyncio.gather(catalogue.list(), return_exceptions=True)
    except TimeoutError as err:
        raise BackendTimeout(f"no list of models within {seconds:g} s") from err
    if isinstance(outcome, ollama.ListResponse):
        return tuple(sorted({entry.model for entry in outcome.models if entry.model}))
    raise _fault(outcome) from outcome


def _fault(error: BaseException) -> BackendError:
    """Return our name for what the official client raised."""
    if isinstance(error, ollama.ResponseError):
        text = " ".join(str(error.error).split())[:ERROR_TEXT_LIMIT]
        return BackendFault(f"HTTP {error.status_code} instead of a list of models: {text}")
    root: BaseException | None = error
    while root is not None and not isinstance(root, OSError):
        root = root.__cause__ or root.__context__
    if isinstance(root, TimeoutError):
        return BackendTimeout(f"no list of models in time ({type(error).__name__})")
    if root is not None:
        return BackendUnreachable(f"no connection ({type(error).__name__})")
    return BackendFault(f"no list of models but something else ({type(error).__name__})")
