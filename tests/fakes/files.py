"""A folder in memory, whole or on a disk that fails in every way a disk can."""

from collections.abc import Callable
from typing import override

from custom_components.opencrayfish.organism.errors import StorageFailed
from custom_components.opencrayfish.organism.ports import Files


class PowerCut(BaseException):
    """The machine is off: nothing after this runs, not even an `except Exception`."""


class MemoryFiles(Files):
    """A folder that works; what is in `content` is on the disk."""

    def __init__(self) -> None:
        """Start empty."""
        self.content: dict[str, bytes] = {}

    @override
    async def read(self, name: str) -> bytes | None:
        return self.content.get(name)

    @override
    async def write(self, name: str, data: bytes) -> None:
        self.content[name] = data

    @override
    async def append(self, name: str, data: bytes, *, fsync: bool = False) -> None:
        self.content[name] = self.content.get(name, b"") + data

    @override
    async def names(self, folder: str) -> tuple[str, ...]:
        prefix = f"{folder}/"
        return tuple(sorted(name.removeprefix(prefix) for name in self.content if name.startswith(prefix)))

    @override
    async def remove(self, name: str) -> None:
        self.content.pop(name, None)


class FaultyFiles(MemoryFiles):
    """A folder on a disk that may refuse, or that loses power inside an operation.

    `fate` is asked before each operation with its kind (`write`, `append`, `remove`, `read`, `names`) and says what happens:

    * `"fine"`, `"refuse"` (nothing is written, `StorageFailed`),
    * `"part"` (an append leaves a part behind, then `StorageFailed`),
    * `"cut before"`, `"cut within"` (a write leaves only its temporary file; an append leaves a part, or NULs as a journaling
      file system does), `"cut after"` – the power goes.
    """

    def __init__(self, content: dict[str, bytes], fate: Callable[[str], str], part: Callable[[int], int]) -> None:
        """Take over what is on the disk; `part` says how many bytes of some a torn append leaves."""
        super().__init__()
        self.content = content
        self._fate = fate
        self._part = part

    @override
    async def read(self, name: str) -> bytes | None:
        self._refuse(self._fate("read"))
        return await super().read(name)

    @override
    async def write(self, name: str, data: bytes) -> None:
        fate = self._fate("write")
        self._refuse(fate)
        if fate == "cut within":
            self.content[f"{name}.tmp"] = data[: self._part(len(data))]
            raise PowerCut
        if fate != "cut before":
            await super().write(name, data)
        self._cut(fate)

    @override
    async def append(self, name: str, data: bytes, *, fsync: bool = False) -> None:
        fate = self._fate("append")
        self._refuse(fate)
        if fate in ("part", "cut within"):
            size = self._part(len(data))
            torn = data[:size] if size % 2 or fate == "part" else data[: size // 2] + bytes(size - size // 2)
            self.content[name] = self.content.get(name, b"") + torn
            if fate == "part":
                raise StorageFailed("no space left on device")
            raise PowerCut
        if fate != "cut before":
            await super().append(name, data, fsync=fsync)
        self._cut(fate)

    @override
    async def names(self, folder: str) -> tuple[str, ...]:
        self._refuse(self._fate("names"))
        return await super().names(folder)

    @override
    async def remove(self, name: str) -> None:
        fate = self._fate("remove")
        self._refuse(fate)
        if not fate.startswith("cut") or fate == "cut after":
            await super().remove(name)
        self._cut(fate)

    def _refuse(self, fate: str) -> None:
        if fate == "refuse":
            raise StorageFailed("no space left on device")

    def _cut(self, fate: str) -> None:
        if fate.startswith("cut"):
            raise PowerCut
