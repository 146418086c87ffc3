"""Tests of OpenCrayfish."""
