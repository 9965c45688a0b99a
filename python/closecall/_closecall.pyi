"""The types of the part of the package that is written in Rust."""

from os import PathLike
from typing import Any, Dict, List, Mapping, Optional, Protocol, Sequence, Tuple, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str

OnePose = Optional[Sequence[float]]
"""Seven numbers tx, ty, tz, qw, qx, qy, qz, or nothing: the identity."""

Poses = ArrayLike
"""(7,) or (4, 4): one pose; (n, 7) or (n, 4, 4): a batch."""

class _HasMesh(Protocol):
    """A mesh of another library, as trimesh's."""

    @property
    def vertices(self) -> Any: ...
    @property
    def faces(self) -> Any: ...

class _HasScene(Protocol):
    """A scene of another library that makes one mesh of all that it shows, as trimesh's."""

    def to_mesh(self) -> Any: ...

AnyModel = Union["Model", str, "PathLike[str]", _HasMesh, _HasScene]
"""A model, or what one is made of: then a tree is built at every call."""

class Model:
    """A triangle mesh and its tree: immutable, shared by threads, cheap to copy."""

    @overload
    def __init__(
        self,
        source: Union[str, "PathLike[str]"],
        faces: None = None,
        unit: Optional[str] = None,
        *,
        scale: Optional[float] = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        source: ArrayLike,
        faces: ArrayLike,
        unit: Optional[str] = None,
        *,
        scale: Optional[float] = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        source: Any,
        faces: None = None,
        unit: Optional[str] = None,
        *,
        scale: Optional[float] = None,
    ) -> None: ...
    @staticmethod
    def cloud(points: ArrayLike, unit: Optional[str] = None, *, scale: Optional[float] = None) -> "Model":
        """A cloud of points, an (n, 3) array: each is a triangle whose corners are the same. A radius
        around them is a `clearance`, or the `padding` of a body in a world: then each is a closed ball,
        exactly.
        """
    @staticmethod
    def open(path: Union[str, "PathLike[str]"], *, verify: bool = True) -> "Model":
        """Opens a tree file that `save` wrote: it is mapped into memory and shared by all processes
        that have it open. With `verify=False` only what queries need to end is checked.
        """
    def save(self, path: Union[str, "PathLike[str]"]) -> None:
        """Writes the mesh and its tree to a tree file."""
    @property
    def vertices(self) -> NDArray[np.float64]:
        """The vertices, an (n, 3) array that cannot be written to."""
    @property
    def faces(self) -> NDArray[np.uint32]:
        """The triangles, an (n, 3) array of numbers of vertices that cannot be written to."""
    @property
    def bounds(self) -> NDArray[np.float64]:
        """The box around it: a (2, 3) array of its lowest and its highest corner."""
    @property
    def unit(self) -> Optional[str]:
        """The unit of the coordinates: "millimeter", "meter"…; None if it is not known. Two models in
        different units are not asked about each other: that is a ValueError.
        """
    @property
    def is_closed(self) -> bool:
        """Is the mesh closed, so that it has an inside?"""
    @property
    def warnings(self) -> List[str]:
        """Warnings: contents of its file that the mesh does not have, or not for certain."""
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    # A list of numbers is one pose. An array may be one or many, which its type does not tell.
    @overload
    def collides(
        self,
        other: AnyModel,
        pose: OnePose = None,
        *,
        clearance: float = 0.0,
        solid: bool = False,
        threads: Optional[int] = None,
        device: Optional[str] = None,
    ) -> bool:
        """Do the surfaces touch, `other` being at `pose` in this model's frame? With a clearance: are
        they no further apart than that, decided exactly? With `solid`, what lies inside counts too;
        both meshes must be closed. For a batch of n poses, n booleans.

        With `device="cuda"` a batch is asked of a GPU, with the same answers; poses may lie there
        already (DLPack, float64).
        """
    @overload
    def collides(
        self,
        other: AnyModel,
        pose: Poses,
        *,
        clearance: float = 0.0,
        solid: bool = False,
        threads: Optional[int] = None,
        device: Optional[str] = None,
    ) -> Any: ...
    @overload
    def distance(
        self,
        other: AnyModel,
        pose: OnePose = None,
        *,
        solid: bool = False,
        threads: Optional[int] = None,
    ) -> "Distance":
        """How far apart are the surfaces? A `Distance`, or None if it is certainly above `limit`; for
        a batch, `Distances`. With `solid`, it is 0 where one body lies inside the other.
        """
    @overload
    def distance(
        self,
        other: AnyModel,
        pose: OnePose = None,
        *,
        limit: float,
        solid: bool = False,
        threads: Optional[int] = None,
    ) -> Optional["Distance"]: ...
    @overload
    def distance(
        self,
        other: AnyModel,
        pose: Poses,
        *,
        limit: float = ...,
        solid: bool = False,
        threads: Optional[int] = None,
    ) -> Any: ...
    def kind(self, other: AnyModel, pose: Optional[Poses] = None) -> str:
        """In what way do the bodies meet: "apart", "touching", "crossing", "contained" or "identical"?
        Of solids, if both meshes are closed; else of surfaces, which know no insides.
        """
    @overload
    def penetration(
        self,
        other: AnyModel,
        pose: OnePose = None,
        *,
        accuracy: Optional[float] = None,
        tolerance: Optional[float] = None,
        budget: Optional[float] = None,
        threads: Optional[int] = None,
    ) -> Optional["Penetration"]:
        """How deep are the two in each other? A `Penetration`: the length of the shortest translation of
        `other` that parts them, as an interval, with a translation; None if they share no point. For
        a batch, `Penetrations`. Both meshes must be closed.

        The bounds come as close as `accuracy`, a share of the depth (0.001 unless it is given), or
        `tolerance`, a length, says. After a `budget`, in seconds for each pose, the interval is what is
        known by then.
        """
    @overload
    def penetration(
        self,
        other: AnyModel,
        pose: Poses,
        *,
        accuracy: Optional[float] = None,
        tolerance: Optional[float] = None,
        budget: Optional[float] = None,
        threads: Optional[int] = None,
    ) -> Any: ...
    @overload
    def penetration_along(
        self,
        other: AnyModel,
        direction: ArrayLike,
        pose: OnePose = None,
        *,
        budget: Optional[float] = None,
        threads: Optional[int] = None,
    ) -> Optional["Penetration"]:
        """How far does `other` have to go along a direction, three numbers, until the two are parted for
        the first time? As `penetration`; the length of the direction does not matter.
        """
    @overload
    def penetration_along(
        self,
        other: AnyModel,
        direction: ArrayLike,
        pose: Poses,
        *,
        budget: Optional[float] = None,
        threads: Optional[int] = None,
    ) -> Any: ...
    def parting_near(
        self,
        other: AnyModel,
        direction: ArrayLike,
        pose: Optional[Poses] = None,
        *,
        budget: Optional[float] = None,
    ) -> Optional["Parting"]:
        """A quick way out near a direction, three numbers: a `Parting` that no small change makes shorter.
        Its length is an upper bound of the depth. None if the two share no point, or if the budget
        ended before.
        """
    @overload
    def signed_distance(
        self,
        other: AnyModel,
        pose: OnePose = None,
        *,
        accuracy: Optional[float] = None,
        tolerance: Optional[float] = None,
        budget: Optional[float] = None,
        threads: Optional[int] = None,
    ) -> "SignedDistance":
        """How far apart are the two solids, or, as a negative number, how deep in each other? A
        `SignedDistance` with its gradient; for a batch, `SignedDistances`. The options are those of
        `penetration`.
        """
    @overload
    def signed_distance(
        self,
        other: AnyModel,
        pose: Poses,
        *,
        accuracy: Optional[float] = None,
        tolerance: Optional[float] = None,
        budget: Optional[float] = None,
        threads: Optional[int] = None,
    ) -> Any: ...
    def signed_points(
        self, points: ArrayLike, *, threads: Optional[int] = None
    ) -> "SignedPoints":
        """How far is each point, of an (n, 3) array, from the surface, with a negative number inside? The
        mesh must be closed. `SignedPoints`, with the nearest points and gradients; on all cores.
        """
    def patches(self, other: AnyModel, pose: Optional[Poses] = None) -> List["Patch"]:
        """The connected patches in which the surfaces touch, the largest first: a list of `Patch`, for
        simulators. Both meshes must be closed.
        """
    def ray(
        self, origins: ArrayLike, directions: ArrayLike, *, threads: Optional[int] = None
    ) -> "RayHits":
        """Finds the first triangle that each ray meets. Origins and directions are (n, 3) arrays, or three numbers
        each for a single ray.
        """
    def sweep(
        self,
        other: AnyModel,
        path: ArrayLike,
        *,
        tolerance: Optional[float] = None,
        clearance: float = 0.0,
        solid: bool = False,
        budget: Optional[float] = None,
    ) -> "Sweep":
        """Does `other` meet this model on its way along a path, (n, 7) or (n, 4, 4) poses? Certified
        between them too: the translation is linear, the rotation the shorter slerp. Times are rows
        plus fractions. With `solid`, what lies inside at the start counts; both meshes must be
        closed. A `budget` is a time in seconds, after which the answer is "undecided".
        """
    def sweep_edges(
        self,
        other: AnyModel,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        tolerance: Optional[float] = None,
        clearance: float = 0.0,
        solid: bool = False,
        threads: Optional[int] = None,
    ) -> "Sweeps":
        """Is each edge from a pose of `starts` to the one of `ends` clear of contact? Both are (n, 7) or
        (n, 4, 4); on all cores.
        """
    @overload
    def contacts(
        self,
        other: AnyModel,
        pose: OnePose = None,
        *,
        clearance: float = 0.0,
        threads: Optional[int] = None,
        device: Optional[str] = None,
    ) -> NDArray[np.uint32]:
        """Every touching pair (triangle of this, triangle of `other`), sorted: an (n, 2) array. With a
        clearance, every pair that is no further apart. For a batch, a list of such arrays. With
        `device="cuda"` a batch is asked of a GPU.
        """
    @overload
    def contacts(
        self,
        other: AnyModel,
        pose: Poses,
        *,
        clearance: float = 0.0,
        threads: Optional[int] = None,
        device: Optional[str] = None,
    ) -> Any: ...
    def first_contact(
        self, other: AnyModel, pose: Optional[Poses] = None, *, clearance: float = 0.0
    ) -> Optional[Tuple[int, int]]:
        """A touching pair of triangles, any of them, or None. With a clearance, a pair that is no
        further apart.
        """
    def contact_points(
        self, other: AnyModel, pose: Optional[Poses], pairs: ArrayLike
    ) -> Tuple[NDArray[np.float64], NDArray[np.float64]]:
        """For touching pairs of triangles, as `contacts` gives them: a point that both triangles
        share, in this model's frame, and the unit normal of the plane they touch in (0 where there
        is none). Two (n, 3) arrays.
        """

