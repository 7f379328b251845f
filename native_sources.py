"""From typed Python to what Cython compiles: a module with its declarations taken out, and a .pxd made of them.

A compiled module of ours is ordinary Python to a reader and to mypy: fields are annotated in the class body,
functions in their signatures, with the names of `quixotry.lexicon.cdefs`. Cython wants the declarations that modules
share in a .pxd of their own, and refuses them in both places. So they are written once, in the .py, and moved here,
when the engine is built. Line numbers stay as they are, so that a compiler's message points at the real source.

| in the source | for Cython |
| --- | --- |
| `@native class` with annotated fields | `cdef class` in the .pxd, final unless it inherits or is inherited from |
| `@native def` | `cdef ... noexcept nogil`, declared in the .pxd |
| `@cfunc def` | `cdef` alone: it may raise, and holds the interpreter's lock |
| `@inline def` | as `@native`, with its body in the .pxd, so that other modules inline it |
| `NAME: Final = 24` | a C constant |
| `Pointer[T]`, `Array[T, Literal[24]]`, or a name for such an array | `T *`, `T[24]` |
| `View[T]`, `ConstView[T]` | `T[::1]`, `const T[::1]` |
| `from quixotry... import` of any of these | a cimport |
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path

CDEFS = "quixotry.lexicon.cdefs"

# Names of cdefs.py that are Cython's own: as a module says them, and as a .pxd does.
CYTHON = {
    "cint": "cython.int",
    "size_t": "cython.size_t",
    "ssize_t": "cython.Py_ssize_t",
    "double": "cython.double",
    "bint": "cython.bint",
    "cast": "cython.cast",
    "address": "cython.address",
    "nogil": "cython.nogil",
}
IN_PXD = {"ssize_t": "Py_ssize_t", "cint": "int", "None": "void"}
# Those that only this file understands. Whatever else cdefs.py has is C's, and declared in cdefs.pxd.
MARKERS = {"native", "inline", "cfunc"}
OURS = MARKERS | {"on_stack", "Pointer", "View", "ConstView", "Array", "Const", "Readonly", "Public"}


@dataclass
class Module:
    """A compiled module as it was written, and what others may cimport from it."""

    name: str
    text: str
    tree: ast.Module
    exported: set[str] = field(default_factory=set)
    arrays: dict[str, int] = field(default_factory=dict)
    """Names for arrays, with their sizes."""


def read_module(name: str, source: Path) -> Module:
    """Parse one module, and note which of its names exist in C."""
    text = source.joinpath(*name.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    module = Module(name, text, ast.parse(text))
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and _marker(node):
            module.exported.add(node.name)
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Final":
            module.exported.add(ast.unparse(node.target))
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            assert isinstance(node.value, ast.Subscript)
            module.arrays[ast.unparse(node.target)] = _array_size(node.value)
    return module


def _marker(node: ast.ClassDef | ast.FunctionDef) -> str | None:
    names = {ast.unparse(decorator) for decorator in node.decorator_list} & MARKERS
    return names.pop() if names else None


def _array_size(node: ast.Subscript) -> int:
    """24 for `Array[T, Literal[24]]`."""
    assert isinstance(node.slice, ast.Tuple)
    literal = node.slice.elts[1]
    assert isinstance(literal, ast.Subscript)
    return int(ast.unparse(literal.slice))


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@dataclass(frozen=True, order=True)
class Edit:
    """Text in place of what lies between two points of a source, lines from 1 and columns in bytes."""

    begin: tuple[int, int]
    end: tuple[int, int]
    text: str


class Translator:
    """One module's way into Cython."""

    def __init__(self, module: Module, modules: dict[str, Module]) -> None:
        self.module, self.modules = module, modules
        self.edits: list[Edit] = []
        self.arrays = dict(module.arrays)
        self.c_names = set(module.exported)
        self.cimports: list[str] = []
        self.parents = {
            ast.unparse(base)
            for other in modules.values()
            for node in other.tree.body
            if isinstance(node, ast.ClassDef)
            for base in node.bases
        }

    def translated(self) -> tuple[str, str]:
        """The module without its declarations, and the .pxd."""
        for node in self.module.tree.body:
            if isinstance(node, ast.ImportFrom):
                self._translate_import(node)
        declared = [line for node in self.module.tree.body for line in self._declare(node)]
        self._translate_names(self.module.tree)
        return self._edited(), "\n".join(["cimport cython", *self.cimports, "", *declared, ""])

    def _translate_import(self, node: ast.ImportFrom) -> None:
        names = [alias.name for alias in node.names]
        if node.module == CDEFS:
            self.c_names |= {"None", *names} - OURS
            c_names, rest = [name for name in names if name not in CYTHON and name not in OURS], []
        elif node.module in self.modules:
            other = self.modules[node.module]
            self.arrays |= {name: other.arrays[name] for name in names if name in other.arrays}
            c_names = [name for name in names if name in other.exported]
            rest = [name for name in names if name not in other.exported and name not in other.arrays]
            self.c_names |= set(c_names)
        else:
            return
        parts = ["import cython"]
        if c_names:
            parts.append(f"from cython.cimports.{node.module} import {', '.join(c_names)}")
            self.cimports.append(f"from {node.module} cimport {', '.join(c_names)}")
        if rest:
            parts.append(f"from {node.module} import {', '.join(rest)}")
        self._replace(node, "; ".join(parts))

    def _declare(self, node: ast.stmt) -> list[str]:
        """What the .pxd says of a statement of the module."""
        if isinstance(node, ast.ClassDef) and _marker(node):
            return self._declare_class(node)
        if isinstance(node, ast.FunctionDef) and _marker(node):
            return self._declare_function(node)
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Final":
            self._replace(node, "pass")
            assert node.value is not None
            return ["cdef enum:", f"    {ast.unparse(node.target)} = {ast.unparse(node.value)}"]
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in self.module.arrays:
            self._replace(node, "pass")
        return []

    def _declare_class(self, node: ast.ClassDef) -> list[str]:
        self._drop_decorators(node)
        bases = ", ".join(map(ast.unparse, node.bases))
        # Cython takes a method that overrides another for an error in a final class.
        final = [] if bases or node.name in self.parents else ["@cython.final"]
        members = []
        after_field = False
        for statement in node.body:
            is_field = isinstance(statement, ast.AnnAssign)
            if isinstance(statement, ast.AnnAssign):
                members.append(f"cdef {self._declared_field(statement)}")
                self._replace(statement, "pass")
            elif after_field and _is_docstring(statement):
                self._replace(statement, "pass")
            elif isinstance(statement, ast.FunctionDef) and _marker(statement):
                members += self._declare_function(statement, is_method=True)
            after_field = is_field
        return [*final, f"cdef class {node.name}({bases}):", *(f"    {line}" for line in members or ["pass"])]

    def _declared_field(self, node: ast.AnnAssign) -> str:
        kind, access = node.annotation, ""
        if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) in ("Readonly", "Public"):
            access, kind = ast.unparse(kind.value).lower() + " ", kind.slice
        return f"{access}{self._pxd_type(kind)} {ast.unparse(node.target)}"

    def _declare_function(self, node: ast.FunctionDef, *, is_method: bool = False) -> list[str]:
        assert node.returns is not None
        arguments = [
            f"{self._pxd_type(argument.annotation)} {argument.arg}" if argument.annotation else argument.arg
            for argument in node.args.args
        ]
        head = f"{self._pxd_type(node.returns)} {node.name}({', '.join(arguments)})"
        marker = _marker(node)
        if marker != "cfunc":
            head += " noexcept nogil"
        if marker != "inline":
            self._drop_decorators(node)
            if isinstance(node.returns, ast.Constant):
                self._replace(node.returns, "cython.void")
            return [f"cdef {head}"]
        assert node.end_lineno is not None
        begin = (node.decorator_list[0].lineno, node.col_offset)
        self.edits.append(Edit(begin, (node.end_lineno, 1 << 30), "pass"))
        body = [_Renamed(self).visit(line) for line in node.body if not _is_docstring(line)]
        text = "\n".join(map(ast.unparse, body)).split("\n")
        return [*["@cython.final"] * is_method, f"cdef inline {head}:", *(f"    {line}" for line in text)]

    def _pxd_type(self, node: ast.expr) -> str:
        """A type as a .pxd says it; what is none of C's is an object."""
        name = ast.unparse(node)
        if not isinstance(node, ast.Subscript):
            return IN_PXD.get(name, name) if name in self.c_names else "object"
        kind, inner = ast.unparse(node.value), node.slice
        if kind == "Array":
            assert isinstance(inner, ast.Tuple)
            return f"{self._pxd_type(inner.elts[0])}[{_array_size(node)}]"
        if kind in self.arrays:
            return f"{self._pxd_type(inner)}[{self.arrays[kind]}]"
        forms = {"Pointer": "{} *", "Const": "const {}", "View": "{}[::1]", "ConstView": "const {}[::1]"}
        return forms[kind].format(self._pxd_type(inner)) if kind in forms else "object"

    def module_type(self, node: ast.expr) -> str | None:
        """A type as a module in pure Python mode says it, or None where it is as it was."""
        name = ast.unparse(node)
        if not isinstance(node, ast.Subscript):
            return "cython.void" if name == "None" else CYTHON.get(name) if name in self.c_names else None
        kind, inner = ast.unparse(node.value), node.slice
        if kind == "Array":
            assert isinstance(inner, ast.Tuple)
            inner = inner.elts[0]
        item = self.module_type(inner) or ast.unparse(inner)
        if kind == "Array":
            return f"{item}[{_array_size(node)}]"
        if kind in self.arrays:
            return f"{item}[{self.arrays[kind]}]"
        forms = {"View": "{}[::1]", "ConstView": "cython.const[{}][::1]"}
        forms |= {"Pointer": "cython.pointer[{}]", "Const": "cython.const[{}]"}
        return forms[kind].format(item) if kind in forms else None

    def _translate_names(self, tree: ast.AST) -> None:
        for node in ast.iter_child_nodes(tree):
            if isinstance(node, ast.AnnAssign) and node.value and ast.unparse(node.value) == "on_stack()":
                self._replace(node, f"{ast.unparse(node.target)}: {self.module_type(node.annotation)}")
                continue
            typed = self.module_type(node) if isinstance(node, ast.Subscript | ast.Name) else None
            if typed and isinstance(node, ast.expr):
                self._replace(node, typed)
            else:
                self._translate_names(node)

    def _drop_decorators(self, node: ast.ClassDef | ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            if ast.unparse(decorator) in MARKERS:
                self.edits.append(Edit((decorator.lineno, 0), (decorator.lineno, 1 << 30), ""))

    def _replace(self, node: ast.stmt | ast.expr, text: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
        self.edits.append(Edit(begin, end, text))

    def _edited(self) -> str:
        """The source with all edits made; an edit inside another one is swallowed by it."""
        made: list[Edit] = []
        for edit in sorted(self.edits, key=lambda edit: (edit.begin, (-edit.end[0], -edit.end[1]))):
            if not made or edit.begin >= made[-1].end:
                made.append(edit)
        lines = self.module.text.encode().split(b"\n")
        for edit in reversed(made):
            first, last = edit.begin[0] - 1, edit.end[0] - 1
            whole = lines[first][: edit.begin[1]] + edit.text.encode() + lines[last][edit.end[1] :]
            lines[first : last + 1] = [whole, *[b""] * (last - first)]
        return b"\n".join(lines).decode()


class _Renamed(ast.NodeTransformer):
    """Names of cdefs.py as Cython says them, within a function's body."""

    def __init__(self, translator: Translator) -> None:
        self.translator = translator

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        typed = self.translator.module_type(node)
        return ast.parse(typed, mode="eval").body if typed else self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        typed = self.translator.module_type(node)
        return ast.parse(typed, mode="eval").body if typed else node


def write_sources(names: list[str], source: Path, target: Path) -> dict[str, Path]:
    """Write every compiled module and its .pxd below `target`; a file that would not change is left alone."""
    modules = {name: read_module(name, source) for name in names}
    written = {}
    for name, module in modules.items():
        text, pxd = Translator(module, modules).translated()
        written[name] = target.joinpath(*name.split(".")).with_suffix(".py")
        _write(written[name], text)
        _write(written[name].with_suffix(".pxd"), pxd)
    cdefs = Path(*CDEFS.split(".")).with_suffix(".pxd")
    _write(target / cdefs, (source / cdefs).read_text(encoding="utf-8"))
    for path in written.values():
        for folder in path.relative_to(target).parents[:-1]:
            _write(target / folder / "__init__.py", "")
    return written


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
