"""Do two triangles share a point? In rational arithmetic, straight from the definition: an edge of one
of them meets the other. Slow, short, and of no part of the library. For triangles with an area."""

from fractions import Fraction

import numpy as np


def carried(vertices, pose):
    """Vertices at tx, ty, tz, qw, qx, qy, qz, rounded as the library says it does."""
    x, y, z = (float(v) for v in pose[:3])
    w, i, j, k = (float(v) for v in pose[3:])
    norm = float(np.sqrt(((w * w + i * i) + j * j) + k * k))
    w, i, j, k = w / norm, i / norm, j / norm, k / norm
    rows = [
        [1.0 - 2.0 * (j * j + k * k), 2.0 * (i * j - w * k), 2.0 * (i * k + w * j)],
        [2.0 * (i * j + w * k), 1.0 - 2.0 * (i * i + k * k), 2.0 * (j * k - w * i)],
        [2.0 * (i * k - w * j), 2.0 * (j * k + w * i), 1.0 - 2.0 * (i * i + j * j)],
    ]
    v = np.asarray(vertices, dtype=np.float64)
    moved = [((r[0] * v[:, 0] + r[1] * v[:, 1]) + r[2] * v[:, 2]) + t for r, t in zip(rows, (x, y, z))]
    return np.stack(moved, axis=1)


def meshes_touch(a, b):
    """Does any triangle of one mesh touch one of the other? Both are (vertices, faces)."""
    boxes, triangles = [], []
    for vertices, faces in (a, b):
        corners = np.asarray(vertices)[np.asarray(faces)]
        boxes.append((corners.min(axis=1), corners.max(axis=1)))
        triangles.append(corners)
    (low_a, high_a), (low_b, high_b) = boxes
    for one in range(len(triangles[0])):
        near = np.all((low_b <= high_a[one]) & (low_a[one] <= high_b), axis=1)
        for other in np.flatnonzero(near):
            if triangles_touch(triangles[0][one], triangles[1][other]):
                return True
    return False


def triangles_touch(a, b):
    """Do two triangles share a point?"""
    a, b = ([[Fraction(float(x)) for x in corner] for corner in t] for t in (a, b))
    edges = [(t[i], t[(i + 1) % 3], other) for t, other in ((a, b), (b, a)) for i in range(3)]
    return any(_edge_meets(p, q, t) for p, q, t in edges)


def _minus(p, q):
    return [x - y for x, y in zip(p, q)]


def _cross(u, v):
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]


def _volume(a, b, c, d):
    return sum(x * y for x, y in zip(_cross(_minus(b, a), _minus(c, a)), _minus(d, a)))


def _edge_meets(p, q, t):
    ends = [_volume(*t, p), _volume(*t, q)]
    if ends[0] == ends[1] == 0:
        return _edge_meets_in_plane(p, q, t)
    if ends[0] * ends[1] > 0:
        return False
    sides = [_volume(p, q, t[i], t[(i + 1) % 3]) for i in range(3)]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


def _edge_meets_in_plane(p, q, t):
    normal = _cross(_minus(t[1], t[0]), _minus(t[2], t[0]))
    drop = next(axis for axis in range(3) if normal[axis] != 0)
    p, q, *t = ([x for axis, x in enumerate(point) if axis != drop] for point in (p, q, *t))

    def turn(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    def between(a, b, c):
        return all(min(x, y) <= z <= max(x, y) for x, y, z in zip(a, b, c))

    def cross(a, b, c, d):
        ends = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
        if ends[0] * ends[1] < 0 and ends[2] * ends[3] < 0:
            return True
        corners = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
        return any(side == 0 and between(*three) for side, three in zip(ends, corners))

    if any(cross(p, q, t[i], t[(i + 1) % 3]) for i in range(3)):
        return True
    sides = [turn(t[i], t[(i + 1) % 3], p) for i in range(3)]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)