class Pair:
    """Two models, and what their last queries learned."""

    def __init__(
        self, a: AnyModel, b: AnyModel, *, clearance: float = 0.0, solid: bool = False
    ) -> None: ...
    def collides(self, pose: Optional[Poses] = None) -> bool:
        """Do the surfaces touch, B being at `pose` in A's frame?"""
    def contacts(self, pose: Optional[Poses] = None) -> NDArray[np.uint32]:
        """Every touching pair (triangle of A, triangle of B), sorted: an (n, 2) array."""
    def first_contact(self, pose: Optional[Poses] = None) -> Optional[Tuple[int, int]]:
        """A touching pair of triangles, any of them, or None."""
    @overload
    def distance(self, pose: Optional[Poses] = None) -> "Distance":
        """How far apart are the surfaces? None if it is certainly above `limit`."""
    @overload
    def distance(
        self, pose: Optional[Poses] = None, *, limit: float
    ) -> Optional["Distance"]: ...
    def penetration(
        self,
        pose: Optional[Poses] = None,
        *,
        accuracy: Optional[float] = None,
        tolerance: Optional[float] = None,
        budget: Optional[float] = None,
    ) -> Optional["Penetration"]:
        """How deep are the two solids in each other? As `Model.penetration`; the last way out is tried
        first.
        """
    def reset(self) -> None:
        """Forgets what it learned."""

