"""Tests of the model servers."""
