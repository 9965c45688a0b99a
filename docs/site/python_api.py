"""The reference of the Python package, from its stubs and the docstrings of its modules."""

import ast
import re
from pathlib import Path

# A line of a signature has no more characters than this.
LONGEST = 88

HEAD = "# The Python package\n\nThis page is generated from the types and docstrings of the package. [The guide](../python.md) has examples.\n"


def signature(node, owner):
    """A function as it is written; a long one with an argument a line."""
    arguments = ast.unparse(node.args).replace("'", "")
    arguments = re.sub(r"^self(, )?", "", arguments)
    returns = f" -> {ast.unparse(node.returns)}".replace("'", "") if node.returns else ""
    line = f"{owner}{node.name}({arguments}){returns}"
    if len(line) <= LONGEST:
        return line
    return f"{owner}{node.name}(\n    " + ",\n    ".join(split(arguments)) + f",\n){returns}"


def split(arguments):
    """The arguments one by one. Commas within brackets belong to types."""
    parts, depth = [""], 0
    for letter in arguments:
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def is_public(name):
    return not name.startswith("_") or name == "__init__"


def function(node, owner=""):
    """A function, method or property: its type, and what it says of itself."""
    marks = {ast.unparse(mark) for mark in node.decorator_list}
    if "property" in marks and node.returns:
        line = f"{owner}{node.name}: {ast.unparse(node.returns)}".replace("'", "")
    else:
        line = signature(node, owner)
    text = ast.get_docstring(node)
    return f"```python\n{line}\n```\n" + (f"\n{text}\n" if text else "")


def body(node, owner):
    """The members of a class. A verb with several types stands once, with its other types below."""
    parts = []
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and is_public(item.name):
            parts.append(function(item, owner))
        elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and is_public(item.target.id):
            parts.append(f"```python\n{owner}{item.target.id}: {ast.unparse(item.annotation)}\n```\n")
        elif isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant) and item is not node.body[0]:
            parts.append(str(item.value.value) + "\n")
    return parts


def module(name, path):
    """The public classes and functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = [f"## `{name}`\n", (ast.get_docstring(tree) or "") + "\n"]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            parts += [f"### {node.name}\n", (ast.get_docstring(node) or "") + "\n", *body(node, f"{node.name}.")]
        elif isinstance(node, ast.FunctionDef) and is_public(node.name):
            parts += [f"### {node.name}\n", function(node)]
    return "\n".join(parts)


def reference(package: Path):
    """The page."""
    files = [("closecall", package / "_closecall.pyi")]
    files += [(f"closecall.{path.stem}", path) for path in sorted(package.glob("[a-z]*.py"))]
    return "\n".join([HEAD, *(module(name, path) for name, path in files)])