class Parting:
    """A translation of B after which two solids are apart or only touch, by the exact test."""

    @property
    def translation(self) -> NDArray[np.float64]:
        """The translation of B, in A's frame: (3,)."""
    @property
    def normal(self) -> NDArray[np.float64]:
        """The direction of the translation, from A to B; 0 if B need not move."""
    @property
    def length(self) -> float:
        """The length of the translation, rounded up."""
    @property
    def pose(self) -> NDArray[np.float64]:
        """The pose of B after the translation: (4, 4)."""
    @property
    def held_by(self) -> NDArray[np.uint32]:
        """The triangles of A and of B that are the last to let go: (n, 2)."""
    @property
    def place(self) -> Optional[List[float]]:
        """A point where they hold, after the translation, in A's frame; None if nothing does."""

class Penetration:
    """How deep two solids are in each other: an interval, and a translation that parts them."""

    @property
    def lo(self) -> float:
        """Not above the depth."""
    @property
    def hi(self) -> float:
        """Not below the depth: the length of `parting`."""
    @property
    def parting(self) -> Parting:
        """A translation that parts the two."""
    def __float__(self) -> float: ...
    def _repr_html_(self) -> str: ...

class Penetrations:
    """How deep two solids are in each other at many poses, array by array."""

    @property
    def overlaps(self) -> NDArray[np.bool_]:
        """Do the insides overlap? False where they share no point, or only touch."""
    @property
    def lo(self) -> NDArray[np.float64]:
        """Not above the depths."""
    @property
    def hi(self) -> NDArray[np.float64]:
        """Not below the depths: the lengths of `translations`."""
    @property
    def translations(self) -> NDArray[np.float64]:
        """Translations of B that part the two, in A's frame: (n, 3)."""
    @property
    def normals(self) -> NDArray[np.float64]:
        """The directions of the translations: (n, 3)."""
    def __len__(self) -> int: ...

class SignedDistance:
    """The distance of two solids: positive apart, 0 where they touch, less than 0 by their depth."""

    @property
    def lo(self) -> float:
        """Not above the distance."""
    @property
    def hi(self) -> float:
        """Not below the distance."""
    @property
    def gradient(self) -> NDArray[np.float64]:
        """A unit vector from A to B, in A's frame: the distance changes by this times a small translation of
        B, but where several places are as near, or several ways out as short. 0 if they only touch.
        """
    @property
    def moment(self) -> NDArray[np.float64]:
        """How the distance changes with a small turn of B about the origin of A's frame: by this times the
        turn, a vector along its axis, in radians.
        """
    @property
    def rough(self) -> bool:
        """Are the gradient and the moment only rough? They are where the solids only touch or nearly do, and
        where the search ended at a way out that a small change still makes shorter.
        """
    @property
    def point_a(self) -> NDArray[np.float64]:
        """The nearest point of A, or the one that B leaves last, in A's frame."""
    @property
    def point_b(self) -> NDArray[np.float64]:
        """The nearest point of B, or the one that leaves A last, where B is now, in A's frame."""
    def __float__(self) -> float: ...

class SignedDistances:
    """Signed distances of two solids at many poses, array by array."""

    @property
    def lo(self) -> NDArray[np.float64]:
        """Not above the distances."""
    @property
    def hi(self) -> NDArray[np.float64]:
        """Not below the distances."""
    @property
    def gradients(self) -> NDArray[np.float64]:
        """Unit vectors from A to B: how the distances change with small translations of B. (n, 3)"""
    @property
    def moments(self) -> NDArray[np.float64]:
        """How the distances change with small turns of B about the origin of A's frame: (n, 3)."""
    @property
    def rough(self) -> NDArray[np.bool_]:
        """At which poses the gradient and the moment are only rough: where the solids only touch or nearly do,
        and where the search ended at a way out that a small change still makes shorter.
        """
    @property
    def points_a(self) -> NDArray[np.float64]:
        """The nearest points of A, or those that B leaves last, in A's frame: (n, 3)."""
    @property
    def points_b(self) -> NDArray[np.float64]:
        """The nearest points of B, or those that leave A last, in A's frame: (n, 3)."""
    def __len__(self) -> int: ...

class SignedPoints:
    """Signed distances of many points from a closed mesh, array by array: negative inside."""

    @property
    def lo(self) -> NDArray[np.float64]:
        """Not above the distances."""
    @property
    def hi(self) -> NDArray[np.float64]:
        """Not below the distances."""
    @property
    def triangles(self) -> NDArray[np.uint32]:
        """The nearest triangles."""
    @property
    def nearest(self) -> NDArray[np.float64]:
        """The nearest points of the mesh: (n, 3)."""
    @property
    def gradients(self) -> NDArray[np.float64]:
        """The gradients of the distances, unit vectors: (n, 3). 0 on the surface, and any of several where
        other points are as near.
        """
    def __len__(self) -> int: ...

class Patch:
    """A connected patch in which the surfaces of two solids touch."""

    @property
    def triangles(self) -> NDArray[np.uint32]:
        """The touching triangles of A and of B: (n, 2)."""
    @property
    def point(self) -> NDArray[np.float64]:
        """The middle of the contact, in A's frame."""
    @property
    def points(self) -> NDArray[np.float64]:
        """Up to four points that span it: (n, 3)."""
    @property
    def normal(self) -> NDArray[np.float64]:
        """A unit vector from A to B: the mean of the normals along the contact; 0 where they cancel."""
    @property
    def depth(self) -> float:
        """How far B has to go along the normal until nothing touches there any more, about."""

