"""The tools that the tests offer."""

from typing import Any

from custom_components.opencrayfish.organism.messages import ToolSpec
from custom_components.opencrayfish.organism.toolcalls.toolbox import Toolbox

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}


def tool(name: str, /, *required: str, **properties: Any) -> ToolSpec:
    """Return a tool whose arguments have the given schemas."""
    return ToolSpec(
        name=name,
        parameters={"type": "object", "properties": properties, "required": list(required)},
    )


PLACE = {"name": TEXT, "area": TEXT, "floor": TEXT, "domain": TEXTS}
TOOLS = (
    tool("HassTurnOn", **PLACE, device_class=TEXTS, level={"type": "integer"}),
    tool("HassTurnOff", **PLACE),
    tool("HassLightSet", **PLACE, brightness={"type": "integer", "minimum": 0, "maximum": 100}, color=TEXT),
    tool("HassBroadcast", "message", message=TEXT),
    tool("GetLiveContext"),
    tool("media_player_play", **PLACE),
    tool("set_scene", scene={"type": "object"}, n={"type": "integer"}),
    tool("say", text=TEXT),
    tool("a"),
    tool("b", x={"type": "integer"}),
)
BOX = Toolbox(TOOLS)
