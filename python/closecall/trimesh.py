"""A collision manager with the methods, arguments and results of `trimesh.collision`.

    from closecall.trimesh import CollisionManager

What differs from trimesh's manager, which asks FCL:

- Answers are exact: bodies touch if and only if their triangles share a point at the given poses.
- Meshes are surfaces: a body wholly inside another does not touch it. With
  `CollisionManager(solid=True)` what lies inside counts between the bodies of the manager, whose
  meshes must then be closed. (trimesh's manager takes convex meshes for solids, all others for
  surfaces.)
- There is a contact for every touching pair of triangles. Its `point` is a point that both
  triangles share, in the world. Its `depth` is that of the two bodies: the length of the shortest
  move that parts them, at most, for meshes of any shape; 0.0 if they only touch, NaN if one of the
  meshes is not closed. Its `normal` is the direction of that move, from the first body to the
  second; of bodies that only touch or are not closed, the unit normal of the plane in which the
  triangles touch, zeros where neither has an area. The first body is the one in the manager, or
  the one that was added first. Depth and normal are worked out when they are first asked for, once
  for two bodies, within a second.
- Distances are never negative: 0.0 says that two bodies touch. They are the upper ends of
  certified intervals, at most 4 units in the last place wide.
- Transforms are used in double precision, and must be rigid motions.

Beyond trimesh: `allow(a, b)` lets two bodies touch, and `collides_at(name, poses)` asks about a
batch of poses.
"""

from __future__ import annotations

import weakref

import numpy as np

from ._closecall import Model, World, relative

_EXTERNAL = "__external"
# The search for a depth ends after this time; then it is what is known.
_DEPTH_SECONDS = 1.0
# Models of meshes that were seen before, for as long as the meshes live and do not change.
_models: "weakref.WeakKeyDictionary" = weakref.WeakKeyDictionary()


def model_of(mesh) -> Model:
    """The model of a trimesh mesh; made once, and again when the mesh has changed. A path or a scene
    will do, too."""
    if isinstance(mesh, Model):
        return mesh
    if not hasattr(mesh, "vertices"):
        return Model(mesh)
    try:
        key = hash(mesh)
        known = _models.get(mesh)
        if known is not None and known[0] == key:
            return known[1]
        model = Model(mesh.vertices, mesh.faces)
        _models[mesh] = (key, model)
        return model
    except TypeError:
        return Model(mesh.vertices, mesh.faces)


def _matrix(transform) -> np.ndarray:
    if transform is None:
        return np.eye(4)
    matrix = np.asarray(transform, dtype=np.float64)
    if matrix.shape != (4, 4):
        raise ValueError("transform must be (4,4)!")
    return matrix


class _Meeting:
    """Two bodies at their poses, and how deep they are in each other, once somebody asks."""

    def __init__(self, model_a, model_b, world_from_a, world_from_b):
        self._models = model_a, model_b
        self._world_from_a = world_from_a
        self._a_from_b = relative(world_from_a, world_from_b)
        self._found = None

    def points(self, pairs):
        """The points and normals of pairs of triangles, in the world."""
        a, b = self._models
        points, normals = a.contact_points(b, self._a_from_b, pairs)
        return _moved(self._world_from_a, points), normals @ self._world_from_a[:3, :3].T

    def way_out(self):
        """The depth, and the direction in which the second body gets out, in the world; no direction if
        it is not deeper than touching. The depth of a mesh that is not closed is NaN."""
        if self._found is None:
            self._found = self._ask()
        return self._found

    def _ask(self):
        a, b = self._models
        if not (a.is_closed and b.is_closed):
            return np.nan, None
        found = a.penetration(b, self._a_from_b, budget=_DEPTH_SECONDS)
        if found is None or found.hi == 0.0:
            return 0.0, None
        return found.hi, self._world_from_a[:3, :3] @ found.parting.normal