class Robot:
    """A robot from a URDF file."""

    def __init__(
        self,
        urdf: Union[str, "PathLike[str]"],
        *,
        srdf: Union[str, "PathLike[str]", None] = None,
        packages: Optional[Mapping[str, Union[str, "PathLike[str]"]]] = None,
        neighbours: str = "joint",
        text: Optional[str] = None,
    ) -> None: ...
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def not_looked_at(self) -> List[Tuple[str, str, str]]:
        """The pairs of links that are not looked at, and why: two names, and "welded", "joint", "mesh"
        or "srdf".
        """
    @property
    def links(self) -> List[str]:
        """The names of its links, parents before children."""
    @property
    def coordinates(self) -> List[str]:
        """The names of what a vector of positions consists of."""
    @property
    def limits(self) -> NDArray[np.float64]:
        """The limits of every coordinate, an (n, 2) array; infinite where there are none."""
    @property
    def warnings(self) -> List[str]:
        """Warnings about its files; each is a Python warning, too, when the robot is made."""
    def rest(self) -> NDArray[np.float64]:
        """All joints at rest: at 0, or at the limit next to it."""
    def positions(self, **named: float) -> NDArray[np.float64]:
        """A vector of positions by the names of coordinates; those that are not named are at rest."""
    def link_poses(self, positions: ArrayLike) -> NDArray[np.float64]:
        """The place of every link in the root's frame, an (n, 4, 4) array in the order of `links`."""
    def _repr_html_(self) -> str: ...

class Bodies:
    """Bodies by their names, and what can be asked about them: a World or a Snapshot."""

    @property
    def names(self) -> List[str]:
        """The names of all bodies and frames."""
    def __len__(self) -> int: ...
    def __contains__(self, name: str) -> bool: ...
    def pose(self, name: str) -> NDArray[np.float64]:
        """The place of a body in the world, as a (4, 4) array."""
    def model(self, name: str) -> Optional[Model]:
        """The model of a body; None of a frame."""
    def looks_at(self, a: str, b: str) -> bool:
        """Are two bodies looked at? They are not if they may touch, are both fixed, or are in groups
        that do not meet, or if one is a frame.
        """
    def not_looked_at(self) -> List[Tuple[str, str, str]]:
        """The pairs of bodies that are not looked at, and why: two names, and "welded", "joint",
        "mesh", "srdf", "allowed", "fixed" or "groups". The first 100,000, if there are more.
        """
    def collides(self) -> bool:
        """Does any pair of bodies touch?"""
    def collisions(self) -> List[Tuple[str, str]]:
        """The pairs of names of bodies that touch, sorted by the order in which bodies came."""
    def undecided(self) -> List[Tuple[str, str]]:
        """The pairs of names of bodies that touch as far as anyone can tell, by their exact shapes:
        there is no exact predicate for them, and rounding leaves it open. They are among
        `collisions`.
        """
    def shapes(self, name: str) -> List["Shape"]:
        """The exact shapes of a body, in its own frame."""
    def ray(
        self, origins: ArrayLike, directions: ArrayLike, *, threads: Optional[int] = None
    ) -> "WorldRayHits":
        """Finds the first body that each ray meets. Origins and directions are (n, 3) arrays,
        or three numbers each for a single ray.
        """
    def contacts(self) -> List[Tuple[str, str, NDArray[np.uint32]]]:
        """The pairs of bodies that touch, each with its touching triangles as an (n, 2) array."""
    def contacts_with(
        self, model: AnyModel, pose: Optional[Poses] = None
    ) -> List[Tuple[str, NDArray[np.uint32]]]:
        """The bodies that a model at `pose` in the world touches, or comes within the clearance of, each
        with the touching triangles (of the body, of the model) as an (n, 2) array, empty where an
        exact shape touches, or where the model lies inside a solid. The world stays as it is.
        """
    def nearest(self) -> Optional["BodyDistance"]:
        """The two bodies that are nearest to each other; None if no two are looked at. Pairs that may
        touch, and pairs of two fixed bodies, are left out.
        """
    def distances(
        self, limit: float = ..., *, threads: Optional[int] = None
    ) -> List["BodyDistance"]:
        """Every two bodies that are no further apart than `limit`, in the order in which bodies came,
        and how far apart they are. On all cores.
        """
    def signed_distances(
        self,
        limit: float = ...,
        *,
        accuracy: Optional[float] = None,
        tolerance: Optional[float] = None,
        budget: Optional[float] = None,
        threads: Optional[int] = None,
    ) -> List["BodySigned"]:
        """Every two bodies that are no further apart than `limit`, in the order in which bodies came, and
        how far apart they are, or, below 0, how deep in each other: as the solids that their meshes
        enclose. `accuracy`, `tolerance` and `budget` are those of `Model.penetration`, for each pair.
        """
    def signed_at_joints(
        self,
        positions: ArrayLike,
        *,
        prefix: str = "",
        limit: float = ...,
        accuracy: Optional[float] = None,
        tolerance: Optional[float] = None,
        budget: Optional[float] = None,
        threads: Optional[int] = None,
    ) -> "SignedRows":
        """The signed distances of all pairs in which the robot takes part, at each row of joint positions,
        an (n, dof) array, and their derivatives by joint: `SignedRows`. The world stays as it is. The
        options are those of `signed_distances`. On all cores.
        """
    def collides_at(
        self, name: str, poses: Poses, *, threads: Optional[int] = None
    ) -> NDArray[np.bool_]:
        """Would the body touch anything at each of these poses in its parent's frame? The world stays
        as it is. One boolean per pose.
        """
    def collides_at_joints(
        self, positions: ArrayLike, *, prefix: str = "", threads: Optional[int] = None
    ) -> NDArray[np.bool_]:
        """Would the robot touch anything, itself included, at each row of joint positions, an (n, dof)
        array? The world stays as it is. One boolean per row.
        """
    def sweep_edges(
        self,
        name: str,
        starts: Poses,
        ends: Poses,
        *,
        tolerance: Optional[float] = None,
        clearance: float = 0.0,
        threads: Optional[int] = None,
    ) -> "WorldSweeps":
        """Does anything touch while the body goes from each pose of `starts` to the one of `ends`, in
        its parent's frame: straight, and turning evenly the shorter way? Certified between them
        too; the world stays as it is. On all cores.
        """
    def sweep_joints(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        prefix: str = "",
        tolerance: Optional[float] = None,
        clearance: float = 0.0,
        threads: Optional[int] = None,
    ) -> "WorldSweeps":
        """Does the robot touch anything on its way from each row of `starts` to the one of `ends`,
        every joint going evenly? Certified between them too; the world stays as it is. On all
        cores.
        """
    def joint_range(
        self,
        coordinate: str,
        positions: ArrayLike,
        *,
        prefix: str = "",
        tolerance: Optional[float] = None,
        clearance: float = 0.0,
    ) -> "JointRange":
        """How far can one coordinate of a robot go to either side of `positions`, all others staying,
        before something touches? Certified.
        """
    def _repr_html_(self) -> str: ...

