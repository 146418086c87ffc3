"""Benchmarks: `script/bench`."""
