"""Worlds from plain values, for pickle."""

from . import Snapshot, World


def world(state) -> World:
    """A world with the same bodies, rules and robots."""
    made = World()
    made.set_clearance(state["clearance"])
    for name, model, pose, options in state["bodies"]:
        made.add(name, model, pose, **options)
    for a, b in state["allowed"]:
        made.allow(a, b)
    for a, b, distance in state["clearances"]:
        made.set_pair_clearance(a, b, distance)
    for prefix, robot in state["robots"]:
        made._adopt(robot, prefix)
    return made


def snapshot(state) -> Snapshot:
    """A snapshot of such a world."""
    return world(state).snapshot()
