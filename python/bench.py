"""How fast the package is on flights (folders with env.obj, obj.obj, poses.csv), in one run, in turns:
batches against the program, single calls against python-fcl and coal where they are installed.

    python python/bench.py FLIGHTS/torus FLIGHTS/bunny --program target/release/closecall
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import timeit

import numpy as np

import closecall

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "tests"))
from shapes import matrices  # noqa: E402


def seconds(work):
    begin = time.perf_counter()
    answer = work()
    return time.perf_counter() - begin, answer


def once(env, obj, path):
    """Asks one batch, in a process of its own."""
    env, obj, poses = closecall.Model(env), closecall.Model(obj), np.load(path)
    spent, answer = seconds(lambda: env.collides(obj, poses, threads=1))
    print(json.dumps({"colliding": int(answer.sum()), "answers_ms": spent * 1e3}))


def batch(folder, rows, count, rounds, program):
    """Poses a second of a batch in one thread, of the package and of the program, and the ratio of their
    medians. Each batch has a process of its own: where models come to lie in memory matters by some
    percent."""
    poses = np.tile(rows, (-(-count // len(rows)), 1))[:count]
    env, obj = (os.path.join(folder, name) for name in ("env.obj", "obj.obj"))
    spent = {"ours": [], "theirs": []}
    with tempfile.TemporaryDirectory() as temporary:
        table, array = (os.path.join(temporary, name) for name in ("poses.csv", "poses.npy"))
        np.save(array, poses)
        np.savetxt(table, poses, delimiter=",", header="tx,ty,tz,qw,qx,qy,qz", comments="", fmt="%.17g")
        commands = {
            "ours": [sys.executable, __file__, "--once", env, obj, array],
            "theirs": [program, "check", env, obj, "--path", table, "--threads", "1", "--json"],
        }
        for _ in range(rounds):
            said = {}
            for who, command in commands.items():
                said[who] = json.loads(subprocess.run(command, stdout=subprocess.PIPE).stdout)
                spent[who].append(said[who]["answers_ms"] / 1e3)
            assert said["ours"]["colliding"] == said["theirs"]["colliding"]
    (best, middle), (their_best, their_middle) = (
        (min(times), np.median(times)) for times in (spent["ours"], spent["theirs"])
    )
    print(
        f"  batches of {count}: {count / middle:.0f}/s, the program {count / their_middle:.0f}/s: "
        f"{their_middle / middle:.3f} (the fastest of {rounds}: {their_best / best:.3f})"
    )


def mesh(path):
    import trimesh

    loaded = trimesh.load(path, process=False, force="mesh")
    return np.asarray(loaded.vertices), np.asarray(loaded.faces)


def with_fcl(folder, rows):
    import fcl

    def model(name):
        vertices, faces = mesh(os.path.join(folder, name))
        made = fcl.BVHModel()
        made.beginModel(len(vertices), len(faces))
        made.addSubModel(vertices, faces)
        made.endModel()
        return made

    still = fcl.CollisionObject(model("env.obj"), fcl.Transform())
    moved, request = model("obj.obj"), fcl.CollisionRequest()

    def ask(row):
        body = fcl.CollisionObject(moved, fcl.Transform(row[3:], row[:3]))
        return fcl.collide(still, body, request, fcl.CollisionResult()) > 0

    return lambda: [ask(row) for row in rows]


def with_coal(folder, rows):
    import coal

    def model(name):
        vertices, faces = mesh(os.path.join(folder, name))
        made = coal.BVHModelOBB()
        made.beginModel(len(faces), len(vertices))
        made.addVertices(vertices)
        made.addTriangles(faces.astype(np.int64))
        made.endModel()
        return made

    still, moved, here = model("env.obj"), model("obj.obj"), coal.Transform3s()
    request, places = coal.CollisionRequest(), matrices(rows)

    def ask(place):
        there = coal.Transform3s(place[:3, :3], place[:3, 3])
        return coal.collide(still, here, moved, there, request, coal.CollisionResult()) > 0

    return lambda: [ask(place) for place in places]


def calls(folder, rows, rounds):
    """Times per call, in turns."""
    env, obj = (closecall.Model(os.path.join(folder, name)) for name in ("env.obj", "obj.obj"))
    rivals = {"closecall": lambda: [env.collides(obj, row) for row in rows]}
    for name, make in (("python-fcl", with_fcl), ("coal", with_coal)):
        try:
            rivals[name] = make(folder, rows)
        except ImportError:
            print(f"  {name} is not installed")
    best, answers = {}, {}
    for _ in range(rounds):
        for name, work in rivals.items():
            spent, answers[name] = seconds(work)
            best[name] = min(best.get(name, np.inf), spent)
    for name in rivals:
        per_call, times = best[name] / len(rows) * 1e6, best[name] / best["closecall"]
        differ = sum(x != y for x, y in zip(answers[name], answers["closecall"]))
        print(f"  {name}: {per_call:.2f} µs a call, {times:.1f} times ours, {differ} of {len(rows)} differ")


def overhead():
    """A call with nothing near, and the same in a batch: what is left of the call is its overhead."""
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    model = closecall.Model(corners, np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]))
    pose = np.array([9.0, 0, 0, 1, 0, 0, 0])
    many = np.tile(pose, (100_000, 1))
    call = min(timeit.repeat(lambda: model.collides(model, pose), number=100_000, repeat=5)) * 10
    rest = min(timeit.repeat(lambda: model.collides(model, many, threads=1), number=1, repeat=5)) * 10
    print(f"a call with nothing near: {call:.3f} µs; in a batch {rest:.3f} µs")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("flights", nargs="*")
    parser.add_argument("--once", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--program", default="closecall")
    parser.add_argument("--poses", type=int, default=100_000)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    if given.once:
        return once(*given.once)
    overhead()
    for folder in given.flights:
        rows = np.loadtxt(os.path.join(folder, "poses.csv"), delimiter=",", skiprows=1)
        print(os.path.basename(folder), flush=True)
        if given.poses:
            batch(folder, rows, given.poses, given.rounds, given.program)
        if given.calls:
            calls(folder, rows[:: max(1, len(rows) // given.calls)], given.rounds)


if __name__ == "__main__":
    main()
