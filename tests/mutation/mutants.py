"""Which changes are tried: one for each place and kind, none in an annotation."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from rummy_core.testing.policies import pick

Place = tuple[int, int]
"""Line and column."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change to a module: what it is called, where it is, and the whole module with it."""

    module: str
    operator: str
    line: int
    code: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.operator.removeprefix('core/')}"


def mutants(root: Path, module: str, seed: str) -> Iterator[Mutant]:
    """Yield the changes to a module; ``seed`` chooses among those of one kind at one place."""
    path = root / module
    source = path.read_text(encoding="utf-8")
    annotations = list(_annotations(ast.parse(source)))
    by_place: dict[tuple[Place, str], list[tuple[str, int]]] = {}
    nodes = list(ast_nodes(get_ast(source)))
    for name in sorted(operator_names()):
        if "Variable" in name:
            # They ask for names that are to be replaced.
            continue
        operator = get_operator(name)()
        occurrence = 0
        for node in nodes:
            for start, _ in operator.mutation_positions(node):
                if not any(low <= start < high for low, high in annotations):
                    kind = name.removeprefix("core/").split("_")[0]
                    by_place.setdefault((start, kind), []).append((name, occurrence))
                occurrence += 1
    for (start, kind), choices in sorted(by_place.items()):
        name, occurrence = pick(Random(f"{seed}/{module}/{start}/{kind}"), choices)
        code = mutate_code(source, get_operator(name)(), occurrence)
        if code is not None and code != source:
            yield Mutant(module, name, start[0], code)


def _annotations(tree: ast.AST) -> Iterator[tuple[Place, Place]]:
    """Where annotations stand: nothing runs there."""
    for node in ast.walk(tree):
        found = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        for one in found:
            if isinstance(one, ast.expr) and one.end_lineno and one.end_col_offset is not None:
                yield (one.lineno, one.col_offset), (one.end_lineno, one.end_col_offset)