class ContactData:
    """A pair of triangles that touch."""

    def __init__(self, names, faces, point, normal, meeting):
        self.names = set(names)
        self._inds = {names[0]: int(faces[0]), names[1]: int(faces[1])}
        self._point, self._normal, self._meeting = point, normal, meeting

    @property
    def normal(self):
        """The direction in which the second body gets out, in the world; the unit normal of the plane
        in which the triangles touch if the bodies only touch, or are not closed."""
        way = self._meeting.way_out()[1]
        return self._normal if way is None else way

    @property
    def point(self):
        """A point that both triangles share, in the world."""
        return self._point

    @property
    def depth(self):
        """How deep the two bodies are in each other: a move of this length parts them. NaN if a mesh is
        not closed."""
        return self._meeting.way_out()[0]

    def index(self, name):
        """The number of the touching face of the mesh with this name."""
        return self._inds[name]


class DistanceData:
    """The nearest points of two bodies."""

    def __init__(self, names, distance, faces, points):
        self.names = set(names)
        self._inds = {names[0]: int(faces[0]), names[1]: int(faces[1])}
        self._points = {names[0]: points[0], names[1]: points[1]}
        self._distance = distance

    @property
    def distance(self):
        """The distance of the two bodies: the upper end of its certified interval."""
        return self._distance

    def index(self, name):
        """The number of the nearest face of the mesh with this name."""
        return self._inds[name]

    def point(self, name):
        """The nearest point of the mesh with this name, in the world."""
        return self._points[name]


def _results(first, names, data, return_names, return_data):
    """One value, or a tuple with what was asked for."""
    answer = (first,) + ((names,) if return_names else ()) + ((data,) if return_data else ())
    return answer if len(answer) > 1 else first


