"""Exact questions about moving triangle meshes: do they touch, where, how close, when.

>>> import numpy as np, closecall
>>> corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
>>> faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
>>> tetra = closecall.Model(corners, faces)
>>> tetra.collides(tetra, [0.5, 0, 0, 1, 0, 0, 0])
True
>>> tetra.collides(tetra, [[0.5, 0, 0, 1, 0, 0, 0], [2, 0, 0, 1, 0, 0, 0]])
array([ True, False])

A pose is `a_from_b`: where the second body is in the frame of the first. It is a (4, 4) matrix, or
seven numbers tx, ty, tz, qw, qx, qy, qz; (n, 4, 4) and (n, 7) are batches. Nothing is the identity.
"""

from ._closecall import (
    Bodies,
    BodyDistance,
    BodySigned,
    Distance,
    Distances,
    JointRange,
    LinkCover,
    MillEvent,
    Milled,
    Model,
    Pair,
    Parting,
    Patch,
    Penetration,
    Penetrations,
    RayHits,
    Robot,
    Shape,
    SignedDistance,
    SignedDistances,
    SignedPoints,
    SignedRows,
    Snapshot,
    Sweep,
    Sweeps,
    World,
    WorldRayHits,
    WorldSweeps,
    __version__,
    cover,
    mill,
    relative,
)

__all__ = [
    "Bodies",
    "BodyDistance",
    "BodySigned",
    "Distance",
    "Distances",
    "JointRange",
    "LinkCover",
    "MillEvent",
    "Milled",
    "Model",
    "Pair",
    "Parting",
    "Patch",
    "Penetration",
    "Penetrations",
    "RayHits",
    "Robot",
    "Shape",
    "SignedDistance",
    "SignedDistances",
    "SignedPoints",
    "SignedRows",
    "Snapshot",
    "Sweep",
    "Sweeps",
    "World",
    "WorldRayHits",
    "WorldSweeps",
    "__version__",
    "cover",
    "mill",
    "relative",
]