class World(Bodies):
    """Bodies that come, move and go; which of them touch."""

    def __init__(self) -> None: ...
    def snapshot(self) -> "Snapshot":
        """The world as it is now, to keep: for planners and other threads. Models are shared; the rest
        is copied, about 1 KB a body.
        """
    def add(
        self,
        name: str,
        model: Optional[AnyModel] = None,
        pose: Optional[Poses] = None,
        *,
        parent: Optional[str] = None,
        groups: Optional[Tuple[int, int]] = None,
        fixed: bool = False,
        solid: bool = False,
        padding: float = 0.0,
        shapes: Sequence["Shape"] = ...,
    ) -> None:
        """Takes a body in: a model of that name, at `pose` in the world or in the frame of `parent`.
        Without a model it is a frame that others are attached to. `groups` is a pair of bit sets: the
        groups it is in, and the groups it meets. Bodies that are `fixed` are not asked against each
        other, and cannot be moved: not with their parents either. With `solid`, what lies inside it touches it. `padding` is a layer around it: two
        bodies count as touching if they are no further apart than their layers are thick together.
        `shapes` are exact shapes in its own frame, beside the model or without one.
        """
    def add_robot(self, robot: Robot, *, prefix: str = "", base: Optional[str] = None) -> None:
        """Puts a robot in: a body for every link, of the link's name with `prefix` before it."""
    def _adopt(self, robot: Robot, prefix: str) -> None: ...
    def remove(self, name: str) -> None:
        """Removes a body, and all that is attached to it."""
    def attach(
        self, name: str, parent: Optional[str] = None, pose: Optional[Poses] = None
    ) -> None:
        """Attaches a body to another body or frame, or to nothing, at a pose in that one's frame: a part
        that a gripper takes or lets go. Without a pose it stays where it is. What is attached to it moves
        along; which pairs are looked at stays as it is.
        """
    def set_pose(self, name: str, pose: Poses) -> None:
        """Puts a body at another pose in its parent's frame."""
    def set_poses(self, poses: Mapping[str, Poses]) -> None:
        """Puts many bodies at other poses in their parents' frames, by their names: all, or none if
        one of them is refused.
        """
    def set_joints(self, positions: ArrayLike, *, prefix: str = "") -> None:
        """Puts the links of a robot where its joints say; positions in the order of
        `robot.coordinates`.
        """
    def allow(self, a: str, b: str) -> None:
        """Two bodies may touch from now on."""
    def disallow(self, a: str, b: str) -> None:
        """Two bodies may not touch any more."""
    def set_clearance(self, distance: float) -> None:
        """Bodies that are no further apart than this count as touching, for every two that have no
        clearance of their own and no larger paddings.
        """
    def set_pair_clearance(self, a: str, b: str, distance: Optional[float]) -> None:
        """Gives two bodies a clearance of their own, in place of paddings and the world's clearance;
        None takes it back.
        """

class Snapshot(Bodies):
    """A world as it was when `World.snapshot` was called. It never changes."""

class BodyDistance:
    """Two bodies of a world, and how far apart they are; points are in the world."""

    @property
    def a(self) -> str:
        """The name of the body that came first."""
    @property
    def b(self) -> str:
        """The name of the other."""
    @property
    def lo(self) -> float:
        """Not above the distance; 0 only if they touch."""
    @property
    def hi(self) -> float:
        """Not below the distance; 0 if they touch."""
    @property
    def triangles(self) -> Optional[Tuple[int, int]]:
        """The nearest triangles of both; None where an exact shape is nearest."""
    @property
    def point_a(self) -> Optional[List[float]]:
        """The nearest point of `a`, in the world; None of tori and of two half-spaces."""
    @property
    def point_b(self) -> Optional[List[float]]:
        """The nearest point of `b`, in the world; likewise."""
    def __float__(self) -> float: ...

class BodySigned:
    """Two bodies of a world, and how far apart they are, or, below 0, how deep in each other; points and
    vectors are in the world.
    """

    @property
    def a(self) -> str:
        """The name of the body that came first."""
    @property
    def b(self) -> str:
        """The name of the other."""
    @property
    def lo(self) -> float:
        """Not above the distance."""
    @property
    def hi(self) -> float:
        """Not below the distance."""
    @property
    def solid(self) -> bool:
        """Were both taken as solids? If not, one mesh is not closed, and the distance is never below 0."""
    @property
    def gradient(self) -> List[float]:
        """A unit vector from `a` to `b` in the world: how the distance changes with a small translation of
        `b`; 0 where they only touch.
        """
    @property
    def rough(self) -> bool:
        """Is the gradient only rough? It is where the two only touch or nearly do, and where the search ended at
        a way out that a small change still makes shorter.
        """
    @property
    def point_a(self) -> List[float]:
        """The nearest point of `a`, or the one that `b` leaves last, in the world."""
    @property
    def point_b(self) -> List[float]:
        """The nearest point of `b`, or the one that leaves `a` last, in the world."""
    def __float__(self) -> float: ...

