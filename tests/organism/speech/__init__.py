"""Tests of what may be spoken and shown."""
