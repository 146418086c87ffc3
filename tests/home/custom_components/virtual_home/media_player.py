"""Loudspeakers and screens."""

from collections.abc import Mapping
from typing import Any, ClassVar, override

from homeassistant.components.media_player import (
    MediaPlayerEntity,
    MediaPlayerEntityFeature as Feature,
    MediaPlayerState,
    MediaType,
)

from .entity import VirtualEntity, set_up

STATES = {"stopped": "idle"}
"""What other files call states that Home Assistant has another word for."""


class VirtualMediaPlayer(VirtualEntity, MediaPlayerEntity):
    """Plays nothing, but says that it does."""

    FIELDS: ClassVar[Mapping[str, str]] = {
        "volume_level": "_attr_volume_level",
        "is_volume_muted": "_attr_is_volume_muted",
        "media_title": "_attr_media_title",
        "media_content_type": "_attr_media_content_type",
        "media_album_name": "_attr_media_album_name",
        "sound_mode": "_attr_sound_mode",
        "sound_mode_list": "_attr_sound_mode_list",
        "shuffle": "_attr_shuffle",
        "repeat": "_attr_repeat",
        "media_artist": "_attr_media_artist",
        "media_track": "_attr_media_track",
        "source": "_attr_source",
        "source_list": "_attr_source_list",
    }

    _attr_supported_features = (
        Feature.PLAY
        | Feature.PAUSE
        | Feature.STOP
        | Feature.VOLUME_SET
        | Feature.VOLUME_STEP
        | Feature.VOLUME_MUTE
        | Feature.TURN_ON
        | Feature.TURN_OFF
        | Feature.NEXT_TRACK
        | Feature.PREVIOUS_TRACK
    )
    _attr_state = MediaPlayerState.OFF
    _attr_volume_level = 0.5
    _attr_media_track = 1
    _attr_is_volume_muted = False
    _volume_before = 0.5

    @override
    def take_state(self, state: str | None) -> None:
        if state is not None:
            self._attr_state = MediaPlayerState(STATES.get(state, state))

    @override
    async def async_turn_on(self) -> None:
        await self.change(lambda: self.take_state("on"))

    @override
    async def async_turn_off(self) -> None:
        await self.change(lambda: self.take_state("off"))

    @override
    async def async_media_play(self) -> None:
        await self.change(lambda: self.take_state("playing"))

    @override
    async def async_media_pause(self) -> None:
        await self.change(lambda: self.take_state("paused"))

    @override
    async def async_media_stop(self) -> None:
        await self.change(lambda: self.take_state("idle"))

    @override
    async def async_media_next_track(self) -> None:
        await self.change(lambda: self._skip(1))

    @override
    async def async_media_previous_track(self) -> None:
        await self.change(lambda: self._skip(-1))

    def _skip(self, tracks: int) -> None:
        self._attr_media_track = max(1, (self._attr_media_track or 1) + tracks)

    @override
    async def async_set_volume_level(self, volume: float) -> None:
        await self.change(lambda: setattr(self, "_attr_volume_level", round(volume, 2)))

    @override
    async def async_mute_volume(self, mute: bool) -> None:
        def effect() -> None:
            if mute and not self._attr_is_volume_muted:
                self._volume_before = self._attr_volume_level or 0.0
            self._attr_is_volume_muted = mute
            self._attr_volume_level = 0.0 if mute else self._volume_before

        await self.change(effect)

    @override
    async def async_select_source(self, source: str) -> None:
        await self.change(lambda: setattr(self, "_attr_source", source))

    @override
    async def async_play_media(self, media_type: MediaType | str, media_id: str, **kwargs: Any) -> None:
        def effect() -> None:
            self._attr_media_title = media_id
            self.take_state("playing")

        await self.change(effect)


async_setup_entry = set_up("media_player", VirtualMediaPlayer)
