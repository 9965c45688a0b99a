"""Asks one library, from its wheel, along a flight, and prints one JSON object: `wheels.py LIBRARY FLIGHT [--mode first]`.

LIBRARY is closecall, fcl, coal or trueform. Models are built once, every pose is asked `--reps` times with one call of
the library each, and a figure is the mean over the poses of each pose's fastest call. The cost of the call from Python is
part of it, for all of them alike.
"""

import argparse
import csv
import importlib.metadata
import json
import time
from pathlib import Path

import numpy as np

PACKAGES = {"closecall": "closecall", "fcl": "python-fcl", "coal": "coal", "trueform": "trueform"}


def mesh(path):
    """Vertices and triangles of an OBJ file."""
    lines = [line.split() for line in path.read_text().splitlines()]
    vertices = [words[1:4] for words in lines if words and words[0] == "v"]
    faces = [[word.split("/")[0] for word in words[1:4]] for words in lines if words and words[0] == "f"]
    return np.array(vertices, dtype=np.float64), np.array(faces, dtype=np.int64) - 1


def poses(path, stride):
    """Rows of tx, ty, tz, qw, qx, qy, qz."""
    with open(path) as file:
        rows = list(csv.DictReader(file))
    names = ["tx", "ty", "tz", "qw", "qx", "qy", "qz"]
    return np.array([[float(row[name]) for name in names] for row in rows])[::stride]


def rotation(q):
    """The matrix of a unit quaternion."""
    w, x, y, z = q / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def with_closecall(env, obj, rows, mode):
    import closecall
    a, b = closecall.Model(*env), closecall.Model(*obj)
    ask = {"first": a.collides, "all": a.contacts, "dist": a.distance}[mode]
    value = {"first": bool, "all": len, "dist": lambda found: found.hi}[mode]
    return [(lambda row=list(row): ask(b, row)) for row in rows], value


def with_fcl(env, obj, rows, mode):
    import fcl
    bodies = []
    for vertices, faces in (env, obj):
        model = fcl.BVHModel()
        model.beginModel(len(vertices), len(faces))
        model.addSubModel(vertices, faces)
        model.endModel()
        bodies.append(fcl.CollisionObject(model, fcl.Transform()))
    a, b = bodies
    request = fcl.CollisionRequest(num_max_contacts=100_000_000 if mode == "all" else 1, enable_contact=mode == "all")
    places = [fcl.Transform(rotation(row[3:]), row[:3]) for row in rows]

    def ask(place):
        b.setTransform(place)
        if mode == "dist":
            return fcl.distance(a, b, fcl.DistanceRequest(), fcl.DistanceResult())
        found = fcl.CollisionResult()
        fcl.collide(a, b, request, found)
        return found

    value = {"first": lambda found: found.is_collision, "all": lambda found: len(found.contacts), "dist": float}[mode]
    return [(lambda place=place: ask(place)) for place in places], value


def with_coal(env, obj, rows, mode):
    import coal
    bodies = []
    for vertices, faces in (env, obj):
        model = coal.BVHModelOBB() if mode != "dist" else coal.BVHModelOBBRSS()
        model.beginModel(len(faces), len(vertices))
        model.addVertices(vertices)
        model.addTriangles(faces.astype(np.uint32))
        model.endModel()
        bodies.append(model)
    request = coal.CollisionRequest()
    request.num_max_contacts = 100_000_000 if mode == "all" else 1
    request.enable_contact = mode == "all"
    still = coal.Transform3s()
    places = [coal.Transform3s(rotation(row[3:]), row[:3].copy()) for row in rows]

    def ask(place):
        if mode == "dist":
            return coal.distance(bodies[0], still, bodies[1], place, coal.DistanceRequest(), coal.DistanceResult())
        found = coal.CollisionResult()
        coal.collide(bodies[0], still, bodies[1], place, request, found)
        return found

    value = {"first": lambda found: found.isCollision(), "all": lambda found: found.numContacts(), "dist": float}[mode]
    return [(lambda place=place: ask(place)) for place in places], value


def with_trueform(env, obj, rows, mode):
    import trueform
    a, b = (trueform.Mesh(faces, vertices) for vertices, faces in (env, obj))
    a.build_tree(), b.build_tree()
    places = []
    for row in rows:
        place = np.eye(4)
        place[:3, :3], place[:3, 3] = rotation(row[3:]), row[:3]
        places.append(place)
    verb = {"first": trueform.intersects, "all": trueform.gather_intersecting_ids, "dist": trueform.distance}[mode]

    def ask(place):
        b.transformation = place
        return verb(a, b)

    value = {"first": bool, "all": len, "dist": float}[mode]
    return [(lambda place=place: ask(place)) for place in places], value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library", choices=PACKAGES)
    parser.add_argument("flight", type=Path)
    parser.add_argument("--mode", choices=["first", "all", "dist"], default="first")
    parser.add_argument("--reps", type=int, default=5)
    parser.add_argument("--stride", type=int, default=7)
    asked = parser.parse_args()
    env, obj = mesh(asked.flight / "env.obj"), mesh(asked.flight / "obj.obj")
    rows = poses(asked.flight / "poses.csv", asked.stride)
    before = time.perf_counter()
    calls, value = globals()[f"with_{asked.library}"](env, obj, rows, asked.mode)
    build_ms = (time.perf_counter() - before) * 1e3
    best, values = np.full(len(calls), np.inf), [None] * len(calls)
    for _ in range(asked.reps):
        for at, call in enumerate(calls):
            begun = time.perf_counter_ns()
            found = call()
            best[at] = min(best[at], time.perf_counter_ns() - begun)
            values[at] = float(value(found))
    touching = sum(x == 0 for x in values) if asked.mode == "dist" else sum(x > 0 for x in values)
    print(json.dumps({
        "library": asked.library, "version": importlib.metadata.version(PACKAGES[asked.library]), "build_ms": build_ms,
        "mean_best_us": best.mean() / 1e3, "p99_us": float(np.percentile(best, 99)) / 1e3, "poses": len(calls),
        "colliding": int(touching), "total": sum(values) if asked.mode != "first" else int(touching),
    }))


if __name__ == "__main__":
    main()
