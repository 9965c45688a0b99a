"""Plans the way of a plate through the slot of a thin wall, with OMPL and certified motions.

    pip install . ompl
    python python/examples/plan_with_ompl.py

The wall is 2 mm thick: a planner that checks a motion at some of its poses steps over it. Here every leg
of the way is proved clear.
"""

import numpy as np

import closecall
from closecall.ompl import BodyPlanning, quiet


def box(size, center):
    """A box as a model."""
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    faces = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
             [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]  # fmt: skip
    return closecall.Model(corners * np.array(size) + np.array(center), np.array(faces))


def cell():
    """A wall with an upright slot of 20 cm by 60 cm in it, and a plate of 30 cm by 30 cm by 4 cm."""
    world = closecall.World()
    for name, y, z, width, height in (
        ("left", -0.55, 0.5, 0.9, 1.0),
        ("right", 0.55, 0.5, 0.9, 1.0),
        ("below", 0.0, 0.1, 0.2, 0.2),
        ("above", 0.0, 0.9, 0.2, 0.2),
    ):
        world.add(name, box((0.002, width, height), (0.0, y, z)), fixed=True)
    world.add("plate", box((0.3, 0.3, 0.04), (0, 0, 0)), [-0.5, 0, 0.5, 1, 0, 0, 0])
    return world


def plan(seconds=20.0):
    """The world, and the rows of the way; None if none was found in time."""
    world = cell()
    planning = BodyPlanning(world, "plate", low=[-0.8, -0.8, 0.0], high=[0.8, 0.8, 1.0])
    start, goal = [-0.5, 0, 0.5, 1, 0, 0, 0], [0.5, 0, 0.5, 1, 0, 0, 0]
    return world, planning.solve(start, goal, seconds)


if __name__ == "__main__":
    quiet()
    world, rows = plan()
    if rows is None:
        raise SystemExit("no way was found in time")
    legs = world.sweep_edges("plate", rows[:-1], rows[1:])
    print(f"a way of {len(legs)} legs, {int(legs.clear.sum())} of them proved clear:")
    print(np.array2string(rows, precision=3, suppress_small=True))
