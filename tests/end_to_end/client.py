"""What a person's browser says to Home Assistant, over HTTP and WebSocket."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import Any, Final

import aiohttp

NAME: Final = "Alex"
USER: Final = "alex"
PASSWORD: Final = "crayfish"
RUNNING_SECONDS: Final = 120


class RefusedError(Exception):
    """Home Assistant answered with an error."""

    def __init__(self, status: int | str, body: Any) -> None:
        """Keep what was answered: an HTTP status, or the code of a WebSocket error."""
        super().__init__(f"{status}: {body}")
        self.status = status
        self.body = body


class Client:
    """A logged-in administrator."""

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str) -> None:
        """Take an access token; it is good for half an hour."""
        self.url = url
        self._session = session
        self._token = token

    async def request(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Return the decoded answer; raises `RefusedError`."""
        headers = {"Authorization": f"Bearer {self._token}"}
        async with self._session.request(method, self.url + path, json=body, headers=headers) as response:
            answer = await (response.json() if response.content_type == "application/json" else response.text())
            if not response.ok:
                raise RefusedError(response.status, answer)
            return answer

    async def get(self, path: str) -> Any:
        """Return what is there."""
        return await self.request("GET", path)

    async def post(self, path: str, **body: Any) -> Any:
        """Send something and return the answer."""
        return await self.request("POST", path, body)

    async def command(self, kind: str, **data: Any) -> Any:
        """Return the result of one WebSocket command; raises `RefusedError`."""
        async with self._connection() as socket:
            return await _ask(socket, kind, data)

    async def events(self, kind: str, **data: Any) -> AsyncGenerator[dict[str, Any]]:
        """Yield what a WebSocket command reports until the caller stops listening."""
        async with self._connection() as socket:
            await _ask(socket, kind, data)
            while True:
                yield (await socket.receive_json())["event"]

    async def flow(self, handler: str, *answers: Mapping[str, Any], entry_id: str | None = None) -> dict[str, Any]:
        """Start a config flow, give the answers step by step and return the last result.

        With an entry's id the flow reconfigures that entry.
        """
        path = "/api/config/config_entries/flow"
        start = {"handler": handler} | ({"entry_id": entry_id} if entry_id else {})
        result: dict[str, Any] = await self.request("POST", path, start)
        for answer in answers:
            result = await self.request("POST", f"{path}/{result['flow_id']}", answer)
        return result

    async def options(self, entry_id: str, **sections: Mapping[str, Any]) -> dict[str, Any]:
        """Change options of an entry and return the last result."""
        path = "/api/config/config_entries/options/flow"
        page: dict[str, Any] = await self.request("POST", path, {"handler": entry_id})
        result: dict[str, Any] = await self.request("POST", f"{path}/{page['flow_id']}", sections)
        return result

    async def state(self, entity_id: str) -> str:
        """Return the state of an entity."""
        answer: dict[str, str] = await self.get(f"/api/states/{entity_id}")
        return answer["state"]

    async def say(self, text: str, agent: str, language: str = "en", conversation_id: str | None = None) -> Any:
        """Say something over REST and return the answer."""
        running = {"conversation_id": conversation_id} if conversation_id else {}
        return await self.post("/api/conversation/process", text=text, agent_id=agent, language=language, **running)

    async def run_pipeline(self, text: str, pipeline: str, device_id: str | None = None) -> list[dict[str, Any]]:
        """Say something as the Assist dialog does, or as a device in a room, and return all events of the run."""
        events = []
        run = self.events(
            "assist_pipeline/run",
            start_stage="intent",
            end_stage="intent",
            pipeline=pipeline,
            input={"text": text},
            **({"device_id": device_id} if device_id else {}),
        )
        async with aclosing(run):
            async for event in run:
                events.append(event)
                if event["type"] in {"run-end", "error"}:
                    break
        return events

    async def wait_until_running(self) -> None:
        """Return when Home Assistant has set everything up; raises `TimeoutError`."""
        async with asyncio.timeout(RUNNING_SECONDS):
            while (await self.get("/api/config"))["state"] != "RUNNING":  # noqa: ASYNC110 another process
                await asyncio.sleep(0.1)

    @asynccontextmanager
    async def _connection(self) -> AsyncGenerator[aiohttp.ClientWebSocketResponse]:
        async with self._session.ws_connect(f"{self.url}/api/websocket", max_msg_size=0) as socket:
            await socket.receive_json()
            await socket.send_json({"type": "auth", "access_token": self._token})
            answer = await socket.receive_json()
            if answer["type"] != "auth_ok":
                raise RefusedError("auth", answer)
            yield socket


async def log_in(session: aiohttp.ClientSession, url: str) -> Client:
    """Return a client of the one user, who is created first in a new home."""
    client_id = f"{url}/"
    async with session.get(f"{url}/api/onboarding") as response:
        steps = {step["step"]: step["done"] for step in await response.json()} if response.ok else {}
    code = await (_log_in(session, url, client_id) if steps.get("user", True) else _onboard(session, url, client_id))
    form = {"grant_type": "authorization_code", "code": code, "client_id": client_id}
    async with session.post(f"{url}/auth/token", data=form) as response:
        response.raise_for_status()
        client = Client(session, url, (await response.json())["access_token"])
    await client.wait_until_running()
    return client


async def _onboard(session: aiohttp.ClientSession, url: str, client_id: str) -> str:
    user = {"name": NAME, "username": USER, "password": PASSWORD, "client_id": client_id, "language": "en"}
    async with session.post(f"{url}/api/onboarding/users", json=user) as response:
        response.raise_for_status()
        code: str = (await response.json())["auth_code"]
        return code


async def _log_in(session: aiohttp.ClientSession, url: str, client_id: str) -> str:
    start = {"client_id": client_id, "redirect_uri": client_id, "handler": ["homeassistant", None]}
    async with session.post(f"{url}/auth/login_flow", json=start) as response:
        response.raise_for_status()
        flow = (await response.json())["flow_id"]
    answer = {"client_id": client_id, "username": USER, "password": PASSWORD}
    async with session.post(f"{url}/auth/login_flow/{flow}", json=answer) as response:
        response.raise_for_status()
        result = await response.json()
    if result["type"] != "create_entry":
        raise RefusedError("login", result)
    code: str = result["result"]
    return code


async def _ask(socket: aiohttp.ClientWebSocketResponse, kind: str, data: Mapping[str, Any]) -> Any:
    await socket.send_json({"id": 1, "type": kind, **data})
    answer = await socket.receive_json()
    if not answer["success"]:
        raise RefusedError(answer["error"]["code"], answer["error"]["message"])
    return answer["result"]
