"""What the tests share."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import motherlode as ml


@pytest.fixture(autouse=True)
def on_the_cpu() -> Iterator[None]:
    """Have every test run on the CPU, and forget what a test chose."""
    ml.set_device("cpu")
    yield
    ml.set_device("cpu")


@pytest.fixture
def rng() -> random.Random:
    """Random numbers that are the same in each run."""
    return random.Random(20261124)
