#!/usr/bin/env python3
"""Signed distances of points beside Open3D, libigl and trimesh: microseconds a point, in one run.

    pip install open3d libigl trimesh rtree
    python lab/bench/points/peers.py MESH… [--points 50000] [--threads 1] [--rounds 5]

The points are spread over the box around each closed mesh and a tenth around it. Every program answers the same
points, in turn; the fastest of the rounds counts, by processor time of all threads (`cpu`) and by the clock. Open3D
works in f32, and its sign is that of one ray; libigl's is that of pseudonormals; trimesh, the slowest by far, is asked about
a fiftieth of the points. Last comes how many signs differ from closecall's, which are exact. What is not installed is left
out, with a line.
"""

import argparse
import importlib
import pathlib
import time

import numpy as np


def ours(vertices, faces, threads):
    closecall = importlib.import_module("closecall")
    model = closecall.Model(vertices, faces)
    return 1, lambda points: np.asarray(model.signed_points(points, threads=threads).hi)


def open3d(vertices, faces, threads):
    o3d = importlib.import_module("open3d")
    scene = o3d.t.geometry.RaycastingScene(nthreads=threads)
    tensor = o3d.core.Tensor
    scene.add_triangles(tensor(vertices.astype(np.float32)), tensor(faces.astype(np.uint32)))
    return 1, lambda points: scene.compute_signed_distance(
        tensor(points.astype(np.float32)), nthreads=threads).numpy()


def libigl(vertices, faces, _threads):
    igl = importlib.import_module("igl")
    return 1, lambda points: igl.signed_distance(points, vertices, faces.astype(np.int64))[0]


def trimesh(vertices, faces, _threads):
    package = importlib.import_module("trimesh")
    mesh = package.Trimesh(vertices, faces, process=False)
    # Positive inside.
    return 50, lambda points: -package.proximity.signed_distance(mesh, points)


PROGRAMS = {"closecall": ours, "Open3D": open3d, "libigl": libigl, "trimesh": trimesh}


def measured(answer, points):
    wall, cpu = time.perf_counter(), time.process_time()
    found = answer(points)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return found, cpu / len(points) * 1e6, wall / len(points) * 1e6


def row(path, arguments):
    load = importlib.import_module("trimesh").load
    mesh = load(path, force="mesh", process=False)
    vertices, faces = np.asarray(mesh.vertices, float), np.asarray(mesh.faces, np.uint32)
    low, high = vertices.min(0), vertices.max(0)
    random = np.random.default_rng(7)
    points = low + (high - low) * random.uniform(-0.1, 1.1, (arguments.points, 3))
    programs, best, answers = {}, {}, {}
    for name, make in PROGRAMS.items():
        try:
            programs[name] = make(vertices, faces, arguments.threads)
        except ImportError as error:
            print(f"  {name} is left out: {error}")
    for _ in range(arguments.rounds):
        for name, (fewer, answer) in programs.items():
            asked = points[:len(points) // fewer]
            answers[name], cpu, wall = measured(answer, asked)
            known = best.get(name, (cpu, wall))
            best[name] = (min(cpu, known[0]), min(wall, known[1]))
    signs = answers.get("closecall")
    for name, (cpu, wall) in best.items():
        found = answers[name]
        wrong = "" if signs is None else int(((found < 0) != (signs[:len(found)] < 0)).sum())
        print(f"| {path.parent.name}/{path.stem} | {len(faces)} | {name} | {cpu:.3f} | {wall:.3f} | {wrong} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("meshes", nargs="+", type=pathlib.Path)
    parser.add_argument("--points", type=int, default=50_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print("| mesh | triangles | program | cpu µs | µs | other signs |\n|---|---|---|---|---|---|")
    for path in arguments.meshes:
        row(path, arguments)


if __name__ == "__main__":
    main()