class SignedRows:
    """The signed distances of a robot's pairs of bodies at rows of joint positions, array by array. Pairs
    that are further apart than the limit have it as `lo`, an infinite `hi`, and the derivatives 0.
    """

    @property
    def pairs(self) -> List[Tuple[str, str]]:
        """The names of the bodies of each pair: the columns."""
    @property
    def lo(self) -> NDArray[np.float64]:
        """Not above the distances: (n, pairs)."""
    @property
    def hi(self) -> NDArray[np.float64]:
        """Not below the distances: (n, pairs)."""
    @property
    def gradients(self) -> NDArray[np.float64]:
        """How the distances change with every coordinate of the robot: (n, pairs, coordinates)."""
    @property
    def rough(self) -> NDArray[np.bool_]:
        """Where the derivatives are only rough, as of a pair that only touches: (n, pairs)."""
    def __len__(self) -> int: ...

class JointRange:
    """How far a coordinate of a robot can go to either side before something touches."""

    @property
    def lower(self) -> float:
        """Nothing touches from here on, up to where it started."""
    @property
    def upper(self) -> float:
        """Nothing touches up to here, from where it started."""
    @property
    def limits(self) -> Tuple[float, float]:
        """The limits of the coordinate."""
    @property
    def stops(self) -> Tuple[Optional[Tuple[str, str]], Optional[Tuple[str, str]]]:
        """The stops on either side: the names of two bodies, or None where it reaches its limit or
        where that stayed undecided.
        """
    @property
    def results(self) -> Tuple[str, str]:
        """"clear", "touching" or "undecided" on either side."""

class Distance:
    """How far apart two bodies are: a certified interval, and where they are nearest."""

    @property
    def lo(self) -> float:
        """Not above the distance; 0 only if they touch."""
    @property
    def hi(self) -> float:
        """Not below the distance; 0 if they touch."""
    @property
    def a(self) -> int:
        """The nearest triangle of A."""
    @property
    def b(self) -> int:
        """The nearest triangle of B."""
    @property
    def point_a(self) -> List[float]:
        """The nearest point of A, in A's frame."""
    @property
    def point_b(self) -> List[float]:
        """The nearest point of B, in A's frame."""
    def __float__(self) -> float: ...
    def _repr_html_(self) -> str: ...

class Distances:
    """How far apart two bodies are at many poses, array by array."""

    @property
    def lo(self) -> NDArray[np.float64]:
        """Not above the distances."""
    @property
    def hi(self) -> NDArray[np.float64]:
        """Not below the distances."""
    @property
    def triangles(self) -> NDArray[np.int64]:
        """The nearest triangles of A and of B: (n, 2)."""
    @property
    def points_a(self) -> NDArray[np.float64]:
        """The nearest points of A, in A's frame: (n, 3)."""
    @property
    def points_b(self) -> NDArray[np.float64]:
        """The nearest points of B, in A's frame: (n, 3)."""
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

class RayHits:
    """What each of many rays meets first; the triangle is -1 where nothing is met."""

    @property
    def triangle(self) -> NDArray[np.int64]:
        """The triangles that are met first."""
    @property
    def lo(self) -> NDArray[np.float64]:
        """The place, in lengths of the direction: not above the true value."""
    @property
    def hi(self) -> NDArray[np.float64]:
        """The place, in lengths of the direction: not below the true value."""
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

class WorldRayHits:
    """What each of many rays meets first in a world; the body is None where nothing is met."""

    @property
    def body(self) -> List[Optional[str]]:
        """The names of the bodies that are met first."""
    @property
    def triangle(self) -> NDArray[np.int64]:
        """The triangles that are met first; -1 where an exact shape is, or nothing."""
    @property
    def lo(self) -> NDArray[np.float64]:
        """The place, in lengths of the direction: not above the true value."""
    @property
    def hi(self) -> NDArray[np.float64]:
        """The place, in lengths of the direction: not below the true value."""
    def __len__(self) -> int: ...

class Shape:
    """An exact shape: closed and filled, its numbers taken as they are."""

    @staticmethod
    def half_space(normal: Sequence[float], offset: float = 0.0) -> "Shape":
        """All x with normal·x ≤ offset."""
    @staticmethod
    def ball(center: Sequence[float], radius: float) -> "Shape":
        """All within a radius of a point."""
    @staticmethod
    def capsule(start: Sequence[float], end: Sequence[float], radius: float) -> "Shape":
        """All within a radius of a segment."""
    @staticmethod
    def cylinder(start: Sequence[float], end: Sequence[float], radius: float) -> "Shape":
        """A cylinder with flat ends between the centres of these."""
    @staticmethod
    def cone(apex: Sequence[float], base: Sequence[float], radius: float) -> "Shape":
        """A cone with its apex and the disc around the centre of its base."""
    @staticmethod
    def cuboid(half: Sequence[float], pose: Optional[Poses] = None) -> "Shape":
        """A box with these half sides about the origin of a pose."""
    @staticmethod
    def torus(
        center: Sequence[float], axis: Sequence[float], ring: float, tube: float
    ) -> "Shape":
        """All within `tube` of the circle with the radius `ring` about an axis."""
    @staticmethod
    def _of_numbers(name: str, numbers: Sequence[float]) -> "Shape": ...
    def at(self, pose: Poses) -> "Shape":
        """The shape where a pose puts it."""
    def touches(self, other: Union["Shape", AnyModel]) -> Optional[bool]:
        """Does it touch another shape, or a triangle of a model? None where there is no exact
        predicate and rounding leaves it open.
        """
    def distance(self, other: Union["Shape", AnyModel]) -> Tuple[float, float]:
        """How far it is from another shape, or from the nearest triangle of a model: a certified
        interval (lo, hi).
        """
    def touching(self, model: AnyModel) -> Tuple[List[int], List[int]]:
        """The triangles of a model that touch it: those that do, and those that may, as lists of
        numbers.
        """
    def drawn(self, middle: Sequence[float] = ..., half: float = 1.0) -> Model:
        """A mesh that looks like it, for pictures; of a half-space, a square of its surface with this
        half side, about what is nearest to `middle`.
        """
    def ray(
        self, origin: Sequence[float], direction: Sequence[float]
    ) -> Optional[Tuple[float, float]]:
        """The first place of a ray in the shape, in lengths of its direction: a certified interval (lo,
        hi), or None if it never is. Exact for all shapes.
        """

