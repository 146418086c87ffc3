"""A socket that says what no proper server would."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
import socket
import struct


@asynccontextmanager
async def raw_server(
    *pieces: bytes, reads: bool = True, closes: bool = True, resets: bool = False, pause: float = 0.001
) -> AsyncGenerator[str]:
    """Send these bytes, a pause in seconds after each piece, to whoever asks anything; yields the address.

    Without `reads` it takes nothing in beyond what the buffers of the sockets hold; without `closes` it holds the
    connection after the last piece; with `resets` it breaks it there.
    """
    visits: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if visit := asyncio.current_task():
            visits.add(visit)
        try:
            if reads:
                await reader.readuntil(b"\r\n\r\n")
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(pause)
            if not closes:
                await asyncio.Event().wait()
            if resets:
                reset(writer.transport)
        except asyncio.IncompleteReadError, ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    try:
        yield f"http://{host}:{port}"
    finally:
        for visit in visits:
            visit.cancel()
        await asyncio.gather(*visits, return_exceptions=True)
        server.close()
        server.close_clients()
        await server.wait_closed()


def reset(transport: asyncio.Transport | asyncio.WriteTransport) -> None:
    """Break a connection so that the other side gets a reset and not a proper end."""
    sock: socket.socket = transport.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def response(body: bytes, *, status: str = "200 OK", headers: str = "") -> bytes:
    """Return an HTTP response with this body."""
    return f"HTTP/1.1 {status}\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode() + body
