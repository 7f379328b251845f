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
| `@inline def` | the same, with its body in the .pxd, so that other modules inline it |
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

# Names of cdefs.py that are Cython's own. What else is imported from there is C's, and declared in cdefs.pxd.
CYTHON = {
    "cint": "int",
    "uint": "uint",
    "size_t": "size_t",
    "ssize_t": "Py_ssize_t",
    "double": "double",
    "bint": "bint",
    "cast": "cast",
    "address": "address",
    "nogil": "nogil",
}
MARKERS = {"native", "inline", "cfunc", "on_stack"}
TYPES = {"Pointer", "View", "ConstView", "Array", "Const", "Readonly", "Public"}
IN_PXD = {"uint": "unsigned int", "ssize_t": "Py_ssize_t", "cint": "int", "None": "void"}


class SourceError(Exception):
    """A compiled module says something this cannot declare."""


@dataclass
class Module:
    """A compiled module as it was written, and what others may cimport from it."""

    name: str
    path: Path
    text: str
    tree: ast.Module
    exported: set[str] = field(default_factory=set)
    arrays: dict[str, int] = field(default_factory=dict)


def read_module(name: str, source: Path) -> Module:
    """Parse one module, and note which of its names exist in C."""
    path = source.joinpath(*name.split(".")).with_suffix(".py")
    text = path.read_text(encoding="utf-8")
    module = Module(name, path, text, ast.parse(text))
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and _marker(node):
            module.exported.add(node.name)
        elif isinstance(node, ast.AnnAssign) and _is_constant(node):
            module.exported.add(ast.unparse(node.target))
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            size = _array_size(node.value)
            if size:
                module.arrays[ast.unparse(node.target)] = size
    return module


def _marker(node: ast.ClassDef | ast.FunctionDef) -> str | None:
    names = {ast.unparse(decorator) for decorator in node.decorator_list} & MARKERS
    return names.pop() if names else None


def _is_constant(node: ast.AnnAssign) -> bool:
    return ast.unparse(node.annotation) == "Final" and isinstance(_value(node.value), int)


def _value(node: ast.expr | None) -> object:
    try:
        return eval(compile(ast.Expression(node), "constant", "eval"), {"__builtins__": {}}) if node else None  # type: ignore[arg-type]
    except NameError:
        return None


def _array_size(node: ast.expr | None) -> int:
    """24 for `Array[T, Literal[24]]`."""
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Array":
        assert isinstance(node.slice, ast.Tuple)
        literal = node.slice.elts[1]
        assert isinstance(literal, ast.Subscript)
        return int(ast.unparse(literal.slice))
    return 0


