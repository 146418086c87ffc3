"""What the animal itself costs: reflex, turn, set-up and prompt, on a real Home Assistant core with real HTTP."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
import subprocess
import sys
import tempfile
from time import perf_counter
from typing import Any

import aiohttp

from homeassistant.components.conversation import ConversationInput, async_handle_intents
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import area_registry as ar, entity_registry as er
from homeassistant.setup import async_setup_component

import custom_components.opencrayfish
import custom_components.virtual_home  # noqa: F401
from custom_components.opencrayfish.burrow.instinct import StrictIntents
from custom_components.opencrayfish.const import DOMAIN, SUBENTRY_BRAIN
from custom_components.opencrayfish.organism.language.loader import load
from custom_components.opencrayfish.organism.messages import Message, Stimulus
from custom_components.opencrayfish.organism.prompting import assemble
from custom_components.opencrayfish.organism.reflex.router import reflex_reply
from custom_components.opencrayfish.organism.settings import Settings
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_test_home_assistant

from . import sentences
from .measure import Figure, async_timed, figure, timed

SETTINGS = Settings(designation="Pinchy", slug="pinchy", architect_name="Ada", architect_honorific="Boss")
CHARACTERS_PER_TOKEN = 4.0
"""Of English prose with the tokenizers of small models; measured with the bed's models it was 4.4 to 4.7."""


def reflexes() -> list[Figure]:
    """Measure what every message pays before anything else."""
    language = load("en")

    def reply(text: str) -> None:
        reflex_reply(Stimulus(text=text, language="en"), settings=SETTINGS, language=language)

    return [
        figure("reflex: a sentence known by heart", timed(reply, sentences.identity(360)), limit=0.3),
        figure("reflex: an ordinary sentence, no match", timed(reply, sentences.chat(640)), limit=0.3),
    ]
