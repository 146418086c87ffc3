"""The soul that is shipped."""

from custom_components.opencrayfish.organism.language.loader import load
from custom_components.opencrayfish.organism.memory.soul import parse

STEADY = parse(load("en").souls["steady"].encode())