class Translator:
    """One module's way into Cython."""

    def __init__(self, module: Module, modules: dict[str, Module]) -> None:
        self.module, self.modules = module, modules
        self.lines = module.text.split("\n")
        # (line, column, end line, end column) in characters -> the text to put there.
        self.edits: list[tuple[int, int, int, int, str]] = []
        self.arrays = dict(module.arrays)
        self.vocabulary: set[str] = set()
        self.cimports: list[str] = []
        self.subclassed = {
            ast.unparse(base)
            for other in modules.values()
            for node in other.tree.body
            if isinstance(node, ast.ClassDef)
            for base in node.bases
        }

    def translated(self) -> tuple[str, str]:
        """The module without its declarations, and the .pxd."""
        imported = [node for node in self.module.tree.body if isinstance(node, ast.ImportFrom)]
        for node in imported:
            self._translate_import(node)
        declared = [line for node in self.module.tree.body for line in self._declare(node)]
        self._translate_names(self.module.tree)
        pxd = ["cimport cython", *self.cimports, "", *declared]
        return self._edited(), "\n".join(pxd) + "\n"

    # ------------------------------------------------------------------ imports

    def _translate_import(self, node: ast.ImportFrom) -> None:
        names = [alias.name for alias in node.names]
        if node.module == CDEFS:
            self.vocabulary |= set(names)
            c_names = [name for name in names if name not in CYTHON.keys() | MARKERS | TYPES]
            kept: list[str] = []
        elif node.module in self.modules:
            other = self.modules[node.module]
            self.arrays.update({name: other.arrays[name] for name in names if name in other.arrays})
            c_names = [name for name in names if name in other.exported]
            kept = [name for name in names if name not in c_names and name not in other.arrays]
        else:
            return
        parts = []
        if c_names:
            listed = ", ".join(c_names)
            parts.append(f"from cython.cimports.{node.module} import {listed}")
            self.cimports.append(f"from {node.module} cimport {listed}")
        if kept:
            parts.append(f"from {node.module} import {', '.join(kept)}")
        if node.module == CDEFS:
            parts.append("import cython")
        self._replace(node, "; ".join(parts) or "pass")

    # ------------------------------------------------------------------ declarations

    def _declare(self, node: ast.stmt) -> list[str]:
        if isinstance(node, ast.ClassDef) and _marker(node):
            return self._declare_class(node)
        if isinstance(node, ast.FunctionDef) and _marker(node):
            return self._declare_function(node, "")
        if isinstance(node, ast.AnnAssign) and _is_constant(node):
            value = _value(node.value)
            self._replace(node, "pass")
            return ["cdef enum:", f"    {ast.unparse(node.target)} = {value}"]
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            if ast.unparse(node.target) in self.module.arrays:
                self._replace(node, "pass")
        return []

    def _declare_class(self, node: ast.ClassDef) -> list[str]:
        self._blank_decorators(node)
        bases = ", ".join(map(ast.unparse, node.bases))
        # Cython takes a method that overrides another for an error in a final class.
        final = [] if bases or node.name in self.subclassed else ["@cython.final"]
        lines = [*final, f"cdef class {node.name}{f'({bases})' if bases else ''}:"]
        fields = methods = 0
        previous_was_field = False
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and statement.value is None:
                lines.append(f"    cdef {self._field(statement)}")
                self._replace(statement, "pass")
                fields += 1
                previous_was_field = True
                continue
            if (
                previous_was_field
                and isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
            ):
                self._replace(statement, "pass")
            elif isinstance(statement, ast.FunctionDef) and _marker(statement):
                lines += self._declare_function(statement, "    ")
                methods += 1
            previous_was_field = False
        return lines if fields or methods else [*lines, "    pass"]

    def _field(self, node: ast.AnnAssign) -> str:
        name, annotation, access = ast.unparse(node.target), node.annotation, ""
        if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) in ("Readonly", "Public"):
            access = ast.unparse(annotation.value).lower() + " "
            annotation = annotation.slice
        return f"{access}{self._c_type(annotation)} {name}"

    def _declare_function(self, node: ast.FunctionDef, indent: str) -> list[str]:
        arguments = []
        for argument in node.args.args:
            if argument.arg == "self":
                arguments.append("self")
            else:
                assert argument.annotation, f"{node.name}: {argument.arg} has no type"
                arguments.append(f"{self._c_type(argument.annotation)} {argument.arg}")
        assert node.returns, f"{node.name} has no return type"
        head = f"{self._c_type(node.returns)} {node.name}({', '.join(arguments)})"
        if _marker(node) != "cfunc":
            head += " noexcept nogil"
        if _marker(node) != "inline":
            self._blank_decorators(node)
            if isinstance(node.returns, ast.Constant):
                self._replace(node.returns, "cython.void")
            return [f"{indent}cdef {head}"]
        # An inline function lives in the .pxd alone.
        body = ast.parse(self._pxd_body(node)).body
        text = "\n".join(ast.unparse(statement) for statement in body)
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        self._replace_lines(first, node.end_lineno or first, node.col_offset, "pass")
        return [
            f"{indent}@cython.final" if indent else "",
            f"{indent}cdef inline {head}:",
            *(f"{indent}    {line}" for line in text.split("\n")),
        ][0 if indent else 1 :]

    def _pxd_body(self, node: ast.FunctionDef) -> str:
        lines = []
        for statement in node.body:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue
            lines.append(ast.unparse(_Renamed(self).visit(ast.parse(ast.unparse(statement)))))
        return "\n".join(lines)

    # ------------------------------------------------------------------ types

    def _c_type(self, node: ast.expr) -> str:
        """A type as a .pxd says it."""
        text = ast.unparse(node)
        if not isinstance(node, ast.Subscript):
            return IN_PXD.get(text, text if self._is_c_name(text) else "object")
        kind = ast.unparse(node.value)
        if kind == "Pointer":
            return f"{self._c_type(node.slice)} *"
        if kind == "Const":
            return f"const {self._c_type(node.slice)}"
        if kind == "View":
            return f"{self._c_type(node.slice)}[::1]"
        if kind == "ConstView":
            return f"const {self._c_type(node.slice)}[::1]"
        if kind == "Array":
            assert isinstance(node.slice, ast.Tuple)
            return f"{self._c_type(node.slice.elts[0])}[{_array_size(node)}]"
        if kind in self.arrays:
            return f"{self._c_type(node.slice)}[{self.arrays[kind]}]"
        return "object"

    def _is_c_name(self, name: str) -> bool:
        known = self.vocabulary | self.module.exported
        return name in known or any(name in line.replace(",", "").split() for line in self.cimports)

    def cython_type(self, node: ast.Subscript) -> str | None:
        """A type as a module in pure Python mode says it, or None if it is none of ours."""
        kind = ast.unparse(node.value)
        if kind in ("Pointer", "Const", "View", "ConstView"):
            inner = self._inner(node.slice)
            return {
                "Pointer": f"cython.pointer[{inner}]",
                "Const": f"cython.const[{inner}]",
                "View": f"{inner}[::1]",
                "ConstView": f"cython.const[{inner}][::1]",
            }[kind]
        if kind == "Array" and isinstance(node.slice, ast.Tuple):
            return f"{self._inner(node.slice.elts[0])}[{_array_size(node)}]"
        if kind in self.arrays:
            return f"{self._inner(node.slice)}[{self.arrays[kind]}]"
        return None

    def _inner(self, node: ast.expr) -> str:
        if isinstance(node, ast.Subscript):
            return self.cython_type(node) or ast.unparse(node)
        return "cython.void" if ast.unparse(node) == "None" else self.cython_name(ast.unparse(node))

    def cython_name(self, name: str) -> str:
        return f"cython.{CYTHON[name]}" if name in CYTHON and name in self.vocabulary else name

    # ------------------------------------------------------------------ the module's text

    def _translate_names(self, tree: ast.AST) -> None:
        for child in ast.iter_child_nodes(tree):
            if isinstance(child, ast.AnnAssign) and child.value and ast.unparse(child.value) == "on_stack()":
                self._replace(child, f"{ast.unparse(child.target)}: {self._inner(child.annotation)}")
                continue
            if isinstance(child, ast.Subscript):
                typed = self.cython_type(child)
                if typed:
                    self._replace(child, typed)
                    continue
            if isinstance(child, ast.Name) and self.cython_name(child.id) != child.id:
                self._replace(child, self.cython_name(child.id))
            self._translate_names(child)

    def _blank_decorators(self, node: ast.ClassDef | ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            if ast.unparse(decorator) in MARKERS:
                self._replace_lines(decorator.lineno, decorator.lineno, 0, "")

    def _replace(self, node: ast.stmt | ast.expr, text: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        self.edits.append((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, text))

    def _replace_lines(self, first: int, last: int, indent: int, text: str) -> None:
        self.edits.append((first, 0, last, 1 << 30, " " * indent + text))

    def _edited(self) -> str:
        """The source with all edits made; an edit inside another one is swallowed by it."""
        done: list[tuple[int, int, int, int, str]] = []
        for edit in sorted(self.edits, key=lambda edit: (edit[0], edit[1], -edit[2], -edit[3])):
            if not done or (edit[0], edit[1]) >= (done[-1][2], done[-1][3]):
                done.append(edit)
        lines = [line.encode() for line in self.lines]
        for first, begin, last, end, text in reversed(done):
            head, tail = lines[first - 1][:begin], lines[last - 1][end:]
            lines[first - 1 : last] = [head + text.encode() + tail, *[b""] * (last - first)]
        return b"\n".join(lines).decode()


class _Renamed(ast.NodeTransformer):
    """Names of cdefs.py as Cython says them, within a function's body."""

    def __init__(self, translator: Translator) -> None:
        self.translator = translator

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        typed = self.translator.cython_type(node)
        return ast.parse(typed).body[0].value if typed else self.generic_visit(node)  # type: ignore[attr-defined]

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.parse(self.translator.cython_name(node.id)).body[0].value  # type: ignore[attr-defined]


def write_sources(names: list[str], source: Path, target: Path) -> dict[str, Path]:
    """Write every compiled module and its .pxd below `target`; a file that would not change is left alone."""
    modules = {name: read_module(name, source) for name in names}
    written = {}
    for name, module in modules.items():
        text, pxd = Translator(module, modules).translated()
        path = target.joinpath(*name.split(".")).with_suffix(".py")
        _write(path, text)
        _write(path.with_suffix(".pxd"), pxd)
        written[name] = path
    cdefs = Path(*CDEFS.split(".")).with_suffix(".pxd")
    _write(target / cdefs, (source / cdefs).read_text(encoding="utf-8"))
    for folder in {path.parent for path in written.values()}:
        while folder != target:
            _write(folder / "__init__.py", "")
            folder = folder.parent
    return written


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
