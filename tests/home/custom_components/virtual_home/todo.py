"""To-do lists."""

from collections.abc import Mapping
from typing import Any, ClassVar, override
from uuid import uuid4

from homeassistant.components.todo import TodoItem, TodoItemStatus, TodoListEntity, TodoListEntityFeature

from .entity import VirtualEntity, set_up


class VirtualTodoList(VirtualEntity, TodoListEntity):
    """Items live in memory."""

    FIELDS: ClassVar[Mapping[str, str]] = {"todo_items": "_given"}

    _attr_supported_features = (
        TodoListEntityFeature.CREATE_TODO_ITEM
        | TodoListEntityFeature.UPDATE_TODO_ITEM
        | TodoListEntityFeature.DELETE_TODO_ITEM
        | TodoListEntityFeature.MOVE_TODO_ITEM
        | TodoListEntityFeature.SET_DUE_DATE_ON_ITEM
        | TodoListEntityFeature.SET_DESCRIPTION_ON_ITEM
    )
    _given: Any = ()

    @override
    def take_state(self, state: str | None) -> None:
        """Take the items that were given; the state is the count of open ones, and made up where only it is given."""
        if not self._given and state is not None and state.isdecimal() and state != self.state_text:
            self._given = [f"Item {number + 1}" for number in range(int(state))]
        if self._given is not None:
            self._attr_todo_items = [_item(given) for given in self._given]
            self._given = None

    @override
    async def async_create_todo_item(self, item: TodoItem) -> None:
        await self.change(lambda: self._items.append(_filled(item)))

    @override
    async def async_update_todo_item(self, item: TodoItem) -> None:
        def effect() -> None:
            self._attr_todo_items = [item if kept.uid == item.uid else kept for kept in self._items]

        await self.change(effect)

    @override
    async def async_delete_todo_items(self, uids: list[str]) -> None:
        def effect() -> None:
            self._attr_todo_items = [item for item in self._items if item.uid not in uids]

        await self.change(effect)

    @override
    async def async_move_todo_item(self, uid: str, previous_uid: str | None = None) -> None:
        def effect() -> None:
            (moved,) = [item for item in self._items if item.uid == uid]
            others = [item for item in self._items if item.uid != uid]
            place = 1 + [item.uid for item in others].index(previous_uid) if previous_uid else 0
            self._attr_todo_items = [*others[:place], moved, *others[place:]]

        await self.change(effect)

    @property
    def state_text(self) -> str:
        """The count of open items as Home Assistant shows it."""
        return str(sum(item.status is TodoItemStatus.NEEDS_ACTION for item in self._items))

    @property
    @override
    def contents(self) -> tuple[str, ...]:
        return tuple(f"{item.summary} ({item.status})" for item in self._items)

    @property
    def _items(self) -> list[TodoItem]:
        self._attr_todo_items = list(self._attr_todo_items or ())
        return self._attr_todo_items


def _item(given: Any) -> TodoItem:
    if isinstance(given, str):
        return _filled(TodoItem(summary=given))
    return _filled(
        TodoItem(
            summary=str(given["summary"]),
            uid=given.get("uid"),
            status=TodoItemStatus(given["status"]) if given.get("status") else None,
            due=given.get("due"),
            description=given.get("description"),
        )
    )


def _filled(item: TodoItem) -> TodoItem:
    item.uid = item.uid or uuid4().hex
    item.status = item.status or TodoItemStatus.NEEDS_ACTION
    return item


async_setup_entry = set_up("todo", VirtualTodoList)
