"""The images that Home Assistant shows for the integration."""

from pathlib import Path

from PIL import Image
import pytest

from homeassistant.components.brands.const import ALLOWED_IMAGES

from .source_tree import PACKAGE, files

SQUARES = {"icon.png": 256, "icon@2x.png": 512, "dark_icon.png": 256, "dark_icon@2x.png": 512}
"""Sides of the icons in pixels, as the brands repository asks for them."""


def brand_faults(folder: Path) -> list[str]:
    """Return what is wrong with the images of a brand folder."""
    faults = [f"{name} is missing" for name in ("icon.png", "icon@2x.png") if not (folder / name).is_file()]
    for path in files(folder, "*"):
        if path.name not in ALLOWED_IMAGES:
            faults.append(f"{path.name} is never shown")
            continue
        with Image.open(path) as image:
            image.load()
            if image.format != "PNG":
                faults.append(f"{path.name} is no PNG")
            if path.name in SQUARES and image.size != (SQUARES[path.name],) * 2:
                faults.append(f"{path.name} measures {image.size}")
            if image.mode != "RGBA" or image.getpixel((0, 0)) != (0, 0, 0, 0):
                faults.append(f"{path.name} is not transparent at its corner")
            if image.getcolors(maxcolors=16):
                faults.append(f"{path.name} is nearly empty")
    return faults


def test_the_brand_images_are_what_home_assistant_shows() -> None:
    assert brand_faults(PACKAGE / "brand") == []


@pytest.mark.parametrize(
    ("name", "size", "file_format", "fault"),
    [
        ("icon.png", (256, 255), "PNG", "icon.png measures (256, 255)"),
        ("icon@2x.png", (256, 256), "PNG", "icon@2x.png measures (256, 256)"),
        ("logo.png", (256, 256), "WEBP", "logo.png is no PNG"),
        ("face.png", (256, 256), "PNG", "face.png is never shown"),
        ("logo.png", (8, 8), "PNG", "logo.png is nearly empty"),
    ],
)
def test_a_faulty_image_is_found(
    tmp_path: Path, name: str, size: tuple[int, int], file_format: str, fault: str
) -> None:
    Image.new("RGBA", size).save(tmp_path / name, file_format)
    assert fault in brand_faults(tmp_path)


def test_a_missing_icon_and_an_opaque_one_are_found(tmp_path: Path) -> None:
    Image.new("RGB", (256, 256), "red").save(tmp_path / "icon.png")
    faults = brand_faults(tmp_path)
    assert "icon@2x.png is missing" in faults
    assert "icon.png is not transparent at its corner" in faults
