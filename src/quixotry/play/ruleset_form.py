"""The form for house rules, made from the rules themselves."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from quixotry.protocol.rulesets import Facet, FacetGroup, RulesetForm
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.shipped import shipped_names


def ruleset_form() -> RulesetForm:
    """Every facet a form may offer, with what it may be."""
    hints = get_type_hints(Ruleset)
    groups = [
        FacetGroup(item.name, _facets(hints[item.name], item.name))
        for item in fields(Ruleset)
        if is_dataclass(hints[item.name]) and item.name not in ("layout", "tiles")
    ]
    return RulesetForm(groups, shipped_names("boards"), shipped_names("tilesets"))


def _facets(table: Any, where: str) -> list[Facet]:
    hints = get_type_hints(table)
    return [_facet(hints[item.name], item, f"{where}.{item.name}") for item in fields(table)]


def _facet(hint: Any, item: Field[Any], key: str) -> Facet:
    default = None if item.default is MISSING else item.default
    if "presets" in item.metadata:
        names = {value: name for name, value in item.metadata["presets"]().items()}
        return Facet(key, False, names[default], "choice", choices=tuple(names.values()))
    optional = get_origin(hint) is UnionType
    if optional:
        hint = next(each for each in get_args(hint) if each is not NoneType)
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        if is_dataclass(inner):
            return Facet(key, optional, (), "runs", facets=_facets(inner, key))
        return Facet(key, optional, default, "list", choices=get_args(inner))
    if get_origin(hint) is Literal:
        return Facet(key, optional, default, "choice", choices=get_args(hint))
    if hint is bool:
        return Facet(key, optional, default, "switch")
    if hint is int:
        least, most = item.metadata["limits"]
        return Facet(key, optional, default, "number", least, most)
    return Facet(key, optional, default, "text")