class Sweep:
    """Do two bodies meet on the way? True only if it was proved that they never do."""

    @property
    def result(self) -> str:
        """"clear": a proof that they never meet; "touching"; or "undecided": neither was proved."""
    @property
    def clear_until(self) -> float:
        """They are apart before this: the row of the path plus the fraction towards the next."""
    @property
    def contact_at(self) -> Optional[float]:
        """They touch here, by the exact test; None unless that is proved."""
    @property
    def triangles(self) -> Optional[Tuple[int, int]]:
        """A triangle of A and one of B that this is about, if there are such."""
    def __bool__(self) -> bool: ...
    def _repr_html_(self) -> str: ...

class Sweeps:
    """The answers for many edges, array by array."""

    @property
    def clear(self) -> NDArray[np.bool_]:
        """True for every edge that was proved clear."""
    @property
    def touching(self) -> NDArray[np.bool_]:
        """True for every edge on which bodies touch, by the exact test."""
    @property
    def clear_until(self) -> NDArray[np.float64]:
        """Apart before this share of the edge; 1 where it is clear."""
    @property
    def contact_at(self) -> NDArray[np.float64]:
        """The share of the edge at which bodies touch; NaN where no contact was found."""
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

class WorldSweeps:
    """The answers for many edges in a world, array by array."""

    @property
    def clear(self) -> NDArray[np.bool_]:
        """True for every edge that was proved clear."""
    @property
    def touching(self) -> NDArray[np.bool_]:
        """True for every edge on which something touches, by the exact test."""
    @property
    def clear_until(self) -> NDArray[np.float64]:
        """Nothing touches before this share of the edge; 1 where it is clear."""
    @property
    def contact_at(self) -> NDArray[np.float64]:
        """The share of the edge at which something touches; NaN where no contact was found."""
    @property
    def bodies(self) -> List[Optional[Tuple[str, str]]]:
        """The names of the two bodies that each answer is about, or None."""
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

class MillEvent:
    """Something that was met in a block of a milling program."""

    @property
    def kind(self) -> str:
        """"gouge", "holder", "shank", "fixture", "rapid", "near", "machine", "limit" or "plunge"."""
    @property
    def line(self) -> int:
        """The line of the program, or of a subprogram's file, from 1."""
    @property
    def calls(self) -> List[Tuple[str, Optional[str], int]]:
        """The calls that led there, the innermost first: name, file if it has its own, line of the call."""
    @property
    def block(self) -> str:
        """The block as it was written."""
    @property
    def depth(self) -> Tuple[float, float]:
        """How far the tool would have to be drawn back along its axis: from and to."""
    @property
    def point(self) -> Tuple[float, float, float]:
        """A place on the part."""
    @property
    def triangle(self) -> Optional[int]:
        """The triangle, from 0."""
    @property
    def body(self) -> int:
        """Which mesh it is of: 0 the part, 1 the stock, 2 and on the fixtures."""
    @property
    def machine(self) -> Optional[Tuple[str, str]]:
        """The two bodies of a machine that meet, or the axis beyond its limit and its joint."""

class Milled:
    """What a milling program does to a part, in the words of the command line's JSON."""

    @property
    def verdict(self) -> str:
        """"gouge"; "clean"; "undecided": neither was proved; "unchecked": some moves were not checked;
        or "far": the tool never came near the part.
        """
    @property
    def unit(self) -> str:
        """"mm" or "in": the unit of all numbers."""
    @property
    def events(self) -> List[MillEvent]:
        """The events that are certain, in the order of the program."""
    @property
    def undecided(self) -> List[MillEvent]:
        """The events that could not be decided."""
    @property
    def truncated(self) -> bool:
        """Whether there were more events than were kept."""
    @property
    def counts(self) -> Dict[str, int]:
        """How many blocks have an event of each kind."""
    @property
    def undecided_blocks(self) -> int:
        """How many blocks are undecided."""
    @property
    def lines(self) -> int:
        """Lines read."""
    @property
    def blocks(self) -> int:
        """Blocks that move the tool."""
    @property
    def checked(self) -> int:
        """Straight moves and arcs that were checked."""
    @property
    def unchecked(self) -> int:
        """Moves that were not checked: they begin or end at a place that is not known, or their tool is
        not.
        """
    @property
    def unchecked_lines(self) -> List[Tuple[int, int]]:
        """The lines of moves that were not checked: ranges, from and to."""
    @property
    def unchecked_other_tool(self) -> int:
        """How many of those are made with a tool that is not known."""
    @property
    def unknown_variables(self) -> List[str]:
        """The variables that the program read and never set, as "#100": what depends on them was not
        checked.
        """
    @property
    def extent(self) -> Optional[Tuple[List[List[float]], List[List[float]]]]:
        """The boxes around the part and around the tip's way, as corners; None if nothing was checked."""
    @property
    def seconds(self) -> float:
        """How long it took."""
    @property
    def assumed(self) -> List[Tuple[int, str, int]]:
        """The assumptions: lines, texts, and how often."""
    @property
    def warnings(self) -> List[str]:
        """Warnings about a table of tools."""
    @property
    def deepest(self) -> Optional[Tuple[float, float]]:
        """The largest depth, from and to; None if nothing was met."""
    @property
    def stick_out(self) -> Optional[Tuple[float, float]]:
        """The least stick-out that keeps the holder clear, from and to; None if it met nothing."""
    def _repr_html_(self) -> str: ...

