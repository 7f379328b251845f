"""Laying a graph out in layers: every arrow goes down, few of them cross, and long ones go around boxes.

The usual three steps: a layer for every node, an order within each layer, a place for everything in that order. A
long arrow has a bend in every layer it passes, and bends are ordered and placed like nodes.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from itertools import pairwise

Gaddag = Mapping[str, Iterable[str]]

STARTS = 20
BEND = "bend"
"""Bends are named `bend FROM TO LAYER`; no node has a space in its name."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Where nodes and arrows are; layers count from the bottom."""

    layers: list[list[str]]
    x: dict[str, float]
    """The middle of every node and bend."""
    arrows: list[list[str]]
    """From node to node, by way of its bends."""


def reduced(graph: Gaddag) -> dict[str, list[str]]:
    """The same graph without the arrows that a longer way implies."""
    below = reachable(graph)
    return {
        node: [target for target in targets if not any(target in below[each] for each in targets)]
        for node, targets in ((node, list(targets)) for node, targets in graph.items())
    }


def reachable(graph: Gaddag) -> dict[str, set[str]]:
    """Everything below each node."""
    below: dict[str, set[str]] = {}
    for node in TopologicalSorter(graph).static_order():
        targets = list(graph.get(node, ()))
        below[node] = set(targets).union(*(below[target] for target in targets))
    return below


def heights(graph: Gaddag) -> dict[str, int]:
    """The length of the longest way down from each node."""
    found: dict[str, int] = {}
    for node in TopologicalSorter(graph).static_order():
        found[node] = max((found[target] + 1 for target in graph.get(node, ())), default=0)
    return found


def lay_out(graph: Gaddag, widths: Mapping[str, float], *, gap: float) -> Drawing:
    height = heights(graph)
    layers: list[list[str]] = [[] for _ in range(max(height.values()) + 1)]
    for node in sorted(height, key=lambda each: (height[each], each)):
        layers[height[node]].append(node)
    arrows = []
    for node, targets in graph.items():
        for target in targets:
            bends = [f"{BEND} {node} {target} {at}" for at in range(height[node] - 1, height[target], -1)]
            for at, bend in zip(range(height[node] - 1, height[target], -1), bends, strict=True):
                layers[at].append(bend)
            arrows.append([node, *bends, target])
    links = [link for arrow in arrows for link in pairwise(arrow)]
    layers = _ordered(layers, links)
    return Drawing(layers, _placed(layers, links, widths, gap), arrows)


def _neighbours(links: list[tuple[str, str]]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    above: dict[str, list[str]] = {}
    below: dict[str, list[str]] = {}
    for upper, lower in links:
        below.setdefault(upper, []).append(lower)
        above.setdefault(lower, []).append(upper)
    return above, below


def _crossings(layers: list[list[str]], links: list[tuple[str, str]]) -> int:
    at = {node: place for layer in layers for place, node in enumerate(layer)}
    layer_of = {node: number for number, layer in enumerate(layers) for node in layer}
    total = 0
    for number in range(1, len(layers)):
        ends = [(at[upper], at[lower]) for upper, lower in links if layer_of[upper] == number]
        total += sum(
            (one[0] - two[0]) * (one[1] - two[1]) < 0
            for first, one in enumerate(ends)
            for two in ends[first + 1 :]
        )
    return total


def _ordered(layers: list[list[str]], links: list[tuple[str, str]]) -> list[list[str]]:
    """The best of several beginnings, each untangled as far as moving one node at a time goes."""
    return min(
        (_untangled(_shuffled(layers, seed), links) for seed in range(STARTS)),
        key=lambda found: _crossings(found, links),
    )


def _shuffled(layers: list[list[str]], seed: int) -> list[list[str]]:
    dice = random.Random(seed)
    return [sorted(layer, key=lambda _: dice.random()) for layer in layers]


def _untangled(layers: list[list[str]], links: list[tuple[str, str]]) -> list[list[str]]:
    fewest, before = _crossings(layers, links), -1
    while fewest != before:
        before = fewest
        for layer in layers:
            for node in list(layer):
                home = layer.index(node)
                for place in range(len(layer)):
                    layer.remove(node)
                    layer.insert(place, node)
                    crossed = _crossings(layers, links)
                    if crossed < fewest:
                        fewest, home = crossed, place
                layer.remove(node)
                layer.insert(home, node)
    return layers


def _placed(
    layers: list[list[str]], links: list[tuple[str, str]], widths: Mapping[str, float], gap: float
) -> dict[str, float]:
    """Towards the mean of the neighbours, as far as the order and the gaps leave room."""
    above, below = _neighbours(links)
    x: dict[str, float] = {}
    for layer in layers:
        at = 0.0
        for node in layer:
            x[node] = at + widths.get(node, 0.0) / 2
            at += widths.get(node, 0.0) + gap
        for node in layer:
            x[node] -= at / 2
    for round_ in range(200):
        for layer in layers if round_ % 2 else reversed(layers):
            wish = {}
            for node in layer:
                beside = above.get(node, []) + below.get(node, [])
                weights = [_weight(node, each) for each in beside]
                pulls = sum(weight * x[each] for weight, each in zip(weights, beside, strict=True))
                wish[node] = pulls / sum(weights) if beside else x[node]
            _settle(layer, wish, x, widths, gap)
    return x


def _weight(one: str, other: str) -> int:
    """How much an arrow wants to be straight here: most where it passes boxes by."""
    return (1, 3, 12)[one.startswith(BEND) + other.startswith(BEND)]


def _settle(
    layer: list[str], wish: dict[str, float], x: dict[str, float], widths: Mapping[str, float], gap: float
) -> None:
    """The places nearest to the wishes that keep the order: neighbours that would overlap move as one block."""
    offset = 0.0
    blocks: list[tuple[float, int]] = []  # mean wish of the block, without its offsets; how many nodes
    offsets = []
    for number, node in enumerate(layer):
        if number:
            offset += (widths.get(layer[number - 1], 0.0) + widths.get(node, 0.0)) / 2 + gap
        offsets.append(offset)
        blocks.append((wish[node] - offset, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (right, many), (left, few) = blocks.pop(), blocks.pop()
            blocks.append(((left * few + right * many) / (few + many), few + many))
    means = [mean for mean, count in blocks for _ in range(count)]
    for node, mean, own in zip(layer, means, offsets, strict=True):
        x[node] = mean + own
