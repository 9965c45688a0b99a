#!/usr/bin/env python3
"""A flight low over a terrain: a folder with env.obj, obj.obj and poses.csv.

    python lab/bench/toi/terrain.py HEIGHTS.asc BODY.obj FOLDER

The body is a twentieth of the terrain's length, turns as it goes, and stays a few thousandths of its size above the
ground below its bounding ball, as far as the nearest heights of the grid tell: some legs hit.
"""

import math
import pathlib
import random
import sys

ROWS = 600
SIZE = 0.05


def heights(file):
    lines = pathlib.Path(file).read_text().split("\n")
    head = {}
    while lines[0].split()[0].isidentifier():
        name, value = lines.pop(0).split()
        head[name.lower()] = float(value)
    grid = [[float(x) for x in line.split()] for line in lines if line.strip()]
    scale = 1.0 / (head["dx"] * (len(grid[0]) - 1))
    grid = [[x * scale * 3.0 for x in row] for row in reversed(grid)]
    return grid, head["dx"] * scale, head["dy"] * scale


def body(file):
    """Vertices about the centre of their box, within a ball of radius SIZE / 2; and the faces."""
    vertices, faces = [], []
    for line in open(file):
        words = line.split()
        if words[:1] == ["v"]:
            vertices.append([float(x) for x in words[1:4]])
        elif words[:1] == ["f"]:
            faces.append([word.split("/")[0] for word in words[1:]])
    middle = [(min(v[k] for v in vertices) + max(v[k] for v in vertices)) / 2 for k in range(3)]
    vertices = [[v[k] - middle[k] for k in range(3)] for v in vertices]
    radius = max(math.dist(v, [0, 0, 0]) for v in vertices)
    return [[x * SIZE / 2 / radius for x in v] for v in vertices], faces


def write(file, vertices, faces):
    lines = ["v " + " ".join(repr(x) for x in v) for v in vertices]
    lines += ["f " + " ".join(str(i) for i in face) for face in faces]
    file.write_text("\n".join(lines) + "\n")


def main():
    grid, dx, dy = heights(sys.argv[1])
    vertices, faces = body(sys.argv[2])
    folder = pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    columns = len(grid[0])
    ground = [[i * dx, j * dy, z] for j, row in enumerate(grid) for i, z in enumerate(row)]
    cells = [(j * columns + i + 1) for j in range(len(grid) - 1) for i in range(columns - 1)]
    write(folder / "env.obj", ground, [f for c in cells for f in ([c, c + 1, c + columns], [c + 1, c + columns + 1, c + columns])])
    write(folder / "obj.obj", vertices, faces)
    random.seed(1998)
    length, width = dx * (columns - 1), dy * (len(grid) - 1)
    rows = ["tx,ty,tz,qw,qx,qy,qz"]
    for k in range(ROWS):
        s = k / ROWS * 2 * math.pi
        x, y = length * (0.5 + 0.35 * math.sin(3 * s)), width * (0.5 + 0.35 * math.sin(2 * s + 1))
        near = [[i, j] for i in range(columns) for j in range(len(grid)) if math.dist((i * dx, j * dy), (x, y)) < SIZE / 2]
        z = max(grid[j][i] + math.sqrt(SIZE * SIZE / 4 - math.dist((i * dx, j * dy), (x, y)) ** 2) for i, j in near)
        z += SIZE * random.uniform(-0.02, 0.06)
        turn, tilt = 9 * s, 0.5 + 0.5 * math.sin(5 * s)
        axis = [math.sin(tilt), 0.0, math.cos(tilt)]
        q = [math.cos(turn / 2)] + [a * math.sin(turn / 2) for a in axis]
        rows.append(",".join(repr(v) for v in [x, y, z, *q]))
    (folder / "poses.csv").write_text("\n".join(rows) + "\n")


main()
