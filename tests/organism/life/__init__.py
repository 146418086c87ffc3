"""Tests, mirroring the tree they test."""
