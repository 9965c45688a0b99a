"""Meshes and poses for the tests."""

import numpy as np


def box(size=(1.0, 1.0, 1.0), center=(0.0, 0.0, 0.0)):
    """Vertices and faces of a box, facing out."""
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    faces = [
        [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
        [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
    ]  # fmt: skip
    return corners * np.asarray(size) + np.asarray(center), np.array(faces)


def ring(major=1.0, minor=0.25, around=24, across=12):
    """Vertices and faces of a torus."""
    u, v = np.meshgrid(np.arange(around), np.arange(across), indexing="ij")
    a, b = 2 * np.pi * u / around, 2 * np.pi * v / across
    reach = major + minor * np.cos(b)
    points = np.stack([reach * np.cos(a), reach * np.sin(a), minor * np.sin(b)], -1).reshape(-1, 3)
    at = lambda i, j: (i % around) * across + j % across  # noqa: E731
    quads = [
        (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1))
        for i in range(around)
        for j in range(across)
    ]
    return points, np.array([t for p, q, r, s in quads for t in ((p, q, r), (p, r, s))])


def at(x, y=0.0, z=0.0):
    """A pose that only shifts."""
    return np.array([x, y, z, 1.0, 0.0, 0.0, 0.0])


def random_poses(rng, count, spread):
    """Poses all over, (count, 7)."""
    turns = rng.normal(size=(count, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    return np.concatenate([rng.uniform(-spread, spread, (count, 3)), turns], axis=1)


def matrices(poses):
    """The same poses as (n, 4, 4)."""
    w, x, y, z = np.asarray(poses)[:, 3:].T
    out = np.tile(np.eye(4), (len(poses), 1, 1))
    out[:, 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], -1)
    out[:, 1, :3] = np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], -1)
    out[:, 2, :3] = np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], -1)
    out[:, :3, 3] = np.asarray(poses)[:, :3]
    return out
