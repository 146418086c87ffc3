"""The virtual home and its tests."""