class CollisionManager:
    """Many meshes, by name; which of them touch, and how far they are from each other."""

    def __init__(self, *, solid=False):
        self._world = World()
        self._models = {}
        self._poses = {}
        self._solid = solid

    def add_object(self, name, mesh, transform=None):
        """Adds a mesh, or replaces the one of this name."""
        matrix, model = _matrix(transform), model_of(mesh)
        if name in self._models:
            self.remove_object(name)
        self._world.add(self._key(name), model, matrix, solid=self._solid)
        self._models[name], self._poses[name] = model, matrix
        return model

    def remove_object(self, name):
        """Removes a mesh."""
        self._known(name)
        self._world.remove(self._key(name))
        del self._models[name], self._poses[name]

    def set_transform(self, name, transform):
        """Moves a mesh."""
        self._known(name)
        matrix = _matrix(transform)
        self._world.set_pose(self._key(name), matrix)
        self._poses[name] = matrix

    def allow(self, a, b):
        """Two bodies may touch from now on: they are left out of the questions about the inside."""
        self._world.allow(self._key(a), self._key(b))

    def collides_at(self, name, poses, *, threads=None):
        """Would the body touch any other at each of these poses? One boolean per pose."""
        self._known(name)
        return self._world.collides_at(self._key(name), poses, threads=threads)

    def in_collision_single(self, mesh, transform=None, return_names=False, return_data=False):
        """Does a mesh touch anything in the manager?"""
        matrix, model = _matrix(transform), model_of(mesh)
        found = self._world.contacts_with(model, matrix)
        names = {self._name(key) for key, _ in found}
        data = []
        for key, pairs in found if return_data else ():
            name = self._name(key)
            data += self._contacts((name, _EXTERNAL), (name, self), (model, matrix), pairs)
        return _results(bool(found), names, data, return_names, return_data)

    def in_collision_internal(self, return_names=False, return_data=False):
        """Do any two meshes in the manager touch?"""
        if not (return_names or return_data):
            return self._world.collides()
        if not return_data:
            pairs = self._world.collisions()
            names = {tuple(sorted((self._name(a), self._name(b)))) for a, b in pairs}
            return _results(bool(pairs), names, [], return_names, return_data)
        found, names, data = self._world.contacts(), set(), []
        for a, b, pairs in found:
            a, b = self._name(a), self._name(b)
            names.add(tuple(sorted((a, b))))
            data += self._contacts((a, b), (a, self), (self._models[b], self._poses[b]), pairs)
        return _results(bool(found), names, data, return_names, return_data)

    def in_collision_other(self, other_manager, return_names=False, return_data=False):
        """Does any mesh of this manager touch one of the other?"""
        names, data = set(), []
        for b, model in other_manager._models.items():
            matrix = other_manager._poses[b]
            for key, pairs in self._world.contacts_with(model, matrix):
                a = self._name(key)
                names.add((a, b))
                if return_data:
                    data += self._contacts((a, b), (a, self), (model, matrix), pairs)
                elif not return_names:
                    return True
        return _results(bool(names), names, data, return_names, return_data)

    def min_distance_single(self, mesh, transform=None, return_name=False, return_data=False):
        """How far is a mesh from the nearest one in the manager?"""
        other = (_EXTERNAL, model_of(mesh), _matrix(transform))
        best = self._nearest((a, other) for a in self._bodies())
        distance, names, data = best
        return _results(distance, names and names[0], data, return_name, return_data)

    def min_distance_internal(self, name=None, return_names=False, return_data=False):
        """How far are the two nearest meshes of the manager from each other?"""
        bodies = list(self._bodies())
        if name is not None:
            self._known(name)
            own = (name, self._models[name], self._poses[name])
            pairs = ((own, other) for other in bodies if other[0] != name)
        else:
            pairs = ((a, b) for x, a in enumerate(bodies) for b in bodies[x + 1 :])
        distance, names, data = self._nearest(pairs)
        names = names and tuple(sorted(names))
        return _results(distance, names, data, return_names, return_data)

    def min_distance_other(self, other_manager, return_names=False, return_data=False):
        """How far are the nearest meshes of two managers from each other?"""
        pairs = ((a, b) for a in self._bodies() for b in other_manager._bodies())
        distance, names, data = self._nearest(pairs)
        return _results(distance, names, data, return_names, return_data)

    def _bodies(self):
        return ((name, model, self._poses[name]) for name, model in self._models.items())

    @staticmethod
    def _nearest(pairs):
        """The nearest of these pairs of (name, model, pose); infinitely far if there is none."""
        best, limit = None, np.inf
        for (a, model_a, world_from_a), (b, model_b, world_from_b) in pairs:
            a_from_b = relative(world_from_a, world_from_b)
            found = model_a.distance(model_b, a_from_b, limit=limit)
            if found is not None and (best is None or found.hi < limit):
                best, limit = (a, b, found, world_from_a), found.hi
        if best is None:
            return np.inf, None, None
        a, b, found, world_from_a = best
        points = [_moved(world_from_a, point) for point in (found.point_a, found.point_b)]
        return found.hi, (a, b), DistanceData((a, b), found.hi, (found.a, found.b), points)

    @staticmethod
    def _contacts(names, own, other, pairs):
        """The contacts of a body of a manager with a model at a pose in the world."""
        name, manager = own
        meeting = _Meeting(manager._models[name], other[0], manager._poses[name], other[1])
        rows = zip(pairs, *meeting.points(pairs))
        return [ContactData(names, faces, point, normal, meeting) for faces, point, normal in rows]

    def _known(self, name):
        if name not in self._models:
            raise ValueError(f"{name} not in collision manager!")

    # The world's names are strings; trimesh's may be anything that can be hashed.
    def _key(self, name):
        return name if isinstance(name, str) else f"{type(name).__name__}:{name!r}"

    def _name(self, key):
        if key in self._models:
            return key
        return next(name for name in self._models if self._key(name) == key)


def _moved(matrix, points):
    return np.asarray(points) @ matrix[:3, :3].T + matrix[:3, 3]


def scene_to_collision(scene):
    """A manager of all geometry in a trimesh scene, and its models by the names of nodes."""
    manager, models = CollisionManager(), {}
    for node in scene.graph.nodes_geometry:
        matrix, geometry = scene.graph[node]
        models[node] = manager.add_object(node, scene.geometry[geometry], matrix)
    return manager, models
