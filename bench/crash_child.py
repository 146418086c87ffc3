"""A Home Assistant whose crayfish talks and grows without a pause, and says on its output what it did, until it is killed."""

import asyncio
from itertools import count
import logging
from pathlib import Path
import sys
from time import time

from pytest_homeassistant_custom_component.common import MockConfigEntry, async_test_home_assistant

from custom_components.opencrayfish.const import DOMAIN
from custom_components.opencrayfish.organism.memory.soul import Section
from homeassistant.setup import async_setup_component

FLUSH_SECONDS = 1


async def run(folder: Path, number: int) -> None:
    """Live for ever."""
    async with async_test_home_assistant(config_dir=str(folder)) as hass:
        hass.data.pop("custom_components", None)
        for domain in ("homeassistant", "conversation"):
            assert await async_setup_component(hass, domain, {})
        entry = MockConfigEntry(
            domain=DOMAIN,
            entry_id="01CRASH",
            title="Pinchy",
            data={"designation": "Pinchy", "slug": "pinchy", "brain": "none"},
            options={
                "rhythm": {"sleep_start": "06:00:00", "duty_start": "06:00:00"},
                "memory": {"journal_flush_seconds": FLUSH_SECONDS},
            },
        )
        entry.add_to_hass(hass)
        assert await hass.config_entries.async_setup(entry.entry_id)
        await hass.async_block_till_done()
        soul = entry.runtime_data.organism.soul
        for turn in count():
            message = f"Is message {number} {turn} well kept?"
            at = time()
            answer = await hass.services.async_call(
                DOMAIN,
                "ask",
                {"message": message, "conversation_id": f"{number} {turn}"},
                blocking=True,
                return_response=True,
            )
            assert answer
            print(f"said\t{at}\t{message}", flush=True)
            if turn % 5 == 0:
                fact = f"fact {time():.4f}"
                await soul.append(Section.CORE_MEMORIES, fact, entry.runtime_data.organism.clock.now().date())
                print(f"grown\t{time()}\t{fact}", flush=True)
            await asyncio.sleep(0.003)


if __name__ == "__main__":
    logging.disable(logging.ERROR)
    asyncio.run(run(Path(sys.argv[1]), int(sys.argv[2])))
