"""The stubs say what there is: the same classes, methods, properties and arguments."""

import ast
import inspect
from pathlib import Path

import closecall
from closecall import _closecall

STUBS = ast.parse((Path(closecall.__file__).parent / "_closecall.pyi").read_text(encoding="utf-8"))


def own(kind):
    """The names of a class that it does not have from its base."""
    return {name for name in vars(kind) if not name.startswith("__") or name in ("__len__", "__float__")}


def arguments(stub):
    every = stub.args.posonlyargs + stub.args.args + stub.args.kwonlyargs
    return [argument.arg for argument in every if argument.arg != "self"]


def test_the_package_offers_all_that_there_is():
    offered = {name for name in dir(_closecall) if not name.startswith("_")}
    assert offered == set(closecall.__all__)
    stubs = {node.name for node in STUBS.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert offered == stubs
    assert (Path(closecall.__file__).parent / "py.typed").exists()


def test_classes_have_what_their_stubs_say():
    for stub in (node for node in STUBS.body if isinstance(node, ast.ClassDef)):
        kind = getattr(closecall, stub.name)
        named = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
        named |= {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
        assert {name for name in named if not name.startswith("__")} == {
            name for name in own(kind) if not name.startswith("__")
        }, stub.name
        assert kind.__doc__, stub.name


def test_methods_take_what_their_stubs_say():
    checked = 0
    for stub in (node for node in STUBS.body if isinstance(node, ast.ClassDef)):
        for method in (node for node in stub.body if isinstance(node, ast.FunctionDef)):
            thing = getattr(getattr(closecall, stub.name), method.name)
            if method.decorator_list or method.name.startswith("__") or method.args.kwarg:
                continue
            taken = [name for name in inspect.signature(thing).parameters if name != "self"]
            assert taken == arguments(method), f"{stub.name}.{method.name}"
            checked += 1
    assert checked > 40
    assert list(inspect.signature(closecall.mill).parameters) == arguments(
        next(node for node in STUBS.body if getattr(node, "name", "") == "mill")
    )
