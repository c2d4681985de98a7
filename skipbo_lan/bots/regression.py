"""The regression of the fitting: what follows after a line, as a weighted sum of what was counted of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from skipbo_lan.advice.evaluation import Weights
from skipbo_lan.advice.features import NAMES, Kind
from skipbo_lan.bots.diary import Entries

SWEEPS: Final = 6
"""How often targets and weights are worked out in turn; they hardly move after that."""
TRUST: Final = 0.6
"""How much of a target comes from what really followed, rather than from the value of the next line."""
RIDGE: Final = 300.0
"""How strongly weights stay where they were: as if so many lines had confirmed them."""
_LEAST_VARIANCE: Final = 0.02
"""What hardly ever varies moves its weight as little as if it varied so much."""
_FEWEST: Final = 500
"""With fewer lines of a kind its weights stay as they are."""


@dataclass(frozen=True, slots=True)
class Samples:
    """The lines of many rounds, seat by seat, each in order."""

    kinds: Any
    features: Any
    rewards: Any
    discounts: Any

    @staticmethod
    def of(entries: Sequence[Entries]) -> Samples:
        """All of these entries."""
        return Samples(
            kinds=np.concatenate([np.frombuffer(seat.kinds, dtype=np.int8) for seat in entries]),
            features=np.concatenate(
                [np.frombuffer(seat.features, dtype=np.float32).reshape(-1, len(NAMES)) for seat in entries]
            ),
            rewards=np.concatenate([np.frombuffer(seat.rewards, dtype=np.float32) for seat in entries]),
            discounts=np.concatenate([np.frombuffer(seat.discounts, dtype=np.float32) for seat in entries]),
        )


def fitted(samples: Samples, start: Weights) -> Weights:
    """Weights that tell best what follows a line, not far from those at the start."""
    before = np.array(start.by_kind, dtype=np.float64)
    weights = before.copy()
    for _ in range(SWEEPS):
        targets = _targets(samples, weights)
        for kind in Kind:
            chosen = samples.kinds == kind
            if chosen.sum() >= _FEWEST:
                weights[kind] = _ridge(samples.features[chosen], targets[chosen], before[kind])
    return Weights(tuple(tuple(map(float, vector)) for vector in weights))


def explained(samples: Samples, weights: Weights) -> float:
    """The part of the targets' variance that the weights explain."""
    table = np.array(weights.by_kind)
    targets = _targets(samples, table)
    return float(1 - np.var(targets - _values(samples, table)) / np.var(targets))


def _values(samples: Samples, weights: Any) -> Any:
    return np.einsum("ij,ij->i", samples.features, weights[samples.kinds])


def _targets(samples: Samples, weights: Any) -> Any:
    """TD(lambda): what followed, and beyond that partly what the next line was valued at."""
    values = _values(samples, weights).tolist()
    rewards, discounts = samples.rewards.tolist(), samples.discounts.tolist()
    targets = [0.0] * len(values)
    following = value = 0.0
    for place in range(len(values) - 1, -1, -1):
        following = rewards[place] + discounts[place] * ((1 - TRUST) * value + TRUST * following)
        targets[place] = following
        value = values[place]
    return np.array(targets)


def _ridge(features: Any, targets: Any, before: Any) -> Any:
    features = features.astype(np.float64)
    pull = RIDGE * np.maximum(features.var(axis=0), _LEAST_VARIANCE)
    pull[NAMES.index("bias")] = 0.0
    gram = features.T @ features + np.diag(pull) + 1e-9 * np.eye(len(before))
    return before + np.linalg.solve(gram, features.T @ (targets - features @ before))