def mill(
    part: AnyModel,
    program: Union[str, bytes, "PathLike[str]"],
    *,
    tool: Optional[str] = None,
    one_tool: bool = False,
    tools: Union[str, "PathLike[str]", None] = None,
    length: Optional[float] = None,
    shank: Optional[float] = None,
    stick_out: Optional[float] = None,
    holder: Optional[str] = None,
    pose: Optional[Poses] = None,
    allow: float = 0.0,
    touch: bool = False,
    side: float = 0.0,
    near: float = 0.0,
    rapid: str = "linear",
    block_delete: bool = False,
    rotary: Union[str, ArrayLike, None] = None,
    axis: Optional[ArrayLike] = None,
    machine: Union[str, "PathLike[str]", None] = None,
    machine_axes: Optional[Dict[str, str]] = None,
    machine_links: Optional[Dict[str, str]] = None,
    machine_srdf: Union[str, "PathLike[str]", None] = None,
    part_at: Optional[ArrayLike] = None,
    tip_control: bool = False,
    gauge: Optional[float] = None,
    dialect: str = "linuxcnc",
    start: Optional[ArrayLike] = None,
    home: Union[ArrayLike, Dict[str, ArrayLike], None] = None,
    work: Optional[Dict[str, ArrayLike]] = None,
    variables: Optional[Mapping[Union[str, int], Optional[float]]] = None,
    allow_unchecked: bool = False,
    ignore_words: Sequence[str] = ...,
    subprograms: Sequence[Union[str, "PathLike[str]"]] = ...,
    max_steps: Optional[int] = None,
    stock: Union[AnyModel, ArrayLike, None] = None,
    fixtures: Sequence[AnyModel] = ...,
    max_events: int = 1_000_000,
    threads: Optional[int] = None,
) -> Milled:
    """Does a program cut into a part that it must not cut? Every move is checked, without sampling.

    `part` is a model, `program` the path of a file of G-code, or the program itself as bytes.
    `tool` says which cutter, as the command line does: "ball:6", "flat:8", "bull:10:2"…: it is that
    of the first T word, and moves with another are not checked, unless `one_tool`. Or `tools` is the
    path of a table of tools for the program's T words. `length`, `shank`, `stick_out` and
    `holder` ("40:30,60:50") are what is above the cutter. `pose` is where the part is in the
    program's frame. Gouges up to `allow` are let pass; with `touch`, touching counts; `side` is
    taken off the cutter's radius; what comes nearer than `near` is reported. `rapid` is "linear" or
    "dogleg"; `rotary` is "tcp:table", "tcp:head", or the point about which a table turns; `axis` is
    the tool's, if it does not stand upright. `machine` is the path of a URDF file: its travel limits
    and bodies are looked at; `machine_axes` has the joints of axes with other names ({"A": "tilt"}),
    `machine_links` those of "part" and "tool", `machine_srdf` a file that says what may touch, `part_at`
    is the part's zero on its link, with `tip_control` the tip is followed from the beginning, and
    `gauge` is the length from the tip to the spindle's nose. `dialect` is the control: "linuxcnc", "fanuc",
    "haas" or "grbl". `start` is where the tool is at first, `home` where G28 leads to (or a dict of "G28" and
    "G30"), and `work` a dict of the zeros of work systems, such as {"G55": (100, 0, 0)}, with "G92"
    what G92 has stored. `variables` is a dict of what is in variables that the program reads and does
    not set, such as {"100": 2.5, "_depth": 3}; None where there is nothing. A program
    with moves of which not both ends are known is "unchecked", unless `allow_unchecked`.
    `ignore_words` are M words to pass over. Subprograms are looked for in the program's own file,
    beside it, and in the folders `subprograms`; a program that runs more than `max_steps` lines again
    is stopped. `stock` is a model or a box of six numbers; `fixtures`
    are models. At most `max_events` events are kept; all are counted.
    """
class LinkCover:
    """How far a link of a robot sticks out of its simple model: at least `lo`, at most `hi`. `result` is
    "held", "sticks_out" or "undecided"; `point` is a point of the link that is `lo` out or more, in the
    link's frame, and `nearest` says which part of the simple model is nearest to it.
    """

    @property
    def link(self) -> str:
        """The link."""
    @property
    def result(self) -> str:
        """"held", "sticks_out" or "undecided"."""
    @property
    def lo(self) -> float:
        """It sticks out by no less."""
    @property
    def hi(self) -> float:
        """It sticks out by no more."""
    @property
    def point(self) -> Optional[List[float]]:
        """A point of it that is furthest out; None if it is held."""
    @property
    def parts(self) -> int:
        """How many parts stand in for it."""
    @property
    def nearest(self) -> Optional[str]:
        """The file, line and link of the part that is nearest to the point."""

def cover(
    urdf: Union[str, "PathLike[str]"],
    simple: Union[str, "PathLike[str]"],
    *,
    packages: Optional[Mapping[str, Union[str, "PathLike[str]"]]] = None,
    allow: float = 0.0,
    accuracy: float = 1e-3,
    budget: float = 10.0,
    threads: Optional[int] = None,
) -> List[LinkCover]:
    """How far do the links of a robot (URDF) stick out of a simple model: another URDF file, or a list of
    spheres as cuRobo has them? `allow` is what they may stick out by, `accuracy` how much of itself a
    distance may be wrong by, `budget` a time for each link in seconds. One answer for every link with
    a shape. On all cores.
    """

def relative(world_from_a: Poses, world_from_b: Poses) -> NDArray[np.float64]:
    """The pose of B in A's frame, from the poses of both in the world: (4, 4), and exactly the one
    that a world uses for them.
    """
