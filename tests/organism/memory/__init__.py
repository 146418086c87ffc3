"""Tests of what the animal remembers."""
