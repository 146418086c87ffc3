"""How well an agent runs a home: it is spoken to in virtual homes, and what happened there is compared with what should."""
