"""Run a Home Assistant with a crayfish in it until Ctrl-C; `script/run` is the way in."""

import argparse
import asyncio
from contextlib import AsyncExitStack
import json
from pathlib import Path
import shutil
import signal
import sys
from typing import Final

import aiohttp

from script.brain import discovery, process as brain_process
from tests.end_to_end import household
from tests.end_to_end.client import PASSWORD, USER, Client, RefusedError, log_in
from tests.end_to_end.household import Brain
from tests.end_to_end.process import HomeAssistant, StartError, is_in_use, is_taken

REPOSITORY: Final = Path(__file__).parents[1]
HOME: Final = REPOSITORY / "tests/home/homes/demo.yaml"
RESTART_EXIT_CODE: Final = 100
"""Home Assistant ends with it when a person asks for a restart."""


def main() -> None:
    """Read the options that `script/run` passes on, and run; exits with 0 after Ctrl-C."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--reset", action="store_true")
    parser.add_argument("--brain", nargs=2, metavar=("LLAMA_SERVER", "WEIGHTS"))
    options = parser.parse_args()
    folder: Path = options.folder.absolute()
    if is_taken(options.port):
        sys.exit(f"Port {options.port} is in use by another program. Stop it, or choose another: script/run --port N")
    if options.brain and is_taken(brain_process.PORT):
        sys.exit(f"Port {brain_process.PORT}, where the brain would be, is in use by another program.")
    if is_in_use(folder):
        sys.exit(f"Another Home Assistant runs in {folder}. Stop it first.")
    if options.reset and (folder / "custom_components" / household.DOMAIN).is_symlink():
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        asyncio.run(_run(folder, options.port, tuple(options.brain) if options.brain else None))
    except asyncio.CancelledError:
        return
    except RefusedError as error:
        sys.exit(f"Cannot set up the home: {error}\nTo forget it and start a new one: script/run --reset")
    except StartError as error:
        sys.exit(f"{error}\n\nHome Assistant did not run; above are its last lines, all are in {folder}/console.log")


def _end_with_signals() -> None:
    """Cancel this task when a signal comes; only the first one counts, so that everything is saved."""
    task = asyncio.current_task()

    def interrupt() -> None:
        if task and not task.cancelling():
            _say("\nStopping …")
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, interrupt)


async def _run(folder: Path, port: int, brain: tuple[str, str] | None) -> None:
    _end_with_signals()
    home = HomeAssistant(venv=Path(sys.prefix), folder=folder, port=port)
    home.output.unlink(missing_ok=True)
    _say("Starting Home Assistant …")
    async with AsyncExitStack() as stack:
        own = None
        if brain:
            own = await stack.enter_async_context(brain_process.serve(*brain, log=folder / "brain.log"))
        stack.push_async_callback(home.stop)
        await home.start()
        async with aiohttp.ClientSession() as session:
            client = await log_in(session, home.url)
            _tell(client, folder, await _furnish(client, folder, own), (await client.get("/api/config"))["version"])
        while await home.wait() == RESTART_EXIT_CODE:
            await home.start()
        raise StartError(home.last_lines())


async def _furnish(client: Client, folder: Path, own: Brain | None) -> str:
    """Bring the home to what it should be, where it is not already, and return a line about the brain."""
    if not await household.entries(client, household.VIRTUAL_HOME):
        await household.add_virtual_home(client, HOME)
    former = _brain_of(folder)
    brain = await _brain(own, former)
    crayfish = await household.entries(client)
    if not crayfish:
        await household.talk_through_assist(client, await household.add_crayfish(client, brain=brain))
    elif brain and brain != former:
        await household.give_brain(client, crayfish[0]["entry_id"], brain)
    if brain:
        return f"{brain.model} at {brain.url}"
    if former:
        return f"{former.model} at {former.url} does not answer; until it does, the crayfish lives on instinct"
    return (
        f"none at {discovery.wanted()}, so the crayfish lives on instinct. For a brain, start Ollama, "
        "`ollama pull qwen3:4b` and start this again; or `script/run --brain`"
    )


async def _brain(own: Brain | None, former: Brain | None) -> Brain | None:
    """Return the brain to use: the one brought along, else the one the crayfish has, else the one found."""
    if own:
        _say("Waiting for the brain …")
        return own if await brain_process.wait_for(own) else None
    if former and await discovery.answers(former.url):
        return former
    return await discovery.discover()


def _brain_of(folder: Path) -> Brain | None:
    """Return the brain of the first crayfish as Home Assistant stored it; its API does not tell."""
    path = folder / ".storage/core.config_entries"
    entries = json.loads(path.read_text(encoding="utf-8"))["data"]["entries"] if path.exists() else ()
    for entry in entries:
        if entry["domain"] == household.DOMAIN:
            for subentry in entry["subentries"]:
                return Brain(url=subentry["data"]["url"], model=subentry["data"]["model"])
            return None
    return None


def _tell(client: Client, folder: Path, brain: str, version: str) -> None:
    print(
        f"\nA crayfish lives in Home Assistant {version} at {client.url}\n"
        f"  Login   {USER}, password {PASSWORD}\n"
        f"  Brain   {brain}\n"
        "  Try     the chat button at the top right: “who are you?”, “turn on the kitchen light”\n"
        f"  Log     {folder}/home-assistant.log\n"
        "  Stop    Ctrl-C\n",
        flush=True,
    )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
